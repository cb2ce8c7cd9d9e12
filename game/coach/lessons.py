"""The practice library: fixed boards and hands with a goal, played through the one door and checked (rules, "Mode master").

A lesson is data (:mod:`game.coach.lesson_data`); a goal is a question about an :class:`Attempt`. Whatever meets
the goals counts, not only the solution that the data holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from game.coach.health import THRESHOLDS, Label, health
from game.rules.board import UnitKind
from game.rules.modes import MODES, Options, OptionValue, Streak
from game.rules.pieces import piece
from game.rules.record import Record
from game.rules.round import Move, Outcome, Place, Reason, Refusal, Round, Status, play

Result = Outcome | Refusal


@dataclass(frozen=True, slots=True)
class Lesson:
    """A fixed board, the hands that come, and what is to be reached. Its words are in the catalogue, by its name."""

    name: str
    board: tuple[str, ...]
    """The rows at the start, ``#`` filled and ``.`` empty."""
    hands: tuple[tuple[str, ...], ...]
    """The pieces of each hand, as text."""
    goals: tuple[Goal, ...]
    """All of them must hold at the same time."""
    solution: tuple[Move, ...]
    """Moves that meet the goals; one of many ways."""
    mode: str = "master"
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    streak: int = 0
    """The streak with which it begins."""

    @property
    def record(self) -> Record:
        """The lesson as a record without moves; the streak that it begins with is not part of it."""
        mode = MODES[self.mode]
        options: Options = mode.options(self.options)
        board = mode.rules(options).board
        hands = tuple(tuple(piece(text) for text in hand) for hand in self.hands)
        return Record(mode, options, deal=hands, start=board.parse(self.board))

    def begin(self) -> Round:
        """The round before any move."""
        return self.record.begin()._replace(streak=Streak(self.streak))


class Attempt:
    """A lesson under play: each move passes the one door, each can be taken back, down to the first."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.restart()

    def restart(self) -> None:
        """From the beginning."""
        self.round: Round = self.lesson.begin()
        self.results: list[Result] = []
        """What the moves did that were not taken back; refused ones are among them."""
        self._before: list[tuple[Round, int]] = []
        """For each accepted move the round before it, and how many results there were."""

    def play(self, move: Move) -> Result:
        """Makes a move, or learns why it cannot be made."""
        result = play(self.round, move)
        if isinstance(result, Outcome):
            self._before.append((self.round, len(self.results)))
            self.round = result.round
        self.results.append(result)
        return result

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    def undo(self) -> None:
        """Takes the latest accepted move back. Raises IndexError when there is none."""
        self.round, results = self._before.pop()
        del self.results[results:]

    @property
    def outcomes(self) -> list[Outcome]:
        """The placements that were made."""
        return [result for result in self.results if isinstance(result, Outcome) and isinstance(result.move, Place)]

    @property
    def met(self) -> bool:
        """Whether the goals hold now."""
        return all(goal(self) for goal in self.lesson.goals)

    @property
    def ended(self) -> bool:
        """Whether nothing can be placed any more."""
        return self.round.status is not Status.PLAYING


# -- goals -----------------------------------------------------------------------------------------

Goal = Callable[[Attempt], bool]


def place_all(attempt: Attempt) -> bool:
    """Every piece of every hand has been placed."""
    return attempt.round.status is Status.COMPLETE


def clear_nothing(attempt: Attempt) -> bool:
    """No placement has cleared."""
    return not any(outcome.cleared for outcome in attempt.outcomes)


def empty_board(attempt: Attempt) -> bool:
    """Not one cell is left."""
    return not attempt.round.position


def clear_at_once(units: int) -> Goal:
    """One placement has cleared so many units, or more."""
    return lambda attempt: any(len(outcome.cleared) >= units for outcome in attempt.outcomes)


def clear_kind(kind: UnitKind) -> Goal:
    """A unit of that kind has been cleared."""
    return lambda attempt: any(unit.kind is kind for outcome in attempt.outcomes for unit in outcome.cleared)


def points_at_once(points: int) -> Goal:
    """One placement has gained so many points, or more."""
    return lambda attempt: any(outcome.points >= points for outcome in attempt.outcomes)


def streak_of(count: int) -> Goal:
    """The streak stands at so many, or more."""
    return lambda attempt: attempt.round.streak.count >= count


def room_for(*texts: str) -> Goal:
    """Each of the pieces has a place on the board now."""
    wanted = [piece(text) for text in texts]
    return lambda attempt: all(each.origins(attempt.round.board, attempt.round.position) for each in wanted)


def health_of(least: Label | int) -> Goal:
    """The health of the board has that label or number now, or a better one."""
    number = least if isinstance(least, int) else next(number for number, label in THRESHOLDS if label is least)
    return lambda attempt: health(attempt.round.board, attempt.round.position).number >= number


def refused(reason: Reason, **facts: int | str) -> Goal:
    """A placement was tried that was refused for that reason, with those facts."""

    def tried(attempt: Attempt) -> bool:
        refusals = [result for result in attempt.results if isinstance(result, Refusal)]
        return any(refusal.reason is reason and facts.items() <= refusal.facts.items() for refusal in refusals)

    return tried


# -- the library -----------------------------------------------------------------------------------


@cache
def library() -> tuple[Lesson, ...]:
    """All lessons, the easiest first."""
    from game.coach.lesson_data import LESSONS

    return LESSONS


def lesson(name: str) -> Lesson:
    """The lesson of that name. Raises KeyError when there is none."""
    for each in library():
        if each.name == name:
            return each
    raise KeyError(name)


def following(name: str) -> Lesson | None:
    """The lesson after the one of that name, or None after the last."""
    lessons = library()
    at = next(index for index, each in enumerate(lessons) if each.name == name)
    return lessons[at + 1] if at + 1 < len(lessons) else None
