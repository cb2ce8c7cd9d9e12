"""Whether all that a screen shows has room."""

from __future__ import annotations

import pytest

from tests.screens.conftest import Stage

SIZES = [(320, 480), (320, 568), (360, 740), (820, 1180), (1440, 900), (740, 360), (568, 320), (3840, 2160)]
"""Widths and heights in CSS pixels."""

Box = tuple[float, float, float, float]


def assert_room(stage: Stage) -> None:
    """Board and targets lie inside the window and apart from each other, and each can be hit."""
    width, height = stage.host.present.width, stage.host.present.height
    left, top, wide, high = stage.state["grid"]["rect"]
    assert wide == pytest.approx(high)
    regions = stage.state["regions"]
    boxes: list[Box] = [(left, top, wide, high), *(tuple(region["rect"]) for region in regions)]
    for x, y, w, h in boxes:
        assert x >= 0
        assert y >= 0
        assert x + w <= width + 0.5
        assert y + h <= height + 0.5
    for number, box in enumerate(boxes):
        for other in boxes[number + 1 :]:
            assert _apart(box, other), f"{box} lies over {other}"
    for region in regions:
        assert region["rect"][2] >= 43.9, region
        assert region["rect"][3] >= 43.9, region


def _apart(one: Box, other: Box) -> bool:
    beside = one[0] + one[2] <= other[0] + 0.5 or other[0] + other[2] <= one[0] + 0.5
    return beside or one[1] + one[3] <= other[1] + 0.5 or other[1] + other[3] <= one[1] + 0.5
