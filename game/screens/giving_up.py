"""The question before a new round takes the place of one in play.

It is asked again where another round stands there by the time of the answer: another tab may have stored it meanwhile. So
nobody gives up a round without having been told of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.profile.kept import KeptRound
from game.profile.player import Player
from game.ui.screen import Screen
from game.ui.widgets import Dialog, Option
from game.words import number, say

Begin = Callable[[Sequence[KeptRound]], None]
"""Begins the new round, given those that its player has agreed to give up."""


class Question(NamedTuple):
    """What is asked, in words."""

    title: str
    text: Callable[[KeptRound], str]
    """What will be given up."""
    keep: str
    id: str
    """Of the answer that gives it up."""
    new: str


def new_round() -> Question:
    """For rounds of which there is always another."""
    return Question(
        say("ask.give_up.title"),
        lambda kept: say("ask.give_up.text", score=number(kept.round.score)),
        say("ask.give_up.keep"),
        "ask.new",
        say("ask.give_up.new"),
    )


def session(title: str, id: str, new: str) -> Question:
    """For sessions, which are given up for another one or to begin anew."""
    return Question(title, _session_text, say("ask.restart.keep"), id, new)


def _text_elsewhere(kept: KeptRound) -> str:
    return say("ask.elsewhere.text", score=number(kept.round.score))


def _session_text(kept: KeptRound) -> str:
    return say("ask.restart.text", pieces=kept.round.tally.pieces, score=number(kept.round.score))


def asked(
    question: Question,
    kept: KeptRound,
    new: Callable[[], None],
    id: str = "ask",
    renew: Callable[[], Dialog | None] | None = None,
) -> Dialog:
    """The question about a round, which `new` gives up."""
    options = [Option("ask.keep", question.keep, lambda: None, "primary"), Option(question.id, question.new, new)]
    return Dialog(id, question.title, question.text(kept), options, escape="ask.keep", renew=renew)


def give_up(
    screen: Screen, player: Player, slot: str, question: Question, begin: Begin, agreed: Sequence[KeptRound] = ()
) -> None:
    """Begins a round in the slot, after the question where one in play there has not been agreed on."""
    dialog = _ask(screen, player, slot, question, begin, agreed)
    if dialog is None:
        begin(agreed)
    else:
        screen.controls.open(dialog)


def _ask(
    screen: Screen, player: Player, slot: str, question: Question, begin: Begin, agreed: Sequence[KeptRound]
) -> Dialog | None:
    """The question by what stands there now; None where nothing has to be asked."""
    found = player.in_the_way(slot, agreed)
    if found is None:
        return None
    # What the player did not know of is another tab's.
    put = question._replace(text=_text_elsewhere, keep=say("ask.elsewhere.keep")) if agreed else question
    return asked(
        put,
        found,
        lambda: give_up(screen, player, slot, question, begin, [*agreed, found]),
        "elsewhere" if agreed else "ask",
        lambda: _ask(screen, player, slot, question, begin, agreed),
    )
