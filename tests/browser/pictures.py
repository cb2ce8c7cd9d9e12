"""Makes docs/images: every screen of the real bundle at the four sizes that the game is looked at, light and dark.

Usage: python -m tests.browser.pictures [SCREEN ...]
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from game.profile.player import Player
from game.rules.modes import CLASSIC, MASTER, MODES, STICKERS, Mode
from game.rules.round import Place, Round, Status
from tests.browser import bundles, chromium
from tests.browser.chromium import centre, open_game, state, wait_state
from tests.browser.game import Game
from tests.browser.server import Host

OUT = Path(__file__).resolve().parent.parent.parent / "docs" / "images"


class Size(NamedTuple):
    """A window in CSS pixels and its pixel ratio."""

    width: int
    height: int
    ratio: float

    @property
    def touch(self) -> bool:
        return self.ratio > 1


SIZES = (Size(360, 740, 3), Size(740, 360, 2), Size(820, 1180, 2), Size(1440, 900, 1))
SHOWN_HEIGHT = 335
"""How tall each picture stands in a sheet, in CSS pixels."""


class Kept(dict[str, str]):
    """The storage of a player who has been here before."""

    def set(self, key: str, value: str) -> None:
        self[key] = value

    def remove(self, key: str) -> None:
        self.pop(key, None)


def played() -> Kept:
    """Rounds of every mode in the middle, one of classic at its end, and what they leave behind."""
    kept = Kept()
    numbers: Iterator[int] = iter(range(1000))
    player = Player(kept, lambda: "2026-03-28", lambda: f"picture {next(numbers)}")  # type: ignore[arg-type]  # a dict
    player.settings.change(guide_seen=True)
    for _ in range(4):
        play(player, CLASSIC, {"level": "normal", "board": 10, "undo": "once"}, 400)
    play(player, CLASSIC, {"level": "normal", "board": 10, "undo": "once"}, 34)
    play(player, STICKERS, {}, 12)
    play(player, MASTER, {}, 24)
    for sequence in (0, 1, 2, 5):
        play(player, MODES["sessions"], {"board": 6, "sequence": sequence}, 12)
    play(player, MODES["sessions"], {"board": 10, "sequence": 3}, 9)
    return kept


def play(player: Player, mode: Mode, options: dict[str, str | int | bool], moves: int) -> None:
    """Plays so many moves of a new round, sensibly."""
    kept = player.begin(mode, options)
    for _ in range(moves):
        move = sensible(kept.round)
        if move is None:
            return
        player.play(kept, move)


def sensible(round: Round) -> Place | None:
    """A placement that clears or lies low and to a side."""
    if round.status is not Status.PLAYING:
        return None
    board = round.board
    options = []
    for slot, piece in enumerate(round.hand):
        if piece is None:
            continue
        for row, column in board.cells(piece.origins(board, round.position)):
            filled = round.position | piece.at(board, row, column)
            clears = len(board.full_units(filled))
            edges = row + piece.height - abs(column * 2 - board.size) * 0.1
            options.append((clears * 10 + edges, -slot, -row, -column))
    if not options:
        return None
    _, slot, row, column = max(options)
    return Place(-slot, -row, -column)


# -- the ways to the screens -----------------------------------------------------------------------


def press(page: Page, *names: str) -> None:
    """Presses these regions one after another."""
    for name in names:
        wait_state(page, f"state.regions.some((r) => r.id === {json.dumps(name)})")
        reveal(page, name)
        page.mouse.click(*centre(page, name))
        page.wait_for_timeout(60)


def reveal(page: Page, name: str) -> None:
    """Scrolls the column until a region is in view."""
    for _ in range(30):
        entry = next(each for each in state(page)["regions"] if each["id"] == name)
        left, top, width, height = entry["rect"]
        if entry["visible"] and top >= 0 and top + height <= page.viewport_size["height"]:  # type: ignore[index]  # set
            return
        page.mouse.move(left + width / 2, 200)
        page.mouse.wheel(0, 120)
        page.wait_for_timeout(40)


def aimed(page: Page) -> None:
    """Chooses a piece and aims it where it clears or fits."""
    shown = state(page)
    slot = next(slot for slot, piece in enumerate(shown["hand"]) if piece)
    page.keyboard.press(str(slot + 1))
    wait_state(page, "state.target")


def illegal(page: Page) -> None:
    """Aims a piece where it cannot lie."""
    press(page, "resume")
    aimed(page)
    filled = [(r, c) for r, row in enumerate(state(page)["board"]) for c, mark in enumerate(row) if mark == "#"]
    row, column = filled[len(filled) // 2]
    page.mouse.move(*Game(page).cell(row, min(column, 6)))
    page.wait_for_timeout(100)


def ended(page: Page) -> None:
    """A classic round at its end."""
    press(page, "classic", "play", "ask.new")
    wait_state(page, "state.screen === 'play' && state.moves === 0")
    game = Game(page)
    while (move := game.choose_badly()) is not None:
        game.make(move, "enter")
    wait_state(page, "state.results")


def aimed_in(*path: str) -> Callable[[Page], None]:
    """A way into a mode, with a piece aimed."""

    def way(page: Page) -> None:
        press(page, *path)
        wait_state(page, "state.screen === 'play'")
        aimed(page)

    return way


def to(*path: str) -> Callable[[Page], None]:
    """A way that presses these regions."""
    return lambda page: press(page, *path)


WAYS: dict[str, Callable[[Page], None]] = {
    "start": lambda page: None,
    "classic": to("classic"),
    "play": aimed_in("classic", "continue"),
    "illegal": illegal,
    "result": ended,
    "stickers": aimed_in("stickers"),
    "book": to("stickers", "book"),
    "sessions": to("sessions"),
    "session": aimed_in("sessions", "daily"),
    "master": aimed_in("master"),
    "statistics": to("statistics"),
    "help": to("help"),
    "settings": to("settings"),
    "practice": to("practice"),
    "analyzer": to("analyzer"),
}


# -- pictures --------------------------------------------------------------------------------------


def picture(browser: Browser, url: str, kept: Kept, size: Size, scheme: str, way: Callable[[Page], None]) -> bytes:
    """One screen as PNG."""
    context = browser.new_context(
        viewport={"width": size.width, "height": size.height},
        device_scale_factor=size.ratio,
        has_touch=size.touch,
        color_scheme=scheme,  # type: ignore[arg-type]  # "light" or "dark"
    )
    page = context.new_page()
    page.add_init_script(
        f"for (const [key, text] of Object.entries({json.dumps(kept)}))"
        " if (localStorage.getItem(key) === null) localStorage.setItem(key, text);"
    )
    open_game(page, url)
    way(page)
    page.wait_for_timeout(400)
    image = page.screenshot()
    context.close()
    return image


def sheet(browser: Browser, images: list[tuple[Size, bytes]], path: Path) -> None:
    """Pictures side by side, all as tall."""
    page = browser.new_page(viewport={"width": 1720, "height": 900})
    tags = "".join(
        f'<img height="{SHOWN_HEIGHT}" src="data:image/png;base64,{base64.b64encode(data).decode()}">'
        for _, data in images
    )
    page.set_content(f'<!doctype html><body style="margin:8px;background:#888;width:fit-content;max-width:1704px">{tags}</body>')
    page.add_style_tag(content="img{margin:4px;vertical-align:top}")
    page.locator("body").screenshot(path=path)
    page.close()


def main(wanted: list[str]) -> None:
    """Makes the sheets that are asked for, or all."""
    OUT.mkdir(parents=True, exist_ok=True)
    kept = played()
    with sync_playwright() as playwright, Host(bundles.real()) as host:
        browser = chromium.launch(playwright)
        for name in wanted or WAYS:
            print(name, flush=True)
            images = [
                (size, picture(browser, host.url, kept, size, scheme, WAYS[name]))
                for scheme in ("light", "dark")
                for size in SIZES
            ]
            sheet(browser, images, OUT / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
