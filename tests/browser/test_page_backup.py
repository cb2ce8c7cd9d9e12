"""window.blockPuzzle.save() and load(), on the real bundle: all that is kept, out and in again, checked by the game itself."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Error, Page

from game.profile.envelope import checksum, dump, seal, unseal
from tests.browser.chromium import open_game, state, wait_ready, wait_state
from tests.browser.game import COMPARED, Game, centre, start

NewContext = Callable[..., BrowserContext]
ROUND = "block-puzzle/round/classic"
LOAD = "text => blockPuzzle.load(text)"


def local(page: Page) -> dict[str, str]:
    """All of the origin's storage."""
    found: dict[str, str] = page.evaluate("({ ...localStorage })")
    return found


def play(page: Page, moves: int) -> Game:
    """A new round, some moves long."""
    game = start(page, "level.easy", "board.8")
    for _ in range(moves):
        move = game.choose()
        assert move
        game.make(move, "click")
    return game


def altered(text: str, key: str, value: str) -> str:
    """The backup with another value under a key, and a checksum that agrees."""
    backup = json.loads(text)
    backup["entries"][key] = value
    backup["checksum"] = checksum(dump(backup["entries"]))
    return dump(backup)


def test_everything_comes_back_elsewhere_and_other_keys_are_left_alone(desktop: Page, new_context: NewContext, url: str) -> None:
    game = play(desktop, 4)
    before = game.check()
    desktop.evaluate("localStorage['other/game'] = 'untouched'")
    text = desktop.evaluate("blockPuzzle.save()")
    assert "other/game" not in text

    elsewhere = new_context(width=1000, height=700).new_page()
    open_game(elsewhere, url)
    play(elsewhere, 2)
    elsewhere.evaluate("localStorage['mine/too'] = 'kept'")
    revision = unseal(local(elsewhere)[ROUND]).revision
    elsewhere.evaluate(LOAD, text)
    assert state(elsewhere)["screen"] == "menu"
    found = local(elsewhere)
    assert found.pop("mine/too") == "kept"
    assert {key: unseal(value).payload for key, value in found.items()} == {
        key: unseal(value).payload for key, value in local(desktop).items() if key.startswith("block-puzzle/")
    }
    assert unseal(found[ROUND]).revision > revision, "so that other tabs notice"
    for reload in (False, True):
        if reload:
            elsewhere.reload()
            wait_ready(elsewhere)
        elsewhere.mouse.click(*centre(elsewhere, "resume"))
        after = wait_state(elsewhere, "state.screen === 'play'")
        assert {name: after[name] for name in COMPARED} == {name: before[name] for name in COMPARED}


def test_another_tab_asks_before_its_round_is_replaced(desktop: Page, url: str) -> None:
    game = play(desktop, 2)
    text = desktop.evaluate("blockPuzzle.save()")
    move = game.choose()
    assert move
    shown = game.make(move, "click")
    other = desktop.context.new_page()
    open_game(other, url)
    other.evaluate(LOAD, text)
    desktop.bring_to_front()
    now = wait_state(desktop, "state.saved === 'conflict'")
    assert now["board"] == shown["board"]


def test_what_is_no_backup_or_a_broken_one_changes_nothing(desktop: Page) -> None:
    game = play(desktop, 3)
    text = desktop.evaluate("blockPuzzle.save()")
    before = local(desktop)
    payload = unseal(before[ROUND]).payload
    score = payload["score"]
    record = payload["record"]
    assert isinstance(score, int)
    assert isinstance(record, dict)
    again = {**record, "moves": [*record["moves"][:2], record["moves"][0]]}
    broken = {
        "": "no backup",
        "Dear player": "no backup",
        text[:-20]: "end of this backup is missing",
        text.replace("block-puzzle-backup/1", "block-puzzle-backup/2"): "newer",
        altered(text, "other/game", "theirs"): "damaged",
        altered(text, ROUND, "level=7"): "damaged",
        altered(text, ROUND, before[ROUND].replace('"score":', '"score":1')): "damaged",
        altered(text, ROUND, seal(9, dump({**payload, "score": score + 1}))): "damaged",
        altered(text, ROUND, seal(9, dump({**payload, "record": again}))): "move 3 is refused",
        altered(text, ROUND, before[ROUND].replace('"version":1', '"version":99')): "newer",
        altered(text, "block-puzzle/scores/master", seal(1, dump({"best": -4}))): "damaged",
    }
    for candidate, why in broken.items():
        with pytest.raises(Error, match=why):
            desktop.evaluate(LOAD, candidate)
        assert local(desktop) == before
    game.check()


def test_an_empty_backup_takes_nothing_away(desktop: Page, new_context: NewContext, url: str) -> None:
    empty = desktop.evaluate("blockPuzzle.save()")
    assert json.loads(empty)["entries"] == {}
    play(desktop, 2)
    before = local(desktop)
    desktop.evaluate(LOAD, empty)
    assert local(desktop) == before


def test_a_backup_that_does_not_fit_changes_nothing(desktop: Page) -> None:
    play(desktop, 2)
    text = desktop.evaluate("blockPuzzle.save()")
    desktop.evaluate("for (let size = 4e6; size >= 1; size = Math.floor(size / 2)) {"
                  " try { while (true) localStorage['big/' + localStorage.length] = 'x'.repeat(size); } catch {} }")  # fmt: skip
    before = local(desktop)
    with pytest.raises(Error, match="storage refuses"):
        desktop.evaluate(LOAD, text)
    assert local(desktop) == before


def test_values_that_cannot_be_read_stay_and_go_along(desktop: Page) -> None:
    play(desktop, 2)
    foreign = {"block-puzzle/stickers": "level=7", "block-puzzle/scores/master": '{"version":1,"rev'}
    desktop.evaluate("values => Object.assign(localStorage, values)", foreign)
    desktop.reload()
    wait_ready(desktop)
    text = desktop.evaluate("blockPuzzle.save()")
    assert json.loads(text)["unreadable"] == foreign
    desktop.evaluate(LOAD, text)
    assert {key: local(desktop)[key] for key in foreign} == foreign


def test_without_storage_the_backup_holds_what_this_tab_holds(storageless: Page, url: str) -> None:
    open_game(storageless, url)
    storageless.mouse.click(*centre(storageless, "first"))
    wait_state(storageless, "state.screen === 'play'")
    storageless.keyboard.press("1")
    storageless.keyboard.press("Enter")
    shown = wait_state(storageless, "state.moves === 1")
    text = storageless.evaluate("blockPuzzle.save()")
    payload = unseal(json.loads(text)["entries"][ROUND]).payload
    assert (payload["score"], payload["board"]) == (shown["score"], shown["board"])
    with pytest.raises(Error, match="storage refuses"):
        storageless.evaluate(LOAD, text)
    assert state(storageless)["moves"] == 1
