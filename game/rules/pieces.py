"""Pieces: polyominoes in a fixed orientation, and the catalogue of shapes (rules, "Shapes").

A piece as text is its rows joined by ``/``: ``#`` a cell, ``.`` a hole (``#../#../###``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from weakref import WeakValueDictionary

from game.rules.board import Board, Position, Unit

LARGEST = 10
"""No side of a piece is longer than the largest board."""


NO_UNITS: tuple[Unit, ...] = ()

KEPT_GAPS = 4096
"""How many gaps a piece remembers; a long search meets the same ones again and again."""


class Fit:
    """A piece on one board: all that does not depend on the position, worked out once."""

    __slots__ = ("_completing", "_covering", "_full", "_touched", "_units", "inside", "mask", "origins", "reach")

    def __init__(self, piece: Piece, board: Board) -> None:
        size = board.size
        self.mask: Position = sum(1 << (row * size + column) for row, column in piece.cells)
        """The cells with the origin at row 0, column 0; shifted by an origin's bit number, there."""
        self.inside: Position = board.rectangle(size - piece.height + 1, size - piece.width + 1)
        """The origins at which the whole bounding box lies on the board; 0 when it is too large."""
        self._full, self._units = board.full, board.units
        self._touched = _Touched(self.mask, board)
        self.reach: int = min(piece.size, max(piece.height, piece.width, 9 if board.boxed else 0))
        """The piece has no more cells than this in any one unit."""
        self._completing: dict[Position, Position] = {}
        self._covering: dict[int, Position] = {}
        self.origins: Callable[[Position], Position] = _origin_finder(piece, size, self.inside)
        """All legal origins at once (rules, "Common to all": a placement is legal when ...)."""

    def full_units(self, filled: Position, origin: int) -> tuple[Unit, ...]:
        """The full units that the piece has cells in where it lies; ``origin`` is a bit number."""
        empty = self._full ^ filled
        for mask in self._touched[origin]:
            if not mask & empty:
                return tuple([unit for unit in self._units if not unit.mask & empty and unit.mask & self.mask << origin])
        return NO_UNITS

    def completing(self, gap: Position) -> Position:
        """The origins from which the piece covers every cell of the gap; whether they are legal is open.

        With the gap of a nearly full unit (:meth:`Board.gaps`), these are the origins that clear it.
        """
        known = self._completing.get(gap)
        if known is None:
            if len(self._completing) >= KEPT_GAPS:
                self._completing.clear()
            known, left = self.inside, gap
            while left:
                known &= self._origins_covering((left & -left).bit_length() - 1)
                left &= left - 1
            self._completing[gap] = known
        return known

    def _origins_covering(self, cell: int) -> Position:
        known = self._covering.get(cell)
        if known is None:
            known, mask = 0, self.mask
            while mask:
                shift = (mask & -mask).bit_length() - 1
                if shift <= cell:
                    known |= 1 << cell - shift
                mask &= mask - 1
            self._covering[cell] = known & self.inside
        return known


class _Touched(dict[int, tuple[Position, ...]]):
    """The masks of the units that a piece has cells in, by the bit number of its origin.

    Filled on demand, so that a first move does not wait for every origin.
    """

    __slots__ = ("_mask", "_masks")

    def __init__(self, mask: Position, board: Board) -> None:
        self._mask, self._masks = mask, board.masks

    def __missing__(self, origin: int) -> tuple[Position, ...]:
        placed = self._mask << origin
        touched = self[origin] = tuple([mask for mask in self._masks if mask & placed])
        return touched


def _origin_finder(piece: Piece, size: int, inside: Position) -> Callable[[Position], Position]:
    """The function from a position to the legal origins, on a board of ``size``.

    Each cell of the piece shifts the filled cells to the origins that they forbid. The loop over the
    shifts is written out: this is what every search and every deal spends its time on. For the same
    reason it says ``inside & x ^ inside`` for ``inside & ~x``: no number gets negative.
    """
    shifts = tuple(row * size + column for row, column in piece.cells)
    if piece.size == piece.height * piece.width:
        return _rectangle_finder(_doublings(piece.width, 1) + _doublings(piece.height, size), inside)
    match shifts:
        case a, b, c:
            return lambda filled: inside & (filled >> a | filled >> b | filled >> c) ^ inside
        case a, b, c, d:
            return lambda filled: inside & (filled >> a | filled >> b | filled >> c | filled >> d) ^ inside
        case a, b, c, d, e:
            return lambda filled: inside & (filled >> a | filled >> b | filled >> c | filled >> d | filled >> e) ^ inside

    def find(filled: Position) -> Position:
        forbidden = 0
        for shift in shifts:
            forbidden |= filled >> shift
        return inside & forbidden ^ inside

    return find


def _rectangle_finder(doublings: tuple[int, ...], inside: Position) -> Callable[[Position], Position]:
    """The same for a full rectangle, which needs about log n shifts for n cells."""

    def find(filled: Position) -> Position:
        for shift in doublings:
            filled |= filled >> shift
        return inside & filled ^ inside

    def find_by_two(filled: Position) -> Position:
        filled |= filled >> a
        return inside & (filled | filled >> b) ^ inside

    def find_by_three(filled: Position) -> Position:
        filled |= filled >> a
        filled |= filled >> b
        return inside & (filled | filled >> c) ^ inside

    match doublings:
        case ():
            return lambda filled: inside & filled ^ inside
        case (a,):
            return lambda filled: inside & (filled | filled >> a) ^ inside
        case a, b:
            return find_by_two
        case a, b, c:
            return find_by_three
    return find


def _doublings(length: int, step: int) -> tuple[int, ...]:
    """Shifts that, each time or-ed in, spread every bit over ``length`` places ``step`` apart."""
    shifts, reach = [], 1
    while reach < length:
        shifts.append(min(reach, length - reach) * step)
        reach += min(reach, length - reach)
    return tuple(shifts)


@dataclass(frozen=True, eq=False)
class Piece:
    """One orientation of one polyomino. Equal pieces are the same object: get them from :func:`piece`."""

    text: str
    cells: tuple[tuple[int, int], ...]
    """(row, column) of each cell from the origin, the top-left of the bounding box; row by row."""
    height: int
    width: int
    _fits: dict[Board, Fit] = field(default_factory=dict, repr=False)

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

    def fit(self, board: Board) -> Fit:
        """The piece on a board, measured once."""
        known = self._fits.get(board)
        if known is None:
            known = self._fits[board] = Fit(self, board)
        return known

    def origins(self, board: Board, position: Position) -> Position:
        """All legal origins at once, as a bitboard."""
        return self.fit(board).origins(position)

    def at(self, board: Board, row: int, column: int) -> Position:
        """The cells of the piece with its origin at a cell where its bounding box is inside."""
        return self.fit(board).mask << (row * board.size + column)


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

SHAPES: Mapping[str, tuple[Piece, ...]] = MappingProxyType({name: piece(text).orientations for name, text in _BASES.items()})
"""Every shape of the catalogue by its name, with its distinct orientations (rules, "Shapes")."""

SHAPE_NAMES: Mapping[str, str] = MappingProxyType(
    {each.text: name for name, orientations in SHAPES.items() for each in orientations}
)
"""The shape's name for each catalogue piece's text."""
