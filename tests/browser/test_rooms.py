"""Every room of the game in every engine, by clicks; the boards and answers there are those of the rules and the coach."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.coach.analysis import best_placement, rules_of
from game.coach.lessons import lesson
from game.coach.solver import solve
from game.profile.store import PREFIX
from game.rules.modes import Streak
from game.rules.pieces import piece
from game.rules.record import read
from game.rules.round import Place
from tests.browser import engines
from tests.browser.beside import Beside
from tests.browser.chromium import READING
from tests.browser.conftest import Serve
from tests.browser.engines import Engine, until
from tests.browser.tab import MASTER, STICKERS, Kind, classic, session

ROUNDS: dict[str, Kind] = {
    "classic": classic("level.normal", "board.9"),
    "stickers": STICKERS,
    "sessions-10-practice": session(10, "practice"),
    "master": MASTER,
}
"""A way to play each mode, by the slot of its rounds."""
BESIDE = ("settings", "statistics", "help")
"""The screens that are read and not played."""


class Visitor:
    """Someone with a mouse, in any engine."""

    def __init__(self, engine: Engine, url: str) -> None:
        self.engine = engine
        engine.open(url)
        engines.wait_ready(engine)

    def look(self, predicate: str = "true") -> dict[str, Any]:
        """The state, once the predicate about it holds."""
        found: dict[str, Any] = until(
            self.engine, f"(() => {{ const state = blockPuzzle.state(); return state && ({predicate}) ? state : null; }})()"
        )
        return found

    def press(self, *names: str) -> None:
        """The middles of these regions, one after the other as they come."""
        for name in names:
            key = json.dumps(name)
            if self.look()["dialog"]:
                time.sleep(READING / 1000)
            x, y, width, height = next(
                region["rect"]
                for region in self.look(f"state.regions.some((r) => r.id === {key} && r.enabled)")["regions"]
                if region["id"] == name
            )
            self.engine.click(x + width / 2, y + height / 2)
            if "." in name:
                # The next one may have a namesake on this screen.
                self.look(f"!state.regions.some((r) => r.id === {key} && !r.chosen)")

    def cell(self, row: int, column: int) -> None:
        """The middle of a cell of the board."""
        grid = self.look()["grid"]
        left, top, width, _ = grid["rect"]
        side = width / grid["size"]
        self.engine.click(left + (column + 0.5) * side, top + (row + 0.5) * side)

    def stored(self, slot: str) -> Beside:
        """The round as it is stored."""
        text = until(self.engine, f"localStorage.getItem({json.dumps(PREFIX + 'round/' + slot)})")
        return Beside.of(read(json.loads(text)["payload"]["record"]))

    def place(self, move: Place) -> None:
        """A piece of the hand, and the cell of its origin."""
        self.press(f"hand:{move.slot}")
        self.look(f"state.selected === {move.slot}")
        self.cell(move.row, move.column)


@pytest.fixture
def visitor(engine: Engine, bundle: Path, serve: Serve) -> Visitor:
    return Visitor(engine, serve(bundle, mount="/deep/in/a/host").url)


def test_every_mode_is_played(visitor: Visitor) -> None:
    for slot, kind in ROUNDS.items():
        visitor.press(*kind.path, kind.start)
        visitor.look("state.screen === 'play'")
        beside = visitor.stored(slot)
        for number in range(4):
            move = beside.choose(Random(number), care=1.0, undo=0, turn=0)
            assert isinstance(move, Place)
            visitor.place(move)
            beside.make(move)
            beside.check(visitor.look(f"state.moves === {len(beside.moves)}"))
            assert visitor.stored(slot).record == beside.record
        visitor.press("menu")
        visitor.look("state.screen === 'menu'")


def test_a_hint_is_the_best_line(visitor: Visitor) -> None:
    kind = classic("level.normal", "board.8")
    visitor.press(*kind.path, kind.start)
    visitor.look("state.screen === 'play'")
    first = solve(visitor.stored("classic").round).best.moves[0]
    assert isinstance(first, Place)
    visitor.press("hint")
    shown = visitor.look("state.message.startsWith('Step 1 of')")
    assert shown["moves"] == 0
    assert (shown["selected"], shown["target"]) == (first.slot, [first.row, first.column])


def test_a_lesson_and_the_analyzer(visitor: Visitor) -> None:
    visitor.press("practice", "lesson.opening")
    if visitor.look("state.lesson === 'opening'")["dialog"]:
        visitor.press("lesson.start")
    for number, move in enumerate(lesson("opening").solution, 1):
        assert isinstance(move, Place)
        visitor.place(move)
        visitor.look(f"state.moves === {number}")
    visitor.look("state.met")
    visitor.engine.reload()
    engines.wait_ready(visitor.engine)
    visitor.press("analyzer")
    visitor.look("state.screen === 'analyzer'")
    for column in range(3):
        visitor.cell(4, column)
        visitor.look(f"state.board[4].startsWith('#'.repeat({column + 1}))")
    visitor.press("tab.piece")
    shown = visitor.look("state.piece")
    visitor.press("best")
    rules, chosen = rules_of(shown["mode"], shown["grid"]["size"]), piece(shown["piece"])
    best = best_placement(rules, rules.board.parse(shown["board"]), chosen, Streak())
    assert best is not None
    assert visitor.look("state.target")["target"] == list(best)


def test_the_other_screens_open_and_lead_back(visitor: Visitor) -> None:
    for name in BESIDE:
        visitor.press(name)
        assert visitor.look("state.screen !== 'menu'")["regions"]
        visitor.press("back")
        visitor.look("state.screen === 'menu'")
    visitor.press("settings", "theme.dark")
    visitor.look("state.screen === 'settings'")
    visitor.engine.reload()
    engines.wait_ready(visitor.engine)
    assert json.loads(visitor.engine.evaluate(f"localStorage['{PREFIX}settings']"))["payload"]["theme"] == "dark"
