"""Rectangles in CSS pixels and how to divide them, and how large such a pixel is in an unusual window."""

from collections.abc import Sequence
from typing import NamedTuple

AMPLE = (900.0, 1280.0)
"""The shorter and the longer side of a window in which everything is as large as its numbers say, in CSS pixels."""
GROWTH = 0.75
"""How much of what a larger window has more goes into larger words and buttons; the rest is more room."""
LEAST_SIDE, LEAST_SIDES = 280.0, 640.0
"""The shorter side, and both sides together, below which nothing has room in full size, in CSS pixels."""
SMALLEST = 0.5
"""Words are not made smaller than so much of their size, whatever the window."""


def zoom(width: float, height: float) -> float:
    """By how much everything is drawn larger than its numbers say: more than 1 in a window so large that small print would be
    lost beside the board, less than 1 in one too small for what must be hit and read."""
    shorter, longer = sorted((width, height))
    if shorter < LEAST_SIDE or shorter + longer < LEAST_SIDES:
        return max(SMALLEST, min(shorter / LEAST_SIDE, (shorter + longer) / LEAST_SIDES))
    ample = min(shorter / AMPLE[0], longer / AMPLE[1])
    # In steps, so that fonts are not made anew at every step of a window that is being dragged larger.
    return max(1.0, int((1 + (ample - 1) * GROWTH) * 20) / 20)


class Insets(NamedTuple):
    """Space at the four sides, in CSS pixels (a notch, a home bar, a margin)."""

    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    left: float = 0.0


class Rect(NamedTuple):
    """A rectangle: left edge, top edge, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        """The middle, left to right."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """The middle, top to bottom."""
        return self.y + self.h / 2

    def contains(self, x: float, y: float) -> bool:
        """True inside; the right and bottom edges belong to the neighbour."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: "Rect") -> bool:
        """True when the two share more than an edge."""
        wide = min(self.right, other.right) - max(self.x, other.x)
        return wide > 0 and min(self.bottom, other.bottom) > max(self.y, other.y)

    def within(self, other: "Rect") -> "Rect":
        """The part that lies in the other, where they overlap."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        return Rect(left, top, min(self.right, other.right) - left, min(self.bottom, other.bottom) - top)

    def moved(self, dx: float, dy: float) -> "Rect":
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def inset(self, by: float, vertical: float | None = None) -> "Rect":
        """Smaller by `by` at the left and right, and by `vertical` (the same when not given) at top and bottom."""
        v = by if vertical is None else vertical
        return Rect(self.x + by, self.y + v, max(0.0, self.w - 2 * by), max(0.0, self.h - 2 * v))

    def without(self, insets: Insets) -> "Rect":
        """What is left after taking the insets away."""
        width = max(0.0, self.w - insets.left - insets.right)
        return Rect(self.x + insets.left, self.y + insets.top, width, max(0.0, self.h - insets.top - insets.bottom))

    def take_top(self, height: float, gap: float = 0.0) -> tuple["Rect", "Rect"]:
        """The strip at the top, and the rest below a gap."""
        used = min(height + gap, self.h)
        return Rect(self.x, self.y, self.w, min(height, self.h)), Rect(self.x, self.y + used, self.w, self.h - used)

    def take_bottom(self, height: float, gap: float = 0.0) -> tuple["Rect", "Rect"]:
        """The strip at the bottom, and the rest above a gap."""
        strip = min(height, self.h)
        return Rect(self.x, self.bottom - strip, self.w, strip), Rect(self.x, self.y, self.w, max(0.0, self.h - height - gap))

    def take_left(self, width: float, gap: float = 0.0) -> tuple["Rect", "Rect"]:
        """The strip at the left, and the rest right of a gap."""
        used = min(width + gap, self.w)
        return Rect(self.x, self.y, min(width, self.w), self.h), Rect(self.x + used, self.y, self.w - used, self.h)

    def take_right(self, width: float, gap: float = 0.0) -> tuple["Rect", "Rect"]:
        """The strip at the right, and the rest left of a gap."""
        strip = min(width, self.w)
        return Rect(self.right - strip, self.y, strip, self.h), Rect(self.x, self.y, max(0.0, self.w - width - gap), self.h)

    def columns(self, parts: int | Sequence[float], gap: float = 0.0) -> list["Rect"]:
        """Side by side: so many equal parts, or parts as wide as the given weights say."""
        return [Rect(self.x + at, self.y, size, self.h) for at, size in _shares(self.w, parts, gap)]

    def rows(self, parts: int | Sequence[float], gap: float = 0.0) -> list["Rect"]:
        """One below the other: so many equal parts, or parts as tall as the given weights say."""
        return [Rect(self.x, self.y + at, self.w, size) for at, size in _shares(self.h, parts, gap)]

    def centred(self, width: float, height: float) -> "Rect":
        """A rectangle of that size, at most this one's, around the same middle."""
        w, h = min(width, self.w), min(height, self.h)
        return Rect(self.x + (self.w - w) / 2, self.y + (self.h - h) / 2, w, h)

    def fitted(self, aspect: float = 1.0) -> "Rect":
        """The largest centred rectangle inside whose width is `aspect` times its height."""
        return self.centred(min(self.w, self.h * aspect), min(self.h, self.w / aspect))


def _shares(length: float, parts: int | Sequence[float], gap: float) -> list[tuple[float, float]]:
    weights = [1.0] * parts if isinstance(parts, int) else list(parts)
    free = max(0.0, length - gap * (len(weights) - 1))
    total = sum(weights) or 1.0
    shares, at = [], 0.0
    for weight in weights:
        size = free * weight / total
        shares.append((at, size))
        at += size + gap
    return shares


def stack(within: Rect, heights: Sequence[float], gap: float = 0.0) -> list[Rect]:
    """Rows of the given heights from the top of `within` downwards; they may reach past its bottom."""
    rows, y = [], within.y
    for height in heights:
        rows.append(Rect(within.x, y, within.w, height))
        y += height + gap
    return rows
