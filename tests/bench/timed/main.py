"""The game with a stopwatch in it: each drawn frame leaves a mark whose name says what it took."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pygame

from game import app
from game.host.browser import Browser
from game.ui.screen import Screen
from game.ui.sheet import Frames

spent: dict[str, float] = {}
"""Milliseconds by name, of the present step."""


class Timed(app.App):
    """Leaves a mark "frame <draw> <flip> <tell> <step>", all in ms, for each step that drew."""

    def step(self) -> float | None:
        spent.clear()
        begin = time.perf_counter()
        due = super().step()
        if "draw" in spent:
            times = [spent.get(name, 0.0) for name in ("draw", "flip", "tell")]
            times.append((time.perf_counter() - begin) * 1000)
            self.host.mark("frame " + " ".join(f"{each:.3f}" for each in times))
        return due


def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, its time added to `spent`."""

    def call(*arguments: Any, **options: Any) -> Any:
        begin = time.perf_counter()
        try:
            return function(*arguments, **options)
        finally:
            spent[name] = spent.get(name, 0.0) + (time.perf_counter() - begin) * 1000

    return call


for owner, attribute, replacement in (
    (app, "App", Timed),
    (pygame.display, "update", timed("flip", pygame.display.update)),
    (Screen, "draw", timed("draw", Screen.draw)),
    (Frames, "show", timed("draw", Frames.show)),
    (Browser, "publish", timed("tell", Browser.publish)),
    (Browser, "mirror", timed("tell", Browser.mirror)),
):
    setattr(owner, attribute, replacement)
asyncio.run(app.main())
