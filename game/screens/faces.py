"""What differs between the modes on the play screen, as data and small functions. Nothing else asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from game.coach.health import Health, Label, health
from game.rules.modes import BEST_FACTOR
from game.rules.round import Status
from game.screens import dayover
from game.screens.board_view import draw_piece
from game.screens.saving import where_it_lives
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.theme import SMALL, Colour
from game.ui.tiles import Mark
from game.words import duration, number, say
from game.words.sentences import piece_name

if TYPE_CHECKING:
    from game.screens.play import PlayScreen

Info = Callable[["PlayScreen", Painter, Rect], None]
Words = Callable[["PlayScreen"], str]


class Figure(NamedTuple):
    """One line of the statistics at the end: the word's key, and the value as text."""

    key: str
    value: str


class Face(NamedTuple):
    """How one mode looks and what can be done in it."""

    legal: Mark
    """How a legal landing spot is marked."""
    actions: tuple[str, ...]
    """The buttons of the last row; those that a round cannot have are left out."""
    pad: bool
    """Whether direction buttons are shown."""
    info: Info
    """Draws the mode's own line."""
    info_words: Words
    """The same line in words."""
    figures: Callable[[PlayScreen], list[Figure]]
    """The statistics at the end, six at the most."""
    health: bool = False
    """Whether the health of the board is part of the mode."""
    searches: bool = True
    """Whether a hint is a line that was searched for, rather than one legal spot without a claim."""


# -- parts -----------------------------------------------------------------------------------------


def _line(painter: Painter, text: str, rect: Rect, muted: bool = True) -> None:
    colour = painter.theme.muted if muted else painter.theme.text
    painter.text(text, rect, SMALL + 1, colour, align="right", minimum=11)


def _bar(painter: Painter, rect: Rect, share: float, colour: Colour) -> None:
    """A bar that is filled from the left, with an edge so that its end is seen without colour."""
    track = rect.centred(rect.w, min(rect.h, 12.0))
    painter.panel(track, 6, painter.theme.cell, painter.theme.panel_edge)
    inner = track.inset(2)
    if share > 0:
        painter.rounded(inner._replace(w=max(inner.h, inner.w * min(share, 1.0))), 4, colour)


def _lines_words(screen: PlayScreen) -> str:
    return say("play.lines", lines=number(screen.kept.round.lines))


# -- classic ---------------------------------------------------------------------------------------


def streak_words(screen: PlayScreen) -> str:
    """Classic's streak in words."""
    streak = screen.kept.round.streak
    if streak.grace and screen.kept.in_play:
        return say("play.streak.warning", count=streak.count)
    if streak.count > 1:
        return say("play.streak.factor", count=streak.count, factor=min(streak.count, BEST_FACTOR))
    return say("play.streak", count=1) if streak.count else say("play.streak.none")


def _classic_info(screen: PlayScreen, painter: Painter, rect: Rect) -> None:
    theme, streak = painter.theme, screen.kept.round.streak
    lines, left = rect.take_right(rect.w * 0.34, 8)
    _line(painter, _lines_words(screen), lines)
    words = streak_words(screen)
    if streak.grace and screen.kept.in_play:
        width = min(left.w, painter.type.width(words, SMALL + 1, "bold") + 52)
        box = Rect(left.x, left.y, width, left.h)
        painter.dotted(box, 3.5, theme.warning)
        icon, text = box.inset(10, 2).take_left(18, 6)
        painter.icon("warning", icon, theme.warning)
        painter.text(words, text, SMALL + 1, theme.warning, "bold", minimum=11)
        return
    size = 9.0
    for index in range(BEST_FACTOR):
        x = left.x + size / 2 + index * (size + 5)
        lit = index < streak.count
        painter.dot(x, left.cy, size if lit else size * 0.55, theme.accent if lit else theme.panel_edge)
    _, text = left.take_left(BEST_FACTOR * (size + 5), 6)
    painter.text(words, text, SMALL + 1, theme.text if streak.count else theme.muted, minimum=11)


def _common_figures(screen: PlayScreen) -> list[Figure]:
    tally = screen.kept.round.tally
    return [
        Figure("pieces", number(tally.pieces)),
        Figure("best_move", number(tally.best_move)),
        Figure("lines", number(screen.kept.round.lines)),
        Figure("most_units", number(tally.most_units)),
        Figure("duration", duration(screen.kept.seconds)),
    ]


def _streak_figures(screen: PlayScreen) -> list[Figure]:
    common = _common_figures(screen)
    longest = Figure("longest_streak", number(screen.kept.round.tally.longest_streak))
    return [*common[:3], longest, *common[3:]]


# -- stickers --------------------------------------------------------------------------------------


def _stickers_goal(screen: PlayScreen) -> tuple[str, int] | None:
    return screen.player.stickers.next()


def _stickers_words(screen: PlayScreen) -> str:
    goal, lines = _stickers_goal(screen), screen.kept.round.lines
    if goal is None:
        return _lines_words(screen)
    name, threshold = goal
    return say(
        "play.sticker.next",
        lines=number(lines),
        threshold=threshold,
        name=say(f"stickers.{name}"),
    )


def _stickers_info(screen: PlayScreen, painter: Painter, rect: Rect) -> None:
    goal, lines = _stickers_goal(screen), screen.kept.round.lines
    left, right = rect.columns([2, 3], 12)
    painter.text(_lines_words(screen), left, SMALL + 3, painter.theme.text, "bold")
    if goal is None:
        _line(painter, say("play.sticker.all"), right)
        return
    name, threshold = goal
    words = say("play.sticker.goal", name=say(f"stickers.{name}"), threshold=threshold)
    bar, text = right.take_left(min(right.w * 0.3, right.w - painter.type.width(words, SMALL - 3) - 10), 8)
    _bar(painter, bar, lines / threshold, painter.theme.accent)
    _line(painter, words, text)


# -- sessions --------------------------------------------------------------------------------------


def _sessions_words(screen: PlayScreen) -> str:
    round = screen.kept.round
    placed, of = round.tally.pieces, round.rules.length or 0
    if not screen.kept.in_play:
        return say("play.session.placed", placed=placed, of=of)
    return say("play.session.piece", number=min(placed + 1, of), of=of, placed=placed)


def _sessions_info(screen: PlayScreen, painter: Painter, rect: Rect) -> None:
    round = screen.kept.round
    left, right = rect.columns([3, 2], 12)
    words = _sessions_words(screen)
    bar, text = left.take_left(min(left.w * 0.42, left.w - painter.type.width(words, SMALL - 3) - 12), 10)
    if bar.w > 24:
        _bar(painter, bar, round.tally.pieces / (round.rules.length or 1), painter.theme.accent)
    painter.text(words, text, SMALL + 1, painter.theme.text, minimum=11)
    _line(painter, _lines_words(screen), right)


def _sessions_figures(screen: PlayScreen) -> list[Figure]:
    round = screen.kept.round
    placed = say("over.pieces.of", pieces=round.tally.pieces, of=round.rules.length or 0)
    return [Figure("pieces", placed), *_common_figures(screen)[1:]]


# -- master ----------------------------------------------------------------------------------------


def health_of(screen: PlayScreen) -> Health:
    """The health of the board as it lies; measured once for each position."""
    round = screen.kept.round
    known = screen.measured
    if known is None or known[0] != round.position:
        known = screen.measured = (round.position, health(round.board, round.position))
    return known[1]


def _master_words(screen: PlayScreen) -> str:
    measured = health_of(screen)
    text = say("play.health", label=say(f"health.{measured.label}"), number=measured.number)
    if measured.missing:
        text += say("play.health.missing", piece=piece_name(measured.missing[0].piece))
    return f"{text}. {say('play.streak', count=screen.kept.round.streak.count)}"


def draw_health(painter: Painter, rect: Rect, measured: Health) -> None:
    """The label and the number, the hardest piece that has no place, and a bar."""
    theme = painter.theme
    label = say("play.health.short", label=say(f"health.{measured.label}"), number=measured.number)
    room = painter.type.width(label, SMALL + 1, "bold") + 4
    text, rest = rect.take_left(room, 8)
    painter.text(label, text, SMALL + 1, theme.text, "bold")
    if measured.missing:
        mark, rest = rest.take_right(34, 8)
        piece = measured.missing[0].piece
        cell = min(6.0, 22 / max(piece.width, piece.height))
        x, y = mark.x + 2, mark.cy - piece.height * cell / 2
        draw_piece(painter, piece, x, y, cell, 150)
        painter.cross(Rect(mark.right - 12, mark.cy - 6, 11, 11), theme.warning)
    if rest.w > 24:
        colour = theme.accent if measured.label in (Label.OPEN, Label.STEADY) else theme.warning
        _bar(painter, rest, measured.number / 100, colour)


def health_words(measured: Health) -> tuple[str, str]:
    """What was counted for the health of a board: a heading and a text."""
    shapes: dict[str, list[int]] = {}
    for count in measured.counts:
        sums = shapes.setdefault(piece_name(count.piece), [0, 0])
        sums[0] += count.origins
        sums[1] += count.empty_board
    counted = [say("health.count", piece=name, places=places, of=of) for name, (places, of) in shapes.items()]
    sizes = ", ".join(str(size) for size in measured.regions) or "0"
    text = f"{', '.join(counted)}.\n{say('health.regions', sizes=sizes)}\n{say('health.about')}"
    title = say("play.health", label=say(f"health.{measured.label}"), number=measured.number)
    return title, text[:1].upper() + text[1:]


def _master_info(screen: PlayScreen, painter: Painter, rect: Rect) -> None:
    left, right = rect.columns([3, 2], 12)
    draw_health(painter, left, health_of(screen))
    streak = screen.kept.round.streak.count
    words = say("play.streak", count=streak) if streak else _lines_words(screen)
    _line(painter, words, right, muted=not streak)


FACES: Mapping[str, Face] = {
    "classic": Face("preview", ("rotate", "undo", "hint"), False, _classic_info, streak_words, _streak_figures),
    "stickers": Face("mint", ("undo", "hint", "book", "new"), False, _stickers_info, _stickers_words, _common_figures),
    "sessions": Face(
        "preview", ("undo", "hint", "restart"), True, _sessions_info, _sessions_words, _sessions_figures, searches=False
    ),
    "master": Face("preview", ("undo", "hint", "new"), False, _master_info, _master_words, _streak_figures, health=True),
}
"""The face of each mode; a mode without one of its own looks like classic."""


def face_of(mode: str) -> Face:
    """The face of a mode."""
    return FACES.get(mode, FACES["classic"])


def over_title(screen: PlayScreen) -> str:
    """How the round has ended."""
    if screen.kept.in_play:
        return say("over.day" if dayover.past(screen) else "over.other_day")
    over = screen.kept.round.status is Status.OVER
    return say("over.title" if over else "over.complete")


def best_line(screen: PlayScreen) -> tuple[str, bool]:
    """What the result says of the best, and whether this round has raised it."""
    kept = screen.kept
    new = kept.round.score > kept.best_before
    return (say("over.new_best") if new else say("over.best", best=number(screen.best()))), new


def result_words(screen: PlayScreen) -> str:
    """The whole result as text."""
    score = say("over.score", score=number(screen.kept.round.score))
    figures = ", ".join(f"{say(f'over.{key}')} {value}" for key, value in screen.face.figures(screen))
    best = best_line(screen)[0].rstrip("!.")
    return f"{over_title(screen)}. {score}. {best}. {figures}. {where_it_lives(screen)}".rstrip()
