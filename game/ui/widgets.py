"""What a screen is assembled from. A widget has an id, a label, a rectangle in CSS pixels, and says how it is drawn.

Widgets that can be pressed are targets; `controls.Controls` gives them pointer, keys, focus and scrolling.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from game.ui.layout import Rect
from game.ui.paint import Align, Painter
from game.ui.text import Type, Weight
from game.ui.theme import BODY, GAP, LEAD, RADIUS, SMALL, TARGET, Colour, mixed

Kind = Literal["primary", "quiet", "plain"]
CAPTION = 11.0
"""The size of the words below an icon, in CSS pixels."""
WORDLESS = ("left", "right", "up", "down", "close")
"""Icons that need no words below them."""


class Look(NamedTuple):
    """How a target stands at the moment."""

    pressed: bool = False
    hovered: bool = False
    focused: bool = False


class Widget:
    """Base of all. `label` is what a screen reader says; `enabled` is False for what can't be pressed now."""

    target = True
    """Whether it can be pressed and focused."""

    def __init__(self, id: str, label: str, rect: Rect, on_press: Callable[[], None] | None = None, enabled: bool = True) -> None:
        self.id = id
        self.label = label
        self.rect = rect
        self.on_press = on_press
        self.enabled = enabled
        self.chosen: bool | None = None
        """True or False for one of several choices, None for anything else."""

    def draw(self, painter: Painter, look: Look) -> None:
        """Draw at `self.rect`; the focus ring is drawn by the controls."""

    def press(self) -> None:
        """Do what it is for. Does nothing when disabled."""
        if self.enabled and self.on_press:
            self.on_press()

    @property
    def radius(self) -> float:
        """The corner radius, for the focus ring."""
        return RADIUS


class Button(Widget):
    """A button with text, an icon, or both.

    kind: "primary" (the one thing to do here), "quiet" (a panel), "plain" (no ground until it is pressed). `text` is what is
    drawn when it differs from the label; an icon button has `text=""`, and on a panel its label in small letters below the icon
    where there is room.
    """

    def __init__(
        self, id: str, label: str, rect: Rect, on_press: Callable[[], None], *, kind: Kind = "quiet", icon: str | None = None,
        text: str | None = None, size: float = BODY, enabled: bool = True,
    ) -> None:
        super().__init__(id, label, rect, on_press, enabled)
        self.kind = kind
        self.icon = icon
        self.text = label if text is None else text
        self.size = size

    def draw(self, painter: Painter, look: Look) -> None:
        theme = painter.theme
        ink = self._ground(painter, look)
        if not self.enabled:
            ink = mixed(ink, theme.background if self.kind == "plain" else theme.panel, 0.5)
        inside = self.rect.inset(min(10.0, self.rect.w * 0.1), 4)
        if self.icon and not self.text:
            self._draw_alone(painter, self.icon, ink)
        elif self.icon:
            side = self.size * 1.3
            room = inside.w - side - 8
            size = painter.type.fit(self.text, room, self.size, SMALL - 2, "bold")
            if painter.type.width(self.text, size, "bold") > room:
                # Words say more than the icon.
                self._draw_words(painter, inside, ink)
                return
            text = self.text
            used = side + 8 + painter.type.width(text, size, "bold")
            row = inside.centred(used, inside.h)
            icon, rest = row.take_left(side, 8)
            painter.icon(self.icon, icon, ink)
            painter.text(text, rest, size, ink, "bold")
        else:
            self._draw_words(painter, inside, ink)

    def _draw_words(self, painter: Painter, inside: Rect, ink: Colour) -> None:
        """One line, or two small ones where one would be cut short."""
        type, size = painter.type, SMALL - 3
        lines = type.wrap(self.text, inside.w, size, "bold")
        step = type.line_height(size)
        whole = len(lines) == 2 and " ".join(lines) == self.text and 2 * step <= inside.h
        if not whole or type.width(self.text, size, "bold") <= inside.w:
            painter.text(self.text, inside, self.size, ink, "bold", "centre", size)
            return
        for line, place in zip(lines, inside.centred(inside.w, 2 * step).rows(2), strict=True):
            painter.text(line, place, size, ink, "bold", "centre")

    def _draw_alone(self, painter: Painter, icon: str, ink: Colour) -> None:
        """The icon, with its caption where that has room."""
        rect = self.rect
        size = painter.type.fit(self.label, rect.w - 6, CAPTION, CAPTION - 1, "bold")
        fits = painter.type.width(self.label, size, "bold") <= rect.w - 6 and rect.h >= TARGET - 1
        if self.kind != "quiet" or icon in WORDLESS or not fits:
            painter.icon(icon, rect.centred(26, 26), ink)
            return
        picture, words = rect.centred(rect.w, 37).take_top(21, 1)
        painter.icon(icon, picture, ink)
        painter.text(self.label, words, size, ink, "bold", "centre")

    def _ground(self, painter: Painter, look: Look) -> Colour:
        """Draw the ground; returns the colour of what lies on it."""
        theme = painter.theme
        if self.kind == "primary" and self.enabled:
            face = theme.accent_pressed if look.pressed else mixed(theme.accent, theme.accent_pressed, 0.4 * look.hovered)
            painter.rounded(self.rect, RADIUS, face)
            return theme.on_accent
        if self.kind == "plain":
            if look.pressed or look.hovered:
                painter.rounded(self.rect, RADIUS, theme.pressed, 255 if look.pressed else 150)
            return theme.text
        face = theme.pressed if look.pressed else mixed(theme.panel, theme.pressed, 0.5 * look.hovered)
        edge = theme.panel_edge if self.enabled else mixed(theme.panel_edge, theme.background, 0.6)
        painter.panel(self.rect, RADIUS, face, edge)
        return theme.text


class Segment(Button):
    """One option of a `Choice`."""

    def draw(self, painter: Painter, look: Look) -> None:
        theme = painter.theme
        inner = self.rect.inset(3)
        ink = theme.text
        if self.chosen:
            painter.rounded(inner, RADIUS - 3, theme.accent if self.enabled else theme.muted)
            ink = theme.on_accent
        elif look.pressed or look.hovered:
            painter.rounded(inner, RADIUS - 3, theme.pressed, 255 if look.pressed else 150)
        if not self.enabled and not self.chosen:
            ink = mixed(ink, theme.panel, 0.5)
        painter.text(self.text, inner.inset(4, 0), self.size, ink, "bold", "centre", SMALL - 2)


class Choice(Widget):
    """One of several options side by side. Add it to the controls like any widget: each option is a target of its own.

    Options are pairs of a value and its text; the ids of the options are "<id>.<value>".
    """

    target = False

    def __init__(
        self, id: str, label: str, rect: Rect, options: Sequence[tuple[str, str]], chosen: str,
        on_choose: Callable[[str], None], *, enabled: bool = True, size: float = BODY,
    ) -> None:
        super().__init__(id, label, rect, None, enabled)
        self.segments: list[Segment] = []
        for (value, text), place in zip(options, rect.columns(len(options)), strict=True):
            spoken, press = f"{label}: {text}", _call(on_choose, value)
            segment = Segment(f"{id}.{value}", spoken, place, press, text=text, size=size, enabled=enabled)
            segment.chosen = value == chosen
            self.segments.append(segment)

    def draw(self, painter: Painter, look: Look) -> None:
        painter.panel(self.rect, RADIUS, painter.theme.panel, painter.theme.panel_edge)


class Card(Widget):
    """A panel that is pressed as a whole; `content` draws what is on it, given the painter and the inner rectangle."""

    def __init__(
        self, id: str, label: str, rect: Rect, on_press: Callable[[], None], content: Callable[[Painter, Rect], None],
        *, enabled: bool = True, chosen: bool | None = None,
    ) -> None:
        super().__init__(id, label, rect, on_press, enabled)
        self.content = content
        self.chosen = chosen

    def draw(self, painter: Painter, look: Look) -> None:
        theme = painter.theme
        # Of the rim below only what looks out from under the face.
        rim = min(self.rect.h, 2 * self.radius)
        lower = Rect(self.rect.x, self.rect.bottom + 3 - rim, self.rect.w, rim)
        painter.rounded(lower, self.radius, mixed(theme.background, theme.shadow, 0.22))
        face = self.rect.moved(0, 2) if look.pressed else self.rect
        colour = theme.pressed if look.pressed else mixed(theme.panel, theme.pressed, 0.5 * look.hovered)
        edge, thickness = (theme.accent, 2.5) if self.chosen else (theme.panel_edge, 1)
        painter.panel(face, self.radius, colour, edge, thickness)
        self.content(painter, face.inset(GAP))

    @property
    def radius(self) -> float:
        return RADIUS + 4


class Label(Widget):
    """Text: one line that shrinks to fit, or with `wrap` a paragraph. Read out in the text mirror."""

    target = False

    def __init__(
        self, id: str, text: str, rect: Rect, *, size: float = BODY, weight: Weight = "regular", align: Align = "left",
        muted: bool = False, colour: Colour | None = None, wrap: bool = False,
    ) -> None:
        super().__init__(id, text, rect)
        self.size, self.weight, self.align = size, weight, align
        self.muted, self.colour, self.wrap = muted, colour, wrap

    def draw(self, painter: Painter, look: Look) -> None:
        colour = self.colour or (painter.theme.muted if self.muted else painter.theme.text)
        if self.wrap:
            painter.paragraph(self.label, self.rect, self.size, colour, self.weight, self.align)
        else:
            painter.text(self.label, self.rect, self.size, colour, self.weight, self.align, SMALL - 4)


class Drawing(Widget):
    """Anything that is only looked at, such as a small board; it scrolls with the column it is in."""

    target = False

    def __init__(self, id: str, label: str, rect: Rect, content: Callable[[Painter, Rect], None]) -> None:
        super().__init__(id, label, rect)
        self.content = content

    def draw(self, painter: Painter, look: Look) -> None:
        self.content(painter, self.rect)


class Option(NamedTuple):
    """One button of a dialog."""

    id: str
    label: str
    on_press: Callable[[], None]
    kind: Kind = "quiet"


class _Measures(NamedTuple):
    """Sizes of a dialog's text and title, its padding, and its distance from the sides, in CSS pixels."""

    text: float
    title: float
    pad: float
    margin: float


_MEASURES = (
    _Measures(BODY, LEAD + 2, 20, 12), _Measures(BODY - 2, LEAD, 14, 8), _Measures(SMALL - 1, BODY, 10, 4),
    _Measures(SMALL - 3, BODY - 2, 8, 4),
)
"""What a dialog is made with: the first with which it fits into the window."""


class Dialog:
    """A question or a message over the screen. The first option gets the focus; Escape presses the option `escape`.

    Pressing an option closes the dialog, then calls the option's `on_press`.
    """

    def __init__(
        self,
        id: str,
        title: str,
        text: str,
        options: Sequence[Option],
        *,
        escape: str | None = None,
        renew: Callable[[], "Dialog | None"] | None = None,
    ) -> None:
        self.id, self.title, self.text = id, title, text
        self.options = tuple(options)
        self.escape = escape
        self.renew = renew
        """Gives the same question by the facts of now, None where it need not be asked any longer."""
        self.rect = Rect(0, 0, 0, 0)

    def arrange(self, type: Type, safe: Rect, close: Callable[[], None]) -> list[Widget]:
        """The widgets of the dialog, laid out in the middle of `safe`; sets `self.rect`."""
        for measures in _MEASURES:
            widgets, height = self._arranged(type, safe, close, measures)
            if height <= safe.h:
                break
        return widgets

    def _arranged(
        self, type: Type, safe: Rect, close: Callable[[], None], measures: "_Measures"
    ) -> tuple[list[Widget], float]:
        """The widgets, and how high the dialog would have to be."""
        size, lead, pad, margin = measures
        width = min(400.0, safe.w - 2 * margin)
        inside = width - 2 * pad
        title = type.wrap(self.title, inside, lead, "bold")
        text = type.wrap(self.text, inside, size) if self.text else []
        title_height = len(title) * type.line_height(lead)
        text_height = len(text) * type.line_height(size)
        side_by_side = len(self.options) == 2 and all(
            type.width(o.label, BODY, "bold") < (inside - GAP) / 2 - 24 for o in self.options
        )
        button = TARGET + 4 if pad == _MEASURES[0].pad else TARGET
        rows = 1 if side_by_side else len(self.options)
        buttons_height = rows * button + (rows - 1) * 8
        height = pad + title_height + (8 + text_height if text else 0) + pad + buttons_height + pad
        self.rect = safe.centred(width, height)
        content = self.rect.inset(pad)
        head, content = content.take_top(title_height, 8)
        below, _ = content.take_bottom(buttons_height)
        widgets: list[Widget] = [
            Label(f"{self.id}.title", self.title, head, size=lead, weight="bold", wrap=True),
            Label(f"{self.id}.text", self.text, content, size=size, wrap=True),
        ]
        places = below.columns(2, GAP) if side_by_side else below.rows(len(self.options), 8)
        for option, place in zip(self.options, places, strict=True):
            widgets.append(Button(option.id, option.label, place, _then(close, option.on_press), kind=option.kind))
        return widgets, height


def _call(function: Callable[[str], None], value: str) -> Callable[[], None]:
    return lambda: function(value)


def _then(first: Callable[[], None], second: Callable[[], None]) -> Callable[[], None]:
    def both() -> None:
        first()
        second()

    return both
