"""How the analyzer is laid out, drawn and told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from game.coach.analysis import Placement
from game.coach.health import Health
from game.rules.board import Position
from game.rules.round import Refusal
from game.screens.aim import Origin
from game.screens.board_view import cell_rect, draw_piece, draw_preview, tile_rect
from game.screens.colours import with_start
from game.screens.faces import draw_health, health_words
from game.screens.heads import leave
from game.ui.layout import Rect, stack
from game.ui.paint import Painter
from game.ui.theme import BODY, RADIUS, SMALL
from game.ui.widgets import Button, Choice, Look, Widget
from game.words import say
from game.words.sentences import piece_name, points_words, refusal_sentence

if TYPE_CHECKING:
    from game.screens.analyzer import AnalyzerScreen

Tool = tuple[str, str | None, Callable[[], None], bool]
"""A button's id and icon, what it does, and whether it can be pressed."""
STEPS = {"aim.up": (-1, 0), "aim.down": (1, 0), "aim.left": (0, -1), "aim.right": (0, 1)}
WORDS_FROM = 84.0
"""Buttons that are narrower show their icon alone, in CSS pixels."""
TWO_ROWS_FROM = 170.0
"""With so much height below the piece, in CSS pixels, the buttons that need words have a row of their own."""


class PieceSlot(Widget):
    """The piece that is tried; pressing it leads to all others."""

    def __init__(self, screen: AnalyzerScreen, rect: Rect) -> None:
        label = say("analyzer.piece", piece=piece_name(screen.bench.piece))
        super().__init__("piece", label, rect, screen.choose_piece)
        self._piece = screen.bench.piece

    def draw(self, painter: Painter, look: Look) -> None:
        theme, piece = painter.theme, self._piece
        painter.panel(self.rect, RADIUS, theme.pressed if look.pressed or look.hovered else theme.panel, theme.panel_edge)
        inner = self.rect.inset(8, 6)
        cell = min(inner.w / max(piece.width, 3), inner.h / max(piece.height, 3), 26.0)
        draw_piece(painter, piece, inner.cx - piece.width * cell / 2, inner.cy - piece.height * cell / 2, cell)


# -- building --------------------------------------------------------------------------------------


def build(screen: AnalyzerScreen) -> None:
    """Adds every widget."""
    plan, add = screen.plan, screen.controls.add
    add(Button("back", say("menu.back"), plan.menu, lambda: leave(screen), kind="plain", icon="back", text=""))
    line = Rect(plan.score.x, plan.score.y, plan.best.right - plan.score.x, plan.score.h)
    add(Button("mode", mode_words(screen), line.centred(min(line.w, 280), 44), screen.choose_mode, size=16))
    add(Button("health", say("analyzer.health"), plan.more, screen.explain_health, kind="plain", icon="info", text=""))
    tabs, rest = screen.zone.take_top(44, _gap(screen))
    options = [(tab, say(f"analyzer.tab.{tab}")) for tab in ("edit", "piece")]
    add(Choice("tab", say("analyzer.tab"), tabs, options, screen.tab, screen.choose_tab, size=16))
    (_build_edit if screen.tab == "edit" else _build_piece)(screen, rest)


def _gap(screen: AnalyzerScreen) -> float:
    return 4.0 if screen.plan.tight else 6.0 if screen.zone.h < 230 else 10.0


def _rows(screen: AnalyzerScreen, rest: Rect) -> tuple[Rect, Rect, Rect]:
    """Two rows of buttons, and what is left for words."""
    gap = _gap(screen)
    first, below = rest.take_top(44, gap)
    second, below = below.take_top(44, gap)
    return first, second, below


def words_place(screen: AnalyzerScreen) -> Rect:
    """Where the answers stand."""
    if screen.plan.tight:
        return screen.plan.message
    gap = _gap(screen)
    _, rest = screen.zone.take_top(44, gap)
    if screen.tab == "edit":
        return _rows(screen, rest)[2]
    return _piece_rows(screen, rest)[2]


def _build_edit(screen: AnalyzerScreen, rest: Rect) -> None:
    bench = screen.bench
    has_round = screen.player.latest() is not None
    undo: Tool = "undo", "undo", screen.undo, bench.can_undo
    redo: Tool = "redo", "redo", screen.redo, bench.can_redo
    clear: Tool = "clear", None, screen.clear, bench.position != 0
    fill: Tool = "fill", None, screen.fill, bench.position != bench.board.full
    paste: Tool = "paste", None, screen.paste, True
    copy: Tool = "copy", None, screen.copy, True
    load: Tool = "load", None, screen.load, has_round
    if screen.plan.tight:
        rows = stack(rest, [44.0] * 4, _gap(screen))
        table = [[undo, redo], [clear, fill], [paste, copy], [load]]
    else:
        rows, table = [*_rows(screen, rest)[:2]], [[undo, redo, clear, fill], [paste, copy, load]]
    for row, tools in zip(rows, table, strict=True):
        _row(screen, row, tools)


def _row(screen: AnalyzerScreen, row: Rect, buttons: list[Tool]) -> None:
    longest = max(len(say(f"analyzer.{id}")) for id, *_ in buttons)
    weights = [1.4 if len(say(f"analyzer.{id}")) == longest > 8 else 1.0 for id, *_ in buttons]
    for (id, icon, press, enabled), place in zip(buttons, row.columns(weights, 8), strict=True):
        label = say(f"analyzer.{id}")
        text = label if icon is None or place.w >= WORDS_FROM + 16 else ""
        screen.controls.add(Button(id, label, place, press, icon=icon, text=text, size=16, enabled=enabled))


def _piece_rows(screen: AnalyzerScreen, rest: Rect) -> tuple[Rect, Rect | None, Rect]:
    """The row of the piece, a row for the buttons that need words where there is height for it, and what is left for words."""
    gap = _gap(screen)
    first, below = rest.take_top(min(max(rest.h * 0.34, 44.0), 92.0), gap)
    if screen.plan.tight or first.w < 360 or below.h < TWO_ROWS_FROM:
        return first, None, below
    second, below = below.take_top(48.0, gap)
    return first, second, below


def _build_piece(screen: AnalyzerScreen, rest: Rect) -> None:
    bench, add = screen.bench, screen.controls.add
    row, second, _ = _piece_rows(screen, rest)
    extra = 2 if bench.has_streak else 1
    count = 4 if second else 4 + extra
    # In a narrow panel the slot itself and one way through the shapes have to do.
    cramped, gap = not screen.plan.tight and row.w < 46 * count + 20, 6.0
    if cramped:
        count, gap = count - 1, 4.0
    slot_at = 0 if cramped else 1
    weights = [1.7 if at == slot_at and row.w > 360 else 1.0 for at in range(count)]
    if screen.plan.tight:
        places = [place for line in stack(rest, [52.0] * 2, gap) for place in line.columns(3, gap)][:count]
    else:
        places = row.columns(weights, gap)
    if not cramped:
        previous = places.pop(0)
        add(Button("previous", say("analyzer.previous"), previous, lambda: screen.next_shape(-1), icon="left", text=""))
    slot, following, turn, *others = places
    add(PieceSlot(screen, slot))
    add(Button("next", say("analyzer.next"), following, lambda: screen.next_shape(1), icon="right", text=""))
    turns = len(bench.piece.orientations) > 1
    add(Button("turn", say("analyzer.turn"), turn, screen.turn, icon="rotate", text="", enabled=turns))
    _build_others(screen, second.columns([1.0, 1.6][-extra:], 8) if second else others)


def _build_others(screen: AnalyzerScreen, places: list[Rect]) -> None:
    """The streak, where the mode has one, and the best placement, in as many words as there is room for."""
    bench, add, type = screen.bench, screen.controls.add, screen.view.type
    label, place = say("analyzer.best"), places[-1]
    text = label if type.width(label, 16, "bold") + 60 <= place.w else ""
    add(Button("best", label, place, screen.best, icon="star", text=text, size=16, enabled=bench.origins != 0))
    if bench.has_streak:
        label = say("analyzer.streak", count=bench.streak)
        room = type.width(label, 16, "bold") + 16 <= places[0].w
        text = label if room else say("analyzer.streak.short", count=bench.streak)
        add(Button("streak", label, places[0], screen.next_streak, text=text, size=16))


# -- words -----------------------------------------------------------------------------------------


def mode_words(screen: AnalyzerScreen) -> str:
    """The mode and its board."""
    laid = screen.bench.laid
    return say("analyzer.mode", mode=say(f"menu.{laid.mode}"), size=laid.size)


def cell_words(screen: AnalyzerScreen, cell: Origin) -> str:
    """One cell for a screen reader."""
    bench = screen.bench
    key = "mirror.cell.filled" if bench.position & bench.board.bit(*cell) else "mirror.cell.empty"
    return say(key, row=cell[0] + 1, column=cell[1] + 1)


def lines(screen: AnalyzerScreen) -> list[str]:
    """What there is to say now."""
    bench = screen.bench
    if screen.message:
        return [screen.message]
    if screen.tab == "edit":
        filled = say("analyzer.filled", filled=bench.position.bit_count(), of=bench.board.size**2)
        full = len(bench.board.full_units(bench.position))
        return [filled, say("analyzer.full", units=full) if full else say("analyzer.edit.how")]
    found = bench.placement()
    if found is None:
        return [count_words(screen), say("analyzer.aim" if bench.origins else "analyzer.no_place")]
    if isinstance(found, Refusal):
        return [refusal_sentence(found), count_words(screen)]
    return _placement_lines(screen, found)


def count_words(screen: AnalyzerScreen) -> str:
    """How many places the piece has."""
    places = screen.bench.origins.bit_count()
    key = "analyzer.places.one" if places == 1 else "analyzer.places"
    text = say(key, piece=piece_name(screen.bench.piece), places=places)
    return text[:1].upper() + text[1:]


def _placement_lines(screen: AnalyzerScreen, placement: Placement) -> list[str]:
    bench, units = screen.bench, len(placement.cleared)
    row, column = bench.target or (0, 0)
    key = {0: "analyzer.lies", 1: "analyzer.clears.one"}.get(units, "analyzer.clears")
    what = say(key, row=row + 1, column=column + 1, cells=bench.piece.size, units=units)
    points = points_words(placement.terms)
    before, after = bench.health(bench.position), bench.health(placement.after)
    return [what, points, say("analyzer.change", before=_short(before), after=_short(after), places=count_words(screen))]


def _measured(screen: AnalyzerScreen) -> Health:
    return screen.bench.health(screen.bench.position)


def _short(measured: Health) -> str:
    return say("play.health.short", label=say(f"health.{measured.label}"), number=measured.number)


# -- drawing ---------------------------------------------------------------------------------------


def paint(screen: AnalyzerScreen, painter: Painter) -> None:
    """The board with its marks, the health, and the answers."""
    bench, rect = screen.bench, screen.plan.board
    patterns = screen.player.settings.now.flag("patterns")
    screen.picture.draw(painter, rect, bench.board, with_start(bench.position), pattern=patterns)
    if screen.tab == "piece":
        _paint_origins(painter, rect, bench.board.size, list(bench.board.cells(bench.origins)))
        aimed = bench.preview()
        if aimed is not None:
            draw_preview(painter, rect, bench.board, aimed, "preview" if aimed.legal else "illegal")
    elif screen.cursor_cell is not None and screen.controls.focus is None:
        cell = cell_rect(rect, bench.board.size, *screen.cursor_cell)
        painter.outline(cell.inset(-1), cell.w * 0.16, max(2.5, cell.w * 0.08), painter.theme.focus)
    draw_health(painter, screen.plan.info, bench.health(bench.position))
    _paint_words(screen, painter)


def _paint_origins(painter: Painter, rect: Rect, size: int, origins: list[Origin]) -> None:
    for row, column in origins:
        tile = tile_rect(cell_rect(rect, size, row, column))
        painter.dot(tile.cx, tile.cy, max(4.0, tile.w * 0.26), painter.theme.preview_edge)


def _paint_words(screen: AnalyzerScreen, painter: Painter) -> None:
    place, texts = words_place(screen), lines(screen)
    size = BODY
    while size > SMALL - 2 and _height(painter, texts, place.w, size) > place.h:
        size -= 1
    y = place.y
    for index, text in enumerate(texts):
        bad = (screen.trouble and screen.message) or (not index and isinstance(_refused(screen), Refusal))
        colour = painter.theme.warning if bad else painter.theme.text if not index else painter.theme.muted
        y += painter.paragraph(text, Rect(place.x, y, place.w, place.h), size, colour) + 2


def _refused(screen: AnalyzerScreen) -> object:
    return screen.bench.placement() if screen.tab == "piece" and not screen.message else None


def _height(painter: Painter, texts: list[str], width: float, size: float) -> float:
    type = painter.type
    return sum(len(type.wrap(text, width, size)) * type.line_height(size) + 2 for text in texts)


# -- telling ---------------------------------------------------------------------------------------


def _cells(screen: AnalyzerScreen, position: Position) -> list[list[int]]:
    return [list(cell) for cell in screen.bench.board.cells(position)]


def state(screen: AnalyzerScreen) -> dict[str, Any]:
    """What is published about the screen."""
    bench, rect = screen.bench, screen.plan.board
    found, measured = bench.placement(), bench.health(bench.position)
    told: dict[str, Any] | None = None
    if isinstance(found, Placement):
        after = bench.health(found.after)
        told = {
            "cells": _cells(screen, found.cells),
            "cleared": [[unit.kind.value, unit.index] for unit in found.cleared],
            "terms": [[term.name, term.points] for term in found.terms],
            "points": found.points,
            "health": [measured.number, after.number],
        }
    return {
        "mode": bench.laid.mode,
        "tab": screen.tab,
        "board": bench.board.rows(bench.position),
        "piece": bench.piece.text,
        "streak": bench.streak,
        "target": list(bench.target) if bench.target else None,
        "origins": _cells(screen, bench.origins),
        "placement": told,
        "reason": found.reason.value if isinstance(found, Refusal) else None,
        "health": [measured.number, measured.label.value],
        "cell": list(screen.cursor_cell) if screen.cursor_cell else None,
        "lines": lines(screen),
        "message": screen.message,
        "can_undo": bench.can_undo,
        "can_redo": bench.can_redo,
        "grid": {"rect": [rect.x, rect.y, rect.w, rect.h], "size": bench.board.size},
    }


def mirror(screen: AnalyzerScreen) -> dict[str, Any]:
    """The whole screen as text and buttons; each cell is a button."""
    size = screen.bench.board.size
    cells = [
        [{"label": cell_words(screen, (row, column)), "action": f"cell:{row},{column}"} for column in range(size)]
        for row in range(size)
    ]
    actions = screen.controls.actions()
    if screen.tab == "piece" and not screen.controls.dialog:
        names = ("up", "down", "left", "right")
        actions += [{"id": f"aim.{name}", "label": say(f"mirror.{name}"), "enabled": True} for name in names]
    return {
        "title": say("analyzer.title"),
        "texts": screen.controls.texts(),
        "status": f"{mode_words(screen)}. {health_words(_measured(screen))[0]}. {' '.join(lines(screen))}",
        "board": {"rows": size, "cols": size, "label": say("mirror.board", size=size), "cells": cells},
        "position": lines(screen)[0],
        "actions": actions,
    }


def do(screen: AnalyzerScreen, action: str) -> bool:
    """Acts on a button of the text mirror that is no widget of the canvas."""
    if screen.controls.dialog:
        return False
    if action in STEPS:
        screen.step(*STEPS[action])
        return True
    if not action.startswith("cell:"):
        return False
    row, _, column = action.removeprefix("cell:").partition(",")
    cell = int(row), int(column)
    if screen.tab == "edit":
        screen.toggle(cell)
    else:
        screen.aim(cell)
    return True


