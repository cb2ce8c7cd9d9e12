"""Hints, the look back, and the way from a round to the analyzer: all true, and none of it changes the round."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.coach.analysis import best_move, last_hand
from game.coach.solver import solve
from game.rules.record import read
from game.rules.round import Move, Outcome, Place, Rotate, Round, Status, play
from game.screens.hinting import Hinter
from game.screens.play_layout import slot_cell
from game.screens.review import ReviewScreen, slots_of
from tests.screens.conftest import Memory, Stage
from tests.screens.rooms import SIZES, WINDOWS, Window, assert_room
from tests.screens.test_play import classic, stored


def wait(stage: Stage) -> None:
    """Until the thinking is done."""
    for _ in range(4000):
        if not stage.play.guide.thinking:
            return
        stage.step()
    raise AssertionError("it thinks for ever")


def ask(stage: Stage) -> str:
    stage.press("hint")
    wait(stage)
    stage.step()
    return str(stage.state["message"])


# -- hints -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["stickers", "master", "classic"])
def test_a_hint_leads_through_the_best_line_step_by_step(stage: Stage, mode: str) -> None:
    classic(stage) if mode == "classic" else stage.press(mode)
    start = stage.round
    answer = solve(start)
    score = start.score
    for number, move in enumerate(answer.best.moves, 1):
        before = stage.state["board"]
        message = ask(stage)
        assert message.startswith(f"Step {number} of 3: ")
        assert "All fit" in message
        assert isinstance(move, Place)
        assert (stage.state["selected"], stage.state["target"]) == (move.slot, [move.row, move.column])
        assert stage.state["preview"]["legal"]
        assert stage.state["board"] == before
        assert stage.state["moves"] == number - 1
        stage.click(stage.cell(move.row, move.column))
        assert stage.state["moves"] == number
    assert stage.state["score"] - score == answer.best.points


def test_a_hint_with_rotation_turns_first(stage: Stage) -> None:
    classic(stage, "level.easy", "board.8")
    for _ in range(12):
        message = ask(stage)
        if "turn the" in message:
            assert stage.state["preview"] is None
            stage.press("rotate")
        else:
            assert stage.state["preview"]["legal"]
            stage.click(stage.cell(*stage.state["target"]))
    assert stage.round.tally.pieces >= 6


def test_another_way_is_followed_by_another_hint(stage: Stage) -> None:
    stage.press("stickers")
    ask(stage)
    stage.key(pygame.K_ESCAPE)
    stage.move()
    before = stage.round
    ask(stage)
    expected = solve(before).best.moves[0]
    assert isinstance(expected, Place)
    assert (stage.state["selected"], stage.state["target"]) == (expected.slot, [expected.row, expected.column])


def test_the_daily_of_classic_has_no_hint(stage: Stage) -> None:
    stage.press("classic")
    stage.press("daily")
    assert not stage.has("hint")
    stage.key(pygame.K_h)
    stage.step()
    assert not stage.play.guide.thinking
    assert stage.state["preview"] is None


def test_the_hint_of_a_session_claims_nothing(stage: Stage) -> None:
    stage.press("sessions")
    stage.press("daily")
    stage.press("hint")
    assert "fits at row" in stage.state["message"]
    assert not stage.play.guide.thinking


def test_thinking_stops_when_the_slice_is_over(stage: Stage) -> None:
    classic(stage, "level.easy")
    ticks = itertools.count()
    hinter = Hinter(stage.round, clock=lambda: float(next(ticks)))
    # By this clock every look takes a second.
    assert hinter.step(3.0) is None
    assert next(ticks) <= 6
    while hinter.step(50.0) is None:
        pass
    assert hinter.answer is not None
    assert hinter.answer.best == solve(stage.round).best


def test_a_move_during_the_thinking_ends_it(stage: Stage) -> None:
    classic(stage, "level.easy")
    move = stage.choose()
    assert move
    stage.press(f"hand:{move.slot}")
    stage.press("hint")
    if stage.play.guide.thinking:
        stage.click(stage.cell(move.row, move.column))
        assert stage.state["moves"] == 1
        stage.step()
        assert not stage.play.guide.thinking


# -- looking back ----------------------------------------------------------------------------------


def possible(round: Round, left: int) -> bool:
    """Whether so many pieces of the hand can still be placed, tried out one by one through the one door."""
    if not left:
        return True
    for slot, piece in enumerate(round.hand):
        turns = round.turns(piece)
        for turn, oriented in enumerate(turns):
            for row, column in round.board.cells(oriented.origins(round.board, round.position)):
                after = round
                moves: list[Move] = [*[Rotate(slot)] * turn, Place(slot, row, column)]
                for move in moves:
                    outcome = play(after, move)
                    assert isinstance(outcome, Outcome)
                    after = outcome.round
                if left == 1 or possible(after, left - 1):
                    return True
    return False


@pytest.mark.parametrize("number", range(3))
def test_the_last_hand_is_judged_exactly_and_played_back(number: int) -> None:
    storage = Memory()
    stage = Stage(storage)
    classic(stage, "level.hard", "board.8")
    # Different rounds, since every round has a seed of its own.
    stage.to_the_end()
    stage.press("review")
    for _ in range(3000):
        if not stage.state["thinking"]:
            break
        stage.step()
    record = read(stored(storage)["record"])
    dealt = last_hand(record)
    assert dealt is not None
    assert stage.state["board"] == dealt.board.rows(dealt.position)
    answer = solve(dealt)
    assert stage.state["all_fit"] == answer.all_fit == possible(dealt, 3)
    assert ("could have been" in stage.state["verdict"]) == answer.all_fit
    round = dealt
    for move in answer.best.moves:
        outcome = play(round, move)
        assert isinstance(outcome, Outcome)
        assert stage.state["cells"] == [list(cell) for cell in round.board.cells(outcome.placed)]
        stage.press("next")
        round = outcome.round
        assert stage.state["board"] == round.board.rows(round.position)
    assert stage.state["step"] == stage.state["steps"] == answer.best.placed
    stage.key(pygame.K_LEFT)
    assert stage.state["step"] == max(0, answer.best.placed - 1)
    stage.press("tab.move")
    best = best_move(record)
    assert best is not None
    assert f"Move {best.number} was the best: {best.outcome.points} points." in stage.state["verdict"]
    assert stage.state["board"] == best.before.board.rows(best.before.position)
    stage.press("next")
    assert stage.state["board"] == best.outcome.round.board.rows(best.outcome.round.position)
    stage.press("back")
    assert stage.state["screen"] == "play"
    assert stage.state["status"] == "over"
    assert read(stored(storage)["record"]) == record


def test_a_complete_session_has_its_best_move_only(stage: Stage) -> None:
    stage.press("sessions")
    stage.press("daily")
    stage.to_the_end()
    stage.press("more")
    stage.press("more.review")
    if stage.state["tab"] == "move":
        assert not stage.has("tab.hand")
    assert stage.state["screen"] == "review"


# -- from a round to the analyzer ------------------------------------------------------------------


def test_a_position_is_carried_to_the_analyzer_and_the_round_stays(storage: Memory) -> None:
    stage = Stage(storage)
    stage.press("master")
    for _ in range(4):
        stage.move()
    shown = {name: stage.state[name] for name in ("board", "hand", "score", "streak", "moves", "can_undo")}
    kept = dict(storage)
    stage.press("more")
    stage.press("more.analyze")
    assert stage.state["screen"] == "analyzer"
    assert (stage.state["mode"], stage.state["board"], stage.state["streak"]) == ("master", shown["board"], shown["streak"])
    assert stage.state["piece"] == next(text for text in shown["hand"] if text)
    stage.press("tab.edit")
    stage.click(stage.cell(0, 0))
    stage.press("fill")
    stage.press("back")
    assert stage.state["screen"] == "play"
    assert {name: stage.state[name] for name in shown} == shown
    assert dict(storage) == kept
    assert stage.round.status is Status.PLAYING


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_look_back_has_room_at_every_size(width: int, height: int) -> None:
    stage = Stage(Memory(), width, height)
    stage.do("classic")
    for name in ("level.hard", "board.8", "play"):
        stage.do(name)
    stage.to_the_end()
    assert_room(stage)
    stage.press("more")
    left, top, wide, high = stage.dialog.rect
    assert left >= 0
    assert top >= 0
    assert left + wide <= width
    assert top + high <= height
    stage.press("more.review")
    assert_room(stage)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_the_pieces_of_the_last_hand_are_seen_in_any_window(window: Window) -> None:
    stage = Stage(Memory(), window.width, window.height, window.ratio, window.insets)
    for name in ("classic", "level.hard", "board.8", "play"):
        stage.do(name)
    stage.to_the_end()
    stage.do("review")
    stage.step()
    screen = stage.app.screen
    assert isinstance(screen, ReviewScreen)
    _, rect, words = screen._parts()
    assert rect.h >= 40 or rect.w >= 40
    assert not rect.overlaps(words)
    assert not rect.overlaps(screen.plan.board)
    room = min(screen.view.safe.w, screen.view.safe.h)
    for slot in slots_of(rect, 3):
        assert slot_cell(slot, 4) >= (25 if room >= 800 and not screen.plan.wide else 15 if room >= 600 else 7)
