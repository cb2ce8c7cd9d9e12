"""pygbag's stock runtime: no bridge of ours, only the browser's `window` as pygbag hands it out."""

import asyncio
import platform
import time
from collections.abc import Mapping
from typing import Any

import pygame

from game.host import Day, Metrics, StorageError
from game.host.browser import PREFIX, local_day, utc_day


class WindowStorage:
    """localStorage, reached directly."""

    def __init__(self, window: Any) -> None:
        self._window = window

    def get(self, key: str) -> str | None:
        try:
            value = self._window.localStorage.getItem(key)
        except Exception as error:  # whatever the page threw: pygbag gives it no common type
            raise StorageError(str(error)) from error
        return None if value is None else str(value)

    def set(self, key: str, value: str) -> None:
        try:
            self._window.localStorage.setItem(key, value)
        except Exception as error:
            raise StorageError(str(error)) from error

    def remove(self, key: str) -> None:
        try:
            self._window.localStorage.removeItem(key)
        except Exception as error:
            raise StorageError(str(error)) from error

    def keys(self) -> list[str]:
        try:
            store = self._window.localStorage
            found = [str(store.key(i)) for i in range(int(store.length))]
        except Exception as error:
            raise StorageError(str(error)) from error
        return [key for key in found if key.startswith(PREFIX)]


class Pygbag:
    """Playable, without what needs our own page: text mirror, published state, sharing, updates."""

    def __init__(self) -> None:
        self._window: Any = getattr(platform, "window")  # noqa: B009 - pygbag adds it to the module
        self.storage = WindowStorage(self._window)
        self._seen: Metrics | None = None

    def metrics(self) -> Metrics:
        window = self._window
        self._seen = Metrics(
            width=max(1.0, float(window.innerWidth)), height=max(1.0, float(window.innerHeight)),
            ratio=float(window.devicePixelRatio or 1), insets=(0.0, 0.0, 0.0, 0.0),
            dark=self._matches("(prefers-color-scheme: dark)"), contrast=self._matches("(prefers-contrast: more)"),
            reduced_motion=self._matches("(prefers-reduced-motion: reduce)"), coarse=self._matches("(pointer: coarse)"),
            visible=not bool(window.document.hidden), language=str(window.navigator.language or ""),
        )
        return self._seen

    def surface(self, width: int, height: int) -> pygame.Surface:
        return pygame.display.set_mode((width, height))

    def events(self) -> list[pygame.event.Event]:
        return pygame.event.get()

    def actions(self) -> list[Mapping[str, Any]]:
        before = self._seen
        return [{"kind": "screen"}] if before is not None and self.metrics() != before else []

    async def pause(self, seconds: float | None) -> None:
        end = None if seconds is None else time.monotonic() + seconds
        frames = 0
        while True:
            await asyncio.sleep(0)
            frames += 1
            # Nothing wakes us here, so the size is looked at twice a second.
            if pygame.event.peek() or (end is not None and time.monotonic() >= end) or frames >= 30:
                return

    def now(self) -> float:
        return time.monotonic()

    def unix_time(self) -> float:
        return time.time()

    def today_local(self) -> Day:
        return local_day()

    def today_utc(self) -> Day:
        return utc_day()

    def publish(self, state: Mapping[str, Any]) -> None: ...

    def mirror(self, content: Mapping[str, Any]) -> None: ...

    def announce(self, text: str) -> None: ...

    def mark(self, name: str) -> None: ...

    def ready(self) -> None: ...

    def copy(self, text: str) -> bool:
        return False

    def share(self, title: str, text: str) -> bool:
        return False

    def ask_text(self, words: Mapping[str, str]) -> bool:
        return False

    def save_text(self, name: str, text: str) -> str | None:
        return None

    def vibrate(self, milliseconds: int) -> None: ...

    def cursor(self, name: str) -> None: ...

    def apply_update(self) -> None: ...

    def answer(self, answer: Mapping[str, str]) -> None: ...

    def persist(self) -> None: ...

    def _matches(self, query: str) -> bool:
        return bool(self._window.matchMedia(query).matches)
