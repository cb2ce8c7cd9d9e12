"""Records in a storage that may be missing, full, foreign, or shared with other tabs.

Nothing here loses what was there: a value that cannot be read is left alone, a write that fails keeps
the payload in this tab, and a value that another tab wrote is merged or left to the player's choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from game.profile.envelope import Fault, UnreadableError, seal, unseal

PREFIX = "block-puzzle/"
Payload = dict[str, object]
Merge = Callable[[Payload, Payload], Payload]
"""(mine, theirs) -> a payload that loses neither."""


class Storage(Protocol):
    """Text by key. Every method may raise OSError."""

    def get(self, key: str) -> str | None: ...

    def set(self, key: str, value: str) -> None: ...

    def remove(self, key: str) -> None: ...


class Saved(StrEnum):
    """What became of a write."""

    KEPT = "kept"
    HERE_ONLY = "here-only"
    """The storage did not take it; it lives in this tab."""
    SET_ASIDE = "set-aside"
    """An unreadable value lies there and is left untouched; the payload lives in this tab."""
    CONFLICT = "conflict"
    """Another tab wrote since; its value is left, the payload lives in this tab."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A stored value that could not be read, as it lies in the storage."""

    key: str
    text: str
    fault: Fault
    where: str


class Store:
    """Loads and saves payloads by name ("round/classic") under this game's prefix."""

    def __init__(self, storage: Storage, merges: Mapping[str, Merge] | None = None) -> None:
        """``merges`` names the records that two tabs may both write, and how to join them."""
        self._storage = storage
        self._merges = merges or {}
        self._revisions: dict[str, int] = {}
        self._here: dict[str, Payload] = {}
        self.set_aside: dict[str, SetAside] = {}
        self.failure: str | None = None
        """What the storage said when it last refused, or None while it works."""

    @property
    def here_only(self) -> bool:
        """Whether something is held in this tab that the storage has not taken."""
        return bool(self._here)

    def load(self, name: str) -> Payload | None:
        """The payload, or None where there is none that can be read; see :attr:`set_aside`."""
        if name in self._here:
            return self._here[name]
        try:
            text = self._storage.get(PREFIX + name)
        except OSError as error:
            self.failure = str(error)
            return None
        if text is None:
            self._revisions[name] = 0
            return None
        return self._open(name, text)

    def _open(self, name: str, text: str) -> Payload | None:
        try:
            envelope = unseal(text)
        except UnreadableError as error:
            self.refuse(name, text, error.fault, str(error))
            return None
        self.set_aside.pop(name, None)
        self._revisions[name] = envelope.revision
        return envelope.payload

    def refuse(self, name: str, text: str, fault: Fault, where: str) -> None:
        """Sets a stored value aside: it is not overwritten until :meth:`reset`."""
        self.set_aside[name] = SetAside(PREFIX + name, text, fault, where)

    def stored_text(self, name: str) -> str:
        """The stored value as it is, to set it aside or copy it out; empty when it cannot be read."""
        try:
            return self._storage.get(PREFIX + name) or ""
        except OSError:
            return ""

    def save(self, name: str, payload: Payload) -> Saved:
        """Writes the payload, synchronously. Whatever happens, :meth:`load` gives it in this tab."""
        if name in self.set_aside:
            self._here[name] = payload
            return Saved.SET_ASIDE
        try:
            text = self._storage.get(PREFIX + name)
            result = self._write(name, payload, text)
        except OSError as error:
            self.failure = str(error) or type(error).__name__
            self._here[name] = payload
            return Saved.HERE_ONLY
        self.failure = None
        return result

    def _write(self, name: str, payload: Payload, text: str | None) -> Saved:
        revision = 0
        if text is not None:
            try:
                envelope = unseal(text)
            except UnreadableError as error:
                self.refuse(name, text, error.fault, str(error))
                self._here[name] = payload
                return Saved.SET_ASIDE
            revision = envelope.revision
            if revision != self._revisions.get(name, 0):
                merge = self._merges.get(name)
                if merge is None:
                    self._here[name] = payload
                    return Saved.CONFLICT
                payload = merge(payload, envelope.payload)
        self._storage.set(PREFIX + name, seal(revision + 1, payload))
        self._revisions[name] = revision + 1
        self._here.pop(name, None)
        return Saved.KEPT

    def retry(self) -> bool:
        """Tries again to write what is held in this tab only; True when nothing is left."""
        for name, payload in list(self._here.items()):
            self.save(name, payload)
        return not self._here

    def take_theirs(self, name: str) -> Payload | None:
        """Gives up this tab's payload for the stored one, which another tab wrote."""
        self._here.pop(name, None)
        return self.load(name)

    def reset(self, name: str) -> None:
        """Removes one record, because the player said so; an unreadable one is gone then."""
        self._here.pop(name, None)
        self.set_aside.pop(name, None)
        try:
            self._storage.remove(PREFIX + name)
        except OSError as error:
            self.failure = str(error) or type(error).__name__
            return
        self._revisions[name] = 0
