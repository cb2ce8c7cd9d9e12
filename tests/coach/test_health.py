"""The health of a board: what is counted, what is named, and that the labels mean something."""

from __future__ import annotations

import random

import pytest

from game.coach.health import HARD, THRESHOLDS, Label, health, regions
from game.rules.board import board
from tests.coach.calibrate_health import Sample, game, separation, share

NINE = board(9, boxed=True)


def test_the_list_of_hard_pieces_is_that_of_the_rules() -> None:
    counted: dict[str, int] = {}
    for shape, _ in HARD:
        counted[shape] = counted.get(shape, 0) + 1
    assert counted == {"O9": 1, "I5": 2, "V5": 4, "X5": 1, "2×3": 2, "I4": 2}


@pytest.mark.parametrize("size", [6, 8, 9, 10])
def test_an_empty_board_has_all_and_a_full_one_nothing(size: int) -> None:
    on = board(size, boxed=size == 9)
    empty, full = health(on, 0), health(on, on.full)
    assert (empty.number, empty.label, empty.missing) == (100, Label.OPEN, ())
    assert empty.regions == (size * size,)
    assert (full.number, full.label, full.regions) == (0, Label.CRITICAL, ())
    assert {count.shape for count in full.missing} == {shape for shape, _ in HARD}


def test_origins_are_counted_cell_by_cell() -> None:
    chance = random.Random(3)
    for _ in range(20):
        position = sum(1 << cell for cell in range(81) if chance.random() < 0.3)
        measured = health(NINE, position)
        for count in measured.counts:
            places = 0
            for row in range(9 - count.piece.height + 1):
                for column in range(9 - count.piece.width + 1):
                    cells = [(row + r, column + c) for r, c in count.piece.cells]
                    places += not any(position & NINE.bit(*cell) for cell in cells)
            assert count.origins == places


def test_the_hardest_piece_that_has_no_place_is_named_first() -> None:
    rows = ["..#..#..#"] * 9
    measured = health(NINE, NINE.parse(rows))
    assert [count.shape for count in measured.missing][:2] == ["O9", "X5"]
    assert {count.shape for count in measured.counts if count.origins} == {"2×3", "I5", "I4"}


def test_regions_hang_together_by_edges_only() -> None:
    rows = [".#.......", "#.#......", ".#.......", *["#########"] * 6]
    assert regions(NINE, NINE.parse(rows)) == (20, 1, 1, 1)
    # The last cell of a row and the first of the next are no neighbours.
    rows = ["########.", ".########", *["#########"] * 7]
    assert regions(NINE, NINE.parse(rows)) == (1, 1)


def test_filling_a_cell_never_raises_the_number() -> None:
    chance = random.Random(5)
    cells = list(range(81))
    chance.shuffle(cells)
    position, before = 0, health(NINE, 0).number
    for cell in cells:
        position |= 1 << cell
        after = health(NINE, position).number
        assert after <= before
        before = after


def test_every_number_has_one_label() -> None:
    leasts = [least for least, _ in THRESHOLDS]
    assert leasts == sorted(leasts, reverse=True)
    assert leasts[-1] == 0
    assert [label for _, label in THRESHOLDS] == list(Label)


def test_the_labels_mean_something() -> None:
    """Boards that are played on: from label to label fewer of the next hands are survived."""
    samples: dict[Label, list[Sample]] = {label: [] for label in Label}
    numbers, survived = [], []
    for seed in range(160):
        for sample in game(seed):
            measured = health(NINE, sample.position)
            samples[measured.label].append(sample)
            numbers.append(measured.number)
            survived.append(sample.survived >= 3)
    shares = [share(samples[label], 3) for label in Label]
    assert all(len(samples[label]) >= 30 for label in Label)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.98
    assert shares[-1] < 0.7
    assert separation(numbers, survived) > 0.85
