"""What the player sees, one file a screen."""

from __future__ import annotations

from game.profile.player import Player
from game.ui.screen import Context, Look, Screen
from game.ui.sound import Sounds


def first(context: Context) -> Screen:
    """The screen that the game opens with."""
    from game.screens.home import HomeScreen

    host = context.host
    player = Player(
        host.storage,
        lambda: host.today_local().text,
        today_utc=lambda: host.today_utc().text,
        clock=host.unix_time,
    )
    context.sounds = Sounds(lambda: player.settings.now.flag("sound"))
    values = player.settings.now
    context.set_look(Look(values.text("theme"), values.text("motion")))
    return HomeScreen(context, player)
