"""What the play screen says and asks when a round could not be saved as usual."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.profile.kept import Relation
from game.profile.store import Saved
from game.ui.widgets import Dialog, Option
from game.words import number, say

if TYPE_CHECKING:
    from game.profile.player import Elsewhere
    from game.screens.play import PlayScreen

_WORDS = {Saved.SET_ASIDE: "notice.set_aside", Saved.CONFLICT: "notice.conflict"}


def where_it_lives(screen: PlayScreen) -> str:
    """That the round lives in this tab only, and why; empty where there is nothing to say of that."""
    return "" if screen.unsaved is None else say(_WORDS.get(screen.unsaved, "notice.here_only"))


def say_where_it_lives(screen: PlayScreen) -> None:
    """Says that the round lives in this tab only, and why."""
    screen.tell(where_it_lives(screen), trouble=True)


def say_what_became_of_it(screen: PlayScreen) -> None:
    """After it has been tried to save the round, or another tab has written."""
    if screen.unsaved is not None:
        say_where_it_lives(screen)
    elif screen.kept.saved is Saved.KEPT:
        screen.tell(say("notice.saved"))
    screen.rebuild()


def save_here(screen: PlayScreen) -> None:
    """Tries again; where something else lies in the storage, it is the player who decides."""
    if screen.kept.saved is Saved.CONFLICT:
        screen.controls.open(_conflict(screen))
    elif screen.kept.saved is Saved.SET_ASIDE:
        _ask_replace(screen)
    else:
        screen.player.retry()
        say_what_became_of_it(screen)
        return
    screen.rebuild()


def before_leaving(screen: PlayScreen, go: Callable[[], None]) -> None:
    """Leaves the board, after the question which one to keep where this one would be gone then."""
    if screen.player.would_vanish(screen.kept):
        screen.controls.open(_conflict(screen, go))
        screen.rebuild()
    else:
        go()


def _conflict(screen: PlayScreen, go: Callable[[], None] | None = None) -> Dialog:
    """Which of two boards is to be kept; leaves with `go` then, should the player have been about to."""

    def told(answer: Callable[[], None]) -> Callable[[], None]:
        """The answer counts for the boards that the question told of: where one has changed since, it is asked anew."""

        def act() -> None:
            now = _conflict(screen, go)
            if now.text == dialog.text or screen.player.elsewhere(screen.kept) is None:
                answer()
            else:
                screen.controls.open(now)

        return act

    def keep_mine() -> None:
        screen.player.keep_mine(screen.kept)
        say_what_became_of_it(screen)
        if go is not None:
            go()

    def load_other() -> None:
        kept = screen.player.load_other(screen.kept)
        if go is not None:
            go()
        elif kept is not None:
            screen.open_round(kept)
        else:
            say_what_became_of_it(screen)

    other = screen.player.elsewhere(screen.kept)
    load_first = other is not None and _better(screen, other)
    keep = Option("conflict.keep", say("notice.conflict.keep"), told(keep_mine), "quiet" if load_first else "primary")
    load = Option("conflict.load", say("notice.conflict.load"), told(load_other), "primary" if load_first else "quiet")
    later = Option("conflict.later", say("notice.conflict.later"), lambda: None, "plain")
    text = say("notice.conflict") if other is None else _compared(screen, other)
    options = [load, keep, later] if load_first else [keep, load, later]
    dialog = Dialog(
        "conflict", say("notice.conflict.title"), text, options, escape="conflict.later",
        renew=lambda: _conflict(screen, go) if screen.kept.saved is Saved.CONFLICT else None,
    )  # fmt: skip
    return dialog


def _better(screen: PlayScreen, other: Elsewhere) -> bool:
    """Whether the other board is the one that most will want: this round played further, or a living one where this is over."""
    return other.relation is Relation.FURTHER or (other.glance.in_play and not screen.kept.in_play)


def _compared(screen: PlayScreen, other: Elsewhere) -> str:
    """Both rounds by their points and moves, so that the choice is an informed one."""
    kept, there = screen.kept, other.glance
    key = other.relation if other.relation in (Relation.FURTHER, Relation.EARLIER) else "compared" if kept.in_play else "over"
    return say(
        f"notice.conflict.{key}",
        score=number(kept.round.score),
        moves=len(kept.record.moves),
        other=number(there.score),
        further=there.moves,
    )


def _ask_replace(screen: PlayScreen) -> None:
    def replace_it() -> None:
        screen.player.replace_unreadable(screen.kept)
        say_what_became_of_it(screen)

    keep = Option("replace.keep", say("notice.set_aside.keep"), lambda: None, "primary")
    now = Option("replace.now", say("notice.set_aside.replace"), replace_it)
    title = say("notice.set_aside.title")
    screen.controls.open(Dialog("replace", title, say("notice.set_aside"), [keep, now], escape="replace.keep"))


def ask_to_persist(screen: PlayScreen) -> None:
    """Once a round has ended there is something to lose: asks the browser not to erase it. Some ask the player, so only once."""
    if not screen.player.asked_to_persist:
        screen.player.asked_to_persist = True
        screen.context.host.persist()
