"""Statistics: for each mode and each combination of its options what was played and how it went."""

from __future__ import annotations

from collections.abc import Callable

from game.profile.keeping import KEEPING
from game.profile.player import Player
from game.profile.scores import Standing
from game.rules.modes import MODES, STICKERS
from game.screens.chart import draw_scores
from game.screens.page import Page, mode_played
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Context, Screen
from game.ui.theme import BODY, GAP, RADIUS, SMALL, TARGET
from game.ui.widgets import Button, Choice, Drawing, Label, Look
from game.words import number, say

CHARTED = 30
"""Rounds in a chart, at most."""
CHART = 132.0
"""The height of a chart, in CSS pixels."""
PAD = 16.0
ACROSS = 4
"""Figures in a row, at most."""


class Spoken(Label):
    """Words of the text mirror for what is drawn."""

    def draw(self, painter: Painter, look: Look) -> None:
        pass


class StatisticsScreen(Page):
    """Builds itself from the standings of one mode at a time."""

    name = "statistics"
    title = "menu.statistics"
    widest = 940.0

    def __init__(self, context: Context, player: Player, back: Callable[[], Screen]) -> None:
        super().__init__(context, player, back)
        self.mode = mode_played(player)
        """The mode that is shown."""

    def fill(self, column: Rect) -> float:
        rect = Rect(column.x, column.y, min(column.w, 560.0), TARGET + 4)
        modes = [(name, say(f"menu.{name}")) for name in MODES]
        self.controls.add_scrolling(Choice("mode", say("menu.statistics"), rect, modes, self.mode, self._choose, size=16))
        below = Rect(column.x, rect.bottom + 18, column.w, 0)
        if self.mode == STICKERS.name:
            place = Rect(column.x, rect.bottom + 12, rect.w, TARGET + 4)
            self.controls.add_scrolling(Button("book", say("stickers.title"), place, self._open_book, icon="book"))
            below = below._replace(y=place.bottom + 18)
        played = self._played()
        if not played:
            return self.paragraph("none", say("stats.none", name=say(f"menu.{self.mode}")), below, muted=True)
        places = below.columns(2, 20) if below.w >= 640 else [below]
        ends = [below.y] * len(places)
        for name, standing in played:
            # Each goes where there is least so far, so that the columns end together.
            at = ends.index(min(ends))
            ends[at] = self._card(name, standing, places[at]._replace(y=ends[at])) + 18
        return max(ends) - 18

    def _played(self) -> list[tuple[str, Standing]]:
        """The combinations of the mode in which there was a round, the latest first."""
        found = [(name, self.player.scores.of(name)) for name in KEEPING[self.mode].combinations]
        played = [(name, standing) for name, standing in found if standing.games]
        return sorted(played, key=lambda each: each[1].results[-1].at, reverse=True)

    def _choose(self, mode: str) -> None:
        self.mode = mode
        self.anew(top=True)

    def _open_book(self) -> None:
        from game.screens.stickers import StickersScreen

        self.context.go(StickersScreen(self.context, self.player, self._again))

    def _again(self) -> Screen:
        again = StatisticsScreen(self.context, self.player, self.back)
        again.mode = self.mode
        return again

    def _card(self, name: str, standing: Standing, place: Rect) -> float:
        add = self.controls.add_scrolling
        inner = place.inset(PAD, 0)
        title = Rect(inner.x, place.y + PAD - 4, inner.w, self.view.type.line_height(BODY + 1))
        figures = self._figures(standing)
        rows = [figures] if len(figures) <= ACROSS else [figures[:3], figures[3:]]
        top = title.bottom + 8
        recent = standing.recent[-CHARTED:]
        caption = Rect(inner.x, top + len(rows) * 56 + 4, inner.w, self.view.type.line_height(SMALL))
        chart = Rect(inner.x, caption.bottom + 4, inner.w, CHART if len(recent) > 1 else 0)
        bottom = chart.bottom + PAD
        ground = Rect(place.x, place.y, place.w, bottom - place.y)
        add(Drawing(f"{name}.ground", "", ground, _ground))
        add(Label(f"{name}.title", combination_words(name), title, size=BODY + 1, weight="bold"))
        for number_of_row, row in enumerate(rows):
            line = Rect(inner.x, top + number_of_row * 56, inner.w, 50)
            cells = line.columns(ACROSS if len(rows) == 1 else 3, GAP if line.w > 240 else 6)
            for (key, value), cell in zip(row, cells, strict=False):
                self._figure(f"{name}.{key}", say(f"stats.{key}"), value, cell)
        scores = [result.score for result in recent]
        if len(scores) < 2:
            add(Label(f"{name}.few", say("stats.chart.few"), caption, size=SMALL, muted=True))
            return bottom
        add(Drawing(f"{name}.caption", "", caption, _caption(len(scores))))
        add(Drawing(f"{name}.chart", "", chart, lambda painter, rect: draw_scores(painter, rect, scores, standing.average)))
        listed = ", ".join(number(score) for score in scores)
        add(Spoken(f"{name}.scores", say("stats.chart.words", count=len(scores), scores=listed), chart))
        return bottom

    def _figures(self, standing: Standing) -> list[tuple[str, str]]:
        average = standing.average
        figures = [
            ("games", number(standing.games)),
            ("best", number(standing.best)),
            ("average", say("stats.nothing") if average is None else number(round(average))),
            ("lines", number(standing.lines)),
        ]
        if self.mode in WITH_STREAK:
            figures.append(("streak", number(standing.streak)))
        return figures

    def _figure(self, id: str, name: str, value: str, place: Rect) -> None:
        def draw(painter: Painter, rect: Rect) -> None:
            label, figure = rect.take_top(18)
            painter.text(name, label, 13, painter.theme.muted, minimum=10)
            painter.text(value, figure, 22, weight="bold", minimum=13)

        self.controls.add_scrolling(Drawing(f"{id}.drawn", "", place, draw))
        self.controls.add_scrolling(Spoken(id, f"{name}: {value}", place))


WITH_STREAK = ("classic", "master")
"""The modes whose rounds have a streak."""


def combination_words(name: str) -> str:
    """What a combination is called ("Normal · 10×10 · one undo")."""
    mode, *options = name.split("/")
    if mode == "classic":
        if options == ["daily"]:
            return say("stats.daily")
        level, board, undo = options
        words = {"level": say(f"level.{level}"), "board": say(f"board.{board}"), "undo": say(f"stats.undo.{undo}")}
        return say("stats.combination", **words)
    if mode == "sessions":
        board, kind = options[0].split("-")
        return say(f"stats.sessions.{kind}", board=say(f"board.{board}"))
    return say("stats.endless")


def _ground(painter: Painter, rect: Rect) -> None:
    painter.panel(rect, RADIUS, painter.theme.panel, painter.theme.panel_edge)


def _caption(count: int) -> Callable[[Painter, Rect], None]:
    words = say("stats.chart", count=count)
    return lambda painter, rect: painter.text(words, rect, SMALL, painter.theme.muted, minimum=11)
