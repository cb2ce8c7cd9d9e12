"""Drawing on a surface in CSS pixels, snapped to device pixels, anti-aliased, and fast through caches."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

import pygame

from game.ui import icons, shapes
from game.ui.cache import SurfaceCache
from game.ui.layout import Rect
from game.ui.sheet import Sheet
from game.ui.text import Type, Weight
from game.ui.theme import BODY, Colour, Theme

Align = Literal["left", "centre", "right"]
CACHE_BYTES = 16_000_000
# Masks and tiles of every size in use; shared by all painters, since keys name device pixels and colours.
pictures = SurfaceCache(CACHE_BYTES)


class Painter:
    """Draws on one sheet, or on a surface at once. `px` is the number of device pixels in one CSS pixel."""

    def __init__(self, on: pygame.Surface | Sheet, px: float, theme: Theme, type: Type | None = None) -> None:
        self._sheet = on if isinstance(on, Sheet) else Sheet(on)
        self.surface = self._sheet.surface
        self.px = px
        self.theme = theme
        self.type = type or Type(px)
        self._dx = self._dy = 0.0
        self._left = self._top = 0

    # --- from CSS pixels to device pixels

    def length(self, css: float) -> int:
        """A length in device pixels, at least one."""
        return max(1, int(css * self.px + 0.5))

    def box(self, rect: Rect) -> pygame.Rect:
        """The rectangle with its edges on device pixels: neighbours in CSS pixels stay neighbours."""
        x, y = self._x(rect.x), self._y(rect.y)
        return pygame.Rect(x, y, self._x(rect.x + rect.w) - x, self._y(rect.y + rect.h) - y)

    @contextmanager
    def clip(self, rect: Rect) -> Iterator[None]:
        """Inside the block nothing is drawn outside `rect`."""
        with self._sheet.clip(self.box(rect)):
            yield

    @contextmanager
    def shifted(self, dx: float, dy: float) -> Iterator[None]:
        """Inside the block everything is drawn so much further right and down, in CSS pixels."""
        before = self._dx, self._dy
        self._dx, self._dy = self._dx + dx, self._dy + dy
        try:
            yield
        finally:
            self._dx, self._dy = before

    def part(self, surface: pygame.Surface, box: pygame.Rect) -> "Painter":
        """A painter in the same coordinates for a surface that is to lie at `box` of this one, in device pixels."""
        inner = Painter(surface, self.px, self.theme, self.type)
        inner._dx, inner._dy = self._dx, self._dy
        inner._left, inner._top = self._left + box.x, self._top + box.y
        return inner

    # --- areas

    def clear(self, colour: Colour | None = None) -> None:
        """Fill the whole surface, with the background when no colour is given."""
        self._sheet.fill(self.surface.get_rect(), colour or self.theme.background)

    def fill(self, rect: Rect, colour: Colour, alpha: int = 255) -> None:
        """A plain rectangle; alpha 0 to 255."""
        self._sheet.fill(self.box(rect), colour, alpha)

    def rounded(self, rect: Rect, radius: float, colour: Colour, alpha: int = 255) -> None:
        """A filled rectangle with round corners."""
        self._rounded(self.box(rect), int(radius * self.px + 0.5), colour, alpha)

    def outline(
        self, rect: Rect, radius: float, thickness: float, colour: Colour, alpha: int = 255, casing: Colour | None = None,
    ) -> None:
        """A rounded outline that lies inside `rect`. `casing` adds a thin line of that colour on both sides of it."""
        box, r, t = self.box(rect), int(radius * self.px + 0.5), self.length(thickness)
        if casing:
            edge = self.length(1)
            self._outline(box.inflate(2 * edge, 2 * edge), r + edge, t + 2 * edge, casing, alpha)
        self._outline(box, r, t, colour, alpha)

    def panel(self, rect: Rect, radius: float, colour: Colour, edge: Colour | None = None, thickness: float = 1) -> None:
        """A filled rounded rectangle with an outline of another colour."""
        box, r = self.box(rect), int(radius * self.px + 0.5)
        if edge is None:
            self._rounded(box, r, colour, 255)
            return
        t = self.length(thickness)
        r = min(r, box.w // 2, box.h // 2)
        if r > 0:
            self._corners(box, r, self._disc(2 * r, edge), 255)
        self._sides(box, r, t, edge, 255)
        self._rounded(box.inflate(-2 * t, -2 * t), max(0, r - t), colour, 255)

    def shadow(self, rect: Rect, radius: float, depth: float = 8, alpha: int = 70) -> None:
        """A soft shadow around and a little below a rectangle that is drawn on it next."""
        blur = self.length(depth)
        corner = int(radius * self.px + 0.5) + 2 * blur
        box = self.box(rect).inflate(2 * blur, 2 * blur).move(0, blur // 3)
        self._nine(self._shadow_source(corner - 2 * blur, blur, alpha), box, corner)

    def veil(self, alpha: int = 140) -> None:
        """Darken (in a light theme dim) everything drawn so far, under a dialog."""
        self._sheet.fill(self.surface.get_rect(), self.theme.shadow, alpha)

    # --- lines and marks

    def line(self, x0: float, y0: float, x1: float, y1: float, thickness: float, colour: Colour) -> None:
        """A straight line. Horizontal and vertical ones are sharp; others have soft edges and round ends."""
        if x0 != x1 and y0 != y1:
            self.polyline(((x0, y0), (x1, y1)), thickness, colour)
            return
        t = self.length(thickness)
        left, top = self._x(min(x0, x1)), self._y(min(y0, y1))
        wide, high = self._x(max(x0, x1)) - left, self._y(max(y0, y1)) - top
        box = (left, top - t // 2, wide, t) if y0 == y1 else (left - t // 2, top, t, high)
        self._sheet.fill(pygame.Rect(box), colour)

    def polyline(self, points: Sequence[tuple[float, float]], thickness: float, colour: Colour) -> None:
        """A line through several points, for charts; soft edges, round joints. Not cached."""
        t = self.length(thickness)
        device = [((x + self._dx) * self.px - self._left, (y + self._dy) * self.px - self._top) for x, y in points]
        left, top = int(min(x for x, _ in device)) - t, int(min(y for _, y in device)) - t
        wide = int(max(x for x, _ in device)) - left + t
        high = int(max(y for _, y in device)) - top + t
        white = shapes.mask(
            wide, high, lambda large, s: shapes.stroke(large, [((x - left) * s, (y - top) * s) for x, y in device], t * s)
        )
        self._sheet.blit(shapes.tinted(white, colour), left, top)

    def dashed(self, rect: Rect, radius: float, thickness: float, colour: Colour, dash: float = 6, alpha: int = 255) -> None:
        """A dashed rounded outline inside `rect`: round corners are drawn whole, the straight sides in dashes."""
        box, t = self.box(rect), self.length(thickness)
        r = min(max(t, int(radius * self.px + 0.5)), box.w // 2, box.h // 2)
        self._corners(box, r, self._ring(2 * r, t, colour), alpha)
        for at, size in _dashes(box.w - 2 * r, self.length(dash)):
            for y in (box.y, box.bottom - t):
                self._sheet.fill(pygame.Rect(box.x + r + at, y, size, t), colour, alpha)
        for at, size in _dashes(box.h - 2 * r, self.length(dash)):
            for x in (box.x, box.right - t):
                self._sheet.fill(pygame.Rect(x, box.y + r + at, t, size), colour, alpha)

    def dotted(self, rect: Rect, size: float, colour: Colour) -> None:
        """A box of dots along the edges of `rect`, `size` across."""
        box, d = self.box(rect), self.length(size)
        image = self._disc(d, colour)
        across = max(2, (box.w - d) // (2 * d))
        down = max(2, (box.h - d) // (2 * d))
        for i in range(across + 1):
            x = box.x + (box.w - d) * i // across
            self._sheet.blit(image, x, box.y)
            self._sheet.blit(image, x, box.bottom - d)
        for i in range(1, down):
            y = box.y + (box.h - d) * i // down
            self._sheet.blit(image, box.x, y)
            self._sheet.blit(image, box.right - d, y)

    def dot(self, cx: float, cy: float, diameter: float, colour: Colour, alpha: int = 255) -> None:
        d = self.length(diameter)
        self._sheet.blit(self._disc(d, colour), self._x(cx - d / 2 / self.px), self._y(cy - d / 2 / self.px), alpha=alpha)

    def plus(self, rect: Rect, colour: Colour, alpha: int = 255) -> None:
        """A plus that fills the rectangle's smaller side."""
        self.icon("plus", rect, colour, alpha)

    def cross(self, rect: Rect, colour: Colour, alpha: int = 255) -> None:
        """A diagonal cross that fills the rectangle's smaller side."""
        self.icon("cross", rect, colour, alpha)

    def icon(self, name: str, rect: Rect, colour: Colour, alpha: int = 255) -> None:
        """One of `icons.ICONS`, as large as fits into the middle of `rect`. KeyError for an unknown name."""
        side = self.length(min(rect.w, rect.h))
        image = pictures.get(("icon", name, side, colour), lambda: shapes.tinted(icons.mask(name, side), colour))
        half = side / 2 / self.px
        self._sheet.blit(image, self._x(rect.cx - half), self._y(rect.cy - half), alpha=alpha)

    # --- text and pictures

    def text(
        self, text: str, rect: Rect, size: float = BODY, colour: Colour | None = None, weight: Weight = "regular",
        align: Align = "left", minimum: float | None = None, alpha: int = 255,
    ) -> None:
        """One line in the rectangle, in the middle of its height. With `minimum` it shrinks down to that size to fit the width,
        and is shortened with an ellipsis where even that is too wide."""
        if not text:
            return
        if minimum is not None:
            size = self.type.fit(text, rect.w, size, minimum, weight)
            text = self.type.shortened(text, rect.w, size, weight)
        image = self.type.render(text, size, weight, colour or self.theme.text)
        box = self.box(rect)
        x = {"left": box.x, "centre": box.centerx - image.get_width() // 2, "right": box.right - image.get_width()}[align]
        self._sheet.blit(image, x, box.centery - image.get_height() // 2, alpha=alpha)

    def paragraph(
        self, text: str, rect: Rect, size: float = BODY, colour: Colour | None = None, weight: Weight = "regular",
        align: Align = "left",
    ) -> float:
        """Wrapped lines from the top of the rectangle; returns their height, which may be more than the rectangle's."""
        step = self.type.line_height(size)
        lines = self.type.wrap(text, rect.w, size, weight)
        for number, line in enumerate(lines):
            self.text(line, Rect(rect.x, rect.y + number * step, rect.w, step), size, colour, weight, align)
        return len(lines) * step

    def picture(self, image: pygame.Surface, x: float, y: float, alpha: int = 255) -> None:
        """A surface in device pixels with its top left at (x, y)."""
        self._sheet.blit(image, self._x(x), self._y(y), alpha=alpha)

    # --- device pixels

    def _x(self, css: float) -> int:
        return int(((css + self._dx) * self.px + 0.5) // 1) - self._left

    def _y(self, css: float) -> int:
        return int(((css + self._dy) * self.px + 0.5) // 1) - self._top

    def _rounded(self, box: pygame.Rect, r: int, colour: Colour, alpha: int) -> None:
        r = min(r, box.w // 2, box.h // 2)
        if r <= 0:
            self._sheet.fill(box, colour, alpha)
            return
        self._corners(box, r, self._disc(2 * r, colour), alpha)
        self._sheet.fill(pygame.Rect(box.x + r, box.y, box.w - 2 * r, box.h), colour, alpha)
        self._sheet.fill(pygame.Rect(box.x, box.y + r, r, box.h - 2 * r), colour, alpha)
        self._sheet.fill(pygame.Rect(box.right - r, box.y + r, r, box.h - 2 * r), colour, alpha)

    def _outline(self, box: pygame.Rect, r: int, t: int, colour: Colour, alpha: int) -> None:
        r = min(max(r, 0), box.w // 2, box.h // 2)
        if r > 0:
            self._corners(box, r, self._ring(2 * r, t, colour), alpha)
        self._sides(box, r, t, colour, alpha)

    def _sides(self, box: pygame.Rect, r: int, t: int, colour: Colour, alpha: int) -> None:
        """The four straight sides between the corners of an outline."""
        inner = max(r, t)
        for y in (box.y, box.bottom - t):
            self._sheet.fill(pygame.Rect(box.x + r, y, box.w - 2 * r, t), colour, alpha)
        for x in (box.x, box.right - t):
            self._sheet.fill(pygame.Rect(x, box.y + inner, t, box.h - 2 * inner), colour, alpha)

    def _corners(self, box: pygame.Rect, r: int, whole: pygame.Surface, alpha: int) -> None:
        blit = self._sheet.blit
        blit(whole, box.x, box.y, (0, 0, r, r), alpha)
        blit(whole, box.right - r, box.y, (r, 0, r, r), alpha)
        blit(whole, box.x, box.bottom - r, (0, r, r, r), alpha)
        blit(whole, box.right - r, box.bottom - r, (r, r, r, r), alpha)

    def _disc(self, diameter: int, colour: Colour) -> pygame.Surface:
        return pictures.get(("disc", diameter, colour), lambda: shapes.tinted(shapes.disc(diameter), colour))

    def _ring(self, diameter: int, t: int, colour: Colour) -> pygame.Surface:
        return pictures.get(("ring", diameter, t, colour), lambda: shapes.tinted(shapes.ring(diameter, t), colour))

    def _shadow_source(self, radius: int, blur: int, alpha: int) -> pygame.Surface:
        def make() -> pygame.Surface:
            image = shapes.tinted(shapes.soft_square(radius, blur), self.theme.shadow)
            image.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
            return image

        return pictures.get(("shadow", radius, blur, alpha, self.theme.shadow), make)

    def _nine(self, source: pygame.Surface, box: pygame.Rect, corner: int) -> None:
        """The source's corners as they are, its edges stretched, its middle left out: the panel covers it."""
        side, blit = source.get_width(), self._sheet.blit
        corner = min(corner, box.w // 2, box.h // 2, side // 2)
        far = side - corner
        blit(source, box.x, box.y, (0, 0, corner, corner))
        blit(source, box.right - corner, box.y, (far, 0, corner, corner))
        blit(source, box.x, box.bottom - corner, (0, far, corner, corner))
        blit(source, box.right - corner, box.bottom - corner, (far, far, corner, corner))
        wide, high = max(0, box.w - 2 * corner), max(0, box.h - 2 * corner)
        for y, top in ((box.y, 0), (box.bottom - corner, far)):
            blit(_stretched(source, (side // 2, top, 1, corner), (wide, corner)), box.x + corner, y)
        for x, left in ((box.x, 0), (box.right - corner, far)):
            blit(_stretched(source, (left, side // 2, corner, 1), (corner, high)), x, box.y + corner)


def _stretched(source: pygame.Surface, part: tuple[int, int, int, int], size: tuple[int, int]) -> pygame.Surface:
    """A part of a cached picture (left, top, width, height) scaled to a size."""
    return pictures.get(
        ("stretched", source, part, size), lambda: pygame.transform.scale(source.subsurface(part), size)
    )


def _dashes(length: int, dash: int) -> list[tuple[int, int]]:
    """Start and size of dashes with equal gaps along a side, the same from both ends; the ends begin with a gap."""
    count = max(0, (length // dash - 1) // 2)
    if count == 0:
        return []
    gap = (length - count * dash) / (count + 1)
    return [(int(gap + i * (dash + gap) + 0.5), dash) for i in range(count)]
