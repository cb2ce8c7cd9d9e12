"""What a player finds again: rounds, sessions, stickers, settings, the latest round."""

from __future__ import annotations

from random import Random

import pytest

from game.profile import dailies, sessions, worth
from game.profile.envelope import dump, seal, unseal
from game.profile.glance import Glance
from game.profile.kept import KeptRound
from game.profile.player import Player
from game.profile.settings import CHOICES
from game.profile.stickers import STICKERS
from game.profile.store import Saved
from game.rules.modes import CLASSIC, MASTER, Mode, OptionValue
from game.rules.modes import STICKERS as STICKERS_MODE
from game.rules.round import Outcome, Place, Status, TakeBack
from game.rules.sequences import LENGTHS, SEQUENCES
from tests.profile.players import ROUNDS, Clock, play_on, player
from tests.profile.storages import Failing, Memory
from tests.rules.players import route, with_care


def saved(kept: KeptRound) -> Saved:
    return kept.saved


def here_only(at: Player) -> bool:
    return at.store.here_only


def finish(at: Player, kept: KeptRound) -> None:
    """Plays a session to its complete end."""
    board, dealer = kept.round.board, kept.round.dealer
    pieces = []
    for number in range(LENGTHS[board.size] // 3):
        hand = dealer.hand(number, board, 0)
        assert hand
        pieces += [piece for piece in hand if piece]
    source = Random(1)
    while (steps := route(board, pieces, with_care, source)) is None:
        pass
    for slot, origin in steps:
        assert isinstance(at.play(kept, Place(slot, *divmod(origin, board.size))), Outcome)
    assert kept.round.status is Status.COMPLETE


# -- the latest round, and glances -----------------------------------------------------------------------


def test_what_the_storage_did_not_take_is_given_up_with_its_earlier_state() -> None:
    values: dict[str, str] = {}
    full = False
    at = player(Failing(lambda call, key: full and call == "set", values))
    kept = at.begin(MASTER, {})
    play_on(at, kept, 3, Random(1), 0)
    full = True
    play_on(at, kept, 3, Random(2), 0)
    assert kept.saved is Saved.HERE_ONLY
    assert at.in_the_way(kept.slot) is kept
    assert at.in_the_way(kept.slot, [kept]) is None, "what is stored is where it stood before"
    fresh = at.restart(kept)
    full = False
    assert at.retry()
    assert fresh.saved is Saved.KEPT
    again = player(Memory(values)).kept(kept.slot)
    assert again is not None
    assert again.record == fresh.record


def test_the_latest_round_is_the_one_played_last_that_is_still_in_play() -> None:
    storage, clock = Memory(), Clock()
    at = player(storage, clock)
    assert at.latest() is None
    source = Random(2)
    for mode, given in ROUNDS:
        kept = at.begin(mode, given)
        play_on(at, kept, 2, source, 0)
        for tab in (at, player(storage, clock)):
            latest = tab.latest()
            assert latest is not None
            assert latest.slot == kept.slot
    first = at.kept("round/classic")
    assert first is not None
    play_on(at, first, 1, source, 0)
    latest = player(storage, clock).latest()
    assert latest is not None
    assert latest.slot == "round/classic"


def test_neither_an_ended_round_nor_an_expired_daily_is_the_latest() -> None:
    storage, clock = Memory(), Clock()
    at = player(storage, clock)
    older = at.begin(MASTER, {})
    daily = dailies.begin(at)
    play_on(at, daily, 3, Random(1))
    assert at.latest() is daily
    clock.day = "2026-07-02"
    assert at.latest() is older
    ended = at.begin(CLASSIC, {"level": "hard"})
    play_on(at, ended, 10_000, Random(1), 0)
    assert at.latest() is older


@pytest.mark.parametrize(
    "changes",
    [
        {"board": []},
        {"board": ["#"]},
        {"board": ["." * 7] * 7},
        {"board": ["." * 9] * 10},
        {"board": [["."] * 8] * 8},
        {"board": ["." * 7 + "x"] * 8},
        {"board": [".\0" * 4] * 8},
        {"board": [5] * 8},
        {"board": "." * 8},
        {"status": "asleep"},
    ],
    ids=str,
)
def test_a_round_that_no_menu_can_show_is_set_aside(changes: dict[str, object]) -> None:
    storage = Memory()
    at = player(storage)
    kept = at.begin(STICKERS_MODE, {})
    play_on(at, kept, 3, Random(1), 0)
    key = f"block-puzzle/{kept.slot}"
    text = storage.values[key] = seal(9, dump({**unseal(storage.values[key]).payload, **changes}))
    again = player(storage)
    assert again.glance(kept.slot) is None
    assert again.latest() is None
    assert again.store.set_aside[kept.slot].text == text
    assert storage.values[key] == text


@pytest.mark.parametrize(("mode", "given"), ROUNDS)
def test_a_glance_says_what_the_round_says(mode: Mode, given: dict[str, OptionValue]) -> None:
    storage = Memory()
    at = player(storage)
    kept = at.begin(mode, given)
    play_on(at, kept, 9, Random(1), 0)
    expected = Glance(
        kept.slot, kept.round.score, kept.round.status, len(kept.record.moves),
        tuple(kept.round.board.rows(kept.round.position)), kept.record.options.daily, kept.record.options.sequence, kept.played,
    )  # fmt: skip
    assert at.glance(kept.slot) == player(storage).glance(kept.slot) == expected
    storage.values[f"block-puzzle/{kept.slot}"] = "damaged"
    assert player(storage).glance(kept.slot) is None


# -- sessions ------------------------------------------------------------------------------------------


def test_the_four_sessions_are_kept_apart() -> None:
    storage = Memory()
    at = player(storage)
    opened = [sessions.opened(at, board, daily) for board in (6, 10) for daily in (True, False)]
    for moves, kept in enumerate(opened, 1):
        play_on(at, kept, moves, Random(1), 0)
    again = player(storage)
    for moves, kept in enumerate(opened, 1):
        options = kept.record.options
        found = sessions.opened(again, options.board or 0, options.daily is not None)
        assert (found.record, len(found.record.moves)) == (kept.record, moves)
    assert len({kept.slot for kept in opened}) == 4


def test_practice_walks_through_the_24() -> None:
    storage = Memory()
    at = player(storage)
    kept = sessions.opened(at, 6, daily=False)
    assert kept.record.options.sequence == 0
    finish(at, kept)
    assert sessions.opened(at, 6, daily=False) is kept, "its summary stays until the player goes on"
    for expected in (*range(1, SEQUENCES), 0, 1):
        kept = sessions.following(at, kept)
        assert kept.record.options.sequence == expected
    storage.values.pop("block-puzzle/round/sessions-6-practice")
    again = player(storage)
    assert again.progress(6, daily=False).now.last == 0
    assert sessions.opened(again, 6, daily=False).record.options.sequence == 1, "after the last that was finished"


def test_progress_knows_what_is_complete_and_the_best_of_each() -> None:
    storage = Memory()
    at = player(storage)
    kept = sessions.begin(at, 6, daily=False, sequence=5)
    finish(at, kept)
    score = kept.round.score
    progress = player(storage).progress(6, daily=False).now
    assert progress.done[5].complete
    assert progress.done[5].best == score
    assert progress.complete == 1
    assert progress.following == 6
    assert at.progress(6, daily=True).now.complete == at.progress(10, daily=False).now.complete == 0
    assert isinstance(at.play(kept, TakeBack()), Outcome)
    assert at.progress(6, daily=False).now == progress, "an undo takes nothing back"
    again = at.restart(kept)
    assert again.record.options.sequence == 5
    assert not again.touched
    assert at.progress(6, daily=False).now == progress
    assert at.standing(again).games == 1


def test_a_session_that_ends_early_is_not_complete() -> None:
    storage = Memory()
    at = player(storage)
    for seed in range(SEQUENCES):
        kept = sessions.begin(at, 6, daily=False, sequence=seed)
        at.play(kept, Place(0, 2, 2))
        source = Random(seed)
        while kept.in_play:
            step = [
                Place(slot, *divmod(cell, 6))
                for slot, piece in enumerate(kept.round.hand) if piece
                for cell in range(36) if piece.origins(kept.round.board, kept.round.position) >> cell & 1
            ]  # fmt: skip
            at.play(kept, source.choice(step))
        if kept.round.status is Status.OVER:
            break
    number = kept.record.options.sequence
    assert number is not None
    assert kept.round.status is Status.OVER
    done = player(storage).progress(6, daily=False).now.done[number]
    assert not done.complete
    assert done.best >= kept.round.score


def test_a_daily_session_left_open_past_midnight_stays_until_todays_is_chosen() -> None:
    storage, clock = Memory(), Clock("2026-07-01", "2026-07-01")
    at = player(storage, clock)
    kept = sessions.opened(at, 6, daily=True)
    play_on(at, kept, 2, Random(1), 0)
    clock.day = "2026-07-02"
    assert not at.of_another_day(kept), "it goes by the UTC day"
    clock.utc = "2026-07-02"
    assert at.of_another_day(kept)
    assert not at.expired(kept)
    assert sessions.opened(at, 6, daily=True) is kept
    assert play_on(at, kept, 1, Random(1), 0) == 1
    fresh = sessions.opened(player(storage, clock), 6, daily=True)
    assert fresh.record == kept.record
    today = sessions.following(at, kept)
    assert today.record.options.daily == "2026-07-02"
    assert today.record.options.sequence == ((kept.record.options.sequence or 0) + 1) % SEQUENCES
    assert not at.of_another_day(today)


# -- stickers ------------------------------------------------------------------------------------------


def test_stickers_are_earned_by_the_placement_that_reaches_the_count() -> None:
    storage = Memory()
    at = player(storage)
    kept = at.begin(STICKERS_MODE, {})
    earned: list[str] = []
    source = Random(3)
    while kept.in_play and len(kept.record.moves) < 400:
        lines = kept.round.lines
        play_on(at, kept, 1, source, 0.1)
        due = [name for name, count in STICKERS if lines < count <= kept.round.lines and name not in earned]
        assert list(at.new_stickers) == due
        earned += due
        assert list(at.stickers.earned) == earned
    assert len(earned) >= 3
    again = player(storage)
    assert list(again.stickers.earned) == earned
    assert again.new_stickers == ()
    again.begin(STICKERS_MODE, {})
    assert list(again.stickers.earned) == earned, "the book is shared by all rounds"


def test_the_next_sticker() -> None:
    at = player(Memory())
    assert at.stickers.next() == ("first_line", 1)
    assert at.stickers.award(0, 0) == ()
    assert at.stickers.award(4, 4) == ()
    assert at.stickers.award(0, 2) == ("first_line",)
    assert at.stickers.award(2, 16) == ("space_maker", "good_planner")
    assert at.stickers.next() == ("line_builder", 30)
    assert at.stickers.award(16, 80) == ("line_builder", "clear_thinker")
    assert at.stickers.next() is None
    assert at.stickers.award(80, 90) == ()


def test_other_modes_earn_no_stickers() -> None:
    storage = Memory()
    at = player(storage)
    for mode, given in ROUNDS:
        if mode is not STICKERS_MODE:
            kept = at.begin(mode, given)
            play_on(at, kept, 60, Random(1), 0)
    assert at.stickers.earned == ()
    assert "block-puzzle/stickers" not in storage.values


# -- settings ------------------------------------------------------------------------------------------


def test_settings_are_written_at_every_change() -> None:
    storage = Memory()
    at = player(storage)
    for name, choices in CHOICES.items():
        assert at.settings.now.values[name] == choices[0]
        for choice in reversed(choices):
            at.settings.change(**{name: choice})
            assert player(storage).settings.now.values[name] == choice


def test_a_setting_of_no_use_becomes_the_default_and_unknown_ones_stay() -> None:
    storage = Memory()
    at = player(storage)
    at.store.save("settings", {"theme": "plaid", "sound": 1, "board": True, "from_the_future": [1]})
    fresh = player(storage)
    assert fresh.settings.now.text("theme") == "system"
    assert fresh.settings.now.flag("sound") is True
    assert fresh.settings.now.number("board") == 10
    fresh.settings.change(theme="dark")
    kept = {"sound": 1, "board": True, "from_the_future": [1]}
    assert player(storage).store.load("settings") == {**fresh.settings.now.values, **kept}
    fresh.settings.change(sound=True, board=10)
    assert player(storage).store.load("settings") == {**fresh.settings.now.values, "from_the_future": [1]}


def test_two_tabs_set_different_things() -> None:
    storage = Memory()
    one, two = player(storage), player(storage)
    one.settings.change(theme="dark")
    two.settings.change(sound=False)
    one.changed_elsewhere("block-puzzle/settings")
    for tab in (one, two, player(storage)):
        assert tab.settings.now.text("theme") == "dark"
        assert tab.settings.now.flag("sound") is False


def test_a_setting_that_the_storage_refused_is_written_once_it_works() -> None:
    blocked = True
    storage = Failing(lambda call, key: blocked)
    at = player(storage)
    assert at.settings.change(theme="dark") is Saved.HERE_ONLY
    blocked = False
    assert at.retry()
    assert player(storage).settings.now.text("theme") == "dark"


# -- when the storage fails ----------------------------------------------------------------------------


def test_without_storage_the_game_plays_and_is_saved_once_there_is_one() -> None:
    blocked = True
    storage = Failing(lambda call, key: blocked)
    at = player(storage)
    kept = at.begin(STICKERS_MODE, {})
    play_on(at, kept, 60, Random(3), 0)
    assert saved(kept) is Saved.HERE_ONLY
    assert at.kept(kept.slot) is kept
    assert at.standing(kept).best == kept.peak
    assert at.stickers.earned
    assert not at.retry()
    blocked = False
    assert at.retry()
    assert saved(kept) is Saved.KEPT
    again = player(storage)
    found = again.kept(kept.slot)
    assert found is not None
    assert found.record == kept.record
    assert again.stickers.earned == at.stickers.earned
    assert again.standing(found) == at.standing(kept)


def test_the_next_move_saves_what_an_earlier_one_could_not() -> None:
    blocked = False
    storage = Failing(lambda call, key: blocked and "scores" in key)
    at = player(storage)
    kept = at.begin(MASTER, {})
    blocked = True
    play_on(at, kept, 5, Random(1), 0)
    assert saved(kept) is Saved.KEPT
    assert here_only(at)
    blocked = False
    play_on(at, kept, 1, Random(1), 0)
    assert not here_only(at)
    assert player(storage).scores.of("master").best == kept.peak


@pytest.mark.parametrize("name", ["settings", "stickers", "scores/master", "round/master", "progress/sessions-6-practice"])
def test_a_foreign_value_under_any_key_is_set_aside_and_can_be_reset(name: str) -> None:
    key = f"block-puzzle/{name}"
    storage = Memory({key: "level=7;gold=120"})
    at = player(storage)
    at.settings.change(theme="dark")
    for kept in (at.begin(MASTER, {}), at.begin(STICKERS_MODE, {})):
        play_on(at, kept, 80, Random(3), 0)
    finish(at, sessions.begin(at, 6, daily=False, sequence=2))
    assert storage.values[key] == "level=7;gold=120"
    assert at.store.set_aside[name].text == "level=7;gold=120"
    assert at.settings.now.text("theme") == "dark"
    assert at.stickers.earned
    assert at.scores.of("master").games == 1
    assert at.reset(name)
    assert at.store.set_aside == {}
    again = player(storage)
    assert again.settings.now.text("theme") == "dark"
    assert again.stickers.earned == at.stickers.earned
    assert again.scores.of("master") == at.scores.of("master")
    assert again.kept("round/master") is not None
    assert again.progress(6, daily=False).now == at.progress(6, daily=False).now
    assert again.store.set_aside == {}


def test_only_keys_of_the_game_are_touched() -> None:
    storage = Memory({"other/save": "1", "block-puzzler/save": "2"})
    at = player(storage)
    for mode, given in ROUNDS:
        play_on(at, at.begin(mode, given), 30, Random(1))
    at.settings.change(theme="dark")
    assert all(key.startswith("block-puzzle/") for key in storage.written)
    assert storage.values["other/save"] == "1"
    assert storage.values["block-puzzler/save"] == "2"


def test_nothing_is_held_for_ever_once_the_storage_works_again() -> None:
    failing = True
    storage = Failing(lambda call, key: failing, {"block-puzzle/settings": "foreign"})
    at = player(storage)
    worth.note_backup(at)
    at.practice.note("one")
    at.settings.change(theme="dark")
    failing = False
    assert not at.retry()
    assert at.store.set_aside.keys() == {"settings"}
    assert at.reset("settings")
    assert at.retry()
    assert not here_only(at)
    again = player(storage)
    assert again.settings.now.text("theme") == "dark"
    assert again.practice.done == {"one"}


def test_a_setting_set_while_another_tab_writes_is_written() -> None:
    failing = False
    storage = Failing(lambda call, key: failing)
    one, two = player(storage), player(Memory(storage.values))
    failing = True
    assert one.settings.change(theme="dark") is Saved.HERE_ONLY
    failing = False
    two.settings.change(sound=False)
    assert one.settings.change(vibration=False) is Saved.KEPT
    now = player(storage).settings.now
    assert (now.text("theme"), now.flag("sound"), now.flag("vibration")) == ("dark", False, False)
