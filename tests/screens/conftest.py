"""The real app with its real screens in a dummy window, a storage in memory and a clock of the test's own."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from collections.abc import Mapping
from random import Random
from typing import Any

import pygame
import pytest

from game import screens
from game.app import App
from game.host import Day, Metrics
from game.host.desktop import Desktop
from game.rules.round import Place, Round, Status
from game.screens.play import PlayScreen
from game.ui.layout import Rect
from game.ui.widgets import Dialog


class Memory(dict[str, str]):
    """Storage that keeps its texts as long as the test lasts, and can be told to fail."""

    failing = False

    def get(self, key: str, default: Any = None) -> Any:
        self._check()
        return super().get(key, default)

    def set(self, key: str, value: str) -> None:
        self._check()
        self[key] = value

    def remove(self, key: str) -> None:
        self._check()
        self.pop(key, None)

    def _check(self) -> None:
        if self.failing:
            raise OSError("blocked")


class StageHost(Desktop):
    """A desktop host whose window, clock, storage and days belong to the test."""

    def __init__(self, storage: Memory, metrics: Metrics) -> None:
        super().__init__()
        self.storage = storage  # type: ignore[assignment]  # Memory has the methods of a Storage
        self.present = metrics
        self.clock = 100.0
        self.day = Day(2026, 3, 28)
        self.queue: list[Mapping[str, Any]] = []
        self.said: list[str] = []
        self.published: Mapping[str, Any] = {}
        self.mirrored: Mapping[str, Any] = {}

    def metrics(self) -> Metrics:
        return self.present

    def surface(self, width: int, height: int) -> pygame.Surface:
        return pygame.display.set_mode((width, height))

    def actions(self) -> list[Mapping[str, Any]]:
        actions, self.queue = self.queue, []
        return actions

    def now(self) -> float:
        return self.clock

    def today_local(self) -> Day:
        return self.day

    def today_utc(self) -> Day:
        return self.day

    def publish(self, state: Mapping[str, Any]) -> None:
        self.published = state

    def mirror(self, content: Mapping[str, Any]) -> None:
        self.mirrored = content

    def announce(self, text: str) -> None:
        self.said.append(text)


class Stage:
    """Drives the app by events at CSS pixel positions and looks at what it publishes."""

    def __init__(
        self,
        storage: Memory,
        width: float = 360,
        height: float = 740,
        ratio: float = 1.0,
        insets: tuple[float, float, float, float] = (0, 0, 0, 0),
        coarse: bool = False,
    ) -> None:
        pygame.event.clear()
        metrics = Metrics(width, height, ratio, insets, False, False, False, coarse, True, "en")
        self.host = StageHost(storage, metrics)
        self.app = App(self.host, screens.first)
        self.step()

    def step(self, seconds: float = 0.02) -> None:
        self.host.clock += seconds
        self.app.step()

    @property
    def state(self) -> Mapping[str, Any]:
        return self.host.published

    @property
    def play(self) -> PlayScreen:
        screen = self.app.screen
        assert isinstance(screen, PlayScreen)
        return screen

    @property
    def round(self) -> Round:
        return self.play.kept.round

    @property
    def dialog(self) -> Dialog:
        """The question on the screen."""
        dialog = self.app.screen.controls.dialog
        assert dialog
        return dialog

    def middle(self, name: str) -> tuple[float, float]:
        """The middle of a region."""
        for region in self.state["regions"]:
            if region["id"] == name:
                x, y, w, h = region["rect"]
                return x + w / 2, y + h / 2
        raise AssertionError(f"{name} is not among {[region['id'] for region in self.state['regions']]}")

    def has(self, name: str) -> bool:
        return any(region["id"] == name for region in self.state["regions"])

    def cell(self, row: float, column: float) -> tuple[float, float]:
        board = Rect(*self.state["grid"]["rect"])
        side = board.w / self.state["grid"]["size"]
        return board.x + (column + 0.5) * side, board.y + (row + 0.5) * side

    def mouse(self, kind: int, at: tuple[float, float], button: int = 1) -> None:
        ratio = self.host.present.ratio
        where = (round(at[0] * ratio), round(at[1] * ratio))
        if kind == pygame.MOUSEMOTION:
            pressed = (1, 0, 0) if button else (0, 0, 0)
            event = pygame.event.Event(kind, pos=where, rel=(0, 0), buttons=pressed, touch=False)
        else:
            event = pygame.event.Event(kind, pos=where, button=button, touch=False)
        pygame.event.post(event)
        self.step()

    def click(self, at: tuple[float, float]) -> None:
        self.mouse(pygame.MOUSEBUTTONDOWN, at)
        self.mouse(pygame.MOUSEBUTTONUP, at)

    def press(self, name: str) -> None:
        self.click(self.middle(name))

    def do(self, action: str) -> None:
        """Presses a button of the text mirror."""
        self.host.queue.append({"kind": "do", "action": action})
        self.step()

    def finger(self, kind: int, at: tuple[float, float], finger: int = 1) -> None:
        x, y = at[0] / self.host.present.width, at[1] / self.host.present.height
        pygame.event.post(pygame.event.Event(kind, finger_id=finger, touch_id=1, x=x, y=y, dx=0.0, dy=0.0))
        self.step()

    def tap(self, at: tuple[float, float]) -> None:
        self.finger(pygame.FINGERDOWN, at)
        self.finger(pygame.FINGERUP, at)

    def key(self, key: int) -> None:
        scancode = pygame.KSCAN_A if key == pygame.K_a else key % 512
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, scancode=scancode, mod=0, unicode=""))
        self.step()

    def drag(self, slot: int, row: int, column: int, release: bool = True) -> None:
        """Carries a piece with the mouse so that its origin hovers over the cell."""
        piece = self.round.hand[slot]
        assert piece is not None
        start = self.middle(f"hand:{slot}")
        end = self.cell(row + (piece.height - 1) / 2, column + (piece.width - 1) / 2)
        self.mouse(pygame.MOUSEBUTTONDOWN, start)
        self.mouse(pygame.MOUSEMOTION, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        self.mouse(pygame.MOUSEMOTION, end)
        if release:
            self.mouse(pygame.MOUSEBUTTONUP, end)

    def choose(self) -> Place | None:
        """A legal placement that clears when one does; None at the end."""
        round = self.round
        if round.status is not Status.PLAYING:
            return None
        options = [
            (
                len(round.board.full_units(round.position | piece.at(round.board, row, column))),
                row + piece.height,
                -column,
                -slot,
                Place(slot, row, column),
            )
            for slot, piece in enumerate(round.hand)
            if piece
            for row, column in round.board.cells(piece.origins(round.board, round.position))
        ]
        return max(options, key=lambda option: option[:4])[4]

    def make(self, move: Place) -> None:
        """Makes a placement with two clicks."""
        self.press(f"hand:{move.slot}")
        self.click(self.cell(move.row, move.column))

    def move(self) -> Place:
        """Makes a legal placement, and returns it."""
        move = self.choose()
        assert move, "the round goes on"
        self.make(move)
        return move

    def to_the_end(self) -> None:
        """Plays on until the round has ended and the result is shown."""
        while (move := self.choose()) is not None:
            self.make(move)
        self.step(2)
        self.step()


@pytest.fixture(scope="session", autouse=True)
def display() -> None:
    """A window that nobody sees."""
    pygame.display.init()


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds differ from test to test, and are the same at every run."""
    monkeypatch.setattr(os, "urandom", Random(request.node.nodeid).randbytes)


@pytest.fixture
def storage() -> Memory:
    return Memory()


@pytest.fixture
def stage(storage: Memory) -> Stage:
    return Stage(storage)
