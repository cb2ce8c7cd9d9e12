"""The start: the latest round with one tap, the four modes as cards, and the way to everything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from game.profile.glance import Glance
from game.profile.keeping import keeping_of
from game.profile.kept import KeptRound
from game.profile.player import combination, slot_of
from game.profile.worth import backup_is_due
from game.rules.board import Board, Position
from game.rules.board import board as board_of
from game.rules.modes import BOXED_SIZE, MASTER, MODES, SESSIONS, STICKERS, Mode
from game.rules.pieces import piece
from game.screens.board_view import draw_piece
from game.screens.doors import DOORS, door
from game.screens.menus import MOST, SHARE, Menu
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Screen, View
from game.ui.theme import BODY, DISPLAY, GAP, SMALL
from game.ui.widgets import Button, Card, Dialog, Drawing, Kind, Label, Option
from game.words import number, say

COLUMN = 460.0
"""The widest a column gets, in CSS pixels, where nothing grows."""
BETWEEN = 20.0
"""The gap between two columns, in CSS pixels."""
CARD, SHORT_CARD = 112.0, 92.0
"""The height of a card, and its height where the screen is not tall, in CSS pixels."""
BESIDE = 284.0
"""What stands above and below the cards, in CSS pixels."""
TALLEST = 1.75
"""How much taller cards are at most where there is room to spare."""


LINKS = (("statistics", "chart"), ("help", "help"), ("settings", "settings"))
"""The screens beside the modes, with their icons."""
TOOLS = (("practice", "book"), ("analyzer", "bulb"))
"""The screens for learning, with their icons."""


class Emblem(NamedTuple):
    """What a mode's card shows while no round of it is kept."""

    size: int
    boxed: bool
    rows: tuple[str, ...]

    def position(self) -> Position:
        return self.board().parse(self.rows)

    def board(self) -> Board:
        return board_of(self.size, self.boxed)

    def boxed_at(self, glance: Glance) -> bool:
        """Whether a round of this mode on the glance's board has boxes."""
        return len(glance.board) == BOXED_SIZE


EMBLEMS: Mapping[str, Emblem] = {
    "classic": Emblem(8, False, (*["........"] * 4, "##......", "##.##..#", "######.#", "###.####")),
    "stickers": Emblem(8, False, (*["........"] * 5, "..##....", "#.##.###", "####.###")),
    "sessions": Emblem(6, False, ("......", "......", "......", "##....", "#.##..", "######")),
    "master": Emblem(9, True, (*["........."] * 4, "...##....", "...#.....", "###......", "###...###", "##.#..##.")),
}


class HomeScreen(Menu):
    """Builds itself from the rounds that are kept."""

    name = "menu"

    # -- building ----------------------------------------------------------------------------------

    def build(self, view: View) -> None:
        safe = view.safe
        wide = (safe.w > safe.h * 1.02 and safe.w >= 600) or (safe.w >= 760 and safe.h < safe.w * 1.2)
        margin = 14.0 if safe.w < 600 or safe.h < 480 else 28.0
        room = safe.w - 2 * margin
        across = 2 if wide else 1
        self._size_up(safe.h - 2 * margin, room, across)
        column = safe.centred(min(room, (COLUMN * self._grown + BETWEEN) * across - BETWEEN), safe.h)
        y = self._head(column, safe.y + margin)
        y = self._resume(y, column)
        y = self._cards(y, column, across)
        y = self._tools(y, column)
        if self.player.store.unsaved:
            y = self._remind(y, column, "menu.unsaved")
        elif backup_is_due(self.player):
            y = self._remind(y, column, "menu.backup")
        spare = safe.bottom - margin - y
        if spare > 0:
            # A menu that leaves room stands a little above the middle.
            self.controls.move_column(spare * 0.4)
        self.controls.scroll(safe, y + margin - safe.y)

    def _size_up(self, height: float, width: float, across: int) -> None:
        """Finds how large things are: where there is room to spare, they take some of it."""
        rows = len(MODES) / across
        spare = height - BESIDE - rows * (CARD + GAP)
        self._tall = SHORT_CARD if self._short else min(CARD * TALLEST, CARD + max(0.0, spare) * SHARE / rows)
        by = min(MOST, self._tall / CARD, (width + BETWEEN) / across / (COLUMN - 90))
        self._grown = 1.0 if self._short or self.view.safe.w < 600 else max(1.0, by)

    @property
    def _short(self) -> bool:
        """Whether height is dear."""
        return self.view.safe.h < 480

    def _head(self, column: Rect, top: float) -> float:
        small = self._short or column.w < 400
        size = 28.0 if small else (DISPLAY - 4) * self._grown
        line = Rect(column.x, top, column.w, max(48.0, size * 1.35))
        links = [(id, icon) for id, icon in LINKS if id in DOORS]
        icons, rest = line.take_right(48.0 * self._grown * len(links), 8)
        for (id, icon), place in zip(links, icons.columns(max(1, len(links))), strict=False):
            button = Button(id, say(f"menu.{id}"), place.centred(46, 46), self._opener(id), kind="plain", icon=icon, text="")
            self.controls.add_scrolling(button)
        art, words = rest.take_left(size * 1.2, 12)
        if self.view.type.width(say("title"), SMALL, "bold") > words.w:
            words = rest
        else:
            self.controls.add_scrolling(Drawing("art", "", art.centred(art.w, art.w), emblem))
        self.controls.add_scrolling(Label("title", say("title"), words, size=size, weight="bold"))
        return line.bottom + (10 if small else 18 * self._grown)

    def _opener(self, id: str) -> Callable[[], None]:
        return lambda: self._open_screen(id)

    def _resume(self, y: float, column: Rect) -> float:
        if self.player.update_ready:
            y = self._wide_button(y, column, "update", say("notice.update.apply"), self._update)
        latest = self.player.latest()
        if latest is None:
            return self._wide_button(y, column, "first", say("menu.first"), self._first, primary=True)
        text = say(
            "menu.resume",
            name=say(f"menu.{latest.record.mode.name}"),
            score=number(latest.round.score),
        )
        return self._wide_button(y, column, "resume", text, lambda: self._play(latest), primary=True)

    def _wide_button(self, y: float, column: Rect, id: str, text: str, press: Callable[[], None], primary: bool = False) -> float:
        by = self._grown
        place = column.centred(min(column.w, COLUMN * by), 10)._replace(y=y, h=46.0 if self._short else 54.0 * by)
        kind: Kind = "primary" if primary else "quiet"
        self.controls.add_scrolling(Button(id, text, place, press, kind=kind, icon="play" if primary else None, size=BODY * by))
        return place.bottom + (10 if self._short else 16 * by)

    def _cards(self, y: float, column: Rect, across: int) -> float:
        height, gap = self._tall, 8.0 if self._short else GAP * self._grown
        for number_in_order, mode in enumerate(MODES.values()):
            row, place = divmod(number_in_order, across)
            cells = Rect(column.x, y + row * (height + gap), column.w, height).columns(across, BETWEEN)
            self._card(mode, cells[place])
        return y + -(-len(MODES) // across) * (height + gap) - gap

    def _tools(self, y: float, column: Rect) -> float:
        tools = [(id, icon) for id, icon in TOOLS if id in DOORS]
        if not tools:
            return y
        row = Rect(column.x, y + 14 * self._grown, column.w, 48 * self._grown)
        for (id, icon), place in zip(tools, row.columns(len(tools), BETWEEN), strict=True):
            button = Button(id, say(f"menu.{id}"), place, self._opener(id), icon=icon, size=16 * self._grown)
            self.controls.add_scrolling(button)
        return row.bottom

    def _remind(self, y: float, column: Rect, key: str) -> float:
        """A way to the backup page, where it can be saved or copied out."""
        row, size = Rect(column.x, y + 10, column.w, 46), 16 * self._grown
        remind = Button("backup", say(key), row, self._opener("backup"), kind="plain", icon="info", size=size)
        self.controls.add_scrolling(remind)
        return row.bottom

    def _card(self, mode: Mode, rect: Rect) -> None:
        title, lines = say(f"menu.{mode.name}"), self.card_lines(mode)
        label = ". ".join([title, *lines])
        glance = self._shown(mode)

        def content(painter: Painter, inner: Rect) -> None:
            picture, words = inner.take_left(min(inner.h, inner.w * (0.27 if inner.w < 320 else 0.4)), 12 * self._grown)
            words = words.centred(words.w, min(words.h, 104 * self._grown))
            card = EMBLEMS[mode.name]
            shown = card if glance is None else Emblem(len(glance.board), card.boxed_at(glance), glance.board)
            mini_board(painter, picture, shown.board(), shown.position())
            head, rest = words.take_top(words.h * 0.32)
            painter.text(title, head, min((BODY + 4) * self._grown, head.h), weight="bold")
            for line, place in zip(lines, rest.rows(len(lines)), strict=True):
                painter.text(line, place, SMALL * self._grown, painter.theme.muted, minimum=10)

        self.controls.add_scrolling(Card(mode.name, label, rect, lambda: self._open_mode(mode), content))

    def _shown(self, mode: Mode) -> Glance | None:
        """The mode's round played last of those that can be continued."""
        in_play = [each for each in self.player.glances(mode) if each.in_play and not self._over(mode, each)]
        return max(in_play, key=lambda glance: glance.played, default=None)

    def _over(self, mode: Mode, glance: Glance) -> bool:
        keeping = keeping_of(mode)
        return keeping.daily_ends and glance.daily not in (None, self.player.day_of(mode))

    def card_lines(self, mode: Mode) -> list[str]:
        """What a card says below its title: what it is, what is kept, how today's daily stands."""
        glance = self._shown(mode)
        lines = [say(f"menu.{mode.name}.about")]
        if glance is not None and glance.moves:
            lines.append(say("menu.continue.points", score=number(glance.score)))
        if mode.has_daily:
            lines.append(self._daily_words(mode))
        else:
            best = self.player.scores.of(combination(mode, mode.options({}))).best
            lines.append(say("menu.best", best=number(best)) if best else say("menu.best.none"))
        return lines

    def _daily_words(self, mode: Mode) -> str:
        today = self.player.day_of(mode)
        done = [each for each in self.player.glances(mode) if each.daily == today and not each.in_play]
        if not done:
            return say("menu.daily.waits")
        return say("menu.daily.is_done", score=number(max(glance.score for glance in done)))

    def prepare(self) -> None:
        # Not needed to see this screen, but to leave it.
        from game.screens import play  # noqa: F401 - loaded ahead

    # -- acting ------------------------------------------------------------------------------------

    def _play(self, kept: KeptRound) -> None:
        from game.screens.play import PlayScreen

        self.context.go(PlayScreen(self.context, self.player, kept))

    def _first(self) -> None:
        self._play(self.player.begin_classic())

    def _open_mode(self, mode: Mode) -> None:
        if mode in (STICKERS, MASTER):
            kept = self.player.kept(slot_of(mode, mode.options({})))
            self._play(kept if kept is not None else self.player.begin(mode, {}))
        else:
            shown = self._shown(mode)
            if shown is not None and mode is SESSIONS:
                # The board that the card shows is the one that its screen opens with.
                self.player.settings.change(session_board=len(shown.board))
            self._open_screen(mode.name)

    def _open_screen(self, id: str) -> None:
        self.context.go(door(id)(self.context, self.player, self._again))

    def _again(self) -> Screen:
        return HomeScreen(self.context, self.player)

    def _update(self) -> None:
        """Reloads into the new version, after a question where something would be gone."""
        if self.player.retry():
            self.context.host.apply_update()
            return
        stay = Option("update.later", say("notice.update.later"), lambda: None, "primary")
        look = Option("update.backup", say("menu.unsaved.look"), self._opener("backup"))
        now = Option("update.now", say("notice.update.now"), self.context.host.apply_update, "plain")
        title, text = say("notice.update.title"), say("notice.update.unsaved")
        self.controls.open(Dialog("ask.update", title, text, [stay, look, now], escape="update.later"))


def mini_board(painter: Painter, rect: Rect, board: Board, position: Position) -> None:
    """A board in small: cells as plain squares."""
    theme, square = painter.theme, rect.fitted()
    painter.rounded(square, 6, theme.board)
    inner = square.inset(3)
    cell = inner.w / board.size
    for row in range(board.size):
        for column in range(board.size):
            filled = position & board.bit(row, column)
            other = board.boxed and (row // 3 + column // 3) % 2
            colour = theme.accent if filled else theme.cell_other if other else theme.cell
            place = Rect(inner.x + column * cell, inner.y + row * cell, cell, cell)
            painter.fill(place.inset(max(0.5, cell * 0.06)), colour)


def emblem(painter: Painter, rect: Rect) -> None:
    """The game's sign: pieces that make a square."""
    cell = rect.w / 3
    for text, row, column in (("#./##", 1, 0), ("##", 0, 0), ("#/#/#", 0, 2), ("#", 1, 1)):
        draw_piece(painter, piece(text), rect.x + column * cell, rect.y + row * cell, cell)
