"""A round that is kept: every accepted move is written before anybody sees it.

What is stored is the round's record; loading replays it through the one door and checks that score and
board come out as they were written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.profile.envelope import Fault
from game.profile.fields import WrongFieldError, count, field, seconds
from game.profile.store import Payload, Saved, Store
from game.rules.record import Record, RecordError, read, replay
from game.rules.round import Move, Outcome, Refusal, Round, Status, play


@dataclass
class KeptRound:
    """The round under play, its record and how long it has been played."""

    slot: str
    record: Record
    round: Round
    best_before: int = 0
    """The best of its combination when the round began, to know whether this one is new."""
    counted: bool = False
    """Whether the round has been counted as a game played."""
    seconds: float = 0.0
    """Time played, without pauses."""
    saved: Saved = Saved.KEPT

    @classmethod
    def start(cls, slot: str, record: Record, best_before: int) -> KeptRound:
        """A new round; nothing is written yet."""
        return cls(slot, record, record.begin(), best_before)

    @property
    def in_play(self) -> bool:
        return self.round.status is Status.PLAYING

    @property
    def touched(self) -> bool:
        """Whether the round has been played, so that giving it up deserves a question."""
        return bool(self.record.moves)

    def play(self, move: Move, store: Store) -> Outcome | Refusal:
        """Makes the move through the one door and, when it was accepted, writes it at once."""
        result = play(self.round, move)
        if isinstance(result, Outcome):
            self.round = result.round
            self.record = replace(self.record, moves=(*self.record.moves, move))
            self.write(store)
        return result

    def write(self, store: Store) -> Saved:
        """Writes the round as it stands."""
        self.saved = store.save(self.slot, self._payload())
        return self.saved

    def _payload(self) -> Payload:
        return {
            "record": self.record.write(),
            "score": self.round.score,
            "board": self.round.board.rows(self.round.position),
            "best_before": self.best_before,
            "counted": self.counted,
            "seconds": round(self.seconds, 1),
        }


def load_round(store: Store, slot: str) -> KeptRound | None:
    """The round kept in the slot, or None. One that cannot be true is set aside, untouched."""
    payload = store.load(slot)
    if payload is None:
        return None
    try:
        return _restore(slot, payload)
    except (WrongFieldError, RecordError, BrokenRoundError) as error:
        store.refuse(slot, store.stored_text(slot), Fault.DAMAGED, str(error))
        return None


class BrokenRoundError(ValueError):
    """A kept record that does not play out as it was written; the message says at which move."""


def _restore(slot: str, payload: Payload) -> KeptRound:
    record = read(field(payload, "record", dict))
    last = record.begin()
    for step in replay(record):
        if isinstance(step.result, Refusal):
            raise BrokenRoundError(f"move {step.number} is refused: {step.result.reason}")
        last = step.round
    if last.score != count(payload, "score"):
        raise BrokenRoundError(f"after move {len(record.moves)} the score is {last.score}")
    if last.board.rows(last.position) != field(payload, "board", list):
        raise BrokenRoundError(f"after move {len(record.moves)} the board is another")
    return KeptRound(
        slot,
        record,
        last,
        count(payload, "best_before"),
        field(payload, "counted", bool),
        seconds(payload, "seconds"),
    )
