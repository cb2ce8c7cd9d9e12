"""A mode that the game does not have, made through the public API alone, as docs/adding-a-mode.md says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from game.coach.solver import solve
from game.rules.board import Board, Position, board
from game.rules.dealing import Dealing, Hand, Mix, SeededDealer, pad
from game.rules.modes import (
    MODES,
    Mode,
    OptionError,
    Options,
    OptionValue,
    Rules,
    Streak,
    Term,
    Undo,
    chosen_size,
    default,
    plain_streak,
)
from game.rules.record import Record, RecordError, line, parse, replay
from game.rules.round import Outcome, Place, Refusal, Status, TakeBack, play

# Pairs: small boards, hands of two pieces, sixteen placements a round. Each unit pays 3, twice as much
# when the move before cleared too.
CHOICES: Mapping[str, tuple[OptionValue, ...]] = {"board": (5, 7), "rotation": (True, False)}


def pairs_score(on: Board, cells: int, units: int, before: Streak, after: Streak) -> tuple[Term, ...]:
    """3 a unit, doubled in a streak; cells pay nothing."""
    return (Term("clear", units, 3 * units, 2 if before.count else 1),) if units else ()


@dataclass(frozen=True)
class PairDealer:
    """Two small pieces a hand."""

    seed: str

    def hand(self, number: int, board: Board, position: Position) -> Hand:
        return pad(SeededDealer(self.seed, Mix.SMALL, Dealing.RANDOM).hand(number, board, position)[:2])


def pairs_rules(options: Options) -> Rules:
    """What follows from the options."""
    return Rules(board(chosen_size(options)), bool(options.rotation), Undo.ONCE, pairs_score, plain_streak, 16)


PAIRS = Mode(
    name="pairs",
    choices=CHOICES,
    settle=lambda options: default(options, CHOICES),
    rules=pairs_rules,
    dealer=lambda options, seed: PairDealer(seed),
)
WITH_PAIRS = {**MODES, PAIRS.name: PAIRS}


def record(**changes: object) -> Record:
    least = {"format": "block-puzzle-record/1", "mode": "pairs", "options": {}, "seed": "x", "moves": []}
    return parse(json.dumps({**least, **changes}), WITH_PAIRS)


def test_its_records_are_read_written_and_replayed() -> None:
    given = record(options={"board": 7}, moves=[{"place": [0, 0, 0]}, {"undo": True}, {"rotate": 1}, {"place": [2, 0, 0]}])
    assert given.options.chosen() == {"board": 7, "rotation": True}
    assert parse(json.dumps(given.write()), WITH_PAIRS) == given
    lines = [line(step) for step in replay(given)]
    assert [each["reason"] for each in lines] == [None, None, None, None, "empty-slot"]
    assert len(given.begin().board.rows(0)) == 7
    assert all(each["points"] == 0 for each in lines)


def test_its_options_are_checked() -> None:
    with pytest.raises(RecordError, match="options: board must be one of 5, 7, not 6"):
        record(options={"board": 6})
    with pytest.raises(RecordError, match="options: pairs has no option 'level'"):
        record(options={"level": "easy"})
    with pytest.raises(RecordError, match="mode: 'pairs' is not one of"):
        parse(json.dumps(record().write()))


@pytest.mark.parametrize(("offered", "listed"), [(10, "0, 1, 2, 3, 4, 5, 6, 7, 8, 9"), (11, "0 to 10")])
def test_many_values_are_named_by_the_first_and_the_last(offered: int, listed: str) -> None:
    mode = replace(PAIRS, choices={"sequence": tuple(range(offered))})
    with pytest.raises(OptionError, match=f"^sequence must be one of {listed}, not 99$"):
        mode.options({"sequence": 99})


def test_its_hands_its_score_and_its_streak_are_its_own() -> None:
    rows = ["####.", "####."] + ["....."] * 3
    hands = [["#", "#"], ["#/#", "#"]]
    steps = list(replay(record(start=rows, deal=hands, moves=[{"place": [0, 0, 4]}, {"place": [1, 1, 4]}])))
    assert [step.round.score for step in steps] == [0, 3, 3 + 6]
    assert [step.round.streak.count for step in steps] == [0, 1, 2]
    seeded = record().begin()
    assert [held is not None for held in seeded.hand] == [True, True, False]


def test_a_round_of_it_is_played_by_the_solver_to_its_end() -> None:
    round = record().begin()
    undone = False
    while round.status is Status.PLAYING:
        best = solve(round).best
        assert best.moves
        for move in best.moves:
            result = play(round, move)
            assert isinstance(result, Outcome)
            round = result.round
        if not undone:
            back = play(round, TakeBack())
            assert isinstance(back, Outcome)
            assert isinstance(play(back.round, TakeBack()), Refusal)
            round, undone = back.round, True
    assert round.status is Status.COMPLETE
    assert round.tally.pieces == 16
    assert isinstance(play(round, Place(0, 0, 0)), Refusal)
