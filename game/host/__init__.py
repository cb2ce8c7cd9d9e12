"""The outside world behind one small protocol. Knows no game; nothing else may know of a page or an operating system."""

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import pygame


class StorageError(OSError):
    """Keeping or reading did not work: storage is blocked, full or broken. The message says why, in English."""


class Storage(Protocol):
    """Texts by key. Every method may raise StorageError."""

    def get(self, key: str) -> str | None: ...

    def set(self, key: str, value: str) -> None: ...

    def remove(self, key: str) -> None: ...

    def keys(self) -> list[str]:
        """All keys of this game, in no particular order."""


class Metrics(NamedTuple):
    """What there is to draw on, and what the system asks for."""

    width: float
    height: float
    """CSS pixels."""
    ratio: float
    insets: tuple[float, float, float, float]
    """Covered at the top, right, bottom and left, in CSS pixels."""
    dark: bool
    contrast: bool
    reduced_motion: bool
    coarse: bool
    """The main pointer is a finger."""
    visible: bool
    language: str
    """Such as "en" or "de-AT"; empty when unknown."""
    vibrates: bool = False
    """The device can vibrate."""


class Day(NamedTuple):
    """A calendar day."""

    year: int
    month: int
    day: int

    @property
    def text(self) -> str:
        """YYYY-MM-DD."""
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


class Host(Protocol):
    """Everything that differs between a browser and a desktop."""

    @property
    def storage(self) -> Storage: ...

    def metrics(self) -> Metrics: ...

    def surface(self, width: int, height: int) -> pygame.Surface:
        """The surface that is shown by pygame.display.flip(), of that size in device pixels; asked for at each change of size."""

    def events(self) -> list[pygame.event.Event]:
        """The events since the last call."""

    def actions(self) -> list[Mapping[str, Any]]:
        """What happened outside since the last call: objects with "kind" ("storage", "visible", "screen", "update", "do",
        "blur", "touch-cancel", "text", "quit", "exposed", "ask")."""

    async def pause(self, seconds: float | None) -> None:
        """Return at the next event, or after so many seconds; 0 is the next frame, None waits for an event."""

    def now(self) -> float:
        """Seconds on a clock that never goes back."""

    def unix_time(self) -> float:
        """Seconds since 1970-01-01 UTC."""

    def today_local(self) -> Day: ...

    def today_utc(self) -> Day: ...

    def publish(self, state: Mapping[str, Any]) -> None:
        """Tell tests and assistive tools what is on the screen."""

    def mirror(self, content: Mapping[str, Any]) -> None:
        """The text mirror for screen readers. All are optional: "title", "status", "position" (texts), "texts" (a list, shown
        where there is no status), "board" ({"rows", "cols", "cells": rows of texts or of {"label", "action"}}), "hand" and
        "actions" (lists of {"id", "label", "enabled", "chosen"}). A pressed one comes back as {"kind": "do", "action": id}."""

    def announce(self, text: str) -> None:
        """Say something in the polite live region."""

    def mark(self, name: str) -> None:
        """Leave a mark in the performance timeline."""

    def ready(self) -> None:
        """The first playable frame is on the screen."""

    def copy(self, text: str) -> bool:
        """Put a text on the clipboard; False when that did not work."""

    def share(self, title: str, text: str) -> bool:
        """Offer a text to the system's share sheet; False when there is none."""

    def ask_text(self, words: Mapping[str, str]) -> bool:
        """Ask the player for a long text, such as a backup: it comes as an action "text" with "text", which is empty when the
        player gives none, and "flaw" ("unreadable" or "oversized") where a file could not be taken. `words` are what the
        question says: "title", "ok", "file", "cancel". False when there is no way to ask, or nothing to be had."""

    def save_text(self, name: str, text: str) -> str | None:
        """Offer a text to the player as a file of that name; where it went, or None when that did not work."""

    def vibrate(self, milliseconds: int) -> None: ...

    def cursor(self, name: str) -> None:
        """Set the pointer's picture by its CSS name, such as "grab"."""

    def apply_update(self) -> None:
        """Start the new version that an "update" action told of."""

    def answer(self, answer: Mapping[str, str]) -> None:
        """Answer an action "ask": {"value": …}, or {"error": a sentence, "name": what kind of error}."""

    def persist(self) -> None:
        """Ask the system not to drop the storage by itself."""


def open_host() -> Host:
    """The host for where the game runs."""
    if sys.platform == "emscripten":
        from game.host.browser import open_browser

        return open_browser()
    from game.host.desktop import Desktop

    return Desktop()
