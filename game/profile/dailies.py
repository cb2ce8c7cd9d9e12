"""Classic's dailies: today's, and those of other days, which nobody can continue now (rules, "Mode classic").

Every day has a slot of its own. So a clock that was wrong for a while, or a flight across the date line, displaces no daily
that is still to be continued.
"""

from __future__ import annotations

from game.profile.keeping import DAILY, combination, day_of_slot, slot_of
from game.profile.kept import KeptRound
from game.profile.player import Player
from game.profile.store import Saved
from game.rules.modes import CLASSIC, Options

KEPT = 7
"""So many lie beside each other; beyond that the oldest are given up, and only their results stay."""


def today(player: Player) -> KeptRound | None:
    """The daily of today, if it was begun. Those of earlier days count as ended from now on."""
    day = player.today()
    for slot in _others(player):
        glance = player.glance(slot)
        if glance is not None and glance.daily is not None and glance.daily < day:
            _close(player, slot, glance.daily, glance.moves)
    for slot in (_slot(day), DAILY):
        kept = player.kept(slot)
        if kept is not None and kept.record.options.daily == day:
            return kept
    return None


def begin(player: Player) -> KeptRound:
    """The daily of today from its first hand."""
    kept = player.begin(CLASSIC, {"daily": player.today()})
    _give_up_old(player)
    return kept


def _slot(day: str) -> str:
    return slot_of(CLASSIC, Options(daily=day))


def _others(player: Player) -> list[str]:
    """The slots of the dailies but for today's."""
    mine = _slot(player.today())
    return [slot for slot in player.slots() if slot != mine and (slot == DAILY or day_of_slot(slot))]


def _close(player: Player, slot: str, day: str, moves: int) -> None:
    """Counts a daily as ended; the round is read only where that has not been done."""
    known = player.scores.of(combination(CLASSIC, Options(daily=day))).result(day)
    if (known is None or not known.ended or known.moves != moves) and (kept := player.kept(slot)) is not None:
        player.close(kept)


def _give_up_old(player: Player) -> None:
    """Keeps the number down: those that have ended go first, then those not played for the longest time."""
    others = [(glance.in_play, glance.played, slot) for slot in _others(player) if (glance := player.glance(slot))]
    for _, _, slot in sorted(others)[: -(KEPT - 1)]:
        kept = player.kept(slot)
        if kept is not None and kept.saved is Saved.KEPT:
            player.give_up(kept)
