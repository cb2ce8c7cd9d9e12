"""What can be said about a board and a piece, and about a game that was played. Nothing here guesses.

Every placement that is looked at passes the one door, with a round of one piece that begins with the board.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from game.coach.health import health
from game.rules.board import Position, Unit, board
from game.rules.dealing import ListedDealer
from game.rules.modes import MODES, Mode, Options, Rules, Streak, Term
from game.rules.pieces import Piece
from game.rules.record import Record, RecordError, Step, parse, replay
from game.rules.round import NO_STREAK, Outcome, Place, Refusal, Round, Status, TakeBack, begin, play, refuse_piece

# -- one placement ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placement:
    """What a piece would do at an origin."""

    cells: Position
    cleared: tuple[Unit, ...]
    terms: tuple[Term, ...]
    """The points, part by part."""
    after: Position
    """The board after the clears."""

    @property
    def points(self) -> int:
        return sum(term.points for term in self.terms)


def look(rules: Rules, position: Position, piece: Piece, row: int, column: int, streak: Streak) -> Placement | Refusal:
    """What the piece would do at the origin (row, column), or why it cannot lie there."""
    move = Place(0, row, column)
    refusal = refuse_piece(rules.board, position, piece, move)
    if refusal is not None:
        return refusal
    result = play(_round_of(rules, position, piece, streak), move)
    assert isinstance(result, Outcome), "a placement that the pieces allow, the round allows"
    return Placement(result.placed, result.cleared, result.terms, result.round.position)


def _round_of(rules: Rules, position: Position, piece: Piece, streak: Streak) -> Round:
    return begin(rules._replace(length=None), ListedDealer(((piece,),)), position)._replace(streak=streak)


def best_placement(rules: Rules, position: Position, piece: Piece, streak: Streak) -> tuple[int, int] | None:
    """The origin that gains most and, of those, leaves the best health; None where the piece has no place."""
    best: tuple[tuple[int, int], tuple[int, int]] | None = None
    for row, column in rules.board.cells(piece.origins(rules.board, position)):
        placement = look(rules, position, piece, row, column, streak)
        assert isinstance(placement, Placement), "a legal origin is not refused"
        value = placement.points, health(rules.board, placement.after).number
        if best is None or value > best[0]:
            best = value, (row, column)
    return None if best is None else best[1]


# -- a game that was played ------------------------------------------------------------------------


def last_hand(record: Record) -> Round | None:
    """The round as it was when its last hand was dealt; None when nothing of that hand was left over.

    Whether that hand could have been placed is the question for :class:`game.coach.solver.Solver`.
    """
    steps = list(replay(record))
    if steps[-1].round.status is not Status.OVER:
        return None
    return next(step.round for step in reversed(steps) if _deals(step))


def _deals(step: Step) -> bool:
    """Whether a hand was dealt with the step; the first is dealt before any move."""
    return step.result is None or (isinstance(step.result, Outcome) and step.result.dealt)


@dataclass(frozen=True, slots=True)
class BestMove:
    """The single placement that gained most in a game."""

    before: Round
    outcome: Outcome
    number: int
    """Which placement it was, from 1."""


def best_move(record: Record) -> BestMove | None:
    """The best single move of those that were not taken back, the first of equals; None before any."""
    made: list[tuple[Round, Outcome]] = []
    round: Round | None = None
    for step in replay(record):
        if isinstance(step.result, Outcome) and round is not None:
            if isinstance(step.result.move, TakeBack):
                made.pop()
            elif isinstance(step.result.move, Place):
                made.append((round, step.result))
        round = step.round
    if not made:
        return None
    number = max(range(len(made)), key=lambda index: (made[index][1].points, -index))
    return BestMove(*made[number], number + 1)


# -- boards as text --------------------------------------------------------------------------------

SIZES = (6, 8, 9, 10)
"""The boards that the modes are played on."""


class BoardTextError(ValueError):
    """The text is no board. ``problem`` names what is wrong, ``facts`` are what a sentence about it says."""

    def __init__(self, problem: str, **facts: int | str) -> None:
        super().__init__(f"{problem} {facts}" if facts else problem)
        self.problem = problem
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Scene:
    """A board as text describes it; what the text does not say is None or nothing."""

    size: int
    position: Position
    mode: Mode | None = None
    options: Options | None = None
    streak: Streak = NO_STREAK
    hand: tuple[Piece, ...] = ()


def read_scene(text: str) -> Scene:
    """The board that a text holds: rows of ``.`` and ``#``, a record, or the state that the page publishes.

    Raises:
        BoardTextError: it holds none.
    """
    stripped = text.strip()
    if not stripped:
        raise BoardTextError("empty")
    if stripped[0] in "{[":
        return _read_json(stripped)
    return _read_rows([row for line in stripped.splitlines() if (row := line.strip())])


def _read_json(text: str) -> Scene:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise BoardTextError("json") from None
    if isinstance(value, dict) and "format" not in value and "board" in value:
        value = value["board"]
    if isinstance(value, list):
        if not all(isinstance(row, str) for row in value):
            raise BoardTextError("json")
        return _read_rows(value)
    try:
        record = parse(text)
    except RecordError as error:
        raise BoardTextError("record", why=str(error)) from None
    *_, last = replay(record)
    round = last.round
    hand = tuple(piece for piece in round.hand if piece)
    return Scene(round.board.size, round.position, record.mode, record.options, round.streak, hand)


def _read_rows(rows: list[str]) -> Scene:
    size = len(rows)
    for number, row in enumerate(rows, 1):
        wrong = row.strip(".#")
        if wrong:
            raise BoardTextError("character", row=number, character=_named(wrong[0]))
        if len(row) != len(rows[0]):
            raise BoardTextError("ragged", row=number, has=len(row), expected=len(rows[0]))
    if size not in SIZES or len(rows[0]) != size:
        raise BoardTextError("size", rows=size, columns=len(rows[0]) if rows else 0)
    return Scene(size, board(size).parse(rows))


def _named(character: str) -> str:
    """The character itself, or its code point ("U+0000") when it cannot be seen."""
    return character if character.isprintable() else f"U+{ord(character):04X}"


def write_rows(size: int, position: Position) -> str:
    """The board as text, a line a row."""
    return "\n".join(board(size).rows(position))


# -- the modes for the analyzer --------------------------------------------------------------------


def boards() -> tuple[tuple[str, int], ...]:
    """(mode, board size) of everything that can be played, in the order of the modes."""
    return tuple((mode.name, int(size)) for mode in MODES.values() for size in mode.choices["board"])


def rules_of(mode: str, size: int) -> Rules:
    """The rules of a mode on its board of that size. Raises OptionError when it has none."""
    return MODES[mode].rules(MODES[mode].options({"board": size}))
