"""Only what differs is drawn: the window must look as if everything had been drawn anew, and the page must be told of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.ui.paint import Painter
from tests.screens.conftest import Memory, Stage


class Watched(Stage):
    """Compares the window after each step with the whole picture, and what is published with what would be."""

    def __init__(self, storage: Memory, width: float = 360, height: float = 740, ratio: float = 2.0) -> None:
        super().__init__(storage, width, height, ratio)

    def step(self, seconds: float = 0.02) -> None:
        super().step(seconds)
        app, window = self.app, pygame.display.get_surface()
        assert window
        whole = pygame.Surface(window.get_size())
        app.screen.draw(Painter(whole, app.view.ratio, app.view.theme, app.view.type))
        assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(whole, "RGB")
        present: dict[str, Any] = app.screen.state()
        assert {name: self.state[name] for name in present} == present
        mirror = app.screen.mirror()
        assert {name: self.host.mirrored[name] for name in mirror} == mirror


@pytest.fixture
def watched(storage: Memory) -> Watched:
    return Watched(storage)


def test_a_round_with_its_animations(watched: Watched) -> None:
    for name in ("classic", "level.easy", "board.8", "play"):
        watched.press(name)
    for number in range(8):
        move = watched.choose()
        assert move
        if number % 2:
            watched.make(move)
        else:
            watched.drag(move.slot, move.row, move.column)
        for _ in range(6):
            watched.step(0.05)
    watched.press("menu")
    watched.step()


def test_a_carried_piece(watched: Watched) -> None:
    for name in ("classic", "board.10", "play"):
        watched.press(name)
    watched.mouse(pygame.MOUSEBUTTONDOWN, watched.middle("hand:0"))
    x, y = watched.middle("hand:0")
    for number in range(25):
        watched.mouse(pygame.MOUSEMOTION, (x - number * 3, y - number * 17))
    watched.key(pygame.K_ESCAPE)


def test_settings_and_themes(watched: Watched) -> None:
    watched.press("settings")
    themes = [region["id"] for region in watched.state["regions"] if region["id"].startswith("theme.")]
    assert themes
    for name in themes:
        watched.press(name)


def test_an_animation_tells_the_page_nothing(storage: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(storage)
    for name in ("classic", "board.8", "play"):
        stage.press(name)
    stage.move()
    counts = {"draw": 0, "state": 0}

    def counted(name: str) -> Callable[..., Any]:
        method = getattr(stage.app.screen, name)

        def call(*arguments: Any) -> Any:
            counts[name] += 1
            return method(*arguments)

        return call

    for name in counts:
        monkeypatch.setattr(stage.app.screen, name, counted(name))
    for _ in range(5):
        stage.step(0.02)
    assert counts == {"draw": 5, "state": 0}
