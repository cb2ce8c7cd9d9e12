"""Days: local and UTC midnight, time zones, summer time, a clock that is set back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest

from game.host.clock import local_day, utc_day
from game.profile import dailies, sessions
from game.profile.player import Player
from game.rules.modes import daily_sequence
from game.rules.round import Refusal, Round, Status, TakeBack
from tests.profile.players import Clock, a_move, play_on, player
from tests.profile.storages import Failing, Memory


class Zoned:
    """A device in a time zone, at a moment."""

    def __init__(self, zone: str, moment: str) -> None:
        self.zone = ZoneInfo(zone)
        self.now = datetime.fromisoformat(moment).replace(tzinfo=self.zone)

    def player(self, storage: Memory) -> Player:
        return Player(
            storage,
            lambda: self.now.date().isoformat(),
            today_utc=lambda: self.now.astimezone(UTC).date().isoformat(),
            clock=lambda: self.now.timestamp(),
        )

    def set(self, moment: str) -> None:
        self.now = datetime.fromisoformat(moment).replace(tzinfo=self.zone)


def test_the_classic_daily_changes_at_local_midnight() -> None:
    storage, device = Memory(), Zoned("Pacific/Auckland", "2026-07-01T23:59:59")
    at = device.player(storage)
    kept = dailies.begin(at)
    play_on(at, kept, 3, Random(1))
    assert dailies.today(at) is kept
    device.set("2026-07-02T00:00:00")
    assert at.expired(kept)
    before = kept.round
    assert isinstance(at.play(kept, a_move(before, Random(1), 0) or TakeBack()), Refusal)
    assert kept.round == before
    assert dailies.today(at) is None
    (result,) = at.standing(kept).recent
    assert (result.id, result.score, result.ended) == ("2026-07-01", kept.round.score, True), "its result stays"
    fresh = dailies.begin(at)
    assert fresh.record.seed == "daily 2026-07-02"
    assert at.standing(fresh).games == 1


def test_the_session_daily_changes_at_utc_midnight_everywhere() -> None:
    for zone, before, after in (
        ("Pacific/Auckland", "2026-07-02T11:59:59", "2026-07-02T12:00:00"),
        ("America/Los_Angeles", "2026-07-01T16:59:59", "2026-07-01T17:00:00"),
        ("Asia/Kathmandu", "2026-07-02T05:44:59", "2026-07-02T05:45:00"),
    ):
        device = Zoned(zone, before)
        at = device.player(Memory())
        kept = sessions.opened(at, 6, daily=True)
        assert kept.record.options.daily == "2026-07-01"
        assert not at.of_another_day(kept)
        device.set(after)
        assert at.of_another_day(kept), zone
        assert sessions.following(at, kept).record.options.daily == "2026-07-02"


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25"])
def test_days_are_no_24_hours_where_the_clock_changes(day: str) -> None:
    device = Zoned("Europe/Vienna", f"{day}T00:00:00")
    at = device.player(Memory())
    kept = dailies.begin(at)
    for hour in range(24):
        device.set(f"{day}T{hour:02}:59:59")
        assert not at.expired(kept), hour
        assert at.today() == day
    device.set(f"{day[:-2]}{int(day[-2:]) + 1:02}T00:00:00")
    assert at.expired(kept)


def test_every_day_has_the_next_sequence() -> None:
    numbers = [daily_sequence(datetime.fromordinal(730_000 + day).date()) for day in range(1000)]
    assert all(later == (earlier + 1) % 24 for earlier, later in pairwise(numbers))


def test_a_clock_set_back_loses_no_result_and_continues_no_other_day() -> None:
    storage, clock = Memory(), Clock("2026-07-02")
    at = player(storage, clock)
    kept = dailies.begin(at)
    play_on(at, kept, 4, Random(1), 0)
    score = kept.round.score
    clock.day, clock.time = "2026-07-01", clock.time - 90_000
    again = player(storage, clock)
    assert dailies.today(again) is None, "a daily of tomorrow is not today's"
    older = dailies.begin(again)
    play_on(again, older, 10_000, Random(2), 0)
    assert older.round.status is Status.OVER
    standing = player(storage, clock).standing(older)
    assert [each.id for each in standing.results] == ["2026-07-02", "2026-07-01"]
    assert standing.best == max(score, older.peak)
    assert standing.games == 2


def test_a_daily_played_on_while_the_clock_was_wrong_counts_with_all_that_it_reached() -> None:
    storage, clock = Memory(), Clock("2026-07-01")
    kept = dailies.begin(at := player(storage, clock))
    play_on(at, kept, 3, Random(1), 0)
    clock.day = "2026-07-02"
    at = player(storage, clock)
    assert dailies.today(at) is None
    play_on(at, dailies.begin(at), 2, Random(1), 0)
    clock.day = "2026-07-01"
    at = player(storage, clock)
    again = dailies.today(at)
    assert again is not None
    play_on(at, again, 2, Random(2), 0)
    assert again.round.score > kept.round.score
    clock.day = "2026-07-02"
    at = player(storage, clock)
    assert dailies.today(at) is not None
    result = at.standing(again).result("2026-07-01")
    assert result is not None
    assert (result.score, result.ended) == (again.round.score, True)


@pytest.mark.parametrize(
    "days",
    [
        ["2026-07-02", "2026-07-01", "2026-07-02"],
        ["2026-07-01", "2027-01-15", "2026-07-01"],
        ["2026-07-05", "2026-07-03", "2026-06-30", "2026-07-03", "2026-07-05"],
        ["2026-07-31", "2026-07-01", "2026-06-01", "2026-05-01", "2026-07-31", "2026-05-01"],
    ],
    ids=" ".join,
)
def test_a_clock_that_was_wrong_displaces_no_daily(days: list[str]) -> None:
    storage, clock = Memory(), Clock()
    played: dict[str, Round] = {}
    for number, clock.day in enumerate(days):
        at = player(storage, clock)
        kept = dailies.today(at)
        if clock.day in played:
            assert kept is not None
            assert kept.round == played[clock.day]
            assert not at.expired(kept)
        else:
            assert kept is None
            kept = dailies.begin(at)
        play_on(at, kept, 3, Random(number), 0)
        played[clock.day] = kept.round
        assert at.latest() is kept
    assert player(storage, clock).scores.of("classic/daily").games == len(played)


def test_dailies_of_old_do_not_pile_up() -> None:
    storage, clock, games = Memory(), Clock(), 0
    for day in range(1, 29):
        clock.day = f"2026-02-{day:02}"
        clock.time += 86_400
        at = player(storage, clock)
        play_on(at, dailies.begin(at), 3 if day != 20 else 10_000, Random(day), 0)
        games += 1
    kept = sorted(key.rpartition("/")[2] for key in storage.values if "/round/" in key)
    assert kept == [f"2026-02-{day}" for day in range(22, 29)]
    standing = player(storage, clock).scores.of("classic/daily")
    assert standing.games == games
    assert standing.best == max(each.score for each in standing.results)


def test_an_unreadable_daily_of_another_day_is_not_given_up() -> None:
    storage, clock = Memory(), Clock()
    storage.values["block-puzzle/round/classic-daily/2026-01-31"] = "level=7"
    for day in range(1, 13):
        clock.day = f"2026-02-{day:02}"
        dailies.begin(player(storage, clock))
    assert storage.values["block-puzzle/round/classic-daily/2026-01-31"] == "level=7"


def test_a_daily_under_the_name_without_a_day_is_continued() -> None:
    storage, clock = Memory(), Clock()
    at = player(storage, clock)
    kept = dailies.begin(at)
    play_on(at, kept, 3, Random(1), 0)
    bare = "block-puzzle/round/classic-daily"
    storage.values[bare] = storage.values.pop(f"{bare}/{clock.day}")
    again = player(storage, clock)
    found = dailies.today(again)
    assert found is not None
    assert found.round == kept.round
    play_on(again, found, 1, Random(1), 0)
    assert {key for key in storage.values if "/round/" in key} == {bare}
    clock.day = "2026-07-02"
    assert dailies.today(player(storage, clock)) is None
    assert player(storage, clock).scores.of("classic/daily").recent


def test_a_daily_under_another_day_is_set_aside() -> None:
    storage, clock = Memory(), Clock()
    dailies.begin(player(storage, clock))
    values = storage.values
    for name in ("2026-07-03", "x", ""):
        values[f"block-puzzle/round/classic-daily/{name}"] = values["block-puzzle/round/classic-daily/2026-07-01"]
    at = player(storage, clock)
    at.check()
    assert set(at.store.set_aside) == {f"round/classic-daily/{name}" for name in ("2026-07-03", "x", "")}


def test_a_round_without_a_day_cares_for_no_clock() -> None:
    storage, clock = Memory(), Clock("2026-07-02")
    at = player(storage, clock)
    kept = at.begin_classic()
    play_on(at, kept, 4, Random(1), 0)
    for day, moment in (("1970-01-01", -5.0), ("2100-12-31", 4e9), ("2026-02-28", 1.8e9)):
        clock.day, clock.utc, clock.time = day, day, moment
        again = player(storage, clock)
        found = again.kept(kept.slot)
        assert found is not None
        assert not again.expired(found)
        play_on(again, found, 1, Random(1), 0)
        assert again.latest() is found


@pytest.fixture
def device_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs a system whose zone can be set")
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Vienna", "UTC"])
def test_the_hosts_days_are_those_of_zone_and_utc(zone: str, device_zone: pytest.MonkeyPatch) -> None:
    device_zone.setenv("TZ", zone)
    time.tzset()
    for moment in (1_782_864_000, 1_774_745_999, 1_774_746_000, 1_793_000_000, 0):
        device_zone.setattr(time, "time", lambda moment=moment: moment)
        local, there = time.localtime, time.gmtime
        device_zone.setattr(time, "localtime", lambda _=None, moment=moment, local=local: local(moment))
        device_zone.setattr(time, "gmtime", lambda _=None, moment=moment, there=there: there(moment))
        assert local_day().text == datetime.fromtimestamp(moment, ZoneInfo(zone)).date().isoformat()
        assert utc_day().text == datetime.fromtimestamp(moment, UTC).date().isoformat()
        device_zone.setattr(time, "localtime", local)
        device_zone.setattr(time, "gmtime", there)


def test_an_old_daily_goes_only_when_its_result_is_stored() -> None:
    failing = False
    storage, clock = Memory(), Clock()
    shaky = Failing(lambda call, key: failing and call == "set" and "scores" in key, storage.values)
    at = player(shaky, clock)
    for day in range(1, 8):
        clock.day = f"2026-02-{day:02}"
        play_on(at, dailies.begin(at), 3, Random(day), 0)
    del storage.values["block-puzzle/scores/classic/daily"]
    failing = True
    at, clock.day = player(shaky, clock), "2026-02-08"
    assert dailies.today(at) is None
    dailies.begin(at)
    assert "block-puzzle/round/classic-daily/2026-02-01" in storage.values
    again = player(storage, clock)
    again.check()
    assert again.scores.of("classic/daily").games == 7


def test_a_daily_played_on_after_the_clock_was_wrong_counts_as_it_ended() -> None:
    storage, clock = Memory(), Clock("2026-07-01")
    at = player(storage, clock)
    kept = dailies.begin(at)
    play_on(at, kept, 3, Random(1), 0)
    for day in ("2026-07-02", "2026-07-01"):
        clock.day = day
        dailies.today(at)
    play_on(at, kept, 30, Random(1), 0)
    clock.day = "2026-07-02"
    dailies.today(at)
    (result,) = player(storage, clock).scores.of("classic/daily").recent
    assert (result.score, result.moves) == (kept.round.score, len(kept.record.moves))
