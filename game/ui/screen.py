"""What the app shows: one screen at a time, and what a screen may ask of the app."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.host import Host
from game.ui.animation import Animator
from game.ui.controls import Controls
from game.ui.input import Intent, Key, Pointer
from game.ui.layout import Insets, Rect
from game.ui.paint import Painter
from game.ui.sound import Sounds
from game.ui.text import Type
from game.ui.theme import BODY, RADIUS, SMALL, Theme
from game.ui.widgets import Dialog

DOUBLE, NEAR = 0.4, 24.0
"""Two presses within so many seconds and CSS pixels may be one double click or tap."""


class View(NamedTuple):
    """What there is to draw on."""

    width: float
    height: float
    """The canvas in CSS pixels, divided by the zoom, as are all lengths of a screen."""
    ratio: float
    """Device pixels in one of these."""
    insets: Insets
    theme: Theme
    type: Type
    coarse: bool
    """The main pointer is a finger."""
    reduced_motion: bool
    zoom: float = 1.0
    """How many CSS pixels of the page one of these takes (`layout.zoom`)."""

    @property
    def safe(self) -> Rect:
        """The canvas without what a notch or a bar covers."""
        return Rect(0, 0, self.width, self.height).without(self.insets)


class Look(NamedTuple):
    """What the player chose about the look; "system" follows the device."""

    theme: str = "system"
    """"system" or a name of `theme.THEMES`."""
    motion: str = "system"
    """"system", "on" or "off"."""


class Context:
    """What the app offers to its screens."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.look = Look()
        self.look_changed = False
        self.next_screen: Screen | None = None
        self.sounds = Sounds(lambda: True)
        """The first screen may put one here that asks the player's settings."""
        self.asked: Callable[[Mapping[str, Any]], Mapping[str, str]] = lambda question: {}
        """Answers what the outside asks of the game, whatever the screen: the first screen puts it here (Host.answer)."""

    def go(self, screen: "Screen") -> None:
        """Show another screen once the present intent has been handled."""
        self.next_screen = screen

    def set_look(self, look: Look) -> None:
        """Change theme or motion; the screen is laid out anew at once."""
        self.look_changed = self.look_changed or look != self.look
        self.look = look

    def announce(self, text: str) -> None:
        """Say a sentence to a screen reader."""
        self.host.announce(text)


class _Press(NamedTuple):
    """A pointer that went down: when, in seconds, where, and over which dialog."""

    at: float
    x: float
    y: float
    dialog: Dialog | None


def sooner(one: float | None, other: float | None) -> float | None:
    """The shorter of two times to wait, where None waits for nothing."""
    return other if one is None else one if other is None else min(one, other)


class Screen:
    """Base of all screens. A subclass gives `name` and `build`, and overrides the rest as it needs.

    The app calls layout, then per step handle for each intent, tick, and, when `dirty`, draw, state and mirror.
    """

    name = ""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.controls = Controls()
        self.animator = Animator()
        self.view: View
        self._dirty = True
        self._moved = False
        self._notice: tuple[str, float] | None = None
        self._now = 0.0
        self._press: _Press | None = None
        self._echoes = False
        """Whether the press under way is such a second half."""

    @property
    def dirty(self) -> bool:
        """Whether the picture or the published state is out of date. Set it after a change of either."""
        return self.changed or self._moved

    @dirty.setter
    def dirty(self, value: bool) -> None:
        self._dirty = value
        if not value:
            self._moved = self.controls.dirty = False

    @property
    def changed(self) -> bool:
        """Whether the published state may be out of date, and not the picture alone, in which something moves."""
        return self._dirty or self.controls.dirty

    def moved(self) -> None:
        """Only the picture is out of date: what is published of the screen is still true."""
        self._moved = True

    # --- for subclasses

    @property
    def headline(self) -> str:
        """What the screen is called, in words."""
        return self.name

    def build(self, view: View) -> None:
        """Place everything: called at the start and at every change of size, ratio, theme or motion, with empty controls."""

    def paint(self, painter: Painter) -> None:
        """Draw what lies under the widgets; the background is there already."""

    def paint_above(self, painter: Painter) -> None:
        """Draw what lies over the widgets, such as a piece in the hand; a dialog covers it."""

    def enter(self) -> None:
        """The screen is about to be shown, already laid out."""

    def prepare(self) -> None:
        """The first picture of the game is on the screen: load what the next press is likely to need."""

    def leave(self) -> None:
        """Another screen is about to be shown."""

    def handle(self, intent: Intent) -> bool:
        """Act on an intent; True when it meant something here. A dialog comes before all else."""
        if isinstance(intent, Pointer) and self._is_echo(intent):
            return True
        if not self.controls.dialog:
            if isinstance(intent, Pointer):
                return self.pointer(intent)
            if isinstance(intent, Key):
                return self.key(intent)
        return self.controls.handle(intent)

    def _is_echo(self, pointer: Pointer) -> bool:
        """Whether it is of the second half of a double click or tap, whose first half has called up the dialog that is there
        now: nobody has read that yet."""
        if pointer.phase == "down":
            press, before = _Press(self.context.host.now(), pointer.x, pointer.y, self.controls.dialog), self._press
            self._echoes = (
                before is not None and press.dialog not in (None, before.dialog) and press.at - before.at < DOUBLE
                and max(abs(press.x - before.x), abs(press.y - before.y)) < NEAR
            )  # fmt: skip
            self._press = press._replace(dialog=before.dialog) if before is not None and self._echoes else press
            return self._echoes
        echoes = self._echoes
        if pointer.phase in ("up", "cancel"):
            self._echoes = False
        return echoes

    def pointer(self, pointer: Pointer) -> bool:
        """Act on a pointer while there is no dialog. The base gives it to the widgets."""
        return self.controls.handle(pointer)

    def key(self, key: Key) -> bool:
        """Act on a key while there is no dialog. The base gives it to the widgets."""
        return self.controls.handle(key)

    def do(self, action: str) -> bool:
        """Act on a button of the text mirror; True when it meant something here."""
        return self.controls.activate(action)

    def page_event(self, event: Mapping[str, Any]) -> None:
        """The outside world changed: {"kind": "storage", "key": …}, {"kind": "visible", "value": …}, {"kind": "update"}."""

    def state(self) -> dict[str, Any]:
        """What is published about this screen besides its name and regions."""
        return {}

    def mirror(self) -> dict[str, Any]:
        """The text mirror of this screen: its texts and actions; a subclass may add more."""
        texts = [text for text in self.controls.texts() if text != self.headline]
        return {"title": self.headline, "texts": texts, "actions": self.controls.actions()}

    def cursor(self) -> str:
        """The CSS name of the mouse pointer for where it is now."""
        return "pointer" if self.controls.hovering else "default"

    # --- for the app

    def layout(self, view: View) -> None:
        """Lay out for this view."""
        self.view = view
        self.animator.reduced = view.reduced_motion
        if view.reduced_motion:
            self.animator.finish()
        self.controls.begin(view.type, view.safe)
        self.build(view)
        self._dirty = True

    def tick(self, now: float) -> float | None:
        """Move time on; returns the seconds until it wants to be called again, None when nothing moves by itself."""
        self._now = now
        if self.animator.tick(now):
            self._moved = True
        due = self.animator.due()
        if self._notice:
            left = self._notice[1] - now
            if left <= 0:
                self._notice = None
                self._dirty = True
            else:
                due = sooner(due, left)
        return due

    def draw(self, painter: Painter) -> None:
        """Draw everything on a surface of the view's size."""
        painter.clear()
        self.paint(painter)
        self.controls.draw(painter, self.paint_above)
        if self._notice:
            self._paint_notice(painter, self._notice[0])

    @property
    def noticing(self) -> bool:
        """Whether a notice is shown."""
        return self._notice is not None

    def notice(self, text: str, seconds: float = 4.0) -> None:
        """Show a sentence at the lower edge for a while, and announce it."""
        self._notice = (text, self._now + seconds)
        self._dirty = True
        self.context.announce(text)

    def _paint_notice(self, painter: Painter, text: str) -> None:
        theme, type, safe = painter.theme, painter.type, self.view.safe
        room = min(440.0, safe.w - 48)
        lines = type.wrap(text, room - 32, BODY - 1)
        width = max(type.width(line, BODY - 1) for line in lines) + 32
        height = len(lines) * type.line_height(BODY - 1) + 20
        rect = Rect(safe.cx - width / 2, safe.bottom - height - SMALL, width, height)
        painter.rounded(rect, RADIUS, theme.text)
        for line, row in zip(lines, rect.inset(8, 10).rows(len(lines)), strict=True):
            painter.text(line, row, BODY - 1, theme.background, align="centre")
