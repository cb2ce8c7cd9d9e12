"""Backup: what is kept, out as one text, in again, and records that cannot be read, one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.profile import backup
from game.profile.backup import Backup, BackupError
from game.profile.player import Player
from game.profile.store import SetAside
from game.profile.worth import note_backup
from game.screens import reading
from game.screens.backup_words import kept_lines, made, merge_lines, record_name, trouble_detail, trouble_words
from game.screens.looks import look_of
from game.screens.page import Page
from game.ui.layout import Rect
from game.ui.screen import Context, Screen
from game.ui.theme import SMALL, TARGET
from game.ui.widgets import Button, Dialog, Kind, Option
from game.words import say

FILE = "block-puzzle-backup.txt"
GAP = 18.0
"""Between two parts of the page, in CSS pixels."""


class BackupScreen(Page):
    """Shows what is kept or, once a backup has been brought, what taking it in would do."""

    name = "backup"
    title = "backup.title"

    def __init__(self, context: Context, player: Player, back: Callable[[], Screen]) -> None:
        super().__init__(context, player, back)
        self.offer: Backup | None = None
        """The backup that waits for a decision."""
        self.message = ""
        self.trouble = False
        """Whether the message is bad news."""

    # -- building ----------------------------------------------------------------------------------

    def fill(self, column: Rect) -> float:
        if self.message:
            column = self._below(self.paragraph("message", self.message, column, weight="bold"), column)
        if self.offer is not None:
            return self._fill_offer(self.offer, column)
        self.player.check()
        for name, aside in sorted(self.player.store.set_aside.items()):
            column = self._below(self._unreadable(name, aside, column), column)
        column = self._below(self._kept(column), column)
        return self._ways(column)

    def _below(self, bottom: float, column: Rect) -> Rect:
        return Rect(column.x, bottom + GAP, column.w, column.h)

    def _unreadable(self, name: str, aside: SetAside, place: Rect) -> float:
        y = self.heading(f"aside.{name}.title", record_name(name), place)
        y = self.paragraph(f"aside.{name}", trouble_words(aside), place._replace(y=y), SMALL, muted=True) + 4
        if detail := trouble_detail(aside):
            y = self.paragraph(f"aside.{name}.detail", detail, place._replace(y=y), SMALL, muted=True)
        y += 8
        return self._row(y, place, [(f"mend.{name}", "backup.mend", lambda: self._step_one(name, aside), "quiet")])

    def _kept(self, place: Rect) -> float:
        y = self.heading("kept.title", say("backup.kept"), place)
        lines = kept_lines(self._records())
        for index, line in enumerate(lines or [say("backup.kept.nothing")]):
            y = self.paragraph(f"kept.{index}", line, place._replace(y=y)) + 4
        for slot in self.player.contested:
            text = say("backup.contested", name=record_name(slot))
            y = self.paragraph(f"contested.{slot}", text, place._replace(y=y + 4), SMALL)
        if self._refused:
            y = self.paragraph("where", say("backup.here_only"), place._replace(y=y + 4), SMALL) + 8
            return self._row(y, place, [("retry", "backup.retry", self._retry, "quiet")])
        return self.paragraph("where", say("backup.where"), place._replace(y=y + 4), SMALL, muted=True)

    @property
    def _refused(self) -> bool:
        """Whether the storage has not taken something, for which another try may help."""
        return bool(set(self.player.store.unsaved) - set(self.player.contested))

    def _records(self) -> list[tuple[str, dict[str, object]]]:
        store = self.player.store
        found = ((name, store.peek(name)) for name in backup.names(self.player))
        return [(name, payload) for name, payload in found if payload is not None and name not in store.set_aside]

    def _ways(self, place: Rect) -> float:
        y = self.heading("out.title", say("backup.out"), place)
        y = self.paragraph("out", say("backup.out.about"), place._replace(y=y), SMALL, muted=True) + 8
        y = self._row(y, place, [
            ("copy", "backup.copy", self._copy, "primary"), ("file", "backup.file", self._file, "quiet"),
        ]) + GAP  # fmt: skip
        y = self.heading("in.title", say("backup.in"), place._replace(y=y))
        y = self.paragraph("in", say("backup.in.about"), place._replace(y=y), SMALL, muted=True) + 8
        return self._row(y, place, [("bring", "backup.bring", self._bring, "quiet")])

    def _fill_offer(self, offer: Backup, place: Rect) -> float:
        y = self.heading("offer.title", made(offer), place)
        for index, line in enumerate(kept_lines(sorted(offer.records.items()))):
            y = self.paragraph(f"offer.{index}", line, place._replace(y=y)) + 4
        y = self.heading("merge.title", say("backup.merge.title"), place._replace(y=y + GAP))
        for index, line in enumerate(merge_lines(backup.preview(self.player, offer))):
            y = self.paragraph(f"merge.{index}", line, place._replace(y=y), SMALL) + 4
        y = self._row(y + 8, place, [
            ("merge", "backup.merge", self._merge, "primary"), ("replace", "backup.replace", self._ask_replace, "quiet"),
        ])  # fmt: skip
        return self._row(y + 8, place, [("cancel", "backup.cancel", self._cancel, "plain")])

    def _row(self, y: float, place: Rect, buttons: list[tuple[str, str, Callable[[], None], Kind]]) -> float:
        """Buttons side by side where there is room for their words, else one below the other."""
        line = Rect(place.x, y, place.w, TARGET + 4)
        if place.w >= 240 * len(buttons):
            places = line.columns(len(buttons), 10)
        else:
            places = line._replace(h=(line.h + 8) * len(buttons) - 8).rows(len(buttons), 8)
        for (id, key, press, kind), rect in zip(buttons, places, strict=True):
            self.controls.add_scrolling(Button(id, say(key), rect, press, kind=kind))
        return places[-1].bottom

    # -- out ---------------------------------------------------------------------------------------

    def tell(self, message: str, trouble: bool = False) -> None:
        """Shows a sentence at the top and says it to a screen reader."""
        self.message, self.trouble = message, trouble
        if message:
            self.context.announce(message)
        self.anew(top=True)

    def _copy(self) -> None:
        done = self.context.host.copy(backup.export(self.player))
        if done:
            note_backup(self.player)
        self.tell(say("backup.copied" if done else "backup.not_copied"), trouble=not done)

    def _file(self) -> None:
        where = self.context.host.save_text(FILE, backup.export(self.player))
        if where is None:
            self.tell(say("backup.not_filed"), trouble=True)
        else:
            note_backup(self.player)
            self.tell(say("backup.filed", file=where))

    def _retry(self) -> None:
        self.player.retry()
        done = not self._refused
        self.tell(say("backup.retried" if done else "backup.not_retried"), trouble=not done)

    # -- in ----------------------------------------------------------------------------------------

    def _bring(self) -> None:
        reading.ask(self, say("backup.ask"))

    def page_event(self, event: Mapping[str, Any]) -> None:
        if event["kind"] == "text":
            reading.hear(self, event)
        else:
            super().page_event(event)

    def take(self, text: str) -> None:
        """Looks at a text that the player brought; nothing is changed yet."""
        self.offer = None
        try:
            brought = backup.parse(text)
        except BackupError as error:
            self.tell(say(f"backup.flaw.{error.flaw.value}", where=str(error)), trouble=True)
            return
        if not brought.records:
            self.tell(say("backup.holds.nothing"), trouble=True)
            return
        self.offer = brought
        self.tell("")

    def _cancel(self) -> None:
        self.offer = None
        self.tell(say("backup.cancelled"))

    def _merge(self) -> None:
        self._take_in(backup.merge, "backup.merged")

    def _ask_replace(self) -> None:
        keep = Option("replace.keep", say("backup.replace.keep"), lambda: None, "primary")
        now = Option("replace.now", say("backup.replace.now"), lambda: self._take_in(backup.replace, "backup.replaced"))
        title, text = say("backup.replace.title"), say("backup.replace.text")
        self.controls.open(Dialog("ask.replace", title, text, [keep, now], escape="replace.keep"))

    def _take_in(self, take: Callable[[Player, Backup], None], done: str) -> None:
        assert self.offer is not None, "there is something to take in"
        try:
            take(self.player, self.offer)
        except OSError:
            self.tell(say("backup.refused"), trouble=True)
            return
        self.offer = None
        self.context.set_look(look_of(self.player))
        self.tell(say(done))

    # -- records that cannot be read -----------------------------------------------------------------

    def _step_one(self, name: str, aside: SetAside) -> None:
        copy = Option("mend.copy", say("backup.mend.copy"), lambda: self._copy_out(name, aside), "primary")
        on = Option("mend.on", say("backup.mend.on"), lambda: self._step_two(name))
        leave = Option("mend.leave", say("backup.mend.leave"), lambda: None, "plain")
        text = say("backup.mend.one.text", name=record_name(name))
        self.controls.open(Dialog("mend.one", say("backup.mend.one"), text, [copy, on, leave], escape="mend.leave"))

    def _copy_out(self, name: str, aside: SetAside) -> None:
        if self.context.host.copy(aside.text):
            self._step_two(name)
        else:
            self.tell(say("backup.not_copied"), trouble=True)

    def _step_two(self, name: str) -> None:
        leave = Option("mend.leave", say("backup.mend.leave"), lambda: None, "primary")
        reset = Option("mend.reset", say("backup.mend.reset"), lambda: self._reset(name))
        text = say("backup.mend.two.text", name=record_name(name))
        self.controls.open(Dialog("mend.two", say("backup.mend.two"), text, [leave, reset], escape="mend.leave"))

    def _reset(self, name: str) -> None:
        done = self.player.reset(name)
        self.tell(say("backup.mended" if done else "backup.refused", name=record_name(name)), trouble=not done)

    def state(self) -> dict[str, Any]:
        return {
            "message": self.message,
            "trouble": self.trouble,
            "offer": None if self.offer is None else sorted(self.offer.records),
            "unreadable": sorted(self.player.store.set_aside),
            "here_only": bool(self.player.store.unsaved),
        }
