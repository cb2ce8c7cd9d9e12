"""What the player chose for this device: looks, input, and the last choices of the menus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.profile.shared import ATTEMPTS
from game.profile.store import Payload, Saved, Store

NAME = "settings"

Choice = str | bool | int

CHOICES: Mapping[str, tuple[Choice, ...]] = {
    "theme": ("system", "light", "dark", "contrast"),
    "motion": ("system", "on", "off"),
    "patterns": (False, True),
    "confirm_touch": (True, False),
    "sound": (True, False),
    "vibration": (True, False),
    "left_handed": (False, True),
    "guide_seen": (False, True),
    "mode": ("classic", "stickers", "sessions", "master"),
    "level": ("normal", "easy", "hard", "custom"),
    "board": (10, 9, 8),
    "undo": ("once", "off"),
    "rotation": (False, True),
    "dealing": ("fitting", "random"),
    "mix": ("some-big", "small", "big"),
    "session_board": (6, 10),
    "session_daily": (True, False),
}
"""What each setting may be, the default first."""


@dataclass(frozen=True)
class Values:
    """The settings at one moment."""

    values: Mapping[str, Choice]

    def text(self, name: str) -> str:
        return str(self.values[name])

    def flag(self, name: str) -> bool:
        return bool(self.values[name])

    def number(self, name: str) -> int:
        return int(self.values[name])


class Settings:
    """The settings, written at every change. A value that is none of the choices becomes the default."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._others: Payload = {}
        """Settings, or values of them, that this version does not know; they stay as they are until they are set here."""
        self._waiting: dict[str, Choice] = {}
        """Changes that the storage has not taken."""
        self.now = Values(_values({}))
        self.reload()

    def reload(self) -> None:
        """Takes in what is stored now; what this tab could not store yet stays."""
        payload = self._store.stored(NAME) or {**self.now.values, **self._others}
        self._others = {name: value for name, value in payload.items() if _matching(name, value) is None}
        self.now = Values(_values({**payload, **self._waiting}))

    def change(self, **changes: Choice) -> Saved:
        """Sets the named settings and writes them; the others stay as another tab may have set them."""
        self._waiting |= changes
        for _ in range(ATTEMPTS):
            self.reload()
            saved = self._store.save(NAME, {**self.now.values, **self._others, **self._waiting})
            if saved is not Saved.CONFLICT:
                break
        if saved is Saved.KEPT:
            self._waiting.clear()
        return saved

    @property
    def unsaved(self) -> bool:
        """Whether the storage has not taken the latest change."""
        return self._store.holds(NAME)

    def heard(self) -> None:
        """Another tab has changed the settings."""
        if not self._waiting:
            self._store.drop(NAME)
        self.reload()

    def replaced(self) -> None:
        """The settings were exchanged on purpose."""
        self._waiting.clear()
        self._store.drop(NAME)
        self._others, self.now = {}, Values(_values({}))
        self.reload()


def _values(payload: Mapping[str, object]) -> dict[str, Choice]:
    values: dict[str, Choice] = {}
    for name, choices in CHOICES.items():
        given = _matching(name, payload.get(name))
        values[name] = choices[0] if given is None else given
    return values


def _matching(name: str, given: object) -> Choice | None:
    """The choice that the value is; None where it is none, or there is no such setting."""
    return next((each for each in CHOICES.get(name, ()) if type(each) is type(given) and each == given), None)
