"""Bests, games played and recent results, apart for each combination (rules, "Mode classic").

A best is the highest score that any round of the combination has reached; an undo does not take it
back. A game counts as played with its first placement, once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from game.profile.envelope import Fault
from game.profile.fields import WrongFieldError, count, field
from game.profile.store import Payload, Store
from game.rules.modes import Options

NAME = "scores"
RECENT = 50
"""Results kept for each combination."""


def combination(mode: str, options: Options) -> str:
    """The name under which the results of such rounds are kept together."""
    if mode == "classic":
        if options.daily is not None:
            return "classic/daily"
        return f"classic/{options.level}/{options.board}/{options.undo}"
    if mode == "sessions":
        return f"sessions/{options.board}"
    return mode


@dataclass(frozen=True, slots=True)
class Result:
    """How one round ended, or stands; ``id`` is the same for the same round."""

    id: str
    score: int
    lines: int
    streak: int
    seconds: int

    def write(self) -> list[object]:
        return [self.id, self.score, self.lines, self.streak, self.seconds]


@dataclass(frozen=True, slots=True)
class Standing:
    """What is kept for one combination."""

    best: int = 0
    games: int = 0
    recent: tuple[Result, ...] = ()
    """Ended rounds, oldest first, at most RECENT."""

    def reach(self, score: int) -> Standing:
        """With the best raised to the score."""
        return replace(self, best=max(self.best, score))

    def finish(self, result: Result) -> Standing:
        """With the result of an ended round; one that ended before and went on after an undo is replaced."""
        others = tuple(each for each in self.recent if each.id != result.id)
        return replace(self.reach(result.score), recent=(*others, result)[-RECENT:])


NOTHING = Standing()


class Scores:
    """The standings of all combinations, written at every change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._standings: dict[str, Standing] = {}
        self.reload()

    def reload(self) -> None:
        """Reads what is stored now (another tab may have written)."""
        payload = self._store.load(NAME)
        if payload is None:
            return
        try:
            self._standings = read_standings(payload)
        except WrongFieldError as error:
            self._store.refuse(NAME, self._store.stored_text(NAME), Fault.DAMAGED, str(error))

    def of(self, name: str) -> Standing:
        """The standing of a combination; an empty one where nothing was played."""
        return self._standings.get(name, NOTHING)

    def count_game(self, name: str) -> None:
        """One more game of the combination has been played."""
        self._change(name, lambda standing: replace(standing, games=standing.games + 1))

    def reach(self, name: str, score: int) -> None:
        """A round of the combination has this score now."""
        if score > self.of(name).best:
            self._change(name, lambda standing: standing.reach(score))

    def finish(self, name: str, result: Result) -> None:
        """A round of the combination has ended."""
        self._change(name, lambda standing: standing.finish(result))

    def _change(self, name: str, change: Callable[[Standing], Standing]) -> None:
        # Read, change and write in one go: counts of two tabs add up instead of displacing each other.
        self.reload()
        self._standings[name] = change(self.of(name))
        self._store.save(NAME, write_standings(self._standings))


def write_standings(standings: Mapping[str, Standing]) -> Payload:
    """The payload that :func:`read_standings` reads."""
    return {
        name: {
            "best": each.best,
            "games": each.games,
            "recent": [result.write() for result in each.recent],
        }
        for name, each in standings.items()
    }


def read_standings(payload: Payload) -> dict[str, Standing]:
    """The standings in a payload. Raises WrongFieldError."""
    return {name: _read_standing(field(payload, name, dict)) for name in payload}


def _read_standing(value: Mapping[str, object]) -> Standing:
    recent = tuple(_read_result(each) for each in field(value, "recent", list))
    return Standing(count(value, "best"), count(value, "games"), recent)


def _read_result(value: object) -> Result:
    if isinstance(value, list) and len(value) == 5 and isinstance(value[0], str):
        numbers = value[1:]
        if all(type(number) is int and number >= 0 for number in numbers):
            return Result(value[0], *numbers)
    raise WrongFieldError("a recent result is none")


def merge_standings(mine: Payload, theirs: Payload) -> Payload:
    """The higher best, the higher count, the union of the results (two tabs have written)."""
    try:
        ours, others = read_standings(mine), read_standings(theirs)
    except WrongFieldError:
        return mine
    for name, other in others.items():
        own = ours.get(name, NOTHING)
        by_id = {result.id: result for result in (*other.recent, *own.recent)}
        ours[name] = Standing(
            max(own.best, other.best),
            max(own.games, other.games),
            tuple(by_id.values())[-RECENT:],
        )
    return write_standings(ours)
