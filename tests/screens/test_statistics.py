"""The statistics of rounds that were really played, and of ones put there."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.profile.keeping import KEEPING
from game.profile.player import Player
from game.profile.scores import Result
from game.screens.chart import ceiling, oldest_words
from game.screens.statistics import StatisticsScreen, combination_words
from game.ui.layout import Rect
from game.ui.paint import Painter
from tests.screens.conftest import Memory, Stage

SIZES = [(320, 568), (360, 740), (820, 1180), (1440, 900), (740, 360)]


def finished(storage: Memory, combination: str, scores: list[int], lines: int = 4, streak: int = 3) -> None:
    """Rounds of a combination that have ended with these scores."""
    player = Player(storage, lambda: "2026-03-28")  # type: ignore[arg-type]  # Memory has the methods of a Storage
    for at, score in enumerate(scores):
        result = Result(1_000 + at, f"{combination} {at}", score, lines, streak, 60, 20, True)
        player.scores.note(combination, result, score)


def opened(storage: Memory, mode: str = "classic", size: tuple[int, int] = (360, 740)) -> Stage:
    stage = Stage(storage, *size)
    stage.press("statistics")
    stage.press(f"mode.{mode}")
    assert stage.state["screen"] == "statistics"
    return stage


def said(stage: Stage) -> list[str]:
    return list(stage.host.mirrored["texts"])


def test_a_round_that_was_played_is_counted(stage: Stage) -> None:
    stage.press("master")
    stage.to_the_end()
    round = stage.round
    stage.press("over.menu")
    stage.press("statistics")
    stage.press("mode.master")
    texts = said(stage)
    assert "Games: 1" in texts
    assert f"Best: {round.score:,}".replace(",", "\u202f") in texts
    assert f"Lines: {round.lines}" in texts
    assert f"Longest streak: {round.tally.longest_streak}" in texts


def test_figures_and_chart_in_words(storage: Memory) -> None:
    finished(storage, "classic/normal/10/once", [100, 300, 200])
    texts = said(opened(storage))
    assert "Normal · 10×10 · one undo" in texts
    assert {"Games: 3", "Best: 300", "Average: 200", "Lines: 12", "Longest streak: 3"} <= set(texts)
    assert "Scores of the latest 3 rounds, oldest first: 100, 300, 200." in texts


def test_the_first_of_two_rounds_was_one_round_ago(storage: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = Painter.text

    def noted(self: Painter, text: str, *more: Any, **named: Any) -> Any:
        drawn.append(text)
        return draw(self, text, *more, **named)

    monkeypatch.setattr(Painter, "text", noted)
    finished(storage, "classic/normal/10/once", [100, 300])
    opened(storage)
    assert "1 round ago" in drawn
    assert oldest_words(2) == "2 rounds ago"


def test_combinations_are_apart_and_the_latest_comes_first(storage: Memory) -> None:
    finished(storage, "classic/easy/8/off", [50])
    finished(storage, "classic/hard/9/once", [70, 80, 90])
    texts = said(opened(storage, size=(1440, 900)))
    titles = [text for text in texts if " · " in text]
    assert titles == ["Hard · 9×9 · one undo", "Easy · 8×8 · no undo"]


def test_modes_without_a_streak_show_none(storage: Memory) -> None:
    finished(storage, "sessions/6-daily", [50, 60], streak=0)
    texts = said(opened(storage, "sessions"))
    assert "6×6 · daily" in texts
    assert not [text for text in texts if text.startswith("Longest streak")]


def test_nothing_played_yet_is_said_in_words(storage: Memory) -> None:
    assert any("Stickers" in text and "No round" in text for text in said(opened(storage, "stickers")))


def test_the_sticker_book_is_reached_from_here(storage: Memory) -> None:
    stage = opened(storage, "stickers")
    stage.press("book")
    assert stage.state["screen"] == "stickers"
    stage.key(pygame.K_ESCAPE)
    assert stage.state["screen"] == "statistics"
    assert any(region["id"] == "mode.stickers" and region["chosen"] for region in stage.state["regions"])


def test_the_chart_is_a_line_through_the_scores(storage: Memory) -> None:
    finished(storage, "master", [100] * 5 + [0] * 5)
    stage = opened(storage, "master")
    screen = stage.app.screen
    assert isinstance(screen, StatisticsScreen)
    rect = next(screen.controls.place(widget) for widget in screen.controls._column if widget.id == "master.chart")
    surface, accent = pygame.display.get_surface(), stage.app.view.theme.accent
    assert surface is not None

    def drawn(part: Rect) -> int:
        """How many pixels of the line lie there."""
        box = surface.get_clip().clip(pygame.Rect(round(part.x), round(part.y), round(part.w), round(part.h)))
        return pygame.mask.from_threshold(surface.subsurface(box), accent, (1, 1, 1, 255)).count()

    left, right = rect.columns(2)
    assert drawn(left.rows(2)[0]) > 50
    assert drawn(right.rows(2)[1]) > 50
    assert drawn(Rect(right.x + right.w * 0.4, right.y, right.w * 0.6, right.h * 0.4)) == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mode", KEEPING)
def test_everything_fits_at_every_size(storage: Memory, mode: str, size: tuple[int, int]) -> None:
    for combination in KEEPING[mode].combinations:
        finished(storage, combination, [123_456 + 1_000 * at for at in range(12)], lines=9_999)
    stage = opened(storage, mode, size)
    controls = stage.app.screen.controls
    for region in stage.state["regions"]:
        assert min(region["rect"][2:]) >= 44, region
    assert all(widget.rect.x >= 0 and widget.rect.right <= size[0] for widget in controls._column)
    assert len([text for text in said(stage) if text.startswith("Games: ")]) == len(KEEPING[mode].combinations)


def test_every_combination_has_a_name_of_its_own() -> None:
    for keeping in KEEPING.values():
        assert len({combination_words(name) for name in keeping.combinations}) == len(keeping.combinations)


@pytest.mark.parametrize("highest", [0, 1, 2, 3, 9, 10, 11, 99, 100, 101, 250, 999, 1001, 2551, 123_456])
def test_the_axis_ends_at_a_round_number_above_the_highest(highest: int) -> None:
    top = ceiling(highest)
    assert top >= highest
    assert top <= max(2, highest * 1.5)
    assert top % 2 == 0
