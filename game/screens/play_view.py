"""How the play screen is drawn and animated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.round import Outcome
from game.screens import play_mirror
from game.screens.board_view import (
    cell_rect,
    draw_piece,
    draw_preview,
    draw_slot,
    frame_width,
    piece_cell,
    tile_rect,
)
from game.ui import tiles
from game.ui.animation import ease_in_out
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.theme import BODY, LEAD, RADIUS, SMALL
from game.ui.tiles import Mark
from game.ui.widgets import Look, Widget
from game.words import number, say
from game.words.sentences import refusal_sentence

if TYPE_CHECKING:
    from game.screens.play import PlayScreen

PLACE_MS, CLEAR_MS, POINTS_MS = 140, 240, 260
STAGGER_MS = 14
FADED = 80
"""Opacity of a piece that fits nowhere, of 255."""


class HandSlot(Widget):
    """One slot of the hand; choosing goes through the screen, dragging through its gestures."""

    def __init__(self, screen: PlayScreen, slot: int) -> None:
        round = screen.kept.round
        super().__init__(
            f"hand:{slot}",
            play_mirror.slot_label(screen, slot),
            screen.plan.hand[slot],
            lambda: screen.choose(slot, keyboard=True),
            enabled=round.hand[slot] is not None and screen.kept.in_play,
        )
        self.slot = slot
        self.piece = round.hand[slot]
        self.fits = round.fits(slot)
        self.chosen = slot == screen.selected
        self._screen = screen

    def draw(self, painter: Painter, look: Look) -> None:
        theme, rect, screen = painter.theme, self.rect, self._screen
        if self.chosen:
            painter.panel(rect, RADIUS, theme.panel, theme.accent, 3)
        elif look.hovered:
            painter.panel(rect, RADIUS, theme.panel, theme.panel_edge)
        else:
            draw_slot(painter, rect, self.piece is not None)
        if self.piece is None:
            return
        cell = piece_cell(rect, screen.plan.board.w / screen.kept.round.board.size, screen.kept.round.hand)
        carried = screen.drag is not None and screen.drag.slot == self.slot
        alpha = 60 if carried else 255 if self.fits else FADED
        width, height = self.piece.width * cell, self.piece.height * cell
        lift = 0.0 if self.fits else 8.0
        x, y = rect.cx - width / 2, rect.cy - height / 2 - lift
        draw_piece(painter, self.piece, x, y, cell, alpha, _patterned(screen))
        if not self.fits:
            _, foot = rect.inset(4).take_top(max(0.0, rect.h - 26))
            painter.text(say("play.no_space"), foot, SMALL - 1, theme.text, "regular", "centre", 10)
        elif not screen.view.coarse and rect.h > 90:
            painter.text(str(self.slot + 1), Rect(rect.x + 8, rect.y + 5, 20, 16), 12, theme.muted)


def _patterned(screen: PlayScreen) -> bool:
    return screen.player.settings.now.flag("patterns")


def message_places(screen: PlayScreen) -> tuple[Rect, Rect]:
    """Where the message stands, and the button beside it when there is one."""
    wanted = 0.0 if screen.results else 148.0 if screen.unsaved is not None else 44.0
    if wanted == 44.0 and not screen.guided:
        wanted = 0.0
    button, words = screen.plan.message.take_right(wanted, 8 if wanted else 0)
    return words, button.centred(button.w, 44)


def paint(screen: PlayScreen, painter: Painter) -> None:
    """The board with its preview, the figures and the message."""
    if not screen.plan.tight:
        _paint_figures(screen, painter)
        screen.face.info(screen, painter, screen.plan.info)
    elif _unsaved(screen):
        _paint_unsaved(screen, painter)
    elif (space := space_above(screen)) is not None:
        _paint_figures_in_line(screen, painter)
        if space > screen.plan.score.h:
            screen.face.info(screen, painter, screen.plan.info)
    paint_board(screen, painter)


def paint_board(screen: PlayScreen, painter: Painter) -> None:
    """The board with its preview, and the message."""
    round, plan = screen.kept.round, screen.plan
    screen.picture.draw(painter, plan.board, round.board, screen.colours.now, pattern=_patterned(screen))
    aimed = screen.preview()
    if aimed is not None:
        mark: Mark = "illegal" if not aimed.legal else "faint" if screen.armed else screen.face.legal
        draw_preview(painter, plan.board, round.board, aimed, mark)
        if screen.controls.focus is None and not aimed.legal:
            frame = plan.board.inset(-frame_width(plan.board, round.board.size))
            painter.outline(frame, RADIUS, 2, painter.theme.illegal_edge)
    if not screen.results:
        _paint_message(screen, painter)


def _paint_figures(screen: PlayScreen, painter: Painter) -> None:
    plan, theme = screen.plan, painter.theme
    for rect, label, value, size in (
        (plan.score, say("play.score"), number(screen.kept.round.score), 30.0),
        (plan.best, say("play.best"), screen.best_words(), 22.0),
    ):
        name, figure = rect.take_top(rect.h * 0.36)
        painter.text(label, name, SMALL, theme.muted, "regular", "centre")
        painter.text(value, figure, min(size, figure.h * 0.95), theme.text, "bold", "centre", 12)


def _unsaved(screen: PlayScreen) -> bool:
    """Whether there is a button for saving where messages stand."""
    return screen.unsaved is not None and not screen.results


def _paint_unsaved(screen: PlayScreen, painter: Painter) -> None:
    """In a tight layout, beside that button: the score, and in short what the button is for."""
    score, rest = message_places(screen)[0].rows(2)
    painter.text(f"{say('play.score')} {number(screen.kept.round.score)}", score, BODY, weight="bold", minimum=10)
    painter.text(say("notice.here_only.short"), rest, SMALL, painter.theme.warning, minimum=10)


def _paint_figures_in_line(screen: PlayScreen, painter: Painter) -> None:
    plan, theme, size = screen.plan, painter.theme, SMALL - 1
    for rect, label, value in (
        (plan.score, say("play.score"), number(screen.kept.round.score)),
        (plan.best, say("play.best"), screen.best_words()),
    ):
        name, figure = rect.take_left(painter.type.width(label, size) + 6)
        painter.text(label, name, size, theme.muted)
        painter.text(value, figure, BODY, theme.text, "bold", minimum=10)


def space_above(screen: PlayScreen) -> float | None:
    """In a tight layout, how much of the height of the figures and the mode's line a message leaves; None for nothing of it."""
    text, _ = _said(screen)
    plan, type = screen.plan, screen.view.type
    words, beside = message_places(screen)
    if not text or screen.results:
        return words.h
    return plan.score.h if not beside.w and type.width(text, SMALL) <= words.w else None


def _said(screen: PlayScreen) -> tuple[str, bool]:
    """What stands where messages do, and whether it is bad news."""
    aimed = screen.preview()
    if aimed is not None and aimed.refusal is not None:
        return refusal_sentence(aimed.refusal, screen.kept.round), True
    return screen.message or _resting_words(screen), screen.trouble


def _paint_message(screen: PlayScreen, painter: Painter) -> None:
    theme, plan = painter.theme, screen.plan
    rect, _ = message_places(screen)
    text, trouble = _said(screen)
    if not text or (plan.tight and _unsaved(screen)):
        return
    colour = theme.warning if trouble else theme.text
    if plan.tight and space_above(screen) is not None:
        painter.text(text, plan.info, SMALL, colour)
        return
    size = BODY - 1
    lines = painter.type.wrap(text, rect.w, size)
    if len(lines) * painter.type.line_height(size) > rect.h:
        size = SMALL - 1
        lines = painter.type.wrap(text, rect.w, size)
    height = len(lines) * painter.type.line_height(size)
    painter.paragraph(text, Rect(rect.x, rect.cy - height / 2, rect.w, height), size, colour, align="centre")


def _resting_words(screen: PlayScreen) -> str:
    """What stands there while nothing has happened."""
    if screen.guided:
        return say("guide.touch" if screen.view.coarse else "guide.mouse")
    return "" if screen.plan.tight else say("play.choose")


def paint_above(screen: PlayScreen, painter: Painter) -> None:
    """What moves: the carried piece and the animations."""
    if screen.last is not None:
        _paint_animation(screen, painter, screen.last)
    if screen.badge and screen.noticing:
        _paint_badge(screen, painter, screen.badge)
    drag = screen.drag
    if drag is None:
        return
    piece = screen.kept.round.hand[drag.slot]
    if piece is not None:
        cell = screen.plan.board.w / screen.kept.round.board.size
        draw_piece(painter, piece, drag.x, drag.y, cell, 235, _patterned(screen))


def _paint_badge(screen: PlayScreen, painter: Painter, name: str) -> None:
    from game.screens.sticker_art import draw_sticker

    board = screen.plan.board
    side = min(150.0, board.w * 0.42) * max(0.1, screen.animator.progress("sticker"))
    draw_sticker(painter, name, board.centred(side, side))


def animate(screen: PlayScreen, outcome: Outcome) -> None:
    """Starts showing what a placement did; the next move or press ends it."""
    screen.animator.start("place", PLACE_MS)
    if outcome.cleared:
        spread = STAGGER_MS * screen.kept.round.board.size
        screen.animator.start("clear", CLEAR_MS + spread, ease=ease_in_out)
    screen.animator.start("points", POINTS_MS * (3 if outcome.cleared else 2))


def _paint_animation(screen: PlayScreen, painter: Painter, outcome: Outcome) -> None:
    board, rect, animator = screen.kept.round.board, screen.plan.board, screen.animator
    if animator.running("place"):
        glow = int(150 * (1 - animator.progress("place")))
        for row, column in board.cells(outcome.placed & ~outcome.removed):
            tile = tile_rect(cell_rect(rect, board.size, row, column))
            painter.rounded(tile, tile.w * 0.14, painter.theme.panel, glow)
    if animator.running("clear"):
        _paint_clear(screen, painter, outcome)
    if animator.running("points") and outcome.points:
        _paint_points(screen, painter, outcome)


def _paint_clear(screen: PlayScreen, painter: Painter, outcome: Outcome) -> None:
    board, rect = screen.kept.round.board, screen.plan.board
    progress = screen.animator.progress("clear")
    for row, column in board.cells(outcome.removed):
        # Cells go one after another, from the top left, so that the eye sees a line and not a flash.
        own = min(1.0, max(0.0, progress * 2 - (row + column) / (2 * board.size)))
        if own >= 1.0:
            continue
        tile = tile_rect(cell_rect(rect, board.size, row, column))
        family = screen.colours.removed.get(row * board.size + column, 0)
        tiles.shrinking(painter, tile, family, own, _patterned(screen))


def _paint_points(screen: PlayScreen, painter: Painter, outcome: Outcome) -> None:
    board, rect, theme = screen.kept.round.board, screen.plan.board, painter.theme
    progress = screen.animator.progress("points")
    cells = [cell_rect(rect, board.size, row, column) for row, column in board.cells(outcome.placed)]
    x = sum(cell.cx for cell in cells) / len(cells)
    y = min(cell.y for cell in cells) - 26 * progress
    size = LEAD + 10 if outcome.cleared else LEAD
    text = say("said.placed", points=number(outcome.points))
    width = painter.type.width(text, size, "bold") + 20
    x = min(max(x, rect.x + width / 2), rect.right - width / 2)
    label = Rect(x - width / 2, max(y - size / 2, rect.y), width, size * 1.5)
    fading = int(255 * min(1.0, (1 - progress) * 3))
    painter.rounded(label, label.h / 2, theme.text, fading * 9 // 10)
    painter.text(text, label, size, theme.background, "bold", "centre", alpha=fading)
