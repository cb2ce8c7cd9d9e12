"""Frames: what is on the surface is always what drawing everything anew would put there, and little else is touched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ui.sheet import Frames, Sheet

WIDE, HIGH = 160, 120
Picture = list[tuple[str, int, int, int, int, int, int]]
"""Operations: kind, x, y, width, height, which colour or image, opacity."""

COLOURS = [(200, 30, 30), (20, 160, 60), (40, 60, 220)]


def image(number: int) -> pygame.Surface:
    made = pygame.Surface((40, 30), pygame.SRCALPHA)
    made.fill((*COLOURS[number], 140))
    pygame.draw.circle(made, (255, 255, 255, 255), (12 + 5 * number, 15), 10)
    return made


@pytest.fixture(scope="module")
def images() -> list[pygame.Surface]:
    return [image(number) for number in range(3)]


def draw(sheet: Sheet, picture: Picture, images: list[pygame.Surface]) -> None:
    sheet.fill(pygame.Rect(0, 0, WIDE, HIGH), (250, 250, 240))
    for kind, x, y, wide, high, what, alpha in picture:
        if kind == "fill":
            sheet.fill(pygame.Rect(x, y, wide, high), COLOURS[what], alpha)
        elif kind == "blit":
            sheet.blit(images[what], x, y, None, alpha)
        elif kind == "part":
            sheet.blit(images[what], x, y, (5, 5, 20, 10), alpha)
        else:
            with sheet.clip(pygame.Rect(x, y, wide, high)):
                sheet.blit(images[what], x - 10, y + 4, None, alpha)
                sheet.fill(pygame.Rect(x + 3, y + 3, wide, 5), COLOURS[what], alpha)


def same(one: pygame.Surface, other: pygame.Surface) -> bool:
    return pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


OPERATION = st.tuples(
    st.sampled_from(["fill", "blit", "part", "clip"]), st.integers(-40, WIDE + 20), st.integers(-40, HIGH + 20),
    st.integers(0, 120), st.integers(0, 120), st.integers(0, 2), st.sampled_from([255, 255, 120, 0]),
)


@st.composite
def films(draw: Callable[..., Any]) -> list[Picture]:
    """Pictures of which each keeps most of the one before: some operations go, some come, some change places."""
    film = [draw(st.lists(OPERATION, max_size=12))]
    for _ in range(draw(st.integers(1, 4))):
        picture = [each for each in film[-1] if draw(st.integers(0, 4))]
        for new in draw(st.lists(OPERATION, max_size=3)):
            picture.insert(draw(st.integers(0, len(picture))), new)
        if len(picture) > 1 and not draw(st.integers(0, 5)):
            picture[0], picture[-1] = picture[-1], picture[0]
        film.append(picture)
    return film


@settings(max_examples=60, deadline=None)
@given(film=films())
def test_every_frame_is_what_drawing_it_whole_gives(film: list[Picture], images: list[pygame.Surface]) -> None:
    surface = pygame.Surface((WIDE, HIGH))
    frames, shown = Frames(surface), pygame.Surface((WIDE, HIGH))
    for picture in film:
        draw(frames, picture, images)
        for area in frames.show():
            shown.blit(surface, area, area)
        whole = pygame.Surface((WIDE, HIGH))
        draw(Sheet(whole), picture, images)
        assert same(surface, whole)
        assert same(shown, whole), "what differs lies outside the areas that show() named"


def test_the_same_picture_again_touches_nothing(images: list[pygame.Surface]) -> None:
    frames = Frames(pygame.Surface((WIDE, HIGH)))
    picture: Picture = [("fill", 10, 10, 50, 50, 1, 255), ("blit", 60, 60, 0, 0, 2, 120)]
    draw(frames, picture, images)
    assert frames.show() == [pygame.Rect(0, 0, WIDE, HIGH)]
    draw(frames, picture, images)
    assert frames.show() == []
    frames.forget()
    draw(frames, picture, images)
    assert frames.show() == [pygame.Rect(0, 0, WIDE, HIGH)]


def test_what_moves_far_apart_is_drawn_apart(images: list[pygame.Surface]) -> None:
    frames = Frames(pygame.Surface((1200, 900)))
    for step in range(2):
        frames.fill(pygame.Rect(0, 0, 1200, 900), COLOURS[0])
        frames.blit(images[1], 10 + step, 10)
        frames.blit(images[2], 1100, 800 + step)
        areas = frames.show()
    assert sorted(areas, key=lambda area: area.x) == [pygame.Rect(10, 10, 41, 30), pygame.Rect(1100, 800, 40, 31)]


def test_a_translucent_veil_drawn_once_more_is_seen() -> None:
    surface = pygame.Surface((40, 40))
    frames = Frames(surface)
    for times in (1, 2, 1):
        frames.fill(pygame.Rect(0, 0, 40, 40), (255, 255, 255))
        for _ in range(times):
            frames.fill(pygame.Rect(0, 0, 20, 40), (0, 0, 0), 128)
        frames.show()
        assert (surface.get_at((5, 5)).r < 80) is (times == 2)
