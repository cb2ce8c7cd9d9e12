"""The solver against brute force through the one door, and what it promises about its answers."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.coach.solver import Answer, Line, Solver, edges, solve
from game.rules.board import board
from game.rules.dealing import ListedDealer
from game.rules.modes import (
    MODES,
    Rules,
    Streak,
    Undo,
    breather_streak,
    classic_score,
    master_score,
    no_streak,
    plain_streak,
    sessions_score,
    stickers_score,
)
from game.rules.pieces import Piece, piece
from game.rules.record import Record
from game.rules.round import Move, Outcome, Place, Rotate, Round, Status, begin, play

SMALL = [piece(text) for text in "# ## #/# ### #/#/# #./## ##/.# ##/## ####".split()]  # noqa: SIM905 - read at a glance
SCORING = [
    (classic_score, breather_streak),
    (stickers_score, no_streak),
    (sessions_score, no_streak),
    (master_score, plain_streak),
]


@st.composite
def small_rounds(draw: st.DrawFn, size: int = 4, rotation: bool | None = None) -> Round:
    """Rounds on a tiny board, in every scoring, with up to three pieces."""
    score, advance = draw(st.sampled_from(SCORING))
    on = board(3, boxed=True) if draw(st.booleans()) else board(size)
    turning = draw(st.booleans()) if rotation is None else rotation
    rules = Rules(on, turning, Undo.OFF, score, advance, draw(st.sampled_from([None, None, 1, 2, 3])))
    hand = draw(st.lists(st.sampled_from(SMALL), min_size=1, max_size=3))
    position = draw(st.integers(0, on.full)) | draw(st.integers(0, on.full))
    round = begin(rules, ListedDealer((tuple(hand),)), position)
    return round._replace(streak=Streak(draw(st.integers(0, 6)), draw(st.booleans())))


@cache
def brute_force(round: Round) -> tuple[int, int]:
    """(most pieces placed, most points with so many) over every order, orientation and origin."""
    best = (0, 0)
    if round.status is not Status.PLAYING:
        return best
    for slot, held in enumerate(round.hand):
        for turns, _ in enumerate(round.turns(held)):
            turned = round
            for _ in range(turns):
                turned = outcome(turned, Rotate(slot)).round
            for cell in range(round.board.size**2):
                result = play(turned, Place(slot, *divmod(cell, round.board.size)))
                if isinstance(result, Outcome):
                    placed, points = brute_force(result.round)
                    best = max(best, (placed + 1, points + result.points))
    return best


def outcome(round: Round, move: Move) -> Outcome:
    result = play(round, move)
    assert isinstance(result, Outcome)
    return result


def check_line(round: Round, line: Line) -> None:
    """The line can be played and gives what it says."""
    placed = points = 0
    for move in line.moves:
        result = outcome(round, move)
        round, points = result.round, points + result.points
        placed += isinstance(move, Place)
    assert (placed, points) == (line.placed, line.points)


def most_placements(round: Round) -> int:
    if round.status is Status.COMPLETE:
        return 0
    held = sum(each is not None for each in round.hand)
    return held if round.rules.length is None else min(held, round.rules.length - round.tally.pieces)


@given(small_rounds())
def test_the_answer_is_that_of_brute_force(round: Round) -> None:
    answer, (placed, points) = solve(round), brute_force(round)
    assert (answer.best.placed, answer.best.points, answer.exact) == (placed, points, True)
    assert answer.all_fit == (placed == most_placements(round))
    check_line(round, answer.best)
    assert (answer.witness is not None) == answer.all_fit
    if answer.witness:
        check_line(round, answer.witness)
        assert answer.witness.placed == placed


@given(small_rounds(), st.integers(0, 12), st.integers(1, 4))
def test_with_too_small_a_budget_a_beam_finds_a_line_and_says_so(round: Round, budget: int, width: int) -> None:
    solver = Solver(round, budget, width)
    while not solver.work(3):
        pass
    answer, best = solver.answer, brute_force(round)
    check_line(round, answer.best)
    assert (answer.best.placed, answer.best.points) <= best
    assert answer.all_fit == (best[0] == most_placements(round))
    if answer.exact:
        assert (answer.best.placed, answer.best.points) == best
    if answer.all_fit:
        assert answer.best.placed == best[0]


def test_a_wide_beam_finds_the_best_line() -> None:
    for seed in range(12):
        round = played(seed, "stickers", moves=seed % 4 * 3)
        if round.status is not Status.PLAYING:
            continue
        exact, beam = solve(round), solve(round, budget=0)
        assert exact.exact
        assert not beam.exact
        assert (beam.best.placed, beam.best.points) == (exact.best.placed, exact.best.points)


@given(small_rounds())
def test_working_in_slices_changes_nothing(round: Round) -> None:
    solver, slices = Solver(round), 0
    while not solver.work(nodes=1):
        slices += 1
    assert solver.answer == solve(round)
    assert slices <= solver.answer.nodes


def test_the_answer_can_be_read_only_when_the_search_is_done() -> None:
    solver = Solver(played(1, "classic"))
    assert not solver.work(2)
    with pytest.raises(RuntimeError, match="the search is not done"):
        _ = solver.answer
    while not solver.work(10_000):
        pass
    assert solver.work(1)
    assert isinstance(solver.answer, Answer)


def played(seed: int, mode: str, moves: int = 0, **options: object) -> Round:
    """A round of a mode after so many placements at random."""
    source = Random(seed)
    round = Record(MODES[mode], MODES[mode].options(options), f"seed {seed}").begin()
    for _ in range(moves):
        legal = [
            Place(slot, row, column)
            for slot, held in enumerate(round.hand)
            if held
            for row, column in round.board.cells(held.origins(round.board, round.position))
        ]
        if round.status is Status.PLAYING and legal:
            round = outcome(round, source.choice(legal)).round
    return round


@pytest.mark.parametrize("mode", MODES)
def test_real_boards_are_searched_whole_within_the_budget(mode: str) -> None:
    for seed in range(5):
        for moves in (0, 7, 20):
            answer = solve(played(seed, mode, moves))
            assert answer.exact
            check_line(played(seed, mode, moves), answer.best)


def test_it_finds_the_order_in_which_a_clear_makes_room() -> None:
    on = board(4)
    rules = Rules(on, False, Undo.OFF, stickers_score, no_streak)
    position = on.parse(["###.", "#.#.", ".#.#", "#.#."])
    hand = (piece("####"), piece("#"))
    answer = solve(begin(rules, ListedDealer((hand,)), position))
    assert answer.all_fit
    assert answer.witness is not None
    assert answer.witness.moves == (Place(1, 0, 3), Place(0, 0, 0))
    # The bar fills the row that the single cell has cleared, and clears it again.
    assert answer.best.points == 1 + 10 + 4 + 10


def test_a_round_that_has_ended_has_nothing_left_to_place() -> None:
    on = board(4)
    rules = Rules(on, False, Undo.OFF, stickers_score, no_streak)
    over = begin(rules, ListedDealer(((piece("##"),),)), on.full)
    assert solve(over) == Answer(False, None, Line(), True, 0)
    complete = begin(rules, ListedDealer(()), 0)
    assert solve(complete) == Answer(True, Line(), Line(), True, 0)


def test_a_piece_that_must_be_turned_is_turned() -> None:
    on = board(4)
    position = on.full & ~piece("#/#/#").at(on, 1, 2)
    for rotation, moves in ((True, (Rotate(0), Place(0, 1, 2))), (False, ())):
        rules = Rules(on, rotation, Undo.OFF, stickers_score, no_streak)
        answer = solve(begin(rules, ListedDealer(((piece("###"),),)), position))
        assert answer.best.moves == moves
        assert answer.all_fit == rotation


@given(st.integers(0, board(5).full))
def test_edges_are_counted_cell_by_cell(position: int) -> None:
    on = board(5)
    filled = set(on.cells(position))
    pairs = [((r, c), (r, c + 1)) for r in range(5) for c in range(4)]
    pairs += [((r, c), (r + 1, c)) for r in range(4) for c in range(5)]
    assert edges(on, position) == sum((one in filled) != (other in filled) for one, other in pairs)


def test_pieces_that_are_alike_are_tried_once() -> None:
    rules = Rules(board(4), False, Undo.OFF, stickers_score, no_streak)

    def nodes(*hand: Piece) -> int:
        return solve(begin(rules, ListedDealer((hand,)), 0)).nodes

    assert nodes(piece("#"), piece("#"), piece("#")) < nodes(piece("#"), piece("##"), piece("#/#")) / 3
