"""How the rounds of each mode are kept: in which slot, under which name their results, by whose day.

Nothing else in the profile asks which mode is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from game.rules.modes import CLASSIC, MASTER, SESSIONS, STICKERS, Mode, Options


class Day(StrEnum):
    """Whose calendar a daily follows."""

    LOCAL = "local"
    UTC = "utc"


@dataclass(frozen=True, slots=True)
class Keeping:
    """The keeping rules of one mode."""

    slot: Callable[[Options], str]
    """The name under which such a round is kept: one for each kind, so that none displaces another."""
    slots: tuple[str, ...]
    """All that :attr:`slot` may give, but for dailies that have a slot for each day."""
    combination: Callable[[Options], str]
    """The name under which the results of such rounds are kept together."""
    combinations: tuple[str, ...]
    """All that :attr:`combination` may give."""
    daily_slot: Callable[[str], str] | None = None
    """Gives the slot of a day's daily, where each day has its own."""
    day: Day = Day.LOCAL
    daily_ends: bool = True
    """Whether a daily cannot be continued once its day is over."""
    stickers: bool = False
    """Whether clearing lines earns stickers."""
    progress: bool = False
    """Whether there is a list of sequences to complete, one for each slot."""


DAILY = "round/classic-daily"
"""Begins the slots of Classic's dailies: each day has its own, so that a clock that goes wrong, or a flight across the date
line, displaces none. The name alone is a slot that may hold a daily of any day."""


def _daily_slot(day: str) -> str:
    return f"{DAILY}/{day}"


def _classic_slot(options: Options) -> str:
    return "round/classic" if options.daily is None else _daily_slot(options.daily)


def _classic_combination(options: Options) -> str:
    if options.daily is not None:
        return "classic/daily"
    return f"classic/{options.level}/{options.board}/{options.undo}"


def _session(options: Options) -> str:
    return session_kind(options.board or 0, options.daily is not None)


def session_kind(board: int, daily: bool) -> str:
    """One of :data:`SESSION_KINDS`."""
    return f"{board}-{'daily' if daily else 'practice'}"


_CLASSIC_COMBINATIONS = tuple(
    f"classic/{level}/{board}/{undo}"
    for level in ("easy", "normal", "hard", "custom")
    for board in (10, 9, 8)
    for undo in ("off", "once")
)
SESSION_KINDS = ("6-daily", "6-practice", "10-daily", "10-practice")
"""The four progresses of mode sessions."""

KEEPING: Mapping[str, Keeping] = MappingProxyType(
    {
        CLASSIC.name: Keeping(
            slot=_classic_slot,
            slots=("round/classic", DAILY),
            daily_slot=_daily_slot,
            combination=_classic_combination,
            combinations=(*_CLASSIC_COMBINATIONS, "classic/daily"),
        ),
        STICKERS.name: Keeping(
            slot=lambda options: "round/stickers",
            slots=("round/stickers",),
            combination=lambda options: "stickers",
            combinations=("stickers",),
            stickers=True,
        ),
        SESSIONS.name: Keeping(
            slot=lambda options: f"round/sessions-{_session(options)}",
            slots=tuple(f"round/sessions-{kind}" for kind in SESSION_KINDS),
            combination=lambda options: f"sessions/{_session(options)}",
            combinations=tuple(f"sessions/{kind}" for kind in SESSION_KINDS),
            day=Day.UTC,
            daily_ends=False,
            progress=True,
        ),
        MASTER.name: Keeping(
            slot=lambda options: "round/master",
            slots=("round/master",),
            combination=lambda options: "master",
            combinations=("master",),
        ),
    }
)
"""By the mode's name."""

SLOTS: tuple[str, ...] = tuple(slot for keeping in KEEPING.values() for slot in keeping.slots)
"""The names of the slots that are always there; the dailies' own come and go (:func:`is_slot`)."""


def keeping_of(mode: Mode) -> Keeping:
    """The keeping rules of the mode."""
    return KEEPING[mode.name]


def slot_of(mode: Mode, options: Options) -> str:
    """The name under which such a round is kept; a daily never displaces a free round."""
    return keeping_of(mode).slot(options)


def session_slot(board: int, daily: bool) -> str:
    """The slot of the sessions of that board and kind."""
    return f"round/sessions-{session_kind(board, daily)}"


def slots_on(mode: Mode, day: str) -> tuple[str, ...]:
    """The slots with the mode's rounds that can be played on that day."""
    keeping = keeping_of(mode)
    return keeping.slots if keeping.daily_slot is None else (*keeping.slots, keeping.daily_slot(day))


def is_slot(name: str) -> bool:
    """Whether a record of that name is a round."""
    return name in SLOTS or day_of_slot(name) is not None


def day_of_slot(name: str) -> str | None:
    """The day of a daily that has a slot of its own, from the slot's name; None for all other names."""
    first, slash, day = name.rpartition("/")
    return day if slash and first == DAILY else None


def fits_slot(slot: str, mode: Mode, options: Options) -> bool:
    """Whether such a round may lie in the slot."""
    return slot == slot_of(mode, options) or (slot == DAILY and mode is CLASSIC and options.daily is not None)


def combination(mode: Mode, options: Options) -> str:
    """The name under which the results of such rounds are kept together."""
    return keeping_of(mode).combination(options)
