"""Deals: how often each piece comes, what "fitting" promises, and that a seed deals the same everywhere."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.board import Board, Position, board
from game.rules.dealing import WEIGHTS, Dealing, ListedDealer, Mix, SeededDealer, pad
from game.rules.modes import MODES
from game.rules.pieces import SHAPES, Piece, piece
from game.rules.record import daily_seed
from tests.rules.golden_deals import deal, read, rows
from tests.rules.rounds import PIECES, positions

GOLDEN = read()
ROOT = Path(__file__).parents[2]
HANDS = 12_000
LARGEST_DEVIATION = 4.0
"""Standard deviations of a chi-square value above its mean: with seeds that are fixed, no matter of luck."""


def dealt(mix: Mix, dealing: Dealing, on: Board, position: Position = 0, hands: int = HANDS) -> Counter[Piece]:
    """How often each piece is dealt over many seeds and hand numbers."""
    counts: Counter[Piece] = Counter()
    for number in range(hands):
        hand = SeededDealer(f"seed {number % 50}", mix, dealing).hand(number // 50, on, position)
        counts.update(held for held in hand if held)
    assert counts.total() == 3 * hands
    return counts


def check_shares(counts: Counter[Piece], shares: dict[Piece, float]) -> None:
    """The counts are what the shares let expect: each piece, and all together by chi-square."""
    total, whole = sum(counts.values()), sum(shares.values())
    assert set(counts) == set(shares)
    expected = {each: total * share / whole for each, share in shares.items()}
    square = sum((counts[each] - wanted) ** 2 / wanted for each, wanted in expected.items())
    freedom = len(expected) - 1
    assert square <= freedom + LARGEST_DEVIATION * (2 * freedom) ** 0.5


def shares_of(mix: Mix) -> dict[Piece, float]:
    return {each: share / len(SHAPES[name]) for name, share in WEIGHTS[mix].items() for each in SHAPES[name]}


@pytest.mark.parametrize("mix", Mix)
def test_each_piece_comes_as_often_as_its_mix_says_and_each_orientation_equally(mix: Mix) -> None:
    check_shares(dealt(mix, Dealing.RANDOM, board(10)), shares_of(mix))


@pytest.mark.parametrize("mix", Mix)
def test_on_an_empty_board_fitting_deals_what_random_deals(mix: Mix) -> None:
    for number in range(200):
        hands = [SeededDealer("x", mix, dealing).hand(number, board(8), 0) for dealing in Dealing]
        assert hands[0] == hands[1]


@pytest.mark.parametrize("mix", Mix)
def test_the_weights_of_a_mix_add_up_to_a_hundred_and_split_evenly(mix: Mix) -> None:
    assert sum(WEIGHTS[mix].values()) == 100
    assert set(WEIGHTS[mix]) <= set(SHAPES)


def share_of(mix: Mix, names: Iterable[str]) -> int:
    return sum(WEIGHTS[mix].get(name, 0) for name in names)


def sized(cells: Iterable[int]) -> list[str]:
    return [name for name in SHAPES if SHAPES[name][0].size in cells]


def test_the_mixes_have_the_characters_that_the_rules_describe() -> None:
    assert share_of(Mix.SMALL, sized(range(1, 4))) > 60
    assert 10 <= share_of(Mix.SMALL, sized([4])) <= 30
    assert 0 < share_of(Mix.SMALL, sized(range(5, 10))) < 10
    for big in ("I5", "O9"):
        # Each turns up in about every fourth hand or more often.
        assert 1 - (1 - WEIGHTS[Mix.SOME_BIG][big] / 100) ** 3 > 0.2
    assert share_of(Mix.BIG, sized(range(5, 10))) > 60
    assert all(WEIGHTS[Mix.BIG][name] > 0 for name in ("X5", "U5", "V5", "L5"))


def test_the_catalogue_has_every_distinct_orientation_of_every_shape() -> None:
    counts = {name: len(orientations) for name, orientations in SHAPES.items()}
    assert counts == {
        "I1": 1, "I2": 2, "I3": 2, "L3": 4, "O4": 1, "I4": 2, "L4": 4, "J4": 4, "S4": 2, "Z4": 2, "T4": 4,
        "I5": 2, "2×3": 2, "O9": 1, "V5": 4, "L5": 4, "J5": 4, "P5": 4, "U5": 4, "T5": 4, "X5": 1, "W5": 4,
    }  # fmt: skip
    assert len(PIECES) == len({each.text for each in PIECES}) == 62


# -- fitting ---------------------------------------------------------------------------------------


@given(st.data(), st.sampled_from(Mix), st.sampled_from([board(8), board(9, boxed=True), board(10)]), st.text(max_size=5))
def test_each_piece_of_a_fitting_deal_fits_as_it_is_dealt(data: st.DataObject, mix: Mix, on: Board, seed: str) -> None:
    position = data.draw(positions(on))
    hand = SeededDealer(seed, mix, Dealing.FITTING).hand(data.draw(st.integers(0, 99)), on, position)
    assert len(hand) == 3
    if position != on.full:
        assert all(held and held.origins(on, position) for held in hand)
        mixed = [each for each in shares_of(mix) if each.origins(on, position)]
        assert all(held in mixed for held in hand) or not mixed


def holes(on: Board, *cells: str) -> Position:
    """A board that is full but for pieces cut out of it: ``"2,3 ##/##"`` is a piece with its origin."""
    position = on.full
    for cell in cells:
        origin, text = cell.split()
        row, column = map(int, origin.split(","))
        position &= ~piece(text).at(on, row, column)
    return position


PLUS_AND_PARTS = ["#/#/#", "###", "##/.#", "##/#.", "#./##", ".#/##", ".#./###", "###/.#.", "#./##/#.", ".#/##/.#", ".#./###/.#."]


@pytest.mark.parametrize(
    ("mix", "cut_out", "fits"),
    [
        (Mix.SMALL, ["0,0 #"], ["#"]),
        (Mix.SMALL, ["0,0 ##", "5,5 #/#"], ["#", "##", "#/#"]),
        (Mix.SOME_BIG, ["3,3 #./##"], ["#", "##", "#/#", "#./##"]),
        # Big has no piece of fewer than three cells: the whole catalogue comes in.
        (Mix.BIG, ["0,0 #"], ["#"]),
        (Mix.BIG, ["0,0 ##", "4,4 #"], ["#", "##"]),
        (Mix.BIG, ["7,7 #/#"], ["#", "#/#"]),
        (Mix.BIG, ["2,2 ###"], ["###"]),
        (Mix.BIG, ["1,1 .#./###/.#."], PLUS_AND_PARTS),
    ],
)
def test_on_a_nearly_full_board_fitting_deals_exactly_what_has_a_place(mix: Mix, cut_out: list[str], fits: list[str]) -> None:
    on = board(10)
    position = holes(on, *cut_out)
    counts = dealt(mix, Dealing.FITTING, on, position, hands=1500)
    assert {each.text for each in counts} == set(fits)
    mixed = {each: share for each, share in shares_of(mix).items() if each.text in fits}
    check_shares(counts, mixed or {each: 1 / len(SHAPES[str(each.shape)]) for each in counts})


def test_on_a_full_board_fitting_still_deals() -> None:
    on = board(8)
    assert all(SeededDealer("x", Mix.SMALL, Dealing.FITTING).hand(0, on, on.full))


def test_random_ignores_the_board() -> None:
    on, source = board(10), Random(1)
    for number in range(100):
        dealer = SeededDealer("x", Mix.BIG, Dealing.RANDOM)
        assert dealer.hand(number, on, 0) == dealer.hand(number, on, source.getrandbits(100))


# -- determinism -----------------------------------------------------------------------------------


@given(st.text(max_size=10), st.text(max_size=10), st.integers(0, 1000), st.integers(0, 1000))
def test_a_deal_depends_on_seed_and_number_and_on_nothing_else(one: str, other: str, first: int, second: int) -> None:
    def hands(seed: str, number: int) -> list[object]:
        dealer = SeededDealer(seed, Mix.BIG, Dealing.RANDOM)
        return [dealer.hand(number + step, board(8), 0) for step in range(20)]

    assert hands(one, first) == hands(one, first)
    if (one, first) != (other, second):
        assert hands(one, first) != hands(other, second)


def test_neighbouring_hands_and_seeds_have_nothing_in_common() -> None:
    on = board(10)
    follows: Counter[bool] = Counter()
    for number in range(4000):
        dealer = SeededDealer("x", Mix.SOME_BIG, Dealing.RANDOM)
        follows[dealer.hand(number, on, 0)[2] == dealer.hand(number + 1, on, 0)[0]] += 1
    alike = sum((share / 100) ** 2 for share in shares_of(Mix.SOME_BIG).values())
    assert abs(follows[True] / 4000 - alike) < 0.01


@pytest.mark.parametrize("name", GOLDEN)
def test_the_hands_are_those_that_were_always_dealt(name: str) -> None:
    golden = GOLDEN[name]
    assert deal(golden) == golden["hands"]


def test_the_golden_file_covers_every_mode_mix_and_dealing() -> None:
    options = [golden["options"] for golden in GOLDEN.values()]
    assert {golden["mode"] for golden in GOLDEN.values()} == set(MODES)
    assert {each.get("mix") for each in options} >= {"small", "some-big", "big"}
    assert {each.get("dealing") for each in options} >= {"fitting", "random"}
    assert any("daily" in each for each in options)
    assert any("#" in row for golden in GOLDEN.values() for row in rows(golden))


def test_the_daily_is_the_same_for_everybody() -> None:
    assert daily_seed("2024-02-29") == "daily 2024-02-29"


def test_listed_hands_come_in_order_and_run_out() -> None:
    dealer = ListedDealer(((piece("#"),), (piece("##"), piece("###"))))
    hands = [dealer.hand(number, board(8), 0) for number in range(3)]
    assert hands == [(piece("#"), None, None), (piece("##"), piece("###"), None), None]
    assert pad([]) == (None, None, None)


@pytest.mark.parametrize("python", ["python3.11", "python3.12", "python3.13", "python3.14"])
def test_other_pythons_deal_the_same(python: str) -> None:
    command = [python, "-S", "-E", "-m", "tests.rules.golden_deals"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"there is no {python} here")
    assert json.loads(done.stdout) == {name: golden["hands"] for name, golden in GOLDEN.items()}
