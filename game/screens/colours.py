"""Which colour each filled cell of a round has: told by the Outcomes, kept apart from the rules."""

from __future__ import annotations

from game.rules.record import Record, replay
from game.rules.round import Outcome, Place, TakeBack
from game.screens.board_view import Families, with_piece, without

GIVEN = 4
"""The family of cells that were there at the start."""


class Colours:
    """Follows a round from its record on; an undo gives back the colours that were taken."""

    def __init__(self, record: Record) -> None:
        self.now: Families = {}
        self.removed: Families = {}
        """What the latest placement cleared away, for its animation."""
        self._before: Families = {}
        for step in replay(record):
            if step.number == 0:
                self.now = with_start(step.round.position)
            elif isinstance(step.result, Outcome):
                self.follow(step.result)

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
