"""One lesson under the player's hands: played like a round, undone step by step, checked after every move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.coach.lessons import Attempt, Lesson, following, library
from game.profile.kept import KeptRound
from game.profile.player import Player
from game.rules.dealing import SLOTS
from game.rules.round import Move, Outcome, Place, Refusal, Rotate, TakeBack
from game.screens import play_view
from game.screens.board_view import Families
from game.screens.heads import leave
from game.screens.heard import sound_of
from game.screens.hinting import show_step
from game.screens.over import result_ground, result_place
from game.screens.play import PlayScreen
from game.screens.play_layout import play_layout, spread
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Context, Screen, View
from game.ui.theme import BODY, LEAD, SMALL
from game.ui.widgets import Button, Dialog, Drawing, Label, Option
from game.words import number, say
from game.words.sentences import outcome_sentence, refusal_sentence, terms_sentence

REACHED_SECONDS = 0.9
"""How long the move that reached the goal is shown before the result takes the hand's place."""
WORDS_FROM = 96.0
"""Buttons that are narrower show their icon alone, in CSS pixels."""


class LessonScreen(PlayScreen):
    """A play screen whose moves go through an attempt at a lesson instead of the player's kept rounds."""

    name = "lesson"

    def __init__(self, context: Context, player: Player, lesson: Lesson, back: Callable[[], Screen]) -> None:
        self.lesson = lesson
        self.attempt = Attempt(lesson)
        super().__init__(context, player, KeptRound("lesson", lesson.record, self.attempt.round))
        self.back = back
        self.number = library().index(lesson) + 1
        self._laid: list[Families] = []
        """The colours before each move that was made."""
        self._given = self.colours.now

    # -- building ----------------------------------------------------------------------------------

    def enter(self) -> None:
        super().enter()
        if self._text_place() is None:
            self.explain()

    def build(self, view: View) -> None:
        settings = self.player.settings.now
        self.plan = play_layout(view.safe, self.kept.round.board.size, False, settings.flag("left_handed"), view.ratio)
        add = self.controls.add
        add(Button("menu", say("lesson.all"), self.plan.menu, lambda: leave(self), kind="plain", icon="back", text=""))
        add(Button("about", say("lesson.about"), self.plan.more, self.explain, kind="plain", icon="info", text=""))
        if self.results:
            self._build_reached()
            return
        if (place := self._text_place()) is not None:
            add(Label("lesson.text", self.text_words(), place, wrap=True))
        for slot in range(SLOTS):
            add(play_view.HandSlot(self, slot))
        self._build_actions()

    def _text_place(self) -> Rect | None:
        """Where the lesson's text stands beside the board; None where there is no room for it."""
        plan, type = self.plan, self.view.type
        room = Rect(plan.info.x, plan.info.bottom + 16, plan.info.w, plan.hand[0].y - plan.info.bottom - 28)
        height = len(type.wrap(self.text_words(), room.w, BODY)) * type.line_height(BODY)
        return room if plan.wide and room.h >= height else None

    def _head(self) -> Rect:
        """Where title and goal stand."""
        if self.plan.tight:
            return self.plan.message
        first, last = self.plan.score, self.plan.best
        return Rect(first.x, first.y, last.right - first.x, first.h)

    def _build_actions(self) -> None:
        round = self.kept.round
        table: list[tuple[str, str, Callable[[], None], bool]] = [
            ("undo", "undo", self.undo, self.attempt.can_undo),
            ("lesson.restart", "restart", self.restart, bool(self.attempt.results)),
            ("lesson.show", "bulb", self.show, True),
        ]
        if round.rules.rotation:
            table.insert(0, ("rotate", "rotate", self.rotate, self.selected is not None))
        for (id, icon, press, enabled), place in zip(table, spread(self.plan.actions, len(table)), strict=True):
            label = say(id if "." in id else f"play.{id}")
            text = label if place.w >= WORDS_FROM else ""
            self.controls.add(Button(id, label, place, press, icon=icon, text=text, enabled=enabled))

    def _build_reached(self) -> None:
        place, covers = result_place(self)
        add = self.controls.add
        if covers:
            add(Drawing("reached.ground", "", place.inset(-14).within(self.view.safe), result_ground))
        place = place.centred(place.w, 220)
        after = following(self.lesson.name)
        head, rest = place.take_top(40, 4)
        gained, rest = rest.take_top(30, 12)
        first, rest = rest.take_top(50, 8)
        icon, words = head.take_left(34, 8)
        add(Drawing("reached.mark", "", icon.centred(30, 30), _draw_mark))
        add(Label("reached", say("lesson.met" if after else "lesson.met.last"), words, size=LEAD + 2, weight="bold"))
        points = say("over.score", score=number(self.attempt.round.score))
        add(Label("reached.points", points, gained, size=BODY, muted=True))
        if after is not None:
            add(Button("next", say("lesson.next"), first, lambda: self._open(after), kind="primary", icon="play"))
        else:
            add(Button("next", say("lesson.all"), first, lambda: leave(self), kind="primary", icon="back"))
        others = [("undo", say("play.undo"), "undo", self.undo)]
        others.append(("lesson.restart", say("lesson.restart"), "restart", self.restart))
        if after is not None:
            others.append(("lesson.all", say("lesson.all"), "book", lambda: leave(self)))
        for (id, text, sign, press), spot in zip(others, rest.take_top(46)[0].columns(len(others), 10), strict=True):
            add(Button(id, text, spot, press, icon=sign, size=16))

    def explain(self) -> None:
        """The lesson's text and goal, over the board."""
        start = Option("lesson.start", say("lesson.start"), lambda: None, "primary")
        self.controls.open(Dialog("lesson.text", self.title_words(), f"{self.text_words()}\n{self.goal_words()}", [start],
                                  escape="lesson.start"))  # fmt: skip

    # -- words -------------------------------------------------------------------------------------

    def title_words(self) -> str:
        """The lesson's number and title."""
        return say("practice.lesson", number=self.number, title=say(f"lesson.{self.lesson.name}.title"))

    def text_words(self) -> str:
        """What the lesson teaches."""
        return say(f"lesson.{self.lesson.name}.text")

    def goal_words(self) -> str:
        """What is to be reached."""
        return say("lesson.goal", goal=say(f"lesson.{self.lesson.name}.goal"))

    @property
    def guided(self) -> bool:
        """A lesson explains itself."""
        return False

    # -- moves -------------------------------------------------------------------------------------

    def step(self, down: int, right: int) -> None:
        """Moves the aim by cells. It may go where the piece hangs over the edge: to be refused is part of learning."""
        if self.selected is None or self.target is None or abs(down) + abs(right) > 1:
            super().step(down, right)
            return
        self.controls.focus = None
        last = self.kept.round.board.size - 1
        row, column = self.target
        self.target = min(max(row + down, 0), last), min(max(column + right, 0), last)
        self._aimed()

    def _make(self, move: Place | Rotate | TakeBack) -> Outcome | Refusal:
        before = self.kept.round
        result = self.attempt.play(move)
        self.sound(sound_of(result))
        if isinstance(result, Refusal):
            self.tell(refusal_sentence(result, before), trouble=True)
            return result
        self._laid.append(self.colours.now)
        self.colours.follow(result)
        self._follow()
        self.last = result
        self.tell(terms_sentence(result) or outcome_sentence(result, before), announce=False)
        self.context.announce(outcome_sentence(result, before))
        if self.attempt.met:
            self._reach()
        elif self.attempt.ended:
            self.tell(say("lesson.stuck"))
        return result

    def _follow(self) -> None:
        """Shows the attempt as it stands."""
        self.kept.round = self.attempt.round
        moves: list[Move] = [result.move for result in self.attempt.results if isinstance(result, Outcome)]
        self.kept.record = replace(self.lesson.record, moves=tuple(moves))

    def _reach(self) -> None:
        self.player.practice.note(self.lesson.name)
        self.context.announce(say("lesson.met"))
        self._results_at = self._now + REACHED_SECONDS

    def _end_leftover(self) -> None:
        if self._results_at is not None:
            self._results_at = None
            self.sound("complete")
            self.results = self.controls.arrows = True
            self.rebuild()

    def undo(self) -> None:
        """Takes the latest move back; all of them can be, one after another."""
        if not self.attempt.can_undo:
            return
        self.attempt.undo()
        self.colours.now = self._laid.pop()
        self._anew(say("said.undone"))

    def restart(self) -> None:
        """The lesson from its beginning."""
        self.attempt.restart()
        self.colours.now, self._laid = self._given, []
        self._anew("")

    def _anew(self, message: str) -> None:
        self._follow()
        self.animator.finish()
        self.last, self.target, self._results_at = None, None, None
        self.results = self.controls.arrows = False
        self.select(None)
        self.tell(message)

    def show(self) -> None:
        """The next move of a solution, aimed and not made; from the beginning where another way was taken."""
        solution = self.lesson.solution
        made = tuple(result.move for result in self.attempt.results)
        if made != solution[: len(made)] or len(made) >= len(solution):
            self.restart()
            made = ()
        show_step(self, solution, len(made))

    hint = show

    def _open(self, lesson: Lesson) -> None:
        self.context.go(LessonScreen(self.context, self.player, lesson, self.back))

    def go_back(self) -> None:
        leave(self)

    # -- drawing and telling -----------------------------------------------------------------------

    def paint(self, painter: Painter) -> None:
        if not self.plan.tight or play_view.space_above(self) == self.plan.message.h:
            self._paint_head(painter, self._head())
        if not self.plan.tight:
            self.face.info(self, painter, self.plan.info)
        play_view.paint_board(self, painter)

    def _paint_head(self, painter: Painter, head: Rect) -> None:
        """The title, and the goal below it, in two small lines where one would be cut short."""
        type, theme, size = painter.type, painter.theme, SMALL - 3
        title, goal = head.rows([5, 4], 2)
        if type.width(self.goal_words(), size) <= goal.w:
            painter.text(self.goal_words(), goal, SMALL + 1, theme.muted, minimum=size)
        else:
            lines = len(type.wrap(self.goal_words(), head.w, size))
            goal, title = head.take_bottom(lines * type.line_height(size), 0)
            painter.paragraph(self.goal_words(), goal, size, theme.muted)
        painter.text(self.title_words(), title, min(LEAD, title.h * 0.9), theme.text, "bold", minimum=11)

    def best(self) -> int:
        return self.kept.round.score

    def mirror(self) -> dict[str, Any]:
        content = super().mirror()
        content["status"] = f"{self.title_words()}. {self.text_words()} {self.goal_words()}. {self.face.info_words(self)}."
        return content

    def state(self) -> dict[str, Any]:
        return super().state() | {"lesson": self.lesson.name, "goal": self.goal_words(), "met": self.attempt.met}


def _draw_mark(painter: Painter, rect: Rect) -> None:
    painter.dot(rect.cx, rect.cy, rect.w, painter.theme.mint)
    painter.icon("check", rect.inset(rect.w * 0.2), painter.theme.mint_edge)
