"""Where things are on the play screen, in portrait and landscape, from 320 pixels up. Pure numbers."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.layout import Rect

MARGIN = 12.0
GAP = 10.0
TARGET = 44.0


@dataclass(frozen=True, slots=True)
class PlayLayout:
    """Rectangles in CSS pixels."""

    board: Rect
    menu: Rect
    score: Rect
    best: Rect
    more: Rect
    info: Rect
    """The line of the mode: streak, progress or health."""
    hand: tuple[Rect, Rect, Rect]
    message: Rect
    pad: Rect | None
    """The row of direction buttons, where there is one."""
    actions: Rect
    """The row of buttons at the end."""
    wide: bool
    """Whether the board stands beside the panel rather than above it."""


def play_layout(area: Rect, size: int, pad: bool = False, mirrored: bool = False) -> PlayLayout:
    """The layout of a board of ``size`` cells a side in the area left by notches and bars.

    ``pad`` makes room for direction buttons; ``mirrored`` puts a panel to the left of the board.
    """
    if area.w > area.h * 1.02:
        return _landscape(area, size, pad, mirrored)
    return _portrait(area, size, pad)


def spread(row: Rect, count: int, gap: float = GAP) -> list[Rect]:
    """A row divided among so many buttons; a few of them do not grow without end."""
    width = min(row.w, count * 260.0 + (count - 1) * gap)
    return row.centred(width, row.h).columns(count, gap) if count else []


def _board(area: Rect, size: int) -> Rect:
    """The largest square of whole-pixel cells in the middle of the area."""
    side = min(area.w, area.h)
    cell = int(side / size) if side / size > 12 else side / size
    return area.centred(cell * size, cell * size)


def _portrait(area: Rect, size: int, with_pad: bool) -> PlayLayout:
    small = area.h < 560
    margin = MARGIN if area.w >= 360 else 8.0
    column = area.centred(min(area.w, area.h * 0.78), area.h).inset(margin, 6.0)
    top_height, buttons, message = (44.0, 44.0, TARGET) if small else (60.0, 50.0, TARGET)
    info_height = 24.0 if small else 30.0
    gap = 6.0 if small else GAP
    top, rest = column.take_top(top_height, gap)
    info, rest = rest.take_top(info_height, gap)
    actions, rest = rest.take_bottom(buttons, gap)
    pad = None
    if with_pad:
        pad, rest = rest.take_bottom(TARGET + 4, gap / 2)
    words, rest = rest.take_bottom(message, gap / 2)
    hand_height = min(max(rest.h - rest.w - gap, 76.0), rest.w / 3 * 1.1, rest.h * 0.4)
    square = min(rest.w, rest.h - hand_height - gap)
    spare = max(0.0, rest.h - square - hand_height - gap)
    board_area = Rect(rest.x, rest.y + spare * 0.4, rest.w, square)
    hand = Rect(rest.x, board_area.bottom + gap + spare * 0.3, rest.w, hand_height)
    return _filled(_board(board_area, size), top, info, hand, words, pad, actions, gap, False)


def _landscape(area: Rect, size: int, with_pad: bool, mirrored: bool) -> PlayLayout:
    small = area.h < 480
    margin = 8.0 if small else 20.0
    inner = area.inset(margin)
    gap = 6.0 if small else 14.0
    side = min(inner.h, inner.w - 260.0 - 2 * gap)
    panel_width = min(max(inner.w - side - 2 * gap, 240.0), 540.0)
    total = side + 2 * gap + panel_width
    left = inner.x + (inner.w - total) / 2
    board_left = left + panel_width + 2 * gap if mirrored else left
    board_area = Rect(board_left, inner.y, side, inner.h)
    board = _board(board_area, size)
    height = min(inner.h, max(board.h, 300.0), 720.0)
    panel_left = left if mirrored else left + side + 2 * gap
    panel = Rect(panel_left, inner.y + (inner.h - height) / 2, panel_width, height)
    top, rest = panel.take_top(44.0 if small else 64.0, gap)
    info, rest = rest.take_top(24.0 if small else 34.0, gap)
    actions, rest = rest.take_bottom(44.0 if small else 54.0, gap)
    pad = None
    if with_pad:
        pad, rest = rest.take_bottom(TARGET if small else 54.0, gap / 2)
    words, rest = rest.take_bottom(TARGET if small else 52.0, gap / 2)
    hand_height = min(rest.h, panel.w / 3 * (1.0 if small else 1.2))
    hand = Rect(rest.x, rest.y + (rest.h - hand_height) / 2, rest.w, hand_height)
    return _filled(board, top, info, hand, words, pad, actions, gap, True)


def _filled(
    board: Rect,
    top: Rect,
    info: Rect,
    hand: Rect,
    words: Rect,
    pad: Rect | None,
    actions: Rect,
    gap: float,
    wide: bool,
) -> PlayLayout:
    menu, rest = top.take_left(TARGET, gap)
    more, rest = rest.take_right(TARGET, gap)
    score, best = rest.columns(2, gap)
    menu, more = menu.centred(TARGET, TARGET), more.centred(TARGET, TARGET)
    first, second, third = hand.columns(3, gap * 0.8)
    slots = first, second, third
    return PlayLayout(board, menu, score, best, more, info, slots, words, pad, actions, wide)
