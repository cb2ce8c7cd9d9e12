"""Help: the rules of each mode with worked examples, the controls, the coach, advice on play, and what is kept where."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from game import assets
from game.profile.player import Player
from game.rules.modes import MODES
from game.screens.board_view import BoardPicture, Families, draw_preview, frame_width
from game.screens.examples import Example, examples
from game.screens.faces import face_of
from game.screens.page import Page, mode_played
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Context, Screen
from game.ui.text import Weight
from game.ui.theme import BODY, RADIUS, SMALL, TARGET, mixed
from game.ui.tiles import Mark
from game.ui.widgets import Choice, Drawing, Label, Look
from game.words import say

LANGUAGE = "en"
OTHERS = ("controls", "coach", "strategy", "saving")
TOPICS = (*MODES, *OTHERS)
"""One for each mode, then the others."""
ONE_ROW = 640.0
"""A column at least this wide has all topics in one row, in CSS pixels."""
PAD, ARROW = 14.0, 30.0
LARGEST_BOARD = 250.0
SEEN_WHOLE = 0.5
"""A board takes no more than this share of the height, so that it and its words are seen together."""
KEY_ROW = 36.0
INDENT = 18.0


@cache
def texts() -> dict[str, Any]:
    """The help in words: "topics", each a list of blocks, and "examples", title and text by id. The file is read once."""
    found: dict[str, Any] = json.loads(assets.read(f"help/{LANGUAGE}.json"))
    return found


class KeyLine(Label):
    """A key and what it does."""

    def __init__(self, id: str, keys: str, does: str, rect: Rect) -> None:
        super().__init__(id, say("help.key", keys=keys, does=does), rect)
        self._keys, self._does = keys.split(" "), does

    def draw(self, painter: Painter, look: Look) -> None:
        theme = painter.theme
        left, right = self.rect.take_left(min(128.0, self.rect.w * 0.4), 12)
        x = left.x
        for key in self._keys:
            width = max(28.0, painter.type.width(key, SMALL, "bold") + 14)
            cap = Rect(x, left.cy - 14, width, 28)
            painter.panel(cap, 6, theme.panel, theme.panel_edge)
            painter.text(key, cap, SMALL, theme.text, "bold", "centre")
            x += width + 5
        painter.text(self._does, right, BODY - 1, theme.text, minimum=12)


class HelpScreen(Page):
    """Builds itself from the texts of one topic at a time."""

    name = "help"
    title = "menu.help"
    widest = 680.0

    def __init__(self, context: Context, player: Player, back: Callable[[], Screen], topic: str | None = None) -> None:
        super().__init__(context, player, back)
        self.topic = topic or mode_played(player)
        """One of TOPICS."""
        self._pictures: dict[str, BoardPicture] = {}

    def fill(self, column: Rect) -> float:
        place = self._topics(column)
        for at, (kind, content) in enumerate(texts()["topics"][self.topic]):
            bottom = self._block(f"{self.topic}.{at}", kind, content, place)
            place = place._replace(y=bottom + (4 if kind == "heading" else 14))
        return place.y

    def _topics(self, column: Rect) -> Rect:
        """Adds the choice of topics; returns the place below it."""
        rows = [TOPICS] if column.w >= ONE_ROW else [tuple(MODES), OTHERS]
        y = column.y
        for number, row in enumerate(rows):
            rect = Rect(column.x, y, column.w, TARGET + 2)
            options = [(name, topic_words(name)) for name in row]
            id = "topic" if number == 0 else "topic.more"
            choice = Choice(id, say("help.topic"), rect, options, self.topic, self.choose, size=15)
            for (name, _), segment in zip(options, choice.segments, strict=True):
                segment.id = f"topic.{name}"
            self.controls.add_scrolling(choice)
            y = rect.bottom + 8
        return Rect(column.x, y + 10, column.w, 0)

    def choose(self, topic: str) -> None:
        """Shows another topic from its beginning."""
        self.topic = topic
        self._pictures.clear()
        self.anew(top=True)

    def _block(self, id: str, kind: str, content: Any, place: Rect) -> float:
        if kind == "heading":
            return self.heading(id, content, place._replace(y=place.y + 6)) - 4
        if kind == "list":
            return self._list(id, content, place)
        if kind == "keys":
            return self._keys(id, content, place)
        if kind == "example":
            return self._example(examples()[content], place)
        return self.paragraph(id, content, place)

    def _list(self, id: str, items: list[str], place: Rect) -> float:
        y = place.y
        for number, item in enumerate(items):
            line = Rect(place.x, y, INDENT, self.view.type.line_height(BODY))
            self.controls.add_scrolling(Drawing(f"{id}.{number}.mark", "", line, _bullet))
            rest = Rect(place.x + INDENT, y, place.w - INDENT, 0)
            y = self.paragraph(f"{id}.{number}", item, rest) + 6
        return y - 6

    def _keys(self, id: str, rows: list[list[str]], place: Rect) -> float:
        for number, (keys, does) in enumerate(rows):
            rect = Rect(place.x, place.y + number * KEY_ROW, place.w, KEY_ROW)
            self.controls.add_scrolling(KeyLine(f"{id}.{number}", keys, does, rect))
        return place.y + len(rows) * KEY_ROW

    # -- examples ----------------------------------------------------------------------------------

    def _example(self, example: Example, place: Rect) -> float:
        title, text = texts()["examples"][example.id]
        ground = Drawing(f"{example.id}.ground", "", place, _ground)
        self.controls.add_scrolling(ground)
        inner = place.inset(PAD, 0)._replace(y=place.y + PAD)
        y = self.paragraph(f"{example.id}.title", title, inner, BODY, "bold") + 8
        y = self._boards(example, inner._replace(y=y)) + 10
        for number, fact in enumerate(example.facts()):
            weight: Weight = "bold" if number == 1 else "regular"
            y = self.paragraph(f"{example.id}.fact.{number}", fact, inner._replace(y=y), SMALL + 1, weight) + 2
        y = self.paragraph(f"{example.id}.text", text, inner._replace(y=y + 4), SMALL + 1, muted=True) + PAD
        ground.rect = place._replace(h=y - place.y)
        return y

    def _boards(self, example: Example, place: Rect) -> float:
        """The board before, with the aim as in the game, and the board after; a refused try has but one."""
        refused = not example.aimed.legal
        side = min(LARGEST_BOARD, (place.w - ARROW) / 2, self.view.safe.h * SEEN_WHOLE)
        size = example.before.board.size
        side = size * int(side / size * self.view.ratio) / self.view.ratio  # cells of whole device pixels
        used = side if refused else 2 * side + ARROW
        left = Rect(place.x + (place.w - used) / 2, place.y, side, side)
        mark: Mark = face_of(example.mode).legal if not refused else "illegal"

        def before(painter: Painter, rect: Rect) -> None:
            self._board(painter, rect, example, "before")
            draw_preview(painter, _cells(rect, size), example.before.board, example.aimed, mark)

        self.controls.add_scrolling(Drawing(f"{example.id}.before", "", left, before))
        if not refused:
            arrow = Rect(left.right, place.y, ARROW, side)
            right = left.moved(side + ARROW, 0)

            def after(painter: Painter, rect: Rect) -> None:
                self._board(painter, rect, example, "after")

            self.controls.add_scrolling(Drawing(f"{example.id}.arrow", "", arrow, _arrow))
            self.controls.add_scrolling(Drawing(f"{example.id}.after", "", right, after))
        return left.bottom

    def _board(self, painter: Painter, rect: Rect, example: Example, state: str) -> None:
        picture = self._pictures.setdefault(f"{example.id}.{state}", BoardPicture())
        colours: Families = example.colours if state == "before" else example.colours_after
        pattern = self.player.settings.now.flag("patterns")
        board = example.before.board
        picture.draw(painter, _cells(rect, board.size), board, colours, pattern=pattern)


def topic_words(topic: str) -> str:
    """What a topic is called."""
    return say(f"menu.{topic}" if topic in MODES else f"help.{topic}")


def _cells(rect: Rect, size: int) -> Rect:
    """Where the cells are when the board's frame is to fill the rectangle."""
    return rect.inset(frame_width(rect, size))


def _ground(painter: Painter, rect: Rect) -> None:
    theme = painter.theme
    painter.panel(rect, RADIUS, theme.panel, mixed(theme.panel, theme.panel_edge, 0.6))


def _arrow(painter: Painter, rect: Rect) -> None:
    painter.icon("forward", rect.centred(20, 20), painter.theme.muted)


def _bullet(painter: Painter, rect: Rect) -> None:
    painter.dot(rect.x + 6, rect.cy, 6, painter.theme.accent)
