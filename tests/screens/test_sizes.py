"""Every screen at sizes from a small frame in a page to a wall: all of it has room, can be read and can be hit."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from game.coach.lessons import library
from game.rules.round import Status
from game.screens.play import PlayScreen
from game.ui.layout import Rect
from game.words import say
from tests.browser.pictures import played
from tests.screens.conftest import Memory, Stage
from tests.screens.rooms import WINDOWS, Window, read_picture, troubles

Way = Callable[[Stage], None]


@cache
def kept() -> dict[str, str]:
    """The storage of a player who has been here before; made once, it takes a while."""
    return dict(played())


def to(*names: str) -> Way:
    """A way that presses these one after another."""

    def way(stage: Stage) -> None:
        for name in names:
            stage.do(name)

    return way


def aimed(*names: str) -> Way:
    """A way into a round, with a piece chosen and aimed, and a move made before."""

    def way(stage: Stage) -> None:
        to(*names)(stage)
        assert stage.state["screen"] == "play", names
        if (move := stage.choose()) is not None:
            stage.do(f"hand:{move.slot}")
            stage.do("aim.place")
        if (move := stage.choose()) is not None:
            stage.do(f"hand:{move.slot}")

    return way


def ended(*names: str) -> Way:
    """A way to the end of a round."""

    def way(stage: Stage) -> None:
        to(*names)(stage)
        screen = stage.play
        while (move := stage.choose()) is not None:
            screen.player.play(screen.kept, move)
        assert screen.kept.round.status is not Status.PLAYING
        stage.app.context.go(PlayScreen(stage.app.context, screen.player, screen.kept))
        stage.step()
        assert stage.state["results"]

    return way


def refused(*names: str) -> Way:
    """A way into a round whose next move the storage does not take."""

    def way(stage: Stage) -> None:
        to(*names)(stage)
        stage.host.storage.failing = True  # type: ignore[attr-defined]  # the stage's storage is a Memory
        stage.move()
        assert stage.state["saved"] == "here-only"

    return way


def looking_back(*names: str) -> Way:
    """A way from the end of a round to the look back at it, once it has been thought about."""

    def way(stage: Stage) -> None:
        ended("classic", "continue")(stage)
        stage.do("review")
        for _ in range(4000):
            if not stage.state["thinking"]:
                break
            stage.step()
        to(*names)(stage)

    return way


WAYS: dict[str, Way] = {
    "start": to(),
    "classic": to("classic"),
    "classic custom": to("classic", "level.custom"),
    "classic round": aimed("classic", "continue"),
    "classic with rotation": aimed("classic", "level.easy", "board.10", "undo.once", "play", "ask.new"),
    "classic result": ended("classic", "continue"),
    "stickers": aimed("stickers"),
    "stickers result": ended("stickers"),
    "book": to("statistics", "mode.stickers", "book"),
    "sessions": to("sessions"),
    "session of 10": aimed("sessions", "board.10", "daily"),
    "session of 6": aimed("sessions", "board.6", "daily"),
    "session result": ended("sessions", "board.6", "daily"),
    "master": aimed("master"),
    "master result": ended("master"),
    "round that is not saved": refused("master"),
    "look back": looking_back(),
    "look back, to its end": looking_back("next", "next", "next"),
    "best move": looking_back("tab.move"),
    "more": to("master", "more"),
    "health": to("master", "more", "more.health"),
    "new round?": to("stickers", "new"),
    "statistics": to("statistics"),
    "settings": to("settings"),
    "backup": to("settings", "backup"),
    "practice": to("practice"),
    "lesson's text": to("practice", "lesson.breather", "about"),
    "lesson": to("practice", "lesson.breather", "lesson.start"),
    "lesson with rotation": to("practice", "lesson.turn", "lesson.start"),
    "analyzer": to("analyzer", "load"),
    "analyzer's piece": to("analyzer", "load", "tab.piece", "best"),
    "analyzer's health": to("analyzer", "health"),
    "analyzer's modes": to("analyzer", "mode"),
    "analyzer's pieces": to("analyzer", "tab.piece", "piece"),
    **{f"help on {topic}": to("help", f"topic.{topic}") for topic in ("classic", "controls", "saving")},
}


FIRST: dict[str, Way] = {
    "first start": to(),
    "first round": to("first"),
    "first piece": aimed("first"),
    "first round that is not saved": refused("first"),
}
"""The ways of a player who has never been here."""


def walk(window: Window) -> list[str]:
    """What is wrong with any screen in this window."""
    found = []
    for name, way in (WAYS | FIRST).items():
        storage = Memory({} if name in FIRST else kept())
        stage = Stage(storage, window.width, window.height, window.ratio, window.insets, window.ratio > 1)
        way(stage)
        for _ in range(12):
            stage.step(0.2)
        found += [f"{name}: {trouble}" for trouble in troubles(stage)]
    return found


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_a_finger_places_a_piece_in_any_window(window: Window) -> None:
    stage = Stage(Memory(kept()), window.width, window.height, window.ratio, window.insets, coarse=True)
    to("sessions", "board.10", "daily")(stage)
    for slot in range(2):
        move = stage.choose()
        assert move is not None
        stage.tap(stage.middle(f"hand:{move.slot}"))
        stage.tap(stage.cell(move.row, move.column))
        assert stage.state["target"] == [move.row, move.column]
        stage.tap(stage.cell(move.row, move.column))
        assert stage.state["moves"] == slot + 1
    stage.tap(stage.middle("undo"))
    assert stage.state["score"] == 0 or stage.state["moves"] == 3


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_every_screen_has_room(window: Window) -> None:
    assert walk(window) == []


@pytest.mark.parametrize("window", [Window(280, 653, 2), Window(300, 300, 2), Window(568, 320, 2), Window(600, 600)], ids=str)
def test_every_lesson_says_its_goal_in_full(window: Window) -> None:
    for lesson in library():
        stage = Stage(Memory(), window.width, window.height, window.ratio)
        to("practice", f"lesson.{lesson.name}")(stage)
        if stage.state["dialog"]:
            stage.do("lesson.start")
        assert troubles(stage) == [], lesson.name


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_the_score_is_seen_once_a_piece_lies(window: Window) -> None:
    for refuses in (False, True):
        stage = Stage(Memory(), window.width, window.height, window.ratio, window.insets, coarse=True)
        refused("first")(stage) if refuses else aimed("first")(stage)
        stage.do("aim.cancel")
        for _ in range(12):
            stage.step(0.2)
        score, texts = str(stage.state["score"]), [written.text for written in read_picture(stage)]
        assert score in texts or f"Score {score}" in texts, texts


def figures(stage: Stage) -> tuple[list[float], list[float]]:
    """The sizes of the names, and of the values, of the figures of a result."""
    shown = stage.play.face.figures(stage.play)
    sizes = {(written.text, written.box.x): written.size for written in read_picture(stage)}
    names, values = {say(f"over.{key}") for key, _ in shown}, {value for _, value in shown}
    return [s for (text, _), s in sizes.items() if text in names], [s for (text, _), s in sizes.items() if text in values]


@pytest.mark.parametrize("seconds", [11, 3599, 36610])
def test_the_figures_of_a_result_have_one_size(seconds: int) -> None:
    for window in WINDOWS:
        stage = Stage(Memory(kept()), window.width, window.height, window.ratio, window.insets)
        ended("classic", "continue")(stage)
        stage.play.kept.seconds = seconds
        stage.play.rebuild()
        stage.step()
        names, values = figures(stage)
        assert len(set(names)) == len(set(values)) == 1, (window, names, values)
        assert troubles(stage) == []


def column(stage: Stage, *names: str) -> tuple[float, float]:
    """The left end of the first of these, and the right end of the last."""
    boxes = {region["id"]: Rect(*region["rect"]) for region in stage.state["regions"]}
    return boxes[names[0]].x, boxes[names[-1]].right


@pytest.mark.parametrize("window", [Window(820, 1180, 2), Window(1440, 900), Window(3840, 2160)], ids=str)
def test_the_pages_of_classic_and_sessions_fill_the_room_that_the_start_fills(window: Window) -> None:
    def wide(way: Way, *names: str) -> float:
        stage = Stage(Memory(kept()), window.width, window.height, window.ratio)
        way(stage)
        left, right = column(stage, *names)
        return right - left

    start = wide(to(), "classic", "stickers")
    assert wide(to("classic"), "continue", "play") >= 0.9 * start
    assert wide(to("sessions"), "daily", "sequence.5") >= 0.9 * start


def test_the_edges_of_the_start_line_up() -> None:
    stage = Stage(Memory(kept()), 1440, 900)
    assert column(stage, "practice") == column(stage, "sessions")
    assert column(stage, "analyzer") == column(stage, "master")


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_a_piece_is_carried_to_its_place_in_any_window(window: Window) -> None:
    stage = Stage(Memory(kept()), window.width, window.height, window.ratio, window.insets)
    to("master", "new", "ask.new")(stage)
    move = stage.choose()
    assert move is not None
    stage.drag(move.slot, move.row, move.column)
    assert stage.state["moves"] == 1
    assert stage.round.tally.pieces == 1
