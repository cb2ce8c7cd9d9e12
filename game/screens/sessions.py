"""Sessions: today's, practice, and the calendar of the 24 sequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from game.profile import sessions
from game.profile.keeping import session_slot
from game.profile.kept import KeptRound
from game.profile.progress import Progress
from game.rules.modes import daily_sequence
from game.rules.round import Status
from game.rules.sequences import LENGTHS, SEQUENCES
from game.screens import giving_up
from game.screens.menus import Choices
from game.screens.play import PlayScreen
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.theme import BODY, RADIUS, SMALL, TARGET
from game.ui.widgets import Button, Choice, Kind, Label, Look, Widget
from game.words import number, say


class DayTile(Widget):
    """One sequence of the calendar: its number, whether it is complete, and its best."""

    def __init__(
        self, index: int, rect: Rect, progress: Progress, today: bool, press: Callable[[], None], size: float = BODY
    ) -> None:
        done = progress.done.get(index)
        state = "open" if done is None else "complete" if done.complete else "tried"
        best = number(done.best) if done else ""
        label = say(f"sessions.tile.{state}", number=index + 1, best=best)
        super().__init__(f"sequence.{index}", label, rect, press)
        self.number, self.best, self.state, self.today = str(index + 1), best, state, today
        self.size = size

    def draw(self, painter: Painter, look: Look) -> None:
        theme = painter.theme
        ground = theme.mint if self.state == "complete" else theme.pressed if look.pressed else theme.panel
        edge = theme.accent if self.today else theme.mint_edge if self.state == "complete" else theme.panel_edge
        painter.panel(self.rect, RADIUS - 4, ground, edge, 3 if self.today else 1)
        inner = self.rect.inset(4, 3)
        if self.state == "open":
            painter.text(self.number, inner, self.size, theme.text, "bold", "centre")
            return
        name, below = inner.take_top(inner.h * 0.56)
        painter.text(self.number, name, self.size, theme.text, "bold", "centre")
        if self.state == "complete":
            mark, below = below.take_left(16, 1)
            painter.icon("check", mark.centred(14, 14), theme.mint_edge)
        painter.text(self.best, below, self.size * 0.7, theme.text, align="centre", minimum=9)


class SessionsScreen(Choices):
    """Builds itself from the four progresses and the sessions that are kept."""

    name = "sessions"
    title = "menu.sessions"
    tallest = (625.0, 390.0)

    @property
    def size(self) -> int:
        """The board that is chosen."""
        return self.player.settings.now.number("session_board")

    # -- building ----------------------------------------------------------------------------------

    def first(self, top: float, column: Rect) -> float:
        add = self.controls.add_scrolling
        by, type = self.grown, self.view.type
        place = Rect(column.x, top, column.w, 46 * by)
        sizes = [(str(size), say("sessions.board", size=size, pieces=LENGTHS[size])) for size in LENGTHS]
        add(Choice("board", say("menu.board"), place, sizes, str(self.size), self._choose_size, size=16 * by))
        about = Rect(column.x, place.bottom + 8 * by, column.w, 42 * by)
        add(Label("about", say("sessions.about"), about, size=SMALL * by, muted=True, wrap=True))
        lines = len(type.wrap(say("sessions.about"), column.w, SMALL * by))
        y = about.y + lines * type.line_height(SMALL * by) + 12 * by
        daily, practice = self._kept(True), self._kept(False)
        y = self._button(y, column, "daily", self._daily_words(daily), self._open_daily, "calendar", True)
        if daily is not None and self._still_open(daily):
            y = self._button(y, column, "today", say("over.today"), self._ask_today, "play", False)
        return self._button(y, column, "practice", self._practice_words(practice), self._open_practice, "play", False)

    def _button(
        self,
        y: float,
        column: Rect,
        id: str,
        text: str,
        press: Callable[[], None],
        icon: str,
        primary: bool,
    ) -> float:
        place = Rect(column.x, y, column.w, 50 * self.grown)
        kind: Kind = "primary" if primary else "quiet"
        self.controls.add_scrolling(Button(id, text, place, press, kind=kind, icon=icon, size=BODY * self.grown))
        return place.bottom + 10 * self.grown

    def second(self, top: float, column: Rect) -> float:
        progress = self.player.progress(self.size, daily=False).now
        title = say("sessions.calendar", complete=progress.complete, of=SEQUENCES)
        by = self.grown
        line = Rect(column.x, top, column.w, 22 * by)
        self.controls.add_scrolling(Label("calendar", title, line, size=SMALL * by, muted=True))
        across = 6 if column.w >= 6 * TARGET + 5 * 4 else 4
        gap = (6.0 if column.w >= 6 * TARGET + 5 * 6 else 4.0) * by
        side = min((column.w - gap * (across - 1)) / across, 64.0 * by)
        height = max(side * 0.85, 46.0)
        first, today = line.bottom + 6 * by, self._today()
        for index in range(SEQUENCES):
            row, place = divmod(index, across)
            rect = Rect(column.x + place * (column.w + gap) / across, first + row * (height + gap), side, height)
            tile = DayTile(index, rect, progress, index == today, self._starter(index), BODY * by)
            self.controls.add_scrolling(tile)
        return first + (SEQUENCES // across) * (height + gap)

    def _starter(self, index: int) -> Callable[[], None]:
        return lambda: self._ask_practice(index)

    def _today(self) -> int:
        """The number of today's sequence, from 0."""
        return daily_sequence(date.fromisoformat(self.player.today_utc()))

    # -- words -------------------------------------------------------------------------------------

    def _kept(self, daily: bool) -> KeptRound | None:
        return self.player.kept(session_slot(self.size, daily))

    def _daily_words(self, kept: KeptRound | None) -> str:
        today = self._today() + 1
        if kept is None:
            return say("sessions.daily.new", number=today)
        if self.player.of_another_day(kept):
            return say("sessions.daily.open" if self._still_open(kept) else "sessions.daily.new", number=today)
        done = self.player.progress(self.size, daily=True).now.done.get(today - 1)
        if not kept.in_play and done is not None and done.complete:
            # Whatever a later attempt came to.
            return say("sessions.daily.complete", best=number(done.best))
        return self._progress_words(kept, "sessions.daily", today, not kept.in_play)

    def _practice_words(self, kept: KeptRound | None) -> str:
        if kept is None or kept.record.options.sequence is None:
            return say("sessions.practice.new")
        return self._progress_words(kept, "sessions.practice", kept.record.options.sequence + 1, not _goes_on(kept))

    def _progress_words(self, kept: KeptRound, key: str, shown: int, done: bool) -> str:
        pieces, of = kept.round.tally.pieces, kept.round.rules.length or 0
        if done:
            return say(f"{key}.done", number=shown, score=number(kept.round.score))
        state = "continue" if kept.touched else "new"
        return say(f"{key}.{state}", number=shown, pieces=pieces, of=of)

    # -- acting ------------------------------------------------------------------------------------

    def _choose_size(self, text: str) -> None:
        self.player.settings.change(session_board=int(text))
        self.layout(self.view)

    def _open(self, kept: KeptRound) -> None:
        self.context.go(PlayScreen(self.context, self.player, kept))

    def _open_daily(self) -> None:
        kept = sessions.opened(self.player, self.size, daily=True)
        if self.player.of_another_day(kept) and not self._still_open(kept):
            kept = sessions.following(self.player, kept)
        self._open(kept)

    def _still_open(self, kept: KeptRound) -> bool:
        """Whether a daily of another day waits to be finished (rules, "Mode sessions")."""
        return self.player.of_another_day(kept) and kept.in_play and kept.touched

    def _ask_today(self) -> None:
        size = self.size
        question = giving_up.session(say("sessions.ask", number=self._today() + 1), "ask.today", say("over.today"))

        def begin(agreed: Sequence[KeptRound]) -> None:
            self._open(sessions.begin(self.player, size, True, 0, agreed))

        giving_up.give_up(self, self.player, session_slot(size, True), question, begin)

    def _open_practice(self) -> None:
        kept = sessions.opened(self.player, self.size, daily=False)
        self._open(kept if _goes_on(kept) else sessions.following(self.player, kept))

    def _ask_practice(self, index: int) -> None:
        size, kept = self.size, self._kept(False)
        if kept is not None and kept.in_play and kept.record.options.sequence == index:
            self._open(kept)
            return
        question = giving_up.session(say("sessions.ask", number=index + 1), "ask.start", say("sessions.start", number=index + 1))

        def begin(agreed: Sequence[KeptRound]) -> None:
            self._open(sessions.begin(self.player, size, False, index, agreed))

        giving_up.give_up(self, self.player, session_slot(size, False), question, begin)


def _goes_on(kept: KeptRound) -> bool:
    """Whether there is more to do in a practice: one that is stuck can still be taken back by a move."""
    return kept.in_play or (kept.round.status is Status.OVER and kept.round.can_undo)
