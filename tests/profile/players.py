"""Players for the tests: a profile with a clock of our own, and moves as a player makes them."""

from __future__ import annotations

from itertools import count
from random import Random

from game.profile.kept import KeptRound
from game.profile.player import Player
from game.profile.store import Storage
from game.rules.modes import CLASSIC, MASTER, SESSIONS, STICKERS, Mode, OptionValue
from game.rules.round import Move, Outcome, Place, Rotate, Round, TakeBack
from tests.rules.players import with_care

ROUNDS: tuple[tuple[Mode, dict[str, OptionValue]], ...] = (
    (CLASSIC, {"level": "easy", "undo": "once"}),
    (CLASSIC, {"daily": "2026-07-01"}),
    (STICKERS, {}),
    (SESSIONS, {"board": 6, "sequence": 3}),
    (SESSIONS, {"board": 10, "daily": "2026-07-01"}),
    (MASTER, {}),
)
"""One round of every kind that is kept."""


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self, day: str = "2026-07-01", utc: str | None = None, time: float = 1_800_000_000.0) -> None:
        self.day, self.utc, self.time = day, utc or day, time

    def seconds(self) -> float:
        self.time += 1
        return self.time


def player(storage: Storage, clock: Clock | None = None, seeds: str = "seed") -> Player:
    """A player with that storage; its rounds have the seeds seed0, seed1, ..."""
    at, numbers = clock or Clock(), count()
    return Player(
        storage,
        lambda: at.day,
        lambda: f"{seeds}{next(numbers)}",
        today_utc=lambda: at.utc,
        clock=at.seconds,
    )


def giving_up(player: Player, slot: str) -> list[KeptRound]:
    """The round in the slot, for a player who gives it up for a new one."""
    kept = player.kept(slot)
    assert kept is not None
    return [kept]


def a_move(round: Round, source: Random, undo: float = 0.1) -> Move | None:
    """A legal move as a player makes them, or None when the round has ended for good."""
    if round.can_undo and source.random() < undo:
        return TakeBack()
    slots = [slot for slot, piece in enumerate(round.hand) if piece]
    if round.rules.rotation and slots and round.status == "playing" and source.random() < 0.2:
        return Rotate(source.choice(slots))
    step = with_care(round.board, round.position, round.hand, source) if round.status == "playing" else None
    if step is None:
        # Only a turn may help now.
        return Rotate(source.choice(slots)) if round.rules.rotation and round.status == "playing" else None
    slot, origin = step
    return Place(slot, *divmod(origin, round.board.size))


def play_on(player: Player, kept: KeptRound, moves: int, source: Random, undo: float = 0.1) -> int:
    """Makes up to so many moves; returns how many."""
    for made in range(moves):
        move = a_move(kept.round, source, undo)
        if move is None:
            return made
        assert isinstance(player.play(kept, move), Outcome)
    return moves
