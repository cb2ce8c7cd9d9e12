"""A private window: the game plays, is kept while the window is open, and leaves nothing in the player's profile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import Page, Playwright

from game.rules.round import Place
from tests.browser import chromium, engines
from tests.browser.beside import Beside, assert_kept, kept_round
from tests.browser.conftest import cannot_run
from tests.browser.engines import Firefox
from tests.browser.tab import Tab

KEY = "block-puzzle/round/classic"


def on_disk(profile: Path, text: str) -> bool:
    """Whether a profile's files hold the text."""
    found = (text.encode("ascii"), text.encode("utf-16-le"))
    files = (file for file in profile.rglob("*") if file.is_file() and not file.is_symlink())
    return any(each in content for content in map(Path.read_bytes, files) for each in found)


# -- Chromium --------------------------------------------------------------------------------------


def begin(page: Page, url: str, moves: int) -> Beside:
    """A first round, and some moves in it."""
    tab = Tab(page)
    chromium.open_game(page, url)
    assert tab.storage() == {}
    tab.press("first")
    beside = tab.arrived()
    tab.play(beside, moves)
    return beside


def go_on(page: Page, beside: Beside) -> None:
    """Loads the page again and continues."""
    page.reload()
    chromium.wait_ready(page)
    tab = Tab(page)
    tab.press("resume")
    tab.check(beside)
    tab.play(beside, 2)


def test_chromium(playwright: Playwright, url: str, tmp_path: Path) -> None:
    with chromium.window(playwright, tmp_path) as browser:
        ours = begin(browser.contexts[0].pages[0], url, 2)
        # A context as Playwright makes them for all other tests: off the record as well.
        beside = browser.new_context().new_page()
        other = begin(beside, url, 2)
        go_on(beside, other)
    with chromium.window(playwright, tmp_path, "--incognito") as browser:
        private = browser.contexts[0].pages[0]
        theirs = begin(private, url, 3)
        go_on(private, theirs)
        # The profile's own window in the same browser is as it was.
        own = browser.contexts[0].new_page()
        chromium.open_game(own, url)
        stored = Tab(own).storage()
        assert_kept(ours, stored[KEY])
        assert theirs.id not in str(stored)
        private.bring_to_front()
        go_on(private, theirs)
    assert on_disk(tmp_path, ours.id), "else the search finds nothing"
    assert not on_disk(tmp_path, theirs.id)
    assert not on_disk(tmp_path, other.id)
    with chromium.window(playwright, tmp_path) as browser:
        page = browser.contexts[0].pages[0]
        chromium.open_game(page, url)
        go_on(page, ours)


# -- Firefox ---------------------------------------------------------------------------------------


@contextmanager
def firefox(profile: Path, private: bool) -> Iterator[Firefox]:
    """Firefox with a profile on the disk, closed as a player closes it."""
    started = Firefox(profile, private)
    try:
        yield started
        started.leave()
    finally:
        started.close()


def press(engine: Firefox, name: str) -> None:
    found = f"blockPuzzle.state().regions.find((region) => region.id === '{name}')?.rect"
    left, top, width, height = engines.until(engine, found)
    engine.click(left + width / 2, top + height / 2)


def stored(engine: Firefox) -> str:
    return str(engines.until(engine, f"localStorage['{KEY}']"))


def play_there(engine: Firefox, beside: Beside, moves: int) -> None:
    """Moves by clicks; after each one the page shows and has stored what the engine says."""
    for number in range(moves):
        move = beside.choose(Random(number), undo=0)
        assert isinstance(move, Place)
        press(engine, f"hand:{move.slot}")
        left, top, width, _ = engine.evaluate("blockPuzzle.state().grid.rect")
        side = width / beside.round.board.size
        engine.click(left + (move.column + 0.5) * side, top + (move.row + 0.5) * side)
        beside.make(move)
        engines.until(engine, f"blockPuzzle.state().moves === {len(beside.moves)}")
        beside.check(engine.evaluate("blockPuzzle.state()"))
        assert_kept(beside, stored(engine))


def begin_there(engine: Firefox, url: str, moves: int) -> Beside:
    engine.open(url)
    engines.wait_ready(engine)
    assert engine.evaluate("localStorage.length") == 0
    press(engine, "first")
    engines.until(engine, "blockPuzzle.state().screen === 'play'")
    beside = kept_round(stored(engine))
    play_there(engine, beside, moves)
    return beside


def go_on_there(engine: Firefox, beside: Beside) -> None:
    engines.wait_ready(engine)
    press(engine, "resume")
    engines.until(engine, "blockPuzzle.state().screen === 'play'")
    beside.check(engine.evaluate("blockPuzzle.state()"))
    play_there(engine, beside, 2)


def test_firefox(url: str, tmp_path: Path) -> None:
    if not engines.firefox_executable():
        cannot_run("Firefox is not installed. On Debian: apt-get install firefox-esr")
    with firefox(tmp_path, private=False) as engine:
        ours = begin_there(engine, url, 2)
    with firefox(tmp_path, private=True) as engine:
        theirs = begin_there(engine, url, 3)
        engine.reload()
        go_on_there(engine, theirs)
    assert on_disk(tmp_path, ours.id), "else the search finds nothing"
    assert not on_disk(tmp_path, theirs.id)
    with firefox(tmp_path, private=False) as engine:
        engine.open(url)
        go_on_there(engine, ours)
