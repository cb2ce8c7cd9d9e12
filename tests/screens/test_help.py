"""The help: its examples played through the engine, its numbers compared with the rules, its pages looked at."""

from __future__ import annotations

import json
import re
from typing import get_args

import pygame
import pytest

from game import assets
from game.coach.lessons import library
from game.profile.settings import CHOICES
from game.profile.stickers import STICKERS
from game.rules.board import board
from game.rules.modes import BEST_FACTOR, LEVELS, MODES, Streak, classic_score, master_score, sessions_score
from game.rules.record import Step, read, replay
from game.rules.round import Outcome, Refusal
from game.rules.sequences import LENGTHS, SEQUENCES
from game.screens import help
from game.screens.examples import examples
from game.screens.faces import FACES
from game.screens.help import TOPICS, HelpScreen, texts
from game.ui.input import Action
from game.ui.layout import Rect
from game.ui.theme import LIGHT
from game.words import say
from tests.screens.conftest import Memory, Stage

RECORDS = json.loads(assets.read("help/examples.json"))
SIZES = [(320, 568), (360, 740), (820, 1180), (1440, 900), (740, 360)]
# What the rules work out by hand: the points of the move, and of its terms.
WORKED = {
    "classic-two": (42, [2, 40]),
    "classic-breather": (4, [4]),
    "classic-450": (453, [3, 450]),
    "classic-box": (11, [1, 10]),
    "stickers-44": (44, [4, 40]),
    "stickers-plus": (5, [5]),
    "sessions-9": (9, [3, 6]),
    "sessions-13": (13, [1, 12]),
    "master-49": (49, [1, 36, 12]),
    "master-streak": (25, [2, 18, 5]),
}
REFUSED = {
    "stickers-taken": "Row 4, column 5 is filled already.",
    "master-edge": "Only 4 columns are left here, the bar of 5 needs 5.",
}


def played(id: str) -> list[Step]:
    return list(replay(read(RECORDS[id])))


def numbers(text: str) -> set[int]:
    return {int(found) for found in re.findall(r"\d+", text)}


def blocks(topic: str) -> str:
    """All words of a topic, its examples left out."""
    found = [content for kind, content in texts()["topics"][topic] if kind != "example"]
    return " ".join(text if isinstance(text, str) else " ".join(map(str, text)) for text in found)


# -- the examples ------------------------------------------------------------------------------------


def test_every_example_is_worked_out_shown_once_and_has_words() -> None:
    shown = [content for topic in TOPICS for kind, content in texts()["topics"][topic] if kind == "example"]
    assert sorted(shown) == sorted(RECORDS) == sorted({**WORKED, **REFUSED}) == sorted(texts()["examples"])


@pytest.mark.parametrize("id", WORKED)
def test_the_engine_gives_the_points_that_the_example_names(id: str) -> None:
    *before, last = played(id)
    assert all(not isinstance(step.result, Refusal) for step in before)
    assert isinstance(last.result, Outcome)
    assert (last.result.points, [term.points for term in last.result.terms]) == WORKED[id]
    facts = " ".join(examples()[id].facts())
    assert re.search(rf"\b{last.result.points} points?", facts), facts


@pytest.mark.parametrize("id", WORKED)
def test_every_number_in_the_words_comes_from_the_move(id: str) -> None:
    *_, before, last = played(id)
    result = last.result
    assert isinstance(result, Outcome)
    size, streaks = last.round.board.size, {before.round.streak.count, last.round.streak.count}
    known = {result.points, size, *streaks, *(value for term in result.terms for value in (term.base, term.factor, term.points))}
    known |= {RECORDS[id]["moves"][-1]["place"][1] + 1, RECORDS[id]["moves"][-1]["place"][2] + 1}
    known |= {term.points for term in before.round.rules.score(last.round.board, 1, 1, Streak(), Streak(1))}
    title, text = texts()["examples"][id]
    assert numbers(title) <= known
    assert numbers(text) <= known, numbers(text) - known


@pytest.mark.parametrize(("id", "sentence"), REFUSED.items())
def test_a_refused_try_says_why_and_changes_nothing(id: str, sentence: str) -> None:
    *_, before, last = played(id)
    assert isinstance(last.result, Refusal)
    assert last.round == before.round
    assert examples()[id].facts()[1] == sentence


def test_the_streaks_are_what_the_words_say() -> None:
    assert [step.round.streak.count for step in played("classic-450")][-2:] == [4, 5]
    assert played("classic-breather")[-1].round.streak == Streak(1, grace=True)
    assert played("master-49")[-2].round.streak.count == 0
    plus = played("stickers-plus")[-2].round
    row, column = RECORDS["stickers-plus"]["moves"][-1]["place"][1:]
    assert plus.position & plus.board.bit(row, column), "the corner of the plus lies on a filled cell"


# -- the rules in words --------------------------------------------------------------------------------


def clears(mode: str, units: int) -> int:
    """What clearing so many units pays beside the cells, without a streak."""
    rules = MODES[mode].rules(MODES[mode].options({}))
    return sum(term.points for term in rules.score(rules.board, 1, units, Streak(), Streak(1))) - 1


def test_the_numbers_of_classic_and_stickers() -> None:
    for mode, most in (("classic", 4), ("stickers", 3)):
        steps = [clears(mode, units) for units in range(1, most + 1)]
        words = blocks(mode)
        assert [int(found) for found in re.findall(r"10 points for one line, (\d+)", words)] == steps[1:2]
        assert set(steps) <= numbers(words)
    assert BEST_FACTOR == 5
    assert "five times at the most" in blocks("classic")
    assert [term.points for term in classic_score(board(10), 1, 2, Streak(), Streak(1))] == [1, 4 * clears("classic", 1)]
    assert set(LEVELS) == {line.split(":")[0].lower() for line in re.findall(r"(?:Easy|Normal|Hard|Custom):", blocks("classic"))}


def test_the_numbers_of_the_sticker_book() -> None:
    listed = ", ".join(str(lines) for _, lines in STICKERS[:-1]) + f" and {STICKERS[-1][1]} lines"
    assert listed in blocks("stickers")


def test_the_numbers_of_sessions() -> None:
    words = blocks("sessions")
    assert f"{LENGTHS[6]} pieces on 6×6, or {LENGTHS[10]} pieces on 10×10" in words
    assert f"{SEQUENCES} fixed sequences" in words
    assert [sessions_score(board(size), 1, 1, Streak(), Streak())[1].points for size in (6, 10)] == [6, 10]


def test_the_numbers_of_master() -> None:
    together = [master_score(board(9, boxed=True), 1, units, Streak(), Streak(1))[2].points for units in (2, 3, 4)]
    assert f"{together[0]} more for two, {together[1]} for three, {together[2]} for four" in blocks("master")
    assert f"{clears('master', 1)} points for every row, column or box" in blocks("master")
    terms = master_score(board(9, boxed=True), 1, 1, Streak(1), Streak(2))
    assert f"{terms[-1].points} times the streak" in blocks("master")


# -- what the game does, in words ------------------------------------------------------------------------

KEYS = {
    "1 2 3": ("slot1", "slot2", "slot3"),
    "Arrows": ("up", "down", "left", "right"),
    "Home End": ("home", "end"),
    "Enter Space": ("confirm",),
    "R": ("rotate",),
    "U": ("undo",),
    "H": ("hint",),
    "Esc": ("cancel",),
    "Tab": ("next", "previous"),
    "PgUp PgDn": ("page-up", "page-down"),
}


def test_every_key_that_does_something_is_listed() -> None:
    (listed,) = (content for kind, content in texts()["topics"]["controls"] if kind == "keys")
    assert [keys for keys, _ in listed] == list(KEYS)
    assert sorted(action for actions in KEYS.values() for action in actions) == sorted(get_args(Action))


def test_the_words_on_touch_are_those_of_the_setting_as_it_is_at_first() -> None:
    assert CHOICES["confirm_touch"][0] is True
    assert "tap a piece, then a cell twice" in blocks("controls")
    assert f"Switch off {say('settings.confirm_touch')} in {say('menu.settings')}, and one tap places" in blocks("controls")
    assert "then a cell twice" in say("guide.touch")


def test_hints_are_told_of_where_there_are_some() -> None:
    searched = {name for name, face in FACES.items() if "hint" in face.actions and face.searches}
    simple = {name for name, face in FACES.items() if "hint" in face.actions and not face.searches}
    assert searched == {"classic", "stickers", "master"}
    assert simple == {"sessions"}
    words = blocks("coach")
    assert "In Classic, Stickers and Master, Hint looks for the best way" in words
    assert "In Sessions a hint is one place where a piece fits" in words
    for key in ("exact", "searched", "one"):
        assert f"“{say(f'hint.certain.{key}')}”" in words
    assert f"“{say('hint.certain.not_all', placed=2, of=3)}”" in words


def test_the_coach_is_described_by_what_it_has() -> None:
    words = blocks("coach")
    assert f"{len(library())} short lessons" in words
    for key in ("menu.practice", "analyzer.title", "over.review", "lesson.show", "play.hint"):
        assert re.search(rf"\b{say(key)}\b", words), key


# -- the pages -----------------------------------------------------------------------------------------


def opened(width: int = 360, height: int = 740) -> Stage:
    stage = Stage(Memory(), width, height)
    stage.press("help")
    assert stage.state["screen"] == "help"
    return stage


def scroll(stage: Stage, way: float) -> None:
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-way / 48, touch=False))
    stage.step()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_can_be_read_to_its_end(topic: str, size: tuple[int, int]) -> None:
    stage = opened(*size)
    stage.press(f"topic.{topic}")
    for region in stage.state["regions"]:
        x, _, w, h = region["rect"]
        assert min(w, h) >= 44, region
        assert x >= 0, region
        assert x + w <= size[0], region
    controls = stage.app.screen.controls
    before = -1.0
    while controls.offset != before:
        before = controls.offset
        scroll(stage, size[1] / 2)
    column = [widget for widget in controls._column if widget.label]
    last = controls.place(column[-1])
    assert last.bottom <= size[1], "the last words have been reached"
    assert all(widget.rect.x >= 0 and widget.rect.right <= size[0] for widget in column)
    said = " ".join(stage.host.mirrored["texts"])
    for kind, content in texts()["topics"][topic]:
        if kind == "example":
            assert all(fact in said for fact in examples()[content].facts())
            assert texts()["examples"][content][1] in said
        elif kind in ("text", "heading"):
            assert content in said


def test_another_topic_begins_at_its_top() -> None:
    stage = opened()
    scroll(stage, 600)
    assert stage.app.screen.controls.offset > 0
    stage.host.queue = [{"kind": "do", "action": "topic.saving"}]
    stage.step()
    assert stage.app.screen.controls.offset == 0
    assert "seven days" in " ".join(stage.host.mirrored["texts"])


def test_an_example_draws_the_board_before_and_after() -> None:
    stage = opened(820, 1180)
    scroll(stage, 90)
    screen = stage.app.screen
    assert isinstance(screen, HelpScreen)
    assert screen.controls.offset == 90
    surface = pygame.display.get_surface()
    assert surface is not None

    def colour(state: str, row: int, column: int) -> tuple[int, ...]:
        rect = next(screen.controls.place(widget) for widget in screen.controls._column if widget.id == f"classic-two.{state}")
        cells = help._cells(Rect(*rect), 10)
        side = cells.w / 10
        x, y = cells.x + (column + 0.5) * side, cells.y + (row + 0.5) * side
        return tuple(surface.get_at((round(x), round(y))))[:3]

    given = LIGHT.family(4)
    assert colour("before", 6, 2) == given
    assert colour("before", 8, 0) == given
    assert colour("before", 8, 6) != LIGHT.cell, "the preview"
    assert colour("before", 0, 0) == LIGHT.cell
    assert colour("after", 6, 2) == given
    assert colour("after", 8, 0) == colour("after", 9, 6) == LIGHT.cell, "the rows have cleared"


def test_it_opens_at_the_mode_that_is_played_and_escape_leads_back() -> None:
    stage = Stage(Memory())
    stage.press("master")
    assert stage.state["screen"] == "play"
    stage.press("menu")
    stage.press("help")
    assert any(region["id"] == "topic.master" and region["chosen"] for region in stage.state["regions"])
    stage.key(pygame.K_ESCAPE)
    assert stage.state["screen"] == "menu"
