"""Long texts in and out of the page: pasted, opened from a file, saved as a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import chromium
from tests.browser.conftest import Serve

WORDS = {"title": "Paste the backup here", "ok": "Look at it", "file": "Open a file", "cancel": "Cancel"}
ASK = """async words => {
  const { askText } = await import('./page/texts.js');
  window.given = [];
  return askText(words, given => window.given.push(given));
}"""

CLOSE = "async () => (await import('./page/texts.js')).closeText()"


@pytest.fixture
def asked(probe_bundle: Path, page: Page, serve: Serve) -> Page:
    """A page with the question open."""
    chromium.open_game(page, serve(probe_bundle).url)
    assert page.evaluate(ASK, WORDS) is True
    return page


def test_a_pasted_text_is_given_whole_and_the_game_has_the_keyboard_again(asked: Page) -> None:
    field = asked.get_by_role("dialog", name="Paste the backup here").get_by_role("textbox")
    expect(field).to_be_focused()
    text = '{"format":"…"}' * 2_000
    field.fill(text)
    asked.get_by_role("button", name="Look at it").click()
    assert given(asked) == [{"text": text}]
    expect(asked.get_by_role("dialog")).to_have_count(0)
    assert asked.evaluate("document.activeElement.id") == "canvas"


def given(page: Page) -> list[dict[str, str]]:
    """What the question brought, once it has brought something."""
    chromium.until(page, "given.length > 0")
    found: list[dict[str, str]] = page.evaluate("given")
    return found


def open_file(page: Page, path: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(path)


def test_a_file_is_opened(asked: Page, tmp_path: Path) -> None:
    (tmp_path / "backup.txt").write_text("from a file ✓", "utf-8")
    open_file(asked, tmp_path / "backup.txt")
    assert given(asked) == [{"text": "from a file ✓"}]
    expect(asked.get_by_role("dialog")).to_have_count(0)


def test_a_file_that_is_far_too_big_is_not_read(asked: Page, tmp_path: Path) -> None:
    (tmp_path / "film.txt").write_bytes(b"." * 16_000_001)
    open_file(asked, tmp_path / "film.txt")
    assert given(asked) == [{"text": "", "flaw": "oversized"}]
    expect(asked.get_by_role("dialog")).to_have_count(0)


def test_a_file_that_is_gone_by_now_is_told(asked: Page, tmp_path: Path) -> None:
    (tmp_path / "backup.txt").write_text("gone", "utf-8")
    asked.evaluate("() => { File.prototype.text = () => Promise.reject(new DOMException('gone', 'NotFoundError')); }")
    open_file(asked, tmp_path / "backup.txt")
    assert given(asked) == [{"text": "", "flaw": "unreadable"}]


@pytest.mark.parametrize("way", ["button", "escape", "nothing typed", "from outside"])
def test_thinking_better_of_it_gives_an_empty_text(way: str, asked: Page) -> None:
    if way == "nothing typed":
        asked.get_by_role("button", name="Look at it").click()
    elif way == "button":
        asked.get_by_role("textbox").fill("something")
        asked.get_by_role("button", name="Cancel").click()
    elif way == "from outside":
        asked.get_by_role("textbox").fill("something")
        assert asked.evaluate(CLOSE) is True
        assert asked.evaluate(CLOSE) is False, "there is none any more"
    else:
        asked.keyboard.press("Escape")
    expect(asked.get_by_role("dialog")).to_have_count(0)
    assert given(asked) == [{"text": ""}]


def test_keys_in_the_field_do_not_play_the_game(asked: Page) -> None:
    asked.keyboard.type("r 1 2 3")
    assert asked.get_by_role("textbox").input_value() == "r 1 2 3"
    asked.get_by_role("button", name="Cancel").click()
    assert not [seen for seen in chromium.state(asked)["seen"] if seen.get("kind") == "key"]


def test_a_text_is_saved_as_a_file(probe_bundle: Path, page: Page, serve: Serve, tmp_path: Path) -> None:
    chromium.open_game(page, serve(probe_bundle).url)
    with page.expect_download() as download:
        page.evaluate("async file => (await import('./page/texts.js')).saveText(file)", {"name": "backup.txt", "text": "kept ✓"})
    assert download.value.suggested_filename == "backup.txt"
    download.value.save_as(tmp_path / "found.txt")
    assert (tmp_path / "found.txt").read_text("utf-8") == "kept ✓"
