"""A look back at a game that has ended: could its last hand have been placed, and what was its best move?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from game.coach.analysis import best_move, last_hand
from game.coach.solver import Answer
from game.profile.player import Player
from game.rules.record import Record
from game.rules.round import Move, Outcome, Place, Round, play
from game.screens.aim import Preview, preview
from game.screens.board_view import BoardPicture, draw_piece, draw_preview, draw_slot, piece_cell
from game.screens.colours import with_start
from game.screens.events import hear
from game.screens.heads import leave, leave_on_escape
from game.screens.hinting import Hinter
from game.screens.play_layout import PlayLayout, bench_layout
from game.ui.input import Intent, Key
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Context, Screen, View
from game.ui.text import Weight
from game.ui.theme import BODY, LEAD, RADIUS, SMALL, TARGET, Colour
from game.ui.widgets import Button, Choice, Label
from game.words import number, say
from game.words.sentences import piece_name, points_words

TOOLS = 240.0
"""The height of the tabs, a hand that can be seen, some words and the buttons, in CSS pixels."""
SLOT = 130.0
"""The tallest that a slot of the hand gets, in CSS pixels."""
BESIDE, BELOW = 600.0, 260.0
"""Hand and words are side by side where there is so much width and less than so much height, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One placement of a line: the round before it, what it does, and the points."""

    before: Round
    move: Place
    outcome: Outcome

    @property
    def preview(self) -> Preview | None:
        return preview(self.before, self.move.slot, (self.move.row, self.move.column))


def frames(round: Round, moves: tuple[Move, ...]) -> list[Frame]:
    """The placements of a line; rotations on the way belong to the placement that follows."""
    found = []
    for move in moves:
        outcome = play(round, move)
        assert isinstance(outcome, Outcome), "a line is legal"
        if isinstance(move, Place):
            found.append(Frame(round, move, outcome))
        round = outcome.round
    return found


def slots_of(rect: Rect, count: int) -> list[Rect]:
    """The places of a hand in a rectangle: side by side, or below each other where that makes them larger."""
    row = rect.centred(rect.w, min(rect.h, SLOT)).columns(count, 8)
    column = rect.centred(rect.w, min(rect.h, count * SLOT + (count - 1) * 8)).rows(count, 8)
    return max((row, column), key=lambda places: min(places[0].w, places[0].h))


class ReviewScreen(Screen):
    """Plays lines back on a board that nobody can change."""

    name = "review"
    plan: PlayLayout

    def __init__(self, context: Context, player: Player, back: Callable[[], Screen], record: Record) -> None:
        super().__init__(context)
        self.player, self.back, self.record = player, back, record
        self.dealt = last_hand(record)
        """The round when its last hand was dealt; None where the hand was not what ended it."""
        self.best = best_move(record)
        self.tab = "hand" if self.dealt is not None else "move"
        self.answer: Answer | None = None
        self.step = 0
        """How many placements of the line have been played back."""
        self.picture = BoardPicture()
        self._hinter = Hinter(self.dealt) if self.dealt is not None else None
        self._line: list[Frame] = []

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def line(self) -> list[Frame]:
        """What is played back in this tab."""
        if self.tab == "hand":
            return self._line
        if self.best is None or not isinstance(self.best.outcome.move, Place):
            return []
        return [Frame(self.best.before, self.best.outcome.move, self.best.outcome)]

    @property
    def round(self) -> Round:
        """The round as it stands at this step."""
        line = self.line
        if not line:
            return self.dealt if self.dealt is not None and self.tab == "hand" else self.record.begin()
        return line[0].before if not self.step else line[self.step - 1].outcome.round

    def verdict(self) -> str:
        """The exact answer, or what the best move was."""
        if self.tab == "move":
            if self.best is None:
                return say("review.no_move")
            return say("review.best", number=number(self.best.number), points=number(self.best.outcome.points))
        if self.answer is None:
            return say("hint.thinking")
        if self.answer.all_fit:
            return say("review.possible")
        if not self.answer.best.placed:
            return say("review.none")
        key = "review.impossible" if self.answer.exact else "review.impossible.searched"
        return say(key, placed=self.answer.best.placed)

    def words(self) -> str:
        """What this step does."""
        line = self.line
        if not line:
            return ""
        if self.step == len(line):
            points = sum(frame.outcome.points for frame in line)
            return say("review.end", points=number(points))
        frame = line[self.step]
        piece = frame.outcome.piece
        assert piece is not None, "a placement has a piece"
        text = say("hint.step", number=self.step + 1, of=len(line), piece=piece_name(piece), row=frame.move.row + 1,
                   column=frame.move.column + 1)  # fmt: skip
        return f"{text} {points_words(frame.outcome.terms)}"

    # -- building ----------------------------------------------------------------------------------

    def build(self, view: View) -> None:
        mirrored = self.player.settings.now.flag("left_handed")
        self.plan = plan = bench_layout(view.safe, self.round.board.size, mirrored, view.ratio, TOOLS)
        add = self.controls.add
        add(Button("back", say("menu.back"), plan.menu, lambda: leave(self), kind="plain", icon="back", text=""))
        title = Rect(plan.score.x, plan.score.y, plan.best.right - plan.score.x, plan.score.h)
        add(Label("title", say("review.title"), title, size=LEAD + 2, weight="bold"))
        if self.dealt is not None:
            options = [(tab, say(f"review.tab.{tab}")) for tab in ("hand", "move")]
            add(Choice("tab", say("review.title"), self._parts()[0], options, self.tab, self._choose, size=16))
        self._build_actions()

    def _parts(self) -> tuple[Rect, Rect, Rect]:
        """The tabs, the hand, and the words."""
        plan = self.plan
        low = self.view.safe.h < 700
        gap = 4.0 if plan.tight else 6.0 if low else 12.0
        top = plan.info.bottom + gap if plan.wide else plan.board.bottom + gap + 4
        zone = Rect(plan.info.x, top, plan.info.w, plan.actions.y - gap - top)
        tabs, rest = zone.take_top(44.0 if self.dealt is not None else 0.0, gap)
        if plan.tight:
            return tabs, rest, plan.message
        if rest.w >= BESIDE and rest.h < BELOW:
            hand, words = rest.columns(2, 2 * gap)
            return tabs, hand, words
        words, hand = rest.take_bottom(min(rest.h, max(62.0 if low else 76.0, rest.h * 0.45)), gap)
        return tabs, hand, words

    def _build_actions(self) -> None:
        count, add = len(self.line), self.controls.add
        row, gap = self.plan.actions, 4.0 if self.plan.tight else 10.0
        side = max(TARGET, (row.w - 2 * gap) / 3.6)
        first, rest = row.take_left(side, gap)
        third, second = rest.take_right(side, gap)
        previous = say("review.previous")
        add(Button("previous", previous, first, lambda: self.go(-1), icon="left", text="", enabled=self.step > 0))
        more = self.step < count
        add(Button("next", say("review.next"), second, lambda: self.go(1), kind="primary", icon="play", enabled=more))
        add(Button("analyze", say("more.analyze"), third, self.analyze, icon="bulb", text=""))

    # -- acting ------------------------------------------------------------------------------------

    def _choose(self, tab: str) -> None:
        self.tab, self.step = tab, 0
        self._told()

    def go(self, by: int) -> None:
        """One step on or back."""
        step = min(max(self.step + by, 0), len(self.line))
        if step != self.step:
            self.step = step
            self._told()

    def _told(self) -> None:
        self.context.announce(f"{self.verdict()} {self.words()}".strip())
        self.layout(self.view)

    def analyze(self) -> None:
        """The analyzer with the position of this step."""
        from game.screens.analyzer import AnalyzerScreen

        mode = self.record.mode.name
        self.context.go(AnalyzerScreen.of_round(self.context, self.player, self._again, mode, self.round))

    def _again(self) -> Screen:
        return ReviewScreen(self.context, self.player, self.back, self.record)

    def page_event(self, event: Mapping[str, Any]) -> None:
        hear(self.player, event)

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Key) and intent.action in ("left", "right") and self.controls.focus is None:
            self.go(-1 if intent.action == "left" else 1)
            return True
        return super().handle(intent) or leave_on_escape(self, intent)

    def tick(self, now: float) -> float | None:
        due = super().tick(now)
        if self._hinter is None:
            return due
        if self._hinter.step() is None:
            return 0.0
        answer, round = self._hinter.answer, self._hinter.round
        assert answer is not None, "the thinking is done"
        self._hinter, self.answer = None, answer
        self._line = frames(round, answer.best.moves)
        self._told()
        return super().tick(now)

    # -- drawing and telling -----------------------------------------------------------------------

    def paint(self, painter: Painter) -> None:
        round, plan = self.round, self.plan
        patterns = self.player.settings.now.flag("patterns")
        self.picture.draw(painter, plan.board, round.board, with_start(round.position), pattern=patterns)
        if self.step < len(self.line) and (aimed := self.line[self.step].preview) is not None:
            draw_preview(painter, plan.board, round.board, aimed, "preview")
        _, hand, words = self._parts()
        self._paint_hand(painter, hand)
        texts: list[tuple[str, Colour, Weight]] = [
            (self.verdict(), painter.theme.text, "bold"),
            (self.words(), painter.theme.muted, "regular"),
        ]
        size = BODY
        while size > SMALL - 4 and self._height(painter, size, words.w) > words.h:
            size -= 1
        y = words.y
        for text, colour, weight in texts:
            y += painter.paragraph(text, Rect(words.x, y, words.w, words.h), size, colour, weight) + 3
        info = say("mirror.status.short", score=number(round.score), lines=number(round.lines))
        painter.text(info, plan.info, SMALL + 1, painter.theme.muted)

    def _height(self, painter: Painter, size: float, width: float) -> float:
        type = painter.type
        lines = len(type.wrap(self.verdict(), width, size, "bold")) + len(type.wrap(self.words(), width, size))
        return lines * type.line_height(size) + 6

    def _paint_hand(self, painter: Painter, rect: Rect) -> None:
        if rect.h < 40:
            return
        hand = self.round.hand
        next_slot = self.line[self.step].move.slot if self.step < len(self.line) else None
        for slot, (piece, place) in enumerate(zip(hand, slots_of(rect, len(hand)), strict=True)):
            draw_slot(painter, place, piece is not None)
            if slot == next_slot:
                painter.outline(place, RADIUS, 2.5, painter.theme.accent)
            if piece is not None:
                cell = piece_cell(place, 26.0, hand)
                draw_piece(painter, piece, place.cx - piece.width * cell / 2, place.cy - piece.height * cell / 2, cell)

    def state(self) -> dict[str, Any]:
        round, rect = self.round, self.plan.board
        aimed = self.line[self.step].preview if self.step < len(self.line) else None
        return {
            "tab": self.tab,
            "thinking": self._hinter is not None,
            "all_fit": None if self.answer is None else self.answer.all_fit,
            "step": self.step,
            "steps": len(self.line),
            "verdict": self.verdict(),
            "words": self.words(),
            "board": round.board.rows(round.position),
            "hand": [piece.text if piece else None for piece in round.hand],
            "cells": [list(cell) for cell in round.board.cells(aimed.cells)] if aimed else [],
            "grid": {"rect": [rect.x, rect.y, rect.w, rect.h], "size": round.board.size},
        }

    def mirror(self) -> dict[str, Any]:
        content = super().mirror()
        content["title"] = say("review.title")
        content["status"] = f"{self.verdict()} {self.words()}".strip()
        return content
