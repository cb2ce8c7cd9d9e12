"""Cells and what lies on them: blocks, landing spots, marks. Each state differs in shape as well as in colour."""

from collections.abc import Callable, Sequence
from typing import Final, Literal

import pygame

from game.ui import shapes
from game.ui.layout import Rect
from game.ui.paint import Painter, pictures
from game.ui.shapes import Point
from game.ui.theme import Colour, mixed

Mark = Literal["preview", "faint", "mint", "illegal"]
SHRINKING_STEPS: Final = 12
_WHITE: Final = (255, 255, 255)
_BLACK: Final = (0, 0, 0)


def empty(painter: Painter, rect: Rect, other: bool = False) -> None:
    """An empty cell on a board; `other` for the second colour of a board with boxes."""
    theme = painter.theme
    box = painter.box(rect)
    colour = theme.cell_other if other else theme.cell
    image = pictures.get(("empty", box.size, colour, theme.board), lambda: _make_empty(painter, box.size, colour))
    painter.picture(image, rect.x, rect.y)


def block(
    painter: Painter, rect: Rect, family: int, *, alpha: int = 255, pattern: bool = False, ground: Colour | None = None
) -> None:
    """One cell of a piece: a flat tile with light at its top and a darker lower edge. `alpha` fades it. `ground` is the colour
    around its corners where that is known (on a board: theme.board), which makes it faster."""
    painter.picture(_block(painter, painter.box(rect).size, family, pattern, ground), rect.x, rect.y, alpha)


def shrinking(painter: Painter, rect: Rect, family: int, gone: float, pattern: bool = False) -> None:
    """A block that vanishes into its middle: `gone` is how much of it, 0 to 1."""
    whole = painter.box(rect).size
    # In steps: each size is a picture of its own, and a few are as good as many in so short a time.
    share = 1 - 0.7 * round(gone * SHRINKING_STEPS) / SHRINKING_STEPS
    size = max(1, round(whole[0] * share)), max(1, round(whole[1] * share))
    key = ("shrinking", size, whole, painter.theme.family(family), family if pattern else None)
    image = pictures.get(
        key, lambda: pygame.transform.smoothscale(_block(painter, whole, family, pattern, None), size)
    )
    x, y = rect.cx - size[0] / painter.px / 2, rect.cy - size[1] / painter.px / 2
    painter.picture(image, x, y, int(255 * (1 - gone)))


def _block(painter: Painter, size: tuple[int, int], family: int, pattern: bool, ground: Colour | None) -> pygame.Surface:
    colour = painter.theme.family(family)
    drawn = family % len(_PATTERNS) if pattern else None
    return pictures.get(
        ("block", size, colour, drawn, ground), lambda: _make_block(painter, size, colour, drawn, ground)
    )


def mark(painter: Painter, rect: Rect, kind: Mark, alpha: int = 255) -> None:
    """Where a piece would land on this cell: "preview" (fits, plus), "faint" (fits, not yet asked for), "mint" (fits, the
    alternative colour), "illegal" (does not fit: dashes and a cross)."""
    theme = painter.theme
    radius, inner = rect.w * 0.12, rect.inset(rect.w * 0.3)
    if kind == "illegal":
        painter.rounded(rect, radius, theme.illegal, alpha)
        painter.dashed(rect, radius, max(1.5, rect.w * 0.06), theme.illegal_edge, max(3.0, rect.w * 0.13), alpha)
        painter.cross(inner, theme.illegal_edge, alpha)
        return
    ground, edge = (theme.mint, theme.mint_edge) if kind == "mint" else (theme.preview, theme.preview_edge)
    painter.rounded(rect, radius, ground, alpha if kind != "faint" else alpha * 3 // 5)
    painter.outline(rect, radius, max(1.0, rect.w * (0.05 if kind != "faint" else 0.03)), edge, alpha)
    if kind != "faint":
        painter.plus(inner, edge, alpha)


def lines_outline(painter: Painter, rect: Rect, cell: float) -> None:
    """The thick outline around a line or box that would clear; `cell` is the side of one cell."""
    thickness = max(2.5, cell * 0.1)
    around = rect.inset(-thickness * 0.4)
    painter.outline(around, cell * 0.18, thickness, painter.theme.lines, casing=painter.theme.lines_edge)


def _make_empty(like: Painter, size: tuple[int, int], colour: Colour) -> pygame.Surface:
    surface = pygame.Surface(size)
    surface.fill(like.theme.board)
    Painter(surface, 1.0, like.theme, like.type).rounded(Rect(0, 0, *size), size[0] * 0.12, colour)
    return surface


def _make_block(
    like: Painter, size: tuple[int, int], colour: Colour, pattern: int | None, ground: Colour | None
) -> pygame.Surface:
    surface = pygame.Surface(size, 0 if ground else pygame.SRCALPHA)
    if ground:
        surface.fill(ground)
    width, height = size
    painter = Painter(surface, 1.0, like.theme, like.type)
    radius = max(1, round(width * 0.14))
    edge = max(1, round(height * 0.085))
    light = max(1, round(height * 0.045))
    painter.rounded(Rect(0, 0, width, height), radius, mixed(colour, _BLACK, 0.26))
    painter.rounded(Rect(0, 0, width, height - edge), radius, mixed(colour, _WHITE, 0.34))
    painter.rounded(Rect(0, light, width, height - edge - light), radius, colour)
    if pattern is not None:
        side = min(width, height - edge)
        shape = shapes.mask(side, side, lambda large, scale: _PATTERNS[pattern](large, side * scale))
        surface.blit(shapes.tinted(shape, mixed(colour, _BLACK, 0.38)), ((width - side) // 2, (height - edge - side) // 2))
    return surface


def _strokes(*lines: Sequence[Point], width: float = 0.075) -> Callable[[pygame.Surface, float], None]:
    """A drawer of lines on a square of side 1."""

    def draw(surface: pygame.Surface, side: float) -> None:
        for line in lines:
            shapes.stroke(surface, [(x * side, y * side) for x, y in line], width * side)

    return draw


def _dots(*middles: Point) -> Callable[[pygame.Surface, float], None]:
    def draw(surface: pygame.Surface, side: float) -> None:
        for x, y in middles:
            pygame.draw.circle(surface, shapes.WHITE, (x * side, y * side), 0.075 * side)

    return draw


_PATTERNS: Final = (
    _strokes([(0.25, 0.5), (0.5, 0.25)], [(0.28, 0.72), (0.72, 0.28)], [(0.5, 0.75), (0.75, 0.5)]),
    _dots((0.33, 0.33), (0.67, 0.33), (0.33, 0.67), (0.67, 0.67), (0.5, 0.5)),
    _strokes([(0.3, 0.3), (0.7, 0.7)], [(0.7, 0.3), (0.3, 0.7)]),
    _strokes([(0.27, 0.33), (0.73, 0.33)], [(0.27, 0.5), (0.73, 0.5)], [(0.27, 0.67), (0.73, 0.67)]),
    _strokes(shapes.arc(0.5, 0.5, 0.2, 0, 360)),
    _strokes([(0.33, 0.27), (0.33, 0.73)], [(0.5, 0.27), (0.5, 0.73)], [(0.67, 0.27), (0.67, 0.73)]),
    _strokes([(0.5, 0.25), (0.75, 0.5), (0.5, 0.75), (0.25, 0.5), (0.5, 0.25)]),
    _strokes([(0.28, 0.47), (0.5, 0.28), (0.72, 0.47)], [(0.28, 0.7), (0.5, 0.51), (0.72, 0.7)]),
)
