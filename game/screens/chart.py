"""A small chart of scores: a line with its axes in words."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.theme import mixed
from game.words import number, say

TEXT = 12.0
"""The size of its words, in CSS pixels."""
DOTS = 24
"""With more scores than this their dots would touch."""
_STEPS = (1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10)


def draw_scores(painter: Painter, rect: Rect, scores: Sequence[int], average: float | None) -> None:
    """The scores from left to right, at least two; `average` is drawn as a dashed line."""
    theme = painter.theme
    top = ceiling(max(scores))
    room = max(painter.type.width(number(value), TEXT) for value in (top, top // 2)) + 8
    names, plot = rect.take_left(room)
    foot, plot = plot.take_bottom(TEXT + 8)
    plot = Rect(plot.x, plot.y + TEXT / 2, plot.w - 6, plot.h - TEXT / 2)
    faint = mixed(theme.panel, theme.panel_edge, 0.45)
    for value in dict.fromkeys((0, top // 2, top)):
        y = plot.bottom - plot.h * value / top
        painter.line(plot.x, y, plot.right, y, 1, theme.panel_edge if value == 0 else faint)
        label = Rect(names.x, y - TEXT * 0.7, names.w - 8, TEXT * 1.4)
        painter.text(number(value), label, TEXT, theme.muted, align="right")
    if average is not None:
        _average(painter, plot, plot.bottom - plot.h * min(average, top) / top)
    step = plot.w / (len(scores) - 1)
    points = [(plot.x + at * step, plot.bottom - plot.h * score / top) for at, score in enumerate(scores)]
    painter.polyline(points, 2.2, theme.accent)
    for x, y in points if len(points) <= DOTS else points[-1:]:
        painter.dot(x, y, 7, theme.accent)
    below = Rect(foot.x, foot.y + 4, foot.w - 6, foot.h - 4)
    painter.text(oldest_words(len(scores) - 1), below, TEXT, theme.muted)
    painter.text(say("stats.chart.latest"), below, TEXT, theme.muted, align="right")


def oldest_words(ago: int) -> str:
    """How many rounds before the latest the oldest was."""
    return say("stats.chart.oldest.one") if ago == 1 else say("stats.chart.oldest", count=ago)


def _average(painter: Painter, plot: Rect, y: float) -> None:
    x = plot.x
    while x < plot.right:
        painter.line(x, y, min(x + 6, plot.right), y, 1.5, painter.theme.muted)
        x += 11


def ceiling(highest: int) -> int:
    """A round even number that is at least as high, for the top of the axis."""
    if highest <= 2:
        return 2
    power = 1
    while power * 10 < highest:
        power *= 10
    found = next(step * power for step in _STEPS if step * power >= highest)
    return int(found) + int(found) % 2
