"""Dealing: seed and hand number to a hand (rules, "Common to all", "Shapes", "Mode classic").

A deal is a pure function of (seed, number of the hand, options and, for "fitting", the position). It
uses nothing of ``random`` but ``Random(int).random()``, whose numbers Python promises to keep.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from itertools import accumulate, compress
from random import Random
from typing import NamedTuple, Protocol

from game.rules.board import Board, Position
from game.rules.pieces import SHAPES, Piece

SLOTS = 3
"""A hand is a tray of three slots."""

Hand = tuple[Piece | None, ...]
"""Three slots, each a piece or empty."""

EMPTY_HAND: Hand = (None,) * SLOTS


class Dealing(StrEnum):
    """Whether a deal looks at the board (rules, "Mode classic")."""

    FITTING = "fitting"
    RANDOM = "random"


class Mix(StrEnum):
    """How the shapes are weighed (rules, "Shapes")."""

    SMALL = "small"
    SOME_BIG = "some-big"
    BIG = "big"


# Percent of the pieces dealt; a shape that is not named is not dealt in that mix.
_TABLES = {
    Mix.SMALL: "I1 12 I2 18 I3 18 L3 20 O4 5 I4 4 T4 4 L4 3 J4 3 S4 2 Z4 2 2×3 3 I5 2 V5 2 P5 1 O9 1",
    Mix.SOME_BIG: "I1 3 I2 6 I3 9 L3 10 O4 8 I4 8 T4 6 L4 6 J4 6 S4 4 Z4 4 I5 8 O9 8 2×3 8 V5 6",
    Mix.BIG: ("I3 4 L3 4 O4 6 I4 4 L4 3 J4 3 T4 2 S4 1 Z4 1 I5 9 O9 9 2×3 9 V5 9 L5 6 J5 6 P5 6 U5 5 T5 5 X5 4 W5 4"),
}


def _weights(table: str) -> Mapping[str, int]:
    words = table.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


WEIGHTS: Mapping[Mix, Mapping[str, int]] = {mix: _weights(_TABLES[mix]) for mix in Mix}
"""How often each shape comes, by mix; the numbers of a mix add up to 100."""


class Lot:
    """Pieces to draw from, each with its share."""

    __slots__ = ("_ends", "_finders", "pieces", "shares")

    def __init__(self, pieces: Iterable[Piece], shares: Iterable[int]) -> None:
        self.pieces, self.shares = tuple(pieces), tuple(shares)
        self._ends = list(accumulate(self.shares))
        self._finders: dict[Board, list[Callable[[Position], Position]]] = {}

    def draw(self, source: Random) -> Piece:
        """The next piece."""
        return self.pieces[bisect_right(self._ends, int(source.random() * self._ends[-1]))]

    def fitting(self, board: Board, position: Position) -> Lot | None:
        """Those pieces that have a place, with their shares; None when there are none."""
        finders = self._finders.get(board)
        if finders is None:
            finders = self._finders[board] = [piece.fit(board).origins for piece in self.pieces]
        places = [find(position) for find in finders]
        if all(places):
            return self
        if not any(places):
            return None
        return Lot(compress(self.pieces, places), compress(self.shares, places))


def _lot(weights: Mapping[str, int]) -> Lot:
    """Each orientation of a shape, 1, 2 or 4 of them, gets an equal share of the shape's weight."""
    return Lot(
        [piece for name in weights for piece in SHAPES[name]],
        [weights[name] * 4 // len(SHAPES[name]) for name in weights for _ in SHAPES[name]],
    )


_LOTS = {mix: _lot(weights) for mix, weights in WEIGHTS.items()}
_CATALOGUE = _lot(dict.fromkeys(SHAPES, 1))


class Dealer(Protocol):
    """Where hands come from."""

    def hand(self, number: int, board: Board, position: Position) -> Hand | None:
        """Hand ``number`` (from 0) for the position at the deal, or None when none are left."""


class SeededDealer(NamedTuple):
    """Endless hands from a seed; the only state is the number of the hand."""

    seed: str
    mix: Mix
    dealing: Dealing

    def hand(self, number: int, board: Board, position: Position) -> Hand:
        # The leading byte keeps seeds that differ only in leading NULs apart.
        text = b"\x01" + f"{number}/{self.seed}".encode("utf-8", "surrogatepass")
        source = Random(int.from_bytes(text, "big"))
        lot = _LOTS[self.mix]
        if self.dealing is Dealing.FITTING:
            # The single cell is in the catalogue: nothing of it fits only where no cell is empty.
            lot = lot.fitting(board, position) or _CATALOGUE.fitting(board, position) or lot
        return lot.draw(source), lot.draw(source), lot.draw(source)


class ListedDealer(NamedTuple):
    """Given hands, one after another; then none are left."""

    hands: tuple[tuple[Piece, ...], ...]

    def hand(self, number: int, board: Board, position: Position) -> Hand | None:
        return pad(self.hands[number]) if number < len(self.hands) else None


def pad(pieces: Iterable[Piece | None]) -> Hand:
    """At most three pieces as a hand, the remaining slots empty."""
    given = tuple(pieces)
    return given + (None,) * (SLOTS - len(given))
