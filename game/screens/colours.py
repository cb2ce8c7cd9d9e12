"""Which colour each filled cell of a round has: told by the Outcomes, kept apart from the rules."""

from __future__ import annotations

from collections.abc import Sequence

from game.profile.kept import KeptRound
from game.rules.board import Position
from game.rules.pieces import Piece
from game.rules.round import Outcome, Place, Round, TakeBack
from game.screens.board_view import Families, with_piece, without

GIVEN = 4
"""The family of cells that were there at the start."""


class Colours:
    """Follows a round from its record on; an undo gives back the colours that were taken."""

    def __init__(self, kept: KeptRound) -> None:
        placements = kept.placements
        self.now: Families = _laid(kept.round, placements)
        self.removed: Families = {}
        """What the latest placement cleared away, for its animation."""
        before = kept.round.before
        self._before: Families = {} if before is None else _laid(before, placements[:-1])

    def follow(self, outcome: Outcome) -> None:
        """Takes in what a move did."""
        if isinstance(outcome.move, Place) and outcome.piece is not None:
            self._before = self.now
            filled = with_piece(self.now, outcome.placed, outcome.piece)
            self.now = without(filled, outcome.removed)
            self.removed = without(filled, ~outcome.removed)
        elif isinstance(outcome.move, TakeBack):
            self.now = self._before


def with_start(position: int) -> Families:
    """The colours of a given board."""
    return {cell: GIVEN for cell in range(position.bit_length()) if position >> cell & 1}


def _laid(round: Round, placements: Sequence[tuple[Position, Piece]]) -> Families:
    """The colours of a board: a filled cell has that of the latest placement in it."""
    families: Families = {}
    rest = round.position
    for placed, piece in reversed(placements):
        if not rest:
            break
        families |= with_piece({}, placed & rest, piece)
        rest &= ~placed
    return families | with_start(rest)
