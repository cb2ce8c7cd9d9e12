"""Games whose every line an independent oracle has worked out (``vectors/``)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.rules.dealing import EMPTY_HAND, Hand
from game.rules.record import Step, line, read, replay
from game.rules.round import Outcome, TakeBack

VECTORS = sorted((Path(__file__).parent / "vectors").glob("*.json"))


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_every_line_agrees_with_the_oracle(path: Path) -> None:
    vector = json.loads(path.read_text("utf-8"))
    steps = list(replay(read(vector["record"])))
    expected: list[dict[str, Any]] = vector["expect"]
    assert len(steps) == len(expected)
    for step, hand, wanted in zip(steps, hands_at_their_end(steps), expected, strict=True):
        ours = {**line(step), "hand": hand}
        assert {name: ours[name] for name in wanted} == wanted


def hands_at_their_end(steps: Sequence[Step]) -> Iterator[list[str | None]]:
    """The hand of each line as the vectors give it.

    The oracle printed one list that it emptied while it played, so each of its lines shows how that list
    stood when it was given up: at the next deal (all slots empty), at an undo, or at the game's end. The
    promise (a line shows the hand at that line) is kept by the replay, and checked by the other tests.
    """
    first = 0
    for number in range(1, len(steps) + 1):
        if number < len(steps) and not takes_a_new_list(steps[number]):
            continue
        dealt = number < len(steps) and isinstance(steps[number].result, Outcome) and not took_back(steps[number])
        last: Hand = EMPTY_HAND if dealt else steps[number - 1].round.hand
        for _ in range(first, number):
            yield [piece.text if piece else None for piece in last]
        first = number


def takes_a_new_list(step: Step) -> bool:
    return isinstance(step.result, Outcome) and (step.result.dealt or took_back(step))


def took_back(step: Step) -> bool:
    return isinstance(step.result, Outcome) and isinstance(step.result.move, TakeBack)


def test_there_are_vectors_for_every_mode() -> None:
    assert {path.stem.split("-")[0] for path in VECTORS} == {"classic", "stickers", "sessions", "master"}
    assert len(VECTORS) == 48
