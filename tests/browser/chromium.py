"""Chromium as installed by the system, driven by Playwright."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Frame, Page, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# No sandbox, for containers and root; the rest keeps the browser from calling home while it is tested.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
READY = "document.getElementById('canvas') && !document.getElementById('loading')"
FAILED = "document.getElementById('failure')?.hidden === false"
START_TIMEOUT = 30_000  # ms; a busy machine with two slow cores must be enough
PATIENCE = 15_000
"""How long a page that runs may take for anything, in ms: there too."""
READING = 450
"""How long a question stands before it is answered, in ms: what comes sooner may be of a double click."""
# No step has run for a while, in which frames have come: nothing moves, and only the clock or an input can change anything.
AT_REST = """async (patience) => {
  const end = performance.now() + patience;
  for (let before = -1, steps = -2; before !== steps; ) {
    if (performance.now() > end) return false;
    before = steps;
    await new Promise((done) => setTimeout(done, 300));
    await new Promise((done) => requestAnimationFrame(done));
    steps = blockPuzzle.metrics().steps;
  }
  return true;
}"""


def executable() -> str | None:
    """The path of an installed Chromium, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """A headless browser."""
    return playwright.chromium.launch(executable_path=executable(), args=FLAGS)


def launch_without_storage(playwright: Playwright, profile: Path) -> BrowserContext:
    """A browser whose settings block all site data: there localStorage throws as soon as it is named."""
    return launch_with_preferences(playwright, profile, {"default_content_setting_values": {"cookies": 2}})


def launch_with_preferences(playwright: Playwright, profile: Path, preferences: dict[str, Any], **options: Any) -> BrowserContext:
    """A browser with a profile on the disk and these of its player's preferences, those that Chromium calls profile.…"""
    (profile / "Default").mkdir(parents=True)
    (profile / "Default" / "Preferences").write_text(json.dumps({"profile": preferences}), "utf-8")
    return playwright.chromium.launch_persistent_context(profile, executable_path=executable(), args=FLAGS, **options)


@contextmanager
def window(playwright: Playwright, profile: Path, *flags: str) -> Iterator[Browser]:
    """A browser as a player opens it, with a profile on the disk; with "--incognito" its first page is in a private window.

    It is closed as a player closes it, after which all that is kept has reached the disk.
    """
    asked = profile / "DevToolsActivePort"
    asked.unlink(missing_ok=True)
    options = ["--headless", "--remote-debugging-port=0", f"--user-data-dir={profile}", "--window-size=1000,800", *flags]
    process = subprocess.Popen([executable() or NAMES[0], *FLAGS, *options, "about:blank"], stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + START_TIMEOUT / 1000
        while not asked.exists() or len(asked.read_text("utf-8").split()) < 2:
            assert time.monotonic() < end, "Chromium did not start"
            time.sleep(0.05)
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{asked.read_text('utf-8').split()[0]}")
        yield browser
        browser.new_browser_cdp_session().send("Browser.close")
        process.wait(START_TIMEOUT / 1000)
    finally:
        process.kill()
        process.wait()


def until(page: Page | Frame, expression: str, timeout: float = PATIENCE) -> None:
    """Waits until a JavaScript expression is truthy; `timeout` in ms.

    Asked from outside: the page's policy forbids the evaluation that Playwright's own wait_for_function does inside.
    """
    end = time.monotonic() + timeout / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"still not so after {timeout:g} ms: {expression}"
        page.wait_for_timeout(20)


def open_game(page: Page, url: str) -> None:
    """Goes there and waits until the game is on the canvas; a failure page fails the test with what it says."""
    page.goto(url)
    wait_ready(page)


def wait_ready(page: Page | Frame) -> None:
    """Waits until the game is on the canvas; a failure page fails the test with what it says."""
    until(page, f"({READY}) || ({FAILED})", START_TIMEOUT)
    assert not page.evaluate(FAILED), page.locator("#failure").inner_text()


def wait_offline_ready(page: Page) -> None:
    """Waits until the service worker keeps the whole build."""
    until(page, "blockPuzzle.metrics().offline === 'ready'", START_TIMEOUT)


def state(page: Page) -> dict[str, Any]:
    """What the canvas shows, as window.blockPuzzle.state() tells it."""
    found: dict[str, Any] = page.evaluate("blockPuzzle.state()")
    return found


def wait_at_rest(page: Page) -> None:
    """Waits until the game runs no steps."""
    assert page.evaluate(AT_REST, PATIENCE), "the game never rests"


def wait_state(page: Page, predicate: str, timeout: float = PATIENCE) -> dict[str, Any]:
    """Waits until a JavaScript expression about `state` holds and returns the state then."""
    until(page, f"(() => {{ const state = blockPuzzle.state(); return state && ({predicate}); }})()", timeout)
    return state(page)


def aim_by_arrows(view: Page | Frame, slot: int, row: int, column: int) -> None:
    """Moves the aim of a piece that is being chosen to an origin, with the arrow keys.

    A busy machine lets go of a key so late now and then that the game repeats it: what comes of that is made up for.
    """
    keyboard = (view if isinstance(view, Page) else view.page).keyboard
    chosen = f"(() => {{ const state = blockPuzzle.state(); return state.selected === {slot} && state.target; }})()"
    for _ in range(5):
        until(view, chosen)
        down, right = view.evaluate("blockPuzzle.state().target")
        if (down, right) == (row, column):
            return
        for key, steps in (
            ("ArrowDown", row - down),
            ("ArrowUp", down - row),
            ("ArrowRight", column - right),
            ("ArrowLeft", right - column),
        ):
            for _ in range(steps):
                keyboard.press(key)
        # The game's own wait for a frame began earlier than this one: by its end all keys have been taken in.
        view.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError(f"the arrows do not lead to {row}, {column}")


def agreed_storage(*tabs: Page) -> dict[str, str]:
    """All of the origin's storage, once every tab sees the same: what one of them writes reaches the others after a moment."""
    end = time.monotonic() + PATIENCE / 1000
    while True:
        stored: dict[str, str] = tabs[0].evaluate("({ ...localStorage })")
        if all(tab.evaluate("({ ...localStorage })") == stored for tab in tabs):
            return stored
        assert time.monotonic() < end, "the tabs see different things stored"
        tabs[0].wait_for_timeout(20)


def region(page: Page, name: str) -> tuple[float, float, float, float]:
    """Left, top, width and height in CSS pixels of something drawn on the canvas, by its id in the state's regions.

    Waits until it is there: what a test has just pressed may still be on its way.
    """
    end = time.monotonic() + PATIENCE / 1000
    while True:
        regions: dict[str, list[float]] = {entry["id"]: entry["rect"] for entry in state(page)["regions"]}
        if name in regions:
            left, top, width, height = regions[name]
            return left, top, width, height
        assert time.monotonic() < end, f"{name} is not among {sorted(regions)}"
        page.wait_for_timeout(20)


def centre(page: Page, name: str) -> tuple[float, float]:
    """The middle of a region; of a question's answer, once there was time to read the question."""
    left, top, width, height = region(page, name)
    if state(page).get("dialog"):
        page.wait_for_timeout(READING)
    return left + width / 2, top + height / 2
