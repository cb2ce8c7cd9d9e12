"""Whether all that a screen shows has room."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any, NamedTuple

import pygame
import pytest

from game.screens.board_view import frame_width, piece_cell
from game.screens.play import PlayScreen
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.text import ELLIPSIS, Weight
from game.ui.theme import TARGET
from tests.screens.conftest import Stage

SIZES = [(320, 480), (320, 568), (360, 740), (820, 1180), (1440, 900), (740, 360), (568, 320), (3840, 2160)]
"""Widths and heights in CSS pixels."""

Sides = tuple[float, float, float, float]


class Window(NamedTuple):
    """A window in CSS pixels, its pixel ratio, and what a notch or a bar covers: top, right, bottom, left."""

    width: int
    height: int
    ratio: float = 1.0
    insets: Sides = (0, 0, 0, 0)

    def __str__(self) -> str:
        notch = "-notched" if any(self.insets) else ""
        return f"{self.width}x{self.height}@{self.ratio:g}{notch}"


WINDOWS = (
    Window(300, 300, 2),
    Window(280, 653, 2),
    Window(320, 480, 2),
    Window(320, 568, 2),
    Window(360, 740, 3),
    Window(412, 915, 2.6),
    Window(390, 844, 3, (47, 0, 34, 0)),
    Window(844, 390, 3, (0, 47, 21, 47)),
    Window(568, 320, 2),
    Window(740, 360, 2),
    Window(600, 600),
    Window(768, 768),
    Window(900, 900),
    Window(1024, 1024),
    Window(1200, 1100),
    Window(820, 1180, 2),
    Window(1024, 600),
    Window(1440, 900),
    Window(1920, 1080),
    Window(2560, 1080),
    Window(3840, 2160),
)
"""Phones, a foldable's outside, tablets, desktops, a wide one, a wall, square ones, and frames in somebody's page."""

SMALLEST_CELL = 19.0
"""The smallest side of a board's cell, in CSS pixels."""
SMALLEST_CELL_LOOKED_AT = 13.0
"""The same where no piece is placed."""
SMALLEST_TRAY = 0.2
"""The smallest side of a cell in the hand, of the board's, where a piece of five cells in a row is among it."""
SMALLEST_TEXT = 10.0
"""The smallest size of letters, in CSS pixels."""
SLACK = 0.6


class Written(NamedTuple):
    """A line of text on the picture, in CSS pixels."""

    text: str
    box: Rect
    size: float
    scrolls: bool
    """It is part of a column that scrolls."""
    flaw: str
    """How it does not fit its own rectangle, or nothing."""


class Reading(Painter):
    """A painter that remembers the texts."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.written: list[Written] = []
        self._scrolling = False

    @contextmanager
    def shifted(self, dx: float, dy: float) -> Iterator[None]:
        self._scrolling = True
        with super().shifted(dx, dy):
            yield
        self._scrolling = False

    def veil(self, alpha: int = 140) -> None:
        self.written.clear()

    def shadow(self, rect: Rect, *arguments: Any, **named: Any) -> None:
        """What a panel covers, of which this is the shadow."""
        super().shadow(rect, *arguments, **named)
        covered = rect.moved(self._dx, self._dy)
        self.written = [each for each in self.written if not _inside(each.box, covered, False)]

    def text(self, text: str, rect: Rect, size: float = 17.0, *arguments: Any, **named: Any) -> None:
        super().text(text, rect, size, *arguments, **named)
        names = ("colour", "weight", "align", "minimum")
        given = dict(zip(names, arguments, strict=False)) | named
        weight: Weight = given.get("weight") or "regular"
        minimum, align = given.get("minimum"), given.get("align") or "left"
        if not text.strip():
            return
        used = size if minimum is None else self.type.fit(text, rect.w, size, minimum, weight)
        width = self.type.width(text, used, weight)
        flaw = f"{width:.0f} wide in {rect.w:.0f}" if width > rect.w + 1 else ""
        if text.endswith(ELLIPSIS) and not text.endswith(" " + ELLIPSIS):
            flaw = "cut short"
        # What the letters take of a line, from the tops of the tall ones to the feet of the long ones.
        high = used * 0.95
        if high > rect.h + 1:
            flaw = flaw or f"{high:.0f} high in {rect.h:.0f}"
        x = {"left": rect.x, "centre": rect.cx - width / 2, "right": rect.right - width}[align]
        box = Rect(x + self._dx, rect.cy - high / 2 + self._dy, width, high)
        self.written.append(Written(text, box, used, self._scrolling, flaw))


def read_picture(stage: Stage) -> list[Written]:
    """All texts that are seen now."""
    app = stage.app
    size = max(1, round(app.view.width * app.view.ratio)), max(1, round(app.view.height * app.view.ratio))
    painter = Reading(pygame.Surface(size), app.view.ratio, app.view.theme, app.view.type)
    app.screen.draw(painter)
    zoom = stage.host.present.width / app.view.width
    return [
        written._replace(box=Rect(*(side * zoom for side in written.box)), size=written.size * zoom)
        for written in painter.written
    ]


def troubles(stage: Stage) -> list[str]:
    """What has no room on the screen as it is: controls, words and cells that lie over each other, or outside, or are small."""
    return [*_of_targets(stage), *_of_words(stage), *_of_cells(stage)]


def _safe(stage: Stage) -> Rect:
    present = stage.host.present
    top, right, bottom, left = present.insets
    return Rect(left, top, present.width - left - right, present.height - top - bottom)


def _inside(box: Rect, area: Rect, scrolls: bool) -> bool:
    within = box.x >= area.x - SLACK and box.right <= area.right + SLACK
    return within and (scrolls or (box.y >= area.y - SLACK and box.bottom <= area.bottom + SLACK))


def _of_targets(stage: Stage) -> Iterator[str]:
    controls, safe = stage.app.screen.controls, _safe(stage)
    column = {widget.id for widget in controls._column} if not controls.dialog else set()
    boxes = {region["id"]: Rect(*region["rect"]) for region in stage.state["regions"]}
    assert len(boxes) == len(stage.state["regions"]), "two of one name"
    for id, box in boxes.items():
        if not _inside(box, safe, id in column):
            yield f"{id} lies outside: {box}"
        if min(box.w, box.h) < least_target(stage) - 0.1:
            yield f"{id} is small: {box.w:.1f} × {box.h:.1f}"
    covering = stage.state.get("results") or controls.dialog
    if "grid" in stage.state and not covering:
        boxes["the board"] = Rect(*stage.state["grid"]["rect"])
        if not _inside(boxes["the board"], safe, False):
            yield f"the board lies outside: {boxes['the board']}"
    for (one, box), (other, with_it) in combinations(boxes.items(), 2):
        if (one in column) == (other in column) and box.inset(SLACK).overlaps(with_it.inset(SLACK)):
            yield f"{one} lies over {other}: {box}, {with_it}"


def least_target(stage: Stage) -> float:
    """The smallest side of a target that is right in this window, in CSS pixels."""
    return TARGET * min(1.0, stage.app.view.zoom)


def least_cell(stage: Stage) -> float:
    """The smallest side of a cell that is right on this screen, in CSS pixels."""
    zoom = min(1.0, stage.app.view.zoom)
    return SMALLEST_CELL * zoom if stage.state["screen"] in ("play", "lesson") else SMALLEST_CELL_LOOKED_AT * zoom


def _of_words(stage: Stage) -> Iterator[str]:
    written, safe = read_picture(stage), _safe(stage)
    boxes = [Rect(*region["rect"]) for region in stage.state["regions"]]
    for each in written:
        if each.flaw:
            yield f"“{each.text}” does not fit: {each.flaw}"
        if each.size < SMALLEST_TEXT * min(1.0, stage.app.view.zoom) - 0.1:
            yield f"“{each.text}” is small: {each.size:.1f}"
        if not _inside(each.box, safe, each.scrolls):
            yield f"“{each.text}” lies outside: {each.box}"
        for box in boxes:
            crosses = box.overlaps(each.box.inset(1, 1)) and not _inside(each.box, box, False)
            if crosses and not (stage.app.screen.controls._column and not each.scrolls):
                yield f"“{each.text}” crosses the edge of {box}"
    if "grid" in stage.state and not stage.state.get("results") and not stage.app.screen.controls.dialog:
        board = Rect(*stage.state["grid"]["rect"])
        yield from (f"“{each.text}” lies over the board" for each in written if board.inset(1).overlaps(each.box))
    for one, other in combinations(written, 2):
        if one.scrolls == other.scrolls and one.box.inset(1, 1).overlaps(other.box.inset(1, 1)):
            yield f"“{one.text}” lies over “{other.text}”"


def _of_cells(stage: Stage) -> Iterator[str]:
    if "grid" in stage.state and not stage.state.get("results"):
        grid = stage.state["grid"]
        if grid["rect"][2] / grid["size"] < least_cell(stage) - 0.01:
            yield f"a cell is small: {grid['rect'][2] / grid['size']:.1f}"
    if stage.state["screen"] in ("play", "lesson") and not stage.state["results"]:
        screen = stage.app.screen
        assert isinstance(screen, PlayScreen)
        plan, hand, size = screen.plan, screen.kept.round.hand, screen.kept.round.board.size
        side = piece_cell(plan.hand[0], plan.board.w / size, hand) * size / plan.board.w
        if side < SMALLEST_TRAY:
            yield f"the pieces of the hand are small: {side:.2f} of the board's cells"
        slots = Rect.inset(plan.board, -frame_width(plan.board, size))
        yield from (f"the hand touches the board: {slot}" for slot in plan.hand if slot.overlaps(slots))


def assert_room(stage: Stage) -> None:
    """All that the screen shows has room, and the board is square."""
    _, _, wide, high = stage.state["grid"]["rect"]
    assert wide == pytest.approx(high)
    assert troubles(stage) == []
