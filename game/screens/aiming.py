"""Choosing a piece and aiming it, by pointer and by keys: what a screen with a board and a hand shares.

What is chosen and where it aims is only under the cursor; the subclass makes the moves.
"""

from __future__ import annotations

from game.profile.kept import KeptRound
from game.profile.player import Player
from game.screens import play_mirror
from game.screens.aim import Origin, Preview, first_target, inside, landing, playable_slot, preview
from game.screens.gesture import Aim, Cancel, Choose, Drag, Drop, Gestures, Meaning, Tap
from game.screens.play_layout import PlayLayout
from game.ui.input import Intent, Key, Pointer, PointerKind
from game.ui.screen import Context, Screen, View
from game.words import say

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
SIDEWAYS = 100
"""More columns than any board has: to the edge."""


class AimingScreen(Screen):
    """Turns intents into a chosen slot and a target, and asks the subclass to place, turn and take back."""

    plan: PlayLayout

    def __init__(self, context: Context, player: Player, kept: KeptRound) -> None:
        super().__init__(context)
        self.player = player
        self.kept = kept
        self.gestures = Gestures()
        self.selected: int | None = None
        self.target: Origin | None = None
        self.drag: Drag | None = None
        self.armed: Origin | None = None
        """Where a finger has asked once; the same spot a second time places."""
        self.message = ""
        self.trouble = False
        """Whether the message is a refusal."""
        self._hovered = False
        """Whether the aim follows a mouse that hovers: it ends where the mouse leaves the board."""
        self.results = not kept.in_play
        """Whether the result stands where the hand was."""

    # -- for the subclass --------------------------------------------------------------------------

    def place(self, origin: Origin, keyboard: bool = False) -> None:
        """Makes the move that is aimed at."""
        raise NotImplementedError

    def rotate(self) -> None:
        """Turns the chosen piece."""
        raise NotImplementedError

    def undo(self) -> None:
        """Takes the latest placement back."""
        raise NotImplementedError

    @property
    def hints(self) -> bool:
        """Whether a hint can be asked for."""
        return False

    def hint(self) -> None:
        """Shows where a piece could lie."""

    def interrupt(self) -> bool:
        """Something is done: what was still being shown ends. True when that changed what can be pressed."""
        return False

    def sound(self, name: str | None) -> None:
        """Plays a sound, where the player wants any."""

    def rebuild(self) -> None:
        """Places the widgets anew after a change of what can be pressed."""
        self.layout(self.view)

    def tell(self, sentence: str, trouble: bool = False, announce: bool = True) -> None:
        """Shows a sentence where messages stand, and says it aloud."""
        self.message, self.trouble = sentence, trouble
        self.dirty = True
        if announce and sentence:
            self.context.announce(sentence)

    # -- intents -----------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        if self.gestures.active and (self.results or self.controls.dialog is not None):
            # What lies over the board or in the place of the hand gets what comes, also the end of this press.
            self._let_go()
        return super().handle(intent)

    def layout(self, view: View) -> None:
        if self.drag is not None and (view.width, view.height) != (self.view.width, self.view.height):
            # The board has moved away under the piece.
            self._let_go()
        super().layout(view)

    def _let_go(self) -> None:
        """The pointer no longer holds anything; a piece that was carried goes back."""
        self.gestures.release()
        if self.drag is not None:
            self.drag = self.selected = self.target = None
            self.dirty = True

    def pointer(self, pointer: Pointer) -> bool:
        if pointer.phase == "down" and self.controls.at(pointer.x, pointer.y) is None and self.interrupt():
            # The press was for what has just gone: it must not act on what has taken its place.
            return True
        if self.results:
            return self.controls.handle(pointer)
        hovering = pointer.phase in ("hover", "leave")
        if hovering:
            self.controls.handle(pointer)
        round = self.kept.round
        meaning = self.gestures.read(pointer, self.plan, round.board.size, round.hand)
        if meaning is None and not self.gestures.active and not hovering:
            return self.controls.handle(pointer)
        self._act(meaning)
        return True

    def _act(self, meaning: Meaning | None) -> None:
        if isinstance(meaning, Choose):
            self.choose(meaning.slot)
        elif isinstance(meaning, Aim):
            self._aim(meaning.cell, meaning.kind)
        elif isinstance(meaning, Tap):
            self._tap(meaning.cell, meaning.kind)
        elif isinstance(meaning, Drag):
            self._carry(meaning)
        elif isinstance(meaning, Drop):
            self._drop(meaning.at)
        elif isinstance(meaning, Cancel):
            self.cancel()

    def key(self, key: Key) -> bool:
        if self.drag is not None and key.action != "cancel":
            # What is being carried would be another piece, or lie elsewhere, by the time it is let go.
            return True
        action = key.action
        if not key.repeat and self.interrupt() and action == "cancel":
            # It was for what has just gone.
            return True
        if action == "undo":
            self.undo()
        elif self.results:
            return self.controls.handle(key)
        elif action in ("slot1", "slot2", "slot3"):
            self.choose(int(action[-1]) - 1, keyboard=True)
        elif action in ARROWS:
            self.step(*ARROWS[action])
        elif action in ("home", "end"):
            self.step(0, -SIDEWAYS if action == "home" else SIDEWAYS)
        elif action == "rotate":
            self.rotate()
        elif action == "hint" and self.hints:
            self.hint()
        elif action == "cancel" and (self.selected is not None or self.drag):
            self.cancel()
        elif action == "confirm" and self.controls.focus is None:
            self.confirm(keyboard=True)
        else:
            return self.controls.handle(key)
        return True

    # -- choosing and aiming -----------------------------------------------------------------------

    def choose(self, slot: int, keyboard: bool = False) -> None:
        """Takes up the piece of a slot; choosing it again turns it, or puts it down."""
        if self.kept.round.hand[slot] is None or not self.kept.in_play:
            return
        if slot == self.selected:
            if self.kept.round.rules.rotation:
                self.rotate()
            elif not keyboard:
                self.cancel()
            return
        self.select(slot)
        self.sound("pick")
        self.target = first_target(self.kept.round, slot, self.target) if keyboard else None
        if keyboard:
            self.tell(play_mirror.position_text(self))
            return
        fits = self.kept.round.fits(slot)
        self.tell(say("play.aim" if fits else "play.no_space"), announce=False)
        self.context.announce(play_mirror.slot_label(self, slot))

    def select(self, slot: int | None) -> None:
        """Holds the piece of a slot, or none; the aim is left as it is."""
        self.selected, self.armed, self.drag, self._hovered = slot, None, None, False
        self.rebuild()

    def step(self, down: int, right: int) -> None:
        """Moves the aim by cells; with no piece in hand the first that fits is taken up."""
        self.controls.focus = None
        if self.selected is None:
            self._take_first()
            return
        piece = self.kept.round.hand[self.selected]
        assert piece is not None, "a chosen slot has a piece"
        if self.target is None:
            self.target = first_target(self.kept.round, self.selected, None)
        else:
            row, column = self.target
            self.target = inside(self.kept.round.board, piece, (row + down, column + right))
        self._aimed()

    def _take_first(self) -> None:
        slot = playable_slot(self.kept.round)
        if slot is not None:
            self.choose(slot, keyboard=True)

    def _aim(self, cell: Origin | None, kind: PointerKind) -> None:
        if self.selected is None or (cell is None and kind == "touch"):
            return
        if cell is None and not self._hovered:
            return
        self._hovered = cell is not None
        if self.target != cell and self.armed != cell:
            self.armed = None
        if self.target != cell:
            self.target = cell
            self.dirty = True

    def _aimed(self) -> None:
        self.armed, self._hovered = None, False
        self.dirty = True
        self.tell(play_mirror.position_text(self))

    def preview(self) -> Preview | None:
        """What a placement at the aim would do."""
        if self.selected is None or self.target is None:
            return None
        return preview(self.kept.round, self.selected, self.target)

    def cancel(self) -> None:
        """Puts the piece down; nothing is placed."""
        self.gestures.release()
        self.target = None
        self.select(None)
        self.tell(say("play.choose"))

    def confirm(self, keyboard: bool = False) -> None:
        """Places at the aim, for keys and buttons; by keys the next piece is taken up and aimed at once."""
        if self.selected is None:
            self._take_first()
        elif self.target is None:
            self.step(0, 0)
        else:
            self.place(self.target, keyboard)

    def place_at(self, cell: Origin) -> None:
        """Places the chosen piece with its origin at the cell, asking nothing."""
        if self.selected is None:
            self.tell(say("play.choose"))
            return
        self.target, self.armed = cell, None
        self.place(cell)

    def _tap(self, cell: Origin, kind: PointerKind) -> None:
        asks_first = kind == "touch" and self.player.settings.now.flag("confirm_touch")
        if self.selected is not None and asks_first and self.armed != cell:
            self.target = self.armed = cell
            self.tell(play_mirror.position_text(self))
            if (aimed := self.preview()) and aimed.legal:
                self.tell(say("play.confirm"), announce=False)
            return
        self.place_at(cell)

    def _carry(self, drag: Drag) -> None:
        lifted, before = self.drag is None, self.target
        if lifted:
            self.selected, self.armed = drag.slot, None
        self.drag = drag
        self.target = self._landing(drag)
        if lifted or self.target != before:
            self.dirty = True
        else:
            self.moved()

    def _landing(self, drag: Drag) -> Origin | None:
        board = self.plan.board
        cell = board.w / self.kept.round.board.size
        return landing(self.kept.round, drag.slot, (drag.y - board.y) / cell, (drag.x - board.x) / cell)

    def _drop(self, drag: Drag) -> None:
        target = self._landing(drag)
        self.drag = None
        if target is None:
            self.cancel()
        else:
            self.place(target)
            if self.selected is not None:
                # Refused: the piece goes back to the hand, and the reason stays to be read.
                self.target = None
                self.select(None)
