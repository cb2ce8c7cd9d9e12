"""Records in a storage that may be missing, full, foreign, or shared with other tabs.

Nothing here loses what was there: a value that cannot be read is left alone, a write that fails keeps
the payload in this tab, and a value that another tab wrote is left to whoever asks, to join or to ask
the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from game.profile.envelope import Envelope, Fault, UnreadableError, dump, parse_json, seal, unseal
from game.profile.migrations import upgrade

PREFIX = "block-puzzle/"
BESIDE = ".next"
"""Ends the key under which a value is written first, before it takes the place of the older one."""

JOURNAL = "exchange"
"""The record in which an exchange of many records is noted until all of it is done."""

Payload = dict[str, object]


class Storage(Protocol):
    """Text by key. Every method may raise OSError."""

    def get(self, key: str) -> str | None: ...

    def set(self, key: str, value: str) -> None: ...

    def remove(self, key: str) -> None: ...

    def keys(self) -> list[str]:
        """All keys under PREFIX, in no particular order."""


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

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._seen: dict[str, str | None] = {}
        """The stored text of each record as this tab last read or wrote it."""
        self._tried: dict[str, str] = {}
        """The text of the latest write of each record, which may have gone only half through."""
        self._revisions: dict[str, int] = {}
        self._here: dict[str, str] = {}
        """The payloads, as text, that the storage has not taken."""
        self.set_aside: dict[str, SetAside] = {}
        self.failure: str | None = None
        """What the storage said when it last refused, or None while it works."""
        self._finish_exchange()

    # -- reading -----------------------------------------------------------------------------------

    def load(self, name: str) -> Payload | None:
        """What this tab holds, else what is stored; None where there is nothing that can be read."""
        if name in self._here:
            held = parse_json(self._here[name])
            assert isinstance(held, dict), "payloads are objects"
            return held
        return self.stored(name)

    def stored(self, name: str) -> Payload | None:
        """What is stored, whatever this tab holds; the next save may take its place. None for what has been set aside."""
        try:
            text = self._storage.get(PREFIX + name)
            envelope = self._open(name, text)
        except OSError as error:
            self._failed(error)
            return None
        except UnreadableError as error:
            self._set_aside(name, text or "", error.fault, str(error))
            return None
        aside = self.set_aside.get(name)
        if aside is not None and aside.text == text:
            # The envelope is whole, but what is in it was refused: reading it again makes it no better.
            return None
        self.set_aside.pop(name, None)
        self._seen[name] = text
        if envelope is None:
            return None
        self._revisions[name] = envelope.revision
        return envelope.payload

    def _open(self, name: str, text: str | None) -> Envelope | None:
        """Opens a stored text, or the whole one beside it where the write was cut off on the way."""
        try:
            return None if text is None else open_text(name, text)
        except UnreadableError:
            beside = self._storage.get(PREFIX + name + BESIDE)
            if beside is None or not beside.startswith(text or ""):
                raise
            return open_text(name, beside)

    def reached(self, name: str) -> bool:
        """Whether it is known what is stored: not when the storage refused or the value is unreadable."""
        return name in self._seen

    def names(self) -> list[str]:
        """The names of all stored records, sorted. Raises OSError."""
        keys = self._storage.keys()
        return sorted(key.removeprefix(PREFIX) for key in keys if key.startswith(PREFIX) and not key.endswith(BESIDE))

    def stored_text(self, name: str) -> str:
        """The stored value as it is, to copy it out; empty when there is none or it cannot be got."""
        try:
            return self._storage.get(PREFIX + name) or ""
        except OSError:
            return ""

    def changed(self, name: str) -> bool:
        """Whether the storage holds another value than the one that this tab last read or wrote."""
        try:
            return self._storage.get(PREFIX + name) != self._seen.get(name)
        except OSError:
            return False

    # -- writing -----------------------------------------------------------------------------------

    def save(self, name: str, payload: Payload | str) -> Saved:
        """Writes the payload (or its text), synchronously. Whatever happens, :meth:`load` gives it in this tab."""
        body = self._here[name] = payload if isinstance(payload, str) else dump(payload)
        if name in self.set_aside:
            return Saved.SET_ASIDE
        try:
            taken = self._taken(name)
            if taken is None:
                self._write(PREFIX + name, name, body)
        except OSError as error:
            self._failed(error)
            return Saved.HERE_ONLY
        self.failure = None
        if taken is None:
            del self._here[name]
        return taken or Saved.KEPT

    def _taken(self, name: str) -> Saved | None:
        """Why the record's place is not free to be written; None when it is."""
        text = self._storage.get(PREFIX + name)
        if text is None or text == self._seen.get(name):
            return None
        if name in self._tried and self._tried[name].startswith(text):
            # This tab's own write, whole or in part, of which the storage had said that it failed.
            self._seen[name] = text
            return None
        try:
            open_text(name, text)
        except UnreadableError as error:
            self._set_aside(name, text, error.fault, str(error))
            return Saved.SET_ASIDE
        return Saved.CONFLICT

    def _write(self, key: str, name: str, body: str) -> None:
        revision = self._revisions.get(name, 0) + 1
        text = self._tried[name] = seal(revision, body)
        self._switch(key, text, self._seen.get(name))
        self._seen[name], self._revisions[name] = text, revision

    def _switch(self, key: str, text: str, present: str | None) -> None:
        """Beside first, then in place: a kill in between leaves the older or the newer value whole."""
        try:
            self._put(key + BESIDE, text)
        except OSError:
            # No room for both: the value in place may still be exchanged.
            self._storage.remove(key + BESIDE)
        try:
            self._put(key, text)
        except OSError:
            if self._storage.get(key) != present:
                # Gone half through: the whole value beside it is what a reload finds.
                raise
            self._storage.remove(key + BESIDE)
            self._put(key, text)
        try:
            self._storage.remove(key + BESIDE)
        except OSError as error:
            self._failed(error)

    def _put(self, key: str, text: str) -> None:
        self._storage.set(key, text)
        if self._storage.get(key) != text:
            raise OSError("the storage does not keep what is written to it")

    def _failed(self, error: OSError) -> None:
        self.failure = str(error) or type(error).__name__

    # -- what the storage has not taken, and what cannot be read --------------------------------------

    @property
    def here_only(self) -> bool:
        """Whether something is held in this tab that the storage has not taken."""
        return bool(self._here)

    @property
    def refused(self) -> bool:
        """Whether the storage refused something: what lies beside an unreadable record is another matter."""
        return any(name not in self.set_aside for name in self._here)

    def holds(self, name: str) -> bool:
        """Whether this tab holds a payload of the record that the storage has not taken."""
        return name in self._here

    def mistrust(self, name: str) -> None:
        """The next save of the record finds a conflict, unless nothing is stored."""
        self._seen.pop(name, None)
        self._tried.pop(name, None)

    def drop(self, name: str) -> None:
        """Gives up what this tab holds of a record."""
        self._here.pop(name, None)

    def refuse(self, name: str, fault: Fault, where: str) -> None:
        """Sets a stored value aside: it is not overwritten until :meth:`reset`."""
        self._set_aside(name, self.stored_text(name), fault, where)

    def _set_aside(self, name: str, text: str, fault: Fault, where: str) -> None:
        self._seen.pop(name, None)
        self.set_aside[name] = SetAside(PREFIX + name, text, fault, where)

    def reset(self, name: str) -> bool:
        """Removes one record, because the player said so; an unreadable one is gone then.

        False when the storage refuses to remove it.
        """
        try:
            self._storage.remove(PREFIX + name + BESIDE)
            self._storage.remove(PREFIX + name)
        except OSError as error:
            self._failed(error)
            return False
        self._here.pop(name, None)
        self.set_aside.pop(name, None)
        self._seen[name] = None
        return True

    # -- everything at once ----------------------------------------------------------------------------

    def all_names(self) -> list[str]:
        """The names of all records that are stored or held, sorted."""
        try:
            stored = self.names()
        except OSError as error:
            self._failed(error)
            stored = []
        return sorted({*stored, *self._here} - {JOURNAL})

    def present_text(self, name: str) -> str:
        """The record as text: what this tab holds sealed anew, else the stored value, readable or not."""
        if name in self._here:
            return seal(self._revisions.get(name, 0) + 1, self._here[name])
        return self.stored_text(name)

    def exchange(self, plan: Mapping[str, str | None]) -> None:
        """Gives many records new payloads (as text) or, for None, removes them: all of them or none.

        Raises:
            OSError: the storage refuses; everything is as it was.
        """
        if self.stored(JOURNAL) is None and not self.reached(JOURNAL):
            why = "what lies where an exchange is noted cannot be read"
            raise OSError(why if JOURNAL in self.set_aside else self.failure)
        before = {name: self._storage.get(PREFIX + name) for name in plan}
        try:
            self._put(PREFIX + JOURNAL, seal(1, dump({"plan": dict(plan)})))
        except OSError:
            self._storage.remove(PREFIX + JOURNAL)
            raise
        self._carry_out(plan, before)
        for name in plan:
            self.drop(name)

    def _finish_exchange(self) -> None:
        """Carries on with an exchange that a kill has cut off."""
        payload = self.stored(JOURNAL)
        plan = None if payload is None else payload.get("plan")
        if not isinstance(plan, dict) or not all(body is None or isinstance(body, str) for body in plan.values()):
            return
        try:
            self._carry_out(plan, {name: self._storage.get(PREFIX + name) for name in plan})
        except OSError as error:
            self._failed(error)

    def _carry_out(self, plan: Mapping[str, str | None], before: Mapping[str, str | None]) -> None:
        try:
            # Removing first, so that a nearly full storage has room.
            for name in sorted(plan, key=lambda each: plan[each] is not None):
                self._exchange_one(name, plan[name], before[name])
            self._storage.remove(PREFIX + JOURNAL)
        except OSError:
            for name, text in before.items():
                if text is None:
                    self._storage.remove(PREFIX + name)
                else:
                    self._storage.set(PREFIX + name, text)
            self._storage.remove(PREFIX + JOURNAL)
            raise

    def _exchange_one(self, name: str, body: str | None, before: str | None) -> None:
        key = PREFIX + name
        if body is None:
            self._storage.remove(key + BESIDE)
            self._storage.remove(key)
            return
        try:
            envelope = self._open(name, before)
        except UnreadableError:
            return  # It has become unreadable since the plan was made: it stays.
        self._switch(key, seal(1 + (envelope.revision if envelope else 0), body), before)


def open_text(name: str, text: str) -> Envelope:
    envelope = unseal(text)
    try:
        return Envelope(envelope.revision, upgrade(name, envelope.version, envelope.payload))
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableError(Fault.DAMAGED, f"version {envelope.version}: {error}") from None
