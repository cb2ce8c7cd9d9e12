"""Which lessons of the practice library have been done; what is done stays."""

from __future__ import annotations

from game.profile.shared import Kind, Shared, names_kind
from game.profile.store import Saved, Store

NAME = "practice"

Done = frozenset[str]
"""Names of lessons."""


KIND: Kind[Done] = names_kind("done")


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
