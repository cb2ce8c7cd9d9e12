"""The browser's Back: a screen back in the game, and out of it only from the menu."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.chromium import READY, START_TIMEOUT, centre, open_game, until, wait_ready, wait_state
from tests.browser.conftest import Serve
from tests.browser.game import start


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
    back(page)
    wait_state(page, "state.screen === 'practice'")
    back(page)
    wait_state(page, "state.screen === 'menu'")
    page.go_back()
    assert page.url == url + "favicon.png"


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


def test_a_frame_leaves_the_history_of_the_page_around_alone(page: Page, serve: Serve, bundle: Path) -> None:
    portal = b"<!doctype html><iframe width=460 height=640 src=/game/index.html></iframe>"
    page.goto(serve(bundle, mount="/game", extra={"/portal.html": portal}).origin + "/portal.html")
    frame = page.frames[1]
    until(frame, READY, START_TIMEOUT)
    before = page.evaluate("history.length")
    frame.evaluate("document.querySelectorAll('#mirror button').forEach((b) => b.textContent === 'Settings' && b.click())")
    until(frame, "blockPuzzle.state().screen === 'settings'")
    assert page.evaluate("history.length") == before
