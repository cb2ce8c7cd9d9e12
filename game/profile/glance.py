"""A kept round at a glance: what a menu shows of it."""

from __future__ import annotations

from typing import NamedTuple

from game.profile.fields import WrongFieldError, count, field
from game.profile.kept import KeptRound
from game.profile.store import Payload
from game.rules.modes import MODES
from game.rules.round import Status

_SIZES = frozenset(size for mode in MODES.values() for size in mode.choices["board"])
"""The boards that rounds are played on."""


class Glance(NamedTuple):
    """A kept round as a menu shows it, read without replaying it."""

    slot: str
    score: int
    status: Status
    moves: int
    board: tuple[str, ...]
    """The rows, ``#`` filled and ``.`` empty."""
    daily: str | None
    sequence: int | None
    played: int
    """When the latest move was made, in seconds since 1970 UTC."""

    @property
    def in_play(self) -> bool:
        return self.status is Status.PLAYING

    @classmethod
    def of(cls, kept: KeptRound) -> Glance:
        """Of a round that has been read."""
        round, options = kept.round, kept.record.options
        rows = tuple(round.board.rows(round.position))
        moves = len(kept.record.moves)
        return cls(kept.slot, round.score, round.status, moves, rows, options.daily, options.sequence, kept.played)

    @classmethod
    def read(cls, slot: str, payload: Payload) -> Glance:
        """Of a payload, without replaying it. Raises ValueError where it has not the shape of a round."""
        record, board = field(payload, "record", dict), field(payload, "board", list)
        options, moves = field(record, "options", dict), field(record, "moves", list)
        daily, sequence = options.get("daily"), options.get("sequence")
        if len(board) not in _SIZES or not all(_is_row(row, len(board)) for row in board):
            raise WrongFieldError("board is no list of rows")
        return cls(
            slot,
            count(payload, "score"),
            Status(field(payload, "status", str)),
            len(moves),
            tuple(board),
            daily if isinstance(daily, str) else None,
            sequence if type(sequence) is int else None,
            count(payload, "played"),
        )


def _is_row(value: object, size: int) -> bool:
    return isinstance(value, str) and len(value) == size and not value.strip(".#")
