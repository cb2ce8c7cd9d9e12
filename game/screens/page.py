"""A screen beside the game: a head that stays, with the way back, and a column that scrolls below it."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

from game.profile.player import Player
from game.screens.heads import leave, leave_on_escape
from game.screens.menus import Menu
from game.ui.input import Intent, Pointer, Wheel
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Context, Screen, View
from game.ui.text import Weight
from game.ui.theme import BODY, LEAD, TARGET, TITLE, mixed
from game.ui.widgets import Button, Label
from game.words import say

FRICTION = 0.32
"""Seconds in which a column that was flung loses two thirds of its speed."""
SLOWEST, FASTEST = 30.0, 4000.0
"""CSS pixels a second: where a fling ends, and the most it begins with."""
LOOK_BACK = 0.1
"""A fling is as fast as the finger was in so many seconds before it was lifted."""


class Page(Menu):
    """Base of the pages. A subclass gives `name`, `title` and `fill`."""

    widest = 560.0
    """The widest the column gets, in CSS pixels."""

    def __init__(self, context: Context, player: Player, back: Callable[[], Screen]) -> None:
        super().__init__(context, player)
        self.back = back
        self._fling = Fling()
        self._edge = 0.0

    def fill(self, column: Rect) -> float:
        """Adds the content from the top of `column` on; returns its lower end."""
        raise NotImplementedError

    # -- building ----------------------------------------------------------------------------------

    def build(self, view: View) -> None:
        safe = view.safe
        margin = 14.0 if safe.w < 600 or safe.h < 480 else 28.0
        column = safe.centred(min(safe.w - 2 * margin, self.widest), safe.h)
        top, height = safe.y + (4.0 if safe.h < 480 else 10.0), TARGET + 4
        head = Rect(column.x - 8, top, column.w + 8, height)
        place, words = head.take_left(height, 6)
        back = Button("back", say("menu.back"), place, lambda: leave(self), kind="plain", icon="back", text="")
        self.controls.add(Label("title", self.headline, words, size=TITLE - 2, weight="bold"))
        below = head.bottom + 4
        self._edge = below
        viewport = Rect(safe.x, below, safe.w, view.height - below)
        bottom = self.fill(Rect(column.x, below + 8, column.w, safe.bottom - below - 8))
        # The way back comes after the content for the keyboard, where Escape is nearer anyway.
        self.controls.add(back)
        self.controls.scroll(viewport, bottom + margin + view.insets.bottom - below)

    def paragraph(
        self, id: str, text: str, place: Rect, size: float = BODY, weight: Weight = "regular", muted: bool = False
    ) -> float:
        """Adds wrapped text from the top of `place`; returns its lower end."""
        type = self.view.type
        height = len(type.wrap(text, place.w, size, weight)) * type.line_height(size)
        rect = Rect(place.x, place.y, place.w, height)
        self.controls.add_scrolling(Label(id, text, rect, size=size, weight=weight, muted=muted, wrap=True))
        return rect.bottom

    def heading(self, id: str, text: str, place: Rect) -> float:
        """Adds a heading at the top of `place`; returns where what it heads begins."""
        return self.paragraph(id, text, place, LEAD, "bold") + 6

    def anew(self, top: bool = False) -> None:
        """Builds the page again after a choice; `top` scrolls it to its beginning."""
        if top:
            self._fling.stop()
            self.controls.offset = 0.0
        self.layout(self.view)

    def paint(self, painter: Painter) -> None:
        if self.controls.offset > 0:
            # Where the column goes under the head.
            colour = mixed(painter.theme.background, painter.theme.panel_edge, 0.5)
            painter.line(0, self._edge, self.view.width, self._edge, 1, colour)

    # -- acting ------------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Pointer):
            return self._pointer(intent)
        self._fling.stop()
        if not self.controls.dialog and leave_on_escape(self, intent):
            return True
        return super().handle(intent)

    def _pointer(self, intent: Pointer) -> bool:
        caught = self._fling.follow(intent, self.context.host.now(), self.controls.offset)
        if caught:
            # The touch that stops a moving column presses nothing.
            intent = intent._replace(phase="cancel")
        used = super().handle(intent)
        if intent.phase == "up" and not self.view.reduced_motion:
            self._fling.begin(self.controls.offset)
        return used

    def tick(self, now: float) -> float | None:
        due = super().tick(now)
        way = self._fling.step(now)
        if way is None:
            return due
        before = self.controls.offset
        super().handle(Wheel(0, 0, way))
        if way and self.controls.offset == before:
            self._fling.stop()
        return 0.0


def mode_played(player: Player) -> str:
    """The mode that the player is likely to ask about: that of the latest round."""
    latest = player.latest()
    return latest.record.mode.name if latest else player.settings.now.text("mode")


class Fling:
    """A column that a finger has pushed runs on for a moment. Times are seconds, ways CSS pixels."""

    def __init__(self) -> None:
        self._trace: list[tuple[float, float]] = []
        self._offset = 0.0
        self._caught = False
        self._speed = 0.0
        self._last: float | None = None

    def follow(self, pointer: Pointer, now: float, offset: float) -> bool:
        """Watches a pointer; True for the end of a touch that did nothing but stop the column."""
        if pointer.kind != "touch":
            self.stop()
            return False
        if pointer.phase == "down":
            self._caught, self._offset, self._trace = self._speed != 0.0, offset, []
            self.stop()
        self._trace.append((now, pointer.y))
        return pointer.phase == "up" and self._caught and offset == self._offset

    def begin(self, offset: float) -> None:
        """The finger has been lifted: run on, if it had moved the column and was still moving."""
        if not self._trace or offset == self._offset:
            return
        end, y = self._trace[-1]
        time, from_y = next(each for each in self._trace if end - each[0] <= LOOK_BACK)
        if end - time > 0.01:
            speed = (from_y - y) / (end - time)
            self._speed = max(-FASTEST, min(FASTEST, speed)) if abs(speed) > SLOWEST * 4 else 0.0
            self._last = None
        self._trace = []

    def step(self, now: float) -> float | None:
        """How far to go since the last step; None when still."""
        if not self._speed:
            return None
        passed = 0.0 if self._last is None else min(max(0.0, now - self._last), 0.05)
        self._last = now
        way = self._speed * passed
        self._speed *= exp(-passed / FRICTION)
        if abs(self._speed) < SLOWEST:
            self.stop()
        return way

    def stop(self) -> None:
        """Stand still."""
        self._speed = 0.0
