"""Bests, games played and results, apart for each combination (rules, "Mode classic").

A best is the highest score that any round of the combination has reached; an undo does not take it
back. A game counts as played with its first placement, once: games are told apart by the round's id.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from game.profile.fields import MOST, WrongFieldError, count, is_count
from game.profile.fields import field as read_field
from game.profile.shared import Kind, Shared
from game.profile.store import Payload, Store

PREFIX = "scores/"
KEPT = 200
"""Rounds of each combination that are kept one by one; older ones are added up."""


@dataclass(frozen=True, slots=True, order=True)
class Result:
    """How a round ended, or one that is still in play; ``id`` is the same for the same round."""

    at: int
    """When it began, or ended, in seconds since 1970 UTC; later rounds always have a later one."""
    id: str
    score: int
    lines: int
    streak: int
    seconds: int
    """Time played."""
    moves: int
    """How many moves had been made; the same round may end, be taken back and end again."""
    ended: bool

    def write(self) -> list[object]:
        return [self.at, self.id, self.score, self.lines, self.streak, self.seconds, self.moves, self.ended]


@dataclass(frozen=True, slots=True)
class Older:
    """What remains of the rounds before the latest :data:`KEPT`."""

    games: int = 0
    ended: int = 0
    score: int = 0
    """The scores of those that ended, added up."""
    lines: int = 0
    streak: int = 0
    """The longest."""
    until: int = 0
    """The ``at`` of the latest of them."""

    def add(self, result: Result) -> Older:
        """With one more round."""
        if not result.ended:
            return replace(self, games=self.games + 1, until=result.at)
        return Older(
            self.games + 1,
            self.ended + 1,
            self.score + result.score,
            self.lines + result.lines,
            max(self.streak, result.streak),
            result.at,
        )

    def write(self) -> list[object]:
        return [self.games, self.ended, self.score, self.lines, self.streak, self.until]


NO_OLDER = Older()


@dataclass(frozen=True, slots=True)
class Standing:
    """What is kept for one combination."""

    best: int = 0
    results: tuple[Result, ...] = ()
    """The latest rounds, oldest first, those in play included."""
    older: Older = field(default=NO_OLDER)

    @property
    def games(self) -> int:
        """Rounds in which a piece was placed."""
        return self.older.games + len(self.results)

    @property
    def recent(self) -> tuple[Result, ...]:
        """The latest rounds that ended, oldest first."""
        return tuple(each for each in self.results if each.ended)

    @property
    def ended(self) -> int:
        """Rounds that came to an end."""
        return self.older.ended + len(self.recent)

    @property
    def average(self) -> float | None:
        """The mean score of the rounds that ended, or None before there is one."""
        if not self.ended:
            return None
        return (self.older.score + sum(each.score for each in self.recent)) / self.ended

    @property
    def lines(self) -> int:
        """Lines of all rounds that ended."""
        return self.older.lines + sum(each.lines for each in self.recent)

    @property
    def streak(self) -> int:
        """The longest streak of the rounds that ended."""
        return max((self.older.streak, *(each.streak for each in self.recent)))

    def result(self, id: str) -> Result | None:
        """The round's entry, where it is among the latest."""
        return next((each for each in self.results if each.id == id), None)

    def reach(self, score: int) -> Standing:
        """With the best raised to the score."""
        return replace(self, best=max(self.best, score))

    def note(self, result: Result) -> Standing:
        """With the round's entry in place of its earlier one, later than every other."""
        others = tuple(each for each in self.results if each.id != result.id)
        latest = max((self.older.until, *(each.at for each in others)))
        # A clock that was set back must not put a new round among the old ones.
        result = replace(result, at=min(MOST, max(result.at, latest + 1)))
        return _folded(replace(self, results=(*others, result)))


NOTHING = Standing()


def _folded(standing: Standing) -> Standing:
    many = max(0, len(standing.results) - KEPT)
    # Those of the same second go together: a join tells by the second what has been added up.
    until = standing.results[many - 1].at if many else -1
    spare = tuple(each for each in standing.results if each.at <= until)
    if not spare:
        return standing
    older = reduce(Older.add, spare, standing.older)
    return replace(standing, results=standing.results[len(spare) :], older=older)


def join(one: Standing, other: Standing) -> Standing:
    """The higher best, and the rounds of both, each once."""
    older = max(one.older, other.older, key=lambda each: (each.until, each.games, each.score))
    by_id: dict[str, Result] = {}
    for result in (*one.results, *other.results):
        known = by_id.get(result.id)
        if known is None or _rank(result) > _rank(known):
            by_id[result.id] = result
    # What one side has added up already is not counted again.
    kept = sorted(each for each in by_id.values() if each.at > older.until)
    return _folded(Standing(max(one.best, other.best), tuple(kept), older))


def _rank(result: Result) -> tuple[bool, int, Result]:
    return result.ended, result.moves, result


# -- reading and writing -----------------------------------------------------------------------------


def write(standing: Standing) -> Payload:
    """The payload that :func:`read` reads."""
    return {
        "best": standing.best,
        "results": [each.write() for each in standing.results],
        "older": standing.older.write(),
    }


def read(payload: Payload) -> Standing:
    """The standing in a payload. Raises WrongFieldError."""
    results = tuple(sorted(_read_result(each) for each in read_field(payload, "results", list)))
    if len({each.id for each in results}) != len(results):
        raise WrongFieldError("results has a round twice")
    older = read_field(payload, "older", list)
    if len(older) != len(NO_OLDER.write()) or not all(map(is_count, older)):
        raise WrongFieldError("older is no sum of rounds")
    return Standing(count(payload, "best"), results, Older(*older))


def _read_result(value: object) -> Result:
    if isinstance(value, list) and len(value) == 8:
        at, id, score, lines, streak, seconds, moves, ended = value
        numbers = (at, score, lines, streak, seconds, moves)
        if isinstance(id, str) and isinstance(ended, bool) and all(map(is_count, numbers)):
            return Result(*value)
    raise WrongFieldError("results has an entry that is none")


KIND = Kind(NOTHING, read, write, join)


class Scores:
    """The standings of all combinations, each in a record of its own, read when first asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shared: dict[str, Shared[Standing]] = {}

    def of(self, name: str) -> Standing:
        """The standing of a combination; an empty one where nothing was played."""
        return self.record(name).now

    def record(self, name: str) -> Shared[Standing]:
        """The record of a combination."""
        if name not in self._shared:
            self._shared[name] = Shared(self._store, PREFIX + name, KIND)
        return self._shared[name]

    def records(self) -> Iterable[Shared[Standing]]:
        """The records that have been asked for."""
        return self._shared.values()

    def note(self, name: str, result: Result, peak: int) -> None:
        """Takes in how a round stands and the highest score it has reached. Told twice, it changes nothing."""

        def change(standing: Standing) -> Standing:
            known = standing.result(result.id)
            again = known is None or (result.ended and (not known.ended or known.moves != result.moves))
            raised = standing.reach(peak)
            return raised.note(result) if again else raised

        if change(self.of(name)) != self.of(name):
            # Decided anew with what is stored: it may know of the round's end.
            self.record(name).change(change)
