"""Where the board lies: on device pixels, at any ratio."""

from __future__ import annotations

import pytest

from game.screens.play_layout import bench_layout, play_layout
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
