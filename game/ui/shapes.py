"""Anti-aliased masks: white shapes on a transparent ground, drawn large and scaled down. Device pixels throughout."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

import pygame

# How much larger a shape is drawn before it is scaled down.
SAMPLES = 4
_CLEAR = (255, 255, 255, 0)
WHITE = (255, 255, 255, 255)
Point = tuple[float, float]


def mask(width: int, height: int, draw: Callable[[pygame.Surface, float], None]) -> pygame.Surface:
    """A mask of that size; `draw` gets the large surface and the number of its pixels in one pixel of the mask."""
    scale = SAMPLES
    large = pygame.Surface((max(1, width) * scale, max(1, height) * scale), pygame.SRCALPHA)
    large.fill(_CLEAR)
    draw(large, scale)
    return pygame.transform.smoothscale(large, (max(1, width), max(1, height)))


def tinted(white: pygame.Surface, colour: tuple[int, int, int]) -> pygame.Surface:
    """A copy of a mask in that colour."""
    copy = white.copy()
    copy.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def disc(diameter: int) -> pygame.Surface:
    def draw(surface: pygame.Surface, scale: float) -> None:
        radius = diameter * scale / 2
        pygame.draw.circle(surface, WHITE, (radius, radius), radius)

    return mask(diameter, diameter, draw)


def ring(diameter: int, thickness: int) -> pygame.Surface:
    """A circle's outline; the thickness lies inside the diameter."""

    def draw(surface: pygame.Surface, scale: float) -> None:
        radius = diameter * scale / 2
        pygame.draw.circle(surface, WHITE, (radius, radius), radius)
        if thickness * 2 < diameter:
            pygame.draw.circle(surface, _CLEAR, (radius, radius), radius - thickness * scale)

    return mask(diameter, diameter, draw)


def stroke(surface: pygame.Surface, points: Sequence[Point], width: float, closed: bool = False) -> None:
    """A line through the points with round ends and joints, on a large surface (its own pixels)."""
    radius = width / 2
    ring_points = [*points, points[0]] if closed else list(points)
    for x, y in ring_points:
        pygame.draw.circle(surface, WHITE, (x, y), radius)
    for (x0, y0), (x1, y1) in pairwise(ring_points):
        length = hypot(x1 - x0, y1 - y0)
        if length:
            dx, dy = (y1 - y0) / length * radius, (x0 - x1) / length * radius
            corners = [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
            pygame.draw.polygon(surface, WHITE, corners)


def arc(cx: float, cy: float, radius: float, start: float, end: float) -> list[Point]:
    """Points on a circle from one angle to another, in degrees clockwise from the right."""
    steps = max(2, ceil(abs(end - start) / 8))
    angles = [(start + (end - start) * i / steps) * pi / 180 for i in range(steps + 1)]
    return [(cx + radius * cos(a), cy + radius * sin(a)) for a in angles]


def soft_square(radius: int, blur: int) -> pygame.Surface:
    """A blurred rounded square, the source of a shadow's corners and edges. Its side is 2·(radius + 2·blur) + 2."""
    side = 2 * (radius + 2 * blur) + 2
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    surface.fill(_CLEAR)
    body = pygame.Rect(blur, blur, side - 2 * blur, side - 2 * blur)
    pygame.draw.rect(surface, WHITE, body, border_radius=radius + blur // 2)
    # Two box blurs look like one soft one.
    once = pygame.transform.box_blur(surface, max(1, blur // 2))
    return pygame.transform.box_blur(once, max(1, blur // 2))
