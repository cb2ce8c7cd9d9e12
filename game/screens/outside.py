"""What the page's scripts ask of the game: a backup of everything, and to take one in (interfaces.md, §3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.profile import backup
from game.profile.backup import BackupError
from game.profile.player import Player
from game.screens.home import HomeScreen
from game.screens.looks import look_of
from game.ui.screen import Context
from game.words import say


def answer(context: Context, player: Player, question: Mapping[str, Any]) -> Mapping[str, str]:
    """The answer as Host.answer wants it."""
    if question["what"] == "save":
        return {"value": backup.export(player)}
    try:
        brought = backup.parse(str(question["text"]))
        # Nobody is asked here whether all is to be given up for nothing.
        if brought.records:
            backup.replace(player, brought)
    except BackupError as error:
        return {"error": say(f"backup.flaw.{error.flaw.value}", where=str(error)), "name": "BackupError"}
    except OSError:
        return {"error": say("backup.refused"), "name": "StorageError"}
    context.set_look(look_of(player))
    context.go(HomeScreen(context, player))
    return {"value": ""}
