"""Where the board lies: on device pixels, at any ratio."""

from __future__ import annotations

import pytest

from game.screens.play_layout import bench_layout, play_layout, slot_cell, spread
from game.ui.layout import Rect

WINDOWS = ((280, 653), (300, 300), (360, 740), (412, 915), (568, 320), (740, 360), (820, 1180), (1440, 900), (1873, 1054))


def whole(length: float) -> bool:
    return abs(length - round(length)) < 1e-6


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0, 2.05, 2.625, 3.0])
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_all_cells_take_the_same_whole_number_of_device_pixels(window: tuple[float, float], ratio: float) -> None:
    area = Rect(0, 0, *window)
    for size in (6, 8, 9, 10):
        for plan in (play_layout(area, size, pad=True, ratio=ratio), bench_layout(area, size, ratio=ratio)):
            board = plan.board
            assert whole(board.w / size * ratio)
            assert board.w == board.h
            assert whole(board.x * ratio)
            assert whole(board.y * ratio)
            loose = play_layout(area, size, pad=True).board.w if plan.pad else bench_layout(area, size).board.w
            assert board.w > loose - size / ratio - 1, "no more is given up than a device pixel a cell"


SQUARES = ((300, 300), (400, 400), (480, 480), (600, 600), (768, 768), (900, 900), (1024, 1024), (1000, 1100), (1200, 1100))


@pytest.mark.parametrize("pad", [False, True])
@pytest.mark.parametrize("window", SQUARES, ids=str)
def test_the_hand_is_no_toy_beside_the_board_of_a_square_window(window: tuple[float, float], pad: bool) -> None:
    area = Rect(0, 0, *window)
    for size in (6, 8, 9, 10):
        plan = play_layout(area, size, pad)
        cell = plan.board.w / size
        for slot in plan.hand:
            assert slot_cell(slot, 4) >= 0.38 * cell
            assert slot.x - plan.board.right >= 8 or slot.y - plan.board.bottom >= 4 or plan.tight
        assert plan.board.w >= 0.53 * min(window)


@pytest.mark.parametrize("side", [480, 600, 768, 900, 1024, 1200])
def test_only_a_small_window_has_one_place_for_figures_and_messages(side: float) -> None:
    for width, height in ((side, side), (side * 1.15, side), (side, side * 1.15)):
        plan = play_layout(Rect(0, 0, width, height), 10)
        assert not plan.tight
        assert not plan.message.overlaps(plan.score)


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_square_window_gives_the_other_hand_its_column(mirrored: bool) -> None:
    plan = play_layout(Rect(0, 0, 900, 900), 8, mirrored=mirrored)
    assert plan.square
    assert (plan.hand[0].right < plan.board.x) is mirrored
    assert (plan.actions.right < plan.board.x) is mirrored


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_block_of_buttons_is_divided_without_a_rest(count: int) -> None:
    block = Rect(0, 0, 120, 92)
    places = spread(block, count)
    assert len(places) == count
    assert min(min(place.w, place.h) for place in places) >= 44
    assert not any(one.overlaps(other) for one in places for other in places if one is not other)
    assert max(place.bottom for place in places) == block.bottom
    for row in {place.y for place in places}:
        assert sum(place.w for place in places if place.y == row) >= block.w - 4
