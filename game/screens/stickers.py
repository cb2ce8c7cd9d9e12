"""The sticker book: the five stickers, earned or not, and how far it is to the next."""

from __future__ import annotations

from game.profile.player import slot_of
from game.profile.stickers import STICKERS as BOOK
from game.rules.modes import STICKERS
from game.screens.page import Page
from game.screens.sticker_art import draw_place, draw_sticker
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.theme import BODY, GAP, RADIUS, SMALL, mixed
from game.ui.widgets import Drawing, Label, Look
from game.words import say

CARD = 172.0
"""The narrowest card, in CSS pixels."""
LOWEST, HIGHEST = 196.0, 264.0
"""How high a card is at least and at most, in CSS pixels."""


class StickerCard(Label):
    """One place in the book. Its label says all of it."""

    def __init__(self, name: str, lines: int, earned: bool, rect: Rect) -> None:
        self.name, self.earned = say(f"stickers.{name}"), earned
        self.goal = goal_words(lines)
        self.state = say("stickers.earned" if earned else "stickers.open")
        text = say("stickers.said", name=self.name, goal=self.goal, state=self.state)
        super().__init__(f"sticker.{name}", text, rect)
        self._art = name

    def draw(self, painter: Painter, look: Look) -> None:
        theme, rect = painter.theme, self.rect
        if self.earned:
            painter.panel(rect, RADIUS, theme.panel, theme.panel_edge)
        else:
            painter.rounded(rect, RADIUS, mixed(theme.background, theme.panel, 0.5))
        picture, words = rect.inset(10).take_top(rect.h - 20 - 66, 6)
        if self.earned:
            draw_sticker(painter, self._art, picture)
        else:
            draw_place(painter, picture)
        title, goal, state = words.rows([24, 19, 20])
        painter.text(self.name, title, BODY, theme.text if self.earned else theme.muted, "bold", "centre", 12)
        painter.text(self.goal, goal, 13, theme.muted, "regular", "centre", 10)
        if not self.earned:
            painter.text(self.state, state, 13, theme.muted, "regular", "centre")
            return
        width = 18 + painter.type.width(self.state, 13, "bold")
        mark, text = state.centred(width, state.h).take_left(15, 3)
        painter.icon("check", mark.centred(15, 15), theme.mint_edge)
        painter.text(self.state, text, 13, theme.text, "bold")


class StickersScreen(Page):
    """Builds itself from the player's sticker book and the round that is kept."""

    name = "stickers"
    title = "stickers.title"
    widest = 940.0

    def fill(self, column: Rect) -> float:
        y = self._progress(column) + 16
        earned = self.player.stickers.earned
        across = max(2, min(len(BOOK), int((column.w + GAP) // (CARD + GAP))))
        if across == 4:
            across = 3  # two rows of three and two look better than four and one
        cell = (column.w - GAP * (across - 1)) / across
        high = LOWEST if self.view.safe.h < 480 else max(LOWEST, min(HIGHEST, cell * 1.06))
        for at, (name, lines) in enumerate(BOOK):
            row, place = divmod(at, across)
            left = len(BOOK) - row * across
            line = Rect(column.x, y + row * (high + GAP), column.w, high)
            if left < across:
                line = line.centred(left * cell + (left - 1) * GAP, high)
            rect = line.columns(min(across, left), GAP)[place]
            self.controls.add_scrolling(StickerCard(name, lines, name in earned, rect))
        rows = -(-len(BOOK) // across)
        y += rows * (high + GAP)
        return self.paragraph("about", say("stickers.about"), Rect(column.x, y + 4, column.w, 0), SMALL, muted=True)

    def _progress(self, column: Rect) -> float:
        """How many there are, and the way to the next; returns its lower end."""
        add, step = self.controls.add_scrolling, self.view.type.line_height
        book = self.player.stickers
        line = Rect(column.x, column.y, min(column.w, 560.0), step(BODY))
        following = book.next()
        if following is None:
            add(Label("next", say("stickers.full"), line, weight="bold"))
            return line.bottom
        name, goal = following
        count = say("stickers.count", earned=len(book.earned), all=len(BOOK))
        add(Label("count", count, line, size=SMALL + 1, muted=True, align="right"))
        add(Label("next", say("stickers.next", name=say(f"stickers.{name}")), line, weight="bold"))
        bar = Rect(line.x, line.bottom + 6, line.w, 16)
        lines = self.lines()
        add(Drawing("bar", "", bar, lambda painter, rect: _bar(painter, rect, (lines or 0) / goal)))
        words = Rect(line.x, bar.bottom + 5, line.w, step(SMALL))
        if lines is None:
            text = say("stickers.progress.none.one") if goal == 1 else say("stickers.progress.none", goal=goal)
        else:
            text = say("stickers.progress", lines=lines, goal=goal)
        add(Label("progress", text, words, size=SMALL))
        return words.bottom

    def lines(self) -> int | None:
        """The lines of the round in play, or None when there is none."""
        kept = self.player.kept(slot_of(STICKERS, STICKERS.options({})))
        return kept.round.lines if kept is not None and kept.in_play else None


def goal_words(lines: int) -> str:
    """What earns a sticker."""
    return say("stickers.goal.one") if lines == 1 else say("stickers.goal", lines=lines)


def _bar(painter: Painter, rect: Rect, share: float) -> None:
    theme = painter.theme
    painter.panel(rect, rect.h / 2, theme.cell, theme.panel_edge)
    inner = rect.inset(3)
    if share > 0:
        width = max(inner.h, inner.w * min(1.0, share))
        painter.rounded(inner._replace(w=width), inner.h / 2, theme.accent)
