"""Records in a storage that may be missing, full, foreign, or shared with other tabs.

Nothing here loses what was there: a value that cannot be read is left alone, a write that fails keeps
the payload in this tab, and a value that another tab wrote is left to whoever asks, to join or to ask
the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeGuard

from game.profile.envelope import Envelope, Fault, UnreadableError, checksum, dump, parse_json, seal, unseal
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
        """The text of a write that has failed, which may have gone through all the same, or half."""
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
            found = self._read(name)
        except OSError as error:
            self._failed(error)
            found = None
        if found is None:
            # It is not known what the next save would overwrite.
            self._seen.pop(name, None)
            return None
        self._seen[name], envelope = found
        if envelope is None:
            return None
        self._revisions[name] = envelope.revision
        return envelope.payload

    def peek(self, name: str) -> Payload | None:
        """What :meth:`load` gives, for whoever only looks: no save takes the place of a value because it was looked at."""
        if name in self._here:
            return self.load(name)
        try:
            return self.stored_now(name)
        except OSError as error:
            self._failed(error)
            return None

    def stored_now(self, name: str) -> Payload | None:
        """What is stored, for whoever only looks; None also for what is set aside. Raises OSError."""
        found = self._read(name)
        return None if found is None or found[1] is None else found[1].payload

    def _read(self, name: str) -> tuple[str | None, Envelope | None] | None:
        """The stored text, opened; None for what is set aside. Raises OSError."""
        text = self._storage.get(PREFIX + name)
        try:
            envelope = self._open(name, text)
        except UnreadableError as error:
            self._set_aside(name, text or "", error.fault, str(error))
            return None
        aside = self.set_aside.get(name)
        if aside is not None and aside.text == text:
            # The envelope is whole, but what is in it was refused: reading it again makes it no better.
            return None
        self.set_aside.pop(name, None)
        return text, envelope

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
        """Whether the storage holds another value than the one that this tab last read, wrote or set aside."""
        try:
            text = self._storage.get(PREFIX + name)
        except OSError:
            return False
        aside = self.set_aside.get(name)
        return not (self._is_known(name, text) or (aside is not None and aside.text == text))

    def _is_known(self, name: str, text: str | None) -> bool:
        """Whether this tab has read or written the text: then it knows all that is in it."""
        if text == self._seen.get(name):
            return True
        # The storage may have said that a write failed, and have taken it, whole or in part.
        return bool(text) and self._tried.get(name, "").startswith(text or "")

    # -- writing -----------------------------------------------------------------------------------

    def save(self, name: str, payload: Payload | str) -> Saved:
        """Writes the payload (or its text), synchronously. Whatever happens, :meth:`load` gives it in this tab."""
        body = self._here[name] = payload if isinstance(payload, str) else dump(payload)
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
        aside = self.set_aside.get(name)
        if aside is not None and aside.text == text:
            return Saved.SET_ASIDE
        self.set_aside.pop(name, None)
        if text is None or self._is_known(name, text):
            self._seen[name] = text
            return None
        try:
            self._open(name, text)
        except UnreadableError as error:
            self._set_aside(name, text, error.fault, str(error))
            return Saved.SET_ASIDE
        return Saved.CONFLICT

    def _write(self, key: str, name: str, body: str) -> None:
        revision = self._revisions.get(name, 0) + 1
        text = self._tried[name] = seal(revision, body)
        self._switch(key, text, self._seen.get(name))
        self._seen[name], self._revisions[name] = text, revision
        del self._tried[name]

    def _switch(self, key: str, text: str, present: str | None) -> None:
        """Beside first, then in place: a kill in between leaves the older or the newer value whole."""
        if self._storage.get(key + BESIDE) is not None and (whole := self._whole_text(key)) is not None:
            # What lies beside may be all there is of the older value.
            self._put(key, whole)
            present = whole
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

    def _whole_text(self, key: str) -> str | None:
        """The stored text, or the one beside it that was about to take its place and has done so in part."""
        text, beside = self._storage.get(key), self._storage.get(key + BESIDE)
        return text if text is None or beside is None or not beside.startswith(text) else beside

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
    def unsaved(self) -> list[str]:
        """What is held in this tab only; what lies beside an unreadable record is another matter."""
        return sorted(name for name in self._here if name not in self.set_aside)

    def holds(self, name: str) -> bool:
        """Whether this tab holds a payload of the record that the storage has not taken."""
        return name in self._here

    def hold(self, name: str, body: str) -> None:
        """Holds a payload, as text, in this tab: its record has been removed by somebody else."""
        self._here[name] = body
        self._seen.pop(name, None)

    def mistrust(self, name: str) -> None:
        """The next save of the record finds a conflict, unless nothing is stored."""
        self._seen.pop(name, None)
        self._tried.pop(name, None)

    def drop(self, name: str) -> None:
        """Gives up what this tab holds of a record."""
        self._here.pop(name, None)

    def refuse(self, name: str, fault: Fault, where: str) -> None:
        """Sets aside the value that was last read: it is not overwritten until :meth:`reset`."""
        self._set_aside(name, self._seen.get(name) or self.stored_text(name), fault, where)

    def _set_aside(self, name: str, text: str, fault: Fault, where: str) -> None:
        self._seen.pop(name, None)
        self.set_aside[name] = SetAside(PREFIX + name, text, fault, where)

    def reset(self, name: str) -> bool:
        """Removes one record, because the player said so; an unreadable one is gone then.

        What has taken the place of the unreadable value meanwhile stays. False when the storage refuses.
        """
        aside = self.set_aside.get(name)
        try:
            if aside is not None and self._storage.get(PREFIX + name) not in (aside.text, None):
                del self.set_aside[name]
                return True
            self._storage.remove(PREFIX + name + BESIDE)
            self._storage.remove(PREFIX + name)
        except OSError as error:
            self._failed(error)
            return False
        self._here.pop(name, None)
        self.set_aside.pop(name, None)
        self._tried.pop(name, None)
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
        self._finish_exchange()
        if self.stored(JOURNAL) is not None or not self.reached(JOURNAL):
            raise OSError("what lies where an exchange is noted is in the way")
        before = {name: self._whole_text(PREFIX + name) for name in plan}
        note = {"plan": dict(plan), "before": {name: _mark(text) for name, text in before.items()}}
        try:
            self._put(PREFIX + JOURNAL, seal(1, dump(note)))
            # Removing first, so that a nearly full storage has room.
            for name in sorted(plan, key=lambda each: plan[each] is not None):
                self._exchange_one(name, plan[name], before[name])
        except OSError:
            self._take_back(before)
            raise
        self._forget_exchange()
        for name in plan:
            self.drop(name)

    def _take_back(self, before: Mapping[str, str | None]) -> None:
        """Puts back the texts that were there before an exchange; where not even that works, a later start goes on with it."""
        whole = True
        for name, text in before.items():
            try:
                if self._storage.get(PREFIX + name) == text:
                    continue
                if text is None:
                    self._storage.remove(PREFIX + name)
                else:
                    self._storage.set(PREFIX + name, text)
            except OSError:
                whole = False
        if whole:
            self._forget_exchange()

    def _forget_exchange(self) -> None:
        try:
            self._storage.remove(PREFIX + JOURNAL)
        except OSError as error:
            self._failed(error)
            with suppress(OSError):
                self._storage.set(PREFIX + JOURNAL, seal(2, dump({"plan": {}, "before": {}})))

    def _finish_exchange(self) -> None:
        """Carries on with an exchange that a kill has cut off. What has been written since the plan was made stays."""
        payload = self.stored(JOURNAL)
        if payload is None:
            return
        plan, marks = payload.get("plan"), payload.get("before", {})
        if not _is_plan(plan) or not isinstance(marks, dict):
            self.refuse(JOURNAL, Fault.DAMAGED, "no plan")
            return
        try:
            for name in sorted(plan, key=lambda each: plan[each] is not None):
                text = self._whole_text(PREFIX + name)
                torn = text != self._storage.get(PREFIX + name)
                if torn or marks.get(name, _mark(text)) == _mark(text):
                    self._exchange_one(name, plan[name], text)
        except OSError as error:
            self._failed(error)
        else:
            self._forget_exchange()

    def _exchange_one(self, name: str, body: str | None, before: str | None) -> None:
        key = PREFIX + name
        try:
            envelope = self._open(name, before)
        except UnreadableError:
            return  # It has become unreadable since the plan was made: it stays.
        if body is None:
            self._storage.remove(key + BESIDE)
            self._storage.remove(key)
            return
        self._switch(key, seal(1 + (envelope.revision if envelope else 0), body), before)


def _is_plan(value: object) -> TypeGuard[dict[str, str | None]]:
    return isinstance(value, dict) and all(body is None or isinstance(body, str) for body in value.values())


def _mark(text: str | None) -> str | None:
    """Tells a stored text from others."""
    return None if text is None else checksum(dump(text))


def is_internal(name: str) -> bool:
    """Whether the name is of the store's own, and no record's."""
    return name == JOURNAL or name.endswith(BESIDE)


def open_text(name: str, text: str) -> Envelope:
    envelope = unseal(text)
    try:
        return Envelope(envelope.revision, upgrade(name, envelope.version, envelope.payload))
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableError(Fault.DAMAGED, f"version {envelope.version}: {error}") from None
