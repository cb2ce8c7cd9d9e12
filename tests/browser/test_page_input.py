"""Which keys and touches reach the game, and which stay the browser's; when the game runs at all."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser import chromium
from tests.browser.conftest import Serve

NewContext = Callable[..., BrowserContext]
WATCH_KEYS = """
window.prevented = {};
addEventListener('keydown', (event) => setTimeout(() => { prevented[event.key] = event.defaultPrevented; }), true);
"""
MARKS = count()


@pytest.fixture
def opened(probe_bundle: Path, page: Page, serve: Serve) -> Page:
    """A page with the probe running and the canvas focused."""
    page.add_init_script(WATCH_KEYS)
    chromium.open_game(page, serve(probe_bundle).url)
    return page


def seen(page: Page, **wanted: Any) -> list[dict[str, Any]]:
    """The events and actions that reached the program and have these values; whatever was done before has reached it.

    The step that takes in the mark has taken in all that came earlier.
    """
    mark = f"block-puzzle/mark {next(MARKS)}"
    page.evaluate("(key) => { dispatchEvent(new StorageEvent('storage', { key })); }", mark)
    entries: list[dict[str, Any]] = chromium.wait_state(page, f"state.seen.some(({{ key }}) => key === '{mark}')")["seen"]
    return [entry for entry in entries if all(entry.get(name) == value for name, value in wanted.items())]


def prevented(page: Page, keys: int) -> list[bool]:
    """For each of so many keys whether the page has cancelled it; that is noted a moment after the key."""
    chromium.until(page, f"Object.keys(prevented).length === {keys}")
    found: dict[str, bool] = page.evaluate("prevented")
    return list(found.values())


def test_canvas_has_the_keyboard_at_once(opened: Page) -> None:
    assert opened.evaluate("document.activeElement.id") == "canvas"
    opened.keyboard.press("a")
    assert [entry["event"] for entry in seen(opened, key="a")] == ["KeyDown", "KeyUp"]


@pytest.mark.parametrize("key", ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Space", "PageDown", "Home"])
def test_keys_of_the_game_do_not_scroll(key: str, opened: Page) -> None:
    opened.keyboard.press(key)
    assert seen(opened, event="KeyDown")
    assert prevented(opened, 1) == [True]


@pytest.mark.parametrize("key", ["F5", "F11", "F12", "Control+r", "Control+t", "Meta+r", "Alt+ArrowLeft", "Control+F5"])
def test_keys_of_the_browser_are_not_swallowed(key: str, opened: Page) -> None:
    # Keys that are made by a program do not reach the browser's own menus, so the page stays where it is.
    opened.keyboard.press(key)
    assert seen(opened, event="KeyDown") == []
    assert not any(prevented(opened, len(key.split("+"))))


def test_tab_leaves_the_canvas_for_the_mirror_and_comes_back(opened: Page) -> None:
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.closest('#mirror') !== null")
    assert seen(opened, event="KeyDown") == []
    opened.keyboard.press("Shift+Tab")
    assert opened.evaluate("document.activeElement.id") == "canvas"


# What lies over the canvas anywhere but in the box of what has the focus.
OVER_THE_CANVAS = """() => {
  const box = document.activeElement.getBoundingClientRect();
  const found = [];
  for (let x = 1; x < innerWidth; x += 8) {
    for (let y = 1; y < innerHeight; y += 8) {
      const inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
      const element = document.elementFromPoint(x, y);
      if (!inside && element !== canvas) found.push(`${element?.tagName} at ${x}, ${y}`);
    }
  }
  return found;
}"""


def test_of_the_mirror_only_what_has_the_focus_is_seen(desktop: Page) -> None:
    desktop.mouse.click(*chromium.centre(desktop, "first"))
    chromium.wait_state(desktop, "state.screen === 'play'")
    kinds = set()
    for _ in range(12):
        desktop.keyboard.press("Tab")
        if desktop.evaluate("document.activeElement.closest('#mirror') === null"):
            continue
        kinds.add(desktop.evaluate("document.activeElement.getAttribute('role') ?? document.activeElement.tagName"))
        left, top, width, height = desktop.evaluate(
            "(({ x, y, width, height }) => [x, y, width, height])(document.activeElement.getBoundingClientRect())"
        )
        assert min(left, top) >= 0
        assert left + width <= 1000
        assert width > 20
        assert height > 20
        assert desktop.evaluate(OVER_THE_CANVAS) == []
    assert kinds == {"gridcell", "BUTTON"}


def test_space_presses_a_button_outside_the_canvas(opened: Page) -> None:
    button = opened.get_by_role("button", name="Piece 1")
    button.focus()
    opened.keyboard.press("Space")
    assert seen(opened, kind="do") == [{"kind": "do", "action": "choose"}]
    assert seen(opened, event="KeyDown") == []


def test_a_click_arrives_where_it_was_made(opened: Page) -> None:
    opened.mouse.click(101, 203)
    down, up = seen(opened, event="MouseButtonDown"), seen(opened, event="MouseButtonUp")
    assert [entry["pos"] for entry in down + up] == [[101, 203], [101, 203]]


@pytest.mark.parametrize("ratio", [1, 2, 3])
def test_one_canvas_pixel_for_each_device_pixel(ratio: int, probe_bundle: Path, new_context: NewContext, serve: Serve) -> None:
    page = new_context(ratio=ratio, width=360, height=500).new_page()
    chromium.open_game(page, serve(probe_bundle).url)
    assert chromium.state(page)["size"] == [360 * ratio, 500 * ratio]
    assert page.evaluate("[canvas.width, canvas.height]") == [360 * ratio, 500 * ratio]
    page.mouse.click(100, 50)
    assert seen(page, event="MouseButtonDown")[0]["pos"] == [100 * ratio, 50 * ratio]


def test_touch_neither_zooms_nor_scrolls_nor_calls_a_menu(probe_bundle: Path, new_context: NewContext, serve: Serve) -> None:
    page = new_context(touch=True).new_page()
    chromium.open_game(page, serve(probe_bundle).url)
    style = "(name) => getComputedStyle(canvas)[name]"
    assert page.evaluate(style, "touchAction") == "none"
    assert page.evaluate(style, "userSelect") == "none"
    assert page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorY") == "none"
    assert page.evaluate("canvas.dispatchEvent(new MouseEvent('contextmenu', { cancelable: true, bubbles: true }))") is False
    page.touchscreen.tap(60, 80)
    assert [entry["touch"] for entry in seen(page, event="MouseButtonDown")] == [True]
    assert len(seen(page, event="FingerDown")) == 1


def test_a_cancelled_touch_is_told_before_its_end_is(probe_bundle: Path, new_context: NewContext, serve: Serve) -> None:
    page = new_context(touch=True).new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    chromium.open_game(page, serve(probe_bundle).url)
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 60, "y": 80}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    order = [entry.get("kind") or entry["event"] for entry in seen(page)]
    assert "touch-cancel" in order
    if "FingerUp" in order:
        assert order.index("touch-cancel") < order.index("FingerUp")
    assert said == []


def test_losing_the_window_is_told(opened: Page) -> None:
    opened.evaluate("dispatchEvent(new Event('blur'))")
    assert seen(opened, kind="blur")


def test_a_resize_is_told_and_leaves_the_focus_alone(opened: Page) -> None:
    opened.get_by_role("button", name="Piece 1").focus()
    opened.set_viewport_size({"width": 700, "height": 400})
    chromium.wait_state(opened, "state.size[0] === 700 && state.size[1] === 400")
    assert opened.evaluate("document.activeElement.textContent") == "Piece 1: fits"


def test_dark_and_reduced_motion_are_told(opened: Page) -> None:
    opened.emulate_media(color_scheme="dark", reduced_motion="reduce")
    chromium.wait_state(opened, "state.screen.dark && state.screen.reducedMotion")


def test_an_idle_game_runs_no_steps(opened: Page) -> None:
    chromium.wait_at_rest(opened)
    before = opened.evaluate("blockPuzzle.metrics().steps")
    opened.wait_for_timeout(1000)
    assert opened.evaluate("blockPuzzle.metrics().steps") == before


def test_nothing_piles_up_while_nothing_is_drawn(opened: Page) -> None:
    opened.evaluate("for (let i = 0; i < 500; i += 1) canvas.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))")
    before = opened.evaluate("blockPuzzle.metrics().steps")
    opened.wait_for_timeout(300)
    assert opened.evaluate("blockPuzzle.metrics().steps") - before <= 3


HIDE = """
window.pretendHidden = false;
Object.defineProperty(document, 'hidden', { get: () => pretendHidden });
window.hide = (hidden) => { pretendHidden = hidden; document.dispatchEvent(new Event('visibilitychange')); };
"""


def test_hiding_and_showing_the_tab_is_told(probe_bundle: Path, page: Page, serve: Serve) -> None:
    """Headless browsers never hide a page, so this one is told that it is hidden."""
    page.add_init_script(HIDE)
    chromium.open_game(page, serve(probe_bundle).url)
    page.evaluate("hide(true)")
    chromium.wait_state(page, "state.seen.some(({ kind, value }) => kind === 'visible' && value === false)")
    assert chromium.state(page)["screen"]["visible"] is False
    page.evaluate("hide(false)")
    chromium.wait_state(page, "state.seen.some(({ kind, value }) => kind === 'visible' && value === true)")
