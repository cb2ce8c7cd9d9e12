"""What is said about a board, a piece and a game, held against the one door."""

from __future__ import annotations

import json
import random

import pytest

from game.coach.analysis import (
    BoardTextError,
    Placement,
    best_move,
    best_placement,
    boards,
    last_hand,
    look,
    read_scene,
    rules_of,
    write_rows,
)
from game.coach.health import health
from game.coach.solver import solve
from game.rules.board import board
from game.rules.modes import CLASSIC, MASTER, STICKERS, OptionError, Streak
from game.rules.pieces import SHAPES, piece
from game.rules.record import Record, replay
from game.rules.round import Move, Outcome, Place, Reason, Refusal, Rotate, Status, TakeBack, begin, play

NONE = Streak()
CROSSING = 1 << 40
"""The middle of a board of nine."""
ROW_AND_COLUMN = board(9, boxed=True).parse(["....#...."] * 4 + ["####.####"] + ["....#...."] * 4)


@pytest.mark.parametrize(
    ("mode", "size", "streak", "points"),
    [
        ("master", 9, NONE, [1, 36, 12]),
        ("master", 9, Streak(2), [1, 36, 12, 10]),
        ("classic", 9, NONE, [1, 40]),
        ("classic", 9, Streak(4), [1, 200]),
    ],
)
def test_the_points_come_term_by_term_in_each_mode(mode: str, size: int, streak: Streak, points: list[int]) -> None:
    placement = look(rules_of(mode, size), ROW_AND_COLUMN, piece("#"), 4, 4, streak)
    assert isinstance(placement, Placement)
    assert [term.points for term in placement.terms] == points
    assert placement.points == sum(points)
    assert placement.cells == CROSSING
    assert placement.after == 0
    assert len(placement.cleared) == 2


def test_the_worked_example_of_sessions() -> None:
    rows = ["..#...", "..#...", "##.###", "..#...", "..#...", "..#..."]
    placement = look(rules_of("sessions", 6), board(6).parse(rows), piece("#"), 2, 2, NONE)
    assert isinstance(placement, Placement)
    assert placement.points == 13


def test_a_refusal_says_why() -> None:
    bar = piece("#####")
    outside = look(rules_of("master", 9), 0, bar, 8, 5, NONE)
    assert isinstance(outside, Refusal)
    assert (outside.reason, outside.facts) == (Reason.OUTSIDE, {"axis": "column", "left": 4, "needs": 5})
    full = look(rules_of("master", 9), ROW_AND_COLUMN, bar, 0, 1, NONE)
    assert isinstance(full, Refusal)
    assert (full.reason, full.facts) == (Reason.OCCUPIED, {"row": 0, "column": 4})


def test_the_best_placement_gains_most_and_then_leaves_most_health() -> None:
    chance = random.Random(8)
    for mode, size in boards():
        rules = rules_of(mode, size)
        for _ in range(3):
            position = sum(1 << cell for cell in range(size * size) if chance.random() < 0.5)
            chosen = chance.choice(SHAPES[chance.choice(("I2", "L3", "O4", "I4", "T4"))])
            values = {}
            for row, column in rules.board.cells(chosen.origins(rules.board, position)):
                placement = look(rules, position, chosen, row, column, NONE)
                assert isinstance(placement, Placement)
                values[row, column] = placement.points, health(rules.board, placement.after).number
            best = best_placement(rules, position, chosen, NONE)
            assert (best is None) == (not values)
            if best is not None:
                assert values[best] == max(values.values())


def test_a_board_that_brings_full_units_clears_them_as_a_round_does() -> None:
    rules = rules_of("stickers", 8)
    placement = look(rules, 0b11111111, piece("#"), 7, 7, NONE)
    assert isinstance(placement, Placement)
    round = begin(rules, Record(STICKERS, STICKERS.options({}), deal=((piece("#"),),)).dealer(), 0b11111111)
    outcome = play(round, Place(0, 7, 7))
    assert isinstance(outcome, Outcome)
    assert (placement.points, placement.after) == (outcome.points, outcome.round.position)


def test_every_board_of_every_mode_can_be_chosen() -> None:
    assert set(boards()) == {
        ("classic", 10), ("classic", 9), ("classic", 8), ("stickers", 8), ("sessions", 6), ("sessions", 10), ("master", 9),
    }  # fmt: skip
    assert rules_of("master", 9).board.boxed
    with pytest.raises(OptionError):
        rules_of("master", 8)


# -- games -----------------------------------------------------------------------------------------


def played(seed: str, level: str = "hard") -> Record:
    """A game of classic to its end, each piece at the first place that it has; some moves are taken back."""
    options = CLASSIC.options({"board": 8, "level": level, "undo": "once"})
    round = Record(CLASSIC, options, seed).begin()
    moves: list[Move] = []
    while round.status is Status.PLAYING:
        slot = next(slot for slot in range(3) if round.fits(slot))
        held = round.hand[slot]
        assert held is not None
        turns = round.turns(held)
        turn = next(number for number, turned in enumerate(turns) if turned.origins(round.board, round.position))
        origin = next(round.board.cells(turns[turn].origins(round.board, round.position)))
        made: list[Move] = [*[Rotate(slot)] * turn, Place(slot, *origin)]
        for move in made:
            outcome = play(round, move)
            assert isinstance(outcome, Outcome)
            round = outcome.round
            moves.append(move)
    return Record(CLASSIC, options, seed, moves=tuple(moves))


@pytest.mark.parametrize("level", ["hard", "easy"])
def test_the_last_hand_is_the_one_that_ended_the_game(level: str) -> None:
    for seed in range(5):
        record = played(f"last {seed}", level)
        *_, last = replay(record)
        dealt = last_hand(record)
        assert dealt is not None
        assert dealt.hands == last.round.hands
        assert None not in dealt.hand
        dealer = record.dealer()
        assert dealt.hand == dealer.hand(dealt.hands - 1, dealt.board, dealt.position)
        answer = solve(dealt)
        if answer.witness is not None:
            for move in answer.witness.moves:
                outcome = play(dealt, move)
                assert isinstance(outcome, Outcome)
                dealt = outcome.round
            assert dealt.hands == last.round.hands + 1


def test_a_game_in_play_has_no_last_hand() -> None:
    record = played("in play")
    assert last_hand(Record(record.mode, record.options, record.seed, moves=record.moves[:-1])) is None


def test_a_last_hand_of_fewer_than_three_pieces_is_found_too() -> None:
    full = rules_of("stickers", 8).board.full
    record = Record(STICKERS, STICKERS.options({}), deal=((piece("#"), piece("##")),), start=full & ~1, moves=(Place(0, 0, 0),))
    assert last_hand(record) is None
    stuck = Record(STICKERS, STICKERS.options({}), deal=((piece("##"),),), start=full & ~1)
    assert last_hand(stuck) == stuck.begin()


def test_the_last_hand_after_an_undo_and_refused_moves() -> None:
    record = played("undone")
    back = Record(
        record.mode, record.options, record.seed, moves=(*record.moves, TakeBack(), Place(0, 99, 99), record.moves[-1])
    )
    dealt = last_hand(back)
    assert dealt is not None
    expected = last_hand(record)
    assert expected is not None
    assert (dealt.position, dealt.hand) == (expected.position, expected.hand)


def test_the_best_move_is_the_first_that_gained_most() -> None:
    record = played("best", "easy")
    gained = [step.result.points for step in replay(record) if isinstance(step.result, Outcome)]
    best = best_move(record)
    assert best is not None
    assert best.outcome.points == max(gained) == best.outcome.round.tally.best_move
    assert isinstance(best.outcome.move, Place)
    assert play(best.before, best.outcome.move) == best.outcome
    placements = [step.result for step in replay(record) if isinstance(step.result, Outcome) and step.result.placed]
    assert placements[best.number - 1] == best.outcome


def test_a_move_that_was_taken_back_is_not_the_best() -> None:
    options = MASTER.options({})
    deal = ((piece("#"), piece("##"), piece("#")),)
    moves = (Place(0, 4, 4), TakeBack(), Place(1, 0, 0))
    record = Record(MASTER, options, deal=deal, start=ROW_AND_COLUMN, moves=moves)
    best = best_move(record)
    assert best is not None
    assert (best.outcome.points, best.number) == (2, 1)
    assert best_move(Record(MASTER, options, "nothing")) is None


# -- text ------------------------------------------------------------------------------------------


def test_boards_are_written_and_read_back() -> None:
    chance = random.Random(2)
    for size in (6, 8, 9, 10):
        position = sum(1 << cell for cell in range(size * size) if chance.random() < 0.5)
        text = write_rows(size, position)
        assert read_scene(text) == read_scene(f"\n  {text.replace(chr(10), chr(10) * 2)}\n\n")
        scene = read_scene(text)
        assert (scene.size, scene.position, scene.mode) == (size, position, None)
        assert read_scene(json.dumps(board(size).rows(position))).position == position


def test_a_record_gives_its_last_state() -> None:
    record = played("paste")
    shortened = Record(record.mode, record.options, record.seed, moves=record.moves[:7])
    *_, last = replay(shortened)
    scene = read_scene(json.dumps(shortened.write()))
    assert (scene.position, scene.mode, scene.options) == (last.round.position, CLASSIC, record.options)
    assert scene.streak == last.round.streak
    assert scene.hand == tuple(held for held in last.round.hand if held)


@pytest.mark.parametrize(
    ("text", "problem", "facts"),
    [
        ("  \n ", "empty", {}),
        ("hello", "character", {"row": 1, "character": "h"}),
        ("......\n..x...", "character", {"row": 2, "character": "x"}),
        (".#\0#", "character", {"row": 1, "character": "U+0000"}),
        (".#\u202e#", "character", {"row": 1, "character": "U+202E"}),
        ('["..\\ud800"]', "character", {"row": 1, "character": "U+D800"}),
        ("......\n.....", "ragged", {"row": 2, "has": 5, "expected": 6}),
        ("...\n...\n...", "size", {"rows": 3, "columns": 3}),
        ("......\n......", "size", {"rows": 2, "columns": 6}),
        ("{", "json", {}),
        ("[1, 2]", "json", {}),
        ("[]", "size", {"rows": 0, "columns": 0}),
        ('{"board": 3}', "record", {"why": "not a record: format is missing"}),
        ("[" * 100_000, "json", {}),
    ],
)
def test_a_text_that_is_no_board_says_what_is_wrong(text: str, problem: str, facts: dict[str, object]) -> None:
    with pytest.raises(BoardTextError) as raised:
        read_scene(text)
    assert raised.value.problem == problem
    assert raised.value.facts == facts
