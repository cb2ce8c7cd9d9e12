"""Pieces: polyominoes in a fixed orientation, and the catalogue of shapes (rules, "Shapes").

A piece as text is its rows joined by ``/``: ``#`` a cell, ``.`` a hole (``#../#../###``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from weakref import WeakValueDictionary

from game.rules.board import Board, Position

LARGEST = 10
"""No side of a piece is longer than the largest board."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A piece on boards of one size."""

    mask: Position
    """The piece's cells with its origin at row 0, column 0."""
    shifts: tuple[int, ...]
    """The bit number of each cell of :attr:`mask`."""
    inside: Position
    """The origins at which the whole bounding box lies on the board; 0 when it is too large."""


@dataclass(frozen=True, eq=False)
class Piece:
    """One orientation of one polyomino. Equal pieces are the same object: get them from :func:`piece`."""

    text: str
    cells: tuple[tuple[int, int], ...]
    """(row, column) of each cell from the origin, the top-left of the bounding box; row by row."""
    height: int
    width: int
    _fits: dict[int, Fit] = field(default_factory=dict, repr=False)

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.cells)

    @cached_property
    def turned(self) -> Piece:
        """The piece rotated 90° clockwise; four turns are the identity."""
        rows = self.text.split("/")
        return piece("/".join("".join(column) for column in zip(*reversed(rows), strict=True)))

    @cached_property
    def orientations(self) -> tuple[Piece, ...]:
        """The distinct orientations that rotation reaches, this one first: 1, 2 or 4."""
        turns = [self]
        while (following := turns[-1].turned) is not self:
            turns.append(following)
        return tuple(turns)

    @property
    def shape(self) -> str | None:
        """The field's name of the shape ("L4"), or None for a piece that is not in the catalogue."""
        return SHAPE_NAMES.get(self.text)

    def fit(self, size: int) -> Fit:
        """The piece's masks on a board of ``size``, computed once."""
        known = self._fits.get(size)
        if known is None:
            known = self._fits[size] = self._measure(size)
        return known

    def _measure(self, size: int) -> Fit:
        shifts = tuple(row * size + column for row, column in self.cells)
        across, down = size - self.width + 1, size - self.height + 1
        inside = 0
        if across > 0 and down > 0:
            line = (1 << across) - 1
            inside = sum(line << (row * size) for row in range(down))
        return Fit(sum(1 << shift for shift in shifts), shifts, inside)

    def origins(self, board: Board, position: Position) -> Position:
        """All legal origins at once (rules, "Common to all": a placement is legal when ...).

        The free cells are shifted by each cell of the piece; an origin survives where all are free.
        """
        fit = self.fit(board.size)
        free = board.full & ~position
        origins = fit.inside
        for shift in fit.shifts:
            origins &= free >> shift
        return origins

    def at(self, board: Board, row: int, column: int) -> Position:
        """The cells of the piece with its origin at a cell where its bounding box is inside."""
        return self.fit(board.size).mask << (row * board.size + column)


_interned: WeakValueDictionary[str, Piece] = WeakValueDictionary()


def piece(text: str) -> Piece:
    """The piece that the text describes.

    Raises:
        ValueError: the text is not rows of one length of ``#`` and ``.`` in a tight bounding box,
            is larger than the largest board, or its cells do not hang together by their edges.
    """
    known = _interned.get(text)
    if known is not None:
        return known
    rows = text.split("/")
    if text.strip("#./") or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError(f"{_short(text)} is not rows of one length of '#' and '.', joined by '/'")
    if len(rows) > LARGEST or len(rows[0]) > LARGEST:
        raise ValueError(f"{_short(text)} is larger than {LARGEST}×{LARGEST}")
    edges = [rows[0], rows[-1], [row[0] for row in rows], [row[-1] for row in rows]]
    if not all("#" in edge for edge in edges):
        raise ValueError(f"{_short(text)} has an empty row or column at its edge")
    cells = tuple((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")
    if not _connected(cells):
        raise ValueError(f"the cells of {_short(text)} do not hang together by their edges")
    made = Piece(text, cells, len(rows), len(rows[0]))
    _interned[text] = made
    return made


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


def _connected(cells: tuple[tuple[int, int], ...]) -> bool:
    waiting, unseen = [cells[0]], set(cells[1:])
    while waiting:
        row, column = waiting.pop()
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if near in unseen:
                unseen.remove(near)
                waiting.append(near)
    return not unseen


_BASES = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "I4": "####",
    "I5": "#####",
    "L3": "#./##",
    "O4": "##/##",
    "L4": "#./#./##",
    "J4": ".#/.#/##",
    "S4": ".##/##.",
    "Z4": "##./.##",
    "T4": "###/.#.",
    "2×3": "###/###",
    "O9": "###/###/###",
    "V5": "#../#../###",
    "L5": "#./#./#./##",
    "J5": ".#/.#/.#/##",
    "P5": "##/##/#.",
    "U5": "#.#/###",
    "T5": "###/.#./.#.",
    "X5": ".#./###/.#.",
    "W5": "#../##./.##",
}

SHAPES: Mapping[str, tuple[Piece, ...]] = MappingProxyType(
    {name: piece(text).orientations for name, text in _BASES.items()}
)
"""Every shape of the catalogue by its name, with its distinct orientations (rules, "Shapes")."""

SHAPE_NAMES: Mapping[str, str] = MappingProxyType(
    {each.text: name for name, orientations in SHAPES.items() for each in orientations}
)
"""The shape's name for each catalogue piece's text."""
