"""Firefox and WebKitGTK as installed by the system, behind one small interface, for tests that every engine must pass.

Chromium, driven by Playwright, has the same interface in `Chromium`, so that a smoke test is written once.
"""

from __future__ import annotations

import glob
import itertools
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import websocket
from playwright.sync_api import Playwright
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser import chromium

WINDOW = (480, 720)  # CSS pixels, about: WebKitGTK's window has a bar of its own
START_TIMEOUT = 60.0  # s
MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
FIREFOX_PREFERENCES: dict[str, Any] = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "remote.active-protocols": 1,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class Engine(Protocol):
    """One page in one browser, with real input."""

    def open(self, url: str) -> None:
        """Goes there; returns when the document has loaded."""

    def reload(self) -> None:
        """Loads the page again."""

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, as JSON carries it."""

    def click(self, x: float, y: float) -> None:
        """A click with the mouse, at CSS pixels from the page's left top."""

    def press(self, key: str) -> None:
        """A key by its WebDriver value: a character, or one of the code points for special keys."""


def until(engine: Engine, expression: str, timeout: float = chromium.PATIENCE / 1000) -> Any:
    """Waits until an expression is truthy and returns its value; `timeout` in seconds."""
    end = time.monotonic() + timeout
    while not (value := engine.evaluate(expression)):
        assert time.monotonic() < end, f"still not so after {timeout:g} s: {expression}"
        time.sleep(0.03)
    return value


def wait_ready(engine: Engine) -> None:
    """Waits until the game is on the canvas; a failure page fails the test with what it says."""
    until(engine, f"({chromium.READY}) || ({chromium.FAILED})", START_TIMEOUT)
    assert not engine.evaluate(chromium.FAILED), engine.evaluate("document.getElementById('failure').innerText")


class Chromium:
    """Through Playwright."""

    def __init__(self, playwright: Playwright) -> None:
        self._browser = chromium.launch(playwright)
        self._page = self._browser.new_context(viewport={"width": WINDOW[0], "height": WINDOW[1]}).new_page()

    def open(self, url: str) -> None:
        self._page.goto(url)

    def reload(self) -> None:
        self._page.reload()

    def evaluate(self, expression: str) -> Any:
        return self._page.evaluate(expression)

    def click(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def press(self, key: str) -> None:
        self._page.keyboard.press({"\ue007": "Enter", "\ue015": "ArrowDown", " ": "Space"}.get(key, key))

    def close(self) -> None:
        """Ends the browser."""
        self._browser.close()


class Firefox:
    """Through WebDriver BiDi, which Firefox speaks itself over a web socket; `private`: all its windows are private ones."""

    def __init__(self, profile: Path, private: bool = False) -> None:
        preferences = {**FIREFOX_PREFERENCES, "browser.privatebrowsing.autostart": private}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
        (profile / "user.js").write_text("\n".join(lines), "utf-8")
        width, height = WINDOW
        command = [
            *(firefox_executable() or "firefox", "--headless", "--no-remote", "--profile", str(profile)),
            *("--remote-debugging-port", "0", "--width", str(width), "--height", str(height)),
        ]
        log = profile / "log.txt"
        with log.open("w") as output:
            self._process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        self._ids = itertools.count(1)
        self._socket = websocket.create_connection(
            _listening(log) + "/session", timeout=START_TIMEOUT, suppress_origin=True
        )
        self._send("session.new", capabilities={})
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]
        self._send("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def _send(self, method: str, **parameters: Any) -> Any:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == number:
                assert answer["type"] == "success", f"{method}: {answer}"
                return answer["result"]

    def open(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def reload(self) -> None:
        self._send("browsingContext.reload", context=self._context, wait="complete")

    def evaluate(self, expression: str) -> Any:
        answer = self._send(
            "script.evaluate",
            expression=f"JSON.stringify(({expression}) ?? null)", target={"context": self._context}, awaitPromise=False,
        )  # fmt: skip
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def click(self, x: float, y: float) -> None:
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._send("input.performActions", context=self._context, actions=[source])

    def press(self, key: str) -> None:
        steps = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        source = {"type": "key", "id": "keyboard", "actions": steps}
        self._send("input.performActions", context=self._context, actions=[source])

    def leave(self) -> None:
        """Closes the browser as a player does, after which all that is kept has reached the disk."""
        self._send("browser.close")
        self._process.wait(START_TIMEOUT)

    def close(self) -> None:
        """Ends the browser."""
        self._socket.close()
        self._process.terminate()
        self._process.wait()


def _listening(log: Path) -> str:
    """The address that Firefox says it listens on."""
    end = time.monotonic() + START_TIMEOUT
    # With the end of the line, for it may be half written.
    while not (found := re.search(r"WebDriver BiDi listening on (ws://\S+)\s", log.read_text("utf-8", "replace"))):
        assert time.monotonic() < end, f"Firefox did not start:\n{log.read_text('utf-8', 'replace')}"
        time.sleep(0.05)
    return found[1]


class WebKit:
    """WebKitGTK's small browser on a virtual screen, through its own WebDriver."""

    def __init__(self, display: str) -> None:
        options = Options()
        options.binary_location = mini_browser() or "MiniBrowser"
        options.add_argument("--automation")
        service = Service(shutil.which("WebKitWebDriver") or "WebKitWebDriver", env={**os.environ, "DISPLAY": display})
        self._driver = webdriver.WebKitGTK(options=options, service=service)
        self._driver.set_window_size(*WINDOW)

    def open(self, url: str) -> None:
        self._load(lambda: self._driver.get(url))

    def reload(self) -> None:
        self._load(self._driver.refresh)

    def _load(self, action: Callable[[], None]) -> None:
        """Loads a page, and once more when the engine crashes over it, which this one does now and then on any page."""
        try:
            action()
        except WebDriverException:
            action()

    def evaluate(self, expression: str) -> Any:
        return json.loads(self._driver.execute_script(f"return JSON.stringify(({expression}) ?? null)"))

    def click(self, x: float, y: float) -> None:
        actions = ActionBuilder(self._driver)
        actions.pointer_action.move_to_location(round(x), round(y)).click()  # type: ignore[no-untyped-call]  # selenium
        actions.perform()

    def press(self, key: str) -> None:
        # To what has the focus: keys sent to an element would begin with a click in its middle.
        ActionChains(self._driver).send_keys(key).perform()

    def close(self) -> None:
        """Ends the browser."""
        self._driver.quit()


def firefox_executable() -> str | None:
    """The path of an installed Firefox, or None."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def mini_browser() -> str | None:
    """The path of WebKitGTK's small browser, or None."""
    return next(iter(sorted(glob.glob(MINI_BROWSERS))), None)


@contextmanager
def virtual_screen() -> Iterator[str]:
    """An X server without a screen; gives its DISPLAY."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as numbers:
        number = numbers.readline().strip()
    assert number, "Xvfb did not start"
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()
