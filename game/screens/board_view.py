"""How a board, its pieces and a preview are drawn. Knows cells and colours, no round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from game.rules.board import Board, Position, Unit, UnitKind
from game.rules.pieces import Piece
from game.screens.aim import Preview
from game.screens.play_layout import LONGEST, slot_cell
from game.ui import tiles
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.theme import RADIUS, mixed
from game.ui.tiles import Mark

Families = dict[int, int]
"""The colour family of each filled cell, by its bit number."""

_FAMILIES = {
    **dict.fromkeys(("I1", "I2", "I3", "I4", "I5"), 5),
    **dict.fromkeys(("L3", "V5"), 0),
    **dict.fromkeys(("O4", "O9", "2×3"), 1),
    **dict.fromkeys(("L4", "L5"), 3),
    **dict.fromkeys(("J4", "J5"), 6),
    **dict.fromkeys(("S4", "Z4", "W5"), 4),
    **dict.fromkeys(("T4", "T5", "U5"), 7),
    **dict.fromkeys(("X5", "P5"), 2),
}


def family_of(piece: Piece) -> int:
    """The colour family of a piece: the same for every orientation of its shape."""
    return _FAMILIES.get(piece.shape or "", piece.size % 8)


def cell_rect(board: Rect, size: int, row: int, column: int) -> Rect:
    """Where a cell of the board lies, in CSS pixels."""
    cell = board.w / size
    return Rect(board.x + column * cell, board.y + row * cell, cell, cell)


def tile_rect(cell: Rect) -> Rect:
    """The tile inside a cell: neighbours stay apart."""
    return cell.inset(max(0.5, cell.w * 0.035))


class BoardPicture:
    """The board and what lies on it. Each row is kept as a picture and made anew only when something in it changed."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[tuple[object, ...], pygame.Surface]] = {}

    def draw(
        self,
        painter: Painter,
        rect: Rect,
        board: Board,
        families: Families,
        hidden: Position = 0,
        pattern: bool = False,
    ) -> None:
        """Draws the board; the cells of ``hidden`` look empty (an animation draws them)."""
        size, cell = board.size, rect.h / board.size
        frame = rect.inset(-frame_width(rect, size))
        painter.rounded(frame, min(12.0, frame.w * 0.03), painter.theme.board)
        for row in range(size):
            numbers = range(row * size, row * size + size)
            shown = tuple([None if hidden >> number & 1 else families.get(number) for number in numbers])
            strip = Rect(rect.x, rect.y + row * cell, rect.w, cell)
            painter.picture(self._row(painter, strip, board, row, shown, pattern), strip.x, strip.y)
        if board.boxed:
            _box_lines(painter, rect, size)

    def _row(
        self, painter: Painter, strip: Rect, board: Board, row: int, shown: tuple[int | None, ...], pattern: bool
    ) -> pygame.Surface:
        """One row; ``shown`` has the family of each cell, None for an empty one."""
        box, theme = painter.box(strip), painter.theme
        key = (box.size, painter.px, theme.name, board, shown, pattern)
        kept = self._rows.get(row)
        if kept is not None and kept[0] == key:
            return kept[1]
        image = pygame.Surface(box.size)
        image.fill(theme.board)
        inside = painter.part(image, box)
        for column, family in enumerate(shown):
            place = tile_rect(cell_rect(strip, board.size, 0, column))
            if family is None:
                tiles.empty(inside, place, board.boxed and (row // 3 + column // 3) % 2 == 1)
            else:
                tiles.block(inside, place, family, pattern=pattern, ground=theme.board)
        self._rows[row] = key, image
        return image


def frame_width(rect: Rect, size: int) -> float:
    """The width of the frame around the cells."""
    return max(2.0, rect.w / size * 0.09)


def _box_lines(painter: Painter, rect: Rect, size: int) -> None:
    theme = painter.theme
    thickness = max(1.5, rect.w / size * theme.box_share)
    for at in range(3, size, 3):
        x, y = rect.x + at * rect.w / size, rect.y + at * rect.h / size
        painter.line(x, rect.y, x, rect.bottom, thickness, theme.box_line)
        painter.line(rect.x, y, rect.right, y, thickness, theme.box_line)


def draw_marks(painter: Painter, rect: Rect, board: Board, cells: Position, mark: Mark) -> None:
    """Marks every cell of a preview."""
    for row, column in board.cells(cells):
        tiles.mark(painter, tile_rect(cell_rect(rect, board.size, row, column)), mark)


def draw_preview(painter: Painter, rect: Rect, board: Board, preview: Preview, mark: Mark) -> None:
    """The landing spot, or why there is none, and the lines that would clear."""
    draw_marks(painter, rect, board, preview.cells, mark)
    cell = rect.w / board.size
    for unit in preview.clears:
        tiles.lines_outline(painter, unit_rect(rect, board.size, unit).inset(-cell * 0.04), cell)


def unit_rect(rect: Rect, size: int, unit: Unit) -> Rect:
    """The rectangle that a row, column or box covers."""
    cell = rect.w / size
    if unit.kind is UnitKind.ROW:
        return Rect(rect.x, rect.y + unit.index * cell, rect.w, cell)
    if unit.kind is UnitKind.COLUMN:
        return Rect(rect.x + unit.index * cell, rect.y, cell, rect.h)
    down, across = divmod(unit.index, size // 3)
    return Rect(rect.x + across * 3 * cell, rect.y + down * 3 * cell, 3 * cell, 3 * cell)


def draw_piece(painter: Painter, piece: Piece, x: float, y: float, cell: float, alpha: int = 255, pattern: bool = False) -> None:
    """The piece with its top left corner at (x, y), its cells ``cell`` CSS pixels wide."""
    family = family_of(piece)
    for row, column in piece.cells:
        place = tile_rect(Rect(x + column * cell, y + row * cell, cell, cell))
        tiles.block(painter, place, family, alpha=alpha, pattern=pattern)


def draw_slot(painter: Painter, rect: Rect, filled: bool) -> None:
    """The ground of a slot of the hand; where grounds are all alike, its frame."""
    theme = painter.theme
    ground = mixed(theme.background, theme.panel, 0.75 if filled else 0.3)
    edge = mixed(theme.background, theme.panel_edge, 1.0 if filled else 0.5) if theme.framed else None
    painter.panel(rect, RADIUS, ground, edge)


def piece_cell(slot: Rect, board_cell: float, pieces: Sequence[Piece | None]) -> float:
    """One cell size for the whole hand: every piece fits its slot, and sizes compare."""
    longest = max([LONGEST, *(max(piece.width, piece.height) for piece in pieces if piece)])
    return max(4.0, float(int(min(slot_cell(slot, longest), board_cell))))


def without(families: Families, cells: Position) -> Families:
    """The families with the given cells taken away."""
    return {cell: family for cell, family in families.items() if not cells >> cell & 1}


def with_piece(families: Mapping[int, int], placed: Position, piece: Piece) -> Families:
    """The families with a piece's cells added."""
    family, added, cell = family_of(piece), dict(families), 0
    while placed:
        if placed & 1:
            added[cell] = family
        placed >>= 1
        cell += 1
    return added
