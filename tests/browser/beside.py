"""The engine's round beside the one on a page, and what has to be kept in the end. Knows no page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from game.profile.envelope import unseal
from game.profile.player import combination, slot_of
from game.profile.stickers import STICKERS
from game.profile.store import PREFIX
from game.rules.record import Record, position_fields, read
from game.rules.round import Move, Outcome, Place, Rotate, Round, Status, TakeBack, play
from tests.rules.players import at_random, with_care


@dataclass
class Beside:
    """A round as the engine plays it, move by move."""

    start: Record
    """Options and seed, without moves."""
    round: Round = field(init=False)
    moves: list[Move] = field(default_factory=list)
    peak: int = 0
    """The highest score that it has reached; an undo does not take it back."""
    most_lines: int = 0
    placed: bool = False
    """Whether a piece was ever placed."""

    def __post_init__(self) -> None:
        self.round = self.start.begin()
        moves, self.moves = self.moves, []
        for move in moves:
            self.make(move)

    @classmethod
    def of(cls, record: Record) -> Beside:
        """The round of a whole record."""
        return cls(replace(record, moves=()), list(record.moves))

    @property
    def slot(self) -> str:
        return slot_of(self.start.mode, self.start.options)

    @property
    def key(self) -> str:
        return PREFIX + self.slot

    @property
    def combination(self) -> str:
        return combination(self.start.mode, self.start.options)

    @property
    def id(self) -> str:
        """The same for the same game."""
        return self.start.options.daily or self.start.seed or ""

    @property
    def in_play(self) -> bool:
        return self.round.status is Status.PLAYING

    @property
    def touched(self) -> bool:
        return bool(self.moves)

    @property
    def record(self) -> Record:
        return replace(self.start, moves=tuple(self.moves))

    def make(self, move: Move) -> None:
        """Makes a legal move."""
        outcome = play(self.round, move)
        assert isinstance(outcome, Outcome), outcome
        self.round = outcome.round
        self.moves.append(move)
        if isinstance(move, Place):
            self.placed = True
            self.peak, self.most_lines = max(self.peak, self.round.score), max(self.most_lines, self.round.lines)

    def shown(self) -> dict[str, object]:
        """What the page has to show."""
        return {**position_fields(self.round), "moves": len(self.moves), "can_undo": self.round.can_undo}

    def check(self, state: Mapping[str, object]) -> None:
        """The page's state is that of this round."""
        expected = self.shown()
        assert {name: state[name] for name in expected} == expected

    def kept(self) -> dict[str, object]:
        """What has to be stored."""
        fields = position_fields(self.round)
        return {"record": self.record.write(), "peak": self.peak, **{name: fields[name] for name in ("status", "score", "board")}}

    def choose(self, source: Random, care: float = 0.0, undo: float = 0.06, turn: float = 0.1) -> Move | None:
        """Any legal move; `care` is the share of placements that are good ones. None when all is over."""
        round = self.round
        if not self.in_play:
            return TakeBack() if round.can_undo else None
        if round.can_undo and source.random() < undo:
            return TakeBack()
        slots = [slot for slot, piece in enumerate(round.hand) if piece]
        if round.rules.rotation and source.random() < turn:
            return Rotate(source.choice(slots))
        placing = with_care if source.random() < care else at_random
        step = placing(round.board, round.position, round.hand, source)
        if step is None:
            # Only a turn makes room now.
            return Rotate(source.choice(slots))
        return Place(step[0], *divmod(step[1], round.board.size))


class Ledger:
    """What has to be kept in the end, from what was seen on pages and beside them."""

    def __init__(self) -> None:
        self.best: dict[str, int] = defaultdict(int)
        self.games: dict[str, set[str]] = defaultdict(set)
        self.ended: dict[str, set[str]] = defaultdict(set)
        self.done: dict[str, dict[int, tuple[bool, int]]] = defaultdict(dict)
        """For each kind of session: by sequence, whether it was complete once and the best that it ended with."""
        self.lines = 0
        """The most of any round of stickers."""

    def __str__(self) -> str:
        ended = {name: len(self.ended[name]) for name in self.games}
        counts = [f"{name}: {len(ids)} ({ended[name]} ended), best {self.best[name]}" for name, ids in self.games.items()]
        return f"{'; '.join(counts)}; {self.lines} lines with stickers; sessions {dict(self.done)}"

    def note(self, beside: Beside) -> None:
        """Takes in a round as it stands. Told twice, it changes nothing."""
        if not beside.placed:
            return
        name = beside.combination
        self.best[name] = max(self.best[name], beside.peak)
        self.games[name].add(beside.id)
        if beside.start.mode.name == "stickers":
            self.lines = max(self.lines, beside.most_lines)
        if beside.in_play:
            return
        self.ended[name].add(beside.id)
        if beside.start.mode.name == "sessions":
            done, sequence = self.done[beside.slot.removeprefix("round/")], beside.start.options.sequence or 0
            complete, best = done.get(sequence, (False, 0))
            done[sequence] = complete or beside.round.status is Status.COMPLETE, max(best, beside.round.score)

    def check(self, stored: Mapping[str, str]) -> None:
        """All of it is there, and nothing else."""
        kept = {key.removeprefix(PREFIX): unseal(text).payload for key, text in stored.items() if key.startswith(PREFIX)}
        scores = {name.removeprefix("scores/"): payload for name, payload in kept.items() if name.startswith("scores/")}
        assert {name for name, payload in scores.items() if payload["results"]} == set(self.games)
        for name, games in self.games.items():
            self._check_scores(name, games, scores[name])
        earned = kept.get("stickers", {"earned": []})["earned"]
        assert earned == sorted(name for name, lines in STICKERS if lines <= self.lines)
        for kind, done in self.done.items():
            assert kept[f"progress/{kind}"]["done"] == [[number, *done[number]] for number in sorted(done)], kind

    def _check_scores(self, name: str, games: set[str], payload: Mapping[str, Any]) -> None:
        results, older = payload["results"], payload["older"]
        ids = [result[1] for result in results]
        assert payload["best"] == self.best[name], name
        assert len(ids) == len(set(ids)), name
        assert set(ids) == games if older[0] == 0 else set(ids) < games, name
        assert len(ids) + older[0] == len(games), f"{name}: every game counts once"
        assert sum(result[7] for result in results) + older[1] == len(self.ended[name]), f"{name}: and ends once"


def kept_round(text: str) -> Beside:
    """The round that a stored value holds."""
    record = unseal(text).payload["record"]
    assert isinstance(record, dict)
    return Beside.of(read(record))


def assert_kept(beside: Beside, text: str | None) -> None:
    """The stored value holds just this round."""
    payload, expected = unseal(text or "").payload, beside.kept()
    assert {name: payload.get(name) for name in expected} == expected
