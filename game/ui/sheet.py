"""What painters draw on: a surface, at once (Sheet) or picture after picture, and then only where they differ (Frames)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from game.ui.theme import Colour

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in device pixels."""

Operation = tuple[int, int, int, int, Box, pygame.Surface | None, tuple[int, ...], Box | None, int]
"""The box that it touches, the box that it is clipped to; an image with its place and the part of it that is drawn (left, top,
width, height), or no image with a colour; and the opacity, 0 to 255."""

WORTH = 40_000
"""Two areas are drawn as one when that costs fewer additional pixels than this."""
MOST = 8
"""More areas than this are drawn as one."""


class Sheet:
    """A surface. Everything is drawn on it at once, inside the present clip. Device pixels."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface

    def fill(self, box: pygame.Rect, colour: Colour, alpha: int = 255) -> None:
        """A plain rectangle."""
        # pygame's translucent fills pay no heed to a clip that is empty.
        if alpha > 0 and (inside := box.clip(self.surface.get_clip())):
            _fill(self.surface, inside, colour, alpha)

    def blit(self, image: pygame.Surface, x: int, y: int, part: Box | None = None, alpha: int = 255) -> None:
        """A picture, or the part (left, top, width, height) of it, with its top left at (x, y)."""
        if alpha > 0:
            _blit(self.surface, image, (x, y), part, alpha)

    @contextmanager
    def clip(self, box: pygame.Rect) -> Iterator[None]:
        """Inside the block nothing is drawn outside the box."""
        before = self.surface.get_clip()
        self.surface.set_clip(box.clip(before))
        try:
            yield
        finally:
            self.surface.set_clip(before)


class Frames(Sheet):
    """A surface that shows one picture after another. What is drawn is kept as a list until `show`, which compares it with the
    list before and draws what differs. Images must not change once they were drawn."""

    def __init__(self, surface: pygame.Surface) -> None:
        super().__init__(surface)
        self._whole: Box = (0, 0, *surface.get_size())
        self._clip = self._whole
        self._now: list[Operation] = []
        self._before: list[Operation] | None = None

    def fill(self, box: pygame.Rect, colour: Colour, alpha: int = 255) -> None:
        left, top, right, bottom = clip = self._clip
        x, y, wide, high = box
        touched = max(x, left), max(y, top), min(x + wide, right), min(y + high, bottom)
        if touched[0] >= touched[2] or touched[1] >= touched[3] or alpha <= 0:
            return
        if touched == self._whole and alpha >= 255:
            self._now.clear()
        self._now.append((*touched, clip, None, colour, None, alpha))

    def blit(self, image: pygame.Surface, x: int, y: int, part: Box | None = None, alpha: int = 255) -> None:
        left, top, right, bottom = clip = self._clip
        wide, high = part[2:] if part else image.get_size()
        touched = max(x, left), max(y, top), min(x + wide, right), min(y + high, bottom)
        if touched[0] < touched[2] and touched[1] < touched[3] and alpha > 0:
            self._now.append((*touched, clip, image, (x, y), part, alpha))

    @contextmanager
    def clip(self, box: pygame.Rect) -> Iterator[None]:
        before = left, top, right, bottom = self._clip
        self._clip = max(box.left, left), max(box.top, top), min(box.right, right), min(box.bottom, bottom)
        try:
            yield
        finally:
            self._clip = before

    def forget(self) -> None:
        """The surface has lost what was on it: the next picture is drawn whole."""
        self._before = None

    def show(self) -> list[pygame.Rect]:
        """Draws the picture collected since the last call; returns where it differs from the one before."""
        before, self._before, self._now = self._before, self._now, []
        areas = _merged([self._whole] if before is None else _changed(before, self._before))
        for area in areas:
            _draw(self.surface, self._before, area)
        self.surface.set_clip(None)
        return [pygame.Rect(left, top, right - left, bottom - top) for left, top, right, bottom in areas]


def _changed(before: list[Operation], now: list[Operation]) -> list[Box]:
    """The boxes of all operations of one list that the other has not. The rest must come in the same order in both."""
    start, shorter = 0, min(len(before), len(now))
    while start < shorter and before[start] == now[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == now[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], now[start : len(now) - end]
    # How often, as drawing the same twice is not drawing it once where it is translucent.
    olds, news = Counter(old), Counter(new)
    lost = [each for each in old if olds[each] != news[each]]
    gained = [each for each in new if olds[each] != news[each]]
    if [each for each in old if olds[each] == news[each]] != [each for each in new if olds[each] == news[each]]:
        lost, gained = old, new
    return [each[:4] for each in lost + gained]


def _merged(boxes: list[Box]) -> list[Box]:
    """Few areas that cover all boxes, without many pixels more."""
    areas: list[Box] = []
    for box in boxes:
        merged = box
        at = 0
        while at < len(areas):
            area = areas[at]
            both = min(merged[0], area[0]), min(merged[1], area[1]), max(merged[2], area[2]), max(merged[3], area[3])
            if _pixels(both) - _pixels(merged) - _pixels(area) < WORTH:
                merged = both
                del areas[at]
                # A larger area may be worth joining with one that was passed over.
                at = 0
            else:
                at += 1
        areas.append(merged)
    if len(areas) <= MOST:
        return areas
    lefts, tops, rights, bottoms = zip(*areas, strict=True)
    return [(min(lefts), min(tops), max(rights), max(bottoms))]


def _pixels(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _draw(surface: pygame.Surface, operations: list[Operation], area: Box) -> None:
    """Draws, inside the area, all that touches it."""
    left, top, right, bottom = area
    clipped: Box | None = None
    for x0, y0, x1, y1, clip, image, what, part, alpha in operations:
        if x0 >= right or x1 <= left or y0 >= bottom or y1 <= top:
            continue
        if clip is not clipped:
            clipped = clip
            x, y = max(left, clip[0]), max(top, clip[1])
            surface.set_clip((x, y, min(right, clip[2]) - x, min(bottom, clip[3]) - y))
        if image is None:
            _fill(surface, (x0, y0, x1 - x0, y1 - y0), what, alpha)
        else:
            _blit(surface, image, what, part, alpha)


def _fill(surface: pygame.Surface, box: pygame.Rect | Box, colour: tuple[int, ...], alpha: int) -> None:
    if alpha >= 255:
        surface.fill(colour, box)
        return
    # ground · (1 - a) + colour · a, in place: no second surface of that size is needed.
    rest = 255 - alpha
    surface.fill((rest, rest, rest), box, pygame.BLEND_RGB_MULT)
    r, g, b = colour
    surface.fill((r * alpha // 255, g * alpha // 255, b * alpha // 255), box, pygame.BLEND_RGB_ADD)


def _blit(surface: pygame.Surface, image: pygame.Surface, at: tuple[int, ...], part: Box | None, alpha: int) -> None:
    if alpha >= 255:
        surface.blit(image, at, part)
        return
    image.set_alpha(alpha)
    surface.blit(image, at, part)
    image.set_alpha(255)
