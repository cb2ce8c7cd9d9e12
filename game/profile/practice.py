"""Which lessons of the practice library have been done; what is done stays."""

from __future__ import annotations

from game.profile.fields import WrongFieldError, field
from game.profile.shared import Kind, Shared
from game.profile.store import Payload, Saved, Store

NAME = "practice"

Done = frozenset[str]
"""Names of lessons."""


def _read(payload: Payload) -> Done:
    names = field(payload, "done", list)
    if not all(isinstance(name, str) for name in names):
        raise WrongFieldError("done is no list of names")
    return frozenset(names)


KIND: Kind[Done] = Kind(
    frozenset(),
    _read,
    # Names of lessons that another version knows are kept with ours.
    lambda done: {"done": sorted(done)},
    lambda one, other: one | other,
)


class PracticeProgress:
    """The lessons that one player has done."""

    def __init__(self, store: Store) -> None:
        self.record = Shared(store, NAME, KIND)

    @property
    def done(self) -> Done:
        return self.record.now

    def note(self, name: str) -> Saved | None:
        """A lesson's goal was reached; written at once. None when that was known already."""
        if name in self.record.now:
            return None
        return self.record.change(lambda done: done | {name})
