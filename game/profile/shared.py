"""Records that several tabs write at the same time: what they know is joined, never displaced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from game.profile.envelope import Fault, dump
from game.profile.fields import WrongFieldError, field
from game.profile.store import Payload, Saved, Store

T = TypeVar("T")

ATTEMPTS = 4
"""Another tab may write between our reading and our writing; hardly so often in a row."""


@dataclass(frozen=True)
class Kind(Generic[T]):
    """How the values of such a record are read, written and joined."""

    nothing: T
    read: Callable[[Payload], T]
    """Raises WrongFieldError."""
    write: Callable[[T], Payload]
    join: Callable[[T, T], T]
    """Of two values one that has all of both; the order of the two and repetition do not matter."""


def names_kind(name: str) -> Kind[frozenset[str]]:
    """A set of names that only grows, in a payload's field of that name. Names that another version knows are kept with ours."""

    def read(payload: Payload) -> frozenset[str]:
        names = field(payload, name, list)
        if not all(isinstance(each, str) for each in names):
            raise WrongFieldError(f"{name} is no list of names")
        return frozenset(names)

    return Kind(frozenset(), read, lambda names: {name: sorted(names)}, lambda one, other: one | other)


class Shared(Generic[T]):
    """One such record. ``now`` is what this tab knows; it never knows less than before."""

    def __init__(self, store: Store, name: str, kind: Kind[T]) -> None:
        self._store, self.name, self._kind = store, name, kind
        self.now: T = kind.nothing
        self._join()

    def _join(self) -> T | None:
        """Takes in what is stored, and returns it."""
        payload = self._store.stored(self.name)
        if payload is None:
            return None
        try:
            stored = self._kind.read(payload)
        except WrongFieldError as error:
            self._store.refuse(self.name, Fault.DAMAGED, str(error))
            return None
        self.now = self._kind.join(self.now, stored)
        return stored

    def change(self, change: Callable[[T], T]) -> Saved:
        """Takes in what is stored, changes it and writes it."""
        self._join()
        self.now = change(self.now)
        return self.save()

    def save(self) -> Saved:
        """Writes what this tab knows."""
        for _ in range(ATTEMPTS):
            saved = self._store.save(self.name, self._kind.write(self.now))
            if saved is not Saved.CONFLICT:
                break
            self._join()
        return saved

    @property
    def unsaved(self) -> bool:
        """Whether the storage has not taken the latest change."""
        return self._store.holds(self.name)

    def heard(self) -> None:
        """Another tab wrote. Should it not have known all that we know, both are written together."""
        stored = self._join()
        if stored is not None and self.now != stored:
            self.save()
        elif stored is not None:
            self._store.drop(self.name)
        elif self.unsaved:
            # What was in the way may be gone.
            self.save()

    def removed(self) -> None:
        """Somebody else has removed the record: what this tab knows of it is held until it is saved again."""
        if self.now != self._kind.nothing and not self._store.stored_text(self.name):
            self._store.hold(self.name, dump(self._kind.write(self.now)))

    def replaced(self) -> None:
        """The record was exchanged on purpose: what this tab knew counts no more."""
        self.now = self._kind.nothing
        self._store.drop(self.name)
        self._join()
