"""The look that the player's settings ask for."""

from __future__ import annotations

from game.profile.player import Player
from game.ui.screen import Look


def look_of(player: Player) -> Look:
    """The look as the settings stand."""
    values = player.settings.now
    return Look(values.text("theme"), values.text("motion"))
