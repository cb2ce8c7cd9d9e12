"""What the documentation points to is there, and what it is to list it lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "web" / "runtime" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_page_points_to_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert all((path.parent / link).exists() for link in links), links
    files = re.findall(r"`((?:game|tests|web|docs)/[\w./-]+)`", text)
    gone = [file for file in files if not file.startswith("web/runtime/dist/") and not (ROOT / file).exists()]
    assert gone == []


def test_every_page_and_every_picture_is_shown() -> None:
    readme, screens = page("README.md"), page("docs/screens.md")
    assert [path.name for path in PAGES if path.parent.name == "docs" and f"(docs/{path.name})" not in readme] == []
    assert [path.name for path in (ROOT / "docs" / "images").iterdir() if f"(images/{path.name})" not in screens] == []


def test_every_module_of_the_engine_is_listed() -> None:
    listed = page("docs/engine.md").partition("## How it is quick")[0]
    modules = [*(ROOT / "game" / "rules").glob("*.py"), *(ROOT / "game" / "coach").glob("*.py")]
    assert [path.name for path in modules if path.name != "__init__.py" and f"{path.name}`" not in listed] == []


def test_every_screen_is_listed() -> None:
    listed = page("docs/screens.md")
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "game" / "screens").glob("*.py")}
    screens = [path.name for path, text in sources.items() if re.search(r"^class \w+Screen\(", text, re.MULTILINE)]
    assert len(screens) > 10
    assert [name for name in screens if f"`{name}`" not in listed] == []
