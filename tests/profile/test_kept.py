"""Rounds as they are kept: loading replays them, and one that cannot be true is refused."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game.profile.envelope import Fault, dump, seal, unseal
from game.profile.keeping import DAILY, KEEPING, SLOTS, is_slot, slot_of
from game.profile.kept import KeptRound, load_round
from game.profile.player import Player
from game.profile.store import Saved, Store
from game.rules.modes import CLASSIC, MASTER, MODES, Mode, OptionValue
from game.rules.record import Record, parse, read, write_move
from game.rules.round import Move, Outcome, Place, Rotate
from tests.profile.players import ROUNDS, a_move, play_on, player
from tests.profile.storages import Memory

IDS = [f"{mode.name} {given}" for mode, given in ROUNDS]


def reopened(storage: Memory, kept: KeptRound) -> KeptRound:
    again = player(storage).kept(kept.slot)
    assert again is not None
    return again


def same(one: KeptRound, other: KeptRound) -> bool:
    """Everything that a player could ever notice, undo and coming hands included."""
    return (
        (one.round, one.record, one.peak, one.most_lines, one.placements, one.best_before, one.placed, one.played)
        == (other.round, other.record, other.peak, other.most_lines, other.placements, other.best_before, other.placed,
            other.played)
        and abs(one.seconds - other.seconds) < 0.001
    )  # fmt: skip


@pytest.mark.parametrize(("mode", "given"), ROUNDS, ids=IDS)
def test_after_every_move_a_reload_gives_the_same_round(mode: Mode, given: dict[str, OptionValue]) -> None:
    storage, source = Memory(), Random(mode.name)
    at = player(storage)
    kept = at.begin(mode, given)
    assert same(kept, reopened(storage, kept))
    for _ in range(120):
        move = a_move(kept.round, source, undo=0.25)
        if move is None:
            break
        kept.seconds += 0.7
        assert isinstance(at.play(kept, move), Outcome)
        assert same(kept, reopened(storage, kept))
    assert kept.record.moves


def test_what_is_stored_is_a_record_that_the_replayer_reads() -> None:
    storage = Memory()
    at = player(storage)
    kept = at.begin(CLASSIC, {"level": "easy"})
    play_on(at, kept, 20, Random(1))
    payload = json.loads(storage.values["block-puzzle/round/classic"])["payload"]
    assert parse(json.dumps(payload["record"])) == kept.record


def test_the_text_is_the_payload_written_out() -> None:
    kept = KeptRound.start("round/classic", Record(CLASSIC, CLASSIC.options({"level": "easy"}), 'a "seed" ✓'), 3)
    source = Random(2)
    for _ in range(30):
        move = a_move(kept.round, source, 0)
        assert move
        kept.make(move)
        fresh = replace(kept, _moves_text=None)
        assert kept.text() == fresh.text() == dump(json.loads(kept.text()))
        assert read(json.loads(kept.text())["record"]) == kept.record


def test_a_refused_move_writes_nothing() -> None:
    storage = Memory()
    at = player(storage)
    kept = at.begin(MASTER, {})
    storage.written.clear()
    for move in (Place(0, 8, 8), Place(7, 0, 0), Rotate(0)):
        assert not isinstance(at.play(kept, move), Outcome)
    assert storage.written == []
    assert not kept.touched


# -- tampered and impossible records -------------------------------------------------------------------


def stored(moves: int = 12) -> tuple[Memory, dict[str, Any]]:
    storage = Memory()
    at = player(storage)
    play_on(at, at.begin(CLASSIC, {"level": "normal", "undo": "once"}), moves, Random(5), undo=0)
    payload: dict[str, Any] = unseal(storage.values["block-puzzle/round/classic"]).payload
    return storage, payload


def test_an_impossible_record_is_refused_with_the_move_at_which_it_breaks() -> None:
    storage, payload = stored()
    payload["record"]["moves"][7] = payload["record"]["moves"][6]
    text = storage.values["block-puzzle/round/classic"] = seal(9, dump(payload))
    at = player(storage)
    assert at.kept("round/classic") is None
    aside = at.store.set_aside["round/classic"]
    assert aside.where == "move 8 is refused: empty-slot"
    assert aside.fault is Fault.DAMAGED
    kept = at.begin(CLASSIC, {})
    assert kept.saved is Saved.SET_ASIDE
    play_on(at, kept, 5, Random(1))
    assert storage.values["block-puzzle/round/classic"] == text, "it is not overwritten"
    assert at.kept("round/classic") is kept, "and the game goes on in this tab"
    assert at.replace_unreadable(kept) is Saved.KEPT
    assert same(kept, reopened(storage, kept))


def tampered(**changes: Any) -> dict[str, Any]:
    _, payload = stored()
    record = {name.removeprefix("record_"): changes.pop(name) for name in list(changes) if name.startswith("record_")}
    return {**payload, "record": {**payload["record"], **record}, **changes}


IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "another score": tampered(score=9999),
    "another peak": tampered(peak=9999),
    "another board": tampered(board=["." * 10] * 10),
    "another status": tampered(status="over"),
    "another seed": tampered(record_seed="mine"),
    "another mode": tampered(record_mode="master", record_options={}),
    "hands of one's own": tampered(record_deal=[["#", "#", "#"]]),
    "a board of one's own": tampered(record_start=["#" + "." * 9] * 10),
    "no record": tampered(record=None),
    "no moves": tampered(record_moves=None),
    "a move that is none": tampered(record_moves=[{"place": [0, 0]}]),
    "a negative time": tampered(milliseconds=-1),
    "a fraction": tampered(milliseconds=1.5),
    "an endless time": tampered(milliseconds=10**400),
    "true for a number": tampered(best_before=True),
}


@pytest.mark.parametrize("payload", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_a_payload_that_was_never_written_is_set_aside(payload: dict[str, Any]) -> None:
    text = seal(3, dump(payload))
    storage = Memory({"block-puzzle/round/classic": text})
    store = Store(storage)
    assert load_round(store, "round/classic") is None
    assert store.set_aside["round/classic"].text == text
    assert store.set_aside["round/classic"].where
    assert storage.values["block-puzzle/round/classic"] == text


# -- slots ---------------------------------------------------------------------------------------------


def test_every_kind_of_round_has_its_own_slot() -> None:
    slots = {
        slot_of(mode, mode.options({**given, **day}))
        for mode in MODES.values()
        for given in ([{"board": board} for board in mode.choices["board"]])
        for day in ([{}, {"daily": "2026-07-01"}] if mode.has_daily else [{}])
        if not (mode is CLASSIC and day and given["board"] != 10)
    }
    assert slots == {*SLOTS} - {DAILY} | {f"{DAILY}/2026-07-01"}
    assert all(map(is_slot, slots))
    assert len(SLOTS) == len(set(SLOTS)) == 8
    assert KEEPING.keys() == MODES.keys()


# -- speed -----------------------------------------------------------------------------------------------


def long_game(moves: int) -> tuple[Memory, Player, KeptRound]:
    """A round with so many moves: turning a piece makes it as long as one likes."""
    storage = Memory()
    at = player(storage)
    kept = at.begin(CLASSIC, {"level": "easy", "undo": "off"})
    source = Random(0)
    while len(kept.record.moves) < moves:
        move: Move | None = a_move(kept.round, source, 0) if len(kept.record.moves) < moves / 2 else None
        kept.make(move or Rotate(next(slot for slot, piece in enumerate(kept.round.hand) if piece)))
    at.play(kept, Rotate(next(slot for slot, piece in enumerate(kept.round.hand) if piece)))
    return storage, at, kept


def test_a_write_stays_short_however_long_the_round() -> None:
    _, at, kept = long_game(2000)
    turn = Rotate(next(slot for slot, piece in enumerate(kept.round.hand) if piece))
    times = []
    for _ in range(40):
        start = time.perf_counter()
        at.play(kept, turn)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.004
    assert dump(write_move(turn)) in kept.text()


def test_colours_need_no_second_replay() -> None:
    from game.screens.colours import Colours

    storage = Memory()
    at = player(storage)
    kept = at.begin(MODES["stickers"], {})
    followed, source = Colours(kept), Random(3)
    for _ in range(80):
        move = a_move(kept.round, source, 0.3)
        if move is None:
            break
        result = at.play(kept, move)
        assert isinstance(result, Outcome)
        followed.follow(result)
        loaded = Colours(reopened(storage, kept))
        assert loaded.now == followed.now
        if kept.round.can_undo:
            assert loaded._before == followed._before
