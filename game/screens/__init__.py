"""What the player sees, one file a screen."""

from __future__ import annotations

from game.profile.player import Player
from game.ui.screen import Context, Look, Screen


def first(context: Context) -> Screen:
    """The screen that the game opens with."""
    from game.screens.menu import MenuScreen

    player = Player(context.host.storage, lambda: context.host.today_local().text)
    values = player.settings.now
    context.set_look(Look(values.text("theme"), values.text("motion")))
    return MenuScreen(context, player)
