"""The widgets of one screen: pointer, keys, focus, scrolling, a dialog on top, and what is told to the outside about them."""

from collections.abc import Callable
from typing import Any, Final

from game.ui.input import Intent, Key, Pointer, Wheel
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.text import Type
from game.ui.theme import RADIUS, TARGET
from game.ui.widgets import Choice, Dialog, Label, Look, Widget

# A press that moves further than this, in CSS pixels, over a scrolling column scrolls it.
SCROLL_THRESHOLD = 8.0
# How far a widget may draw beyond its rectangle, in CSS pixels: shadows, the focus ring, a last line of text.
MARGIN = 48.0
_DIRECTIONS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Controls:
    """A flat list of widgets. A screen fills it in its layout and hands it every intent first."""

    def __init__(self, arrows: bool = True) -> None:
        self.arrows = arrows
        """Whether arrow keys walk between targets (menus) or are left to the screen (a board)."""
        self.dirty = True
        self.offset = 0.0
        """How far the column is scrolled, in CSS pixels."""
        self._fixed: list[Widget] = []
        self._column: list[Widget] = []
        self._viewport: Rect | None = None
        self._content_height = 0.0
        self._dialog: Dialog | None = None
        self._dialog_widgets: list[Widget] = []
        self._pressed: tuple[str, str] | None = None
        """Id and label of the target under a finger or a button that is down: a new layout may come before it is lifted."""
        self._inside = False
        self._hovered: str | None = None
        self._focus: str | None = None
        self._by_key = False
        self._drag: tuple[float, float, bool] | None = None
        self._type: Type | None = None
        self._safe = Rect(0, 0, 0, 0)
        self._ratio = 1.0

    # --- filling

    def begin(self, type: Type, safe: Rect) -> None:
        """Empty the list for a new layout. Focus, scroll position and a press under way stay."""
        self._fixed, self._column = [], []
        self._viewport = None
        self._type, self._safe, self._ratio = type, safe, type.ratio
        if self._dialog:
            self._dialog_widgets = self._dialog.arrange(type, safe, self.close)
        self.dirty = True

    def add(self, widget: Widget) -> None:
        """Add a widget that stays where it is."""
        self._fixed += self._with_parts(widget)

    def add_scrolling(self, widget: Widget) -> None:
        """Add a widget to the scrolling column; its rectangle is where it lies while nothing is scrolled."""
        self._column += self._with_parts(widget)

    def move_column(self, dy: float) -> None:
        """Move everything in the column down by `dy`, once its height is known."""
        for widget in self._column:
            widget.rect = widget.rect.moved(0, dy)

    def scroll(self, viewport: Rect, content_height: float) -> None:
        """The column shows through `viewport`; its content is so tall, from the viewport's top."""
        self._viewport, self._content_height = viewport, content_height
        self._scroll_to(self.offset)

    def open(self, dialog: Dialog) -> None:
        """Show a dialog; until it closes nothing else can be pressed."""
        self._dialog = dialog
        self._pressed = self._hovered = self._drag = None
        if self._type:
            self._dialog_widgets = dialog.arrange(self._type, self._safe, self.close)
        self._focus = dialog.options[0].id if dialog.options else None
        self.dirty = True

    def close(self) -> None:
        """Take the dialog away."""
        self._dialog, self._dialog_widgets, self._focus = None, [], None
        self._pressed = self._hovered = None
        self.dirty = True

    def renew(self) -> None:
        """Ask the question on top by the facts of now, which have changed, or take it away where there is nothing to ask."""
        if self._dialog is None or self._dialog.renew is None:
            return
        fresh = self._dialog.renew()
        if fresh is None:
            self.close()
        elif fresh.text != self._dialog.text:
            self.open(fresh)

    @property
    def dialog(self) -> Dialog | None:
        """The dialog on top, when there is one."""
        return self._dialog

    @property
    def hovering(self) -> bool:
        """The mouse is over something that can be pressed."""
        return self._live(self._hovered) is not None

    @property
    def focus(self) -> str | None:
        """The id of the target that the keyboard is on."""
        return self._focus

    @focus.setter
    def focus(self, id: str | None) -> None:
        if id != self._focus:
            self._focus = id
            self.dirty = True

    # --- intents

    def handle(self, intent: Intent) -> bool:
        """True when the intent was for the widgets: the screen leaves it alone then."""
        if isinstance(intent, Pointer):
            return self._pointer(intent)
        if isinstance(intent, Wheel):
            return self._wheel(intent)
        return self._key(intent)

    def activate(self, id: str) -> bool:
        """Press a target by its id, as the text mirror does. False when there is none that can be pressed."""
        widget = self._live(id)
        if widget is None:
            return False
        self.dirty = True
        widget.press()
        return True

    def _pointer(self, intent: Pointer) -> bool:
        if intent.phase == "down":
            return self._down(intent)
        if intent.phase == "move":
            return self._move(intent)
        if intent.phase == "up":
            return self._up(intent)
        if intent.phase == "cancel":
            held = self._pressed is not None or self._drag is not None
            self._pressed = self._drag = None
            self.dirty = self.dirty or held
            return held
        hit = self._hit(intent.x, intent.y) if intent.phase == "hover" else None
        hovered = hit.id if hit is not None else None
        if hovered != self._hovered:
            self._hovered = hovered
            self.dirty = True
        return hit is not None or self._dialog is not None

    def _down(self, intent: Pointer) -> bool:
        self.focus = self._focus if self._dialog else None
        self._by_key = False
        hit = self._hit(intent.x, intent.y)
        if self._scrolls and self._viewport and self._viewport.contains(intent.x, intent.y) and not self._dialog:
            self._drag = (intent.y, self.offset, False)
        if hit is not None:
            self._pressed, self._inside = ((hit.id, hit.label) if hit.enabled else None), True
            self.dirty = True
        return hit is not None or self._drag is not None or self._dialog is not None

    def _move(self, intent: Pointer) -> bool:
        if self._drag:
            y, offset, moving = self._drag
            if moving or abs(intent.y - y) > SCROLL_THRESHOLD:
                self._drag = (y, offset, True)
                self._pressed = None
                self._scroll_to(offset + y - intent.y)
        if self._pressed is not None:
            inside = self._lies_on(self._pressed, intent.x, intent.y) is not None
            if inside != self._inside:
                self._inside = inside
                self.dirty = True
        return self._pressed is not None or self._drag is not None or self._dialog is not None

    def _up(self, intent: Pointer) -> bool:
        pressed, used = self._pressed, self._pressed is not None or self._drag is not None
        self._pressed = self._drag = None
        if pressed is not None:
            self.dirty = True
            target = self._lies_on(pressed, intent.x, intent.y)
            if target is not None:
                target.press()
        return used or self._dialog is not None

    def _wheel(self, intent: Wheel) -> bool:
        if self._dialog or not self._scrolls:
            return self._dialog is not None
        self._scroll_to(self.offset + intent.dy)
        return True

    def _key(self, intent: Key) -> bool:
        action = intent.action
        if intent.source == "key" and not self._by_key:
            self._by_key = self.dirty = True
        if action in ("next", "previous"):
            return self._step(1 if action == "next" else -1)
        if action == "confirm":
            return self._focus is not None and self.activate(self._focus)
        if action == "cancel":
            return self._escape()
        if self._dialog or self.arrows:
            if action in _DIRECTIONS:
                self._walk(*_DIRECTIONS[action])
                return True
            if self._viewport and not self._dialog and action in ("page-up", "page-down", "home", "end"):
                page = self._viewport.h * 0.85
                far = self._content_height
                self._scroll_to({"page-up": self.offset - page, "page-down": self.offset + page, "home": 0, "end": far}[action])
                return True
        return self._dialog is not None

    def _escape(self) -> bool:
        if self._dialog:
            if self._dialog.escape:
                self.activate(self._dialog.escape)
            return True
        had = self._focus is not None
        self.focus = None
        return had

    def _step(self, by: int) -> bool:
        """To the next target in the list. Past either end nothing is focused, so that Tab can leave."""
        targets = [t for t in self._targets() if t.enabled]
        at = next((i for i, t in enumerate(targets) if t.id == self._focus), -1 if by > 0 else len(targets))
        self._focus_on(targets[at + by] if 0 <= at + by < len(targets) else None)
        return self._focus is not None

    def _walk(self, dx: int, dy: int) -> None:
        targets = [t for t in self._targets() if t.enabled]
        here = next((t for t in targets if t.id == self._focus), None)
        if here is None:
            self._focus_on(targets[0] if targets else None)
            return
        best, best_cost = None, 0.0
        for target in targets:
            along = (target.rect.cx - here.rect.cx) * dx + (target.rect.cy - here.rect.cy) * dy
            across = abs((target.rect.cx - here.rect.cx) * dy + (target.rect.cy - here.rect.cy) * dx)
            if target is here or along < 4:
                continue
            cost = along + across * 2
            if best is None or cost < best_cost:
                best, best_cost = target, cost
        if best:
            self._focus_on(best)
        elif dy:
            self._scroll_to(self.offset + dy * 80)

    def _focus_on(self, target: Widget | None) -> None:
        self.focus = target.id if target else None
        if target and self._viewport and target in self._column:
            low = target.rect.bottom + 12 - self._viewport.bottom
            high = target.rect.y - 12 - self._viewport.y
            self._scroll_to(min(max(self.offset, low), high))

    # --- where things are

    @property
    def _scrolls(self) -> bool:
        return self._viewport is not None and self._content_height > self._viewport.h + 0.5

    def _scroll_to(self, offset: float) -> None:
        longest = max(0.0, self._content_height - self._viewport.h) if self._viewport else 0.0
        offset = round(min(max(0.0, offset), longest) * self._ratio) / self._ratio
        if offset != self.offset:
            self.offset = offset
            self.dirty = True

    def _targets(self) -> list[Widget]:
        widgets = self._dialog_widgets if self._dialog else self._column + self._fixed
        return [w for w in widgets if w.target]

    def _live(self, id: str | None) -> Widget | None:
        """The target of that id, where there is one that can be pressed."""
        return next((target for target in self._targets() if target.id == id and target.enabled), None)

    def _lies_on(self, pressed: tuple[str, str], x: float, y: float) -> Widget | None:
        """The target that was pressed, where it still is what it was and covers the point."""
        id, label = pressed
        target = self._live(id)
        return target if target is not None and target.label == label and self._covers(target, x, y) else None

    def place(self, widget: Widget) -> Rect:
        """Where a widget is on the screen now."""
        return widget.rect.moved(0, -self.offset) if widget in self._column else widget.rect

    def _covers(self, widget: Widget, x: float, y: float) -> bool:
        rect = self.place(widget)
        if widget in self._column and self._viewport and not self._viewport.contains(x, y):
            return False
        return rect.inset(min(0.0, rect.w - TARGET) / 2, min(0.0, rect.h - TARGET) / 2).contains(x, y)

    def at(self, x: float, y: float) -> Widget | None:
        """The target at a point, or None."""
        return self._hit(x, y)

    def _hit(self, x: float, y: float) -> Widget | None:
        over = [t for t in self._targets() if self._covers(t, x, y)]
        exact = [t for t in over if self.place(t).contains(x, y)]
        found = exact or over
        return found[-1] if found else None

    # --- drawing and telling

    def draw(self, painter: Painter, above: Callable[[Painter], None] = lambda painter: None) -> None:
        """Draw all widgets, the focus ring, what a screen draws `above` them, and the dialog on top."""
        if self._viewport and self._column:
            near = self._viewport.inset(-MARGIN).moved(0, self.offset)
            with painter.clip(self._viewport), painter.shifted(0, -self.offset):
                self._draw_all(painter, [widget for widget in self._column if near.overlaps(widget.rect)])
            self._draw_scrollbar(painter)
        self._draw_all(painter, self._fixed)
        above(painter)
        if self._dialog:
            painter.veil()
            painter.shadow(self._dialog.rect, RADIUS + 6, 14)
            painter.panel(self._dialog.rect, RADIUS + 6, painter.theme.panel, painter.theme.panel_edge)
            self._draw_all(painter, self._dialog_widgets)
        self.dirty = False

    def _draw_all(self, painter: Painter, widgets: list[Widget]) -> None:
        for widget in widgets:
            live = widget.target and widget.enabled
            pressed = live and (widget.id, widget.label) == self._pressed and self._inside
            hovered = live and widget.id == self._hovered and not pressed
            widget.draw(painter, Look(pressed, hovered, widget.id == self._focus))
        for widget in widgets:
            if self._by_key and widget.target and widget.id == self._focus:
                painter.outline(widget.rect.inset(-4), widget.radius + 4, 3, painter.theme.focus)

    def _draw_scrollbar(self, painter: Painter) -> None:
        if not self._scrolls or not self._viewport:
            return
        view = self._viewport
        size = max(28.0, view.h * view.h / self._content_height)
        top = view.y + (view.h - size) * self.offset / (self._content_height - view.h)
        painter.rounded(Rect(view.right - 5, top, 4, size), 2, painter.theme.muted, 150)

    def regions(self) -> list[dict[str, Any]]:
        """What can be pressed now: id, rect [x, y, width, height] in CSS pixels on the canvas, label, enabled, and chosen for
        options. `visible` is False for what is scrolled out of view."""
        found = []
        for target in self._targets():
            rect = self.place(target)
            seen = target not in self._column or self._viewport is None or self._viewport.overlaps(rect)
            region: dict[str, Any] = {
                "id": target.id, "rect": [round(side, 2) for side in rect], "label": target.label, "enabled": target.enabled,
                "visible": seen,
            }
            if target.chosen is not None:
                region["chosen"] = target.chosen
            found.append(region)
        return found

    def actions(self) -> list[dict[str, Any]]:
        """The same targets for the text mirror, where nothing is out of view."""
        return [{key: r[key] for key in ("id", "label", "enabled", "chosen") if key in r} for r in self.regions()]

    def texts(self) -> list[str]:
        """The labels that are read and not pressed, from top to bottom."""
        widgets = self._dialog_widgets if self._dialog else self._fixed + self._column
        return [w.label for w in widgets if isinstance(w, Label) and w.label]

    @staticmethod
    def _with_parts(widget: Widget) -> list[Widget]:
        return [widget, *widget.segments] if isinstance(widget, Choice) else [widget]
