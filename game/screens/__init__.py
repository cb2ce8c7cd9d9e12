"""What the player sees, one file a screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.profile.player import Player
from game.screens.looks import look_of
from game.ui.screen import Context, Screen
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
    context.asked = lambda question: _answer(context, player, question)
    context.sounds = Sounds(lambda: player.settings.now.flag("sound"))
    context.set_look(look_of(player))
    return HomeScreen(context, player)


def _answer(context: Context, player: Player, question: Mapping[str, Any]) -> Mapping[str, str]:
    from game.screens.outside import answer

    return answer(context, player, question)
