"""The browser's Back: a screen back in the game, and out of it only from the menu."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import bundles, engines
from tests.browser.chromium import READY, START_TIMEOUT, centre, open_game, until, wait_ready, wait_state
from tests.browser.conftest import Serve
from tests.browser.engines import Engine
from tests.browser.game import start

OURS = "history.state !== null"
"""The page stands at the entry that it keeps while the game is not on the menu."""
# Rooms with a way back from some of them. What is published is the room's name, whenever it is another one.
ROOMS = """
class Rooms(Probe):
    at, told, backs = "menu", None, 0

    def act(self, action):
        if action == "fail":
            raise ValueError("the probe was asked to fail")
        if action == "back":
            self.backs += 1
            call("mark", f"back {self.backs}")
            self.at = {"hall": "menu", "tower": "hall", "asking": "menu"}.get(self.at, self.at)
        else:
            self.at = action

    def tell(self):
        if self.at != self.told:
            self.told = self.at
            asking = self.at == "asking"
            call("state", {"screen": "menu" if asking else self.at, "dialog": "ask" if asking else None})
            doors = [{"label": door, "action": door} for door in ("menu", "hall", "tower", "locked", "asking", "fail")]
            call("mirror", {"title": self.at, "actions": doors})

Probe = Rooms
"""


@pytest.fixture(scope="module")
def rooms_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle with rooms in place of the game."""
    return bundles.probe(tmp_path_factory.mktemp("rooms"), ROOMS)


@pytest.fixture
def rooms(rooms_bundle: Path, page: Page, serve: Serve) -> Page:
    """A page with the rooms, come to from the icon's address."""
    host = serve(rooms_bundle)
    page.goto(host.url + "favicon.png")
    open_game(page, host.url)
    return page


def enter(page: Page, room: str) -> None:
    """Through a door of the mirror."""
    page.get_by_role("button", name=room).press("Enter")
    wait_state(page, f"state.screen === '{room}'")


def backs(count: int) -> str:
    """A JavaScript expression: the rooms have been asked to go back so often since the page was loaded."""
    return f"performance.getEntriesByName('back {count}').length === 1"


def entry(page: Page) -> list[Any]:
    """Which entry of the history the page stands at, and how many there are."""
    found: list[Any] = page.evaluate("[navigation.currentEntry.key, history.length]")
    return found


def assert_leads_out(page: Page) -> None:
    """From the menu Back leaves the page."""
    wait_state(page, "state.screen === 'menu'")
    until(page, f"!({OURS})")
    page.go_back()
    assert page.url.endswith("/favicon.png")


def press(page: Page, name: str, screen: str) -> None:
    page.mouse.click(*centre(page, name))
    wait_state(page, f"state.screen === '{screen}'")


def back(page: Page) -> None:
    """The browser's own button; Playwright's go_back would wait for a page to load."""
    page.evaluate("history.back()")


def test_back_leads_through_the_screens_and_then_out(page: Page, url: str) -> None:
    page.goto(url + "favicon.png")
    open_game(page, url)
    press(page, "practice", "practice")
    press(page, "lesson.line", "lesson")
    if wait_state(page, "state.screen === 'lesson'")["dialog"]:
        back(page)
        wait_state(page, "state.screen === 'lesson' && state.dialog === null")
    for screen in ("practice", "menu"):
        until(page, OURS)
        back(page)
        wait_state(page, f"state.screen === '{screen}'")
    page.go_back()
    assert page.url == url + "favicon.png"


def test_a_back_that_changes_nothing_does_not_use_up_the_way_back(rooms: Page) -> None:
    enter(rooms, "locked")
    for count in (1, 2, 3):
        until(rooms, OURS)
        back(rooms)
        until(rooms, backs(count))
    until(rooms, OURS)
    enter(rooms, "hall")
    back(rooms)
    assert_leads_out(rooms)


def test_no_back_adds_an_entry(rooms: Page) -> None:
    """A browser's own Back skips pages that add entries without a touch or a key: the second in a row would leave the game."""
    enter(rooms, "tower")
    before = entry(rooms)
    back(rooms)
    wait_state(rooms, "state.screen === 'hall'")
    until(rooms, OURS)
    assert entry(rooms) == before
    enter(rooms, "locked")
    back(rooms)
    until(rooms, backs(2))
    until(rooms, OURS)
    assert entry(rooms) == before


def test_a_return_that_comes_to_nothing_is_made_up_for(rooms: Page) -> None:
    """As when the player presses Back again before the page stands at its entry once more."""
    enter(rooms, "locked")
    rooms.evaluate("history.forward = () => { delete history.forward; window.lost = true; }")
    back(rooms)
    until(rooms, f"window.lost && {OURS}")
    enter(rooms, "menu")
    assert_leads_out(rooms)


def test_after_a_reload_the_entry_from_before_serves_the_next_screen(rooms: Page) -> None:
    enter(rooms, "tower")
    before = entry(rooms)
    rooms.reload()
    wait_ready(rooms)
    enter(rooms, "tower")
    assert entry(rooms) == before
    back(rooms)
    wait_state(rooms, "state.screen === 'hall'")
    until(rooms, OURS)
    assert entry(rooms) == before
    back(rooms)
    assert_leads_out(rooms)


def test_a_question_on_the_menu_is_closed_before_the_page_is_left(rooms: Page) -> None:
    rooms.get_by_role("button", name="asking").press("Enter")
    wait_state(rooms, "state.dialog === 'ask'")
    until(rooms, OURS)
    back(rooms)
    wait_state(rooms, "state.dialog === null")
    assert_leads_out(rooms)


def test_a_game_that_has_stopped_holds_nobody_back(rooms: Page) -> None:
    enter(rooms, "hall")
    rooms.get_by_role("button", name="fail").press("Enter")
    expect(rooms.locator("#failure")).to_be_visible()
    back(rooms)
    until(rooms, f"!({OURS})")
    rooms.go_back()
    assert rooms.url.endswith("/favicon.png")


def test_back_works_in_every_engine(engine: Engine, rooms_bundle: Path, serve: Serve) -> None:
    engine.open(serve(rooms_bundle).url)
    engines.wait_ready(engine)
    engine.evaluate("[...document.querySelectorAll('#mirror button')].find((b) => b.textContent === 'tower').click()")
    for room, inside in (("tower", True), ("hall", True), ("menu", False)):
        engines.until(engine, f"blockPuzzle.state().screen === '{room}' && ({OURS}) === {str(inside).lower()}")
        if inside:
            engine.evaluate("history.back()")


def test_back_from_a_round_keeps_it_and_does_not_stop_at_a_chosen_piece(desktop: Page) -> None:
    game = start(desktop, "level.easy", "board.8")
    move = game.choose()
    assert move
    shown = game.make(move, "click")
    desktop.keyboard.press("ArrowUp")
    wait_state(desktop, "state.selected !== null")
    back(desktop)
    wait_state(desktop, "state.screen === 'menu'")
    press(desktop, "resume", "play")
    assert game.check()["board"] == shown["board"]
    desktop.reload()
    wait_ready(desktop)
    press(desktop, "resume", "play")
    back(desktop)
    wait_state(desktop, "state.screen === 'menu'")


def test_the_games_own_ways_back_leave_nothing_behind(page: Page, url: str) -> None:
    page.goto(url + "favicon.png")
    open_game(page, url)
    for _ in range(3):
        press(page, "settings", "settings")
        assert page.evaluate("history.state") is not None
        page.keyboard.press("Escape")
        wait_state(page, "state.screen === 'menu' && history.state === null")
    page.go_back()
    assert page.url == url + "favicon.png"


def test_back_closes_the_question_for_a_text_first(new_context: Callable[..., BrowserContext], url: str) -> None:
    page = new_context(width=1000, height=700).new_page()
    page.goto(url + "favicon.png")
    open_game(page, url)
    for action, screen in (("settings", "settings"), ("backup", "backup"), ("bring", "backup")):
        page.locator(f"#mirror button[data-action='\"{action}\"']").press("Enter")
        wait_state(page, f"state.screen === '{screen}'")
    page.get_by_role("dialog").get_by_role("textbox").fill("not read")
    back(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    shown = wait_state(page, "state.message")
    assert (shown["screen"], shown["message"], shown["offer"]) == ("backup", "Nothing was read.", None)
    for screen in ("settings", "menu"):
        until(page, OURS)
        back(page)
        wait_state(page, f"state.screen === '{screen}'")
    assert_leads_out(page)


def test_a_frame_leaves_the_history_of_the_page_around_alone(page: Page, serve: Serve, bundle: Path) -> None:
    portal = b"<!doctype html><iframe width=460 height=640 src=/game/index.html></iframe>"
    page.goto(serve(bundle, mount="/game", extra={"/portal.html": portal}).origin + "/portal.html")
    frame = page.frames[1]
    until(frame, READY, START_TIMEOUT)
    before = page.evaluate("history.length")
    frame.evaluate("document.querySelectorAll('#mirror button').forEach((b) => b.textContent === 'Settings' && b.click())")
    until(frame, "blockPuzzle.state().screen === 'settings'")
    assert page.evaluate("history.length") == before
