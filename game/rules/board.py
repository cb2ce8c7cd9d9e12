"""Geometry: a board's size, its units and their bit masks. A position is one int.

Bit ``row * size + column`` is set where the cell is filled; rows and columns count from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

Position = int
"""A set of cells as a bitboard: the filled cells of a board, the cells of a placement, origins."""


class UnitKind(StrEnum):
    """What can clear (rules, "The four rule sets": a unit)."""

    ROW = "row"
    COLUMN = "column"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Unit:
    """A row, column or 3×3 box; boxes count row by row from the top left."""

    kind: UnitKind
    index: int
    mask: Position


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The geometry of a square board. Equal boards are the same object: get them from :func:`board`."""

    size: int
    boxed: bool
    full: Position = field(repr=False)
    """Every cell of the board."""
    units: tuple[Unit, ...] = field(repr=False)
    """Rows, then columns, then boxes, each from 0."""
    masks: tuple[Position, ...] = field(repr=False)
    """The masks of the units, for what has to be quick."""

    def bit(self, row: int, column: int) -> Position:
        """The bitboard of one cell inside the board."""
        return 1 << (row * self.size + column)

    def rectangle(self, height: int, width: int) -> Position:
        """The cells of a rectangle in the top-left corner; none when a side is not positive."""
        if height < 1 or width < 1:
            return 0
        line = (1 << width) - 1
        return sum(line << (row * self.size) for row in range(height))

    def full_units(self, position: Position) -> tuple[Unit, ...]:
        """The units that have no empty cell, in the order of :attr:`units`."""
        empty = self.full ^ position
        return tuple([unit for unit in self.units if not unit.mask & empty])

    def gaps(self, position: Position, most: int) -> list[tuple[Position, Position]]:
        """(what is empty of a unit, the unit's mask) of each unit with at most so many empty cells."""
        empty = self.full ^ position
        return [(empty & mask, mask) for mask in self.masks if (empty & mask).bit_count() <= most]

    def cells(self, position: Position) -> Iterator[tuple[int, int]]:
        """The (row, column) of each set bit, row by row."""
        while position:
            lowest = position & -position
            yield divmod(lowest.bit_length() - 1, self.size)
            position ^= lowest

    def rows(self, position: Position) -> list[str]:
        """The position as text: a string a row, ``#`` filled and ``.`` empty."""
        bits = f"{position:0{self.size * self.size}b}"[::-1]
        text = bits.replace("0", ".").replace("1", "#")
        return [text[start : start + self.size] for start in range(0, len(text), self.size)]

    def parse(self, rows: Sequence[str]) -> Position:
        """The position that :meth:`rows` would write.

        Raises:
            ValueError: the rows are not ``size`` strings of ``size`` characters ``.`` or ``#``.
        """
        if len(rows) != self.size:
            raise ValueError(f"{len(rows)} rows, but the board has {self.size}")
        for number, row in enumerate(rows):
            if len(row) != self.size or row.strip(".#"):
                raise ValueError(f"row {number} is not {self.size} characters '.' or '#'")
        text = "".join(rows)[::-1]
        return int(text.replace(".", "0").replace("#", "1"), 2)


def union(units: Sequence[Unit]) -> Position:
    """The cells of all the units, a crossing cell once."""
    mask = 0
    for unit in units:
        mask |= unit.mask
    return mask


def board(size: int, boxed: bool = False) -> Board:
    """The board of ``size`` × ``size`` cells, with 3×3 boxes as units when ``boxed``.

    Raises:
        ValueError: the size is not positive, or boxes do not tile it.
    """
    if size < 1 or (boxed and size % 3):
        raise ValueError(f"no such board: {size}" + (" with boxes" if boxed else ""))
    return _board(size, boxed)


@cache
def _board(size: int, boxed: bool) -> Board:
    lines = range(size)
    units = [Unit(UnitKind.ROW, row, _mask(size, [row], lines)) for row in lines]
    units += [Unit(UnitKind.COLUMN, column, _mask(size, lines, [column])) for column in lines]
    if boxed:
        corners = [(top, left) for top in range(0, size, 3) for left in range(0, size, 3)]
        units += [
            Unit(UnitKind.BOX, index, _mask(size, range(top, top + 3), range(left, left + 3)))
            for index, (top, left) in enumerate(corners)
        ]
    return Board(size, boxed, (1 << (size * size)) - 1, tuple(units), tuple(unit.mask for unit in units))


def _mask(size: int, rows: Sequence[int], columns: Sequence[int]) -> Position:
    return sum(1 << (row * size + column) for row in rows for column in columns)
