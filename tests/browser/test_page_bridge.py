"""What the page does for the game: storage, announcements, the text mirror."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page

from tests.browser import chromium
from tests.browser.conftest import Serve

NewContext = Callable[..., BrowserContext]


@pytest.fixture
def opened(probe_bundle: Path, page: Page, serve: Serve) -> Page:
    """A page with the probe running."""
    chromium.open_game(page, serve(probe_bundle).url)
    return page


def ask(page: Page, call: str) -> Any:
    """Presses the probe's button for a call and returns what Python got."""
    before = len(chromium.state(page)["results"])
    page.get_by_role("button", name=call, exact=True).press("Enter")
    return chromium.wait_state(page, f"state.results.length > {before}")["results"][-1]


def local(page: Page) -> dict[str, str]:
    """All of the origin's storage."""
    found: dict[str, str] = page.evaluate("({ ...localStorage })")
    return found


def test_python_reads_and_writes_storage(opened: Page) -> None:
    assert ask(opened, "storage.get") is None
    assert ask(opened, "storage.set") is None
    assert ask(opened, "storage.get") == "{}"
    assert local(opened) == {"block-puzzle/probe": "{}"}


def test_storage_that_the_player_has_blocked(storageless: Page, probe_bundle: Path, serve: Serve) -> None:
    chromium.open_game(storageless, serve(probe_bundle).url)
    for call in ("storage.get", "storage.set"):
        assert ask(storageless, call)["error"].startswith("SecurityError: ")


FILL_STORAGE = """
for (let size = 4e6; size >= 1; size /= 2) {
  try { while (true) localStorage['x' + localStorage.length] = 'x'.repeat(size); } catch {}
}
"""


def test_storage_that_is_full(opened: Page) -> None:
    opened.evaluate(FILL_STORAGE)
    assert ask(opened, "storage.set")["error"].startswith("QuotaExceededError: ")


def test_another_tab_that_writes_is_noticed(opened: Page) -> None:
    other = opened.context.new_page()
    other.goto(opened.url + "favicon.png")
    other.evaluate("localStorage['somebody/else'] = '1'; localStorage['block-puzzle/save'] = '1'")
    chromium.wait_state(opened, "state.seen.some(({ kind, key }) => kind === 'storage' && key === 'block-puzzle/save')")
    assert "somebody/else" not in json.dumps(chromium.state(opened)["seen"])


def test_a_program_that_does_not_answer_is_not_waited_for(opened: Page) -> None:
    for question in ("blockPuzzle.save()", "blockPuzzle.load('{}')"):
        with pytest.raises(Error, match="The game is not running"):
            opened.evaluate(question)


def test_announcements_are_a_polite_live_region(opened: Page) -> None:
    ask(opened, "announce")
    region = opened.locator("[aria-live=polite]")
    assert region.inner_text().strip() == "placed"
    first = region.text_content()
    ask(opened, "announce")
    assert region.text_content() != first, "the same words twice are spoken twice"


def test_what_is_said_in_one_step_is_heard_together(opened: Page) -> None:
    opened.evaluate(
        "() => { const button = [...document.querySelectorAll('#mirror button')].find((b) => b.textContent === 'announce');"
        " button.click(); button.click(); }"
    )
    chromium.wait_state(opened, "state.results.length === 2")
    assert opened.locator("[aria-live=polite]").text_content() == "placed placed"


def test_clipboard(probe_bundle: Path, new_context: NewContext, serve: Serve) -> None:
    page = new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
    chromium.open_game(page, serve(probe_bundle).url)
    assert ask(page, "clipboard.write") is True
    # The game does not wait for the browser to have written.
    chromium.until(page, "navigator.clipboard.readText().then((text) => text === 'record')")


def test_mirror_is_a_labelled_region_with_grid_and_buttons(opened: Page) -> None:
    region = opened.get_by_role("region", name="Block Puzzle as text")
    assert [cell.text_content() for cell in region.get_by_role("gridcell").all()] == ["empty", "filled", "c", "d"]
    assert region.get_by_role("button", name="Off").get_attribute("aria-disabled") == "true"
    region.get_by_role("button", name="Off").press("Enter")
    region.get_by_role("button", name="Piece 1").press("Enter")
    state = chromium.wait_state(opened, "state.seen.some(({ kind }) => kind === 'do')")
    assert [entry["action"] for entry in state["seen"] if entry.get("kind") == "do"] == ["choose"]


def test_mirror_keeps_the_focus_while_it_changes(opened: Page) -> None:
    opened.get_by_role("button", name="Piece 1").focus()
    element = opened.evaluate_handle("document.activeElement")
    opened.keyboard.press("Enter")
    chromium.wait_state(opened, "state.seen.some(({ action }) => action === 'choose')")
    assert opened.evaluate("element => document.activeElement === element", element)


def test_board_of_the_mirror_is_walked_with_arrows(opened: Page) -> None:
    cells = opened.get_by_role("gridcell")
    cells.first.focus()
    opened.keyboard.press("ArrowRight")
    assert opened.evaluate("document.activeElement.textContent") == "filled"
    opened.keyboard.press("Enter")
    chromium.wait_state(opened, "state.seen.some(({ action }) => action === 'cell')")
    opened.keyboard.press("ArrowDown")
    assert opened.evaluate("document.activeElement.textContent") == "d"
    opened.keyboard.press("ArrowDown")
    assert opened.evaluate("document.activeElement.textContent") == "d"
    assert [cell.get_attribute("tabindex") for cell in cells.all()] == ["-1", "-1", "-1", "0"]
