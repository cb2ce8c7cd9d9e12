"""A round that is kept: every accepted move is written before anybody sees it.

What is stored is the round's record; loading replays it through the one door and checks that score,
status and board come out as they were written.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from game.profile.envelope import Fault, dump
from game.profile.fields import WrongFieldError, count
from game.profile.fields import field as read_field
from game.profile.keeping import fits_slot
from game.profile.store import Payload, Saved, Store
from game.rules.board import Position
from game.rules.pieces import Piece
from game.rules.record import Record, RecordError, read, write_move
from game.rules.round import Move, Outcome, Place, Refusal, Round, Status, TakeBack, play

_MOVES_END = "]}"
"""How a record without moves ends as text: moves go in before it."""


@dataclass
class KeptRound:
    """The round under play, its record and how long it has been played."""

    slot: str
    record: Record
    round: Round
    best_before: int = 0
    """The best of its combination when the round began, to know whether this one is new."""
    seconds: float = 0.0
    """Time played, without pauses."""
    played: int = 0
    """When the latest move was made, in seconds since 1970 UTC."""
    saved: Saved = Saved.KEPT
    peak: int = 0
    """The highest score that the round has reached; an undo does not take it back."""
    most_lines: int = 0
    """The most lines that it has reached, likewise."""
    placements: list[tuple[Position, Piece]] = field(default_factory=list)
    """The cells and the piece of each placement that was not taken back."""
    placed: bool = False
    """Whether a piece was ever placed: only then it is a game played."""
    _moves_text: str | None = None

    @classmethod
    def start(cls, slot: str, record: Record, best_before: int, played: int = 0) -> KeptRound:
        """A new round; nothing is written yet."""
        return cls(slot, record, record.begin(), best_before, played=played)

    @property
    def id(self) -> str:
        """The same for the same round, in every tab and backup."""
        return self.record.options.daily or self.record.seed or ""

    @property
    def in_play(self) -> bool:
        return self.round.status is Status.PLAYING

    @property
    def open(self) -> bool:
        """Whether something can still be done with it: an ending may be taken back."""
        return self.in_play or self.round.can_undo

    @property
    def touched(self) -> bool:
        """Whether the round has been played, so that giving it up deserves a question."""
        return bool(self.record.moves)

    def play(self, move: Move, store: Store) -> Outcome | Refusal:
        """Makes the move through the one door and, when it was accepted, writes it at once."""
        result = self.make(move)
        if isinstance(result, Outcome):
            self.write(store)
        return result

    def make(self, move: Move) -> Outcome | Refusal:
        """Makes the move without writing it."""
        result = play(self.round, move)
        if isinstance(result, Outcome):
            self._follow(result)
            self.record = replace(self.record, moves=(*self.record.moves, move))
            if self._moves_text is not None:
                self._moves_text += ("," if self._moves_text else "") + dump(write_move(move))
        return result

    def _follow(self, outcome: Outcome) -> None:
        self.round = outcome.round
        if isinstance(outcome.move, Place):
            assert outcome.piece is not None, "a placement has a piece"
            self.placed = True
            self.placements.append((outcome.placed, outcome.piece))
            self.peak = max(self.peak, self.round.score)
            self.most_lines = max(self.most_lines, self.round.lines)
        elif isinstance(outcome.move, TakeBack):
            self.placements.pop()

    def write(self, store: Store) -> Saved:
        """Writes the round as it stands."""
        self.saved = store.save(self.slot, self.text())
        return self.saved

    def text(self) -> str:
        """The payload as text. The moves are not written out anew each time: they only grow."""
        if self._moves_text is None:
            self._moves_text = ",".join(dump(write_move(move)) for move in self.record.moves)
        head = dump(replace(self.record, moves=()).write())
        record = head.removesuffix(_MOVES_END) + self._moves_text + _MOVES_END
        rest: Payload = {
            "status": self.round.status.value,
            "score": self.round.score,
            "peak": self.peak,
            "board": self.round.board.rows(self.round.position),
            "best_before": self.best_before,
            "milliseconds": round(self.seconds * 1000),
            "played": self.played,
        }
        return f'{{"record":{record},{dump(rest)[1:]}'


class BrokenRoundError(ValueError):
    """A kept record that does not play out as it was written; the message says at which move."""


def load_round(store: Store, slot: str) -> KeptRound | None:
    """The round kept in the slot, or None. One that cannot be true is set aside, untouched."""
    payload = store.load(slot)
    if payload is None:
        return None
    try:
        kept = restore(slot, payload)
    except (WrongFieldError, RecordError, BrokenRoundError) as error:
        store.refuse(slot, Fault.DAMAGED, str(error))
        return None
    if store.holds(slot):
        kept.saved = Saved.HERE_ONLY
    return kept


def restore(slot: str, payload: Payload) -> KeptRound:
    """The round that a payload of the slot holds.

    Raises:
        WrongFieldError, RecordError: the payload has not the shape that it was written with.
        BrokenRoundError: it has, but no play leads to it.
    """
    record = read(read_field(payload, "record", dict))
    if not fits_slot(slot, record.mode, record.options):
        raise BrokenRoundError(f"a round of another kind ({record.mode.name}) lies here")
    if record.deal is not None or record.start:
        raise BrokenRoundError("a kept round is dealt from its seed, on an empty board")
    kept = KeptRound(
        slot,
        record,
        record.begin(),
        count(payload, "best_before"),
        count(payload, "milliseconds") / 1000,
        count(payload, "played"),
    )
    for number, move in enumerate(record.moves, 1):
        result = play(kept.round, move)
        if isinstance(result, Refusal):
            raise BrokenRoundError(f"move {number} is refused: {result.reason}")
        kept._follow(result)
    _check(kept, payload)
    return kept


def _check(kept: KeptRound, payload: Payload) -> None:
    round = kept.round
    came_out = {
        "score": round.score,
        "status": round.status.value,
        "peak": kept.peak,
        "board": round.board.rows(round.position),
    }
    for name, value in came_out.items():
        if payload.get(name) != value:
            raise BrokenRoundError(f"after move {len(kept.record.moves)} the {name} is another than was written")


def continues(later: Record, record: Record) -> bool:
    """Whether a round is another one played on, or stands where it stood."""
    return replace(later, moves=record.moves) == record and later.moves[: len(record.moves)] == record.moves


class Relation(StrEnum):
    """What the round in one payload is to the one in another."""

    SAME = "same"
    FURTHER = "further"
    """The same round, played further: nothing is lost when it takes the other's place."""
    EARLIER = "earlier"
    """The same round, not played as far."""
    OTHER = "other"


def relation(here: Payload, there: Payload) -> Relation:
    """What the round in the second payload is to the one in the first."""
    mine, theirs = read_field(here, "record", dict), read_field(there, "record", dict)
    played, further = read_field(mine, "moves", list), read_field(theirs, "moves", list)
    common = min(len(played), len(further))
    if {**mine, "moves": further} != theirs or played[:common] != further[:common]:
        return Relation.OTHER
    if len(played) == len(further):
        return Relation.SAME
    return Relation.FURTHER if len(further) > len(played) else Relation.EARLIER
