"""What may be chosen in each mode, what follows from it, and what is refused."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from game.rules.dealing import Dealing, Mix, SeededDealer
from game.rules.modes import (
    CLASSIC,
    LEVELS,
    MASTER,
    MODES,
    SESSIONS,
    STICKERS,
    OptionError,
    Options,
    Undo,
    daily_sequence,
    described,
)
from game.rules.sequences import sequence_dealer


@pytest.mark.parametrize(
    ("level", "rotation", "dealing", "mix"),
    [
        ("easy", True, "fitting", "small"),
        ("normal", False, "fitting", "some-big"),
        ("hard", False, "random", "big"),
    ],
)
def test_a_level_of_classic_fixes_rotation_dealing_and_mix(level: str, rotation: bool, dealing: str, mix: str) -> None:
    fixed = {"rotation": rotation, "dealing": dealing, "mix": mix}
    assert LEVELS[level] == fixed
    settled = CLASSIC.options({"level": level})
    assert settled.chosen() == {"board": 10, "level": level, **fixed, "undo": "off"}
    assert CLASSIC.options({"level": level, **fixed}) == settled
    for name, other in (("rotation", not rotation), ("dealing", other_than(dealing)), ("mix", other_than(mix))):
        with pytest.raises(OptionError, match=f"level {level} has {name} {str(fixed[name]).lower()}"):
            CLASSIC.options({"level": level, name: other})


def other_than(value: str) -> str:
    return {"fitting": "random", "random": "fitting", "small": "big", "some-big": "small", "big": "small"}[value]


def test_custom_leaves_all_three_open() -> None:
    chosen = {"level": "custom", "rotation": True, "dealing": "random", "mix": "small"}
    assert CLASSIC.options(chosen).chosen() == {"board": 10, **chosen, "undo": "off"}
    assert CLASSIC.options({"level": "custom"}).chosen() == {
        "board": 10, "level": "custom", "rotation": False, "dealing": "fitting", "mix": "some-big", "undo": "off"
    }  # fmt: skip


def test_the_daily_of_classic_is_the_same_for_everybody() -> None:
    settled = CLASSIC.options({"daily": "2024-02-29"})
    assert settled.chosen() == {
        "board": 10, "level": "custom", "rotation": False, "dealing": "random", "mix": "some-big", "undo": "off",
        "daily": "2024-02-29",
    }  # fmt: skip
    assert CLASSIC.options(settled.chosen()) == settled
    for other in ({"board": 8}, {"rotation": True}, {"dealing": "fitting"}, {"mix": "big"}, {"undo": "once"}):
        with pytest.raises(OptionError, match="the daily has"):
            CLASSIC.options({"daily": "2024-02-29", **other})


@pytest.mark.parametrize(
    ("options", "rows", "boxed", "rotation", "undo"),
    [
        ({}, 10, False, False, Undo.OFF),
        ({"board": 9, "undo": "once"}, 9, True, False, Undo.ONCE),
        ({"board": 8, "level": "easy"}, 8, False, True, Undo.OFF),
    ],
)
def test_the_rules_of_classic_follow_from_its_options(
    options: dict[str, Any], rows: int, boxed: bool, rotation: bool, undo: Undo
) -> None:
    rules = CLASSIC.rules(CLASSIC.options(options))
    assert (rules.board.size, rules.board.boxed, rules.rotation, rules.undo) == (rows, boxed, rotation, undo)
    assert rules.length is None


def test_the_other_modes_have_their_boards_and_an_undo_of_one_step() -> None:
    for mode, size, boxed, length in (
        (STICKERS, 8, False, None),
        (SESSIONS, 6, False, 12),
        (MASTER, 9, True, None),
    ):
        rules = mode.rules(mode.options({}))
        assert (rules.board.size, rules.board.boxed, rules.length) == (size, boxed, length)
        assert (rules.rotation, rules.undo) == (False, Undo.STEP)
    assert SESSIONS.rules(SESSIONS.options({"board": 10})).length == 24


def test_what_has_a_seed_and_what_has_a_daily() -> None:
    assert [name for name, mode in MODES.items() if mode.needs_seed] == ["classic", "stickers", "master"]
    assert [name for name, mode in MODES.items() if mode.has_daily] == ["classic", "sessions"]


@pytest.mark.parametrize(
    ("day", "number"),
    [("1970-01-01", 0), ("1970-01-24", 23), ("1970-01-25", 0), ("1969-12-31", 23), ("2024-03-31", 19813 % 24)],
)
def test_the_daily_session_counts_days_since_1970(day: str, number: int) -> None:
    assert daily_sequence(date.fromisoformat(day)) == number
    assert SESSIONS.options({"daily": day}).sequence == number
    assert SESSIONS.options({"daily": day, "sequence": number}).sequence == number
    with pytest.raises(OptionError, match=f"that daily has sequence {number}"):
        SESSIONS.options({"daily": day, "sequence": (number + 1) % 24})


@pytest.mark.parametrize(
    ("mode", "given", "sentence"),
    [
        ("classic", {"board": 6}, "board must be one of 10, 9, 8, not 6"),
        ("classic", {"board": 8.0}, "board must be one of 10, 9, 8, not 8.0"),
        ("classic", {"board": "8"}, "board must be one of 10, 9, 8, not '8'"),
        ("classic", {"rotation": 1}, "rotation must be one of false, true, not 1"),
        ("classic", {"rotation": None}, "rotation must be one of false, true, not null"),
        ("classic", {"level": "Easy"}, "level must be one of normal, easy, hard, custom, not 'Easy'"),
        ("classic", {"level": ["easy"]}, "level must be one of normal, easy, hard, custom, not a list"),
        ("classic", {"mix": {"a": 1}}, "mix must be one of some-big, small, big, not an object"),
        ("classic", {"undo": True}, "undo must be one of off, once, not true"),
        ("classic", {"undo": False}, "undo must be one of off, once, not false"),
        ("classic", {"sequence": 1}, "classic has no option 'sequence'"),
        ("classic", {"daily": "2023-02-29"}, "daily must be a calendar day YYYY-MM-DD, not '2023-02-29'"),
        ("classic", {"daily": "20240229"}, "daily must be a calendar day YYYY-MM-DD, not '20240229'"),
        ("classic", {"daily": "2024-W09-4"}, "daily must be a calendar day YYYY-MM-DD, not '2024-W09-4'"),
        ("classic", {"daily": 20240229}, "daily must be a calendar day YYYY-MM-DD, not 20240229"),
        ("stickers", {"daily": "2024-02-29"}, "stickers has no option 'daily'"),
        ("stickers", {"board": 9}, "board must be one of 8, not 9"),
        ("stickers", {"rotation": True}, "rotation must be one of false, not true"),
        ("sessions", {"sequence": 24}, "sequence must be one of 0 to 23, not 24"),
        ("sessions", {"sequence": True}, "sequence must be one of 0 to 23, not true"),
        ("master", {"undo": "once"}, "master has no option 'undo'"),
        ("master", {"level": "x" * 99}, "master has no option 'level'"),
        ("classic", {"level": "x" * 99}, "not 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."),
    ],
)
def test_what_a_mode_does_not_offer_is_refused_in_one_sentence(mode: str, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        MODES[mode].options(given)
    assert str(caught.value).endswith(sentence)
    assert "\n" not in str(caught.value)


def test_unknown_names_are_left_to_later_versions() -> None:
    assert STICKERS.options({"colour": "blue"}) == STICKERS.options({})


def test_only_what_is_chosen_is_written() -> None:
    assert Options(board=8, rotation=False).chosen() == {"board": 8, "rotation": False}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "true"),
        (False, "false"),
        (None, "null"),
        (1, "1"),
        (2.5, "2.5"),
        ("é\n", "'\\xe9\\n'"),
        ("x" * 38, "'" + "x" * 38 + "'"),
        ("x" * 39, "'" + "x" * 39 + "..."),
        ([[]], "a list"),
        ({"a": []}, "an object"),
    ],
)
def test_a_value_is_described_in_a_few_words(value: object, words: str) -> None:
    assert described(value) == words


def test_each_mode_deals_what_its_rules_say() -> None:
    for mode, options, mix, dealing in (
        (CLASSIC, {"level": "easy"}, Mix.SMALL, Dealing.FITTING),
        (CLASSIC, {"level": "normal"}, Mix.SOME_BIG, Dealing.FITTING),
        (CLASSIC, {"level": "hard"}, Mix.BIG, Dealing.RANDOM),
        (STICKERS, {}, Mix.SOME_BIG, Dealing.RANDOM),
        (MASTER, {}, Mix.SOME_BIG, Dealing.RANDOM),
    ):
        assert mode.dealer(mode.options(options), "seed") == SeededDealer("seed", mix, dealing)
    session = SESSIONS.dealer(SESSIONS.options({"board": 10, "sequence": 5}), "seed")
    assert session == sequence_dealer(10, 5) != sequence_dealer(6, 5)
