"""Board health: a ruler from measured flexibility (rules, "Mode master", Board health).

It counts where a fixed list of hard pieces could lie now, and looks at the regions of empty cells. It claims
nothing about the future.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from game.rules.board import Board, Position
from game.rules.pieces import SHAPES, Piece

HARD = tuple(
    (name, piece) for name in ("O9", "X5", "V5", "I5", "2×3", "I4") for piece in SHAPES[name]
)
"""The hard pieces, hardest shape first, in every orientation."""

ROOM = 5
"""Empty cells that hang together count as room from this many on: fewer take none of the hard pieces but I4."""
FLEXIBILITY_SHARE = 0.85
"""How much of the number comes from the origins; the rest from the room."""


class Label(StrEnum):
    """What the number is called."""

    OPEN = "open"
    STEADY = "steady"
    TIGHT = "tight"
    CRITICAL = "critical"


THRESHOLDS = ((55, Label.OPEN), (35, Label.STEADY), (15, Label.TIGHT), (0, Label.CRITICAL))
"""From which number on each label holds."""


class Count(NamedTuple):
    """How many legal origins a hard piece has."""

    shape: str
    piece: Piece
    origins: int
    empty_board: int
    """How many it has on an empty board."""


class Health(NamedTuple):
    """The ruler and what was counted for it."""

    number: int
    """0 (nothing fits) to 100 (an empty board)."""
    label: Label
    counts: tuple[Count, ...]
    regions: tuple[int, ...]
    """The sizes of the connected regions of empty cells, largest first."""

    @property
    def missing(self) -> tuple[Count, ...]:
        """The hard pieces that fit nowhere now, hardest first."""
        return tuple(count for count in self.counts if not count.origins)


def health(board: Board, position: Position) -> Health:
    """Measures a position."""
    counts = tuple(
        Count(
            shape,
            piece,
            piece.origins(board, position).bit_count(),
            piece.origins(board, 0).bit_count(),
        )
        for shape, piece in HARD
    )
    # Square roots, because the first few places that a piece has matter more than the last few.
    fitting = [(count.origins / count.empty_board) ** 0.5 for count in counts if count.empty_board]
    flexibility = sum(fitting) / len(fitting) if fitting else 0.0
    sizes = regions(board, position)
    room = sum(size for size in sizes if size >= ROOM) / board.size**2
    number = round(100 * (FLEXIBILITY_SHARE * flexibility + (1 - FLEXIBILITY_SHARE) * room))
    label = next(label for least, label in THRESHOLDS if number >= least)
    return Health(number, label, counts, sizes)


def regions(board: Board, position: Position) -> tuple[int, ...]:
    """The sizes of the regions of empty cells that hang together by edges, largest first."""
    size = board.size
    left_edge = sum(1 << (row * size) for row in range(size))
    inner_left, inner_right = ~left_edge, ~(left_edge << (size - 1))
    empty, sizes = board.full & ~position, []
    while empty:
        region = empty & -empty
        while True:
            spread = region | region << size | region >> size
            spread |= (region & inner_right) << 1 | (region & inner_left) >> 1
            spread &= empty
            if spread == region:
                break
            region = spread
        sizes.append(region.bit_count())
        empty &= ~region
    return tuple(sorted(sizes, reverse=True))
