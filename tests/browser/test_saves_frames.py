"""In a frame on another site's page: with storage, without it, and where the frame is sealed off from everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, Playwright, Route

from game.rules.modes import MODES
from game.rules.pieces import piece
from game.rules.record import Record
from tests.browser import chromium
from tests.browser.beside import Beside
from tests.browser.chromium import launch_with_preferences, until, wait_ready
from tests.browser.conftest import Serve
from tests.browser.server import Host
from tests.browser.tab import Tab

INPUTS = ("click", "drag", "keys")
NewProfile = Callable[[dict[str, Any]], BrowserContext]
ALLOWED, BLOCKED = {"cookie_controls_mode": 0}, {"cookie_controls_mode": 1}
"""Whether the player's browser lets sites in frames keep anything."""
SIZE = {"width": 1000, "height": 700}
PORTAL = '<!doctype html><style>* {{ margin: 0; border: 0 }}</style><iframe width=1000 height=700 src="{url}" {sandbox}></iframe>'
THROWS = "(() => { try { return !localStorage; } catch { return true; } })()"


@pytest.fixture
def host(serve: Serve, bundle: Path) -> Host:
    return serve(bundle, mount="/game")


@pytest.fixture
def new_profile(playwright: Playwright, tmp_path: Path) -> Iterator[NewProfile]:
    """Makes a browser with a profile of its own and these preferences; other contexts block storage in frames anyway."""
    with ExitStack() as stack:

        def make(preferences: dict[str, Any]) -> BrowserContext:
            context = launch_with_preferences(playwright, tmp_path / "profile", preferences, viewport=SIZE)
            stack.callback(context.close)
            return context

        yield make


def embed(page: Page, host: Host, sandbox: str = "") -> Frame:
    """Opens another site's page with the game in a frame: 127.0.0.1 and localhost are two sites."""
    host.extra["/portal.html"] = PORTAL.format(url=host.url, sandbox=sandbox).encode()
    page.goto(host.origin.replace("localhost", "127.0.0.1") + "/portal.html")
    return page.frames[1]


def test_plays_and_goes_on_where_frames_may_keep_something(new_profile: NewProfile, host: Host) -> None:
    page = new_profile(ALLOWED).new_page()
    frame = embed(page, host)
    wait_ready(frame)
    assert not frame.evaluate(THROWS)
    tab = Tab(frame)
    tab.press("first")
    beside = tab.arrived()
    tab.play(beside, 4, INPUTS)
    page.reload()
    frame = page.frames[1]
    wait_ready(frame)
    tab = Tab(frame)
    tab.press("resume")
    tab.check(beside)
    tab.play(beside, 2, INPUTS)


def test_plays_on_where_frames_may_keep_nothing(new_profile: NewProfile, host: Host) -> None:
    page = new_profile(BLOCKED).new_page()
    chromium.open_game(page, host.url)
    assert not page.evaluate(THROWS), "on its own page it may"
    frame = embed(page, host)
    wait_ready(frame)
    assert frame.evaluate(THROWS)
    assert_in_this_tab_only(Tab(frame))


def test_plays_on_in_a_sealed_frame_that_gets_the_files(page: Page, host: Host) -> None:
    """Its origin is nobody's: scripts come from a host that allows every origin only, and storage throws."""
    page.set_viewport_size({"width": 1000, "height": 700})
    page.context.route("**/game/**", allow_every_origin)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    frame = embed(page, host, 'sandbox="allow-scripts"')
    wait_ready(frame)
    assert frame.evaluate("origin") == "null"
    assert frame.evaluate(THROWS)
    assert_in_this_tab_only(Tab(frame))
    assert errors == []


def allow_every_origin(route: Route) -> None:
    response = route.fetch()
    route.fulfill(response=response, headers={**response.headers, "access-control-allow-origin": "*"})


def test_says_so_in_a_sealed_frame_that_gets_no_files(page: Page, host: Host) -> None:
    frame = embed(page, host, 'sandbox="allow-scripts"')
    until(frame, chromium.FAILED, chromium.START_TIMEOUT)
    assert frame.locator("#loading").is_hidden()
    assert frame.locator("#failure-title").inner_text() == "This frame is sealed off"
    assert frame.locator("#failure-reload").is_visible()


def assert_in_this_tab_only(tab: Tab) -> None:
    """A round is played, is said to live in this tab only, also when saving is tried again, and goes on after the menu."""
    tab.press("first")
    tab.look("state.screen === 'play' && state.saved === 'here-only' && state.message.includes('this tab only')")
    beside = dealt(tab.shown)
    for number in range(3):
        move = beside.choose(Random(number), undo=0)
        assert move
        tab.send(move, INPUTS[number % 3])
        beside.make(move)
        check(tab, beside)
    tab.press("save-here")
    tab.look("state.saved === 'here-only' && state.message.includes('this tab only')")
    tab.to_menu()
    tab.press("settings", "theme.dark")
    tab.to_menu()
    tab.press("resume")
    check(tab, beside)
    tab.press("undo")
    tab.look("state.moves === 4 && state.saved === 'here-only'")
    assert not tab.view.evaluate(chromium.FAILED)


def dealt(shown: dict[str, Any]) -> Beside:
    """A round with the hand that is shown: its seed is nowhere to be read."""
    mode = MODES[shown["mode"]]
    hand = tuple(piece(text) for text in shown["hand"])
    return Beside(Record(mode, mode.options(shown["options"]), deal=(hand,)))


def check(tab: Tab, beside: Beside) -> None:
    """The page shows the engine's board and points, and that they live in this tab only."""
    shown = tab.look(f"state.screen === 'play' && state.moves === {len(beside.moves)}")
    expected = beside.shown()
    assert {name: shown[name] for name in ("board", "score", "lines", "streak")} == {
        name: expected[name] for name in ("board", "score", "lines", "streak")
    }
    assert shown["saved"] == "here-only"
    assert "this tab only" in shown["message"]
