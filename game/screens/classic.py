"""Classic's choices: go on, the daily, level, board and undo, and the bests of what is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.profile import dailies
from game.profile.kept import KeptRound
from game.profile.player import combination, slot_of
from game.profile.settings import CHOICES, Choice
from game.rules.modes import CLASSIC
from game.screens import giving_up
from game.screens.menus import Choices
from game.screens.play import PlayScreen
from game.ui import widgets
from game.ui.layout import Rect
from game.ui.theme import BODY, SMALL
from game.ui.widgets import Button, Label
from game.words import number, say

BUTTON, CHOICE = 50.0, 46.0
"""The height of a button and of a row of choices, in CSS pixels."""


class ClassicScreen(Choices):
    """Builds itself from the settings and the rounds that are kept."""

    name = "classic"
    title = "menu.classic"
    tallest = (640.0, 480.0)

    def _add(self, widget: widgets.Widget) -> None:
        self.controls.add_scrolling(widget)

    def first(self, top: float, column: Rect) -> float:
        kept = self.player.kept(slot_of(CLASSIC, CLASSIC.options({})))
        y = top
        if kept is not None and kept.in_play:
            text = say("menu.continue.points", score=number(kept.round.score))
            y = self._button(y, column, "continue", text, lambda: self._open(kept), primary=True, icon="play")
        elif kept is not None and kept.touched:
            text = say("menu.continue.over", score=number(kept.round.score))
            y = self._button(y, column, "continue", text, lambda: self._open(kept))
        return self._daily(y, column)

    def _daily(self, y: float, column: Rect) -> float:
        kept = dailies.today(self.player)
        if kept is None:
            text = say("menu.daily.new")
        elif kept.in_play:
            text = say("menu.daily.continue", score=number(kept.round.score))
        else:
            text = say("menu.daily.done", score=number(kept.round.score))
        y = self._button(y, column, "daily", text, self._open_daily, icon="calendar")
        type, size = self.view.type, SMALL * self.grown
        note = Rect(column.x, y - 4, column.w, 40 * self.grown)
        self._add(Label("daily.rules", say("daily.rules"), note, size=size, muted=True, wrap=True))
        return note.y + len(type.wrap(say("daily.rules"), column.w, size)) * type.line_height(size) + 8

    def _button(
        self,
        y: float,
        column: Rect,
        id: str,
        text: str,
        press: Any,
        primary: bool = False,
        icon: str | None = None,
    ) -> float:
        kind: widgets.Kind = "primary" if primary else "quiet"
        place = Rect(column.x, y, column.w, BUTTON * self.grown)
        self._add(Button(id, text, place, press, kind=kind, icon=icon, size=BODY * self.grown))
        return place.bottom + 10 * self.grown

    def second(self, top: float, column: Rect) -> float:
        y = self._choice(top, column, "level")
        level = self.player.settings.now.text("level")
        size = SMALL * self.grown
        line = self.view.type.line_height(size)
        about = Rect(column.x, y - 2, column.w, 40 * self.grown)
        self._add(Label("level.about", say(f"level.{level}.about"), about, size=size, muted=True, wrap=True))
        y = about.y + line * 2 + 4
        if level == "custom":
            y -= line
            halves = column.columns(2, 12)
            below = self._choice(y, halves[0], "rotation")
            self._choice(y, halves[1], "dealing")
            y = self._choice(below, column, "mix")
        wide, narrow = column.columns([3, 2], 12)
        below = self._choice(y, wide, "board")
        self._choice(y, narrow, "undo")
        return self._play(below + 2, column)

    def _play(self, y: float, column: Rect) -> float:
        options = CLASSIC.options(self.player.classic_choice())
        standing = self.player.scores.of(combination(CLASSIC, options))
        best = say("menu.best", best=number(standing.best)) if standing.best else say("menu.best.none")
        games = say("menu.games.one") if standing.games == 1 else say("menu.games", games=standing.games)
        line = Rect(column.x, y, column.w, 24 * self.grown)
        self._add(Label("best", best, line, size=BODY * self.grown, weight="bold"))
        self._add(Label("games", games, line, size=SMALL * self.grown, muted=True, align="right"))
        kept = self.player.kept(slot_of(CLASSIC, options))
        first = kept is None or not kept.in_play
        return self._button(line.bottom + 8, column, "play", say("menu.play"), self._ask_new, first, "play") + 6

    def _choice(self, y: float, column: Rect, name: str) -> float:
        label = Rect(column.x, y, column.w, 20 * self.grown)
        values = _ordered(name)
        options = [(str(value), say(f"{name}.{value}")) for value in values]
        chosen = str(self.player.settings.now.values[name])
        title = say("menu.board.9" if (name, chosen) == ("board", "9") else f"menu.{name}")
        self._add(Label(f"{name}.label", title, label, size=SMALL * self.grown, muted=True))
        place = Rect(column.x, label.bottom + 2, column.w, CHOICE * self.grown)

        def choose(text: str) -> None:
            self._choose(name, next(value for value in values if str(value) == text))

        self._add(widgets.Choice(name, say(f"menu.{name}"), place, options, chosen, choose, size=16 * self.grown))
        return place.bottom + 10 * self.grown

    # -- acting ------------------------------------------------------------------------------------

    def _choose(self, name: str, value: Choice) -> None:
        self.player.settings.change(**{name: value})
        self.layout(self.view)

    def _open(self, kept: KeptRound) -> None:
        self.context.go(PlayScreen(self.context, self.player, kept))

    def _open_daily(self) -> None:
        self._open(dailies.today(self.player) or dailies.begin(self.player))

    def _ask_new(self) -> None:
        slot = slot_of(CLASSIC, CLASSIC.options({}))
        giving_up.give_up(self, self.player, slot, giving_up.new_round(), self._new)

    def _new(self, agreed: Sequence[KeptRound]) -> None:
        self._open(self.player.begin_classic(agreed))


def _ordered(name: str) -> tuple[Choice, ...]:
    """The choices in the order in which they are shown; the settings list the default first."""
    order: dict[str, tuple[Choice, ...]] = {
        "level": ("easy", "normal", "hard", "custom"),
        "undo": ("off", "once"),
        "mix": ("small", "some-big", "big"),
    }
    return order.get(name, CHOICES[name])
