"""What the player chose for this device: looks, input, and the last choices of the menu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from game.profile.store import Payload, Store

NAME = "settings"

Choice = str | bool | int

CHOICES: Mapping[str, tuple[Choice, ...]] = {
    "theme": ("system", "light", "dark", "contrast"),
    "motion": ("system", "on", "off"),
    "patterns": (False, True),
    "confirm_touch": (True, False),
    "level": ("normal", "easy", "hard", "custom"),
    "board": (10, 9, 8),
    "undo": ("once", "off"),
    "rotation": (False, True),
    "dealing": ("fitting", "random"),
    "mix": ("some-big", "small", "big"),
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
        self.now = Values(_read(store.load(NAME) or {}))

    def change(self, **changes: Choice) -> None:
        """Sets the named settings and writes them."""
        self.now = replace(self.now, values=_read({**self.now.values, **changes}))
        self._store.save(NAME, dict(self.now.values))


def _read(payload: Payload | Mapping[str, Choice]) -> dict[str, Choice]:
    values: dict[str, Choice] = {}
    for name, choices in CHOICES.items():
        given = payload.get(name)
        matching = [each for each in choices if type(each) is type(given) and each == given]
        values[name] = matching[0] if matching else choices[0]
    return values
