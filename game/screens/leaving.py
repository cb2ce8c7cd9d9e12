"""Ways out of a round: the menu, another round, the same again; with a question where something would be lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.profile import dailies, sessions
from game.profile.keeping import keeping_of, slot_of
from game.profile.kept import KeptRound
from game.rules.modes import CLASSIC
from game.screens import giving_up, saving
from game.words import number, say

if TYPE_CHECKING:
    from game.screens.play import PlayScreen


def open_menu(screen: PlayScreen) -> None:
    """Back to the start; the round is kept as it is."""
    from game.screens.home import HomeScreen

    saving.before_leaving(screen, lambda: screen.context.go(HomeScreen(screen.context, screen.player)))


def open_screen(screen: PlayScreen, name: str) -> None:
    """Another screen, from which the way back leads to the start."""
    from game.screens.doors import door
    from game.screens.home import HomeScreen

    context, player = screen.context, screen.player
    saving.before_leaving(screen, lambda: context.go(door(name)(context, player, lambda: HomeScreen(context, player))))


def open_beside(screen: PlayScreen, name: str) -> None:
    """Another screen, from which the way back leads to this round."""
    from game.screens.doors import door
    from game.screens.play import PlayScreen

    context, player, kept = screen.context, screen.player, screen.kept
    context.go(door(name)(context, player, lambda: PlayScreen(context, player, kept)))


def play_again(screen: PlayScreen) -> None:
    """A new round with the same options, in the place of this one."""
    replace(screen, lambda agreed: screen.open_round(screen.player.restart(screen.kept, agreed)))


def replace(screen: PlayScreen, begin: giving_up.Begin) -> None:
    """Begins a round in the place of this one, which the player gives up; where another tab's stands there, asks first."""
    kept = screen.kept
    giving_up.give_up(screen, screen.player, kept.slot, giving_up.new_round(), begin, [kept])


def _after_daily(screen: PlayScreen) -> tuple[str, Callable[[], None]]:
    """After Classic's daily: its free round goes on where one is in play, else one with the menu's choices begins."""
    player = screen.player
    slot = slot_of(CLASSIC, CLASSIC.options({}))
    free = player.in_the_way(slot)
    if free is not None:
        return say("over.continue", score=number(free.round.score)), lambda: screen.open_round(free)

    def begin(agreed: Sequence[KeptRound]) -> None:
        screen.open_round(player.begin_classic(agreed))

    return say("over.classic"), lambda: giving_up.give_up(screen, player, slot, giving_up.new_round(), begin)


def following(screen: PlayScreen) -> tuple[str, Callable[[], None]]:
    """What can be played after this round: the button's words and what it does."""
    record = screen.kept.record
    if screen.player.expired(screen.kept):
        return say("menu.daily.new"), lambda: screen.open_round(dailies.today(screen.player) or dailies.begin(screen.player))
    if record.options.daily is not None and record.mode is CLASSIC:
        return _after_daily(screen)
    if not keeping_of(record.mode).progress:
        return say("over.again"), lambda: play_again(screen)
    if record.options.daily is None or screen.player.of_another_day(screen.kept):
        key = "over.next" if record.options.daily is None else "over.today"

        def begin(agreed: Sequence[KeptRound]) -> None:
            screen.open_round(sessions.following(screen.player, screen.kept, agreed))

        return say(key), lambda: replace(screen, begin)
    return say("over.sessions"), lambda: open_screen(screen, record.mode.name)


def ask_new(screen: PlayScreen) -> None:
    """A new round, after a question when this one has been played."""
    if not screen.kept.touched or not screen.kept.in_play:
        play_again(screen)
        return
    screen.controls.open(giving_up.asked(giving_up.new_round(), screen.kept, lambda: play_again(screen)))


def ask_restart(screen: PlayScreen) -> None:
    """This session from its beginning, after a question."""
    question = giving_up.session(say("ask.restart.title"), "ask.restart", say("ask.restart.now"))
    screen.controls.open(giving_up.asked(question, screen.kept, lambda: play_again(screen)))
