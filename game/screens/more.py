"""What else can be done with the round on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.rules.round import Status
from game.screens.faces import health_of, health_words
from game.screens.leaving import open_beside
from game.ui.screen import Screen
from game.ui.widgets import Dialog, Option
from game.words import say

if TYPE_CHECKING:
    from game.screens.play import PlayScreen

MOST = 3
"""So many choices beside the way out: more would not fit a phone that lies on its side."""


def open_more(screen: PlayScreen) -> None:
    """Asks what to look at."""
    options = [Option("more.analyze", say("more.analyze"), lambda: analyze(screen))]
    if screen.kept.round.status is not Status.PLAYING:
        options.insert(0, Option("more.review", say("more.review"), lambda: review(screen), "primary"))
    if screen.face.health:
        options.append(Option("more.health", say("more.health"), lambda: explain_health(screen)))
    if len(options) < MOST:
        options.append(Option("more.practice", say("menu.practice"), lambda: open_beside(screen, "practice")))
    options.append(Option("more.close", say("notice.close"), lambda: None, "plain"))
    screen.controls.open(Dialog("more", say("more.title"), "", options, escape="more.close"))


def explain_health(screen: PlayScreen) -> None:
    """What was counted for the health of the board."""
    title, text = health_words(health_of(screen))
    close = Option("health.close", say("notice.close"), lambda: None, "primary")
    screen.controls.open(Dialog("health", title, text, [close], escape="health.close"))


def analyze(screen: PlayScreen) -> None:
    """The analyzer with this position; the round stays as it is."""
    from game.screens.analyzer import AnalyzerScreen

    kept = screen.kept
    mode = kept.record.mode.name
    context = screen.context
    context.go(AnalyzerScreen.of_round(context, screen.player, _back_to(screen), mode, kept.round))


def review(screen: PlayScreen) -> None:
    """A look back at the game that has ended."""
    from game.screens.review import ReviewScreen

    context = screen.context
    context.go(ReviewScreen(context, screen.player, _back_to(screen), screen.kept.record))


def _back_to(screen: PlayScreen) -> Callable[[], Screen]:
    from game.screens.play import PlayScreen

    return lambda: PlayScreen(screen.context, screen.player, screen.kept)
