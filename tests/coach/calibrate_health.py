"""What the labels of board health mean: plays many positions on and prints how often the next hands were survived.

Run by hand, some minutes on one core; `docs/health.md` has what it printed::

    python -m tests.coach.calibrate_health [games] [--fit]

Each game is played badly for a while, so that boards of every kind come up, and then sensibly. At the beginning
of each sensibly played hand the board is measured; how many more hands the game lasts says what it was worth.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import Pool
from typing import NamedTuple

from game.coach.health import HARD, THRESHOLDS, Label, counted, flexibility, health, regions, room
from game.rules.board import Board, Position, union
from game.rules.modes import MASTER
from game.rules.pieces import Piece
from game.rules.record import Record

HORIZONS = (3, 10, 30)
"""How many hands are played on, at most the last of them."""
MEASURED = 12
"""Hands of each game at whose beginning the board is measured."""
WORST = 12
"""The most hands of a game that are played badly first."""


class Sample(NamedTuple):
    """A board, and how many hands were survived from there, at most the longest horizon."""

    position: Position
    survived: int


# -- the sensible player ---------------------------------------------------------------------------

def worth(board: Board, position: Position) -> float:
    """How a sensible player likes a board: few cells, and those close together or along the edges."""
    size = board.size
    inner = board.full & ~sum(1 << (row * size + size - 1) for row in range(size))
    borders = ((position ^ position >> 1) & inner).bit_count()
    borders += ((position ^ position >> size) & (board.full >> size)).bit_count()
    return -1.5 * borders - 2.0 * position.bit_count()


def placements(board: Board, position: Position, piece: Piece) -> Iterator[Position]:
    """The board after each legal placement."""
    for row, column in board.cells(piece.origins(board, position)):
        filled = position | piece.at(board, row, column)
        yield filled & ~union(board.full_units(filled))


def play_hand(board: Board, position: Position, hand: Iterable[Piece]) -> Position | None:
    """The board after the hand, each time the placement that looks best now; None when not all were placed."""
    left = list(hand)
    while left:
        choices = [(at, after) for at, piece in enumerate(left) for after in placements(board, position, piece)]
        if not choices:
            return None
        at, position = max(choices, key=lambda choice: worth(board, choice[1]))
        del left[at]
    return position


# -- games -----------------------------------------------------------------------------------------


def play_badly(board: Board, position: Position, hand: Sequence[Piece], chance: random.Random) -> Position | None:
    """The board after the hand, each piece put wherever chance says."""
    for piece in hand:
        places = list(placements(board, position, piece))
        if not places:
            return None
        position = chance.choice(places)
    return position


def game(seed: int) -> list[Sample]:
    """The measured boards of one game."""
    options = MASTER.options({})
    board, dealer = MASTER.rules(options).board, Record(MASTER, options, f"calibrate {seed}").dealer()
    chance = random.Random(seed)
    position, number, bad = 0, 0, chance.randrange(WORST + 1)
    boards: list[Position] = []
    while len(boards) <= MEASURED + HORIZONS[-1]:
        hand = [piece for piece in dealer.hand(number, board, position) or () if piece]
        if bad:
            after, bad = play_badly(board, position, hand, chance), bad - 1
            # A game that bad play would end goes on with good play.
            after = position if after is None else after
        else:
            boards.append(position)
            after = play_hand(board, position, hand)
        if after is None:
            break
        position, number = after, number + 1
    lasted = len(boards) - 1
    return [Sample(at, min(lasted - number, HORIZONS[-1])) for number, at in enumerate(boards[:MEASURED])]


# -- what it says ----------------------------------------------------------------------------------


def share(samples: Sequence[Sample], hands: int) -> float:
    """How many of the samples survived so many hands, 0 to 1."""
    return sum(sample.survived >= hands for sample in samples) / len(samples) if samples else float("nan")


def table(samples: Sequence[Sample], board: Board) -> None:
    """Prints the table of docs/health.md, and the same for each ten points of the number."""
    measured = [(health(board, sample.position), sample) for sample in samples]
    print("| Label | Number | Boards | 3 hands | 10 hands | 30 hands |")
    print("|---|---|---|---|---|---|")
    highest = 100
    for least, label in THRESHOLDS:
        _row(f"{Label(label).name.title()} | {least} to {highest}", [s for h, s in measured if h.label is label])
        highest = least - 1
    print()
    for least in range(90, -1, -5):
        _row(f"| {least} to {least + 4}", [s for h, s in measured if least <= min(h.number, 94) < least + 5])


def _row(head: str, samples: Sequence[Sample]) -> None:
    shares = " | ".join(f"{share(samples, hands):.0%}" for hands in HORIZONS) if samples else ""
    print(f"| {head} | {len(samples)} | {shares} |")


def separation(numbers: Sequence[float], survived: Sequence[bool]) -> float:
    """How often a board that survived has the higher number than one that did not: 0.5 says nothing, 1 all."""
    ranked = sorted(range(len(numbers)), key=lambda index: numbers[index])
    below, wins = 0, 0
    for index in ranked:
        if survived[index]:
            wins += below
        else:
            below += 1
    pairs = below * (len(numbers) - below)
    return wins / pairs if pairs else float("nan")


def fit(samples: Sequence[Sample], board: Board) -> None:
    """Prints how well other weights would separate."""
    counts = [counted(board, sample.position) for sample in samples]
    rooms = [room(board, regions(board, sample.position)) for sample in samples]
    for power in (0.25, 0.33, 0.5, 0.7, 1.0):
        flexible = [flexibility(count, power) for count in counts]
        for weight in (1.0, 0.85, 0.7, 0.5, 0.0):
            numbers = [weight * a + (1 - weight) * b for a, b in zip(flexible, rooms, strict=True)]
            parts = [f"{separation(numbers, [s.survived >= hands for s in samples]):.3f}" for hands in HORIZONS]
            print(f"power {power}, origins {weight:.2f}, room {1 - weight:.2f}: {' '.join(parts)}")


def main() -> None:
    arguments = [argument for argument in sys.argv[1:] if argument != "--fit"]
    games = int(arguments[0]) if arguments else 3000
    with Pool() as pool:
        samples = [sample for played in pool.imap(game, range(games), 4) for sample in played]
    board = MASTER.rules(MASTER.options({})).board
    print(f"{games} games, {len(samples)} boards, {len(HARD)} hard pieces\n")
    table(samples, board)
    if "--fit" in sys.argv:
        print()
        fit(samples, board)


if __name__ == "__main__":
    main()
