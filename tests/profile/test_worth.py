"""When a player may be reminded of a backup."""

from __future__ import annotations

import json
from random import Random

from game.profile.backup import export, merge, parse, replace
from game.profile.worth import GAMES, backup_is_due, note_backup
from game.rules.modes import CLASSIC, MASTER
from tests.profile.players import play_on, player
from tests.profile.storages import Memory


def test_a_backup_is_due_after_some_games_and_not_at_once_after_one() -> None:
    storage = Memory()
    at = player(storage)
    for number in range(GAMES):
        assert not backup_is_due(player(storage)), number
        play_on(at, at.begin((CLASSIC, MASTER)[number % 2], {}), 1, Random(1))
    assert backup_is_due(at)
    assert backup_is_due(player(storage))
    note_backup(at)
    assert not backup_is_due(player(storage))
    for _ in range(GAMES):
        play_on(at, at.begin(MASTER, {}), 1, Random(1))
    assert backup_is_due(player(storage))


def test_the_note_is_about_this_device_alone() -> None:
    storage = Memory()
    at = player(storage)
    play_on(at, at.begin(MASTER, {}), 1, Random(1))
    note_backup(at)
    text = export(at)
    assert "block-puzzle/backup" not in json.loads(text)["entries"]
    noted = storage.values["block-puzzle/backup"]
    for take_in in (merge, replace):
        take_in(at, parse(text))
        assert storage.values["block-puzzle/backup"] == noted
