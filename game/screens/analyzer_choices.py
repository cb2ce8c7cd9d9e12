"""The analyzer's two lists: boards with their modes, and all pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.coach.analysis import boards, rules_of
from game.profile.player import Player
from game.rules.pieces import SHAPES, Piece
from game.screens.bench import Bench
from game.screens.board_view import draw_piece
from game.screens.heads import leave
from game.screens.home import mini_board
from game.screens.page import Page
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Context, Screen
from game.ui.theme import BODY, SMALL
from game.ui.widgets import Card
from game.words import say
from game.words.sentences import piece_name


class BenchPage(Page):
    """A list from which something is chosen for the bench."""

    def __init__(self, context: Context, player: Player, back: Callable[[], Screen], bench: Bench) -> None:
        super().__init__(context, player, back)
        self.bench = bench

    def cards(self, column: Rect, count: int, narrowest: float, height: float) -> list[Rect]:
        """Places for so many cards, as many side by side as there is room for."""
        gap = 10.0
        across = max(1, int((column.w + gap) // (narrowest + gap)))
        rows = -(-count // across)
        grid = [Rect(column.x, column.y + row * (height + gap), column.w, height) for row in range(rows)]
        return [cell for row in grid for cell in row.columns(across, gap)][:count]

    def chosen(self) -> None:
        """Back to the bench."""
        leave(self)


class ModesScreen(BenchPage):
    """Every board that is played on, with the mode whose rules count."""

    name = "analyzer.modes"
    title = "analyzer.modes"

    def fill(self, column: Rect) -> float:
        offered = boards()
        places = self.cards(column, len(offered), 250, 76)
        for (mode, size), rect in zip(offered, places, strict=True):
            self._card(mode, size, rect)
        return places[-1].bottom

    def _card(self, mode: str, size: int, rect: Rect) -> None:
        board = rules_of(mode, size).board
        title = say("analyzer.mode", mode=say(f"menu.{mode}"), size=size)
        about = say("analyzer.boxed" if board.boxed else "analyzer.plain")

        def content(painter: Painter, inner: Rect) -> None:
            picture, words = inner.take_left(inner.h, 14)
            mini_board(painter, picture, board, self.bench.position if size == self.bench.laid.size else 0)
            head, rest = words.take_top(words.h * 0.5)
            painter.text(title, head, BODY, weight="bold", minimum=13)
            painter.text(about, rest, SMALL, painter.theme.muted, minimum=11)

        def press() -> None:
            self.bench.use_mode(mode, size)
            self.chosen()

        chosen = (mode, size) == (self.bench.laid.mode, self.bench.laid.size)
        self.controls.add_scrolling(Card(f"mode.{mode}.{size}", title, rect, press, content, chosen=chosen))

    def state(self) -> dict[str, Any]:
        return {"mode": self.bench.laid.mode}


class PiecesScreen(BenchPage):
    """Every piece in every orientation."""

    name = "analyzer.pieces"
    title = "analyzer.pieces"
    widest = 940.0

    def fill(self, column: Rect) -> float:
        pieces = [piece for orientations in SHAPES.values() for piece in orientations]
        places = self.cards(column, len(pieces), 76, 76)
        for piece, rect in zip(pieces, places, strict=True):
            self._card(piece, rect)
        return places[-1].bottom

    def _card(self, piece: Piece, rect: Rect) -> None:
        def content(painter: Painter, inner: Rect) -> None:
            cell = min(inner.w, inner.h) / 5
            draw_piece(painter, piece, inner.cx - piece.width * cell / 2, inner.cy - piece.height * cell / 2, cell)

        def press() -> None:
            self.bench.take_up(piece)
            self.chosen()

        turns = SHAPES[piece.shape or ""]
        label = say("analyzer.oriented", piece=piece_name(piece), number=turns.index(piece) + 1, of=len(turns))
        chosen = piece is self.bench.piece
        self.controls.add_scrolling(Card(f"piece.{piece.text}", label, rect, press, content, chosen=chosen))

    def state(self) -> dict[str, Any]:
        return {"piece": self.bench.piece.text}
