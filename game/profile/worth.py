"""When what is kept has become worth a backup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.profile.fields import count
from game.profile.keeping import KEEPING
from game.profile.shared import Kind
from game.profile.store import Payload

if TYPE_CHECKING:
    from game.profile.player import Player

NAME = "backup"
"""The record of this device's latest backup. It is about this device alone and in no backup itself."""
GAMES = 10
"""So many games after the latest backup another one is worth the trouble."""


def _read(payload: Payload) -> int:
    return count(payload, "games")


KIND: Kind[int] = Kind(0, _read, lambda games: {"games": games}, max)


def games_played(player: Player) -> int:
    """Games of all modes together."""
    return sum(player.scores.of(name).games for keeping in KEEPING.values() for name in keeping.combinations)


def backup_is_due(player: Player) -> bool:
    """Whether so much has been played since the latest backup that the player may be reminded."""
    return games_played(player) - player.backups.now >= GAMES


def note_backup(player: Player) -> None:
    """A backup has been given out."""
    games = games_played(player)
    player.backups.change(lambda noted: max(noted, games))
