"""What a pointer holds while something else comes up or the window changes."""

from __future__ import annotations

from random import Random
from typing import cast

import pygame
import pytest

from game.profile.player import Player
from game.profile.store import Storage
from game.rules.modes import MASTER
from tests.profile.players import play_on
from tests.screens.conftest import Memory, Stage


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740), (740, 360)])
def test_a_double_tap_on_a_sequence_gives_no_session_up(width: float, height: float) -> None:
    stage = Stage(Memory(), width, height)
    stage.press("sessions")
    stage.press("practice")
    stage.move()
    stage.press("menu")
    stage.press("sessions")
    tiles = [region["id"] for region in stage.state["regions"] if region["id"].startswith("sequence.") and region["visible"]]
    assert len(tiles) > 12
    for name in tiles[1:]:
        at = stage.middle(name)
        stage.step(1)
        stage.click(at)
        if stage.state["dialog"] is None:
            continue
        stage.step(0.1)
        stage.click(at)
        assert stage.state["dialog"] == "ask", f"{name} was answered by the same tap"
        stage.key(pygame.K_ESCAPE)
    assert stage.state["screen"] == "sessions"


def test_a_press_after_a_while_is_an_answer(stage: Stage) -> None:
    stage.press("stickers")
    stage.move()
    stage.press("new")
    at = stage.middle("ask.new")
    stage.press("ask.keep")
    stage.press("new")
    stage.step(1)
    stage.click(at)
    assert stage.state["moves"] == 0


@pytest.mark.parametrize("where", ["hand", "board"])
def test_a_press_that_a_question_ends_holds_nothing_afterwards(stage: Stage, where: str) -> None:
    stage.press("stickers")
    stage.move()
    slot = next(slot for slot, piece in enumerate(stage.round.hand) if piece)
    at = stage.middle(f"hand:{slot}") if where == "hand" else stage.cell(4, 4)
    stage.mouse(pygame.MOUSEBUTTONDOWN, at)
    stage.do("new")
    stage.mouse(pygame.MOUSEBUTTONUP, at)
    stage.press("ask.keep")
    stage.mouse(pygame.MOUSEMOTION, stage.cell(2, 2))
    assert (stage.play.drag, stage.play.gestures.active) == (None, False)
    stage.press("more")
    assert stage.state["dialog"] == "more"


def test_a_piece_of_the_last_hand_is_not_held_when_the_result_has_come(stage: Stage) -> None:
    for name in ("classic", "level.hard", "board.8", "undo.once", "play"):
        stage.press(name)
    while (move := stage.choose()) is not None:
        stage.make(move)
    slot = next(slot for slot, piece in enumerate(stage.round.hand) if piece)
    at = stage.middle(f"hand:{slot}")
    stage.play.gestures.release()
    stage.mouse(pygame.MOUSEBUTTONDOWN, at)
    stage.step(2)
    stage.step()
    assert stage.state["results"]
    stage.mouse(pygame.MOUSEBUTTONUP, at)
    stage.press("undo")
    assert not stage.state["results"]
    stage.press("more")
    assert stage.state["dialog"] == "more"


def test_a_piece_that_is_carried_goes_back_where_the_window_changes(stage: Stage) -> None:
    stage.press("stickers")
    slot = next(slot for slot, piece in enumerate(stage.round.hand) if piece)
    stage.drag(slot, 2, 2, release=False)
    assert stage.state["target"] == [2, 2]
    at = stage.cell(2, 2)
    stage.host.present = stage.host.present._replace(width=900, height=480)
    stage.host.queue = [{"kind": "screen"}]
    stage.step()
    assert (stage.state["target"], stage.state["selected"]) == (None, None)
    stage.mouse(pygame.MOUSEBUTTONUP, at)
    assert stage.state["moves"] == 0


def test_a_button_that_has_become_another_is_not_pressed(stage: Stage, storage: Memory) -> None:
    stage.press("stickers")
    stage.move()
    stage.press("menu")
    at = stage.middle("resume")
    stage.mouse(pygame.MOUSEBUTTONDOWN, at)
    other = Player(cast(Storage, storage), lambda: "2026-03-28", clock=lambda: 4e9)
    play_on(other, other.begin(MASTER, {}), 2, Random(1), 0)
    stage.host.queue = [{"kind": "storage", "key": "block-puzzle/round/master"}]
    stage.step()
    assert "Master" in next(region["label"] for region in stage.state["regions"] if region["id"] == "resume")
    stage.mouse(pygame.MOUSEBUTTONUP, at)
    assert stage.state["screen"] == "menu"
