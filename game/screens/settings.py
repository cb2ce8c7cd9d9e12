"""Settings: each a choice that applies at once and is kept at once."""

from __future__ import annotations

from typing import NamedTuple

from game.profile.settings import CHOICES
from game.profile.settings import Choice as Value
from game.screens.looks import look_of
from game.screens.page import Page
from game.ui import tiles
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Screen
from game.ui.theme import BODY, SMALL, TARGET
from game.ui.widgets import Button, Choice, Drawing, Label
from game.words import say


class Setting(NamedTuple):
    """One line of the page."""

    name: str
    """Its name in the player's settings; `settings.<name>` are its words, `.about` explains it."""
    values: tuple[Value, ...]
    """In the order in which they are shown; `settings.<name>.<value>` or `settings.<value>` are their words."""


SETTINGS = (
    Setting("sound", (True, False)),
    Setting("vibration", (True, False)),
    Setting("theme", ("system", "light", "dark", "contrast")),
    Setting("patterns", (True, False)),
    Setting("motion", ("system", "on", "off")),
    Setting("confirm_touch", (True, False)),
    Setting("left_handed", (False, True)),
)
SIDE_BY_SIDE = 540.0
"""A column at least this wide has words and choice beside each other, in CSS pixels."""


class SettingsScreen(Page):
    """Builds itself from the player's settings."""

    name = "settings"
    title = "menu.settings"
    widest = 680.0

    def fill(self, column: Rect) -> float:
        y, vibrates = column.y, self.context.host.metrics().vibrates
        for setting in SETTINGS:
            if setting.name == "vibration" and not vibrates:
                continue
            y = self._line(setting, column._replace(y=y)) + 18
        place = Rect(column.x, y, column.w, TARGET + 4)
        self.controls.add_scrolling(Button("backup", say("backup.title"), place, self._open_backup, icon="share"))
        return place.bottom

    def _line(self, setting: Setting, place: Rect) -> float:
        words, choice = place, place
        if beside := place.w >= SIDE_BY_SIDE:
            words, choice = place.columns([9, 11], 20)
        name = say(f"settings.{setting.name}")
        label = Rect(words.x, words.y, words.w, self.view.type.line_height(BODY))
        self.controls.add_scrolling(Label(f"{setting.name}.label", name, label, weight="bold"))
        if setting.name == "patterns":
            sample = label.take_right(4 * 22.0)[0]
            self.controls.add_scrolling(Drawing("patterns.sample", "", sample, self._sample))
        about = Rect(words.x, label.bottom, words.w, 0)
        bottom = self.paragraph(f"{setting.name}.about", say(f"settings.{setting.name}.about"), about, SMALL, muted=True)
        top = place.y if beside else bottom + 6
        if beside:
            top += max(0.0, (bottom - place.y - TARGET - 4) / 2)
        rect = Rect(choice.x, top, choice.w, TARGET + 4)
        self.controls.add_scrolling(self._choice(setting, name, rect))
        return max(bottom, rect.bottom)

    def _choice(self, setting: Setting, name: str, rect: Rect) -> Choice:
        options = [(str(value), _words(setting.name, value)) for value in setting.values]
        chosen = str(self.player.settings.now.values[setting.name])

        def choose(text: str) -> None:
            self.choose(setting.name, next(value for value in setting.values if str(value) == text))

        return Choice(setting.name, name, rect, options, chosen, choose, size=16)

    def _sample(self, painter: Painter, rect: Rect) -> None:
        patterns = self.player.settings.now.flag("patterns")
        for family, place in zip((0, 1, 3, 6), rect.columns(4, 2), strict=True):
            tiles.block(painter, place.centred(20, 20), family, pattern=patterns)

    # -- acting ------------------------------------------------------------------------------------

    def _open_backup(self) -> None:
        from game.screens.backup import BackupScreen

        self.context.go(BackupScreen(self.context, self.player, self._again))

    def _again(self) -> Screen:
        return SettingsScreen(self.context, self.player, self.back)

    def choose(self, name: str, value: Value) -> None:
        """Sets one setting; it is kept and shows at once."""
        assert value in CHOICES[name]
        self.player.settings.change(**{name: value})
        if name in ("theme", "motion"):
            self.context.set_look(look_of(self.player))
        elif name == "sound":
            self.context.sounds.play("place")
        elif name == "vibration" and value:
            self.context.host.vibrate(30)
        self.anew()


def _words(name: str, value: Value) -> str:
    if isinstance(value, bool) and name != "left_handed":
        return say("settings.on" if value else "settings.off")
    return say(f"settings.{name}.{str(value).lower()}")
