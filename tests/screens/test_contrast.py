"""What high contrast shows on the picture: boxes, and where the hand lies."""

from __future__ import annotations

import pygame
import pytest

from game.ui.layout import Rect
from game.ui.theme import HIGH_CONTRAST, THEMES, contrast
from tests.screens.conftest import Memory, Stage

Colour = tuple[int, int, int]


def shown(theme: str, width: int, height: int) -> Stage:
    """A round of master in this theme."""
    stage = Stage(Memory(), width, height)
    for name in ("settings", f"theme.{theme}", "back", "master"):
        stage.do(name)
    stage.step(1)
    return stage


def colour(x: float, y: float) -> Colour:
    red, green, blue, _ = pygame.display.get_surface().get_at((int(x), int(y)))  # type: ignore[union-attr]  # open
    return red, green, blue


def run(stage: Stage, line: int) -> list[Colour]:
    """The pixels across the edge between two columns of cells, in the middle of a row, that belong to no cell."""
    board = Rect(*stage.state["grid"]["rect"])
    cell = board.w / 9
    x, y = board.x + line * cell, board.y + 1.5 * cell
    pixels = [colour(x + by, y) for by in range(-int(cell / 4), int(cell / 4) + 1)]
    theme = THEMES[stage.app.view.theme.name]
    return [pixel for pixel in pixels if pixel not in (theme.cell, theme.cell_other)]


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("window", [(360, 740), (1440, 900)], ids=str)
def test_boxes_are_told_from_the_gaps_between_cells(theme: str, window: tuple[int, int]) -> None:
    stage = shown(theme, *window)
    between_cells, between_boxes = run(stage, 2), run(stage, 3)
    line, gap = stage.app.view.theme.box_line, stage.app.view.theme.board
    assert line not in between_cells
    assert between_boxes.count(line) >= 2
    assert contrast(line, gap) >= 3
    if theme == "contrast":
        assert len(between_boxes) > len(between_cells), "bolder, too"
        assert between_boxes.count(line) >= 3


def test_a_slot_has_a_frame_where_grounds_are_all_alike() -> None:
    stage = shown("contrast", 360, 740)
    slots = [Rect(*region["rect"]) for region in stage.state["regions"] if region["id"].startswith("hand:")]
    assert contrast(colour(slots[0].cx, slots[0].y + 0.5), HIGH_CONTRAST.background) >= 4.5
    move = stage.choose()
    assert move is not None
    used = slots[move.slot]
    stage.make(move)
    stage.step(1)
    assert contrast(colour(used.cx, used.y + 0.5), HIGH_CONTRAST.background) >= 3, "a used one as well"
