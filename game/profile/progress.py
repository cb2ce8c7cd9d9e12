"""Which of the fixed sequences have been completed (rules, "Mode sessions"), apart for each of the four kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.profile.fields import WrongFieldError, count, is_count
from game.profile.fields import field as read_field
from game.profile.shared import Kind, Shared
from game.profile.store import Payload, Store
from game.rules.sequences import SEQUENCES

PREFIX = "progress/"


@dataclass(frozen=True, slots=True, order=True)
class Done:
    """What was reached in one sequence."""

    complete: bool
    """Whether all its pieces were placed once."""
    best: int


@dataclass(frozen=True, slots=True)
class Progress:
    """What was reached in the sequences of one kind."""

    done: Mapping[int, Done] = field(default_factory=dict)
    """By the number of the sequence; those that never ended are missing."""
    last: int | None = None
    """The sequence that ended last."""
    at: int = 0
    """When that was, in seconds since 1970 UTC."""

    @property
    def complete(self) -> int:
        """How many sequences have been completed."""
        return sum(each.complete for each in self.done.values())

    @property
    def following(self) -> int:
        """The sequence that practice goes on with."""
        return 0 if self.last is None else (self.last + 1) % SEQUENCES

    def note(self, sequence: int, score: int, complete: bool, at: int) -> Progress:
        """With one more session that has ended."""
        return join(self, Progress({sequence: Done(complete, score)}, sequence, at))


def join(one: Progress, other: Progress) -> Progress:
    """The higher best of each sequence, complete where it was once, and the later last one."""
    done = dict(one.done)
    for sequence, theirs in other.done.items():
        mine = done.get(sequence, theirs)
        done[sequence] = Done(mine.complete or theirs.complete, max(mine.best, theirs.best))
    at, last = max((one.at, _or_minus(one.last)), (other.at, _or_minus(other.last)))
    return Progress(dict(sorted(done.items())), None if last < 0 else last, at)


def _or_minus(last: int | None) -> int:
    return -1 if last is None else last


def write(progress: Progress) -> Payload:
    """The payload that :func:`read` reads."""
    return {
        "done": [[number, each.complete, each.best] for number, each in progress.done.items()],
        "last": progress.last,
        "at": progress.at,
    }


def read(payload: Payload) -> Progress:
    """The progress in a payload. Raises WrongFieldError."""
    done = dict(sorted(_read_done(each) for each in read_field(payload, "done", list)))
    last = payload.get("last")
    if last is None:
        return Progress(done, None, count(payload, "at"))
    return Progress(done, _sequence(last), count(payload, "at"))


def _read_done(value: object) -> tuple[int, Done]:
    if isinstance(value, list) and len(value) == 3:
        number, complete, best = value
        if isinstance(complete, bool) and is_count(best):
            return _sequence(number), Done(complete, best)
    raise WrongFieldError("done has an entry that is none")


def _sequence(value: object) -> int:
    if type(value) is int and 0 <= value < SEQUENCES:
        return value
    raise WrongFieldError("there is no such sequence")


KIND = Kind(Progress(), read, write, join)


class SessionProgress:
    """The progress of one kind ("6-daily")."""

    def __init__(self, store: Store, kind: str) -> None:
        self.record = Shared(store, PREFIX + kind, KIND)

    @property
    def now(self) -> Progress:
        """What has been reached."""
        return self.record.now

    def note(self, sequence: int, score: int, complete: bool, at: int) -> None:
        """A session has ended at this time. Told twice, it changes nothing."""
        if self.now.note(sequence, score, complete, at) != self.now:
            self.record.change(lambda progress: progress.note(sequence, score, complete, at))
