"""Nothing is lost, on the real bundle: kills, full storage, two tabs, foreign values, days."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import BrowserContext, Error, Page

from game.profile.envelope import unseal
from tests.browser.chromium import agreed_storage, open_game, state, until, wait_ready, wait_state
from tests.browser.game import COMPARED, Game, centre, start

NewContext = Callable[..., BrowserContext]
KEY = "block-puzzle/round/classic"
FILL = """() => {
  for (let size = 4e6; size >= 1; size = Math.floor(size / 2)) {
    try { while (true) localStorage['other/' + localStorage.length] = 'x'.repeat(size); } catch {}
  }
}"""
EMPTY = "() => { for (const key of Object.keys(localStorage)) if (key.startsWith('other/')) localStorage.removeItem(key); }"


def stored(page: Page) -> dict[str, str]:
    """All of the origin's storage."""
    found: dict[str, str] = page.evaluate("({ ...localStorage })")
    return found


def moves(game: Game, count: int) -> None:
    for _ in range(count):
        move = game.choose()
        assert move
        game.make(move, "click")


def resume(page: Page) -> dict[str, object]:
    """Continue from the menu."""
    page.mouse.click(*centre(page, "resume"))
    return wait_state(page, "state.screen === 'play'")


def test_everything_stored_is_read_by_the_same_code_elsewhere(desktop: Page) -> None:
    moves(start(desktop, "level.easy", "board.8"), 3)
    values = stored(desktop)
    assert {key for key in values if not key.startswith("block-puzzle/")} == set()
    for key, text in values.items():
        assert unseal(text).revision > 0, key


def test_a_page_that_is_killed_right_after_a_move_has_kept_it(desktop: Page, url: str) -> None:
    game = start(desktop, "level.easy", "board.8")
    moves(game, 4)
    before = game.check()
    with desktop.expect_event("crash"), suppress(Error):
        desktop.goto("chrome://crash", timeout=5_000)
    again = desktop.context.new_page()
    open_game(again, url)
    after = resume(again)
    assert {name: after[name] for name in COMPARED} == {name: before[name] for name in COMPARED}


def test_a_full_storage_is_told_and_the_board_saved_once_there_is_room(desktop: Page) -> None:
    game = start(desktop, "level.easy", "board.8")
    moves(game, 2)
    desktop.evaluate(FILL)
    count = len(game.moves)
    while state(desktop)["saved"] == "kept" and len(game.moves) < count + 30:
        move = game.choose()
        assert move
        game.moves.append(move)
        desktop.mouse.click(*centre(desktop, f"hand:{move.slot}"))
        desktop.mouse.click(*game.cell(move.row, move.column))
        wait_state(desktop, f"state.moves === {len(game.moves)}")
    shown = wait_state(desktop, "state.saved === 'here-only'")
    assert "this tab only" in shown["message"]
    # A write that failed cleans up behind itself, which may leave just the room that the next one needs.
    desktop.evaluate(FILL)
    # Trying in vain changes nothing but that it is said again.
    said = "document.getElementById('announcements').textContent"
    before = desktop.evaluate(said)
    game.press("save-here")
    until(desktop, f"{said} !== {json.dumps(before)}")
    assert state(desktop)["saved"] == "here-only"
    desktop.evaluate(EMPTY)
    game.press("save-here")
    wait_state(desktop, "state.saved === 'kept'")
    game.check()
    desktop.reload()
    wait_ready(desktop)
    resume(desktop)
    game.check()


def test_two_tabs_ask_before_one_overwrites_the_other(desktop: Page, url: str) -> None:
    game = start(desktop, "level.easy", "board.8")
    moves(game, 2)
    mine = game.check()
    other = desktop.context.new_page()
    open_game(other, url)
    resume(other)
    theirs = Game(other, moves=list(game.moves))
    moves(theirs, 2)
    after = theirs.check()
    desktop.bring_to_front()
    shown = wait_state(desktop, "state.saved === 'conflict'")
    assert shown["board"] == mine["board"], "this tab keeps its board"
    # Each of the other's moves is heard of for itself.
    until(desktop, f"JSON.parse(localStorage['{KEY}']).payload.record.moves.length === {len(theirs.moves)}")
    game.press("save-here")
    wait_state(desktop, "state.dialog === 'conflict'")
    game.press("conflict.load")
    loaded = wait_state(desktop, "state.saved === 'kept' && state.dialog === null")
    assert {name: loaded[name] for name in COMPARED} == {name: after[name] for name in COMPARED}
    game.moves = list(theirs.moves)
    moves(game, 1)
    game.check()
    other.bring_to_front()
    wait_state(other, "state.saved === 'conflict'")
    theirs.press("save-here")
    wait_state(other, "state.dialog === 'conflict'")
    theirs.press("conflict.keep")
    wait_state(other, "state.saved === 'kept'")
    theirs.check()


def test_a_board_is_not_left_before_it_is_said_which_one_is_kept(desktop: Page, url: str) -> None:
    game = start(desktop, "level.easy", "board.8")
    moves(game, 2)
    record = game.stored()["payload"]["record"]
    other = desktop.context.new_page()
    open_game(other, url)
    resume(other)
    other.mouse.click(*centre(other, "menu"))
    theirs = start(other, "level.easy", "board.8")
    moves(theirs, 3)
    board = theirs.check()["board"]
    desktop.bring_to_front()
    wait_state(desktop, "state.saved === 'conflict'")
    until(desktop, f"JSON.parse(localStorage['{KEY}']).payload.record.moves.length === 3")
    game.press("menu")
    wait_state(desktop, "state.dialog === 'conflict'")
    desktop.keyboard.press("Escape")
    assert wait_state(desktop, "state.dialog === null")["screen"] == "play"
    desktop.go_back()
    wait_state(desktop, "state.dialog === 'conflict'")
    game.press("conflict.keep")
    wait_state(desktop, "state.screen === 'menu'")
    assert game.stored()["payload"]["record"] == record
    other.bring_to_front()
    assert wait_state(other, "state.saved === 'conflict'")["board"] == board


def test_cleared_site_data_are_told_and_saved_again(desktop: Page, url: str) -> None:
    game = start(desktop, "level.easy", "board.8")
    moves(game, 3)
    before = stored(desktop)
    other = desktop.context.new_page()
    open_game(other, url)
    other.evaluate("localStorage.clear()")
    desktop.bring_to_front()
    wait_state(desktop, "state.saved === 'here-only'")
    assert stored(desktop) == {}, "nothing is written unasked"
    game.press("save-here")
    wait_state(desktop, "state.saved === 'kept'")
    now = stored(desktop)
    for key, text in before.items():
        if "settings" not in key:
            assert unseal(now[key]).payload == unseal(text).payload


def test_two_tabs_count_every_game_and_keep_the_best(desktop: Page, url: str) -> None:
    other = desktop.context.new_page()
    open_game(other, url)
    source, best, games = Random(3), 0, 0
    for _ in range(8):
        tab = source.choice((desktop, other))
        tab.bring_to_front()
        if state(tab)["screen"] == "play":
            tab.mouse.click(*centre(tab, "menu"))
            if wait_state(tab, "state.screen === 'menu' || state.dialog === 'conflict'")["dialog"]:
                # The other tab has begun another round in the place of this one.
                tab.mouse.click(*centre(tab, "conflict.load"))
            wait_state(tab, "state.screen === 'menu'")
        game = start(tab, "level.easy")
        moves(game, source.randrange(1, 4))
        games, best = games + 1, max(best, game.check()["score"])
    (standing,) = [unseal(text).payload for key, text in agreed_storage(desktop, other).items() if "/scores/" in key]
    assert isinstance(standing["results"], list)
    assert len(standing["results"]) == games
    assert standing["best"] == best


def open_backup(page: Page) -> None:
    page.mouse.click(*centre(page, "settings"))
    wait_state(page, "state.screen === 'settings'")
    press_seen(page, "backup")
    wait_state(page, "state.screen === 'backup'")


def press_seen(page: Page, name: str) -> None:
    """Presses something in a column that scrolls."""
    found = f"state.regions.find((r) => r.id === {json.dumps(name)})"
    shown = wait_state(page, found)
    while not (entry := next(each for each in shown["regions"] if each["id"] == name))["visible"]:
        page.mouse.move(500, 400)
        page.mouse.wheel(0, 200)
        # Turned again before the column has moved, the wheel would take it too far.
        shown = wait_state(page, f"{found}.rect[1] !== {entry['rect'][1]}")
    page.mouse.click(*centre(page, name))


def test_a_backup_goes_to_another_browser_as_a_file(desktop: Page, new_context: NewContext, url: str, tmp_path: Path) -> None:
    game = start(desktop, "level.easy", "board.8")
    moves(game, 3)
    before = game.check()
    game.press("menu")
    wait_state(desktop, "state.screen === 'menu'")
    open_backup(desktop)
    with desktop.expect_download() as download:
        press_seen(desktop, "file")
    download.value.save_as(tmp_path / "backup.txt")

    elsewhere = new_context(width=1000, height=700).new_page()
    open_game(elsewhere, url)
    open_backup(elsewhere)
    press_seen(elsewhere, "bring")
    with elsewhere.expect_file_chooser() as chooser:
        elsewhere.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(tmp_path / "backup.txt")
    wait_state(elsewhere, "state.offer?.includes('round/classic')")
    assert not stored(elsewhere).get(KEY), "nothing changes before it is chosen"
    press_seen(elsewhere, "merge")
    wait_state(elsewhere, "state.message?.startsWith('Merged')")
    elsewhere.keyboard.press("Escape")
    wait_state(elsewhere, "state.screen === 'settings'")
    elsewhere.keyboard.press("Escape")
    wait_state(elsewhere, "state.screen === 'menu'")
    after = resume(elsewhere)
    assert {name: after[name] for name in COMPARED} == {name: before[name] for name in COMPARED}


def test_foreign_values_stay_and_the_game_plays(new_context: NewContext, url: str) -> None:
    foreign = {
        KEY: "level=7", "block-puzzle/settings": '{"version":99,"revision":1,"payload":{}}', "block-puzzle/stickers": "",
        "other/game": "theirs", "block-puzzler/x": "1",
    }  # fmt: skip
    page = new_context(width=1000, height=700).new_page()
    page.goto(url + "favicon.png")
    page.evaluate("values => Object.assign(localStorage, values)", foreign)
    open_game(page, url)
    page.mouse.click(*centre(page, "first"))
    shown = wait_state(page, "state.screen === 'play'")
    assert shown["saved"] == "set-aside"
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    wait_state(page, "state.moves === 1")
    found = stored(page)
    assert {key: found[key] for key in foreign} == foreign


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_daily_has_the_date_of_the_players_zone(zone: str, new_context: NewContext, url: str) -> None:
    page = new_context(width=1000, height=700, timezone_id=zone).new_page()
    open_game(page, url)
    page.mouse.click(*centre(page, "classic"))
    wait_state(page, "state.screen === 'classic'")
    expected = {datetime.now(ZoneInfo(zone)).date().isoformat()}
    page.mouse.click(*centre(page, "daily"))
    shown = wait_state(page, "state.screen === 'play'")
    expected.add(datetime.now(ZoneInfo(zone)).date().isoformat())
    assert shown["options"]["daily"] in expected
    kept = stored(page)[f"block-puzzle/round/classic-daily/{shown['options']['daily']}"]
    assert json.loads(kept)["payload"]["record"]["options"] == shown["options"]


@pytest.mark.parametrize("text", ["[" * 20_000, '{"a":' * 20_000])
@pytest.mark.parametrize("name", ["settings", "round/classic", "scores/master", "stickers", "exchange"])
def test_a_value_nested_too_deeply_is_set_aside(desktop: Page, name: str, text: str) -> None:
    key = f"block-puzzle/{name}"
    desktop.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])
    desktop.reload()
    wait_ready(desktop)
    assert desktop.evaluate("(key) => localStorage.getItem(key)", key) == text
