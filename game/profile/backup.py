"""Everything that is kept as one text that the player can keep elsewhere, and back (docs/saves.md).

The page's own ``window.blockPuzzle.save()`` and ``load()`` write and read the same format.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from game.profile import practice, progress, scores, stickers, worth
from game.profile.envelope import UnreadableError, checksum, dump, parse_json
from game.profile.fields import WrongFieldError
from game.profile.keeping import is_slot
from game.profile.kept import BrokenRoundError, Relation, relation, restore
from game.profile.player import Player
from game.profile.shared import Kind
from game.profile.store import PREFIX, Payload, is_internal, open_text
from game.rules.record import RecordError

FORMAT = "block-puzzle-backup/1"
FORMAT_NAME = "block-puzzle-backup/"
LONGEST = 4_000_000
"""Characters; browsers keep about five million for a site."""

_KINDS: tuple[tuple[str, Kind[Any]], ...] = (
    (scores.PREFIX, scores.KIND),
    (stickers.NAME, stickers.KIND),
    (progress.PREFIX, progress.KIND),
    (practice.NAME, practice.KIND),
)
"""The records that are joined, by their name or what it begins with."""


class Flaw(StrEnum):
    """Why a text is no backup that can be taken in."""

    NO_BACKUP = "no-backup"
    CUT = "cut"
    """Not complete: part of the text is missing."""
    NEWER = "newer"
    DAMAGED = "damaged"
    """Something in it is not as it was saved."""


class BackupError(ValueError):
    """The text is no backup, or a damaged one; ``flaw`` says why, the message where."""

    def __init__(self, flaw: Flaw, where: str) -> None:
        super().__init__(where)
        self.flaw = flaw


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that has been read and checked as a whole."""

    saved: str
    """When it was made, as YYYY-MM-DDTHH:MM:SSZ; empty where it does not say."""
    records: Mapping[str, Payload]
    """By the record's name."""


class Fate(StrEnum):
    """What becomes of a record when a backup is merged with what is here."""

    SAME = "same"
    """Here and there alike."""
    ADDED = "added"
    """Only in the backup: it is added."""
    STAYS = "stays"
    """It stays as it is here; replacing would remove it, or take the backup's in its place."""
    GOES_ON = "goes-on"
    """The backup has the same round, played further: it takes the place of this one."""
    JOINED = "joined"
    """What both know is kept."""
    LOCKED = "locked"
    """What lies here cannot be read: neither merging nor replacing touches it."""


@dataclass(frozen=True, slots=True)
class Item:
    """One record in the preview of an import."""

    name: str
    fate: Fate
    here: Payload | None
    there: Payload | None


# -- out -----------------------------------------------------------------------------------------------


def export(player: Player) -> str:
    """Everything as one text, also what the storage has not taken. Unreadable values go along as they are.

    What a storage that refuses cannot give is missing; what this tab holds is there.
    """
    store = player.store
    entries, unreadable = {}, {}
    for name in names(player):
        # Where this tab holds something else than is stored, it is the later.
        for text in filter(None, dict.fromkeys((store.stored_text(name), store.present_text(name)))):
            try:
                _entry(PREFIX + name, text)
                entries[PREFIX + name] = text
            except BackupError:
                unreadable[PREFIX + name] = text
    backup: dict[str, object] = {
        "format": FORMAT,
        "saved": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(player.now())),
        "checksum": checksum(dump(entries)),
        "entries": entries,
    }
    if unreadable:
        backup["unreadable"] = unreadable
    return dump(backup)


def names(player: Player) -> list[str]:
    """The records that belong to a backup."""
    return [name for name in player.store.all_names() if name != worth.NAME]


# -- in ------------------------------------------------------------------------------------------------


def parse(text: str) -> Backup:
    """The backup in a text, every record of it checked.

    Raises:
        BackupError: it is none, or damaged anywhere: then nothing of it is used.
    """
    value = _json(text.strip().lstrip("\ufeff"))
    if not isinstance(value, dict) or not isinstance(value.get("format"), str):
        raise BackupError(Flaw.NO_BACKUP, "no format")
    if value["format"] != FORMAT:
        newer = value["format"].startswith(FORMAT_NAME)
        raise BackupError(Flaw.NEWER if newer else Flaw.NO_BACKUP, value["format"][:60])
    entries, saved = value.get("entries"), value.get("saved", "")
    if not isinstance(entries, dict) or not isinstance(saved, str):
        raise BackupError(Flaw.NO_BACKUP, "no entries")
    if value.get("checksum") != checksum(dump(entries)):
        raise BackupError(Flaw.DAMAGED, "the checksum does not agree")
    return Backup(saved, dict(_entry(key, entries[key]) for key in sorted(entries)))


def _json(text: str) -> object:
    if len(text) > LONGEST:
        raise BackupError(Flaw.NO_BACKUP, f"{len(text)} characters")
    try:
        return parse_json(text)
    except UnreadableError:
        pass
    try:
        # Mail programs break long lines; the text has no line ends of its own.
        return parse_json(text.replace("\r", "").replace("\n", ""))
    except UnreadableError as error:
        flaw = Flaw.CUT if text.startswith("{") and FORMAT_NAME in text[:200] else Flaw.NO_BACKUP
        raise BackupError(flaw, str(error)) from None


def _entry(key: str, text: object) -> tuple[str, Payload]:
    name = key.removeprefix(PREFIX)
    if not key.startswith(PREFIX) or not isinstance(text, str) or not key.isascii() or is_internal(name):
        raise BackupError(Flaw.DAMAGED, key[:60])
    try:
        payload = open_text(name, text).payload
        _check(name, payload)
    except UnreadableError as error:
        flaw = Flaw.NEWER if error.fault == "newer" else Flaw.DAMAGED
        raise BackupError(flaw, f"{name}: {error}"[:200]) from None
    except (WrongFieldError, RecordError, BrokenRoundError) as error:
        raise BackupError(Flaw.DAMAGED, f"{name}: {error}"[:200]) from None
    return name, payload


def _check(name: str, payload: Payload) -> None:
    if is_slot(name):
        restore(name, payload)
    elif (kind := _kind(name)) is not None:
        kind.read(payload)


def _kind(name: str) -> Kind[Any] | None:
    return next((kind for prefix, kind in _KINDS if name == prefix or (prefix.endswith("/") and name.startswith(prefix))), None)


# -- what an import would do, and doing it -----------------------------------------------------------------


def preview(player: Player, backup: Backup) -> list[Item]:
    """What merging would do with every record, here or in the backup, by name."""
    player.check()
    items = []
    for name in _concerned(player, backup):
        there = backup.records.get(name)
        try:
            items.append(_item(player, name, there))
        except OSError:
            items.append(Item(name, Fate.LOCKED, None, there))
    return items


def _items(player: Player, backup: Backup) -> list[Item]:
    """The same for doing it. Raises OSError: the storage does not say all that is here."""
    player.check()
    player.store.names()
    return [_item(player, name, backup.records.get(name)) for name in _concerned(player, backup)]


def _concerned(player: Player, backup: Backup) -> list[str]:
    return sorted({*names(player), *backup.records} - {worth.NAME})


def _item(player: Player, name: str, there: Payload | None) -> Item:
    try:
        here = _here(player, name)
    except BackupError:
        return Item(name, Fate.LOCKED, None, there)
    if there is None:
        return Item(name, Fate.STAYS, here, there)
    if here is None:
        return Item(name, Fate.ADDED, here, there)
    if here == there:
        return Item(name, Fate.SAME, here, there)
    if _kind(name) is not None:
        return Item(name, Fate.JOINED, here, there)
    # Where this tab's round and the stored one are two, it is not for a backup to choose.
    further = is_slot(name) and not player.store.changed(name) and relation(here, there) is Relation.FURTHER
    return Item(name, Fate.GOES_ON if further else Fate.STAYS, here, there)


def _here(player: Player, name: str) -> Payload | None:
    """What is here: of a record that is joined all that this tab or the storage knows, else what this tab has.

    Raises:
        BackupError: what is stored cannot be read.
        OSError: the storage refuses.
    """
    store, kind = player.store, _kind(name)
    stored = store.stored_now(name)
    if name in store.set_aside:
        raise BackupError(Flaw.DAMAGED, name)
    if stored is None:
        return store.peek(name)
    try:
        _check(name, stored)
    except (WrongFieldError, RecordError, BrokenRoundError) as error:
        raise BackupError(Flaw.DAMAGED, f"{name}: {error}"[:200]) from None
    if not store.holds(name):
        return stored
    held = store.peek(name)
    return held if kind is None or held is None else kind.write(kind.join(kind.read(stored), kind.read(held)))


def merge(player: Player, backup: Backup) -> None:
    """Takes in what the backup knows; nothing that is here is lost.

    Raises:
        OSError: the storage refuses; everything is as it was.
    """
    plan: dict[str, Payload | None] = {}
    for item in _items(player, backup):
        if item.fate in (Fate.ADDED, Fate.GOES_ON):
            plan[item.name] = item.there
        elif item.fate is Fate.JOINED:
            plan[item.name] = _joined(item)
    _carry_out(player, plan)


def _joined(item: Item) -> Payload:
    kind = _kind(item.name)
    assert kind is not None, "only such records are joined"
    assert item.here is not None
    assert item.there is not None
    return kind.write(kind.join(kind.read(item.here), kind.read(item.there)))


def replace(player: Player, backup: Backup) -> None:
    """Makes everything as it was when the backup was made, but for values here that cannot be read.

    Raises:
        OSError: the storage refuses; everything is as it was.
    """
    _carry_out(player, {item.name: item.there for item in _items(player, backup) if item.fate is not Fate.LOCKED})


def _carry_out(player: Player, plan: Mapping[str, Payload | None]) -> None:
    bodies = {name: None if payload is None else dump(payload) for name, payload in plan.items()}
    player.store.exchange(bodies)
    player.reload(plan.keys())

