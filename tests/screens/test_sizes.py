"""Every screen at sizes from a small frame in a page to a wall: all of it has room, can be read and can be hit."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from game.rules.round import Status
from game.screens.play import PlayScreen
from tests.browser.pictures import played
from tests.screens.conftest import Memory, Stage
from tests.screens.rooms import WINDOWS, Window, troubles

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


def walk(window: Window, theme: str = "light") -> list[str]:
    """What is wrong with any screen in this window."""
    found = []
    for name, way in WAYS.items():
        stage = Stage(Memory(kept()), window.width, window.height, window.ratio, window.insets, window.ratio > 1)
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
