"""What is only under the cursor: which piece is chosen, and where it aims.

None of this is state of the round. It turns positions on the board into origins, says what a placement
there would do, and knows no pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.board import Board, Position, Unit
from game.rules.dealing import SLOTS
from game.rules.pieces import Piece
from game.rules.round import Place, Refusal, Round, Status, refuse_piece, refuse_place

Origin = tuple[int, int]

MAGNET = 0.75
"""A dragged piece whose nearest spot is illegal takes a legal one that is nearer than this, in cells."""
OUTSIDE = 0.8
"""A dragged piece further than this from its nearest place inside the board aims at nothing, in cells."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What would happen at an origin."""

    slot: int
    piece: Piece
    origin: Origin
    cells: Position
    """The cells that the piece would cover; of an illegal spot those that lie on the board."""
    refusal: Refusal | None
    clears: tuple[Unit, ...]

    @property
    def legal(self) -> bool:
        return self.refusal is None

    @property
    def move(self) -> Place:
        return Place(self.slot, *self.origin)


def preview(round: Round, slot: int, origin: Origin) -> Preview | None:
    """What placing the slot's piece at the origin would do; None when the slot is empty."""
    piece = round.hand[slot]
    if piece is None:
        return None
    refusal = refuse_place(round, Place(slot, *origin))
    return _preview(round.board, round.position, slot, piece, origin, refusal)


def preview_of(board: Board, position: Position, slot: int, piece: Piece, origin: Origin) -> Preview:
    """What placing a piece at the origin would do on a board that no round is about."""
    refusal = refuse_piece(board, position, piece, Place(slot, *origin))
    return _preview(board, position, slot, piece, origin, refusal)


def _preview(
    board: Board, position: Position, slot: int, piece: Piece, origin: Origin, refusal: Refusal | None
) -> Preview:
    if refusal is not None:
        return Preview(slot, piece, origin, _visible(board, piece, origin), refusal, ())
    cells = piece.at(board, *origin)
    return Preview(slot, piece, origin, cells, None, board.full_units(position | cells))


def _visible(board: Board, piece: Piece, origin: Origin) -> Position:
    cells = 0
    for row, column in piece.cells:
        at_row, at_column = origin[0] + row, origin[1] + column
        if 0 <= at_row < board.size and 0 <= at_column < board.size:
            cells |= board.bit(at_row, at_column)
    return cells


def inside(board: Board, piece: Piece, origin: Origin) -> Origin:
    """The nearest origin at which the whole bounding box lies on the board."""
    row = min(max(origin[0], 0), max(board.size - piece.height, 0))
    column = min(max(origin[1], 0), max(board.size - piece.width, 0))
    return row, column


def landing(round: Round, slot: int, row: float, column: float) -> Origin | None:
    """Where a dragged piece would land whose top-left corner hovers at (row, column), in cells.

    It lands where its cells are nearest; when that spot is taken, a legal one close by attracts it.
    None when the piece hangs too far outside.
    """
    piece = round.hand[slot]
    if piece is None:
        return None
    board = round.board
    nearest = inside(board, piece, (_nearest(row), _nearest(column)))
    if abs(nearest[0] - row) > OUTSIDE or abs(nearest[1] - column) > OUTSIDE:
        return None
    legal = piece.origins(board, round.position)
    if legal & board.bit(*nearest):
        return nearest
    around = [
        (abs(at_row - row) ** 2 + abs(at_column - column) ** 2, (at_row, at_column)) for at_row, at_column in board.cells(legal)
    ]
    close = [entry for entry in around if entry[0] < MAGNET**2]
    return min(close)[1] if close else nearest


def _nearest(value: float) -> int:
    # round() would take halves to the even neighbour, which makes a drag jump unevenly.
    return int(value + 0.5) if value >= 0 else -int(0.5 - value)


def first_target(round: Round, slot: int, near: Origin | None) -> Origin:
    """Where the keyboard's aim begins: the legal origin nearest to ``near`` or to the middle."""
    piece = round.hand[slot]
    assert piece is not None, "only a slot with a piece can be chosen"
    board = round.board
    middle = (board.size - piece.height) // 2, (board.size - piece.width) // 2
    wanted = near or middle
    legal = list(board.cells(piece.origins(board, round.position)))
    if not legal:
        return inside(board, piece, wanted)
    return min(legal, key=lambda at: ((at[0] - wanted[0]) ** 2 + (at[1] - wanted[1]) ** 2, at))


def playable_slot(round: Round, after: int | None = None) -> int | None:
    """The next slot with a piece that fits somewhere, going round from ``after``."""
    if round.status is not Status.PLAYING:
        return None
    start = 0 if after is None else after + 1
    for step in range(SLOTS):
        slot = (start + step) % SLOTS
        if round.fits(slot):
            return slot
    return None
