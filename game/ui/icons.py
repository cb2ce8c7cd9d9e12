"""Simple icons drawn by code, on a grid of 24 by 24."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame

from game.ui import shapes
from game.ui.shapes import Point, arc

GRID = 24.0


class _Icon(NamedTuple):
    strokes: Sequence[Sequence[Point]] = ()
    fills: Sequence[Sequence[Point]] = ()
    dots: Sequence[tuple[float, float, float]] = ()
    """Filled circles: middle and radius."""
    width: float = 2.2


def _gear() -> list[Point]:
    points = []
    for tooth in range(8):
        middle = tooth * 45
        for angle, radius in ((-13, 6.6), (-9, 9.2), (9, 9.2), (13, 6.6)):
            a = (middle + angle) * pi / 180
            points.append((12 + radius * cos(a), 12 + radius * sin(a)))
    return [*points, points[0]]


def _star() -> list[Point]:
    turns = [(-90 + 36 * i) * pi / 180 for i in range(11)]
    return [(12 + (9.4, 4.2)[i % 2] * cos(a), 12.6 + (9.4, 4.2)[i % 2] * sin(a)) for i, a in enumerate(turns)]


ICONS: Final[Mapping[str, _Icon]] = {
    "plus": _Icon(strokes=[[(12, 3), (12, 21)], [(3, 12), (21, 12)]], width=4),
    "cross": _Icon(strokes=[[(4.5, 4.5), (19.5, 19.5)], [(19.5, 4.5), (4.5, 19.5)]], width=4),
    "check": _Icon(strokes=[[(4.5, 12.5), (10, 18), (19.5, 6.5)]], width=2.6),
    "close": _Icon(strokes=[[(6, 6), (18, 18)], [(18, 6), (6, 18)]]),
    "menu": _Icon(strokes=[[(4, 6.5), (20, 6.5)], [(4, 12), (20, 12)], [(4, 17.5), (20, 17.5)]]),
    "more": _Icon(dots=[(5.5, 12, 1.9), (12, 12, 1.9), (18.5, 12, 1.9)]),
    "back": _Icon(strokes=[[(20, 12), (4.5, 12)], [(11, 5.5), (4.5, 12), (11, 18.5)]]),
    "forward": _Icon(strokes=[[(4, 12), (19.5, 12)], [(13, 5.5), (19.5, 12), (13, 18.5)]]),
    "up": _Icon(strokes=[[(12, 20), (12, 4.5)], [(5.5, 11), (12, 4.5), (18.5, 11)]]),
    "down": _Icon(strokes=[[(12, 4), (12, 19.5)], [(5.5, 13), (12, 19.5), (18.5, 13)]]),
    "left": _Icon(strokes=[[(20, 12), (4.5, 12)], [(11, 5.5), (4.5, 12), (11, 18.5)]]),
    "right": _Icon(strokes=[[(4, 12), (19.5, 12)], [(13, 5.5), (19.5, 12), (13, 18.5)]]),
    "undo": _Icon(strokes=[[(4.5, 9), *arc(13.5, 14, 5, -90, 90), (8, 19)], [(9, 4.5), (4.5, 9), (9, 13.5)]]),
    "redo": _Icon(strokes=[[(19.5, 9), *arc(10.5, 14, 5, -90, -270), (16, 19)], [(15, 4.5), (19.5, 9), (15, 13.5)]]),
    "rotate": _Icon(strokes=[arc(12, 12.5, 7.5, 70, 338), [(19.4, 4.4), (19.2, 9.9), (13.8, 9.4)]]),
    "restart": _Icon(strokes=[arc(12, 12.5, 7.5, 110, -158), [(4.6, 4.4), (4.8, 9.9), (10.2, 9.4)]]),
    "play": _Icon(strokes=[[(7.5, 5), (18.5, 12), (7.5, 19), (7.5, 5)]], fills=[[(7.5, 5), (18.5, 12), (7.5, 19)]]),
    "calendar": _Icon(
        strokes=[[(4, 6), (20, 6), (20, 20), (4, 20), (4, 6)], [(4, 10.5), (20, 10.5)], [(8.5, 3.5), (8.5, 6)],
                 [(15.5, 3.5), (15.5, 6)]],
        dots=[(8.5, 14.8, 1.4), (12, 14.8, 1.4), (15.5, 14.8, 1.4)], width=2,
    ),
    "star": _Icon(strokes=[_star()], fills=[_star()], width=1.6),
    "bulb": _Icon(
        strokes=[[(9, 17), (9, 15.2), *arc(12, 9.8, 6, 125, 415), (15, 15.2), (15, 17), (9, 17)], [(10, 20.6), (14, 20.6)]],
        width=2,
    ),
    "settings": _Icon(strokes=[_gear(), arc(12, 12, 2.9, 0, 360)], width=2),
    "help": _Icon(strokes=[arc(12, 12, 9, 0, 360), [*arc(12, 9.6, 2.9, 190, 405), (12, 13.4)]], dots=[(12, 16.9, 1.4)], width=2),
    "info": _Icon(strokes=[arc(12, 12, 9, 0, 360), [(12, 11.5), (12, 16.6)]], dots=[(12, 7.6, 1.4)], width=2),
    "warning": _Icon(strokes=[[(12, 4), (21, 19.5), (3, 19.5), (12, 4)], [(12, 10), (12, 14)]], dots=[(12, 16.8, 1.3)], width=2),
    "chart": _Icon(strokes=[[(4, 20), (20, 20)], [(7, 16.5), (7, 12)], [(12, 16.5), (12, 5)], [(17, 16.5), (17, 9)]], width=2.6),
    "book": _Icon(
        strokes=[[(12, 6.5), (9, 4.5), (3.5, 4.5), (3.5, 18), (9, 18), (12, 20), (12, 6.5)],
                 [(12, 6.5), (15, 4.5), (20.5, 4.5), (20.5, 18), (15, 18), (12, 20)]], width=2,
    ),
    "share": _Icon(
        strokes=[[(8, 11), (16, 6.5)], [(8, 13), (16, 17.5)]], dots=[(6, 12, 3), (17.5, 5.5, 3), (17.5, 18.5, 3)], width=2,
    ),
    "home": _Icon(strokes=[[(3.5, 11.5), (12, 4), (20.5, 11.5)], [(6, 10), (6, 20), (18, 20), (18, 10)]]),
}


def mask(name: str, side: int) -> pygame.Surface:
    """The icon as a white mask, `side` device pixels square. KeyError for an unknown name."""
    icon = ICONS[name]

    def draw(surface: pygame.Surface, scale: float) -> None:
        unit = side * scale / GRID
        for points in icon.fills:
            pygame.draw.polygon(surface, shapes.WHITE, [(x * unit, y * unit) for x, y in points])
        for points in icon.strokes:
            shapes.stroke(surface, [(x * unit, y * unit) for x, y in points], icon.width * unit)
        for x, y, radius in icon.dots:
            pygame.draw.circle(surface, shapes.WHITE, (x * unit, y * unit), radius * unit)

    return shapes.mask(side, side, draw)
