"""The board analyzer: edit a board, try any piece on it by any mode's rules, and see all that there is to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.coach.analysis import BoardTextError, read_scene, write_rows
from game.profile.player import Player
from game.rules.board import Position
from game.rules.round import Round
from game.screens import analyzer_view, reading
from game.screens.aim import Origin
from game.screens.bench import Bench, Laid
from game.screens.board_view import BoardPicture
from game.screens.events import hear
from game.screens.faces import health_words
from game.screens.gesture import cell_at
from game.screens.heads import leave
from game.screens.play_layout import PlayLayout, bench_layout
from game.ui.input import Key, Pointer
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Context, Screen, View
from game.ui.widgets import Dialog, Option
from game.words import say

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class AnalyzerScreen(Screen):
    """Works on a bench of its own: a round that is looked at stays as it is."""

    name = "analyzer"
    plan: PlayLayout

    def __init__(self, context: Context, player: Player, back: Callable[[], Screen], bench: Bench | None = None) -> None:
        super().__init__(context)
        self.player, self.back = player, back
        self.bench = bench or Bench()
        self.tab = "edit" if bench is None else "piece"
        """"edit" paints cells, "piece" tries a piece."""
        self.cursor_cell: Origin | None = None
        """Where the keyboard edits."""
        self.pinned = False
        """Whether the aim stays where it is when the mouse moves on."""
        self.message = ""
        self.trouble = False
        """Whether the message is bad news."""
        self.picture = BoardPicture()
        self._brush: bool | None = None
        """What the stroke under way does: fill, empty, or None where there is none."""
        self._at = (0.0, 0.0)
        self._cells: Position = 0
        """The cells of the stroke under way."""
        self.controls.arrows = False

    @classmethod
    def of_round(cls, context: Context, player: Player, back: Callable[[], Screen], mode: str, round: Round) -> AnalyzerScreen:
        """The analyzer with the position of a round on its bench."""
        bench = Bench(Laid(mode, round.board.size, round.position))
        bench.load(mode, round)
        return cls(context, player, back, bench)

    # -- building ----------------------------------------------------------------------------------

    def build(self, view: View) -> None:
        mirrored = self.player.settings.now.flag("left_handed")
        self.plan = bench_layout(view.safe, self.bench.board.size, mirrored, view.ratio)
        analyzer_view.build(self)

    def anew(self) -> None:
        """Builds the screen again after a change of what can be pressed."""
        self.layout(self.view)

    # -- intents -----------------------------------------------------------------------------------

    def pointer(self, pointer: Pointer) -> bool:
        if self._brush is not None and pointer.phase in ("move", "up", "cancel"):
            if pointer.phase == "move":
                self._stroke_to(pointer.x, pointer.y)
            else:
                self._brush = None
                self.anew()
            return True
        cell = cell_at(self.plan.board, self.bench.board.size, pointer.x, pointer.y)
        if cell is None or (pointer.phase == "down" and not self._free()):
            return self.controls.handle(pointer)
        if pointer.phase == "down":
            self.controls.focus = None
            if self.tab == "edit":
                self._begin_stroke(cell, pointer.x, pointer.y)
            else:
                self._click(cell)
            return True
        if self.tab == "piece" and pointer.phase == "move":
            self.aim(cell)
        elif self.tab == "piece" and pointer.phase == "hover" and not self.pinned and cell != self.bench.target:
            self.bench.target = cell
            self.dirty = True
        return self.controls.handle(pointer)

    def _free(self) -> bool:
        """Whether no press of a widget is under way."""
        return self.controls.dialog is None

    def _click(self, cell: Origin) -> None:
        if self.pinned and cell == self.bench.target:
            self.pinned = False
            self.dirty = True
        else:
            self.aim(cell)

    def _begin_stroke(self, cell: Origin, x: float, y: float) -> None:
        bit = self.bench.board.bit(*cell)
        self._brush = not self.bench.position & bit
        self._at, self._cells, self.cursor_cell = (x, y), bit, None
        self.bench.paint(bit, self._brush)
        self.message = ""
        self.dirty = True

    def _stroke_to(self, x: float, y: float) -> None:
        """Paints every cell that the pointer has passed: it may have been fast."""
        assert self._brush is not None, "a stroke is under way"
        board, rect, (from_x, from_y) = self.bench.board, self.plan.board, self._at
        steps = max(1, int(max(abs(x - from_x), abs(y - from_y)) / (rect.w / board.size) * 3))
        for step in range(1, steps + 1):
            share = step / steps
            cell = cell_at(rect, board.size, from_x + (x - from_x) * share, from_y + (y - from_y) * share)
            if cell is not None:
                self._cells |= board.bit(*cell)
        self._at = (x, y)
        self.bench.stroke(self._cells, self._brush)
        self.dirty = True

    def key(self, key: Key) -> bool:
        action = key.action
        if action in ARROWS:
            self.step(*ARROWS[action])
        elif action == "confirm" and self.controls.focus is None:
            self.confirm()
        elif action == "rotate" and self.tab == "piece":
            self.turn()
        elif action == "undo":
            self.undo()
        elif action == "hint" and self.tab == "piece":
            self.best()
        elif action in ("slot1", "slot2"):
            self.choose_tab("edit" if action == "slot1" else "piece")
        elif action == "cancel" and self.controls.focus is None:
            self.cancel(key)
        else:
            return self.controls.handle(key)
        return True

    def cancel(self, key: Key) -> None:
        """Lets go of the aim; without one, leads back."""
        if self.tab == "piece" and self.bench.target is not None:
            self.bench.target, self.pinned = None, False
            self.dirty = True
        elif key.source == "key":
            leave(self)

    def step(self, down: int, right: int) -> None:
        """Moves the editing cell or the aim by one; the aim may go where the piece hangs over the edge."""
        self.controls.focus = None
        last = self.bench.board.size - 1
        at = self.cursor_cell if self.tab == "edit" else self.bench.target
        moved = (last // 2, last // 2) if at is None else (at[0] + down, at[1] + right)
        cell = min(max(moved[0], 0), last), min(max(moved[1], 0), last)
        if self.tab == "edit":
            self.cursor_cell = cell
            self.dirty = True
            self.context.announce(analyzer_view.cell_words(self, cell))
        else:
            self.aim(cell)

    def confirm(self) -> None:
        """Fills or empties the cell that the keyboard is on."""
        if self.tab == "edit" and self.cursor_cell is not None:
            self.toggle(self.cursor_cell)
        else:
            self.step(0, 0)

    def toggle(self, cell: Origin) -> None:
        """Fills the cell, or empties it."""
        bit = self.bench.board.bit(*cell)
        self.bench.paint(bit, not self.bench.position & bit)
        self.tell("")
        self.context.announce(analyzer_view.cell_words(self, cell))

    def aim(self, cell: Origin) -> None:
        """Looks at the piece with its origin there, and stays there."""
        if (cell, True) != (self.bench.target, self.pinned):
            self.bench.target, self.pinned = cell, True
            self.message = ""
            self.dirty = True
            self.context.announce(" ".join(analyzer_view.lines(self)))

    # -- what the buttons do -----------------------------------------------------------------------

    def tell(self, message: str, trouble: bool = False) -> None:
        """Shows a sentence and says it; builds anew, since what can be pressed may have changed."""
        self.message, self.trouble = message, trouble
        if message:
            self.context.announce(message)
        self.anew()

    def choose_tab(self, tab: str) -> None:
        """Paints cells, or tries a piece."""
        self.tab = tab
        self.tell("")

    def undo(self) -> None:
        """Takes the latest change of the board back."""
        if self.bench.can_undo:
            self.bench.undo()
            self.tell("")

    def redo(self) -> None:
        """Makes it again."""
        if self.bench.can_redo:
            self.bench.redo()
            self.tell("")

    def clear(self) -> None:
        """Empties the board."""
        self.bench.paint(self.bench.board.full, False)
        self.tell("")

    def fill(self) -> None:
        """Fills the board."""
        self.bench.paint(self.bench.board.full, True)
        self.tell("")

    def copy(self) -> None:
        """The board as text onto the clipboard."""
        done = self.context.host.copy(write_rows(self.bench.board.size, self.bench.position))
        self.tell(say("analyzer.copied" if done else "analyzer.not_copied"), trouble=not done)

    def paste(self) -> None:
        """Asks for a board as text."""
        reading.ask(self, say("analyzer.ask"))

    def page_event(self, event: Mapping[str, Any]) -> None:
        if event["kind"] == "text":
            reading.hear(self, event)
        hear(self.player, event)

    def take(self, text: str) -> None:
        """Lays the board of a text on the bench; one that is none changes nothing."""
        try:
            scene = read_scene(text)
        except BoardTextError as error:
            self.tell(say(f"analyzer.bad.{error.problem}", **error.facts), trouble=True)
            return
        self.bench.bring(scene)
        self.tell(say("analyzer.taken"))

    def load(self) -> None:
        """The position of the round that was played last."""
        kept = self.player.latest()
        if kept is None:
            self.tell(say("analyzer.no_round"), trouble=True)
            return
        self.bench.load(kept.record.mode.name, kept.round)
        self.tell(say("analyzer.loaded", mode=say(f"menu.{kept.record.mode.name}")))

    def turn(self) -> None:
        """The piece a quarter turn on."""
        self.bench.turn()
        self.tell("")

    def next_shape(self, step: int) -> None:
        """Another piece."""
        self.bench.next_shape(step)
        self.tell("")

    def next_streak(self) -> None:
        """Another streak."""
        self.bench.next_streak()
        self.tell("")

    def best(self) -> None:
        """Aims where the piece gains most."""
        if not self.bench.aim_at_best():
            self.tell("")
            return
        self.pinned = True
        self.tell("")
        self.context.announce(" ".join(analyzer_view.lines(self)))

    def choose_mode(self) -> None:
        """The list of boards and modes."""
        from game.screens.analyzer_choices import ModesScreen

        self.context.go(ModesScreen(self.context, self.player, self._again, self.bench))

    def choose_piece(self) -> None:
        """The list of pieces."""
        from game.screens.analyzer_choices import PiecesScreen

        self.context.go(PiecesScreen(self.context, self.player, self._again, self.bench))

    def _again(self) -> AnalyzerScreen:
        screen = AnalyzerScreen(self.context, self.player, self.back, self.bench)
        screen.tab, screen.pinned = self.tab, self.pinned
        return screen

    def explain_health(self) -> None:
        """What was counted for the health of the board."""
        close = Option("health.close", say("notice.close"), lambda: None, "primary")
        title, text = health_words(self.bench.health(self.bench.position))
        self.controls.open(Dialog("health", title, text, [close], escape="health.close"))

    # -- drawing and telling -----------------------------------------------------------------------

    def paint(self, painter: Painter) -> None:
        analyzer_view.paint(self, painter)

    def do(self, action: str) -> bool:
        return analyzer_view.do(self, action) or super().do(action)

    def state(self) -> dict[str, Any]:
        return analyzer_view.state(self)

    def mirror(self) -> dict[str, Any]:
        return analyzer_view.mirror(self)

    def cursor(self) -> str:
        return "crosshair" if self._brush is not None else super().cursor()

    @property
    def zone(self) -> Rect:
        """Where the tools and the answers stand."""
        plan = self.plan
        gap = 4.0 if plan.tight else 6.0 if self.view.safe.h < 560 else 12.0
        top = plan.info.bottom + gap if plan.wide else plan.board.bottom + gap + 4
        return Rect(plan.info.x, top, plan.info.w, plan.actions.bottom - top)
