"""The page wears the game's colours."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from game.ui.theme import DARK, LIGHT, Theme
from web.bundle import WEB
from web.icons.make_icons import FAMILIES, css

STYLE = (WEB / "page" / "style.css").read_text("utf-8")
LIGHT_RULES, DARK_RULES = re.findall(r":root \{(.*?)\}", STYLE, re.S)


def wanted(theme: Theme) -> dict[str, str]:
    """The page's custom properties as this theme has them."""
    blocks = {f"block-{letter}": css(theme.family(family)) for letter, family in FAMILIES.items()}
    named = {
        "paper": theme.background, "panel": theme.panel, "ink": theme.text, "muted": theme.muted, "line": theme.panel_edge,
        "ground": theme.board, "cell": theme.cell, "accent": theme.accent, "on-accent": theme.on_accent,
    }  # fmt: skip
    return blocks | {name: css(colour) for name, colour in named.items()}


@pytest.mark.parametrize(("rules", "theme"), [(LIGHT_RULES, LIGHT), (DARK_RULES, DARK)], ids=["light", "dark"])
def test_style_sheet_has_the_colours_of_the_theme(rules: str, theme: Theme) -> None:
    assert dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rules)) == wanted(theme)


def test_browser_bars_and_the_installed_app_have_the_background() -> None:
    html = (WEB / "template.html").read_text("utf-8")
    assert re.findall(r'name="theme-color" content="([^"]*)"', html) == [css(LIGHT.background), css(DARK.background)]
    manifest = json.loads(Path(WEB / "manifest.webmanifest").read_text("utf-8"))
    assert {manifest["background_color"], manifest["theme_color"]} == {css(LIGHT.background)}
