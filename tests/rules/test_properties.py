"""What holds in every round, over generated rounds of every mode."""

from __future__ import annotations

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from game.rules.board import Board, Position, UnitKind, board
from game.rules.modes import Undo
from game.rules.pieces import Piece, piece
from game.rules.record import Record
from game.rules.round import Outcome, Place, Refusal, Rotate, Round, Status, TakeBack
from tests.rules.rounds import CHOICES, PIECES, legal, played, positions, records

BOARDS = st.sampled_from([board(6), board(8), board(9), board(9, boxed=True), board(10)])
Choices = list[tuple[int, int, int]]


def full_units(round: Round, filled: set[tuple[int, int]]) -> dict[tuple[UnitKind, int], set[tuple[int, int]]]:
    """The full units, worked out cell by cell."""
    size = round.board.size
    units = {(UnitKind.ROW, each): {(each, other) for other in range(size)} for each in range(size)}
    units |= {(UnitKind.COLUMN, each): {(other, each) for other in range(size)} for each in range(size)}
    if round.board.boxed:
        for box in range(9):
            top, left = box // 3 * 3, box % 3 * 3
            units[UnitKind.BOX, box] = {(top + row, left + column) for row in range(3) for column in range(3)}
    return {name: cells for name, cells in units.items() if cells <= filled}


@given(records(), CHOICES)
def test_no_cell_is_lost_or_invented_and_full_units_clear_as_a_union(record: Record, choices: Choices) -> None:
    for before, move, result in played(record, choices):
        if not isinstance(move, Place) or isinstance(result, Refusal):
            continue
        held = before.hand[move.slot]
        assert held is not None
        lies = {(move.row + row, move.column + column) for row, column in held.cells}
        filled = set(before.board.cells(before.position))
        assert not lies & filled
        assert result.piece is held
        full = full_units(before, filled | lies)
        assert {(unit.kind, unit.index) for unit in result.cleared} == set(full)
        assert set(before.board.cells(result.placed)) == lies
        assert set(before.board.cells(result.removed)) == set().union(*full.values())
        assert set(before.board.cells(result.round.position)) == (filled | lies) - set().union(*full.values())
        assert result.round.lines == before.lines + len(full)
        assert result.round.score == before.score + result.points
        assert result.points >= held.size
        assert result.round.tally.pieces == before.tally.pieces + 1


@given(records(), CHOICES)
def test_a_placement_is_accepted_exactly_where_it_is_legal(record: Record, choices: Choices) -> None:
    for before, move, result in played(record, choices):
        if not isinstance(move, Place):
            continue
        may = before.status is Status.PLAYING and (move.row, move.column) in legal(before, before.hand[move.slot])
        assert isinstance(result, Outcome) == may


@given(records(), CHOICES)
def test_a_round_is_over_exactly_when_nothing_fits_and_complete_exactly_when_nothing_is_left(
    record: Record, choices: Choices
) -> None:
    rounds = [record.begin()]
    rounds += [result.round for _, _, result in played(record, choices) if isinstance(result, Outcome)]
    for round in rounds:
        fits = any(legal(round, turn) for held in round.hand for turn in round.turns(held))
        ended = not any(round.hand) or round.tally.pieces == round.rules.length
        assert (round.status is Status.COMPLETE) == ended
        assert (round.status is Status.OVER) == (not ended and not fits)
        assert [round.fits(slot) for slot in range(3)] == [
            any(legal(round, turn) for turn in round.turns(held)) for held in round.hand
        ]


@given(records(), CHOICES)
def test_an_undo_restores_every_field_and_the_coming_deal(record: Record, choices: Choices) -> None:
    last: Round | None = None
    used = False
    for before, move, result in played(record, choices):
        allowed = before.rules.undo is Undo.STEP or (before.rules.undo is Undo.ONCE and not used)
        if isinstance(move, TakeBack):
            assert isinstance(result, Outcome) == (allowed and last is not None)
            assert before.can_undo == isinstance(result, Outcome)
            if isinstance(result, Outcome):
                assert last is not None
                once = before.rules.undo is Undo.ONCE
                used = used or once
                assert result.round == last._replace(undone=once, before=None)
                assert (result.points, result.cleared, result.dealt) == (0, (), False)
                last = None
        elif isinstance(move, Place) and isinstance(result, Outcome):
            last = before


@given(records(), CHOICES)
def test_the_same_moves_give_the_same_round_again(record: Record, choices: Choices) -> None:
    assert played(record, choices) == played(record, choices)


@given(records(), CHOICES)
def test_a_refused_move_changes_nothing_and_a_rotation_only_its_slot(record: Record, choices: Choices) -> None:
    for before, move, result in played(record, choices):
        assert result.move == move
        if isinstance(result, Refusal):
            assert result.reason
        elif isinstance(move, Rotate):
            held = before.hand[move.slot]
            assert held is not None
            hand = list(before.hand)
            hand[move.slot] = held.turned
            assert result.round == before._replace(hand=tuple(hand))
            assert result.piece is held.turned


@given(records(), CHOICES)
def test_a_hand_is_dealt_exactly_when_the_last_one_is_used_up(record: Record, choices: Choices) -> None:
    for before, move, result in played(record, choices):
        if isinstance(result, Refusal) or not isinstance(move, Place):
            continue
        used_up = sum(held is not None for held in before.hand) == 1
        left = result.round.status is not Status.COMPLETE
        assert result.dealt == (used_up and left)
        if result.dealt:
            assert result.round.hand == before.dealer.hand(before.hands, before.board, result.round.position)
            assert result.round.hands == before.hands + 1


@given(st.sampled_from(PIECES))
def test_four_turns_are_the_identity_and_orientations_are_distinct(one: Piece) -> None:
    assert one.turned.turned.turned.turned is one
    assert one in one.orientations
    assert len({turn.text for turn in one.orientations}) == len(one.orientations) in (1, 2, 4)
    assert one.turned.cells == tuple(sorted((column, one.height - 1 - row) for row, column in one.cells))


@given(BOARDS.flatmap(lambda on: st.tuples(st.just(on), positions(on))), st.sampled_from(PIECES))
def test_all_origins_at_once_are_those_found_cell_by_cell(at: tuple[Board, Position], one: Piece) -> None:
    on, position = at
    filled = set(on.cells(position))
    lines = range(on.size)
    expected = {
        (row, column)
        for row in lines
        for column in lines
        if all(
            row + down < on.size and column + across < on.size and (row + down, column + across) not in filled
            for down, across in one.cells
        )
    }
    assert set(on.cells(one.origins(on, position))) == expected


@given(BOARDS.flatmap(lambda on: st.tuples(st.just(on), positions(on))))
def test_a_position_as_text_reads_back(at: tuple[Board, Position]) -> None:
    on, position = at
    assert on.parse(on.rows(position)) == position


@given(st.lists(st.text("#.", min_size=1, max_size=4), min_size=1, max_size=4))
def test_a_text_is_a_piece_or_is_refused(rows: list[str]) -> None:
    text = "/".join(rows)
    made = None
    with contextlib.suppress(ValueError):
        made = piece(text)
    holds_together = len({len(row) for row in rows}) == 1 and connected(rows)
    tight = all("#" in edge for edge in (rows[0], rows[-1], [row[0] for row in rows], [row[-1] for row in rows]))
    assert (made is not None) == (holds_together and tight)
    if made is not None:
        assert made.text == text
        assert piece(text) is made
        assert made.size == text.count("#")


def connected(rows: list[str]) -> bool:
    """Whether the cells of the text hang together by their edges."""
    cells = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"}
    reached = {min(cells)} if cells else set()
    while more := {
        near
        for row, column in reached
        for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        if near in cells - reached
    }:
        reached |= more
    return reached == cells != set()
