"""Geometry and pieces beyond what play on the usual boards reaches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import pieces
from game.rules.board import Board, Unit, UnitKind, board, union
from game.rules.pieces import SHAPE_NAMES, SHAPES, Piece, piece
from tests.rules.rounds import PIECES, positions

BOARDS = [board(6), board(8), board(9), board(9, boxed=True), board(10)]
# Larger than the catalogue's, hollow, and as large as a board.
STRANGE = [
    piece(text)
    for text in (
        "###/#.#/###",
        "######/#.....",
        "####/####",
        "#/#/#/#/#/#/#",
        "#########",
        "##########/#.........",
        "/".join(["#" * 9] * 9),
        "####./#.##./#.###",
    )
]


@pytest.mark.parametrize(("size", "boxed"), [(0, False), (-1, False), (8, True), (10, True)])
def test_there_is_no_board_without_cells_or_with_boxes_that_do_not_tile_it(size: int, boxed: bool) -> None:
    with pytest.raises(ValueError, match=f"^no such board: {size}" + (" with boxes$" if boxed else "$")):
        board(size, boxed)


def test_equal_boards_and_equal_pieces_are_the_same_object() -> None:
    assert board(9) is board(9, False) is board(9, boxed=False)
    assert board(9, True) is board(9, boxed=True) is not board(9)
    assert piece("##") is piece("#/#").turned


def test_units_are_rows_then_columns_then_boxes() -> None:
    on = board(9, boxed=True)
    kinds = [UnitKind.ROW] * 9 + [UnitKind.COLUMN] * 9 + [UnitKind.BOX] * 9
    assert [(unit.kind, unit.index) for unit in on.units] == list(zip(kinds, [*range(9)] * 3, strict=True))
    assert on.masks == tuple(unit.mask for unit in on.units)
    corners = [min(on.cells(unit.mask)) for unit in on.units[18:]]
    assert corners == [(0, 0), (0, 3), (0, 6), (3, 0), (3, 3), (3, 6), (6, 0), (6, 3), (6, 6)]
    assert union(on.units) == on.full
    assert union([]) == 0
    assert len(board(10).units) == 20


def test_a_bit_is_the_cell_of_its_row_and_column() -> None:
    on = board(8)
    assert [on.bit(0, 0), on.bit(0, 7), on.bit(1, 0), on.bit(7, 7)] == [1, 1 << 7, 1 << 8, 1 << 63]
    assert list(on.cells(on.bit(3, 4) | on.bit(2, 5))) == [(2, 5), (3, 4)]
    assert on.rows(on.bit(0, 1))[0] == ".#......"


@pytest.mark.parametrize(("height", "width", "cells"), [(2, 3, 6), (0, 3, 0), (3, 0, 0), (-1, 2, 0), (8, 8, 64)])
def test_a_rectangle_lies_in_the_corner(height: int, width: int, cells: int) -> None:
    rectangle = board(8).rectangle(height, width)
    assert rectangle.bit_count() == cells
    assert all(row < height and column < width for row, column in board(8).cells(rectangle))


@given(st.data(), st.sampled_from(BOARDS), st.sampled_from(STRANGE + PIECES))
def test_the_origins_that_complete_a_gap_are_those_from_which_the_piece_covers_it(
    data: st.DataObject, on: Board, one: Piece
) -> None:
    fit = one.fit(on)
    gap = 0
    for cell in data.draw(st.lists(st.integers(0, on.size**2 - 1), max_size=4)):
        gap |= 1 << cell
    completing = fit.completing(gap)
    for origin in range(on.size**2):
        covers = fit.inside >> origin & 1 and not gap & ~(fit.mask << origin)
        assert completing >> origin & 1 == covers


def test_a_piece_does_not_remember_gaps_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "KEPT_GAPS", 3)
    on = board(8)
    fit = pieces.Fit(piece("##"), on)
    for _ in range(2):
        for cell in range(8):
            assert fit.completing(1 << cell).bit_count() == (1 if cell in (0, 7) else 2)
            assert len(fit._completing) <= 3


@given(st.data(), st.sampled_from(BOARDS))
def test_gaps_are_what_is_empty_of_nearly_full_units(data: st.DataObject, on: Board) -> None:
    position, most = data.draw(positions(on)), data.draw(st.integers(0, 5))
    expected = [(unit.mask & ~position, unit.mask) for unit in on.units]
    assert on.gaps(position, most) == [(gap, mask) for gap, mask in expected if gap.bit_count() <= most]


@given(st.data(), st.sampled_from(BOARDS), st.sampled_from(STRANGE + PIECES))
def test_strange_pieces_fit_where_their_cells_are_free(data: st.DataObject, on: Board, one: Piece) -> None:
    position = data.draw(positions(on)) & data.draw(positions(on))
    fit = one.fit(on)
    for origin in range(on.size**2):
        row, column = divmod(origin, on.size)
        inside = row + one.height <= on.size and column + one.width <= on.size
        assert fit.inside >> origin & 1 == inside
        free = inside and not one.at(on, row, column) & position
        assert fit.origins(position) >> origin & 1 == free
        if free:
            filled = position | one.at(on, row, column)
            touched = [unit for unit in on.units if unit.mask & one.at(on, row, column)]
            assert list(fit.full_units(filled, origin)) == [u for u in touched if u.mask & filled == u.mask]


@given(st.sampled_from(BOARDS), st.sampled_from(STRANGE + PIECES))
def test_no_unit_holds_more_of_a_piece_than_its_reach(on: Board, one: Piece) -> None:
    fit = one.fit(on)
    masks = [fit.mask << origin for origin in range(on.size**2) if fit.inside >> origin & 1]
    assert all((mask & unit.mask).bit_count() <= fit.reach for mask in masks for unit in on.units)


def test_a_piece_larger_than_the_board_has_no_place() -> None:
    assert piece("#########").origins(board(8), 0) == 0
    assert piece("/".join("#" * 9)).origins(board(8), 0) == 0


def test_shapes_have_the_fields_names() -> None:
    names = "I1 I2 I3 L3 O4 I4 L4 J4 S4 Z4 T4 I5 2×3 O9 V5 L5 J5 P5 U5 T5 X5 W5"
    assert set(SHAPES) == set(names.split())
    assert all(len(orientations[0].cells) == size(name) for name, orientations in SHAPES.items())
    assert [piece(text).shape for text in ("#../#../###", ".#./###/.#.", "#.#/###", "###/#.#/###")] == ["V5", "X5", "U5", None]
    assert SHAPE_NAMES["###/###/###"] == "O9"


def size(name: str) -> int:
    """The number of cells that the name tells."""
    return {"2×3": 6}.get(name) or int(name[1:])


def test_l_and_j_are_mirror_images() -> None:
    for one, other in (("L4", "J4"), ("L5", "J5"), ("S4", "Z4")):
        mirrored = {"/".join(row[::-1] for row in each.text.split("/")) for each in SHAPES[one]}
        assert mirrored == {each.text for each in SHAPES[other]}
        assert not mirrored & {each.text for each in SHAPES[one]}


def test_a_unit_says_what_it_is() -> None:
    assert board(8).units[3] == Unit(UnitKind.ROW, 3, 0xFF << 24)
    assert repr(board(8)) == "Board(size=8, boxed=False)"
