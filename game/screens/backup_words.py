"""What is kept, in words: records by kind, a round with its points, and what an import would do to each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.profile import practice, progress, scores, settings, stickers
from game.profile.backup import Backup, Fate, Item
from game.profile.envelope import Fault
from game.profile.keeping import DAILY, SLOTS, day_of_slot, is_slot
from game.profile.store import Payload, SetAside
from game.words import number, say

_KINDS = (
    (scores.PREFIX, "scores"),
    (stickers.NAME, "stickers"),
    (progress.PREFIX, "progress"),
    (practice.NAME, "practice"),
    (settings.NAME, "settings"),
)
LONGEST_DETAIL = 120
"""Characters of what is said of where a record breaks."""
_COUNTED = ("scores", "stickers", "progress", "practice")
"""The kinds of which it is said how much they hold, and which are joined."""


def record_name(name: str) -> str:
    """What a player calls a record ("Bests and statistics")."""
    return _group_name(_group(name))


def _group_name(group: str) -> str:
    if (day := day_of_slot(group)) is not None:
        return say("saves.daily_of", day=day)
    return say(f"saves.{group.replace('/', '.')}")


def _group(name: str) -> str:
    """The kind of a record; every round is its own."""
    if is_slot(name):
        return name
    for prefix, kind in _KINDS:
        if name == prefix or (prefix.endswith("/") and name.startswith(prefix)):
            return kind
    return "other"


def trouble_words(aside: SetAside) -> str:
    """Why a record is not read, for the player."""
    name = record_name(aside.key.partition("/")[2])
    key = "newer" if aside.fault is Fault.NEWER else "foreign" if aside.fault is Fault.FOREIGN else "damaged"
    return say(f"backup.unreadable.{key}", name=name)


def trouble_detail(aside: SetAside) -> str:
    """Where a damaged record breaks, such as at which move of a round, for whoever can mend it; empty for other troubles."""
    return say("backup.unreadable.detail", where=aside.where[:LONGEST_DETAIL]) if aside.fault is Fault.DAMAGED else ""


def kept_lines(records: Iterable[tuple[str, Payload]]) -> list[str]:
    """What is kept, a line for every round and one for each other kind."""
    lines: dict[str, str] = {}
    counts: dict[str, int] = {}
    for name, payload in records:
        group = _group(name)
        counts[group] = counts.get(group, 0) + _things(group, payload)
        if is_slot(name):
            lines[group] = say("backup.round", name=_group_name(group), score=_points(payload))
        else:
            lines[group] = _counted(group, counts[group])
    return [lines[group] for group in sorted(lines, key=_order)]


def _order(group: str) -> tuple[int, str]:
    """Rounds first, as the menu has them; a day's daily beside the other dailies."""
    groups = [*SLOTS, *(kind for _, kind in _KINDS), "other"]
    return groups.index(DAILY if day_of_slot(group) else group), group


def _things(group: str, payload: Payload) -> int:
    if group == "scores":
        return scores.read(payload).games
    if group == "stickers":
        return len(stickers.KIND.read(payload))
    if group == "progress":
        return progress.read(payload).complete
    if group == "practice":
        return len(practice.KIND.read(payload))
    return 1


def _counted(group: str, count: int) -> str:
    name = _group_name(group)
    if group in _COUNTED:
        return say(f"backup.{group}" if count != 1 else f"backup.{group}.one", name=name, count=number(count))
    return name


def _points(payload: Payload | None) -> str:
    score = None if payload is None else payload.get("score")
    return number(score) if isinstance(score, int) else "0"


def made(backup: Backup) -> str:
    """The heading over a backup's content."""
    day, _, time = backup.saved.partition("T")
    return say("backup.holds.from", day=day, time=time[:5]) if time else say("backup.holds")


def merge_lines(items: Sequence[Item]) -> list[str]:
    """What merging would do, a line for every round and one for each other kind that is concerned."""
    lines: dict[str, str] = {}
    fates: dict[str, set[Fate]] = {}
    for item in items:
        group = _group(item.name)
        fates.setdefault(group, set()).add(item.fate)
        lines[group] = _line(group, fates[group], item)
    return [line for group, line in sorted(lines.items(), key=lambda each: _order(each[0])) if line]


def _line(group: str, fates: set[Fate], item: Item) -> str:
    name = _group_name(group)
    if fates <= {Fate.SAME}:
        return say("backup.fate.same", name=name)
    if is_slot(item.name):
        return _round_line(name, item)
    if Fate.LOCKED in fates:
        return say("backup.fate.locked", name=name)
    if fates & {Fate.JOINED, Fate.ADDED} and group in _COUNTED:
        return say("backup.fate.joined", name=name)
    return say("backup.fate.added" if Fate.ADDED in fates else "backup.fate.stays", name=name)


def _round_line(name: str, item: Item) -> str:
    here, there = _points(item.here), _points(item.there)
    if item.fate is Fate.STAYS and item.there is not None:
        return say("backup.fate.round.stays", name=name, here=here, there=there)
    if item.fate is Fate.GOES_ON:
        return say("backup.fate.round.goes_on", name=name, here=here, there=there)
    if item.fate is Fate.ADDED:
        return say("backup.fate.round.added", name=name, there=there)
    return say("backup.fate.locked" if item.fate is Fate.LOCKED else "backup.fate.stays", name=name)
