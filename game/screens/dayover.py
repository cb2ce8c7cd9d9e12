"""A daily that is open when its day ends: it closes with its result, and today's is offered (rules, "Mode classic")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.words import say

if TYPE_CHECKING:
    from game.screens.play import PlayScreen

LOOK_EVERY = 20.0
"""Seconds between two looks at the calendar while a daily is open: clocks may be set, so midnight cannot be counted down to."""


def closed(screen: PlayScreen) -> bool:
    """Whether the round is still in play, but not today."""
    return screen.kept.in_play and screen.player.expired(screen.kept)


def look(screen: PlayScreen) -> None:
    """Closes the daily whose day is over, and opens it again where the clock was wrong."""
    if not _watched(screen) or screen.results == closed(screen):
        return
    if screen.results:
        screen.tell("")
        screen.show_results(False)
        return
    screen.player.close(screen.kept)
    screen.gestures.release()
    screen.target = None
    screen.select(None)
    screen.controls.close()
    screen.tell(words(screen), trouble=True)
    screen.show_results(True)


def due(screen: PlayScreen) -> float | None:
    """Seconds until the next look at the calendar; None where the round has no day to end with."""
    return LOOK_EVERY if _watched(screen) else None


def _watched(screen: PlayScreen) -> bool:
    return screen.kept.in_play and screen.kept.record.options.daily is not None


def words(screen: PlayScreen) -> str:
    """Why it is closed."""
    return say("play.daily_expired") if past(screen) else say("play.daily_to_come", day=_day(screen))


def past(screen: PlayScreen) -> bool:
    """Whether the daily's day is over, and not still to come by a clock that was set back."""
    return _day(screen) < screen.player.day_of(screen.kept.record.mode)


def _day(screen: PlayScreen) -> str:
    return screen.kept.record.options.daily or ""
