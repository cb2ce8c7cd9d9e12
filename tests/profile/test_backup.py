"""Backups: out and in again, merged or replaced; a damaged one changes nothing."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.profile import sessions
from game.profile.backup import BackupError, Fate, Flaw, export, merge, parse, preview, replace
from game.profile.envelope import VERSION, checksum, dump, seal, unseal
from game.profile.kept import KeptRound
from game.profile.player import Player
from game.profile.store import Saved
from game.rules.modes import CLASSIC, MASTER, STICKERS
from tests.profile.players import ROUNDS, Clock, giving_up, play_on, player
from tests.profile.storages import Failing, Full, Killed, KilledError, Memory
from tests.profile.test_player import finish

FOREIGN = {"other/game": "theirs"}


def played(seed: int = 1, moves: int = 12) -> tuple[Memory, Player]:
    """A device on which everything has been played a little."""
    storage = Memory(dict(FOREIGN))
    at = player(storage, Clock(), f"device{seed}-")
    for mode, given in ROUNDS:
        play_on(at, at.begin(mode, given), moves, Random(seed))
    play_on(at, at.begin(STICKERS, {}, giving_up(at, "round/stickers")), 40, Random(seed), 0)
    finish(at, sessions.begin(at, 6, daily=False, sequence=seed, agreed=giving_up(at, "round/sessions-6-practice")))
    at.settings.change(theme="dark")
    return storage, at


def contents(storage: Memory) -> dict[str, object]:
    """The payloads of all records."""
    return {key: unseal(text).payload for key, text in storage.values.items() if key.startswith("block-puzzle/")}


def fates(at: Player, text: str) -> dict[str, Fate]:
    return {item.name: item.fate for item in preview(at, parse(text))}


# -- whole -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("take_in", [merge, replace])
def test_on_an_empty_device_everything_comes_back(take_in: object) -> None:
    assert callable(take_in)
    storage, at = played()
    text = export(at)
    assert text.isascii()
    assert "\n" not in text
    fresh = Memory({"other/game": "of the other device"})
    there = player(fresh)
    assert set(fates(there, text).values()) == {Fate.ADDED}
    take_in(there, parse(text))
    assert contents(fresh) == contents(storage)
    assert fresh.values["other/game"] == "of the other device"
    assert all(key.startswith("block-puzzle/") for key in fresh.written)
    kept = there.kept("round/master")
    assert kept is not None
    assert there.settings.now.text("theme") == "dark"
    assert there.stickers.earned == at.stickers.earned
    assert there.progress(6, daily=False).now == at.progress(6, daily=False).now
    play_on(there, kept, 1, Random(1), 0)
    assert kept.saved is Saved.KEPT, "and the game goes on"


def test_a_backup_says_when_it_was_made() -> None:
    at = player(Memory(), Clock(time=0.0))
    assert parse(export(at)).saved == "1970-01-01T00:00:01Z"


def test_merging_loses_nothing_of_either_side() -> None:
    _, elsewhere = played(1, 30)
    storage, here = played(2, 5)
    before = {slot: _kept(here, slot).record for slot in ("round/classic", "round/master")}
    text = export(elsewhere)
    here.settings.change(theme="light")
    found = fates(here, text)
    assert found["round/master"] is found["settings"] is Fate.STAYS
    assert found["scores/master"] is found["progress/sessions-6-practice"] is Fate.JOINED
    expected_best = max(here.scores.of("master").best, elsewhere.scores.of("master").best)
    merge(here, parse(text))
    for at in (here, player(storage)):
        assert at.scores.of("master").best == expected_best
        assert at.scores.of("master").games == 2
        assert set(at.stickers.earned) == {*here.stickers.earned, *elsewhere.stickers.earned}
        assert at.progress(6, daily=False).now.complete == 3
        assert at.settings.now.text("theme") == "light"
        for slot, record in before.items():
            assert _kept(at, slot).record == record, "the rounds here stay"
    again = dict(contents(storage))
    merge(here, parse(text))
    assert contents(storage) == again, "a second time changes nothing"


def _kept(at: Player, slot: str) -> KeptRound:
    kept = at.kept(slot)
    assert kept is not None
    return kept


def test_the_same_round_played_further_goes_on() -> None:
    _, at = played()
    older = export(at)
    play_on(at, _kept(at, "round/master"), 3, Random(1), 0)
    newer = export(at)
    assert fates(at, older)["round/master"] is Fate.STAYS
    fresh = player(Memory())
    merge(fresh, parse(older))
    assert fates(fresh, newer)["round/master"] is Fate.GOES_ON
    merge(fresh, parse(newer))
    assert _kept(fresh, "round/master").record == _kept(at, "round/master").record


def test_replacing_makes_it_as_it_was() -> None:
    storage, at = played(1)
    text, before = export(at), contents(storage)
    play_on(at, _kept(at, "round/master"), 20, Random(1), 0)
    sessions.begin(at, 10, daily=False, sequence=9)
    at.settings.change(theme="light")
    replace(at, parse(text))
    assert contents(storage) == before
    assert at.settings.now.text("theme") == "dark"
    assert at.scores.of("master").best == player(storage).scores.of("master").best
    assert at.glance("round/sessions-10-practice") is None
    assert storage.values["other/game"] == "theirs"


def test_revisions_grow_so_that_other_tabs_notice() -> None:
    storage, at = played()
    text = export(at)
    other = player(Memory(storage.values))
    theirs = _kept(other, "round/master")
    before = {key: unseal(value).revision for key, value in storage.values.items() if key != "other/game"}
    replace(at, parse(text))
    assert all(unseal(storage.values[key]).revision > revision for key, revision in before.items())
    other.changed_elsewhere("block-puzzle/round/master")
    assert theirs.saved is Saved.KEPT, "it is the very round that this tab shows"
    play_on(other, theirs, 1, Random(1))
    assert theirs.saved is Saved.KEPT


# -- what cannot be read ---------------------------------------------------------------------------------


def test_unreadable_records_go_along_and_are_never_replaced() -> None:
    storage, at = played()
    storage.values["block-puzzle/scores/master"] = "foreign"
    at = player(storage)
    assert at.scores.of("master").best == 0
    text = export(at)
    assert json.loads(text)["unreadable"] == {"block-puzzle/scores/master": "foreign"}
    assert parse(text)
    whole = export(played()[1])
    for take_in in (merge, replace):
        assert fates(at, whole)["scores/master"] is Fate.LOCKED
        take_in(at, parse(whole))
        assert storage.values["block-puzzle/scores/master"] == "foreign"
    assert at.reset("scores/master")
    merge(at, parse(whole))
    assert player(storage).scores.of("master").best > 0


def test_an_impossible_record_does_not_spoil_the_backup() -> None:
    storage, at = played()
    payload = unseal(storage.values["block-puzzle/round/master"]).payload
    text = storage.values["block-puzzle/round/master"] = seal(9, dump({**payload, "score": 10**6}))
    backup = export(player(storage))
    assert json.loads(backup)["unreadable"] == {"block-puzzle/round/master": text}
    assert parse(backup).records.keys() == parse(export(at)).records.keys() - {"round/master"}


@pytest.mark.parametrize("take_in", [merge, replace])
def test_an_impossible_record_here_is_locked_whatever_is_read_before(take_in: object) -> None:
    assert callable(take_in)
    storage, _ = played()
    payload = unseal(storage.values["block-puzzle/round/master"]).payload
    text = storage.values["block-puzzle/round/master"] = seal(9, dump({**payload, "score": 10**6}))
    whole = export(played(2)[1])
    at = player(storage)
    for _ in range(2):
        at.store.load("round/master")
        assert fates(at, whole)["round/master"] is Fate.LOCKED
    take_in(at, parse(whole))
    kept = at.begin(MASTER, {})
    play_on(at, kept, 3, Random(1))
    assert kept.saved is Saved.SET_ASIDE
    assert storage.values["block-puzzle/round/master"] == text


def test_without_storage_what_this_tab_holds_is_in_the_backup() -> None:
    at = player(Failing(lambda call, key: True))
    kept = at.begin(STICKERS, {})
    play_on(at, kept, 30, Random(1), 0)
    at.settings.change(theme="contrast")
    fresh = player(Memory())
    merge(fresh, parse(export(at)))
    assert _kept(fresh, "round/stickers").record == kept.record
    assert fresh.stickers.earned == at.stickers.earned
    assert fresh.settings.now.text("theme") == "contrast"
    with pytest.raises(OSError, match="Security"):
        merge(at, parse(export(fresh)))
    assert at.kept("round/stickers") is kept


# -- damaged backups ---------------------------------------------------------------------------------------


def small() -> str:
    at = player(Memory())
    play_on(at, at.begin(MASTER, {}), 3, Random(1))
    return export(at)


def flaw_of(text: str) -> Flaw:
    with pytest.raises(BackupError) as caught:
        parse(text)
    assert str(caught.value)
    return caught.value.flaw


def test_cut_off_anywhere_it_is_refused() -> None:
    text = small()
    assert parse(text)
    for length in range(len(text)):
        assert flaw_of(text[:length]) in (Flaw.CUT, Flaw.NO_BACKUP)
    assert flaw_of(text[:-3]) is Flaw.CUT


def test_one_other_character_in_any_record_is_found() -> None:
    text = small()
    start = text.index('"entries"')
    for at in range(start, len(text), 7):
        other = "7" if text[at] != "7" else "8"
        assert flaw_of(text[:at] + other + text[at + 1 :])


def backup_of(found: dict[str, object]) -> str:
    return json.dumps({"format": "block-puzzle-backup/1", "checksum": checksum(dump(found)), "entries": found})


def entries(**records: object) -> str:
    return backup_of({f"block-puzzle/{name}": text for name, text in records.items()})


WRONG = {
    "nothing": ("", Flaw.NO_BACKUP),
    "a letter": ("Dear player,\nhere is my backup", Flaw.NO_BACKUP),
    "a list": ("[]", Flaw.NO_BACKUP),
    "deep": ("[" * 200_000, Flaw.NO_BACKUP),
    "another game's": ('{"format":"chess/1","entries":{}}', Flaw.NO_BACKUP),
    "a newer one": ('{"format":"block-puzzle-backup/2"}', Flaw.NEWER),
    "no checksum": (json.dumps({"format": "block-puzzle-backup/1", "entries": {}}), Flaw.DAMAGED),
    "no entries": ('{"format":"block-puzzle-backup/1"}', Flaw.NO_BACKUP),
    "far too long": ('"' + "x" * 5_000_000 + '"', Flaw.NO_BACKUP),
    "another's key": (backup_of({"other/x": seal(1, "{}")}), Flaw.DAMAGED),
    "a value that is no text": (entries(settings={}), Flaw.DAMAGED),
    "a value that is none": (entries(settings="}"), Flaw.DAMAGED),
    "a record of a newer version": (
        entries(settings=seal(1, "{}").replace(f'"version":{VERSION}', f'"version":{VERSION + 1}')), Flaw.NEWER,
    ),
    "an impossible round": (entries(**{"round/classic": seal(1, dump({"record": {}}))}), Flaw.DAMAGED),
    "impossible scores": (entries(**{"scores/master": seal(1, dump({"best": -4}))}), Flaw.DAMAGED),
    "impossible stickers": (entries(stickers=seal(1, dump({"earned": [1]}))), Flaw.DAMAGED),
}  # fmt: skip


@pytest.mark.parametrize(("text", "flaw"), WRONG.values(), ids=WRONG.keys())
def test_what_is_no_backup_says_why(text: str, flaw: Flaw) -> None:
    assert flaw_of(text) is flaw


def test_a_backup_that_mail_has_broken_into_lines_is_read() -> None:
    text = small()
    broken = "\r\n".join(text[at : at + 76] for at in range(0, len(text), 76))
    assert parse(f"\ufeff\n{broken}\n\n") == parse(text)


# -- all or nothing ------------------------------------------------------------------------------------------


def test_killed_anywhere_a_replacement_is_done_or_not_begun() -> None:
    storage, at = played(1, 4)
    text = export(at)
    play_on(at, _kept(at, "round/master"), 5, Random(1), 0)
    sessions.begin(at, 10, daily=False, sequence=9)
    before = dict(storage.values)
    outcomes = [contents(Memory(dict(before)))]
    done = Memory(dict(before))
    replace(player(done), parse(text))
    outcomes.append(contents(done))
    calls, backup = 0, parse(text)
    while True:
        for torn in (None, 0.6):
            values = dict(before)
            doomed = Killed(values, 10**9)
            tab = player(doomed)
            preview(tab, backup)
            doomed.calls, doomed.torn = calls, torn
            try:
                replace(tab, backup)
            except KilledError:
                again = Memory(values)
                opened = player(again)
                for name in opened.store.all_names():
                    opened.store.load(name)
                if torn and "exchange" in opened.store.set_aside:
                    assert opened.reset("exchange"), "half a note of what was to be done: nothing was begun"
                left = {key: value for key, value in values.items() if not key.endswith(".next")}
                assert contents(Memory(left)) in outcomes, f"killed at call {calls}, torn {torn}"
            else:
                assert calls > 40
                return
        calls += 1


def test_a_backup_for_which_there_is_no_room_changes_nothing() -> None:
    _, elsewhere = played(1, 60)
    text = export(elsewhere)
    for spare in (0, 500, 3_000, 9_000, 14_000):
        storage = Full(10**9)
        at = player(storage)
        play_on(at, at.begin(MASTER, {}), 5, Random(2))
        before = dict(storage.values)
        storage.room = sum(len(k) + len(v) for k, v in before.items()) + spare
        for take_in in (merge, replace):
            with pytest.raises(OSError, match="quota"):
                take_in(at, parse(text))
            assert storage.values == before
        kept = _kept(at, "round/master")
        assert kept.saved is Saved.KEPT


def test_a_round_of_another_kind_does_not_pass_in_a_slot() -> None:
    at = player(Memory())
    at.begin(CLASSIC, {})
    text = at.store.stored_text("round/classic")
    assert flaw_of(entries(**{"round/master": text})) is Flaw.DAMAGED


# -- on a bad day --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("every", range(2, 12))
@pytest.mark.parametrize("take_in", [merge, replace])
def test_a_storage_that_fails_now_and_then_loses_nothing_to_an_import(take_in: object, every: int) -> None:
    assert callable(take_in)
    storage, _ = played(1)
    whole = parse(export(played(2)[1]))
    before = contents(storage)
    calls, failing = 0, False

    def refuses(call: str, key: str) -> bool:
        nonlocal calls
        calls += 1
        return failing and call in ("get", "keys") and calls % every == 0

    at = player(Failing(refuses, storage.values))
    failing = True
    try:
        take_in(at, whole)
    except OSError:
        after = {key: payload for key, payload in contents(storage).items() if not key.endswith(".next")}
        assert after == before, "as it was"
        return
    assert take_in is replace or before.keys() <= contents(storage).keys()


def test_what_cannot_be_read_may_be_looked_at() -> None:
    storage, at = played()
    failing = False
    shaky = player(Failing(lambda call, key: failing, storage.values))
    failing = True
    assert {item.fate for item in preview(shaky, parse(export(at)))} == {Fate.LOCKED}


def test_merging_joins_also_what_this_tab_alone_and_the_storage_alone_know() -> None:
    failing = False
    storage = Memory()
    here = player(Failing(lambda call, key: failing and call == "set", storage.values))
    there = player(Memory())
    there.stickers.award(0, 1)
    there.practice.note("brought")
    failing = True
    here.practice.note("held")
    failing = False
    player(storage).practice.note("stored")
    merge(here, parse(export(there)))
    found = player(storage)
    assert found.practice.done == here.practice.done == {"brought", "held", "stored"}
    assert found.stickers.earned == ("first_line",)


@pytest.mark.parametrize("take_in", [merge, replace])
def test_what_lies_unreadable_under_what_this_tab_holds_is_locked(take_in: object) -> None:
    assert callable(take_in)
    storage, _ = played()
    whole = parse(export(played(2)[1]))
    payload = unseal(storage.values["block-puzzle/round/master"]).payload
    text = storage.values["block-puzzle/round/master"] = seal(9, dump({**payload, "score": 10**6}))
    malformed = storage.values["block-puzzle/practice"] = seal(1, dump({"done": [1]}))
    failing = True
    at = player(Failing(lambda call, key: failing and "round" in key, storage.values))
    kept = at.begin(MASTER, {})
    assert kept.saved is Saved.HERE_ONLY
    failing = False
    take_in(at, whole)
    assert storage.values["block-puzzle/round/master"] == text
    assert storage.values["block-puzzle/practice"] == malformed


def test_a_merge_does_not_choose_between_two_tabs() -> None:
    storage, one = played()
    two = player(Memory(storage.values))
    mine, theirs = _kept(one, "round/master"), _kept(two, "round/master")
    play_on(two, theirs, 1, Random(7), 0)
    play_on(one, mine, 1, Random(8), 0)
    assert mine.saved is Saved.CONFLICT
    elsewhere = player(Memory())
    merge(elsewhere, parse(export(one)))
    play_on(elsewhere, _kept(elsewhere, "round/master"), 2, Random(9), 0)
    stored = storage.values["block-puzzle/round/master"]
    merge(one, parse(export(elsewhere)))
    assert storage.values["block-puzzle/round/master"] == stored
    assert one.kept("round/master") is mine


@pytest.mark.parametrize("name", ["exchange", "round/master.next", "söttings", "\ud800"])
def test_names_that_no_record_has_are_refused(name: str) -> None:
    assert flaw_of(entries(**{name: seal(1, dump({"plan": {"stickers": None}}))})) is Flaw.DAMAGED
