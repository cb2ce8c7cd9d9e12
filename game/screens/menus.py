"""Bases of the screens without a board: they follow what other tabs and the page tell, and lay out choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.profile.player import Player
from game.screens.events import hear
from game.screens.heads import head, leave_on_escape
from game.ui.input import Intent
from game.ui.layout import Rect
from game.ui.screen import Context, Screen, View
from game.words import say

COLUMN = 440.0
"""The widest a column of choices gets, in CSS pixels, where nothing grows."""
BETWEEN = 48.0
"""The gap between two columns of choices, in CSS pixels."""
MOST = 1.4
"""How much larger words and buttons are at most where there is room to spare."""
SHARE = 0.6
"""How much of the height to spare goes into what is shown."""


class Menu(Screen):
    """A screen that is built anew when something else has changed what it shows."""

    title = "title"
    """The key of its words."""

    @property
    def headline(self) -> str:
        return say(self.title)

    def __init__(self, context: Context, player: Player) -> None:
        super().__init__(context)
        self.player = player

    def page_event(self, event: Mapping[str, Any]) -> None:
        hear(self.player, event)
        self.controls.renew()
        self.layout(self.view)


class Choices(Menu):
    """A head and two groups of things to choose, one below the other or, where there is width, side by side."""

    tallest = (0.0, 0.0)
    """The height of all that there can be, below each other and side by side, in CSS pixels, where nothing grows."""
    grown = 1.0
    """How much larger things are than their numbers say."""

    def __init__(self, context: Context, player: Player, back: Callable[[], Screen]) -> None:
        super().__init__(context, player)
        self.back = back

    def first(self, top: float, column: Rect) -> float:
        """Adds the group that comes first; returns its lower end."""
        raise NotImplementedError

    def second(self, top: float, column: Rect) -> float:
        """Adds the other group; returns its lower end."""
        raise NotImplementedError

    def build(self, view: View) -> None:
        safe = view.safe
        wide = safe.w > safe.h * 1.02 and safe.w >= 640
        margin = 14.0 if safe.w < 600 or safe.h < 480 else 28.0
        natural = 2 * COLUMN + BETWEEN if wide else COLUMN
        self.grown = self._growth(safe.inset(margin), natural, self.tallest[wide])
        column = safe.centred(min(safe.w - 2 * margin, natural * self.grown), safe.h)
        top = head(self, self.headline, column, safe.y + margin, self.grown)
        if wide:
            left, right = column.columns(2, BETWEEN if safe.w > 900 else BETWEEN / 2)
            bottom = max(self.first(top, left), self.second(top, right))
        else:
            bottom = self.second(self.first(top, column) + 14 * self.grown, column)
        spare = safe.bottom - margin - bottom
        if spare > 0:
            # What leaves room stands a little above the middle.
            self.controls.move_column(spare * 0.35)
        self.controls.scroll(safe, bottom + margin - safe.y)

    def _growth(self, room: Rect, width: float, height: float) -> float:
        """How much larger things are in this room than their numbers say, which want so much width and height."""
        spare = 1 + (room.h / height - 1) * SHARE
        return 1.0 if room.w < 540 else max(1.0, min(MOST, spare, room.w / width))

    def handle(self, intent: Intent) -> bool:
        return super().handle(intent) or leave_on_escape(self, intent)
