"""A desktop window; what is kept lies in files beside the user's data."""

import asyncio
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pygame

from game.host import Metrics, StorageError
from game.host.clock import SystemClock

HOME_VARIABLE = "BLOCK_PUZZLE_HOME"
SCALE_VARIABLE = "BLOCK_PUZZLE_SCALE"
FRAME = 1 / 60
BYTES = "surrogateescape"
"""Bytes that are no UTF-8 go through text and come out as they were: a damaged file is set aside like any other value."""
_CURSORS = {
    "pointer": pygame.SYSTEM_CURSOR_HAND, "grab": pygame.SYSTEM_CURSOR_HAND, "grabbing": pygame.SYSTEM_CURSOR_SIZEALL,
}


class FileStorage:
    """One file a key. A write is whole or has not happened: it goes to a new file that then takes the old one's place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> str | None:
        try:
            return self._file(key).read_bytes().decode("utf-8", BYTES)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StorageError(str(error)) from error

    def set(self, key: str, value: str) -> None:
        target = self._file(key)
        fresh = target.with_suffix(f".{os.getpid()}.new")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with fresh.open("wb") as file:
                file.write(value.encode("utf-8", BYTES))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(target)
        except (OSError, UnicodeEncodeError) as error:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise StorageError(str(error)) from error

    def remove(self, key: str) -> None:
        try:
            self._file(key).unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(str(error)) from error

    def keys(self) -> list[str]:
        try:
            return [unquote(file.stem) for file in self.folder.glob("*.json")]
        except OSError as error:
            raise StorageError(str(error)) from error

    def _file(self, key: str) -> Path:
        return self.folder / f"{quote(key, safe='')}.json"


def data_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """Where this user's data lies on this system; BLOCK_PUZZLE_HOME overrides it."""
    if chosen := environment.get(HOME_VARIABLE):
        return Path(chosen)
    if system == "win32":
        return Path(environment.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "block-puzzle"
    if system == "darwin":
        return Path.home() / "Library" / "Application Support" / "block-puzzle"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "block-puzzle"


class Desktop(SystemClock):
    """A resizable window."""

    def __init__(self) -> None:
        self.storage = FileStorage(data_folder())
        self._waiting: list[pygame.event.Event] = []
        self._actions: list[Mapping[str, Any]] = []
        self._visible = True
        self._next_frame = 0.0
        self._ratio = _scale()

    def metrics(self) -> Metrics:
        width, height = pygame.display.get_window_size() if pygame.display.get_surface() else self._first_size()
        return Metrics(
            width=width / self._ratio, height=height / self._ratio, ratio=self._ratio, insets=(0.0, 0.0, 0.0, 0.0),
            dark=False, contrast=False, reduced_motion=False, coarse=False, visible=self._visible,
            language=os.environ.get("LANG", "").split(".")[0].replace("_", "-"),
        )

    def surface(self, width: int, height: int) -> pygame.Surface:
        present = pygame.display.get_surface()
        if present and present.get_size() == (width, height):
            return present
        pygame.display.set_caption("Block Puzzle")
        return pygame.display.set_mode((width, height), pygame.RESIZABLE)

    def events(self) -> list[pygame.event.Event]:
        events, self._waiting = self._waiting + pygame.event.get(), []
        for event in events:
            if event.type == pygame.QUIT:
                self._actions.append({"kind": "quit"})
            elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED):
                self._actions.append({"kind": "screen"})
            elif event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED):
                self._visible = event.type == pygame.WINDOWRESTORED
                self._actions.append({"kind": "visible", "value": self._visible})
            elif event.type == pygame.WINDOWEXPOSED:
                self._actions.append({"kind": "exposed"})
        return events

    def actions(self) -> list[Mapping[str, Any]]:
        actions, self._actions = self._actions, []
        return actions

    async def pause(self, seconds: float | None) -> None:
        if seconds == 0:
            now = time.monotonic()
            self._next_frame = max(now, self._next_frame + FRAME)
            await asyncio.sleep(self._next_frame - now)
            return
        # The window is all there is to wait for, so waiting may block.
        event = pygame.event.wait() if seconds is None else pygame.event.wait(max(1, int(seconds * 1000)))
        if event.type != pygame.NOEVENT:
            self._waiting.append(event)

    def publish(self, state: Mapping[str, Any]) -> None: ...

    def mirror(self, content: Mapping[str, Any]) -> None: ...

    def announce(self, text: str) -> None: ...

    def mark(self, name: str) -> None: ...

    def ready(self) -> None: ...

    def copy(self, text: str) -> bool:
        try:
            pygame.scrap.put_text(text.encode("utf-8", "replace").decode("utf-8"))
        except pygame.error:
            return False
        return True

    def share(self, title: str, text: str) -> bool:
        return False

    def ask_text(self, words: Mapping[str, str]) -> bool:
        try:
            text = pygame.scrap.get_text()
        except pygame.error:
            return False
        if text:
            self._actions.append({"kind": "text", "text": text})
            # Nothing else may happen for a while, and the loop waits for events.
            pygame.event.post(pygame.event.Event(pygame.USEREVENT))
        return bool(text)

    def save_text(self, name: str, text: str) -> str | None:
        target = data_folder() / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
        except OSError:
            return None
        return str(target)

    def vibrate(self, milliseconds: int) -> None: ...

    def cursor(self, name: str) -> None:
        # Some systems have no such picture; the arrow serves there.
        with suppress(pygame.error):
            pygame.mouse.set_cursor(_CURSORS.get(name, pygame.SYSTEM_CURSOR_ARROW))

    def apply_update(self) -> None: ...

    def answer(self, answer: Mapping[str, str]) -> None: ...

    def persist(self) -> None: ...

    def _first_size(self) -> tuple[int, int]:
        room = pygame.display.get_desktop_sizes()[0]
        wanted = (int(1040 * self._ratio), int(780 * self._ratio))
        return min(wanted[0], int(room[0] * 0.9)), min(wanted[1], int(room[1] * 0.85))


def _scale() -> float:
    """Device pixels in one CSS pixel, as the player or the desktop says."""
    for name in (SCALE_VARIABLE, "GDK_SCALE"):
        try:
            value = float(os.environ.get(name, ""))
        except ValueError:
            continue
        if 0.5 <= value <= 4:
            return value
    return 1.0
