"""The game in a page, by real input and in as few questions to the page as it takes; and the ways into each mode."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Frame, Page

from game.profile.player import slot_of
from game.profile.store import PREFIX
from game.rules.modes import MODES, OptionValue
from game.rules.round import Move, Place, Rotate
from tests.browser.beside import Beside, assert_kept, kept_round
from tests.browser.chromium import PATIENCE, READING, aim_by_arrows

View = Page | Frame
BUTTON = "state.regions.some((region) => region.id === {name} && region.enabled && region.visible)"
CHOSEN = "state.regions.some((region) => region.id === {name} && region.chosen)"
# Asked inside the page, so that waiting is one question, and what is shown and what is stored are seen at one moment.
LOOK = """async ([key, record, patience]) => {{
  const end = performance.now() + patience;
  const stored = () => {{ try {{ return localStorage.getItem(key); }} catch {{ return null; }} }};
  const isStored = () => JSON.stringify(JSON.parse(stored() ?? 'null')?.payload.record) === record;
  for (;;) {{
    const state = window.blockPuzzle?.state();
    const found = state && ({predicate});
    if (found || performance.now() > end) return [Boolean(found), state, stored()];
    await new Promise((done) => setTimeout(done, 4));
  }}
}}"""


class Kind(NamedTuple):
    """A way to play: what is pressed from the menu on, and what opens or begins the round then."""

    path: tuple[str, ...]
    start: str


def classic(*choices: str) -> Kind:
    """A new round of classic."""
    return Kind(("classic", *choices), "play")


def session(board: int, start: str) -> Kind:
    """Today's session ("daily"), practice as it goes on ("practice"), or a sequence ("sequence.7")."""
    return Kind(("sessions", f"board.{board}"), start)


DAILY = Kind(("classic",), "daily")
STICKERS = Kind((), "stickers")
MASTER = Kind((), "master")


def way_back(beside: Beside) -> Kind:
    """How a round that is kept is opened again from the menu."""
    options, mode = beside.start.options, beside.start.mode.name
    if mode == "classic":
        return DAILY if options.daily else Kind(("classic",), "continue")
    if mode == "sessions":
        return session(options.board or 0, "daily" if options.daily else "practice")
    return STICKERS if mode == "stickers" else MASTER


def predicate_of_button(name: str) -> str:
    """A JavaScript expression: the button is there and can be pressed."""
    return BUTTON.format(name=json.dumps(name))


class Tab:
    """The game in a page or a frame at its left top corner, by real input."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.page = view if isinstance(view, Page) else view.page
        self.shown: dict[str, Any] = {}
        """The state as last seen."""
        self.stored: str | None = None
        """What was stored then under the key that was asked for."""

    def look(self, predicate: str = "true", key: str = "", record: str = "", patience: int = PATIENCE) -> dict[str, Any]:
        """Waits until a JavaScript expression holds, for `patience` ms at the most, and returns the state then.

        It may speak of `state`, of `stored()`, the text under the key, and of `isStored()`, whether that holds the record.
        """
        found, self.shown, self.stored = self.view.evaluate(LOOK.format(predicate=predicate), [key, record, patience])
        assert found, f"still not so: {predicate}\n{json.dumps(self.shown)[:2000]}"
        return self.shown

    def storage(self) -> dict[str, str]:
        """All that is stored."""
        values: dict[str, str] = self.view.evaluate("({ ...localStorage })")
        return values

    def press(self, *names: str) -> None:
        """Clicks buttons of the canvas one after another, each once it is there; an option ("board.8") until it is chosen."""
        for name in names:
            self.look(BUTTON.format(name=json.dumps(name)))
            self.click(name)
            if "." in name and self.chosen(name) is not None:
                self.look(CHOSEN.format(name=json.dumps(name)))

    def click(self, name: str) -> None:
        """Clicks a button that was there at the last look; an answer, once there was time to read the question."""
        if self.shown["dialog"]:
            self.page.wait_for_timeout(READING)
        self.page.mouse.click(*self.middle(name))

    def middle(self, name: str) -> tuple[float, float]:
        """The middle of a region, as it was at the last look."""
        left, top, width, height = next(each["rect"] for each in self.shown["regions"] if each["id"] == name)
        return left + width / 2, top + height / 2

    def has(self, name: str) -> bool:
        """Whether the button was there, and could be pressed, at the last look."""
        return any(each["id"] == name and each["enabled"] for each in self.shown["regions"])

    def chosen(self, name: str) -> bool | None:
        """Whether the option was the one that is chosen at the last look; None for what is no option."""
        return next((each.get("chosen") for each in self.shown["regions"] if each["id"] == name), None)

    def cell(self, row: float, column: float) -> tuple[float, float]:
        """The middle of a cell."""
        (left, top, width, _), size = self.shown["grid"]["rect"], self.shown["grid"]["size"]
        return left + (column + 0.5) * width / size, top + (row + 0.5) * width / size

    # -- a move's input, without waiting for what comes of it ------------------------------------------

    def send(self, move: Move, by: str) -> None:
        """Does what a player does for the move: by "click", "drag" or "keys". The last look must be of the position before it."""
        if isinstance(move, Place):
            {"click": self._click, "drag": self._drag, "keys": self._keys}[by](move)
        elif isinstance(move, Rotate):
            self._turn(move.slot, by)
        elif by == "click" and self.has("undo") and (self.shown["results"] or self.shown["status"] == "playing"):
            self.click("undo")
        else:
            self.page.keyboard.press("u")

    def _take(self, slot: int) -> None:
        if self.shown["selected"] != slot:
            self.click(f"hand:{slot}")

    def _click(self, move: Place) -> None:
        self._take(move.slot)
        self.page.mouse.click(*self.cell(move.row, move.column))

    def _drag(self, move: Place) -> None:
        piece = self.shown["hand"][move.slot].split("/")
        self.lift(move.slot, self.cell(move.row + (len(piece) - 1) / 2, move.column + (len(piece[0]) - 1) / 2))
        self.page.mouse.up()

    def lift(self, slot: int, to: tuple[float, float]) -> None:
        """Carries a piece from the hand to a point, with the mouse, and holds it there."""
        mouse, start = self.page.mouse, self.middle(f"hand:{slot}")
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + to[0]) / 2, (start[1] + to[1]) / 2)
        mouse.move(*to)

    def _keys(self, move: Place) -> None:
        keyboard = self.page.keyboard
        if self.shown["selected"] != move.slot:
            keyboard.press(str(move.slot + 1))
        elif self.shown["target"] is None:
            keyboard.press("ArrowUp")
        aim_by_arrows(self.view, move.slot, move.row, move.column)
        keyboard.press("Enter")

    def _turn(self, slot: int, by: str) -> None:
        if by == "keys":
            if self.shown["selected"] != slot:
                self.page.keyboard.press(str(slot + 1))
            self.page.keyboard.press("r")
            return
        self._take(slot)
        # A piece that has been chosen is turned by choosing it again.
        self.click(f"hand:{slot}")

    def play(self, beside: Beside, moves: int, inputs: Sequence[str] = ("click",)) -> None:
        """Makes so many moves, any legal ones, the inputs in turn, and checks each."""
        for number in range(moves):
            move = beside.choose(Random(number), undo=0)
            assert move
            self.send(move, inputs[number % len(inputs)])
            beside.make(move)
            self.check(beside)

    # -- ways ----------------------------------------------------------------------------------------

    def to_menu(self) -> None:
        """From a round or from the screens beside it."""
        assert not self.leave(), "nothing of this tab is at stake"

    def leave(self) -> bool:
        """Towards the menu; true where the question which board to keep stands in the way."""
        if self.look()["screen"] == "play":
            self.press("menu")
        elif self.shown["screen"] != "menu":
            self.page.keyboard.press("Escape")
        return bool(self.look("state.screen === 'menu' || state.dialog === 'conflict'")["dialog"])

    def enter(self, kind: Kind) -> bool:
        """From the menu towards a round; true where a question stands in the way."""
        self.press(*kind.path, kind.start)
        return bool(self.look("state.screen === 'play' || state.dialog === 'ask'")["dialog"])

    # -- comparing -----------------------------------------------------------------------------------

    def check(self, beside: Beside, best: int | None = None) -> None:
        """The page shows, and has stored, just what the engine says."""
        shown = self.look(f"state.screen === 'play' && state.moves === {len(beside.moves)}", beside.key)
        beside.check(shown)
        assert best is None or shown["best"] == best
        assert shown["saved"] == "kept"
        assert_kept(beside, self.stored)

    def arrived(self) -> Beside:
        """The round on the screen as it is stored, once a round is there."""
        shown = self.look("state.screen === 'play' && !state.dialog")
        options: dict[str, OptionValue] = shown["options"]
        mode = MODES[shown["mode"]]
        self.look("stored()", PREFIX + slot_of(mode, mode.options(options)))
        return kept_round(self.stored or "")
