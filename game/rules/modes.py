"""The four rule sets as data (rules.md, "Mode ..."): board, rotation, undo, dealing, scoring, streak.

To add a mode, add a :class:`Mode` to a table of modes: what its options may be, and the :class:`Rules`
that follow from them. Nothing else asks which mode is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from game.rules.board import Board, board
from game.rules.dealing import Dealer, Dealing, Mix, SeededDealer
from game.rules.sequences import LENGTHS, SEQUENCES, sequence_dealer

OptionValue = str | int | bool


class Undo(StrEnum):
    """How often a placement can be taken back."""

    OFF = "off"
    ONCE = "once"
    """Once a round, the latest placement, also after the end."""
    STEP = "step"
    """Always the latest placement, one step deep, any number of times over a round."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Clearing moves in a row, and classic's warning that the next miss ends them."""

    count: int = 0
    grace: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a move's points: ``base`` × ``factor``; ``count`` is what was counted."""

    name: str
    """``cells``, ``clear``, ``together`` or ``streak``."""
    count: int
    base: int
    factor: int = 1

    @property
    def points(self) -> int:
        return self.base * self.factor


Score = Callable[[Board, int, int, Streak, Streak], tuple[Term, ...]]
"""(board, cells placed, units cleared, streak before, streak after) -> the terms of the points."""

Advance = Callable[[Streak, int], Streak]
"""(streak, units cleared by the move) -> the streak after it."""


class Rules(NamedTuple):
    """All that a round needs to know of its mode and options."""

    board: Board
    rotation: bool
    undo: Undo
    score: Score
    advance: Advance
    length: int | None = None
    """How many placements complete the round; None where it is endless."""


class Options(NamedTuple):
    """What was chosen for a round; None where the mode has no such choice."""

    board: int | None = None
    level: str | None = None
    rotation: bool | None = None
    dealing: str | None = None
    mix: str | None = None
    undo: str | None = None
    sequence: int | None = None
    daily: str | None = None

    def chosen(self) -> dict[str, OptionValue]:
        """The options as a record writes them: those that are not None, by name."""
        values = {name: getattr(self, name) for name in OPTION_NAMES}
        return {name: value for name, value in values.items() if value is not None}


OPTION_NAMES = ("board", "level", "rotation", "dealing", "mix", "undo", "sequence", "daily")


class OptionError(ValueError):
    """Options that no round can have; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Mode:
    """A rule set: what may be chosen, what follows from it, and where its hands come from."""

    name: str
    choices: Mapping[str, tuple[OptionValue, ...]]
    """The values that each option may have, the default first. A daily's date is not listed."""
    settle: Callable[[Options], Options]
    """Fills in what the chosen options imply. Raises OptionError when they contradict."""
    rules: Callable[[Options], Rules]
    dealer: Callable[[Options, str], Dealer]
    """(settled options, seed) -> where the hands come from."""
    needs_seed: bool = True
    has_daily: bool = False

    def options(self, given: Mapping[str, object]) -> Options:
        """The whole options of a round from those given.

        Raises:
            OptionError: an option has a value that the mode does not offer, or two contradict.
        """
        chosen: dict[str, OptionValue] = {}
        for name in OPTION_NAMES:
            if name in given:
                chosen[name] = self._check(name, given[name])
        return self.settle(Options(**chosen))  # type: ignore[arg-type]  # checked one by one

    def _check(self, name: str, value: object) -> OptionValue:
        if name == "daily" and self.has_daily:
            return _day(value)
        offered = self.choices.get(name)
        if offered is None:
            raise OptionError(f"{self.name} has no option {name!r}")
        for each in offered:
            # True == 1 in Python, but a record's true is no number.
            if type(each) is type(value) and each == value:
                return each
        listed = ", ".join(str(each).lower() for each in offered)
        if len(offered) > 10:
            listed = f"{offered[0]} to {offered[-1]}"
        raise OptionError(f"{name} must be one of {listed}, not {described(value)}")


def described(value: object) -> str:
    """A JSON value in a few words, for a message of one line."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, (str, int, float)):
        text = ascii(value)
        return text if len(text) <= 40 else text[:40] + "..."
    return "an object" if isinstance(value, Mapping) else "a list"


def _day(value: object) -> str:
    if isinstance(value, str) and len(value) == len("YYYY-MM-DD"):
        try:
            if date.fromisoformat(value).isoformat() == value:
                return value
        except ValueError:
            pass
    raise OptionError(f"daily must be a calendar day YYYY-MM-DD, not {described(value)}")


def imply(options: Options, why: str, **implied: OptionValue) -> Options:
    """The options with the implied values filled in.

    Raises:
        OptionError: another value was chosen for one of them.
    """
    for name, value in implied.items():
        if getattr(options, name) not in (None, value):
            raise OptionError(f"{why} has {name} {str(value).lower()}")
    return options._replace(**implied)  # type: ignore[arg-type]  # the names are Options' own


def default(options: Options, mode_choices: Mapping[str, tuple[OptionValue, ...]]) -> Options:
    """The options with the first choice wherever nothing was chosen."""
    open_choices = {n: c[0] for n, c in mode_choices.items() if getattr(options, n) is None}
    return options._replace(**open_choices)  # type: ignore[arg-type]  # the names are Options' own


def chosen_size(options: Options) -> int:
    """The board's size in options that are settled."""
    assert options.board is not None, "settled options have a board"
    return options.board


# -- streaks ---------------------------------------------------------------------------------------


def no_streak(streak: Streak, units: int) -> Streak:
    """For modes that have none: it stays 0."""
    return streak


def breather_streak(streak: Streak, units: int) -> Streak:
    """One miss keeps the streak and warns; a second in a row ends it (rules, "Mode classic")."""
    if units:
        return Streak(streak.count + 1)
    if streak.count and not streak.grace:
        return Streak(streak.count, grace=True)
    return Streak()


def plain_streak(streak: Streak, units: int) -> Streak:
    """A clearing move adds 1, any other sets it to 0 (rules, "Mode master")."""
    return Streak(streak.count + 1) if units else Streak()


# -- scores ----------------------------------------------------------------------------------------

BEST_FACTOR = 5
"""Classic's streak multiplies by no more than this."""


def classic_score(on: Board, cells: int, units: int, before: Streak, after: Streak) -> tuple[Term, ...]:
    """1 per cell; 10·n² for n units, times the streak, at most ×5 (rules, "Mode classic")."""
    placed = Term("cells", cells, cells)
    if not units:
        return (placed,)
    return placed, Term("clear", units, 10 * units**2, min(after.count, BEST_FACTOR))


def stickers_score(on: Board, cells: int, units: int, before: Streak, after: Streak) -> tuple[Term, ...]:
    """1 per cell; 10·n² for n lines at once (rules, "Mode stickers")."""
    placed = Term("cells", cells, cells)
    return (placed, Term("clear", units, 10 * units**2)) if units else (placed,)


def sessions_score(on: Board, cells: int, units: int, before: Streak, after: Streak) -> tuple[Term, ...]:
    """1 per cell; for every line the board's width (rules, "Mode sessions")."""
    placed = Term("cells", cells, cells)
    return (placed, Term("clear", units, on.size * units)) if units else (placed,)


def master_score(on: Board, cells: int, units: int, before: Streak, after: Streak) -> tuple[Term, ...]:
    """1 per cell; 18 a unit; 12·(n−1)² more for n at once; a clear adds 5 × the streak before it.

    Rules, "Mode master".
    """
    terms = [Term("cells", cells, cells)]
    if units:
        terms.append(Term("clear", units, 18 * units))
    if units > 1:
        terms.append(Term("together", units, 12 * (units - 1) ** 2))
    if units and before.count:
        terms.append(Term("streak", before.count, 5 * before.count))
    return tuple(terms)


# -- the modes -------------------------------------------------------------------------------------

BOXED_SIZE = 9
"""Full 3×3 boxes clear on boards of this size (rules, "Mode classic", "Mode master")."""

LEVELS: Mapping[str, Mapping[str, OptionValue]] = MappingProxyType(
    {
        "easy": {"rotation": True, "dealing": "fitting", "mix": "small"},
        "normal": {"rotation": False, "dealing": "fitting", "mix": "some-big"},
        "hard": {"rotation": False, "dealing": "random", "mix": "big"},
        "custom": {},
    }
)
"""What each level of classic fixes; custom leaves all three open."""

_CLASSIC_CHOICES: Mapping[str, tuple[OptionValue, ...]] = {
    "board": (10, 9, 8),
    "level": ("normal", "easy", "hard", "custom"),
    "rotation": (False, True),
    "dealing": ("fitting", "random"),
    "mix": ("some-big", "small", "big"),
    "undo": ("off", "once"),
}


def _settle_classic(options: Options) -> Options:
    if options.daily is not None:
        options = imply(
            options,
            "the daily",
            level="custom",
            board=10,
            rotation=False,
            dealing="random",
            mix="some-big",
            undo="off",
        )
    options = default(options, {"level": _CLASSIC_CHOICES["level"]})
    level = str(options.level)
    options = imply(options, f"level {level}", **LEVELS[level])
    return default(options, _CLASSIC_CHOICES)


def _classic_rules(options: Options) -> Rules:
    size = chosen_size(options)
    return Rules(
        board=board(size, boxed=size == BOXED_SIZE),
        rotation=bool(options.rotation),
        undo=Undo(str(options.undo)),
        score=classic_score,
        advance=breather_streak,
    )


def _classic_dealer(options: Options, seed: str) -> Dealer:
    return SeededDealer(seed, Mix(str(options.mix)), Dealing(str(options.dealing)))


_SESSIONS_CHOICES: Mapping[str, tuple[OptionValue, ...]] = {
    "board": (6, 10),
    "rotation": (False,),
    "sequence": tuple(range(SEQUENCES)),
}


def daily_sequence(day: date) -> int:
    """The sequence of a UTC day: days since 1970-01-01 modulo 24 (rules, "Mode sessions")."""
    return (day.toordinal() - date(1970, 1, 1).toordinal()) % SEQUENCES


def _settle_sessions(options: Options) -> Options:
    if options.daily is not None:
        number = daily_sequence(date.fromisoformat(options.daily))
        options = imply(options, "that daily", sequence=number)
    return default(options, _SESSIONS_CHOICES)


def _sessions_rules(options: Options) -> Rules:
    size = chosen_size(options)
    return Rules(board(size), False, Undo.STEP, sessions_score, no_streak, LENGTHS[size])


_STICKERS_CHOICES: Mapping[str, tuple[OptionValue, ...]] = {"board": (8,), "rotation": (False,)}
_MASTER_CHOICES: Mapping[str, tuple[OptionValue, ...]] = {
    "board": (BOXED_SIZE,),
    "rotation": (False,),
}

CLASSIC = Mode("classic", _CLASSIC_CHOICES, _settle_classic, _classic_rules, _classic_dealer, has_daily=True)
STICKERS = Mode(
    "stickers",
    _STICKERS_CHOICES,
    lambda options: default(options, _STICKERS_CHOICES),
    lambda options: Rules(board(8), False, Undo.STEP, stickers_score, no_streak),
    lambda options, seed: SeededDealer(seed, Mix.SOME_BIG, Dealing.RANDOM),
)
SESSIONS = Mode(
    "sessions",
    _SESSIONS_CHOICES,
    _settle_sessions,
    _sessions_rules,
    lambda options, seed: sequence_dealer(chosen_size(options), options.sequence or 0),
    needs_seed=False,
    has_daily=True,
)
MASTER = Mode(
    "master",
    _MASTER_CHOICES,
    lambda options: default(options, _MASTER_CHOICES),
    lambda options: Rules(board(BOXED_SIZE, boxed=True), False, Undo.STEP, master_score, plain_streak),
    lambda options, seed: SeededDealer(seed, Mix.SOME_BIG, Dealing.RANDOM),
)

MODES: Mapping[str, Mode] = MappingProxyType({mode.name: mode for mode in (CLASSIC, STICKERS, SESSIONS, MASTER)})
