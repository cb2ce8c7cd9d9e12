"""Hints: one legal spot where the rules ask for no more, else the best line for the hand, thought out between frames."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from game.rules.modes import CLASSIC
from game.rules.round import Move, Place, Rotate, Round
from game.screens.aim import first_target, playable_slot
from game.words import say
from game.words.sentences import piece_name

if TYPE_CHECKING:
    from game.coach.solver import Answer, Line
    from game.screens.play import PlayScreen

SLICE = 0.007
"""Seconds of thinking in one frame: what a frame leaves over at sixty a second on a slow device."""
NODES = 8
"""Positions between two looks at the clock."""


class Hinter:
    """Thinks about one round's hand, a little at a time."""

    def __init__(self, round: Round, clock: Callable[[], float] = time.perf_counter) -> None:
        # Loaded when the first hint is asked for: the start of the game does not wait for it.
        from game.coach.solver import Solver

        self.round = round
        self.answer: Answer | None = None
        """What was found, once the thinking is done."""
        self._solver = Solver(round)
        self._clock = clock

    def step(self, seconds: float = SLICE) -> Line | None:
        """Thinks for about so long; the best line once the thinking is done."""
        end = self._clock() + seconds
        while self.answer is None:
            if self._solver.work(NODES):
                self.answer = self._solver.answer
            elif self._clock() >= end:
                return None
        return self.answer.best


def certainty(answer: Answer, round: Round) -> str:
    """What is known of the best line: whether all pieces fit, and whether there may be a better one."""
    pieces = sum(piece is not None for piece in round.hand)
    if pieces == 1 and answer.all_fit:
        return say("hint.certain.one")
    if not answer.all_fit:
        key = "hint.certain.not_all" if answer.exact else "hint.certain.not_all.searched"
        return say(key, placed=answer.best.placed, of=pieces)
    return say("hint.certain.exact" if answer.exact else "hint.certain.searched")


def offers_hint(screen: PlayScreen) -> bool:
    """Whether the round may be helped: classic's daily is for everybody to solve alone."""
    record = screen.kept.record
    return "hint" in screen.face.actions and not (record.mode is CLASSIC and record.options.daily is not None)


class Guide:
    """The hints of one play screen. A line that the player follows is shown on step by step."""

    def __init__(self) -> None:
        self._hinter: Hinter | None = None
        self._line: tuple[Move, ...] = ()
        self._words = ""
        self._since = 0
        """How many moves the round had when the line was found."""

    @property
    def thinking(self) -> bool:
        """Whether :meth:`think` wants to be called at every frame."""
        return self._hinter is not None

    def ask(self, screen: PlayScreen) -> None:
        """Shows the next step of the line, or begins to look for one."""
        if not screen.kept.in_play or self.thinking:
            return
        if self._following(screen) is not None:
            self._show(screen)
            return
        self._hinter = Hinter(screen.kept.round)
        screen.tell(say("hint.thinking"))
        self.think(screen)

    def think(self, screen: PlayScreen) -> None:
        """Thinks for a moment; shows the line's first step when it is found."""
        hinter = self._hinter
        if hinter is None:
            return
        if screen.kept.round is not hinter.round:
            # The player has moved on.
            self._hinter = None
            return
        line = hinter.step()
        if line is None or hinter.answer is None:
            return
        self._hinter = None
        self._line, self._since = line.moves, len(screen.kept.record.moves)
        self._words = certainty(hinter.answer, hinter.round)
        self._show(screen)

    def _following(self, screen: PlayScreen) -> int | None:
        """How far the player has followed the line; None when another way was taken or it is at its end."""
        made = screen.kept.record.moves[self._since :]
        follows = made == self._line[: len(made)] and len(made) < len(self._line)
        return len(made) if follows else None

    def _show(self, screen: PlayScreen) -> None:
        at = self._following(screen)
        if at is None:
            return
        show_step(screen, self._line, at, self._words)


def show_step(screen: PlayScreen, line: tuple[Move, ...], at: int, words: str = "") -> None:
    """Aims at one step of a line without making it, and says which it is."""
    move = line[at]
    assert isinstance(move, Place | Rotate), "a line goes forwards"
    piece = screen.kept.round.hand[move.slot]
    assert piece is not None, "a line moves pieces that are there"
    facts = {"number": at + 1, "of": len(line), "piece": piece_name(piece)}
    if isinstance(move, Place):
        text = say("hint.step", **facts, row=move.row + 1, column=move.column + 1)
        screen.point_at(move.slot, (move.row, move.column))
    else:
        text = say("hint.turn", **facts)
        screen.point_at(move.slot, None)
    screen.tell(f"{text} {words}".rstrip())


def any_spot(screen: PlayScreen) -> None:
    """Shows one legal position of a piece; places nothing and claims nothing (rules, "Mode sessions", Hint)."""
    round = screen.kept.round
    slot = playable_slot(round, screen.selected)
    if slot is None:
        return
    origin = first_target(round, slot, None)
    piece = round.hand[slot]
    assert piece is not None, "a playable slot has a piece"
    screen.point_at(slot, origin)
    text = say("play.hinted", piece=piece_name(piece), row=origin[0] + 1, column=origin[1] + 1)
    screen.tell(text[:1].upper() + text[1:])
