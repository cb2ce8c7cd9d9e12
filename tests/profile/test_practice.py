"""The lessons that were done: kept, joined between tabs, carried by backups."""

from __future__ import annotations

import json

from game.profile import backup
from game.profile.player import Player
from tests.profile.storages import Memory

KEY = "block-puzzle/practice"


def player(storage: Memory) -> Player:
    return Player(storage, lambda: "2026-03-28")


def test_what_is_done_stays() -> None:
    storage = Memory()
    one = player(storage)
    assert one.practice.done == frozenset()
    one.practice.note("line")
    written = storage.get(KEY)
    one.practice.note("line")
    assert storage.get(KEY) == written
    assert player(storage).practice.done == {"line"}


def test_two_tabs_lose_nothing() -> None:
    storage = Memory()
    one, other = player(storage), player(storage)
    assert not one.practice.done | other.practice.done
    one.practice.note("line")
    other.practice.note("box")
    one.changed_elsewhere(KEY)
    assert one.practice.done == {"line", "box"}
    assert player(storage).practice.done == {"line", "box"}


def test_a_value_that_is_no_list_of_names_is_left_alone() -> None:
    storage = Memory()
    player(storage).practice.note("line")
    text = storage.get(KEY)
    assert text
    broken = json.dumps({**json.loads(text), "payload": {"done": [1]}})
    storage.set(KEY, broken)
    assert player(storage).practice.done == frozenset()
    assert storage.get(KEY) == broken


def test_a_backup_joins_the_lessons() -> None:
    there, here = Memory(), Memory()
    player(there).practice.note("line")
    mine = player(here)
    mine.practice.note("box")
    backup.merge(mine, backup.parse(backup.export(player(there))))
    assert mine.practice.done == {"line", "box"}
