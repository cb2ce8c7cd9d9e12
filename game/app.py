"""The loop: events in, a frame out, and nothing drawn when nothing changed."""

from collections.abc import Callable, Mapping
from typing import Any

import pygame

from game.host import Host, Metrics, open_host
from game.ui.input import Intent, Key, Pointer, Reader
from game.ui.layout import Insets, zoom
from game.ui.paint import Painter
from game.ui.screen import Context, Screen, View, sooner
from game.ui.sheet import Frames
from game.ui.text import Type
from game.ui.theme import DARK, HIGH_CONTRAST, LIGHT, THEMES, Theme
from game.ui.widgets import Dialog

ESCAPE, BACK = "escape", "back"
"""What the text mirror asks for when Escape is pressed in it, and the page when the browser's Back is."""


class App:
    """Shows one screen after another in the window of a host."""

    def __init__(self, host: Host, first: Callable[[Context], Screen]) -> None:
        self.host = host
        self.context = Context(host)
        self._type: Type | None = None
        self._published: Mapping[str, Any] = {}
        self._mirrored: Mapping[str, Any] = {}
        self._dialog: Dialog | None = None
        self._cursor = "default"
        self._arrange()
        self._reader = Reader(self.view.width, self.view.height, self.view.ratio)
        host.mark("window")
        self.screen = first(self.context)
        if self.context.look_changed:
            self.context.look_changed = False
            self._arrange()
        self.screen.layout(self.view)
        self.screen.enter()
        host.mark("screen")

    async def run(self) -> None:
        """Until the window is closed. Exceptions of a screen come out here."""
        self.step()
        self.host.ready()
        await self.host.pause(0)
        self.screen.prepare()
        wait = self.step()
        while wait is None or wait >= 0:
            await self.host.pause(wait)
            wait = self.step()

    def step(self) -> float | None:
        """Take in what happened, move time on, draw if need be. Seconds until the next step is due: 0 the next frame, None
        when only an event can change anything, below zero when the window was closed."""
        events = self.host.events()
        actions = self.host.actions()
        if not self._outside(actions):
            return -1.0
        now = self.host.now()
        interrupted = any(action["kind"] in ("blur", "touch-cancel") for action in actions)
        for intent in self._reader.read(events, now, interrupted):
            self._give(intent)
        due = self.screen.tick(now)
        self._follow()
        if self.screen.dirty:
            self._show()
        return sooner(due, self._reader.due(now))

    def _outside(self, actions: list[Mapping[str, Any]]) -> bool:
        """Act on what happened outside the canvas; False when the game is to end."""
        for action in actions:
            kind = action["kind"]
            if kind == "quit":
                return False
            if kind == "screen":
                self._lay_out()
            elif kind == "exposed":
                self._expose()
            elif kind == "do" and action["action"] == ESCAPE:
                self._give(Key("cancel"))
            elif kind == "do" and action["action"] == BACK:
                self._go_back()
            elif kind == "do":
                self.screen.do(str(action["action"]))
                self._follow()
            elif kind == "ask":
                self.host.answer(self.context.asked(action))
                self._follow()
            elif kind in ("storage", "visible", "update", "text"):
                if kind == "visible" and action["value"]:
                    self._expose()
                elif kind == "visible":
                    self.context.sounds.hush()
                    for intent in self._reader.release():
                        self._give(intent)
                self.screen.page_event(action)
                self._follow()
        return True

    def _go_back(self) -> None:
        """Close the dialog, or else leave the screen, unless it asks first; a piece in the hand does not stand in the way."""
        screen, dialog = self.screen, self.screen.controls.dialog
        self._give(Key("cancel"))
        if dialog is None and self.screen is screen and screen.controls.dialog is None:
            self._give(Key("cancel"))

    def _expose(self) -> None:
        """Draw everything anew: systems may drop what a hidden window showed."""
        self._frames.forget()
        self.screen.dirty = True

    def _give(self, intent: Intent) -> None:
        if isinstance(intent, Key) or (isinstance(intent, Pointer) and intent.phase == "down"):
            # Browsers let audio begin in answer to a gesture only. Opening it takes a moment, which passes while the finger is
            # still down; where a touch counts when it ends only, the page lets the audio begin then.
            self.context.sounds.wake()
        self.screen.handle(intent)
        self._follow()
        if isinstance(intent, Pointer) and intent.kind == "mouse" and self.screen.cursor() != self._cursor:
            self._cursor = self.screen.cursor()
            self.host.cursor(self._cursor)

    def _follow(self) -> None:
        """Do what the screen asked of the context."""
        if self.context.look_changed:
            self.context.look_changed = False
            self._lay_out()
        while (screen := self.context.next_screen) is not None:
            self.context.next_screen = None
            self.screen.leave()
            self.screen = screen
            screen.layout(self.view)
            screen.enter()

    def _lay_out(self) -> None:
        self._arrange()
        self._reader.resize(self.view.width, self.view.height, self.view.ratio)
        self.screen.layout(self.view)

    def _arrange(self) -> None:
        """Measure, and fit surface, view and painter to it."""
        metrics = self.host.metrics()
        top, right, bottom, left = metrics.insets
        by = zoom(metrics.width - left - right, metrics.height - top - bottom)
        ratio = metrics.ratio * by
        if self._type is None or self._type.ratio != ratio:
            self._type = Type(ratio)
        size = max(1, round(metrics.width * metrics.ratio)), max(1, round(metrics.height * metrics.ratio))
        surface = self.host.surface(*size)
        look = self.context.look
        reduced = metrics.reduced_motion if look.motion == "system" else look.motion == "off"
        theme = _theme(look.theme, metrics)
        insets = Insets(*(side / by for side in metrics.insets))
        width, height = metrics.width / by, metrics.height / by
        self.view = View(width, height, ratio, insets, theme, self._type, metrics.coarse, reduced, by)
        self._frames = Frames(surface)
        self._painter = Painter(self._frames, ratio, theme, self._type)

    def _show(self) -> None:
        changed = self.screen.changed
        self.screen.draw(self._painter)
        if areas := self._frames.show():
            pygame.display.update(areas)
        self.screen.dirty = False
        if changed:
            self._tell()

    def _tell(self) -> None:
        """Tell the outside what is on the screen now, where that has changed."""
        dialog = self.screen.controls.dialog
        if dialog is not self._dialog and dialog:
            self.host.announce(f"{dialog.title} {dialog.text}")
        self._dialog = dialog
        state = _in_css_pixels({
            "screen": self.screen.name, "dialog": dialog.id if dialog else None, **self.screen.state(),
            "regions": self.screen.controls.regions(),
        }, self.view.zoom)  # fmt: skip
        if state != self._published:
            self._published = state
            self.host.publish(state)
        # A question comes before all else: nothing under it can be pressed.
        mirror = self.screen.mirror() if dialog is None else _question(dialog, self.screen)
        if mirror != self._mirrored:
            self._mirrored = mirror
            self.host.mirror(mirror)


def _question(dialog: Dialog, screen: Screen) -> Mapping[str, Any]:
    """A dialog as text and buttons."""
    return {"title": dialog.title, "texts": [dialog.text] if dialog.text else [], "actions": screen.controls.actions()}


def _in_css_pixels(state: dict[str, Any], by: float) -> dict[str, Any]:
    """What a screen tells of itself, with the rectangles of its regions and its grid as the page measures them."""
    if by == 1:
        return state
    told = {**state, "regions": [_zoomed(region, by) for region in state["regions"]]}
    return told | {"grid": _zoomed(state["grid"], by)} if "grid" in state else told


def _zoomed(told: dict[str, Any], by: float) -> dict[str, Any]:
    return told | {"rect": [round(side * by, 2) for side in told["rect"]]}


def _theme(chosen: str, metrics: Metrics) -> Theme:
    if chosen in THEMES:
        return THEMES[chosen]
    if metrics.contrast:
        return HIGH_CONTRAST
    return DARK if metrics.dark else LIGHT


async def main() -> None:
    """Open the window or the canvas, and play until it closes."""
    pygame.display.init()
    host = open_host()
    host.mark("host")
    from game import screens

    await App(host, screens.first).run()
