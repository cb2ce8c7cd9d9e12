"""Two simple players that show how hard given pieces are: one places at random, one takes care.

They are fast rather than thorough, so they work on positions; what they find is replayed through
the game's own rules before anything relies on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from game.rules.board import Board, Position, union
from game.rules.dealing import SLOTS
from game.rules.pieces import Piece

Step = tuple[int, int]
"""(slot, bit number of the origin) of one placement."""

Player = Callable[[Board, Position, Sequence[Piece | None], Random], Step | None]
"""Chooses a placement for a position and a hand, or None when nothing fits."""


def nth_bit(bits: Position, number: int) -> int:
    """The bit number of the set bit that has ``number`` set bits below it."""
    skipped = 0
    for byte in bits.to_bytes(BYTES, "little"):
        inside = BITS_OF[byte]
        if number < len(inside):
            return skipped + inside[number]
        number -= len(inside)
        skipped += 8
    raise ValueError("there are not so many bits")


BITS_OF = [tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256)]
"""The numbers of the set bits of each byte."""
BYTES = 16
"""Enough for the largest board."""


def settled(board: Board, position: Position, piece: Piece, origin: int) -> tuple[Position, int]:
    """The position after a placement and its clears, and how many units cleared."""
    fit = piece.fit(board)
    filled = position | fit.mask << origin
    cleared = fit.full_units(filled, origin)
    return (filled & ~union(cleared), len(cleared)) if cleared else (filled, 0)


def at_random(board: Board, position: Position, hand: Sequence[Piece | None], source: Random) -> Step | None:
    """Every legal placement of the hand is equally likely."""
    places = [piece.fit(board).origins(position) if piece else 0 for piece in hand]
    counts = [origins.bit_count() for origins in places]
    if not any(counts):
        return None
    number = source.randrange(sum(counts))
    slot = 0
    while number >= counts[slot]:
        number -= counts[slot]
        slot += 1
    return slot, nth_bit(places[slot], number)


def with_care(board: Board, position: Position, hand: Sequence[Piece | None], source: Random) -> Step | None:
    """Clears where it can and else keeps the cells together; sees one placement ahead, and errs a little."""
    best: Step | None = None
    best_value = 0.0
    for slot, piece in enumerate(hand):
        if piece is None:
            continue
        origins = piece.fit(board).origins(position)
        while origins:
            origin = (origins & -origins).bit_length() - 1
            origins &= origins - 1
            after, units = settled(board, position, piece, origin)
            value = 6.0 * units + piece.size - border(board, after) + source.random() * 3
            if best is None or value > best_value:
                best, best_value = (slot, origin), value
    return best


def border(board: Board, position: Position) -> int:
    """How many edges lie between a filled and an empty cell; the board's own edge counts as filled."""
    size = board.size
    left = sum(1 << row * size for row in range(size))
    empty = board.full & ~position
    across = empty & ~left & (position << 1) | position & ~left & (empty << 1)
    down = (empty ^ (empty >> size)) & (board.full >> size)
    return across.bit_count() + down.bit_count()


def route(board: Board, pieces: Sequence[Piece], player: Player, source: Random) -> list[Step] | None:
    """The steps with which the player places all the pieces, three a hand, or None where it gets stuck."""
    position, steps = 0, []
    for first in range(0, len(pieces), SLOTS):
        hand: list[Piece | None] = list(pieces[first : first + SLOTS])
        while any(hand):
            step = player(board, position, hand, source)
            if step is None:
                return None
            slot, origin = step
            chosen = hand[slot]
            assert chosen is not None
            position, _ = settled(board, position, chosen, origin)
            hand[slot] = None
            steps.append(step)
    return steps


def rate(board: Board, pieces: Sequence[Piece], player: Player, source: Random, games: int) -> float:
    """The share of the games in which the player places all the pieces."""
    return sum(route(board, pieces, player, source) is not None for _ in range(games)) / games
