"""Three engines that play the same games on 8×8: two plain ones, and the game's own rules.

The plain ones are written the way such engines commonly are: one holds the board as a list of lists and
tries each origin cell by cell; the other holds it as one integer with one mask for each origin of each
piece, tries them one after another and then tests every row and column. All three number the legal
placements alike (slot by slot, origins row by row), so from one seed they play the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from game.rules.board import Position, board, union
from game.rules.pieces import Fit, Piece
from tests.rules.players import nth_bit

SIZE = 8
BOARD = board(SIZE)
Hands = Sequence[Sequence[Piece]]
Game = tuple[int, int]
"""(placements made, units cleared)."""


class Engine(Protocol):
    """Plays the hands until nothing fits."""

    name: str

    def at_random(self, hands: Hands, source: Random) -> Game:
        """Each legal placement of the hand is equally likely."""

    def greedily(self, hands: Hands) -> Game:
        """Tries all placements of each piece: most units cleared, then most contact, then the first.

        Contact is the number of filled cells beside the piece and of its edges at the board's own edge.
        """


class Lists:
    """The board as a list of lists of booleans."""

    name = "list of lists"

    def at_random(self, hands: Hands, source: Random) -> Game:
        rows = [[False] * SIZE for _ in range(SIZE)]
        moves = units = 0
        for dealt in hands:
            hand: list[Piece | None] = list(dealt)
            while any(hand):
                legal = self._legal(rows, hand)
                if not legal:
                    return moves, units
                slot, row, column = legal[int(source.random() * len(legal))]
                units += self._place(rows, hand, slot, row, column)
                moves += 1
        return moves, units

    def greedily(self, hands: Hands) -> Game:
        rows = [[False] * SIZE for _ in range(SIZE)]
        moves = units = 0
        for dealt in hands:
            hand: list[Piece | None] = list(dealt)
            while any(hand):
                best, best_value = None, (-1, -1)
                for slot, row, column in self._legal(rows, hand):
                    piece = hand[slot]
                    assert piece is not None
                    tried = [line[:] for line in rows]
                    for down, across in piece.cells:
                        tried[row + down][column + across] = True
                    full_rows, full_columns = self._full(tried)
                    value = (len(full_rows) + len(full_columns), self._contact(rows, piece, row, column))
                    if value > best_value:
                        best, best_value = (slot, row, column), value
                if best is None:
                    return moves, units
                units += self._place(rows, hand, *best)
                moves += 1
        return moves, units

    def _legal(self, rows: list[list[bool]], hand: list[Piece | None]) -> list[tuple[int, int, int]]:
        legal = []
        for slot, piece in enumerate(hand):
            if piece is None:
                continue
            for row in range(SIZE - piece.height + 1):
                for column in range(SIZE - piece.width + 1):
                    for down, across in piece.cells:
                        if rows[row + down][column + across]:
                            break
                    else:
                        legal.append((slot, row, column))
        return legal

    def _place(self, rows: list[list[bool]], hand: list[Piece | None], slot: int, row: int, column: int) -> int:
        piece = hand[slot]
        assert piece is not None
        hand[slot] = None
        for down, across in piece.cells:
            rows[row + down][column + across] = True
        full_rows, full_columns = self._full(rows)
        for each in full_rows:
            rows[each] = [False] * SIZE
        for each in full_columns:
            for line in rows:
                line[each] = False
        return len(full_rows) + len(full_columns)

    def _full(self, rows: list[list[bool]]) -> tuple[list[int], list[int]]:
        full_rows = [number for number, line in enumerate(rows) if all(line)]
        full_columns = [number for number, column in enumerate(zip(*rows, strict=True)) if all(column)]
        return full_rows, full_columns

    def _contact(self, rows: list[list[bool]], piece: Piece, row: int, column: int) -> int:
        beside, walls = set(), 0
        for down, across in piece.cells:
            r, c = row + down, column + across
            for near_row, near_column in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if not (0 <= near_row < SIZE and 0 <= near_column < SIZE):
                    walls += 1
                elif rows[near_row][near_column]:
                    beside.add((near_row, near_column))
        return len(beside) + walls


class Bits:
    """The board as one integer, a mask for each origin, every line tested after each placement."""

    name = "one mask per origin"

    def __init__(self) -> None:
        self._masks: dict[Piece, list[Position]] = {}
        self._halos: dict[Position, tuple[Position, int]] = {}
        self._lines = [sum(1 << row * SIZE + column for column in range(SIZE)) for row in range(SIZE)]
        self._lines += [sum(1 << row * SIZE + column for row in range(SIZE)) for column in range(SIZE)]

    def prepare(self, piece: Piece) -> list[Position]:
        """The masks of the piece, made once."""
        if piece not in self._masks:
            self._masks[piece] = [
                sum(1 << (row + down) * SIZE + column + across for down, across in piece.cells)
                for row in range(SIZE - piece.height + 1)
                for column in range(SIZE - piece.width + 1)
            ]
            for mask in self._masks[piece]:
                self._halos[mask] = halo(mask)
        return self._masks[piece]

    def at_random(self, hands: Hands, source: Random) -> Game:
        position = moves = units = 0
        for dealt in hands:
            hand: list[list[Position] | None] = [self.prepare(piece) for piece in dealt]
            while any(hand):
                legal = [
                    (slot, mask) for slot, masks in enumerate(hand) if masks is not None for mask in masks if not mask & position
                ]
                if not legal:
                    return moves, units
                slot, mask = legal[int(source.random() * len(legal))]
                hand[slot] = None
                position, cleared = self._settled(position | mask)
                units += cleared
                moves += 1
        return moves, units

    def greedily(self, hands: Hands) -> Game:
        position = moves = units = 0
        for dealt in hands:
            hand: list[list[Position] | None] = [self.prepare(piece) for piece in dealt]
            while any(hand):
                best, best_value = None, (-1, -1)
                for slot, masks in enumerate(hand):
                    if masks is None:
                        continue
                    for mask in masks:
                        if mask & position:
                            continue
                        filled = position | mask
                        cleared = 0
                        for line in self._lines:
                            if filled & line == line:
                                cleared += 1
                        beside, walls = self._halos[mask]
                        contact = (beside & position).bit_count() + walls
                        if (cleared, contact) > best_value:
                            best, best_value = (slot, mask), (cleared, contact)
                if best is None:
                    return moves, units
                slot, mask = best
                hand[slot] = None
                position, cleared = self._settled(position | mask)
                units += cleared
                moves += 1
        return moves, units

    def _settled(self, filled: Position) -> tuple[Position, int]:
        removed = cleared = 0
        for line in self._lines:
            if filled & line == line:
                removed |= line
                cleared += 1
        return filled & ~removed, cleared


class Ours:
    """The game's own rules: all origins at once, and the units only where the piece lies."""

    name = "this game"

    def __init__(self) -> None:
        self._halos: dict[Fit, dict[int, tuple[Position, int]]] = {}

    def at_random(self, hands: Hands, source: Random) -> Game:
        position = moves = units = 0
        for dealt in hands:
            hand = [piece.fit(BOARD) for piece in dealt]
            while hand:
                places = [fit.origins(position) for fit in hand]
                total = 0
                for origins in places:
                    total += origins.bit_count()
                if not total:
                    return moves, units
                number = int(source.random() * total)
                slot = 0
                while number >= (count := places[slot].bit_count()):
                    number -= count
                    slot += 1
                fit, origin = hand.pop(slot), nth_bit(places[slot], number)
                position |= fit.mask << origin
                cleared = fit.full_units(position, origin)
                if cleared:
                    units += len(cleared)
                    position &= ~union(cleared)
                moves += 1
        return moves, units

    def greedily(self, hands: Hands) -> Game:
        position = moves = units = 0
        for dealt in hands:
            hand = [piece.fit(BOARD) for piece in dealt]
            while hand:
                slot, origin = self._greedy(position, hand)
                if origin < 0:
                    return moves, units
                fit = hand.pop(slot)
                position |= fit.mask << origin
                cleared = fit.full_units(position, origin)
                if cleared:
                    units += len(cleared)
                    position &= ~union(cleared)
                moves += 1
        return moves, units

    def _greedy(self, position: Position, hand: list[Fit]) -> tuple[int, int]:
        """(slot, origin), or an origin of -1 when nothing fits."""
        gaps = BOARD.gaps(position, max(fit.reach for fit in hand))
        most_units, most_contact, best = 0, -1, (0, -1)
        for slot, fit in enumerate(hand):
            origins = fit.origins(position)
            units, origins = most_clearing(origins, [fit.completing(gap) for gap, _ in gaps])
            if units < most_units:
                continue
            if units > most_units:
                most_units, most_contact = units, -1
            halos = self._halos.get(fit) or self._measure(fit)
            while origins:
                origin = (origins & -origins).bit_length() - 1
                origins &= origins - 1
                beside, walls = halos[origin]
                contact = (beside & position).bit_count() + walls
                if contact > most_contact:
                    most_contact, best = contact, (slot, origin)
        return best

    def _measure(self, fit: Fit) -> dict[int, tuple[Position, int]]:
        self._halos[fit] = {origin: halo(fit.mask << origin) for origin in range(SIZE * SIZE) if fit.inside >> origin & 1}
        return self._halos[fit]


def most_clearing(origins: Position, completing: list[Position]) -> tuple[int, Position]:
    """(the most units that one of the origins clears, those origins)."""
    layers = [origins]
    """layers[n]: the origins that clear n units or more."""
    for each in completing:
        each &= origins
        if each:
            layers.append(0)
            for number in range(len(layers) - 1, 0, -1):
                layers[number] |= layers[number - 1] & each
            if not layers[-1]:
                layers.pop()
    return len(layers) - 1, layers[-1]


def halo(mask: Position) -> tuple[Position, int]:
    """(the cells beside a placement, how many of its edges lie at the board's edge)."""
    beside, walls = 0, 0
    cells = set(BOARD.cells(mask))
    for row, column in cells:
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if not (0 <= near[0] < SIZE and 0 <= near[1] < SIZE):
                walls += 1
            elif near not in cells:
                beside |= BOARD.bit(*near)
    return beside, walls
