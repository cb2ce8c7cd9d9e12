"""Generated rounds for property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from game.rules.board import Board
from game.rules.modes import MODES
from game.rules.pieces import SHAPES, Piece
from game.rules.record import Record
from game.rules.round import Move, Outcome, Place, Refusal, Rotate, Round, TakeBack, play

PIECES = [piece for orientations in SHAPES.values() for piece in orientations]

OPTIONS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "classic": st.one_of(
        st.fixed_dictionaries(
            {
                "level": st.sampled_from(["easy", "normal", "hard"]),
                "board": st.sampled_from([8, 9, 10]),
                "undo": st.sampled_from(["off", "once"]),
            }
        ),
        st.fixed_dictionaries(
            {
                "level": st.just("custom"),
                "board": st.sampled_from([8, 9, 10]),
                "undo": st.sampled_from(["off", "once"]),
                "rotation": st.booleans(),
                "dealing": st.sampled_from(["fitting", "random"]),
                "mix": st.sampled_from(["small", "some-big", "big"]),
            }
        ),
        st.fixed_dictionaries({"daily": st.dates().map(str)}),
    ),
    "stickers": st.just({}),
    "sessions": st.fixed_dictionaries({"board": st.sampled_from([6, 10]), "sequence": st.integers(0, 23)}),
    "master": st.just({}),
}


@st.composite
def positions(draw: st.DrawFn, board: Board) -> int:
    """Boards from empty to nearly full; one in some has a full unit."""
    filled = draw(st.integers(0, board.full))
    if draw(st.booleans()):
        filled |= draw(st.integers(0, board.full))
    return filled


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Rounds of every mode before any move, from a seed or given hands, some on a given board."""
    mode = MODES[draw(st.sampled_from(sorted(MODES)))]
    options = mode.options(draw(OPTIONS[mode.name]))
    board = mode.rules(options).board
    start = draw(st.one_of(st.just(0), positions(board)))
    hands = st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map(tuple), max_size=6).map(tuple)
    return Record(mode, options, draw(st.text(max_size=8)), draw(st.one_of(st.none(), hands)), start)


CHOICES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2), st.integers(0, 99)), max_size=30)
"""(what to do, slot, which of the legal origins); see :func:`chosen_move`."""


def chosen_move(round: Round, choice: tuple[int, int, int]) -> Move:
    """A move, legal in most cases: every origin that is legal can come up."""
    action, slot, number = choice
    if action == 0:
        return TakeBack()
    if action == 1:
        return Rotate(slot)
    if action == 2:
        return Place(slot, number // 10 - 1, number % 10 - 1)
    for each in (slot, (slot + 1) % 3, (slot + 2) % 3):
        origins = legal(round, round.hand[each])
        if origins:
            return Place(each, *origins[number % len(origins)])
    return Place(slot, 0, 0)


def legal(round: Round, piece: Piece | None) -> list[tuple[int, int]]:
    """Every origin at which the piece can be placed, cell by cell."""
    board = round.board
    if piece is None:
        return []
    filled = set(board.cells(round.position))
    lines = range(board.size)
    return [
        (row, column)
        for row in lines
        for column in lines
        if all(
            row + down in lines and column + across in lines and (row + down, column + across) not in filled
            for down, across in piece.cells
        )
    ]


def played(record: Record, choices: list[tuple[int, int, int]]) -> list[tuple[Round, Move, Outcome | Refusal]]:
    """(round before, move, result) of each choice."""
    round = record.begin()
    moves = []
    for choice in choices:
        move = chosen_move(round, choice)
        result = play(round, move)
        moves.append((round, move, result))
        if isinstance(result, Outcome):
            round = result.round
    return moves
