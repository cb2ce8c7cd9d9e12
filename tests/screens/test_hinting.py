"""What a hint claims: no more than the search has found."""

from __future__ import annotations

import pytest

from game.coach.solver import Answer, Line
from game.rules.modes import MASTER
from game.rules.record import Record
from game.screens.hinting import certainty


@pytest.mark.parametrize(
    ("all_fit", "exact", "words"),
    [
        (True, True, "All fit; no line gains more."),
        (True, False, "All fit; the best of what was searched."),
        (False, True, "Only 2 of 3 can be placed."),
        (False, False, "Not all 3 can be placed; 2 at most in what was searched."),
    ],
)
def test_a_hint_says_how_sure_it_is(all_fit: bool, exact: bool, words: str) -> None:
    round = Record(MASTER, MASTER.options({}), "any").begin()
    line = Line(placed=3 if all_fit else 2)
    assert certainty(Answer(all_fit, line if all_fit else None, line, exact, 1), round) == words
