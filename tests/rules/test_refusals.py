"""Why a move is refused: the first reason that holds, in the promised order, with its facts."""

from __future__ import annotations

import pytest

from game.rules.pieces import piece
from game.rules.record import read, replay
from game.rules.round import Move, Outcome, Place, Reason, Refusal, Rotate, Round, TakeBack, play

BAR, DOT = "###", "#"


def round_of(mode: str = "stickers", hand: tuple[str, ...] = (BAR, DOT), **options: object) -> Round:
    """A round before any move whose top-left cell is filled."""
    size = options.get("board", 8)
    assert isinstance(size, int)
    start = ["#" + "." * (size - 1)] + ["." * size] * (size - 1)
    written = {"format": "block-puzzle-record/1", "mode": mode, "options": options, "moves": []}
    return read({**written, "deal": [list(hand)], "start": start}).begin()


def refused(round: Round, move: Move) -> Refusal:
    result = play(round, move)
    assert isinstance(result, Refusal)
    assert result.move == move
    return result


OVER = round_of(hand=(DOT,))
OVER = OVER._replace(status=type(OVER.status).OVER)
HUGE = 10**40


@pytest.mark.parametrize("slot", [0, 1, 3, -1, HUGE])
def test_over_comes_before_everything_else(slot: int) -> None:
    assert refused(OVER, Place(slot, -1, -1)).reason is Reason.OVER
    assert refused(OVER, Rotate(slot)).reason is Reason.OVER


def test_a_complete_round_refuses_as_over() -> None:
    result = play(round_of(hand=(DOT,)), Place(0, 5, 5))
    assert isinstance(result, Outcome)
    assert result.round.status == "complete"
    assert refused(result.round, Place(0, 0, 0)).reason is Reason.OVER


@pytest.mark.parametrize("slot", [2, 3, -1, -3, HUGE, -HUGE])
def test_an_empty_slot_or_one_that_does_not_exist_comes_before_outside(slot: int) -> None:
    assert refused(round_of(), Place(slot, -1, 99)).reason is Reason.EMPTY_SLOT
    turning = round_of("classic", board=10, level="easy")
    assert refused(turning, Rotate(slot)).reason is Reason.EMPTY_SLOT


@pytest.mark.parametrize(
    ("row", "column", "axis", "left", "needs"),
    [
        (0, 6, "column", 2, 3),
        (0, 7, "column", 1, 3),
        (0, 8, "column", 0, 3),
        (0, HUGE, "column", 0, 3),
        (0, -1, "column", 0, 3),
        (8, 0, "row", 0, 1),
        (-1, 0, "row", 0, 1),
        (-HUGE, 6, "row", 0, 1),
    ],
)
def test_outside_comes_before_occupied_and_says_by_how_much(row: int, column: int, axis: str, left: int, needs: int) -> None:
    refusal = refused(round_of(), Place(0, row, column))
    assert refusal.reason is Reason.OUTSIDE
    assert refusal.facts == {"axis": axis, "left": left, "needs": needs}
    assert refusal.piece is piece(BAR)


def test_occupied_names_the_first_filled_cell() -> None:
    refusal = refused(round_of(hand=("##/##",)), Place(0, 0, 0))
    assert (refusal.reason, refusal.facts) == (Reason.OCCUPIED, {"row": 0, "column": 0})
    assert refusal.piece is piece("##/##")


@pytest.mark.parametrize("slot", [0, 2, 3])
def test_no_rotation_comes_before_an_empty_slot(slot: int) -> None:
    assert refused(round_of(), Rotate(slot)).reason is Reason.NO_ROTATION


@pytest.mark.parametrize("mode", ["stickers", "sessions", "master"])
def test_there_is_nothing_to_undo_before_the_first_placement(mode: str) -> None:
    size = {"stickers": 8, "sessions": 6, "master": 9}[mode]
    assert refused(round_of(mode, board=size), TakeBack()).reason is Reason.NO_UNDO


def test_undo_is_one_step_deep_and_comes_back_with_the_next_placement() -> None:
    round = round_of(hand=(DOT, DOT, DOT))
    for column in (1, 2):
        result = play(round, Place(column, 0, column))
        assert isinstance(result, Outcome)
        round = result.round
    back = play(round, TakeBack())
    assert isinstance(back, Outcome)
    assert refused(back.round, TakeBack()).reason is Reason.NO_UNDO
    again = play(back.round, Place(2, 5, 5))
    assert isinstance(again, Outcome)
    assert isinstance(play(again.round, TakeBack()), Outcome)


def test_classic_undoes_once_a_game_also_after_the_end_or_never() -> None:
    reasons = {}
    for undo in ("once", "off"):
        moves: list[object] = [{"place": [0, 1, 1]}, {"undo": True}, {"place": [0, 2, 2]}, {"undo": True}]
        written = {"format": "block-puzzle-record/1", "mode": "classic", "options": {"undo": undo}}
        steps = list(replay(read({**written, "deal": [[DOT]], "moves": moves})))
        reasons[undo] = [step.result.reason if isinstance(step.result, Refusal) else "ok" for step in steps[1:]]
    assert reasons["once"] == ["ok", "ok", "ok", "no-undo"]
    assert reasons["off"] == ["ok", "no-undo", "over", "no-undo"]


def test_a_rotation_made_before_the_placement_stays_and_one_made_after_it_goes_with_an_undo() -> None:
    round = round_of("classic", hand=("#./##", "#../###", DOT), board=10, level="easy", undo="once")
    for move in (Rotate(0), Place(2, 5, 5), Rotate(0), Rotate(1), TakeBack()):
        result = play(round, move)
        assert isinstance(result, Outcome)
        round = result.round
    assert [held.text if held else None for held in round.hand] == ["##/#.", "#../###", "#"]
