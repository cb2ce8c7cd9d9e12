"""Drawing without a browser: the same screens on the same canvases by this machine's own Python and SDL."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game import screens
from game.app import App
from game.host import Metrics
from game.host.desktop import Desktop
from tests.bench.prepared import Prepared, Shelf, prepared
from tests.bench.tables import Table

RUNS = 30
CANVASES = ((360.0, 740.0, 3.0), (820.0, 1180.0, 2.0), (1920.0, 1080.0, 1.0))


class Canvas(Desktop):
    """A window of a given size that keeps everything in memory."""

    def __init__(self, width: float, height: float, ratio: float, texts: dict[str, str]) -> None:
        super().__init__()
        shelf = Shelf()
        shelf.texts.update(texts)
        self.storage = shelf  # type: ignore[assignment]  # any storage will do
        self._metrics = Metrics(width, height, ratio, (0, 0, 0, 0), False, False, False, False, True, "en")

    def metrics(self) -> Metrics:
        return self._metrics

    def surface(self, width: int, height: int) -> pygame.Surface:
        return pygame.display.set_mode((width, height))


def tables() -> Iterator[Table]:
    """The table of this benchmark."""
    pygame.display.init()
    round = prepared()
    table = Table(
        "Redrawing natively, processor time in ms, mean", ("canvas", "first start", "start", "round", "piece dragged"),
        note="first start: with empty caches. A dragged piece moves by a few pixels from frame to frame.",
    )
    for width, height, ratio in CANVASES:
        app = App(Canvas(width, height, ratio, round.texts), screens.first)
        first = _mean(app.step, 1)
        start = _mean(partial(_redraw, app), RUNS)
        _continue(app)
        still = _mean(partial(_redraw, app), RUNS)
        table.add(f"{width * ratio:g}×{height * ratio:g} @{ratio:g}", first, start, still, _dragged(app, round))
    yield table


def _mean(action: Callable[[], object], runs: int) -> float:
    begin = time.process_time()
    for _ in range(runs):
        action()
    return (time.process_time() - begin) * 1000 / runs


def _redraw(app: App) -> None:
    app.screen.dirty = True
    app.step()


def _continue(app: App) -> None:
    assert app.screen.do("resume")
    app.step()
    app.step()
    assert app.screen.name == "play"


def _dragged(app: App, round: Prepared) -> float:
    """One frame of a piece that is carried along the board."""
    regions = {region["id"]: region["rect"] for region in app.screen.controls.regions()}
    left, top, wide, high = regions[f"hand:{round.quiet.slot}"]
    grid = app.screen.state()["grid"]["rect"]
    at = (left + wide / 2, top + high / 2)
    _post(app, pygame.MOUSEBUTTONDOWN, at, button=1)
    app.step()
    positions = [(grid[0] + grid[2] * share / RUNS, grid[1] + grid[3] * share / RUNS) for share in range(RUNS)]

    def move() -> None:
        _post(app, pygame.MOUSEMOTION, positions.pop(), buttons=(1, 0, 0), rel=(1, 1))
        app.step()

    taken = _mean(move, RUNS)
    assert app.screen.state()["selected"] == round.quiet.slot
    return taken


def _post(app: App, kind: int, at: tuple[float, float], **more: Any) -> None:
    ratio = app.view.ratio
    pygame.event.post(pygame.event.Event(kind, pos=(int(at[0] * ratio), int(at[1] * ratio)), touch=False, **more))
