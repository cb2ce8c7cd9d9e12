"""The five stickers, drawn by code on a square of 100 by 100, and how an empty place in the book looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Final

import pygame

from game.ui import shapes
from game.ui.layout import Rect
from game.ui.paint import Painter, pictures
from game.ui.shapes import Point
from game.ui.theme import Colour, Theme, mixed

SIDE = 100.0
_PAPER: Final = (255, 255, 255)
_INK: Final = (38, 34, 30)
_SAMPLES_PIXELS: Final = 900
"""A sticker is drawn twice as large, and up to four times while that stays below so many pixels a side."""


def draw_sticker(painter: Painter, name: str, rect: Rect, alpha: int = 255) -> None:
    """An earned sticker, as large as fits into the middle of `rect`. KeyError for a name that there is not."""
    square = rect.fitted()
    side = painter.length(square.w)
    key = ("sticker", name, side, painter.theme.name)
    image = pictures.get(key, lambda: _render(side, lambda pen: _sticker(pen, painter.theme, name)))
    painter.picture(image, square.x, square.y, alpha)


def draw_place(painter: Painter, rect: Rect) -> None:
    """The place of a sticker that is not earned yet: an empty dashed outline with a lock."""
    theme, square = painter.theme, rect.fitted()
    side = painter.length(square.w)
    image = pictures.get(("sticker place", side, theme.name), lambda: _render(side, lambda pen: _place(pen, theme)))
    painter.picture(image, square.x, square.y)


class _Pen:
    """Draws on the large surface in units of the 100 by 100 square."""

    def __init__(self, surface: pygame.Surface, unit: float) -> None:
        self.surface, self.unit = surface, unit

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        pygame.draw.polygon(self.surface, colour, [(x * self.unit, y * self.unit) for x, y in points])

    def circle(self, x: float, y: float, radius: float, colour: Colour) -> None:
        pygame.draw.circle(self.surface, colour, (x * self.unit, y * self.unit), radius * self.unit)

    def box(self, x: float, y: float, w: float, h: float, colour: Colour, radius: float = 0) -> None:
        u = self.unit
        area = pygame.Rect(round(x * u), round(y * u), round((x + w) * u) - round(x * u), round((y + h) * u) - round(y * u))
        pygame.draw.rect(self.surface, colour, area, border_radius=int(radius * u))

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Round ends and joints."""
        white = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        shapes.stroke(white, [(x * self.unit, y * self.unit) for x, y in points], width * self.unit)
        self.surface.blit(shapes.tinted(white, colour), (0, 0))

    def block(self, x: float, y: float, side: float, colour: Colour) -> None:
        """A tile like those on the board."""
        radius = side * 0.16
        self.box(x, y, side, side, mixed(colour, (0, 0, 0), 0.28), radius)
        self.box(x, y, side, side * 0.91, mixed(colour, _PAPER, 0.34), radius)
        self.box(x, y + side * 0.05, side, side * 0.86, colour, radius)

    def star(self, x: float, y: float, radius: float, colour: Colour) -> None:
        turns = [(-90 + 36 * i) * pi / 180 for i in range(10)]
        lengths = (radius, radius * 0.46)
        self.polygon([(x + lengths[i % 2] * cos(a), y + lengths[i % 2] * sin(a)) for i, a in enumerate(turns)], colour)

    def spark(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A star with four thin points."""
        turns = [(-90 + 45 * i) * pi / 180 for i in range(8)]
        lengths = (radius, radius * 0.3)
        self.polygon([(x + lengths[i % 2] * cos(a), y + lengths[i % 2] * sin(a)) for i, a in enumerate(turns)], colour)


def _render(side: int, draw: Callable[[_Pen], None]) -> pygame.Surface:
    scale = max(2, min(4, _SAMPLES_PIXELS // side))
    large = pygame.Surface((side * scale, side * scale), pygame.SRCALPHA)
    large.fill((*_PAPER, 0))
    draw(_Pen(large, side * scale / SIDE))
    return pygame.transform.smoothscale(large, (side, side))


def _sticker(pen: _Pen, theme: Theme, name: str) -> None:
    motif, outline, family = _STICKERS[name]
    ground = mixed(theme.family(family), _PAPER, 0.72)
    shadow = (0, 0, 0) if theme.dark else mixed(theme.background, theme.shadow, 0.35)
    pen.polygon([(x, y + 2.2) for x, y in outline(47)], shadow)
    pen.polygon(outline(47), _PAPER)
    pen.polygon(outline(41.5), mixed(theme.family(family), _INK, 0.15))
    pen.polygon(outline(39.5), ground)
    motif(pen, theme)


def _place(pen: _Pen, theme: Theme) -> None:
    ink, dashes = theme.panel_edge, 22
    for dash in range(dashes):
        start = 360 * dash / dashes
        pen.line(shapes.arc(50, 50, 43, start, start + 200 / dashes), 2.2, ink)
    pen.line([(42, 50), (42, 43), *shapes.arc(50, 43, 8, 180, 360), (58, 43), (58, 50)], 3.4, theme.muted)
    pen.box(37, 49, 26, 20, theme.muted, 3.5)
    pen.circle(50, 57, 2.9, theme.background)
    pen.box(48.7, 57, 2.6, 6.5, theme.background, 1.2)


# -- outlines, around (50, 50) ---------------------------------------------------------------------


def _round(radius: float) -> list[Point]:
    return shapes.arc(50, 50, radius, 0, 360)


def _scalloped(radius: float) -> list[Point]:
    """A disc with a wavy edge."""
    turns = [i * pi / 90 for i in range(180)]
    return [(50 + r * cos(a), 50 + r * sin(a)) for a in turns for r in [radius - 1.6 + 1.6 * cos(12 * a)]]


def _soft_square(radius: float) -> list[Point]:
    return _rounded_polygon(4, radius * 1.14, 45)


def _hexagon(radius: float) -> list[Point]:
    return _rounded_polygon(6, radius, 30)


def _shield(radius: float) -> list[Point]:
    """A square above, a point below."""
    r = radius * 0.98
    top = 50 - r * 0.9
    left, right = 50 - r * 0.88, 50 + r * 0.88
    curve = [(50 + r * 0.88 * cos(a), 50 + r * 0.12 + r * 0.88 * sin(a) ** 0.9) for a in [i * pi / 40 for i in range(41)]]
    return [(left + r * 0.16, top), (right - r * 0.16, top), (right, top + r * 0.16), *curve, (left, top + r * 0.16)]


def _rounded_polygon(corners: int, radius: float, turn: float) -> list[Point]:
    """Corners rounded off by circles of a third of the radius."""
    bend = radius * 0.34
    points: list[Point] = []
    half = 180 / corners
    middle = radius - bend / cos(half * pi / 180)
    for corner in range(corners):
        angle = turn + corner * 2 * half
        x, y = 50 + middle * cos(angle * pi / 180), 50 + middle * sin(angle * pi / 180)
        points += shapes.arc(x, y, bend, angle - half, angle + half)
    return points


# -- motifs ----------------------------------------------------------------------------------------


def _first_line(pen: _Pen, theme: Theme) -> None:
    """A row that has just become full."""
    for at, family in enumerate((5, 5, 3, 3)):
        pen.block(20 + at * 15.2, 45, 14, theme.family(family))
    pen.line([(14.5, 41), (85.5, 41)], 2.6, theme.families[1])
    pen.line([(14.5, 63), (85.5, 63)], 2.6, theme.families[1])
    pen.spark(71, 29, 8.5, theme.families[1])
    pen.spark(29, 74, 6.5, theme.families[1])
    pen.spark(56, 24, 4, theme.families[0])


def _space_maker(pen: _Pen, theme: Theme) -> None:
    """Blocks that make way for an empty middle."""
    for x, y, family in ((20, 20, 6), (63, 20, 7), (20, 63, 7), (63, 63, 6)):
        pen.block(x, y, 17, theme.family(family))
    ink = mixed(theme.families[6], _INK, 0.35)
    pen.box(40, 40, 20, 20, _PAPER, 4)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        x, y = 50 + dx * 27, 50 + dy * 27
        pen.line([(50 + dx * 13, 50 + dy * 13), (x, y)], 3, ink)
        pen.line([(x - dx * 6 + dy * 5, y - dy * 6 + dx * 5), (x, y), (x - dx * 6 - dy * 5, y - dy * 6 - dx * 5)], 3, ink)


def _good_planner(pen: _Pen, theme: Theme) -> None:
    """Steps with a flag at the top."""
    for column, height in enumerate((1, 2, 3)):
        for row in range(height):
            family = (2, 3, 4)[column]
            pen.block(23 + column * 16, 64 - row * 16, 15, theme.family(family))
    ink = mixed(theme.families[3], _INK, 0.45)
    pen.line([(63, 31), (63, 13)], 2.6, ink)
    pen.polygon([(63.5, 13), (81, 19), (63.5, 25)], theme.families[0])
    pen.line([(25, 56), (36, 40), (50, 24)], 2.2, ink)
    for x, y in ((25, 56), (36, 40), (50, 24)):
        pen.circle(x, y, 3.2, ink)


def _line_builder(pen: _Pen, theme: Theme) -> None:
    """A wall of two lines, a column through it."""
    for at in range(4):
        pen.block(20.5 + at * 15, 34, 14, theme.family(0))
        pen.block(20.5 + at * 15, 49, 14, theme.family(1))
    for row in (19, 64):
        pen.block(50.5, row, 14, theme.family(5))
    for row, family in ((34, 5), (49, 5)):
        pen.block(50.5, row, 14, theme.family(family))
    pen.star(31.5, 71, 8, theme.families[1])


def _clear_thinker(pen: _Pen, theme: Theme) -> None:
    """A lamp with a block for its light."""
    lamp, ink = (255, 226, 120), mixed(theme.families[1], _INK, 0.55)
    for ray in range(7):
        a = (180 + ray * 30) * pi / 180
        pen.line([(50 + 29 * cos(a), 45 + 29 * sin(a)), (50 + 34.5 * cos(a), 45 + 34.5 * sin(a))], 2.8, theme.families[1])
    body = [(43, 68), (43, 64), *shapes.arc(50, 45, 21, 125, 415), (57, 64), (57, 68)]
    pen.polygon(body, lamp)
    pen.line([*body, body[0]], 2.8, ink)
    pen.line([(44, 73), (56, 73)], 3, ink)
    pen.line([(46.5, 78), (53.5, 78)], 3, ink)
    for x, y, family in ((39.5, 35, 4), (50.5, 35, 4), (50.5, 46, 4)):
        pen.block(x, y, 10, theme.family(family))


_STICKERS: Final[dict[str, tuple[Callable[[_Pen, Theme], None], Callable[[float], list[Point]], int]]] = {
    "first_line": (_first_line, _scalloped, 5),
    "space_maker": (_space_maker, _soft_square, 6),
    "good_planner": (_good_planner, _shield, 3),
    "line_builder": (_line_builder, _hexagon, 0),
    "clear_thinker": (_clear_thinker, _round, 1),
}
