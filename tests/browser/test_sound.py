"""What a player hears, measured where the runtime hands its samples to the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.chromium import centre, open_game, until, wait_state
from tests.browser.conftest import Serve, Trouble

# Keeps every audio context that is made, and the loudest sample that was handed to it.
LISTENING = """(() => {
  const heard = window.heard = { contexts: [], loudest: 0 };
  const Context = window.AudioContext;
  window.AudioContext = class extends Context {
    constructor(...given) { super(...given); heard.contexts.push(this); }
    createScriptProcessor(...given) {
      const node = super.createScriptProcessor(...given);
      Object.defineProperty(node, 'onaudioprocess', {
        set(fill) {
          node.addEventListener('audioprocess', (event) => {
            fill.call(node, event);
            for (const sample of event.outputBuffer.getChannelData(0)) {
              heard.loudest = Math.max(heard.loudest, Math.abs(sample));
            }
          });
        },
      });
      return node;
    }
  };
})();"""
STATE = "heard.contexts.map(({ state }) => state)"
AUDIBLE = 0.02


@pytest.fixture
def listened(new_context: Callable[..., BrowserContext], serve: Serve, bundle: Path) -> Page:
    page = new_context().new_page()
    page.add_init_script(LISTENING)
    open_game(page, serve(bundle).url)
    return page


def press(page: Page, name: str) -> None:
    page.mouse.click(*centre(page, name))


def loudest(page: Page) -> float:
    """The loudest sample since the last call."""
    value: float = page.evaluate("[heard.loudest, heard.loudest = 0][0]")
    return value


def pick(page: Page) -> None:
    """Takes up a piece, which sounds."""
    for slot in (0, 1):
        press(page, f"hand:{slot}")
        wait_state(page, f"state.selected === {slot}")


def hide(page: Page, hidden: bool) -> None:
    """The tab is left, or seen again."""
    page.evaluate(
        "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def test_the_first_gesture_wakes_it_and_moves_are_heard(listened: Page) -> None:
    trouble = Trouble(listened)
    assert listened.evaluate(STATE) == [], "no audio is asked for before there is a gesture"
    press(listened, "first")
    wait_state(listened, "state.screen === 'play'")
    until(listened, f"String({STATE}) === 'running'")
    pick(listened)
    until(listened, f"heard.loudest > {AUDIBLE}")
    assert trouble.errors == []


def test_the_first_tap_of_a_finger_wakes_it(
    new_context: Callable[..., BrowserContext], serve: Serve, bundle: Path
) -> None:
    page = new_context(touch=True).new_page()
    page.add_init_script(LISTENING)
    open_game(page, serve(bundle).url)
    page.touchscreen.tap(*centre(page, "first"))
    wait_state(page, "state.screen === 'play'")
    until(page, f"String({STATE}) === 'running'")
    page.touchscreen.tap(*centre(page, "hand:0"))
    until(page, f"heard.loudest > {AUDIBLE}")


def test_it_sleeps_while_the_tab_is_hidden_and_is_alive_again_after(listened: Page) -> None:
    press(listened, "first")
    wait_state(listened, "state.screen === 'play'")
    until(listened, f"String({STATE}) === 'running'")
    hide(listened, True)
    until(listened, f"String({STATE}) === 'suspended'")
    hide(listened, False)
    loudest(listened)
    pick(listened)
    until(listened, f"String({STATE}) === 'running' && heard.loudest > {AUDIBLE}")


def test_an_interrupted_context_is_resumed_by_the_next_gesture(listened: Page) -> None:
    press(listened, "first")
    wait_state(listened, "state.screen === 'play'")
    until(listened, f"String({STATE}) === 'running'")
    # As a phone call does.
    listened.evaluate("heard.contexts[0].suspend()")
    until(listened, f"String({STATE}) === 'suspended'")
    loudest(listened)
    pick(listened)
    until(listened, f"heard.loudest > {AUDIBLE}")


def test_switched_off_nothing_is_heard_and_the_output_is_given_back(listened: Page) -> None:
    press(listened, "settings")
    wait_state(listened, "state.screen === 'settings'")
    until(listened, f"String({STATE}) === 'running'")
    press(listened, "sound.False")
    until(listened, f"String({STATE}) === 'closed'")
    press(listened, "back")
    wait_state(listened, "state.screen === 'menu'")
    loudest(listened)
    press(listened, "first")
    wait_state(listened, "state.screen === 'play'")
    pick(listened)
    listened.wait_for_timeout(300)
    assert loudest(listened) == 0
    assert listened.evaluate(STATE) == ["closed"]


def test_a_browser_without_audio_plays_in_silence(
    new_context: Callable[..., BrowserContext], serve: Serve, bundle: Path
) -> None:
    page = new_context().new_page()
    trouble: Any = Trouble(page)
    page.add_init_script("delete window.AudioContext; delete window.webkitAudioContext;")
    open_game(page, serve(bundle).url)
    press(page, "first")
    wait_state(page, "state.screen === 'play'")
    pick(page)
    assert trouble.errors == []
