"""What other tabs and the page tell, on whatever screen it is heard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.profile.player import Player


def hear(player: Player, event: Mapping[str, Any]) -> None:
    """Takes in that another tab has written, or that a newer version of the page waits."""
    if event["kind"] == "storage":
        player.changed_elsewhere(event.get("key"))
    elif event["kind"] == "update":
        player.update_ready = True
