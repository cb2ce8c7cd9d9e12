"""What the page runs is the archive's bytecode; the sources beside it serve tracebacks and other Pythons."""

from __future__ import annotations

import zipfile
from pathlib import Path

from playwright.sync_api import Page

from tests.browser import bundles, chromium
from tests.browser.conftest import Serve
from web import bundle as builder

WRONG = b"raise SystemError('this was compiled in the page')\n"


def test_nothing_is_compiled_in_the_page(tmp_path: Path, page: Page, serve: Serve) -> None:
    """With sources that cannot run, the game starts all the same."""
    packed = builder.pack(builder.stage(tmp_path / "stage"))
    archive = packed / f"{builder.NAME}.apk"
    with zipfile.ZipFile(archive) as whole:
        files = {name: whole.read(name) for name in whole.namelist()}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as changed:
        for name, content in files.items():
            changed.writestr(name, WRONG if name.endswith(".py") else content)
    builder.assemble(packed, tmp_path / "web")
    chromium.open_game(page, serve(tmp_path / "web").url)
    assert chromium.state(page)["screen"]


def test_a_traceback_names_the_line_and_shows_its_source(tmp_path: Path, page: Page, serve: Serve) -> None:
    program = "def fall():\n    down = {}\n    return down['here']\n\n\nfall()\n"
    page.goto(serve(bundles.with_program(program, tmp_path)).url)
    chromium.until(page, chromium.FAILED, chromium.START_TIMEOUT)
    text = page.locator("#failure").inner_text()
    assert 'main.py", line 3, in fall' in text
    assert "return down['here']" in text
