"""What can still be done with the hand: whether all its pieces have a place, and the best line for it.

The search runs in slices, so that a loop which also draws can call it between two frames::

    solver = Solver(round)
    while not solver.work(nodes=500):
        ...  # draw a frame
    answer = solver.answer

Moves are scored by the round's own rules; what a placement leads to is worked out on positions, and the
tests hold every line against the one door. What is dealt after the hand is not looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from game.rules.board import Board, Position
from game.rules.dealing import SLOTS
from game.rules.modes import Streak
from game.rules.pieces import Fit
from game.rules.round import Move, Outcome, Place, Rotate, Round, Status, play

BUDGET = 20_000
"""Nodes that the search for the best line may take before it settles for a beam."""
BEAM_WIDTH = 300
"""Positions that the beam keeps after each placement."""


@dataclass(frozen=True, slots=True)
class Line:
    """Moves for the hand, rotations included, in the order in which they are to be played."""

    moves: tuple[Move, ...] = ()
    placed: int = 0
    """How many pieces it places."""
    points: int = 0
    """What it gains."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the search has found."""

    all_fit: bool
    """Whether all the pieces of the hand can be placed, in some order; exact."""
    witness: Line | None
    """A line that places them all, where there is one."""
    best: Line
    """The line that places the most pieces and, of those, gains the most points."""
    exact: bool
    """Whether no line is better than :attr:`best`; otherwise the beam has found no better one."""
    nodes: int
    """Positions with pieces left that were looked into."""


_Child = tuple[int, int, Position, Position, int]
"""(slot, quarter turns, bit of the origin, position after the clears, units cleared)."""

_Key = tuple[Position, int, Streak]
"""What the rest of a line depends on: the position, the slots left as bits, the streak."""

_Steps = tuple[_Child, ...]

_Kept = tuple[int, int, _Steps]
"""(value so far, how whole the position is, the placements that led to it)."""

_Level = dict[_Key, _Kept]

_PIECE = 10**12
"""One more piece placed counts for more than any points."""


class _Frame:
    """A position whose placements are being looked into, and the best of them so far."""

    __slots__ = ("best", "children", "gained", "key", "value", "via")

    def __init__(self, key: _Key, children: Iterator[_Child], via: _Child | None = None, gained: int = 0) -> None:
        self.key, self.children = key, children
        self.via, self.gained = via, gained
        """The placement that led here, and its points."""
        self.value = 0
        self.best: _Child | None = None

    def offer(self, child: _Child | None, value: int) -> None:
        """Takes the placement if it is better than the best so far."""
        if value > self.value:
            self.value, self.best = value, child


class Solver:
    """A search for one round's hand; :meth:`work` until it is done, then read :attr:`answer`."""

    def __init__(self, round: Round, budget: int = BUDGET, beam_width: int = BEAM_WIDTH) -> None:
        self._round, self._board = round, round.board
        self._budget, self._beam_width = budget, beam_width
        self._fits = [[turn.fit(round.board) for turn in round.turns(piece)] for piece in round.hand]
        self._reach = max((fit.reach for fits in self._fits for fit in fits), default=0)
        self._slots = _slots(round)
        self._gains: dict[tuple[int, int, Streak], tuple[int, Streak]] = {}
        self._best: dict[_Key, tuple[int, _Child | None]] = {}
        self._nodes = 0
        self._answer: Answer | None = None
        self._working = self._search()

    def work(self, nodes: int) -> bool:
        """Looks into about so many more positions. True when the search is done."""
        next(islice(self._working, nodes, nodes), None)
        return self._answer is not None

    @property
    def answer(self) -> Answer:
        """What was found.

        Raises:
            RuntimeError: the search is not done.
        """
        if self._answer is None:
            raise RuntimeError("the search is not done")
        return self._answer

    def _search(self) -> Iterator[None]:
        """Yields at each node; leaves the answer."""
        round = self._round
        key = (round.position, sum(1 << slot for slot, piece in enumerate(round.hand) if piece), round.streak)
        most = _placements_left(round)
        steps: _Steps | None = None if round.status is Status.OVER else ()
        lines, exact = [Line()], True
        if most:
            steps = yield from self._place_all(key, most)
            exact = yield from self._try_everything(key, most)
            lines.append(self._line(self._followed(key)))
            if not exact:
                kept = yield from self._keep_the_best(key, most)
                lines.append(self._line(kept))
        witness = None if steps is None else self._line(steps)
        if witness:
            lines.append(witness)
        best = max(lines, key=lambda line: (line.placed, line.points))
        self._answer = Answer(witness is not None, witness, best, exact, self._nodes)

    def _line(self, steps: _Steps) -> Line:
        """The placements as moves, played through the one door."""
        moves: list[Move] = []
        for slot, turns, origin, _, _ in steps:
            moves += [Rotate(slot)] * turns
            moves.append(Place(slot, *divmod(origin.bit_length() - 1, self._board.size)))
        round, points = self._round, 0
        for move in moves:
            result = play(round, move)
            assert isinstance(result, Outcome), f"the search went where the rules do not: {result}"
            round, points = result.round, points + result.points
        return Line(tuple(moves), len(steps), points)

    # -- what follows from a position ----------------------------------------------------------------

    def _children(self, position: Position, slots: int) -> Iterator[_Child]:
        """Every placement of the slots' pieces, those that clear first."""
        gaps = self._board.gaps(position, self._reach)
        for slot in self._slots[slots]:
            for turns, fit in enumerate(self._fits[slot]):
                origins = fit.origins(position)
                for origin, (units, removed) in _clears(fit, origins, gaps).items():
                    origins ^= origin
                    yield slot, turns, origin, (position | fit.mask * origin) & ~removed, units
                while origins:
                    origin = origins & -origins
                    origins ^= origin
                    yield slot, turns, origin, position | fit.mask * origin, 0

    def _gain(self, slot: int, units: int, streak: Streak) -> tuple[int, Streak]:
        """(points, streak after) of placing the slot's piece with so many units cleared."""
        known = self._gains.get((slot, units, streak))
        if known is None:
            piece, rules = self._round.hand[slot], self._round.rules
            cells = piece.size if piece else 0
            after = rules.advance(streak, units)
            terms = rules.score(self._board, cells, units, streak, after)
            known = self._gains[slot, units, streak] = sum(term.points for term in terms), after
        return known

    def _last(self, key: _Key) -> tuple[int, _Child | None]:
        """The value of the best single placement. All that clear nothing are worth the same."""
        position, slots, streak = key
        value, best = 0, None
        gaps = self._board.gaps(position, self._reach)
        for slot in self._slots[slots]:
            for turns, fit in enumerate(self._fits[slot]):
                origins = fit.origins(position)
                if not origins:
                    continue
                clears = _clears(fit, origins, gaps)
                for origin in (*clears, _first_quiet(origins, clears)):
                    units, removed = clears.get(origin, (0, 0))
                    worth = _PIECE + self._gain(slot, units, streak)[0]
                    if origin and worth > value:
                        after = (position | fit.mask * origin) & ~removed
                        value, best = worth, (slot, turns, origin, after, units)
        return value, best

    # -- can everything be placed? -------------------------------------------------------------------

    def _place_all(self, key: _Key, most: int) -> Generator[None, None, _Steps | None]:
        """Placements of so many pieces, or None when there are none; each position is tried once."""
        position, slots, _ = key
        tried: set[tuple[Position, int]] = set()
        stack: list[tuple[Iterator[_Child], int, _Steps]] = [(self._children(position, slots), slots, ())]
        while stack:
            children, slots, steps = stack[-1]
            child = next(children, None)
            if child is None:
                stack.pop()
                continue
            steps = (*steps, child)
            if len(steps) == most:
                return steps
            after, left = child[3], slots & ~(1 << child[0])
            if (after, left) in tried:
                continue
            tried.add((after, left))
            self._nodes += 1
            yield
            if len(steps) < most - 1 or any(fit.origins(after) for slot in self._slots[left] for fit in self._fits[slot]):
                stack.append((self._children(after, left), left, steps))
        return None

    # -- the best line -------------------------------------------------------------------------------

    def _try_everything(self, key: _Key, most: int) -> Generator[None, None, bool]:
        """Finds the best of all lines, each position once. False when the budget did not suffice."""
        if most == 1:
            self._best[key] = self._last(key)
            return True
        limit = self._nodes + self._budget
        frames = [_Frame(key, self._children(key[0], key[1]))]
        while frames:
            frame = frames[-1]
            for child in frame.children:
                gained, key = self._after(frame.key, child)
                known = self._best.get(key)
                if known is None:
                    if self._nodes >= limit:
                        self._leave(frames)
                        return False
                    self._nodes += 1
                    yield
                    if len(frames) < most - 1:
                        frames.append(_Frame(key, self._children(key[0], key[1]), child, gained))
                        break
                    known = self._best[key] = self._last(key)
                frame.offer(child, _PIECE + gained + known[0])
            else:
                self._close(frames)
        return True

    def _after(self, key: _Key, child: _Child) -> tuple[int, _Key]:
        """(points, what the rest depends on) of a placement."""
        gained, streak = self._gain(child[0], child[4], key[2])
        return gained, (child[3], key[1] & ~(1 << child[0]), streak)

    def _close(self, frames: list[_Frame]) -> None:
        """Remembers what the last frame has found and tells the one before it."""
        frame = frames.pop()
        self._best[frame.key] = frame.value, frame.best
        if frames:
            frames[-1].offer(frame.via, _PIECE + frame.gained + frame.value)

    def _leave(self, frames: list[_Frame]) -> None:
        """Ends the search early; the best line so far stays."""
        while frames:
            self._close(frames)

    def _followed(self, key: _Key) -> _Steps:
        """The best line from a position that was looked into."""
        steps: _Steps = ()
        while (child := self._best.get(key, (0, None))[1]) is not None:
            steps = (*steps, child)
            _, key = self._after(key, child)
        return steps

    def _keep_the_best(self, key: _Key, most: int) -> Generator[None, None, _Steps]:
        """A good line: of all positions after each placement only the most promising are kept."""
        level: _Level = {key: (0, 0, ())}
        best: _Kept = (0, 0, ())
        for left in range(most, 0, -1):
            following: _Level = {}
            for key, (value, _, steps) in level.items():
                self._nodes += 1
                yield
                for child in self._children(key[0], key[1]) if left > 1 else _only(self._last(key)[1]):
                    gained, after = self._after(key, child)
                    known = following.get(after)
                    if known is None or known[0] < value + _PIECE + gained:
                        rough = -edges(self._board, child[3])
                        following[after] = (value + _PIECE + gained, rough, (*steps, child))
                if len(following) > 4 * self._beam_width:
                    following = self._narrowed(following)
            level = self._narrowed(following)
            best = max([best, *level.values()], key=lambda kept: kept[0])
        return best[2]

    def _narrowed(self, level: _Level) -> _Level:
        ranked = sorted(level.items(), key=lambda entry: entry[1][:2], reverse=True)
        return dict(ranked[: self._beam_width])


def solve(round: Round, budget: int = BUDGET) -> Answer:
    """The answer for a round's hand, without pauses."""
    solver = Solver(round, budget)
    solver.work(nodes=sys.maxsize)
    return solver.answer


def edges(board: Board, position: Position) -> int:
    """How many edges lie between a filled and an empty cell: a measure of how torn a position is."""
    size, empty = board.size, board.full & ~position
    not_leftmost = board.full & ~sum(1 << row * size for row in range(size))
    across = (position << 1 & empty | empty << 1 & position) & not_leftmost
    down = position << size & empty | empty << size & position
    return across.bit_count() + down.bit_count()


def _clears(fit: Fit, origins: Position, gaps: list[tuple[Position, Position]]) -> dict[Position, tuple[int, Position]]:
    """For each of the origins (as its bit) that clears: how many units, and all their cells."""
    found: dict[Position, tuple[int, Position]] = {}
    for gap, mask in gaps:
        completing = origins & fit.completing(gap)
        while completing:
            origin = completing & -completing
            completing ^= origin
            units, removed = found.get(origin, (0, 0))
            found[origin] = units + 1, removed | mask
    return found


def _first_quiet(origins: Position, clears: Iterable[Position]) -> Position:
    """The first of the origins that clears nothing, or 0."""
    for origin in clears:
        origins ^= origin
    return origins & -origins


def _only(child: _Child | None) -> tuple[_Child, ...]:
    return () if child is None else (child,)


def _placements_left(round: Round) -> int:
    """How many placements the hand can still see: fewer than its pieces where the round completes first."""
    if round.status is not Status.PLAYING:
        return 0
    held = sum(piece is not None for piece in round.hand)
    length = round.rules.length
    return held if length is None else min(held, length - round.tally.pieces)


def _slots(round: Round) -> list[tuple[int, ...]]:
    """For each set of slots, as bits: those to try, of slots with the same piece only the first."""
    same = [min((turn.text for turn in round.turns(piece)), default="") for piece in round.hand]
    return [
        tuple({same[slot]: slot for slot in range(SLOTS - 1, -1, -1) if slots >> slot & 1}.values())
        for slots in range(1 << SLOTS)
    ]
