"""Every word that a player reads, by key. Nothing that draws holds words of its own."""

from __future__ import annotations

from game.words.en import WORDS


def say(key: str, **values: object) -> str:
    """The words for a key, with the values put in. Raises KeyError for a key that no catalogue has."""
    text = WORDS[key]
    return text.format(**{name: _Value(value) for name, value in values.items()}) if values else text


class _Value:
    """Knows how many: "{score:points}" is "1 point" or "12 points", by the words of "count.points"."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __format__(self, noun: str) -> str:
        if not noun:
            return str(self._value)
        one = str(self._value) == "1"
        return WORDS[f"count.{noun}.one"] if one else WORDS[f"count.{noun}"].format(count=self._value)


def number(value: int) -> str:
    """A whole number with thin spaces between groups of three digits."""
    return f"{value:,}".replace(",", "\u202f")


def duration(seconds: float) -> str:
    """Minutes and seconds, or hours and minutes once there are hours."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return say("duration.hours", hours=hours, minutes=minutes)
    return say("duration.minutes", minutes=minutes, seconds=rest)
