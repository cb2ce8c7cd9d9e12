"""The practice library: all lessons, which of them are done, and the way into each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.coach.lessons import Lesson, library
from game.screens.home import mini_board
from game.screens.page import Page
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Screen
from game.ui.theme import BODY, SMALL
from game.ui.widgets import Button, Card, Label
from game.words import say

CARD, GAP = 86.0, 12.0
"""The height of a card and the space between two, in CSS pixels."""
ACROSS = 330.0
"""The narrowest that a card gets where several stand side by side, in CSS pixels."""


class PracticeScreen(Page):
    """Builds itself from the library and what the player has done of it."""

    name = "practice"
    title = "practice.title"
    widest = 1080.0

    def fill(self, column: Rect) -> float:
        lessons, done = library(), self.player.practice.done
        y = self.paragraph("about", say("practice.about"), column, SMALL, muted=True) + 8
        known = sum(lesson.name in done for lesson in lessons)
        line = Rect(column.x, y, column.w, 48)
        count = say("practice.done", done=known, all=len(lessons))
        following = next((lesson for lesson in lessons if lesson.name not in done), None)
        if following is not None:
            button, line = line.take_right(min(240.0, line.w * 0.56), 8)
            text = say("practice.begin" if not known else "practice.next")
            press = self._opener(following)
            self.controls.add_scrolling(Button("next", text, button, press, kind="primary", icon="play", size=16))
        self.controls.add_scrolling(Label("count", count, line, weight="bold"))
        return self._cards(y + 48 + GAP, column, lessons)

    def _cards(self, top: float, column: Rect, lessons: tuple[Lesson, ...]) -> float:
        across = max(1, int((column.w + GAP) // (ACROSS + GAP)))
        for index, lesson in enumerate(lessons):
            row, place = divmod(index, across)
            line = Rect(column.x, top + row * (CARD + GAP), column.w, CARD)
            self._card(index + 1, lesson, line.columns(across, GAP)[place])
        return top + -(-len(lessons) // across) * (CARD + GAP)

    def _card(self, number: int, lesson: Lesson, rect: Rect) -> None:
        done = lesson.name in self.player.practice.done
        title, goal = say(f"lesson.{lesson.name}.title"), say(f"lesson.{lesson.name}.goal")
        label = say("practice.lesson.done" if done else "practice.lesson", number=number, title=title)
        round = lesson.begin()

        def content(painter: Painter, inner: Rect) -> None:
            picture, words = inner.take_left(min(inner.h, inner.w * 0.22), 12)
            mini_board(painter, picture, round.board, round.position)
            if done:
                mark, words = words.take_right(22, 8)
                painter.icon("check", mark.centred(22, 22), painter.theme.mint_edge)
            head, rest = words.inset(0, 3).take_top(words.h * 0.46)
            painter.text(f"{number}. {title}", head, BODY, weight="bold", minimum=13)
            if painter.type.width(goal, SMALL - 2) > rest.w:
                painter.paragraph(goal, rest, SMALL - 2, painter.theme.muted)
            else:
                painter.text(goal, rest, SMALL, painter.theme.muted, minimum=SMALL - 2)

        card = Card(f"lesson.{lesson.name}", f"{label}. {goal}", rect, self._opener(lesson), content)
        self.controls.add_scrolling(card)

    def _opener(self, lesson: Lesson) -> Callable[[], None]:
        def open_lesson() -> None:
            from game.screens.lesson import LessonScreen

            self.context.go(LessonScreen(self.context, self.player, lesson, self._again))

        return open_lesson

    def _again(self) -> Screen:
        return PracticeScreen(self.context, self.player, self.back)

    def state(self) -> dict[str, Any]:
        return {"done": sorted(self.player.practice.done), "lessons": [lesson.name for lesson in library()]}
