"""The head that screens beside the game share: a way back, and a title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.ui.controls import Controls
from game.ui.input import Intent, Key
from game.ui.layout import Rect
from game.ui.screen import Context, Screen
from game.ui.theme import TITLE
from game.ui.widgets import Button, Label
from game.words import say

HEIGHT = 48.0


class Leads(Protocol):
    """A screen that knows where it was reached from."""

    context: Context
    controls: Controls
    back: Callable[[], Screen]


def head(screen: Leads, title: str, column: Rect, top: float, grown: float = 1.0) -> float:
    """Adds the head, ``grown`` times as large as usual; returns where the content begins."""
    line = Rect(column.x, top, column.w, HEIGHT * grown)
    place, words = line.take_left(HEIGHT * grown, 8)
    back = Button("back", say("menu.back"), place, lambda: leave(screen), kind="plain", icon="back", text="")
    screen.controls.add_scrolling(back)
    screen.controls.add_scrolling(Label("title", title, words, size=TITLE * grown, weight="bold"))
    return line.bottom + 14 * grown


def leave(screen: Leads) -> None:
    """Back to where the screen was reached from."""
    screen.context.go(screen.back())


def leave_on_escape(screen: Leads, intent: Intent) -> bool:
    """Escape that nothing else wanted leads back."""
    if isinstance(intent, Key) and intent.action == "cancel" and intent.source == "key":
        leave(screen)
        return True
    return False
