"""The page is killed at every single storage call of a move: reopening gives the state before or after it, whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from game.profile.keeping import combination
from game.profile.scores import Standing
from game.profile.settings import Values
from game.rules.modes import CLASSIC, SESSIONS, STICKERS, Mode, OptionValue
from game.rules.record import Record
from game.rules.round import Move, Outcome, Place, Round, TakeBack
from tests.profile.players import ROUNDS, Clock, a_move, giving_up, player
from tests.profile.storages import Killed, KilledError, Memory
from tests.profile.test_player import finish

Act = Callable[[Memory], object]
TORN = (None, 0.0, 0.5, 1.0)


class Whole(NamedTuple):
    """All that a reopened game shows."""

    rounds: tuple[tuple[Record, Round] | None, ...]
    standing: Standing
    stickers: tuple[str, ...]
    progress: object
    settings: Values


def whole(values: dict[str, str], mode: Mode, given: dict[str, OptionValue]) -> Whole:
    """What is found when the game is opened again. Times are left out: only they may differ."""
    at = player(Memory(values))
    kept = [at.kept(slot) for slot in at.slots()]
    standing = at.scores.of(combination(mode, mode.options(given)))
    results = tuple(replace(each, at=0) for each in standing.results)
    assert at.store.set_aside == {}
    progress = at.progress(6, daily=False).now
    return Whole(
        tuple(None if each is None else (each.record, each.round) for each in kept),
        Standing(standing.best, results, standing.older),
        at.stickers.earned,
        (progress.done, progress.last),
        at.settings.now,
    )


def kill_everywhere(before: dict[str, str], act: Act, mode: Mode, given: dict[str, OptionValue]) -> int:
    """Does what ``act`` does, killed at each of its storage calls in turn; returns how many there are."""
    survived = dict(before)
    act(Memory(survived))
    outcomes = [whole(dict(before), mode, given), whole(dict(survived), mode, given)]
    calls = 0
    while True:
        finished = True
        for torn in TORN:
            values = dict(before)
            try:
                act(Killed(values, calls, torn))
            except KilledError:
                finished = False
            found = whole(dict(values), mode, given)
            assert found in outcomes, f"killed at call {calls}, torn {torn}"
        if finished:
            return calls
        calls += 1


def mover(slot: str, move: Move) -> Act:
    """A tab that has the round open and makes the move."""

    def act(storage: Memory) -> None:
        quiet = Killed(storage.values, 10**9)
        at = player(quiet)
        kept = at.kept(slot)
        assert kept is not None
        at.standing(kept)
        if isinstance(storage, Killed):
            quiet.calls, quiet.torn = storage.calls, storage.torn
        assert isinstance(at.play(kept, move), Outcome)

    return act


@pytest.mark.parametrize(("mode", "given"), ROUNDS, ids=lambda each: getattr(each, "name", None))
def test_killed_anywhere_in_any_move(mode: Mode, given: dict[str, OptionValue]) -> None:
    storage, source = Memory(), Random(mode.name)
    at = player(storage)
    kept = at.begin(mode, given)
    calls = 0
    for _ in range(12):
        move = a_move(kept.round, source, 0.3)
        if move is None:
            break
        calls = max(calls, kill_everywhere(dict(storage.values), mover(kept.slot, move), mode, given))
        assert isinstance(at.play(kept, move), Outcome)
    assert calls >= 10, "a move writes the round and, when it raises the best, that too"


def test_killed_in_the_move_that_ends_a_round_or_takes_the_end_back() -> None:
    storage, source = Memory(), Random(4)
    at, given = player(storage), {"level": "hard", "undo": "once"}
    kept = at.begin(CLASSIC, dict(given))
    before, move = storage.values, a_move(kept.round, source, 0)
    while move:
        before, last = dict(storage.values), move
        at.play(kept, move)
        move = a_move(kept.round, source, 0)
    assert kill_everywhere(before, mover(kept.slot, last), CLASSIC, dict(given)) >= 10
    assert kill_everywhere(dict(storage.values), mover(kept.slot, TakeBack()), CLASSIC, dict(given)) >= 5


def test_killed_in_the_move_that_completes_a_session() -> None:
    storage = Memory()
    at, given = player(storage), {"board": 6, "sequence": 0}
    kept = at.begin(SESSIONS, dict(given))
    finish(at, kept)
    last = kept.record.moves[-1]
    storage.values.clear()
    fresh = player(storage)
    again = fresh.begin(SESSIONS, dict(given))
    for move in kept.record.moves[:-1]:
        fresh.play(again, move)
    assert kill_everywhere(dict(storage.values), mover(again.slot, last), SESSIONS, dict(given)) >= 15


def test_killed_in_the_move_that_earns_a_sticker() -> None:
    storage, source = Memory(), Random(3)
    at = player(storage)
    kept = at.begin(STICKERS, {})
    seen = 0
    while kept.in_play and seen < 3:
        before, move = dict(storage.values), a_move(kept.round, source, 0)
        assert isinstance(move, Place)
        at.play(kept, move)
        if at.new_stickers:
            seen += 1
            assert kill_everywhere(before, mover(kept.slot, move), STICKERS, {}) >= 15
    assert seen == 3


def test_killed_in_opening_a_new_round_over_one_that_was_never_settled() -> None:
    storage = Memory()
    at = player(storage)
    kept = at.begin(CLASSIC, {})
    at.play(kept, a_move(kept.round, Random(1), 0) or TakeBack())
    for key in [key for key in storage.values if "scores" in key]:
        del storage.values[key]

    def act(storage: Memory) -> None:
        at = player(storage, seeds="other")
        at.begin(CLASSIC, {}, giving_up(at, kept.slot))

    assert kill_everywhere(dict(storage.values), act, CLASSIC, {}) >= 15


def test_killed_in_changing_a_setting() -> None:
    storage = Memory()
    player(storage, Clock()).settings.change(theme="dark")

    def act(storage: Memory) -> None:
        player(storage).settings.change(theme="light", sound=False)

    assert kill_everywhere(dict(storage.values), act, CLASSIC, {}) >= 6
