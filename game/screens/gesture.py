"""From the pointer on the play screen to what it means there: choose, aim, tap, lift, drag, drop. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from game.rules.dealing import Hand
from game.screens.aim import Origin
from game.screens.play_layout import PlayLayout
from game.ui.input import Pointer, PointerKind
from game.ui.layout import Rect

SLOP = {"mouse": 5.0, "touch": 9.0}
"""How far a press may wander and still be a tap, in CSS pixels."""
LIFT = 40.0
"""How far a finger's piece floats above it, in CSS pixels."""


class Choose(NamedTuple):
    """A slot of the hand was tapped."""

    slot: int
    kind: PointerKind


class Aim(NamedTuple):
    """The pointer is over a cell of the board and has not acted yet; None when it has left."""

    cell: Origin | None
    kind: PointerKind


class Tap(NamedTuple):
    """A cell of the board was tapped or clicked."""

    cell: Origin
    kind: PointerKind


class Drag(NamedTuple):
    """A piece is being carried; (x, y) is its top left corner in CSS pixels, at the board's cell size."""

    slot: int
    x: float
    y: float


class Drop(NamedTuple):
    """The carried piece was let go."""

    at: Drag


class Cancel(NamedTuple):
    """What was under way means nothing."""


Meaning = Choose | Aim | Tap | Drag | Drop | Cancel


@dataclass(frozen=True, slots=True)
class _Press:
    """The pointer is down: on a slot of the hand, or on the board (slot None)."""

    slot: int | None
    x: float
    y: float
    carrying: bool = False


class Gestures:
    """Follows one pointer. Holds nothing but what the pointer holds."""

    def __init__(self) -> None:
        self._press: _Press | None = None
        self._last: tuple[float, float] | None = None
        """Where the pointer was last."""

    @property
    def active(self) -> bool:
        """Whether the pointer is down on the board or the hand."""
        return self._press is not None

    def release(self) -> None:
        """The pointer no longer holds anything, though it may still be down."""
        self._press = None

    def read(self, pointer: Pointer, layout: PlayLayout, size: int, hand: Hand) -> Meaning | None:
        """What the pointer means now; None when it is not for the board or the hand."""
        rests = self._last == (pointer.x, pointer.y)
        self._last = pointer.x, pointer.y
        if pointer.phase == "hover" and rests:
            # Browsers tell of a mouse that lies still when what is under it changes: it must not take the aim
            # from the keys.
            return None
        if pointer.phase == "down":
            return self._down(pointer, layout, size, hand)
        if pointer.phase in ("hover", "leave"):
            return Aim(cell_at(layout.board, size, pointer.x, pointer.y), pointer.kind)
        press = self._press
        if press is None:
            return None
        if pointer.phase == "cancel":
            self._press = None
            return Cancel()
        if press.slot is None:
            return self._on_board(pointer, layout, size)
        return self._from_hand(press, press.slot, pointer, layout, size, hand)

    def _down(self, pointer: Pointer, layout: PlayLayout, size: int, hand: Hand) -> Meaning | None:
        cell = cell_at(layout.board, size, pointer.x, pointer.y)
        if cell is not None:
            self._press = _Press(None, pointer.x, pointer.y)
            return Aim(cell, pointer.kind)
        for slot, rect in enumerate(layout.hand):
            if rect.contains(pointer.x, pointer.y) and hand[slot] is not None:
                self._press = _Press(slot, pointer.x, pointer.y)
                return Aim(None, pointer.kind)
        return None

    def _on_board(self, pointer: Pointer, layout: PlayLayout, size: int) -> Meaning:
        cell = cell_at(layout.board, size, pointer.x, pointer.y)
        if pointer.phase == "move":
            return Aim(cell, pointer.kind)
        self._press = None
        return Cancel() if cell is None else Tap(cell, pointer.kind)

    def _from_hand(self, press: _Press, slot: int, pointer: Pointer, layout: PlayLayout, size: int, hand: Hand) -> Meaning | None:
        away = max(abs(pointer.x - press.x), abs(pointer.y - press.y))
        carrying = press.carrying or away > SLOP[pointer.kind]
        piece = hand[slot]
        if piece is None:
            self._press = None
            return Cancel()
        self._press = _Press(slot, press.x, press.y, carrying) if pointer.phase == "move" else None
        if not carrying:
            return Choose(slot, pointer.kind) if pointer.phase == "up" else None
        cell = layout.board.w / size
        width, height = piece.width * cell, piece.height * cell
        # Where in the slot the piece was taken is where it hangs on the pointer, as a share of its size.
        rect = layout.hand[slot]
        across = min(max((press.x - rect.x) / rect.w, 0.2), 0.8)
        down = min(max((press.y - rect.y) / rect.h, 0.2), 0.8)
        y = pointer.y - height - LIFT if pointer.kind == "touch" else pointer.y - height * down
        drag = Drag(slot, pointer.x - width * across, y)
        return drag if pointer.phase == "move" else Drop(drag)


def cell_at(board: Rect, size: int, x: float, y: float) -> Origin | None:
    """The (row, column) under a point, or None beside the board."""
    if not board.contains(x, y):
        return None
    cell = board.w / size
    return min(int((y - board.y) / cell), size - 1), min(int((x - board.x) / cell), size - 1)
