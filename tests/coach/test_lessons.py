"""Every lesson of the practice library, solved: its goal can be met, in more ways than ours, and not by doing nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from game.coach.health import Label, health
from game.coach.lessons import Attempt, Lesson, following, lesson, library
from game.coach.solver import solve
from game.rules.board import UnitKind
from game.rules.record import Record, parse, read, replay
from game.rules.round import Move, Outcome, Place, Reason, Refusal, Rotate
from game.words.en import WORDS

every = pytest.mark.parametrize("each", library(), ids=lambda each: each.name)
MOST = 60_000
"""Placements that the search tries before it gives up."""


def attempt(each: Lesson, *moves: Move) -> Attempt:
    made = Attempt(each)
    for move in moves:
        made.play(move)
    return made


def found(each: Lesson) -> Attempt | None:
    """An attempt that meets the goals, found without a look at the solution in the data."""
    answer = solve(each.begin())
    for line in (answer.best, answer.witness):
        if line is not None and (made := attempt(each, *line.moves)).met:
            return made
    return next(_searched(each), None)


def _searched(each: Lesson) -> Iterator[Attempt]:
    """Depth first through placements; refused ones are made on the way, since some lessons ask for one."""
    made, tried, seen = Attempt(each), 0, set()

    def look() -> Iterator[Attempt]:
        nonlocal tried
        round = made.round
        for slot, piece in enumerate(round.hand):
            for row, column in round.board.cells(round.board.full if piece else 0):
                tried += 1
                result = made.play(Place(slot, row, column))
                if made.met:
                    yield made
                if isinstance(result, Refusal):
                    continue
                key = made.round.position, made.round.hand, made.round.streak
                if key not in seen and not made.ended and tried < MOST:
                    seen.add(key)
                    yield from look()
                made.undo()

    return look()


def test_there_are_lessons_enough_each_with_words_of_its_own() -> None:
    names = [each.name for each in library()]
    assert len(names) >= 12
    assert len(set(names)) == len(names)
    texts = [WORDS[f"lesson.{name}.{part}"] for name in names for part in ("title", "text")]
    assert len(set(texts)) == len(texts)
    assert all(f"lesson.{name}.goal" in WORDS for name in names)


@every
def test_a_lesson_begins_in_play_with_its_goal_open(each: Lesson) -> None:
    fresh = Attempt(each)
    assert not fresh.ended
    assert not fresh.met
    assert not fresh.can_undo
    assert not fresh.round.board.full_units(fresh.round.position)


@every
def test_our_solution_meets_the_goal_with_its_last_move(each: Lesson) -> None:
    made = Attempt(each)
    for move in each.solution:
        assert not made.met
        made.play(move)
    assert made.met


@every
def test_the_solver_finds_a_way_of_its_own(each: Lesson) -> None:
    made = found(each)
    assert made is not None
    assert made.met


@every
def test_some_way_of_playing_fails(each: Lesson) -> None:
    """Placing each piece at the first place that it has does not teach anything, so it must not do."""
    made = Attempt(each)
    while not made.ended and not made.met:
        round = made.round
        slot, piece = next((slot, piece) for slot, piece in enumerate(round.hand) if piece and round.fits(slot))
        turn = next(turn for turn in round.turns(piece) if turn.origins(round.board, round.position))
        for _ in range(round.turns(piece).index(turn)):
            made.play(Rotate(slot))
        made.play(Place(slot, *next(round.board.cells(turn.origins(round.board, round.position)))))
    assert not made.met


@every
def test_a_lesson_is_a_record(each: Lesson) -> None:
    record = read(each.record.write())
    assert record == each.record
    *_, last = replay(Record(record.mode, record.options, deal=record.deal, start=record.start, moves=each.solution))
    assert last.round.position == attempt(each, *each.solution).round.position


@every
def test_each_step_can_be_taken_back_and_all_at_once(each: Lesson) -> None:
    made = Attempt(each)
    passed = [made.round]
    for move in each.solution:
        if isinstance(made.play(move), Outcome):
            passed.append(made.round)
    for round in reversed(passed[:-1]):
        made.undo()
        assert made.round == round
    assert not made.can_undo
    made = attempt(each, *each.solution)
    made.restart()
    assert made.round == Attempt(each).round
    assert not made.met


# -- the numbers that the rules name ---------------------------------------------------------------


def test_the_bar_at_row_9_column_6_is_refused_and_costs_nothing() -> None:
    made = Attempt(lesson("edge"))
    before = made.round
    refusal = made.play(Place(0, 8, 5))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.OUTSIDE
    assert refusal.facts == {"axis": "column", "left": 4, "needs": 5}
    assert made.round is before
    made.play(Place(0, 8, 4))
    assert made.met
    assert made.round.score == 5
    # Without the try the goal stays open, however well the bar lies.
    assert not attempt(lesson("edge"), Place(0, 8, 4)).met


def test_the_quiet_square_scores_its_cells_and_leaves_both_lanes() -> None:
    made = attempt(lesson("quiet"), *lesson("quiet").solution)
    assert [(outcome.points, outcome.cleared) for outcome in made.outcomes] == [(4, ())]
    # A clear gains more, but it is not what the lesson is about.
    louder = attempt(lesson("quiet"), Place(0, 0, 4))
    assert louder.outcomes[0].points > 4
    assert not louder.met
    # In the middle of a lane it fits, and blocks the lane.
    blocking = attempt(lesson("quiet"), Place(0, 3, 4))
    assert blocking.outcomes
    assert not blocking.met


def test_the_crossing_is_worth_49() -> None:
    (outcome,) = attempt(lesson("crossing"), Place(0, 4, 4)).outcomes
    assert [(term.name, term.points) for term in outcome.terms] == [("cells", 1), ("clear", 36), ("together", 12)]
    assert outcome.points == 49


def test_the_crossing_after_a_clear_is_worth_54() -> None:
    outcomes = attempt(lesson("bonus"), Place(0, 7, 1), Place(1, 3, 5)).outcomes
    assert [(term.name, term.points) for term in outcomes[1].terms] == [
        ("cells", 1),
        ("clear", 36),
        ("together", 12),
        ("streak", 5),
    ]
    # The other way round the streak's bonus goes to the smaller move.
    backwards = attempt(lesson("bonus"), Place(1, 3, 5), Place(0, 7, 1))
    assert [outcome.points for outcome in backwards.outcomes] == [49, 25]
    assert not backwards.met


def test_three_units_at_once() -> None:
    (outcome,) = attempt(lesson("three"), Place(0, 3, 3)).outcomes
    assert {unit.kind for unit in outcome.cleared} == set(UnitKind)
    assert outcome.points == 5 + 3 * 18 + 4 * 12


def test_the_recovery_leads_from_critical_to_steady() -> None:
    made = Attempt(lesson("recovery"))
    assert health(made.round.board, made.round.position).label is Label.CRITICAL
    for move in lesson("recovery").solution:
        made.play(move)
    assert health(made.round.board, made.round.position).label is Label.STEADY


def test_the_streak_outlives_one_miss_and_not_two() -> None:
    one, *others = lesson("breather").solution
    kept = attempt(lesson("breather"), one, *others)
    assert kept.met
    lost = attempt(lesson("breather"), one, others[1], others[0])
    assert lost.round.streak.count == 1
    assert not lost.met


def test_the_library_is_walked_in_order() -> None:
    names, at = [], library()[0].name
    while True:
        names.append(at)
        after = following(at)
        if after is None:
            break
        at = after.name
    assert names == [each.name for each in library()]
    with pytest.raises(KeyError):
        lesson("nothing")


def test_a_lesson_as_text_is_read_back() -> None:
    for each in library():
        assert parse(json.dumps(each.record.write())) == each.record
