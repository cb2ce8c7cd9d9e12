"""The practice library under real events: every lesson played through the screen, kept, undone, begun again."""

from __future__ import annotations

import json

import pygame
import pytest

from game.coach.lessons import Attempt, lesson, library
from game.rules.round import Place, Rotate
from game.screens.lesson import LessonScreen
from tests.screens.conftest import Memory, Stage
from tests.screens.rooms import SIZES, assert_room

KEY = "block-puzzle/practice"


def done(storage: Memory) -> list[str]:
    names: list[str] = json.loads(storage[KEY])["payload"]["done"]
    return names


def enter(stage: Stage, name: str) -> None:
    """From the menu into a lesson."""
    stage.press("practice")
    stage.do(f"lesson.{name}")
    assert stage.state["lesson"] == name
    if stage.state["dialog"]:
        stage.press("lesson.start")
    assert stage.state["dialog"] is None


def solve(stage: Stage, name: str) -> None:
    """Plays our solution with clicks."""
    for move in lesson(name).solution:
        if isinstance(move, Rotate):
            if stage.state["selected"] != move.slot:
                stage.press(f"hand:{move.slot}")
            stage.press("rotate")
            continue
        assert isinstance(move, Place)
        if stage.state["selected"] != move.slot:
            stage.press(f"hand:{move.slot}")
        stage.click(stage.cell(move.row, move.column))
    stage.step(1.5)
    stage.step()


@pytest.mark.parametrize("name", [each.name for each in library()])
def test_every_lesson_is_reached_by_clicks_and_kept(storage: Memory, name: str) -> None:
    stage = Stage(storage)
    enter(stage, name)
    assert not stage.state["met"]
    solve(stage, name)
    assert stage.state["met"]
    assert stage.state["results"]
    assert "Goal reached!" in stage.host.said
    assert done(storage) == [name]
    expected = Attempt(lesson(name))
    for move in lesson(name).solution:
        expected.play(move)
    assert stage.state["score"] == expected.round.score
    again = Stage(storage)
    again.press("practice")
    assert again.state["done"] == [name]


def test_the_next_lesson_follows_and_the_last_leads_back(stage: Stage) -> None:
    stage.press("practice")
    stage.press("next")
    assert stage.state["lesson"] == library()[0].name
    stage.press("lesson.start")
    solve(stage, library()[0].name)
    stage.press("next")
    assert stage.state["lesson"] == library()[1].name
    stage.press("lesson.start")
    stage.press("menu")
    assert stage.state["screen"] == "practice"
    stage.do(f"lesson.{library()[-1].name}")
    stage.press("lesson.start")
    solve(stage, library()[-1].name)
    stage.press("next")
    assert stage.state["screen"] == "practice"
    assert stage.state["done"] == sorted([library()[0].name, library()[-1].name])


def test_moves_are_undone_step_by_step_also_after_the_goal(stage: Stage) -> None:
    enter(stage, "streak")
    boards = [stage.state["board"]]
    solve(stage, "streak")
    made = Attempt(lesson("streak"))
    for move in lesson("streak").solution:
        made.play(move)
        boards.append(made.round.board.rows(made.round.position))
    for before in reversed(boards[:-1]):
        stage.press("undo")
        assert stage.state["board"] == before
        assert not stage.state["results"]
    assert (stage.state["score"], stage.state["streak"], stage.state["moves"]) == (0, 0, 0)
    assert not next(region for region in stage.state["regions"] if region["id"] == "undo")["enabled"]
    solve(stage, "streak")
    assert stage.state["met"]
    stage.press("lesson.restart")
    assert (stage.state["board"], stage.state["met"]) == (boards[0], False)


def test_a_way_that_ends_short_of_the_goal_says_so(stage: Stage, storage: Memory) -> None:
    enter(stage, "quiet")
    stage.press("hand:0")
    stage.click(stage.cell(0, 4))
    assert not stage.state["met"]
    assert "Not yet" in stage.state["message"]
    assert KEY not in storage
    stage.step(2)
    assert not stage.state["results"]


def test_the_refused_bar_by_keys_alone(stage: Stage) -> None:
    enter(stage, "edge")
    stage.key(pygame.K_1)
    for _ in range(9):
        stage.key(pygame.K_DOWN)
    for _ in range(9):
        stage.key(pygame.K_LEFT)
    for _ in range(5):
        stage.key(pygame.K_RIGHT)
    assert stage.state["target"] == [8, 5]
    stage.key(pygame.K_RETURN)
    assert stage.state["preview"]["reason"] == "outside"
    assert stage.state["message"] == "Only 4 columns are left here, the bar of 5 needs 5."
    assert stage.state["moves"] == 0
    stage.key(pygame.K_LEFT)
    stage.key(pygame.K_RETURN)
    assert stage.state["met"]


def test_a_finger_taps_twice_and_drags_once(stage: Stage) -> None:
    enter(stage, "line")
    stage.tap(stage.middle("hand:0"))
    for _ in range(2):
        assert not stage.state["met"]
        stage.tap(stage.cell(7, 3))
    assert stage.state["met"]


def test_show_leads_to_the_goal_step_by_step(stage: Stage) -> None:
    for each in library():
        stage = Stage(Memory())
        enter(stage, each.name)
        for move in each.solution:
            stage.press("lesson.show")
            assert not stage.state["met"]
            if isinstance(move, Rotate):
                stage.press("rotate")
            else:
                stage.click(stage.cell(*stage.state["target"]))
        assert stage.state["met"], each.name


def test_show_begins_again_after_another_way(stage: Stage) -> None:
    enter(stage, "order")
    stage.press("hand:1")
    stage.click(stage.cell(6, 0))
    stage.press("lesson.show")
    assert stage.state["moves"] == 1
    stage.press("undo")
    stage.press("hand:0")
    piece = stage.round.hand[0]
    assert piece
    stage.click(stage.cell(*next(stage.round.board.cells(piece.origins(stage.round.board, stage.round.position)))))
    assert stage.state["moves"] == 1
    stage.press("lesson.show")
    assert stage.state["moves"] == 0
    assert stage.state["selected"] == 1


def test_escape_leads_from_a_lesson_to_the_list_and_to_the_menu(stage: Stage) -> None:
    enter(stage, "line")
    stage.key(pygame.K_1)
    stage.key(pygame.K_ESCAPE)
    assert stage.state["screen"] == "lesson"
    stage.key(pygame.K_ESCAPE)
    assert stage.state["screen"] == "practice"
    stage.key(pygame.K_ESCAPE)
    assert stage.state["screen"] == "menu"


def test_the_text_mirror_tells_the_goal(stage: Stage) -> None:
    enter(stage, "edge")
    mirror = stage.host.mirrored
    assert "Goal: " in mirror["status"]
    assert len(mirror["board"]["cells"]) == 9
    assert {"undo", "lesson.restart", "lesson.show", "menu", "about"} <= {action["id"] for action in mirror["actions"]}
    stage.do("about")
    assert stage.state["dialog"] == "lesson.text"


def test_a_round_in_play_is_not_touched_by_a_lesson(stage: Stage, storage: Memory) -> None:
    stage.press("stickers")
    stage.move()
    kept = {key: text for key, text in storage.items() if "round/" in key or "scores/" in key}
    stage.press("menu")
    enter(stage, "streak")
    solve(stage, "streak")
    assert {key: text for key, text in storage.items() if "round/" in key or "scores/" in key} == kept


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("name", ["turn", "breather", "edge"])
def test_everything_has_room_at_every_size(width: int, height: int, name: str) -> None:
    stage = Stage(Memory(), width, height)
    stage.do("practice")
    stage.do(f"lesson.{name}")
    screen = stage.app.screen
    assert isinstance(screen, LessonScreen)
    if stage.state["dialog"]:
        left, top, wide, high = stage.dialog.rect
        assert left >= 0
        assert top >= 0
        assert left + wide <= width
        assert top + high <= height
        stage.do("lesson.start")
    assert_room(stage)
