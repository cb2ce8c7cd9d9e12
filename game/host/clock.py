"""The clock and the calendars of the device, which browsers and desktops give alike."""

import time

from game.host import Day


class SystemClock:
    """The clock part of a host."""

    def now(self) -> float:
        return time.monotonic()

    def unix_time(self) -> float:
        return time.time()

    def today_local(self) -> Day:
        return local_day()

    def today_utc(self) -> Day:
        return utc_day()


def local_day() -> Day:
    """Today by the clock and zone of this device."""
    here = time.localtime()
    return Day(here.tm_year, here.tm_mon, here.tm_mday)


def utc_day() -> Day:
    """Today in UTC."""
    there = time.gmtime()
    return Day(there.tm_year, there.tm_mon, there.tm_mday)
