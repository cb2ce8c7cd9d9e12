"""The numbers that rules.md works out, played through the one door."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.rules.board import board
from game.rules.dealing import ListedDealer
from game.rules.modes import (
    MODES,
    Score,
    Streak,
    classic_score,
    master_score,
    sessions_score,
    stickers_score,
)
from game.rules.pieces import piece
from game.rules.record import Record, read, replay
from game.rules.round import Outcome, Place, Refusal, Status, TakeBack, Tally, begin, play


def record(mode: str, start: str, hands: Sequence[Sequence[str]], moves: Sequence[object] = (), **options: object) -> Record:
    """A record with given hands; the start's rows stand between spaces, a row of dots may be left out."""
    given = {
        "format": "block-puzzle-record/1",
        "mode": mode,
        "options": options,
        "deal": [list(hand) for hand in hands],
        "start": start.split(),
        "moves": [{"place": list(move)} if isinstance(move, tuple) else move for move in moves],
    }
    return read(given)


def outcomes(played: Record) -> list[Outcome]:
    """What each move gave; every move must have been accepted."""
    results = [step.result for step in replay(played)][1:]
    assert all(isinstance(result, Outcome) for result in results), results
    return [result for result in results if isinstance(result, Outcome)]


EMPTY_6 = "...... " * 6
EMPTY_9 = "......... " * 9
EMPTY_10 = ".......... " * 10


@pytest.mark.parametrize(("lines", "points"), [(1, 10), (2, 40), (3, 90), (4, 160), (5, 250)])
def test_classic_pays_ten_times_the_square_of_the_units(lines: int, points: int) -> None:
    start = "#########. " * lines + ".......... " * (10 - lines)
    column = "/".join("#" * lines)
    (outcome,) = outcomes(record("classic", start, [[column]], [(0, 0, 9)]))
    assert outcome.points == lines + points
    assert [term.points for term in outcome.terms] == [lines, points]


def test_the_streak_multiplies_clearing_points_by_no_more_than_five() -> None:
    start = "#########. " * 9 + ".......... "
    moves = [(move % 3, move, 9) for move in range(7)]
    gained = [outcome.points for outcome in outcomes(record("classic", start, [["#"] * 3] * 3, moves))]
    assert gained == [11, 21, 31, 41, 51, 51, 51]


def test_three_units_at_streak_five_give_450() -> None:
    start = "#########. " * 7 + ".......... " * 3
    moves = [(0, 0, 9), (1, 1, 9), (2, 2, 9), (0, 3, 9), (1, 4, 9)]
    played = outcomes(record("classic", start, [["#"] * 3, ["#", "#/#/#", "#"]], moves[:4]))
    assert played[-1].round.streak.count == 4
    last = play(played[-1].round, Place(1, 4, 9))
    assert isinstance(last, Outcome)
    clear = last.terms[1]
    assert (last.round.streak.count, clear.base, clear.factor, clear.points) == (5, 90, 5, 450)
    assert last.points == 3 + 450


def test_one_miss_keeps_the_streak_and_warns_and_a_clear_takes_the_warning_away() -> None:
    start = "#########. " * 4 + ".......... " * 6
    moves = [(0, 0, 9), (1, 9, 0), (2, 1, 9), (0, 9, 1), (1, 9, 2), (2, 2, 9)]
    rounds = [outcome.round for outcome in outcomes(record("classic", start, [["#"] * 3] * 3, moves))]
    assert [(each.streak.count, each.streak.grace) for each in rounds] == [
        (1, False),
        (1, True),
        (2, False),
        (2, True),
        (0, False),
        (1, False),
    ]


def test_a_miss_without_a_streak_warns_of_nothing() -> None:
    (outcome,) = outcomes(record("classic", EMPTY_10, [["#", "#"]], [(0, 0, 0)]))
    assert (outcome.round.streak.count, outcome.round.streak.grace) == (0, False)


def test_stickers_four_cells_that_complete_two_lines_give_44() -> None:
    start = "#######. #######. " + "........ " * 6
    (outcome,) = outcomes(record("stickers", start, [["#/#/#/#"]], [(0, 0, 7)]))
    assert (outcome.points, len(outcome.cleared)) == (44, 2)


def test_sessions_three_cells_and_one_small_line_give_9() -> None:
    start = "###... " + "...... " * 5
    (outcome,) = outcomes(record("sessions", start, [["###"]], [(0, 0, 3)]))
    assert outcome.points == 9


def test_sessions_one_cell_that_closes_a_small_row_and_column_gives_13() -> None:
    start = ".##### " + "#..... " * 5
    (outcome,) = outcomes(record("sessions", start, [["#"]], [(0, 0, 0)]))
    assert (outcome.points, outcome.round.position) == (13, 0)


def test_sessions_pay_the_width_of_the_large_board_for_a_line() -> None:
    start = "#########. " + ".......... " * 9
    (outcome,) = outcomes(record("sessions", start, [["#"]], [(0, 0, 9)], board=10))
    assert outcome.points == 11


def test_master_one_cell_that_closes_a_row_and_a_column_gives_49() -> None:
    start = ".######## " + "#........ " * 8
    (outcome,) = outcomes(record("master", start, [["#"]], [(0, 0, 0)]))
    assert [term.points for term in outcome.terms] == [1, 36, 12]
    assert outcome.points == 49


def test_master_adds_five_times_the_streak_before_the_move() -> None:
    start = "########. " * 2 + "......... " * 7
    played = outcomes(record("master", start, [["#", "#", "#"], ["#"]], [(0, 0, 8), (1, 1, 8), (2, 8, 0)]))
    assert [outcome.points for outcome in played] == [19, 19 + 5, 1]
    assert [outcome.round.streak.count for outcome in played] == [1, 2, 0]


def test_a_box_counts_as_a_line_on_the_nine_board() -> None:
    start = "##....... ###...... ###...... " + "......... " * 6
    for mode, options, points in (("classic", {"board": 9}, 11), ("master", {}, 19)):
        (outcome,) = outcomes(record(mode, start, [["#"]], [(0, 0, 2)], **options))
        assert (outcome.points, [str(unit.kind) for unit in outcome.cleared]) == (points, ["box"])
        assert (outcome.round.lines, outcome.round.position) == (1, 0)


def test_boxes_do_not_clear_on_other_boards() -> None:
    start = "##........ ###....... ###....... " + ".......... " * 7
    (outcome,) = outcomes(record("classic", start, [["#"]], [(0, 0, 2)]))
    assert outcome.cleared == ()


def test_a_horizontal_bar_at_row_nine_column_six_of_nine_has_only_four_columns_left() -> None:
    step = list(replay(record("master", EMPTY_9, [["#####"]], [(0, 8, 5)])))[-1]
    assert isinstance(step.result, Refusal)
    assert (step.result.reason, step.result.facts) == ("outside", {"axis": "column", "left": 4, "needs": 5})
    assert step.round.position == 0


def test_the_origin_of_a_plus_may_lie_on_a_filled_cell() -> None:
    start = "#....... " + "........ " * 7
    (outcome,) = outcomes(record("stickers", start, [[".#./###/.#."]], [(0, 0, 0)]))
    assert outcome.points == 5


def test_there_is_no_gravity() -> None:
    start = "#....... " + "........ " * 5 + ".####### " + "#....... "
    (outcome,) = outcomes(record("stickers", start, [["#"]], [(0, 6, 0)]))
    assert outcome.round.board.rows(outcome.round.position) == ["#......."] + ["........"] * 6 + ["#......."]


def test_units_that_the_start_board_brought_full_clear_with_the_first_placement() -> None:
    start = "######## " + "........ " * 7
    first, second = outcomes(record("stickers", start, [["#", "#", "#"]], [(0, 7, 7), (1, 7, 6)]))
    assert (first.points, len(first.cleared), first.round.position.bit_count()) == (11, 1, 1)
    assert (second.points, second.cleared) == (1, ())


def test_a_full_start_board_is_over_before_any_move_and_a_session_without_pieces_is_complete() -> None:
    full = record("stickers", "######## " * 8, [["#"]]).begin()
    assert full.status is Status.OVER
    assert record("sessions", EMPTY_6, []).begin().status is Status.COMPLETE


def test_over_is_judged_after_the_clears() -> None:
    # The cell left over fits nowhere before the row clears, and anywhere in it after.
    start = "#######. " + "#.#.#.#. .#.#.#.# " * 3 + "#.#.#.#. "
    (outcome,) = outcomes(record("stickers", start, [["#", "###"]], [(0, 0, 7)]))
    assert outcome.cleared
    assert outcome.round.status is Status.PLAYING


def test_a_session_is_complete_with_its_last_piece_whatever_is_still_in_the_hand() -> None:
    hands = [["#"] * 3] * 8
    moves = [(move % 3, move // 5, move % 5) for move in range(12)]
    played = outcomes(record("sessions", EMPTY_6, hands, moves))
    assert [outcome.round.status for outcome in played[-2:]] == [Status.PLAYING, Status.COMPLETE]
    undone = play(played[-1].round, TakeBack())
    assert isinstance(undone, Outcome)
    assert undone.round == played[-2].round._replace(before=None)


def test_the_large_session_has_24_pieces_and_the_small_one_12() -> None:
    for size, pieces in ((6, 12), (10, 24)):
        round = Record(MODES["sessions"], MODES["sessions"].options({"board": size})).begin()
        assert round.rules.length == pieces


@pytest.mark.parametrize(
    ("score", "units", "before", "after", "terms"),
    [
        (classic_score, 0, Streak(3), Streak(3, grace=True), [("cells", 4, 4, 1)]),
        (classic_score, 1, Streak(), Streak(1), [("cells", 4, 4, 1), ("clear", 1, 10, 1)]),
        (classic_score, 2, Streak(3), Streak(4), [("cells", 4, 4, 1), ("clear", 2, 40, 4)]),
        (classic_score, 3, Streak(8), Streak(9), [("cells", 4, 4, 1), ("clear", 3, 90, 5)]),
        (stickers_score, 0, Streak(), Streak(), [("cells", 4, 4, 1)]),
        (stickers_score, 3, Streak(), Streak(), [("cells", 4, 4, 1), ("clear", 3, 90, 1)]),
        (sessions_score, 0, Streak(), Streak(), [("cells", 4, 4, 1)]),
        (sessions_score, 2, Streak(), Streak(), [("cells", 4, 4, 1), ("clear", 2, 16, 1)]),
        (master_score, 0, Streak(7), Streak(), [("cells", 4, 4, 1)]),
        (master_score, 1, Streak(), Streak(1), [("cells", 4, 4, 1), ("clear", 1, 18, 1)]),
        (master_score, 1, Streak(1), Streak(2), [("cells", 4, 4, 1), ("clear", 1, 18, 1), ("streak", 1, 5, 1)]),
        (
            master_score, 3, Streak(2), Streak(3),
            [("cells", 4, 4, 1), ("clear", 3, 54, 1), ("together", 3, 48, 1), ("streak", 2, 10, 1)],
        ),
    ],
)  # fmt: skip
def test_the_points_come_term_by_term(
    score: Score, units: int, before: Streak, after: Streak, terms: list[tuple[str, int, int, int]]
) -> None:
    found = score(board(8), 4, units, before, after)
    assert [(term.name, term.count, term.base, term.factor) for term in found] == terms
    assert [term.points for term in found] == [base * factor for _, _, base, factor in terms]


def test_a_piece_that_fits_only_turned_keeps_a_round_with_rotation_in_play_and_ends_one_without() -> None:
    start = "..######## " + "########## " * 9
    for level, status, turns, fits in (("easy", Status.PLAYING, 2, True), ("hard", Status.OVER, 1, False)):
        round = record("classic", start, [["#/#"]], level=level).begin()
        assert (round.status, len(round.turns(round.hand[0])), round.fits(0)) == (status, turns, fits)
        assert round.turns(None) == ()


def test_the_statistics_of_a_round_count_what_happened() -> None:
    start = ".........# " + "#########. " * 3 + ".......... " * 6
    moves = [(0, 0, 0), (1, 1, 9), (2, 9, 9), (0, 9, 0), (1, 2, 9)]
    played = outcomes(record("classic", start, [["##"] + ["#"] * 2, ["#", "#/#", "#"]], moves))
    assert [tuple(outcome.round.tally) for outcome in played] == [
        (1, 2, 0, 0),
        (2, 11, 1, 1),
        (3, 11, 1, 1),
        (4, 11, 1, 1),
        # The streak ended with the second miss; two rows at once are the most so far.
        (5, 42, 1, 2),
    ]
    assert played[-1].round.tally == Tally(pieces=5, best_move=42, longest_streak=1, most_units=2)


def test_a_round_begins_on_an_empty_board_with_nothing_gained() -> None:
    rules = MODES["master"].rules(MODES["master"].options({}))
    round = begin(rules, ListedDealer(((piece("#"),),)))
    assert (round.position, round.hands, round.score, round.lines, round.streak) == (0, 1, 0, 0, Streak())
    assert (round.tally, round.undone, round.before, round.status) == (Tally(), False, None, Status.PLAYING)
    assert begin(rules._replace(length=1), round.dealer).status is Status.PLAYING
