"""What lies on the analyzer's bench: a board that is edited, a mode, a piece, and every step to take back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.coach.analysis import Placement, Scene, best_placement, look, rules_of
from game.coach.health import Health, health
from game.rules.board import Board, Position
from game.rules.modes import BEST_FACTOR, MASTER, MODES, Rules, Streak
from game.rules.pieces import SHAPES, Piece
from game.rules.round import Refusal, Round
from game.screens.aim import Origin, Preview, preview_of

STREAKS = BEST_FACTOR + 1
"""So many streaks can be chosen, from 0."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A board of a mode with cells on it."""

    mode: str
    size: int
    position: Position = 0

    @property
    def rules(self) -> Rules:
        return rules_of(self.mode, self.size)


class Bench:
    """Changes only what it is told to, never a round."""

    def __init__(self, laid: Laid | None = None) -> None:
        self.laid = laid or Laid(MASTER.name, MASTER.rules(MASTER.options({})).board.size)
        self.piece: Piece = SHAPES["O4"][0]
        self.streak = 0
        self.target: Origin | None = None
        """The origin at which the piece is looked at."""
        self._past: list[Laid] = []
        self._future: list[Laid] = []
        self._measured: dict[tuple[Board, Position], Health] = {}

    # -- what is there -----------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        return self.laid.rules

    @property
    def board(self) -> Board:
        return self.laid.rules.board

    @property
    def position(self) -> Position:
        return self.laid.position

    @property
    def has_streak(self) -> bool:
        """Whether the mode's points depend on the streak."""
        return self.rules.advance(Streak(1), 1) != Streak(1)

    @property
    def origins(self) -> Position:
        """Every legal origin of the piece."""
        return self.piece.origins(self.board, self.position)

    def placement(self) -> Placement | Refusal | None:
        """What the piece would do at the target; None without one."""
        if self.target is None:
            return None
        return look(self.rules, self.position, self.piece, *self.target, Streak(self.streak if self.has_streak else 0))

    def preview(self) -> Preview | None:
        """The same for drawing."""
        return None if self.target is None else preview_of(self.board, self.position, 0, self.piece, self.target)

    def health(self, position: Position) -> Health:
        """The health of the board with these cells; each is measured once."""
        key = self.board, position
        if key not in self._measured:
            self._measured[key] = health(*key)
        return self._measured[key]

    # -- the board ---------------------------------------------------------------------------------

    def change(self, laid: Laid) -> bool:
        """Puts another board on the bench; it can be taken back. False when it is the same."""
        if laid == self.laid:
            return False
        self._past.append(self.laid)
        self._future.clear()
        self._show(laid)
        return True

    def _show(self, laid: Laid) -> None:
        if laid.size != self.laid.size:
            self.target = None
        self.laid = laid

    def paint(self, cells: Position, filled: bool) -> None:
        """Fills or empties cells."""
        position = self.position | cells if filled else self.position & ~cells
        self.change(replace(self.laid, position=position))

    def stroke(self, cells: Position, filled: bool) -> None:
        """The same, as part of the latest change: a stroke of the pointer is taken back as a whole."""
        position = self.position | cells if filled else self.position & ~cells
        self.laid = replace(self.laid, position=position)

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def undo(self) -> None:
        """Takes the latest change back. Raises IndexError when there is none."""
        self._future.append(self.laid)
        self._show(self._past.pop())

    def redo(self) -> None:
        """Makes the change again that was taken back. Raises IndexError when there is none."""
        self._past.append(self.laid)
        self._show(self._future.pop())

    def use_mode(self, mode: str, size: int) -> None:
        """Plays by another mode's rules; the cells stay where the board has the same size."""
        self.change(Laid(mode, size, self.position if size == self.laid.size else 0))

    def load(self, mode: str, round: Round) -> None:
        """The position of a round, with its streak and its first piece."""
        self._take(Laid(mode, round.board.size, round.position), round.streak, [piece for piece in round.hand if piece])

    def bring(self, scene: Scene) -> None:
        """A board that was read from text; what the text does not say stays or follows from its size."""
        mode = scene.mode.name if scene.mode else self._mode_for(scene.size)
        self._take(Laid(mode, scene.size, scene.position), scene.streak, list(scene.hand))

    def _mode_for(self, size: int) -> str:
        if size == self.laid.size:
            return self.laid.mode
        modes = [mode for mode in MODES.values() if size in mode.choices["board"]]
        return (MASTER if MASTER in modes else modes[0]).name

    def _take(self, laid: Laid, streak: Streak, pieces: list[Piece]) -> None:
        self.change(laid)
        self.streak = min(streak.count, STREAKS - 1)
        self.target = None
        if pieces:
            self.piece = pieces[0]

    # -- the piece ---------------------------------------------------------------------------------

    def take_up(self, piece: Piece) -> None:
        """Looks at another piece, at the same place where it can lie there."""
        self.piece = piece

    def turn(self) -> None:
        """The piece a quarter turn clockwise."""
        self.take_up(self.piece.turned)

    def next_shape(self, step: int) -> None:
        """The shape so many further in the catalogue."""
        shapes = list(SHAPES)
        at = shapes.index(self.piece.shape) if self.piece.shape in shapes else 0
        self.take_up(SHAPES[shapes[(at + step) % len(shapes)]][0])

    def next_streak(self) -> None:
        """One more in the streak; after the highest that matters comes 0."""
        self.streak = (self.streak + 1) % STREAKS

    def aim_at_best(self) -> bool:
        """Aims where the piece gains most and then leaves the best health. False when it fits nowhere."""
        best = best_placement(self.rules, self.position, self.piece, Streak(self.streak if self.has_streak else 0))
        if best is not None:
            self.target = best
        return best is not None

