"""Board health: a ruler from measured flexibility (rules, "Mode master", Board health).

It counts where a fixed list of hard pieces could lie now, and looks at the regions of empty cells. It claims
nothing about the future.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from game.rules.board import Board, Position
from game.rules.pieces import SHAPES, Piece

HARD = tuple((name, piece) for name in ("O9", "X5", "V5", "I5", "2×3", "I4") for piece in SHAPES[name])
"""The hard pieces, hardest shape first, in every orientation."""

ROOM = 5
"""Empty cells that hang together count as room from this many on: fewer take none of the hard pieces but I4."""
POWER = 0.5
"""Of the share of its places that a piece has, this power counts: the first few places matter more than the last few."""
FLEXIBILITY_SHARE = 0.85
"""How much of the number comes from the origins; the rest from the room."""


class Label(StrEnum):
    """What the number is called."""

    OPEN = "open"
    STEADY = "steady"
    TIGHT = "tight"
    CRITICAL = "critical"


THRESHOLDS = ((60, Label.OPEN), (40, Label.STEADY), (20, Label.TIGHT), (0, Label.CRITICAL))
"""From which number on each label holds; docs/health.md shows what that meant on boards that were played on."""


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
    counts = counted(board, position)
    sizes = regions(board, position)
    share = FLEXIBILITY_SHARE * flexibility(counts) + (1 - FLEXIBILITY_SHARE) * room(board, sizes)
    number = round(100 * share)
    label = next(label for least, label in THRESHOLDS if number >= least)
    return Health(number, label, counts, sizes)


def counted(board: Board, position: Position) -> tuple[Count, ...]:
    """The legal origins of every hard piece."""
    return tuple(
        Count(shape, piece, piece.origins(board, position).bit_count(), piece.origins(board, 0).bit_count())
        for shape, piece in HARD
    )


def flexibility(counts: Sequence[Count], power: float = POWER) -> float:
    """How much of their places on an empty board the hard pieces have, on average; 0 to 1."""
    shares = [(count.origins / count.empty_board) ** power for count in counts if count.empty_board]
    return sum(shares) / len(shares) if shares else 0.0


def room(board: Board, sizes: Sequence[int]) -> float:
    """The share of the board that lies in regions large enough to be of use; 0 to 1."""
    return sum(size for size in sizes if size >= ROOM) / board.size**2


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
