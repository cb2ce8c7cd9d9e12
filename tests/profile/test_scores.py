"""Bests, counts and statistics, and that joining two tabs' knowledge loses nothing of either."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.profile.fields import WrongFieldError
from game.profile.progress import Done, Progress
from game.profile.progress import join as join_progress
from game.profile.progress import read as read_progress
from game.profile.progress import write as write_progress
from game.profile.scores import KEPT, NOTHING, Older, Result, Scores, Standing, join, read, write
from game.profile.store import Store
from game.rules.modes import CLASSIC
from game.rules.round import Outcome, Place, Refusal, Status, TakeBack
from tests.profile.players import ROUNDS, a_move, play_on, player
from tests.profile.storages import Memory


def result(number: int, score: int = 100, ended: bool = True, moves: int = 30) -> Result:
    return Result(number, f"round{number}", score, score // 10, score // 50, 60, moves, ended)


# -- as a player sees it -----------------------------------------------------------------------------


def test_a_game_counts_with_its_first_placement_once() -> None:
    storage = Memory()
    at = player(storage)
    kept = at.begin(CLASSIC, {"level": "easy", "undo": "once"})
    assert at.standing(kept).games == 0
    source = Random(1)
    play_on(at, kept, 40, source, 0.2)
    assert at.standing(kept).games == 1
    again = at.begin(CLASSIC, {"level": "easy", "undo": "once"})
    assert at.standing(again).games == 1, "a round that was only opened is no game"
    play_on(at, again, 3, source)
    assert player(storage).standing(again).games == 2


def test_a_best_stays_when_the_placement_is_taken_back() -> None:
    storage = Memory()
    at = player(storage)
    kept = at.begin(CLASSIC, {"level": "normal", "undo": "once"})
    play_on(at, kept, 10, Random(1), 0)
    best = kept.round.score
    assert isinstance(at.play(kept, TakeBack()), Outcome)
    assert kept.round.score < best
    assert at.standing(kept).best == player(storage).standing(kept).best == best


def test_combinations_are_kept_apart() -> None:
    storage = Memory()
    at = player(storage)
    bests = {}
    for mode, given_options in ROUNDS:
        kept = at.begin(mode, given_options)
        play_on(at, kept, 8, Random(1), 0)
        bests[kept.slot] = kept.round.score
    again = player(storage)
    for slot, best in bests.items():
        kept_again = again.kept(slot)
        assert kept_again is not None
        assert again.standing(kept_again).best == best
        assert again.standing(kept_again).games == 1
    assert len([key for key in storage.values if key.startswith("block-puzzle/scores/")]) == len(ROUNDS)


def test_an_ended_round_is_in_the_statistics_as_it_ended_last() -> None:
    at = player(Memory())
    kept = at.begin(CLASSIC, {"level": "hard", "undo": "once"})
    kept.seconds = 61.5
    play_on(at, kept, 10_000, Random(4), 0)
    assert kept.round.status is Status.OVER
    (first,) = at.standing(kept).recent
    tally = kept.round.tally
    assert first.write()[1:] == [
        "seed0", kept.round.score, kept.round.lines, tally.longest_streak, 61, len(kept.record.moves), True,
    ]  # fmt: skip
    assert at.standing(kept).average == kept.round.score
    assert isinstance(at.play(kept, TakeBack()), Outcome)
    play_on(at, kept, 10_000, Random(9), 0)
    (second,) = at.standing(kept).recent
    assert (second.score, second.moves) == (kept.round.score, len(kept.record.moves))
    assert at.standing(kept).games == 1


def test_statistics_go_on_beyond_the_rounds_that_are_kept() -> None:
    standing = NOTHING
    scores = [Random(1).randrange(1000) for _ in range(3 * KEPT)]
    for number, score in enumerate(scores):
        standing = standing.reach(score).note(result(number + 1, score))
    assert len(standing.results) == len(standing.recent) == KEPT
    assert standing.games == standing.ended == len(scores)
    assert standing.average == pytest.approx(sum(scores) / len(scores))
    assert standing.best == max(scores)
    assert standing.lines == sum(score // 10 for score in scores)
    assert standing.streak == max(scores) // 50
    assert [each.score for each in standing.recent] == scores[-KEPT:]


def test_a_clock_set_back_puts_no_round_among_the_old_ones() -> None:
    standing = NOTHING.note(result(5_000)).note(replace(result(3), id="later", at=3))
    assert [each.id for each in standing.results] == ["round5000", "later"]
    for number in range(KEPT):
        standing = standing.note(result(number))
    assert [each.id for each in standing.results[-2:]] == [f"round{KEPT - 2}", f"round{KEPT - 1}"]
    assert standing.games == KEPT + 2


def test_told_twice_nothing_changes() -> None:
    storage = Memory()
    scores = Scores(Store(storage))
    for each in (result(1, 50, ended=False), result(2, 80), result(1, 70)):
        for _ in range(2):
            scores.note("master", each, each.score)
            before = len(storage.written)
        scores.note("master", each, each.score)
        assert len(storage.written) == before
    assert scores.of("master").games == 2
    assert scores.of("master").best == 80


# -- joining -----------------------------------------------------------------------------------------


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    entries = draw(st.lists(st.tuples(st.integers(1, 12), st.integers(0, 300), st.booleans(), st.integers(1, 50)), max_size=8))
    results = {number: result(number, score, ended, moves) for number, score, ended, moves in entries}
    best = max((each.score for each in results.values()), default=0)
    return Standing(best + draw(st.integers(0, 50)), tuple(results[number] for number in sorted(results)))


@given(standings(), standings(), standings())
def test_joining_standings_needs_no_order_and_no_once(one: Standing, two: Standing, three: Standing) -> None:
    assert join(one, two) == join(two, one)
    assert join(one, join(two, three)) == join(join(one, two), three)
    assert join(one, one) == one
    assert join(join(one, two), two) == join(one, two)
    assert join(one, two).best == max(one.best, two.best)
    assert {each.id for each in join(one, two).results} == {each.id for each in (*one.results, *two.results)}


@settings(deadline=None, max_examples=40)
@given(st.integers(1, KEPT + 40), st.integers(1, KEPT + 40), st.integers(0, KEPT))
def test_two_tabs_that_go_apart_count_each_game_once(common: int, extra: int, theirs: int) -> None:
    shared = NOTHING
    for number in range(common):
        shared = shared.note(result(number + 1))
    mine, other = shared, shared
    for number in range(min(extra, 100)):
        mine = mine.note(replace(result(common + number + 1), id=f"mine{number}"))
    for number in range(min(theirs, 99)):
        other = other.note(replace(result(common + number + 1), id=f"other{number}"))
    assert join(mine, other).games == common + min(extra, 100) + min(theirs, 99)
    assert join(mine, shared) == mine, "an old copy adds nothing"


@given(standings())
def test_a_standing_comes_back_as_it_was_written(standing: Standing) -> None:
    standing = replace(standing, older=Older(3, 2, 90, 9, 1, 0))
    assert read(write(standing)) == standing


@pytest.mark.parametrize(
    "change",
    [
        {"best": -1},
        {"best": 1.5},
        {"best": 10**30},
        {"results": None},
        {"results": [[1, "a", 1, 1, 1, 1, 1]]},
        {"results": [[1, "a", 1, 1, 1, 1, True, True]]},
        {"results": [[1, 2, 1, 1, 1, 1, 1, True]]},
        {"results": [[1, "a", 1, 1, 1, 1, 1, 1]]},
        {"results": [[1, "a", 1, 1, 1, 1, 1, True]] * 2},
        {"older": [0, 0]},
        {"older": [0, 0, 0, 0, 0, "1"]},
    ],
)
def test_what_is_no_standing_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(WrongFieldError):
        read({**write(NOTHING), **change})


@st.composite
def progresses(draw: st.DrawFn) -> Progress:
    numbers = draw(st.dictionaries(st.integers(0, 23), st.tuples(st.booleans(), st.integers(0, 200)), max_size=6))
    done = {number: Done(*value) for number, value in sorted(numbers.items())}
    at = draw(st.integers(1, 99))
    return Progress(done, draw(st.sampled_from(sorted(done))), at) if done else Progress()


@given(progresses(), progresses(), progresses())
def test_joining_progress_needs_no_order_and_no_once(one: Progress, two: Progress, three: Progress) -> None:
    assert join_progress(one, two) == join_progress(two, one)
    assert join_progress(one, join_progress(two, three)) == join_progress(join_progress(one, two), three)
    assert join_progress(one, one) == one
    assert read_progress(write_progress(one)) == one
    for number, done in one.done.items():
        joined = join_progress(one, two).done[number]
        assert joined.best >= done.best
        assert joined.complete >= done.complete


def test_a_refused_move_is_no_game() -> None:
    at = player(Memory())
    kept = at.begin(CLASSIC, {})
    assert isinstance(at.play(kept, Place(0, 99, 99)), Refusal)
    assert at.standing(kept).games == 0
    assert a_move(kept.round, Random(1)) is not None


def test_games_of_the_same_second_are_all_counted_when_they_are_added_up() -> None:
    """Two devices, or two tabs, and clocks that stand still."""
    mine, theirs = NOTHING, NOTHING
    for number in range(KEPT):
        mine = mine.note(replace(result(number + 1), id=f"mine{number}"))
        theirs = theirs.note(replace(result(number + 1), id=f"theirs{number}"))
    both = join(mine, theirs)
    assert both.games == both.ended == 2 * KEPT
    for _ in range(3):
        both = join(both, both)
        assert both.games == 2 * KEPT
    assert both.note(result(9_999)).games == join(both.note(result(9_999)), both).games == 2 * KEPT + 1


def test_a_clock_at_the_end_of_time_writes_nothing_unreadable() -> None:
    standing = NOTHING.note(replace(result(1), at=10**15)).note(result(2))
    assert read(write(standing)).games == 2
