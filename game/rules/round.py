"""A round and the one door that every move passes: :func:`play`.

A Round is immutable. A move gives an :class:`Outcome` (the new round and what happened) or a
:class:`Refusal` (a typed reason), and changes nothing else (rules, "Common to all").
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from game.rules.board import Board, Position, Unit, union
from game.rules.dealing import EMPTY_HAND, SLOTS, Dealer, Hand
from game.rules.modes import Rules, Streak, Term, Undo
from game.rules.pieces import Piece


class Place(NamedTuple):
    """Put the piece of a slot with its origin at (row, column); all from 0."""

    slot: int
    row: int
    column: int


class Rotate(NamedTuple):
    """Turn the piece of a slot 90° clockwise."""

    slot: int


class TakeBack:
    """Undo: restore the round as it was before the latest placement."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TakeBack)

    def __hash__(self) -> int:
        return hash(TakeBack)

    def __repr__(self) -> str:
        return "TakeBack()"


Move = Place | Rotate | TakeBack


class Status(StrEnum):
    """Whether a round is in play, or how it ended."""

    PLAYING = "playing"
    OVER = "over"
    """No piece left in the hand can be placed anywhere."""
    COMPLETE = "complete"
    """Every piece there was has been placed."""


class Reason(StrEnum):
    """Why a move is refused; the first that holds, in the order of interfaces.md, §2."""

    OVER = "over"
    NO_ROTATION = "no-rotation"
    EMPTY_SLOT = "empty-slot"
    OUTSIDE = "outside"
    OCCUPIED = "occupied"
    NO_UNDO = "no-undo"


NO_FACTS: Mapping[str, int | str] = MappingProxyType({})


class Refusal(NamedTuple):
    """A move that was not made. ``facts`` are the numbers that a sentence about it names.

    ``outside`` has ``axis`` (``row`` or ``column``), ``left`` (how many are left from the origin, at
    least 0) and ``needs``; ``occupied`` has ``row`` and ``column`` of the first filled cell, from 0.
    """

    reason: Reason
    move: Move
    piece: Piece | None = None
    facts: Mapping[str, int | str] = NO_FACTS


class Tally(NamedTuple):
    """Statistics of a round; an undo takes them back with everything else."""

    pieces: int = 0
    best_move: int = 0
    longest_streak: int = 0
    most_units: int = 0

    def add(self, points: int, streak: int, units: int) -> Tally:
        """The tally after one more placement."""
        return Tally(
            self.pieces + 1,
            max(self.best_move, points),
            max(self.longest_streak, streak),
            max(self.most_units, units),
        )


NO_STREAK = Streak()
NO_TALLY = Tally()


class Round(NamedTuple):
    """A round at one moment. Start one with :func:`begin`; change it with :func:`play` only."""

    rules: Rules
    dealer: Dealer
    position: Position
    hand: Hand
    hands: int
    """Hands dealt so far, which is the number of the next."""
    status: Status = Status.PLAYING
    score: int = 0
    lines: int = 0
    """Units cleared, boxes included."""
    streak: Streak = NO_STREAK
    tally: Tally = NO_TALLY
    undone: bool = False
    """Whether the round's one undo has been used, where there is only one."""
    before: Round | None = None
    """The round before the latest placement, while that can be taken back; itself without a past."""

    @property
    def board(self) -> Board:
        return self.rules.board

    @property
    def can_undo(self) -> bool:
        """Whether the latest placement can be taken back now."""
        return self.before is not None

    def fits(self, slot: int) -> bool:
        """Whether the slot's piece can be placed somewhere, in any orientation that is allowed."""
        return any(turn.origins(self.board, self.position) for turn in self.turns(self.hand[slot]))

    def turns(self, piece: Piece | None) -> tuple[Piece, ...]:
        """The orientations in which a piece of the hand may be placed."""
        if piece is None:
            return ()
        return piece.orientations if self.rules.rotation else (piece,)


class Outcome(NamedTuple):
    """A move that was made: the new round and what happened."""

    round: Round
    move: Move
    piece: Piece | None = None
    """What was placed or, after a rotation, the piece as it lies in the hand now."""
    placed: Position = 0
    """The cells placed."""
    cleared: tuple[Unit, ...] = ()
    """The units that were full after placing, in the board's order."""
    terms: tuple[Term, ...] = ()
    """The parts of the points."""
    dealt: bool = False
    """Whether a new hand was dealt."""

    @property
    def points(self) -> int:
        """What this move gained."""
        return sum(term.points for term in self.terms)

    @property
    def removed(self) -> Position:
        """The cells that cleared, a crossing cell once."""
        return union(self.cleared)


def begin(rules: Rules, dealer: Dealer, start: Position = 0) -> Round:
    """A new round: the first hand dealt, the end judged (a given start may leave no place)."""
    hand, hands, status = _settled(rules, dealer, start, EMPTY_HAND, 0, 0)
    return Round(rules, dealer, start, hand, hands, status)


def play(round: Round, move: Move) -> Outcome | Refusal:
    """The one door for moves."""
    if isinstance(move, Place):
        return _place(round, move)
    if isinstance(move, Rotate):
        return _rotate(round, move)
    return _take_back(round, move)


def _held(round: Round, slot: int) -> Piece | None:
    return round.hand[slot] if 0 <= slot < SLOTS else None


def _with_slot(hand: Hand, slot: int, content: Piece | None) -> Hand:
    return (*hand[:slot], content, *hand[slot + 1 :])


def _place(round: Round, move: Place) -> Outcome | Refusal:
    refusal = refuse_place(round, move)
    if refusal is not None:
        return refusal
    rules, board, piece = round.rules, round.rules.board, round.hand[move.slot]
    assert piece is not None, "refuse_place refuses an empty slot"
    fit, origin = piece.fit(board), move.row * board.size + move.column
    placed = fit.mask << origin
    filled = round.position | placed
    # A full unit clears at once, so only the board that a round starts with can bring one that the
    # first placement does not touch.
    cleared = fit.full_units(filled, origin) if round.tally.pieces else board.full_units(filled)
    units = len(cleared)
    streak = rules.advance(round.streak, units)
    terms = rules.score(board, piece.size, units, round.streak, streak)
    points = sum([term.points for term in terms])
    position = filled & ~union(cleared) if units else filled
    tally = round.tally.add(points, streak.count, units)
    left = _with_slot(round.hand, move.slot, None)
    hand, hands, status = _settled(rules, round.dealer, position, left, round.hands, tally.pieces)
    after = Round(
        rules,
        round.dealer,
        position,
        hand,
        hands,
        status,
        round.score + points,
        round.lines + units,
        streak,
        tally,
        round.undone,
        _remembered(round),
    )
    return Outcome(after, move, piece, placed, cleared, terms, after.hands != round.hands)


def refuse_place(round: Round, move: Place) -> Refusal | None:
    """Why the placement is illegal, or None when it is legal (interfaces.md, §2, ``reason``)."""
    if round.status is not Status.PLAYING:
        return Refusal(Reason.OVER, move)
    piece = _held(round, move.slot)
    if piece is None:
        return Refusal(Reason.EMPTY_SLOT, move)
    return refuse_piece(round.board, round.position, piece, move)


def refuse_piece(board: Board, position: Position, piece: Piece, move: Place) -> Refusal | None:
    """Why the piece cannot lie at the move's origin: outside before occupied; or None."""
    for axis, origin, needs in (("row", move.row, piece.height), ("column", move.column, piece.width)):
        left = board.size - origin if origin >= 0 else 0
        if left < needs:
            facts: dict[str, int | str] = {"axis": axis, "left": max(left, 0), "needs": needs}
            return Refusal(Reason.OUTSIDE, move, piece, facts)
    overlap = position & piece.at(board, move.row, move.column)
    if overlap:
        row, column = next(board.cells(overlap))
        return Refusal(Reason.OCCUPIED, move, piece, {"row": row, "column": column})
    return None


def _settled(rules: Rules, dealer: Dealer, position: Position, hand: Hand, hands: int, pieces: int) -> tuple[Hand, int, Status]:
    """(hand, hands dealt, status) after ``pieces`` placements: deals where the hand is empty, judges the end."""
    if pieces == rules.length:
        return hand, hands, Status.COMPLETE
    if hand == EMPTY_HAND:
        dealt = dealer.hand(hands, rules.board, position)
        if dealt is None:
            return hand, hands, Status.COMPLETE
        hand, hands = dealt, hands + 1
    return hand, hands, Status.PLAYING if _any_fits(rules, position, hand) else Status.OVER


def _remembered(round: Round) -> Round | None:
    """What an undo of the next placement restores: a past of its own would keep every round there was."""
    if round.rules.undo is Undo.OFF or round.undone:
        return None
    return round if round.before is None else round._replace(before=None)


def _any_fits(rules: Rules, position: Position, hand: Hand) -> bool:
    board, rotation = rules.board, rules.rotation
    for piece in hand:
        if piece is None:
            continue
        if piece.fit(board).origins(position):
            return True
        if rotation and any(turn.fit(board).origins(position) for turn in piece.orientations):
            return True
    return False


def _rotate(round: Round, move: Rotate) -> Outcome | Refusal:
    if round.status is not Status.PLAYING:
        return Refusal(Reason.OVER, move)
    if not round.rules.rotation:
        return Refusal(Reason.NO_ROTATION, move)
    piece = _held(round, move.slot)
    if piece is None:
        return Refusal(Reason.EMPTY_SLOT, move)
    hand = _with_slot(round.hand, move.slot, piece.turned)
    return Outcome(round._replace(hand=hand), move, piece.turned)


def _take_back(round: Round, move: TakeBack) -> Outcome | Refusal:
    if round.before is None:
        return Refusal(Reason.NO_UNDO, move)
    return Outcome(round.before._replace(undone=round.rules.undo is Undo.ONCE), move)
