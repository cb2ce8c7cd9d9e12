"""The sticker book, filled by real rounds and by hand."""

from __future__ import annotations

import pygame
import pytest

from game.profile.player import Player
from game.profile.stickers import STICKERS
from game.screens.doors import door
from game.screens.home import HomeScreen
from game.screens.sticker_art import draw_place, draw_sticker
from game.screens.stickers import StickersScreen
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.theme import THEMES, Theme
from tests.screens.conftest import Memory, Stage

NAMES = [name for name, _ in STICKERS]
SIZES = [(320, 568), (360, 740), (820, 1180), (1440, 900), (740, 360)]


def open_book(stage: Stage) -> StickersScreen:
    context, player = stage.app.context, stage.app.screen.player  # type: ignore[attr-defined]  # every screen has one
    context.go(door("stickers")(context, player, lambda: HomeScreen(context, player)))
    stage.step()
    stage.step()
    screen = stage.app.screen
    assert isinstance(screen, StickersScreen)
    return screen


def said(stage: Stage) -> list[str]:
    return list(stage.host.mirrored["texts"])


def test_an_empty_book_says_what_to_do(stage: Stage) -> None:
    open_book(stage)
    texts = said(stage)
    assert "0 of 5 earned" in texts
    assert "Next: First Line" in texts
    assert "1 line in one round of Stickers" in texts
    assert len([text for text in texts if text.endswith("Not yet.")]) == 5


def test_a_round_earns_them_and_an_undo_takes_none_away(stage: Stage) -> None:
    stage.press("stickers")
    while not stage.round.lines:
        stage.move()
    lines = stage.round.lines
    stage.press("undo")
    assert stage.round.lines < lines
    open_book(stage)
    texts = said(stage)
    assert "First Line: 1 line in one round. Earned." in texts
    assert "Next: Space Maker" in texts
    assert "0 of 5 lines in this round" in texts


@pytest.mark.parametrize("lines", [0, 1, 5, 15, 30, 75])
def test_how_many_are_earned(storage: Memory, lines: int) -> None:
    player = Player(storage, lambda: "2026-03-28")  # type: ignore[arg-type]  # Memory has the methods of a Storage
    player.stickers.award(0, lines)
    stage = Stage(storage)
    open_book(stage)
    earned = sum(goal <= lines for _, goal in STICKERS)
    texts = said(stage)
    assert len([text for text in texts if text.endswith("Earned.")]) == earned
    assert ("The book is full. Well played." in texts) == (earned == 5)


def test_the_progress_bar_is_as_long_as_the_way(storage: Memory) -> None:
    widths = []
    for lines in (3, 12, 24):
        stage = Stage(storage)
        player = stage.app.screen.player  # type: ignore[attr-defined]  # every screen has one
        player.stickers.award(0, 15)
        screen = open_book(stage)
        screen.lines = lambda lines=lines: lines  # type: ignore[method-assign, misc]  # a round takes too long
        screen.anew()
        stage.step()
        assert f"{lines} of 30 lines in this round" in said(stage)
        rect = next(widget.rect for widget in screen.controls._column if widget.id == "bar")
        surface, accent = pygame.display.get_surface(), stage.app.view.theme.accent
        assert surface is not None
        row = [tuple(surface.get_at((x, round(rect.cy))))[:3] == accent for x in range(round(rect.x), round(rect.right))]
        widths.append(sum(row) / rect.w)
    assert widths == pytest.approx([0.1, 0.4, 0.8], abs=0.03)


@pytest.mark.parametrize("size", SIZES)
def test_everything_fits_at_every_size(size: tuple[int, int]) -> None:
    stage = Stage(Memory(), *size)
    screen = open_book(stage)
    cards = [widget.rect for widget in screen.controls._column if widget.id.startswith("sticker.")]
    assert len(cards) == 5
    assert all(card.x >= 0 and card.right <= size[0] for card in cards)
    assert not any(one.overlaps(other) for at, one in enumerate(cards) for other in cards[at + 1 :])
    assert all(min(region["rect"][2:]) >= 44 for region in stage.state["regions"])


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_all_stickers_look_different_and_none_like_an_empty_place(theme: Theme) -> None:
    pictures = []
    for name in (*NAMES, None):
        surface = pygame.Surface((120, 120))
        painter = Painter(surface, 1.0, theme)
        painter.clear()
        if name is None:
            draw_place(painter, Rect(0, 0, 120, 120))
        else:
            draw_sticker(painter, name, Rect(0, 0, 120, 120))
        pictures.append(pygame.transform.grayscale(surface))
    # Seen without colours too: many pixels differ in brightness between any two.
    for at, one in enumerate(pictures):
        for other in pictures[at + 1 :]:
            difference = pygame.Surface((120, 120))
            difference.blit(one, (0, 0))
            difference.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
            changed = pygame.mask.from_threshold(difference, (255, 255, 255), (225, 225, 225, 255))
            assert changed.count() > 300, "they are hard to tell apart"
