"""Fixtures for tests that run a bundle in a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.browser import bundles, chromium
from tests.browser.engines import Chromium, Engine, Firefox, WebKit, firefox_executable, mini_browser, virtual_screen
from tests.browser.server import Host

Serve = Callable[..., Host]
NewPage = Callable[..., Page]
SLOWNESS = float(os.environ.get("SLOWNESS", "1"))
"""How many times slower than this machine the pages are to be."""


def cannot_run(why: str) -> None:
    """Skips a test that this machine cannot run; where the machine was prepared for it (CI), that is a failure."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def bundle() -> Path:
    """The bundle as players get it."""
    return bundles.real()


@pytest.fixture(scope="session")
def probe_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle with the probe in place of the game. Not to be changed: see `deployed`."""
    return bundles.probe(tmp_path_factory.mktemp("probe"))


@pytest.fixture
def deployed(probe_bundle: Path, tmp_path: Path) -> Path:
    """A copy of the probe's bundle that a test may change."""
    return shutil.copytree(probe_bundle, tmp_path / "deployed")


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serves a folder: serve(folder, mount="", ...) returns the running Host."""
    with ExitStack() as stack:
        yield lambda folder, **options: stack.enter_context(Host(folder, **options))


# Not for the session: while Playwright is open an event loop runs, in which tests elsewhere cannot run theirs.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright, once it is sure that there is a browser for it."""
    if not chromium.executable():
        cannot_run("Chromium is not installed. On Debian: apt-get install chromium")
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium."""
    launched = chromium.launch(playwright)
    yield launched
    launched.close()


@pytest.fixture
def new_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes fresh browser profiles: new_context(ratio=1, touch=False, width=480, height=720, ...)."""
    with ExitStack() as stack:

        def make(ratio: float = 1, touch: bool = False, width: int = 480, height: int = 720, **options: Any) -> BrowserContext:
            context = browser.new_context(
                viewport={"width": width, "height": height}, device_scale_factor=ratio, has_touch=touch, **options
            )
            stack.callback(context.close)
            if SLOWNESS > 1:
                context.on("page", slow_down)
            return context

        yield make


def slow_down(page: Page) -> None:
    """Lets the page's processor do less, as on a poor phone or a busy machine: what a test takes for granted comes later."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})


@pytest.fixture
def url(serve: Serve, bundle: Path) -> str:
    """The address of the game, deep in some static host."""
    return serve(bundle, mount="/games/block").url


@pytest.fixture
def desktop(new_context: Callable[..., BrowserContext], url: str) -> Page:
    """The game in a window of 1000 by 700 CSS pixels."""
    page = new_context(width=1000, height=700).new_page()
    chromium.open_game(page, url)
    return page


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], url: str) -> Page:
    """The game on a phone of 360 by 740 CSS pixels at ratio 3, with touch."""
    page = new_context(ratio=3, touch=True, width=360, height=740).new_page()
    chromium.open_game(page, url)
    return page


class Trouble:
    """What a page complained of: console errors, uncaught exceptions, requests to other origins."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.context.on("request", lambda request: self.requests.append(request.url))

    def foreign(self, origin: str) -> list[str]:
        """Requests that left the origin."""
        return [url for url in self.requests if not url.startswith((origin + "/", "blob:", "data:"))]


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    """A page in a fresh profile, 480 by 720 CSS pixels."""
    return new_context().new_page()


@pytest.fixture
def trouble(page: Page) -> Trouble:
    """What `page` complains of."""
    return Trouble(page)


@pytest.fixture
def storageless(playwright: Playwright, tmp_path: Path) -> Iterator[Page]:
    """A page in a browser whose player has blocked site data: storage throws."""
    context = chromium.launch_without_storage(playwright, tmp_path / "profile")
    yield context.new_page()
    context.close()


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A page in each of the three engines in turn, behind one interface."""
    with ExitStack() as stack:
        started: Chromium | Firefox | WebKit
        if request.param == "chromium":
            started = Chromium(request.getfixturevalue("playwright"))
        elif request.param == "firefox":
            if not firefox_executable():
                cannot_run("Firefox is not installed. On Debian: apt-get install firefox-esr")
            profile = tmp_path / "firefox"
            profile.mkdir()
            started = Firefox(profile)
        else:
            if not (mini_browser() and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")):
                cannot_run("WebKitGTK is not installed. On Debian: apt-get install webkit2gtk-driver xvfb")
            started = WebKit(stack.enter_context(virtual_screen()))
        stack.callback(started.close)
        yield started
