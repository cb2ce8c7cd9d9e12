"""The fixed sequences of mode sessions: there are as many as promised, all can be played, none is trivial."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.rules.board import board
from game.rules.modes import SESSIONS
from game.rules.pieces import Piece
from game.rules.record import Record
from game.rules.round import Outcome, Place, Status, play
from game.rules.sequence_data import PIECES
from game.rules.sequences import LENGTHS, SEQUENCES, sequence_dealer
from tests.rules.make_sequences import AIMS, NEAR_ENOUGH, RANDOM_LIMIT, make
from tests.rules.players import at_random, rate

ROUTES = json.loads((Path(__file__).parent / "sequence_routes.json").read_text("utf-8"))
EACH = [(size, number) for size in (6, 10) for number in range(24)]


def pieces_of(size: int, number: int) -> Iterator[Piece]:
    """The pieces in the order dealt."""
    for hand in sequence_dealer(size, number).hands:
        yield from hand


def test_there_are_24_sequences_of_12_and_of_24_pieces_in_hands_of_three() -> None:
    assert SEQUENCES == 24
    assert LENGTHS == {6: 12, 10: 24}
    for size, number in EACH:
        hands = sequence_dealer(size, number).hands
        assert [len(hand) for hand in hands] == [3] * (LENGTHS[size] // 3)
    assert {size: len(sequences) for size, sequences in PIECES.items()} == {6: 24, 10: 24}


def test_no_two_sequences_are_alike_and_every_piece_is_of_the_catalogue() -> None:
    assert len({text for sequences in PIECES.values() for text in sequences}) == 48
    for size, number in EACH:
        shapes = {each.shape for each in pieces_of(size, number)}
        assert None not in shapes
        assert len(shapes) >= 3


def test_published_sequences_stay_as_they_are() -> None:
    # Players come back to a sequence by its number: a change of the data would be a change of the game.
    published = hashlib.sha256(json.dumps(PIECES).encode()).hexdigest()
    assert published == "7551a3b74fc2843316fad3a450f4ec091b01f81c6e9de5765c34d328fb8fed06"


@pytest.mark.parametrize(("size", "number"), EACH)
def test_the_stored_route_places_every_piece(size: int, number: int) -> None:
    round = Record(SESSIONS, SESSIONS.options({"board": size, "sequence": number})).begin()
    for step in ROUTES[str(size)][number]["route"].split():
        assert round.status is Status.PLAYING
        result = play(round, Place(*map(int, step.split(","))))
        assert isinstance(result, Outcome)
        round = result.round
    assert round.status is Status.COMPLETE
    assert round.tally.pieces == LENGTHS[size]


@pytest.mark.parametrize("size", [6, 10])
def test_a_player_at_random_fails_at_nearly_all_and_the_difficulty_rises(size: int) -> None:
    print(f"\n{size}×{size}: how often a careful player and one at random place every piece")
    source = Random(size)
    rates = []
    for number, known in enumerate(ROUTES[str(size)]):
        random = rate(board(size), list(pieces_of(size, number)), at_random, source, 100)
        rates.append(random)
        print(f"{number:2}  careful {known['careful']:6.1%}  random {known['random']:6.1%}  {known['theme']}")
        assert known["random"] <= RANDOM_LIMIT
        assert random <= 2 * RANDOM_LIMIT
    assert sum(rates) / len(rates) < RANDOM_LIMIT / 2
    careful = [known["careful"] for known in ROUTES[str(size)]]
    assert careful == sorted(careful, reverse=True)
    easiest, hardest = AIMS[size]
    assert abs(careful[0] - easiest) <= NEAR_ENOUGH
    assert abs(careful[-1] - hardest) <= NEAR_ENOUGH


def test_the_script_that_made_the_sequences_makes_them_again() -> None:
    (first, last), number = AIMS[6], 7
    made = make(6, number, first + (last - first) * number / (SEQUENCES - 1))
    assert " ".join(piece.text for piece in made.pieces) in PIECES[6]
