"""Dailies over midnight on the real bundle, by the zone and the clock of the browser: what was reached is kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import BrowserContext, Page

from game.profile.envelope import unseal
from game.rules.modes import daily_sequence
from tests.browser.beside import Beside, assert_kept
from tests.browser.chromium import open_game, wait_at_rest, wait_ready
from tests.browser.tab import DAILY, Tab, session

NewContext = Callable[..., BrowserContext]
MIDNIGHT = datetime(2026, 7, 2)
"""Between two days, by whatever clock."""
FIRST, SECOND = "2026-07-01", "2026-07-02"
MINUTE = timedelta(minutes=1)
NOTICED = 40_000
"""How long a page that is left alone may take to notice that the day is over, in ms."""


def at(page: Page, zone: str, when: datetime) -> None:
    """Sets the page's clock; its timers run on."""
    page.clock.set_fixed_time(when.replace(tzinfo=ZoneInfo(zone)))


def begin(new_context: NewContext, url: str, zone: str, when: datetime) -> Tab:
    page = new_context(width=1000, height=700, timezone_id=zone).new_page()
    at(page, zone, when)
    open_game(page, url)
    return Tab(page)


def daily(tab: Tab, day: str) -> Beside:
    """From the menu into classic's daily."""
    assert not tab.enter(DAILY)
    beside = tab.arrived()
    assert beside.start.options.daily == day
    return beside


def results(tab: Tab) -> dict[str, int | None]:
    """The score of each daily of classic that has ended, None of one in play, as stored."""
    payload: dict[str, Any] = unseal(tab.storage()["block-puzzle/scores/classic/daily"]).payload
    return {result[1]: result[2] if result[7] else None for result in payload["results"]}


def test_a_daily_left_open_ends_with_its_day(new_context: NewContext, url: str) -> None:
    zone = "Pacific/Kiritimati"
    tab = begin(new_context, url, zone, MIDNIGHT - MINUTE)
    beside = daily(tab, FIRST)
    tab.play(beside, 4)
    wait_at_rest(tab.page)
    at(tab.page, zone, MIDNIGHT + MINUTE)
    shown = tab.look("state.status === 'over' && state.results", beside.key, patience=NOTICED)
    assert (shown["score"], shown["moves"]) == (beside.round.score, 4)
    assert "ended with its day" in shown["message"]
    assert_kept(beside, tab.stored)
    assert results(tab) == {FIRST: beside.round.score}
    today = todays(tab)
    tab.check(today)


def todays(tab: Tab) -> Beside:
    """From the result of the first day's into the second day's."""
    tab.press("again")
    tab.look(f"state.options.daily === '{SECOND}' && state.moves === 0")
    return tab.arrived()


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/New_York", "Pacific/Pago_Pago"])
def test_a_move_after_midnight_is_not_made(zone: str, new_context: NewContext, url: str) -> None:
    tab = begin(new_context, url, zone, MIDNIGHT - MINUTE)
    beside = daily(tab, FIRST)
    tab.play(beside, 3)
    slot = next(slot for slot, piece in enumerate(beside.round.hand) if piece)
    tab.lift(slot, tab.cell(4, 4))
    tab.look(f"state.selected === {slot}")
    at(tab.page, zone, MIDNIGHT + MINUTE)
    tab.page.mouse.up()
    tab.look("state.status === 'over' && state.results", beside.key)
    assert_kept(beside, tab.stored)
    today = todays(tab)
    tab.play(today, 2)
    assert results(tab) == {FIRST: beside.round.score, SECOND: None}
    reload_at(tab, zone, MIDNIGHT + 2 * MINUTE)
    assert daily(tab, SECOND).record == today.record


def reload_at(tab: Tab, zone: str, when: datetime) -> None:
    at(tab.page, zone, when)
    tab.page.reload()
    wait_ready(tab.page)


def test_a_daily_goes_on_where_the_clock_was_wrong(new_context: NewContext, url: str) -> None:
    zone = "Europe/London"
    tab = begin(new_context, url, zone, MIDNIGHT - MINUTE)
    beside = daily(tab, FIRST)
    tab.play(beside, 3)
    reload_at(tab, zone, MIDNIGHT + MINUTE)
    today = daily(tab, SECOND)
    tab.play(today, 2)
    reload_at(tab, zone, MIDNIGHT - MINUTE)
    assert daily(tab, FIRST).record == beside.record
    tab.play(beside, 2)
    reload_at(tab, zone, MIDNIGHT + MINUTE)
    assert daily(tab, SECOND).record == today.record
    assert results(tab)[FIRST] == beside.round.score


def test_midnight_elsewhere_ends_no_daily_of_classic(new_context: NewContext, url: str) -> None:
    zone = "America/Los_Angeles"
    local = MIDNIGHT.replace(tzinfo=UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    tab = begin(new_context, url, zone, local - MINUTE)
    beside = daily(tab, FIRST)
    tab.play(beside, 2)
    at(tab.page, zone, local + MINUTE)
    tab.play(beside, 2)
    assert results(tab) == {FIRST: None}


def test_a_session_left_open_over_midnight_in_greenwich_stays(new_context: NewContext, url: str) -> None:
    tab = begin(new_context, url, "UTC", MIDNIGHT - MINUTE)
    assert not tab.enter(session(6, "daily"))
    beside = tab.arrived()
    assert (beside.start.options.daily, beside.start.options.sequence) == (FIRST, daily_sequence(MIDNIGHT.date() - timedelta(1)))
    tab.play(beside, 2)
    at(tab.page, "UTC", MIDNIGHT + MINUTE)
    tab.play(beside, 2)
    reload_at(tab, "UTC", MIDNIGHT + MINUTE)
    assert not tab.enter(session(6, "daily"))
    tab.check(beside)
    tab.to_menu()
    assert tab.enter(session(6, "today")), "it is given up after a question only"
    tab.press("ask.today")
    tab.look(f"state.options?.daily === '{SECOND}' && state.moves === 0")
    tab.check(tab.arrived())
