"""Where things are on the play screen: upright, lying, square and tight, in windows as small as 280 by 320. Pure numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.ui.layout import Rect
from game.ui.theme import TARGET

MARGIN = 12.0
GAP = 10.0
WORTH = 1.3
"""A layout that is less calm is taken where it makes the board, or the pieces of the hand, so many times as large."""
BETTER = 1.08
"""The square layout is taken where it makes the board so many times as large."""
LEAST_SQUARE = 240.0
"""What stands above and below the board in the square layout needs so much width, in CSS pixels."""
SMALL = 480.0
"""The tight layout is for windows whose shorter side is less than this, in CSS pixels."""
WIDE_SLOT = 360.0
"""A slot that is wider than this, in CSS pixels, is better divided than used for one piece."""
SLOT_EDGE = 16.0
"""What a slot of the hand is larger than the longest piece in it, in CSS pixels."""
LONGEST = 4
"""Slots have room for a piece of so many cells in a row; a longer one makes the cells of its hand smaller."""
TRAY = 0.45
"""How large the cells of such a piece are at least, of the board's, where there is a choice."""
SEEN = 0.3
"""With pieces in the hand that are smaller than this, of the board's, a larger board is worth nothing."""
TOOLS = 216.0
"""The height of two rows of tools, a choice and some words, in CSS pixels."""


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
    square: bool = False
    """Whether the hand is a column beside the board, and all that is to be read is above and below the board."""
    tight: bool = False
    """Whether figures and messages have one place between them, and there is no room but for what is needed."""


def play_layout(area: Rect, size: int, pad: bool = False, mirrored: bool = False, ratio: float = 1.0) -> PlayLayout:
    """The layout of a board of ``size`` cells a side in the area left by notches and bars.

    ``pad`` makes room for direction buttons, where there is any; ``mirrored`` puts a panel to the left of the board; ``ratio``
    is that of device pixels, of which all cells take the same whole number.
    """
    slot = TRAY * LONGEST / size
    plan = _lying(area, pad, mirrored) if area.w > area.h * 1.02 else _portrait(area, pad, slot)
    square = _square(area, slot, pad, mirrored)
    if square.board.w >= LEAST_SQUARE and _cells(square, size) > _cells(plan, size) * BETTER:
        plan = square
    if min(area.w, area.h) < SMALL:
        tight = _tight(area, slot, mirrored)
        plan = tight if tight.board.w > plan.board.w * WORTH else plan
    return on_pixels(plan, size, ratio)


def slot_cell(slot: Rect, longest: int) -> float:
    """How large the cells of a piece in a slot can be, when the longest of the hand has so many in a row; in CSS pixels."""
    return (min(slot.w, slot.h) - SLOT_EDGE) / longest


def _cells(plan: PlayLayout, size: int) -> float:
    """How large the board's cells are, or count for beside a hand that is small."""
    return min(plan.board.w / size, slot_cell(plan.hand[0], LONGEST) / SEEN)


def bench_layout(area: Rect, size: int, mirrored: bool = False, ratio: float = 1.0, tools: float = TOOLS) -> PlayLayout:
    """The layout of a board with tools and words instead of a hand: what lies below the board is ``tools`` high, for them."""
    return on_pixels(_bench(area, mirrored, tools), size, ratio)


def _bench(area: Rect, mirrored: bool, tools: float) -> PlayLayout:
    plan = _landscape(area, False, mirrored) if area.w > area.h * 1.02 else _portrait(area, False)
    if plan.wide and plan.board.w >= area.h * 0.6:
        return plan
    if plan.wide:
        return _split(area, mirrored)
    # What is to spare goes to the tools.
    board = plan.board._replace(y=min(plan.board.y, plan.info.bottom + GAP))
    lacking = max(0.0, tools - (plan.actions.bottom - board.bottom))
    split = _split(area, mirrored)
    if board.w - lacking < max(min(area.w, area.h) * 0.45, split.board.w):
        return split
    lower = Rect(board.x, board.y, board.w, board.h - lacking)
    return replace(plan, board=_board(lower)._replace(y=board.y))


def on_pixels(plan: PlayLayout, size: int, ratio: float) -> PlayLayout:
    """With the board's cells on device pixels, so that no two tiles or gaps differ in width."""
    side = int(plan.board.w / size * ratio + 0.001) * size / ratio
    board = plan.board.centred(side, side)
    return replace(plan, board=board._replace(x=round(board.x * ratio) / ratio, y=round(board.y * ratio) / ratio))


def spread(row: Rect, count: int, gap: float = GAP) -> list[Rect]:
    """A row, a column or a block divided among so many buttons; a few of them do not grow without end."""
    if not count:
        return []
    if row.h > row.w * 2:
        column, _ = row.take_top(count * 64.0 + (count - 1) * 4.0)
        return column.rows(count, 4.0)
    if row.h >= 2 * TARGET:
        upper, lower = row.rows(2, 4.0)
        first = -(-count // 2) if count > 2 else 0
        return [*upper.columns(first, 4.0), *lower.columns(count - first, 4.0)]
    width = min(row.w, count * 260.0 + (count - 1) * gap)
    return row.centred(width, row.h).columns(count, gap)


def pad_places(row: Rect) -> list[Rect]:
    """The row of direction buttons: four arrows, each large enough for a finger, and the wider button that places."""
    gap = 6.0 if row.w >= 300 else 2.0
    arrow = max(TARGET, (row.w - 4 * gap) / 6.2)
    arrows, place = row.take_left(4 * arrow + 3 * gap, gap)
    return [*arrows.columns(4, gap), place]


def _board(area: Rect) -> Rect:
    """The largest square in the middle of the area."""
    side = min(area.w, area.h)
    return area.centred(side, side)


def _portrait(area: Rect, with_pad: bool, slot: float = 0.0) -> PlayLayout:
    """``slot`` is how much of the board's side a slot takes at least, besides its edge."""
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
    least = max(76.0, rest.h - gap - _shared(rest.h - gap, slot))
    hand_height = min(max(rest.h - rest.w - gap, least), rest.w / 3 * 1.1, rest.h * 0.4)
    square = min(rest.w, rest.h - hand_height - gap)
    spare = max(0.0, rest.h - square - hand_height - gap)
    board_area = Rect(rest.x, rest.y + spare * 0.4, rest.w, square)
    hand = Rect(rest.x, board_area.bottom + gap + spare * 0.3, rest.w, hand_height)
    return _filled(_board(board_area), top, info, hand, words, pad, actions, gap, False)


def _shared(length: float, slot: float) -> float:
    """The side of a board that shares a length with a slot."""
    return max(0.0, length - SLOT_EDGE) / (1 + slot)


def _lying(area: Rect, with_pad: bool, mirrored: bool) -> PlayLayout:
    """The board beside a panel, in which the hand is a row, or a column where that makes it much larger."""
    row, column = (_landscape(area, with_pad, mirrored, below) for below in (False, True))
    larger = slot_cell(column.hand[0], LONGEST) > slot_cell(row.hand[0], LONGEST) * WORTH
    return column if larger and column.hand[0].w < WIDE_SLOT else row


def _landscape(area: Rect, with_pad: bool, mirrored: bool, below: bool = False) -> PlayLayout:
    """``below`` puts the slots of the hand below each other."""
    small = area.h < 480
    margin = 8.0 if small else 20.0
    inner = area.inset(margin)
    gap = 6.0 if small else 14.0
    side = min(inner.h, inner.w - 266.0 - 2 * gap)
    panel_width = min(max(inner.w - side - 2 * gap, 240.0), max(540.0, side * 0.6))
    total = side + 2 * gap + panel_width
    left = inner.x + (inner.w - total) / 2
    board_left = left + panel_width + 2 * gap if mirrored else left
    board_area = Rect(board_left, inner.y, side, inner.h)
    board = _board(board_area)
    height = inner.h if below else min(inner.h, max(board.h, 300.0), 720.0)
    panel_left = left if mirrored else left + side + 2 * gap
    panel = Rect(panel_left, inner.y + (inner.h - height) / 2, panel_width, height)
    top, rest = panel.take_top(44.0 if small else 64.0, gap)
    info, rest = rest.take_top(24.0 if small else 34.0, gap)
    actions, rest = rest.take_bottom(44.0 if small else 54.0, gap)
    pad = None
    if with_pad:
        pad, rest = rest.take_bottom(TARGET if small else 54.0, gap / 2)
    words, rest = rest.take_bottom(TARGET if small else 52.0, gap / 2)
    hand_height = rest.h if below else min(rest.h, panel.w / 3 * (1.0 if small else 1.2))
    hand = Rect(rest.x, rest.y + (rest.h - hand_height) / 2, rest.w, hand_height)
    plan = _filled(board, top, info, hand, words, pad, actions, gap, True)
    return replace(plan, hand=_three(hand.rows(3, gap * 0.8))) if below else plan


def _square(area: Rect, slot: float, with_pad: bool, mirrored: bool) -> PlayLayout:
    """For windows that are nearly square: the hand and the buttons in a column beside the board, all else above and below it."""
    inner = area.inset(_between(area, 8.0, 20.0))
    gap, bar = _between(area, 6.0, 12.0), _between(area, TARGET, 52.0)
    top_height, line = _between(area, TARGET, 58.0), _between(area, 24.0, 30.0)
    others = top_height + line + bar + 3 * gap + (bar + gap / 2 if with_pad else 0.0)
    side = max(0.0, min(inner.h - others, _shared(inner.w - 2 * gap, slot), inner.w - 3 * gap - 2 * TARGET))
    buttons = 2 * bar + 4.0
    slots = min(inner.w - 2 * gap - side, (side + others - buttons) / 3)
    block = inner.centred(side + 2 * gap + slots, side + others)
    take = Rect.take_left if mirrored else Rect.take_right
    column, rest = take(block, slots, 2 * gap)
    actions, hand = column.take_bottom(buttons, gap * 1.5)
    top, rest = rest.take_top(top_height, gap)
    info, rest = rest.take_top(line, gap)
    board, rest = rest.take_top(side, gap)
    words, rest = rest.take_top(bar, gap / 2)
    pad = rest.take_top(bar)[0] if with_pad else None
    plan = _filled(board, top, info, hand, words, pad, actions, gap, False)
    return replace(plan, hand=_three(hand.rows(3, gap)), square=True)


def _between(area: Rect, small: float, large: float) -> float:
    """A length that grows with the window, as long as that is small."""
    share = min(1.0, max(0.0, (min(area.w, area.h) - 560.0) / 400.0))
    return small + (large - small) * share


def _three(slots: list[Rect]) -> tuple[Rect, Rect, Rect]:
    first, second, third = slots
    return first, second, third


def _tight(area: Rect, slot: float, mirrored: bool) -> PlayLayout:
    """For small windows that are nearly square: a column of buttons, and beside it words, board and hand."""
    gap = 4.0
    inner = area.inset(6.0)
    take = Rect.take_left if mirrored else Rect.take_right
    buttons, rest = take(inner, TARGET + 20, gap + 2)
    menu, below = buttons.take_top(TARGET, gap)
    more, actions = below.take_top(TARGET, gap)
    words, rest = rest.take_top(TARGET, gap)
    figures, info = words.take_top(19.0, 1.0)
    score, best = figures.columns(2, 8.0)
    least = max(52.0, rest.h - gap - _shared(rest.h - gap, slot))
    hand_height = min(max(rest.h - rest.w - gap, least), rest.w / 3 * 1.1, rest.h * 0.4)
    hand, rest = rest.take_bottom(hand_height, gap)
    board = _board(rest.inset(2.0))
    slots = _three(hand.columns(3, gap + 2))
    return PlayLayout(board, menu, score, best, more, info, slots, words, None, actions, False, tight=True)


def _split(area: Rect, mirrored: bool) -> PlayLayout:
    """For small windows that are nearly square: words above and below a board at one side, tools at the other."""
    gap = 4.0
    inner = area.inset(6.0)
    panel = min(inner.w * 0.52, 300.0)
    take = Rect.take_left if mirrored else Rect.take_right
    tools, rest = take(inner, panel, gap + 4)
    head, rest = rest.take_top(TARGET, gap + 2)
    side = min(rest.w, rest.h * 0.7)
    square, below = rest.take_top(side, gap + 4)
    top, rest = tools.take_top(TARGET, gap)
    menu, top = top.take_left(TARGET, gap)
    more, _ = top.take_right(TARGET, gap)
    info, rest = rest.take_top(18.0, gap)
    actions, rest = rest.take_bottom(TARGET, gap)
    score, best = head.columns(2, 0.0)
    board = _board(square.inset(2.0))
    slots = _three(rest.columns(3, gap))
    return PlayLayout(board, menu, score, best, more, info, slots, below, None, actions, True, tight=True)


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
    slots = _three(hand.columns(3, gap * 0.8))
    return PlayLayout(board, menu, score, best, more, info, slots, words, pad, actions, wide)
