"""Playing the real bundle as a person does: real input events only, and the engine beside it to compare with."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import CDPSession, Page

from game.rules.pieces import SHAPES
from game.rules.record import Record, line, read, replay
from game.rules.round import Move, Place, Rotate, Round, Status, TakeBack
from tests.browser.chromium import aim_by_arrows, centre, region, state, wait_state

STORED = "JSON.parse(localStorage.getItem('block-puzzle/round/{slot}'))"
COMPARED = ("score", "lines", "streak", "grace", "hand", "status", "board")
LIFT = 40.0
"""How far above the finger a carried piece floats, in CSS pixels; the tests aim accordingly."""


@dataclass
class Game:
    """A page with a round on it, and the moves that were made there."""

    page: Page
    slot: str = "classic"
    moves: list[Move] = field(default_factory=list)
    _touch: CDPSession | None = None

    # -- what is there ---------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        return state(self.page)

    def stored(self) -> dict[str, Any]:
        """The round's envelope in localStorage."""
        found: dict[str, Any] = self.page.evaluate(STORED.format(slot=self.slot))
        return found

    def record(self) -> Record:
        """The round's options and seed as stored, with the moves that the test made."""
        given = read(self.stored()["payload"]["record"])
        return Record(given.mode, given.options, given.seed, moves=tuple(self.moves))

    def round(self) -> Round:
        """The round as the engine sees it after the moves that the test made."""
        *_, last = replay(self.record())
        return last.round

    def check(self) -> dict[str, Any]:
        """The page shows just what the engine says; returns the state."""
        *_, last = replay(self.record())
        expected = line(last)
        shown = wait_state(self.page, f"state.moves === {len(self.moves)}")
        assert {name: shown[name] for name in COMPARED} == {name: expected[name] for name in COMPARED}
        stored = self.stored()["payload"]
        assert read(stored["record"]).moves == tuple(self.moves)
        assert stored["score"] == expected["score"]
        return shown

    # -- where things are ------------------------------------------------------------------------

    def cell(self, row: float, column: float) -> tuple[float, float]:
        """The middle of a cell in CSS pixels."""
        grid = self.state()["grid"]
        left, top, width, _ = grid["rect"]
        side = width / grid["size"]
        return left + (column + 0.5) * side, top + (row + 0.5) * side

    def middle(self, slot: int, row: int, column: int) -> tuple[float, float]:
        """The middle of the piece's bounding box when its origin lies at the cell."""
        piece = self.state()["hand"][slot].split("/")
        return self.cell(row + (len(piece) - 1) / 2, column + (len(piece[0]) - 1) / 2)

    # -- input -----------------------------------------------------------------------------------

    def press(self, name: str) -> None:
        """Clicks something drawn on the canvas by its region's id."""
        self.page.mouse.click(*centre(self.page, name))

    def tap_region(self, name: str) -> None:
        self.page.touchscreen.tap(*centre(self.page, name))

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """A raw touch event: touchStart, touchMove, touchEnd or touchCancel, with the fingers that are down."""
        if self._touch is None:
            self._touch = self.page.context.new_cdp_session(self.page)
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def drag_mouse(self, slot: int, row: int, column: int, release: bool = True) -> None:
        """Carries a piece from the hand to an origin with the mouse."""
        start, end = centre(self.page, f"hand:{slot}"), self.middle(slot, row, column)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
        self.page.mouse.move(*end, steps=4)
        if release:
            self.page.mouse.up()

    def drag_finger(self, slot: int, row: int, column: int, end: str = "touchEnd") -> None:
        """Carries a piece from the hand to an origin with a finger, which stays below it."""
        piece = self.state()["hand"][slot].split("/")
        grid = self.state()["grid"]
        side = grid["rect"][2] / grid["size"]
        x, y = self.middle(slot, row, column)
        y += side * len(piece) / 2 + LIFT
        start = centre(self.page, f"hand:{slot}")
        self.touch("touchStart", start)
        for step in range(1, 7):
            share = step / 6
            self.touch("touchMove", (start[0] + (x - start[0]) * share, start[1] + (y - start[1]) * share))
            self.page.wait_for_timeout(16)
        wait_state(self.page, f"state.target && state.target[0] === {row} && state.target[1] === {column}")
        self.touch(end)

    def keys_to(self, slot: int, row: int, column: int) -> None:
        """Chooses a piece by its number and moves its aim with the arrows."""
        if self.state()["selected"] != slot:
            self.page.keyboard.press(str(slot + 1))
        aim_by_arrows(self.page, slot, row, column)

    # -- whole moves -----------------------------------------------------------------------------

    def choose(self) -> Place | None:
        """A legal placement, one that clears when there is one, else low and to the left.

        None at the end, and where a piece has to be turned first.
        """
        round = self.round()
        if round.status is not Status.PLAYING:
            return None
        best: tuple[int, int, int, int] | None = None
        move: Place | None = None
        for slot, piece in enumerate(round.hand):
            if piece is None:
                continue
            for row, column in round.board.cells(piece.origins(round.board, round.position)):
                filled = round.position | piece.at(round.board, row, column)
                rank = (len(round.board.full_units(filled)), row + piece.height, -column, -slot)
                if best is None or rank > best:
                    best, move = rank, Place(slot, row, column)
        return move

    def choose_badly(self) -> Place | None:
        """A legal placement that leaves the least room, so that the round ends soon; None at the end."""
        round = self.round()
        if round.status is not Status.PLAYING:
            return None
        board, probe = round.board, SHAPES["L3"][0]
        worst: tuple[int, int] | None = None
        move: Place | None = None
        for slot, piece in enumerate(round.hand):
            if piece is None:
                continue
            for row, column in board.cells(piece.origins(board, round.position)):
                filled = round.position | piece.at(board, row, column)
                left = probe.origins(board, filled).bit_count()
                rank = (len(board.full_units(filled)), left)
                if worst is None or rank < worst:
                    worst, move = rank, Place(slot, row, column)
        return move

    def make(self, move: Place, by: str) -> dict[str, Any]:
        """Makes a placement by "mouse", "click", "finger", "taps", "space" or "enter", and checks the result."""
        slot, row, column = move.slot, move.row, move.column
        if by == "mouse":
            self.drag_mouse(slot, row, column)
        elif by == "finger":
            self.drag_finger(slot, row, column)
        elif by == "click":
            if self.state()["selected"] != slot:
                self.press(f"hand:{slot}")
            self.page.mouse.click(*self.cell(row, column))
        elif by == "taps":
            self.tap_region(f"hand:{slot}")
            self.page.touchscreen.tap(*self.cell(row, column))
            wait_state(self.page, "state.preview && state.preview.faint")
            self.page.touchscreen.tap(*self.cell(row, column))
        else:
            self.keys_to(slot, row, column)
            self.page.keyboard.press({"space": " ", "enter": "Enter"}[by])
        self.moves.append(move)
        return self.check()

    def rotate(self, slot: int) -> None:
        """Turns a piece with R."""
        if self.state()["selected"] != slot:
            self.page.keyboard.press(str(slot + 1))
        self.page.keyboard.press("r")
        self.moves.append(Rotate(slot))
        self.check()

    def undo(self) -> None:
        self.press("undo")
        self.moves.append(TakeBack())
        self.check()


def start(page: Page, *choices: str) -> Game:
    """From the menu into a new classic round, with its options pressed by their ids first; one in play is given up."""
    page.mouse.click(*centre(page, "classic"))
    wait_state(page, "state.screen === 'classic'")
    for name in choices:
        page.mouse.click(*centre(page, name))
        wait_state(page, f"state.regions.some((r) => r.id === {json.dumps(name)} && r.chosen)")
    page.mouse.click(*centre(page, "play"))
    if wait_state(page, "state.screen === 'play' || state.dialog === 'ask'")["dialog"]:
        page.mouse.click(*centre(page, "ask.new"))
    wait_state(page, "state.screen === 'play' && state.dialog === null")
    return Game(page)


__all__ = ["Game", "centre", "region", "start", "wait_state"]
