"""When a player may be reminded of a backup, and the browser asked to keep what is there."""

from __future__ import annotations

import json
from random import Random

from game.profile.backup import export, merge, parse, replace
from game.profile.worth import GAMES, backup_is_due, note_backup, worth_persisting
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


def test_only_a_round_that_has_ended_is_worth_asking_the_browser() -> None:
    storage = Memory()
    at = player(storage)
    assert not worth_persisting(at)
    kept = at.begin(CLASSIC, {"level": "hard"})
    play_on(at, kept, 1, Random(1))
    assert not worth_persisting(at)
    play_on(at, kept, 10_000, Random(1), 0)
    assert worth_persisting(player(storage))
