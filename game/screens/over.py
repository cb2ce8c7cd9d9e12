"""The end of a round, where the hand was: the result, the statistics, and what can be done now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.rules.round import Status
from game.screens import leaving
from game.screens.board_view import draw_piece, piece_cell
from game.screens.faces import best_line, over_title
from game.screens.more import review
from game.screens.play_layout import PlayLayout
from game.screens.play_view import FADED
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.theme import BODY, LEAD, RADIUS, SMALL
from game.ui.widgets import Button, Drawing, Label
from game.words import number, say

if TYPE_CHECKING:
    from game.screens.play import PlayScreen

MOST_BESIDE = 3
"""More buttons than this leave no room for their words."""
MOST_FIGURES = 6
FIGURES = ((SMALL, BODY - 1), (SMALL - 1, BODY - 2), (SMALL - 2, SMALL), (SMALL - 3, SMALL - 2), (SMALL - 4, SMALL - 4))
"""The sizes of the names and values of the figures: the first with which all of them have room."""
HEIGHT, ROOMY = 244.0, 340.0
"""What the result needs at least, and takes at most, in CSS pixels."""


def build_over(screen: PlayScreen) -> None:
    """Adds the result's widgets to the play screen."""
    place, covers = result_place(screen)
    add = screen.controls.add
    if covers:
        add(Drawing("over.ground", "", place.inset(-14).within(screen.view.safe), result_ground))
    head, rest = place.take_top(34, 4)
    score, rest = rest.take_top(30, 8)
    buttons, rest = rest.take_bottom(102 if not screen.plan.wide else 104, 10)
    _head(screen, head)
    _score(screen, score)
    _figures(screen, rest)
    _buttons(screen, buttons)


def with_room(plan: PlayLayout) -> PlayLayout:
    """The layout with a smaller board where the result would cover some of it, and without the place of the hand."""
    plan = _middled(plan) if plan.square else plan
    lacking = HEIGHT + 14 - (plan.actions.bottom - plan.board.bottom)
    side = plan.board.w - lacking
    if plan.wide or lacking <= 0 or side < plan.board.w * (0.5 if plan.square else 0.6):
        return plan
    return replace(plan, board=Rect(plan.board.cx - side / 2, plan.board.y, side, side))


def _middled(plan: PlayLayout) -> PlayLayout:
    """A square layout whose hand is gone: what stood beside it moves to the middle."""
    slot, column = plan.hand[0], plan.message
    by = (min(slot.x, column.x) + max(slot.right, column.right)) / 2 - column.cx
    return replace(
        plan, board=plan.board.moved(by, 0), menu=plan.menu.moved(by, 0), more=plan.more.moved(by, 0),
        score=plan.score.moved(by, 0), best=plan.best.moved(by, 0), info=plan.info.moved(by, 0),
        message=column.moved(by, 0),
    )  # fmt: skip


def result_place(screen: PlayScreen) -> tuple[Rect, bool]:
    """Where the result stands, and whether it covers part of the board."""
    plan = screen.plan
    top = plan.info.bottom + 10 if plan.wide else plan.board.bottom + 14
    free = Rect(plan.message.x, top, plan.message.w, plan.actions.bottom - top)
    if free.h >= HEIGHT:
        return free.centred(free.w, ROOMY), False
    return Rect(free.x, free.bottom - HEIGHT, free.w, HEIGHT), True


def result_ground(painter: Painter, rect: Rect) -> None:
    """Sets a result that covers part of the board off from it."""
    painter.shadow(rect, RADIUS)
    painter.panel(rect, RADIUS, painter.theme.background, painter.theme.panel_edge)


def _figures(screen: PlayScreen, area: Rect) -> None:
    type, add = screen.view.type, screen.controls.add
    rows = [(key, say(f"over.{key}"), value) for key, value in screen.face.figures(screen)]
    cells = _cells(area)
    # All in one size: the one that the longest row can have.
    for small, large in FIGURES:
        widths = [type.width(value, large, "bold") + 1 for _, _, value in rows]
        if all(type.width(name, small) + 6 + width <= cells[0].w for (_, name, _), width in zip(rows, widths, strict=True)):
            break
    for cell, (key, name, value), width in zip(cells, rows, widths, strict=False):
        figure, words = cell.take_right(width, 4)
        add(Label(f"over.{key}.name", name, words, size=small, muted=True))
        add(Label(f"over.{key}", value, figure, size=large, weight="bold", align="right"))


def _cells(area: Rect) -> list[Rect]:
    across = 1 if area.w < 310 and area.h >= MOST_FIGURES * 22 else 2
    lines = MOST_FIGURES // across
    grid = Rect(area.x, area.y, area.w, min(30.0, area.h / lines) * lines)
    return [cell for row in grid.rows(lines) for cell in row.columns(across, 18 if area.w > 310 else 8)]


def _head(screen: PlayScreen, rect: Rect) -> None:
    round = screen.kept.round
    title = over_title(screen)
    left = [piece for piece in round.hand if piece]
    pieces, words = rect.take_right(len(left) * 40.0, 10)
    screen.controls.add(Label("over.title", title, words, size=LEAD + 4, weight="bold"))

    def draw(painter: Painter, area: Rect) -> None:
        for piece, place in zip(left, area.columns(max(1, len(left)), 6), strict=False):
            cell = min(piece_cell(place.inset(-8), 8.0, left), 7.0)
            x, y = place.cx - piece.width * cell / 2, place.cy - piece.height * cell / 2
            draw_piece(painter, piece, x, y, cell, FADED)

    screen.controls.add(Drawing("over.left", "", pieces, draw))


def _score(screen: PlayScreen, rect: Rect) -> None:
    score, best = rect.columns(2, 10)
    points = say("over.score", score=number(screen.kept.round.score))
    screen.controls.add(Label("over.score", points, score, size=LEAD + 2, weight="bold"))
    words, new = best_line(screen)
    colour = screen.view.theme.accent if new else None
    if screen.unsaved is not None:
        words, new, colour = say("notice.here_only.short"), True, screen.view.theme.warning
    screen.controls.add(Label("over.best", words, best, weight="bold", align="right", muted=not new, colour=colour))


def _buttons(screen: PlayScreen, rect: Rect) -> None:
    first, second = rect.rows(2, 8)
    label, press = leaving.following(screen)
    if screen.unsaved is not None:
        here, first = first.columns(2, 10)
        screen.controls.add(Button("save-here", say("notice.here_only.retry"), here, screen.save_here, size=16))
    screen.controls.add(Button("again", label, first, press, kind="primary", icon="play"))
    others = [("over.menu", say("over.menu"), "home", lambda: leaving.open_menu(screen))]
    if screen.kept.round.can_undo:
        others.insert(0, ("undo", say("play.undo"), "undo", screen.undo))
    if "restart" in screen.face.actions:
        others.insert(-1, ("restart", say("play.restart"), "restart", lambda: leaving.ask_restart(screen)))
    if screen.kept.round.status is Status.OVER and len(others) < MOST_BESIDE:
        others.insert(-1, ("review", say("over.review"), "bulb", lambda: review(screen)))
    for (id, text, icon, act), place in zip(others, second.columns(len(others), 10), strict=True):
        screen.controls.add(Button(id, text, place, act, icon=icon, size=16))
