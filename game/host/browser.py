"""The browser: the page around the game, reached through the runtime's module `_page`."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Protocol

import pygame

from game.host import Host, Metrics, StorageError
from game.host.clock import SystemClock

PREFIX = "block-puzzle/"


class Call(Protocol):
    """One call into the page: a name and a JSON text in, a JSON text out. RuntimeError when the page throws."""

    def __call__(self, name: str, argument: str, /) -> str: ...


class PageStorage:
    """localStorage through the page."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def get(self, key: str) -> str | None:
        value = self._ask("storage.get", key)
        return None if value is None else str(value)

    def set(self, key: str, value: str) -> None:
        self._ask("storage.set", {"key": key, "value": value})

    def remove(self, key: str) -> None:
        self._ask("storage.remove", key)

    def keys(self) -> list[str]:
        return [str(key) for key in self._ask("storage.keys", None)]

    def _ask(self, name: str, argument: object) -> Any:
        try:
            return json.loads(self._call(name, json.dumps(argument)))
        except RuntimeError as error:
            raise StorageError(str(error)) from error


class Browser(SystemClock):
    """Our runtime and our page."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self.storage = PageStorage(call)

    def metrics(self) -> Metrics:
        screen = self._ask("screen")
        insets = screen["insets"]
        return Metrics(
            width=max(1.0, screen["width"]), height=max(1.0, screen["height"]), ratio=screen["ratio"] or 1.0,
            insets=(insets["top"], insets["right"], insets["bottom"], insets["left"]), dark=screen["dark"],
            contrast=screen["contrast"], reduced_motion=screen["reducedMotion"], coarse=screen["coarse"],
            visible=screen["visible"], language=screen["language"], vibrates=screen["vibrates"],
        )

    def surface(self, width: int, height: int) -> pygame.Surface:
        present = pygame.display.get_surface()
        if present and present.get_size() == (width, height):
            return present
        return pygame.display.set_mode((width, height))

    def events(self) -> list[pygame.event.Event]:
        return pygame.event.get()

    def actions(self) -> list[Mapping[str, Any]]:
        return list(self._ask("actions"))

    async def pause(self, seconds: float | None) -> None:
        if seconds == 0:
            await asyncio.sleep(0)
            return
        from asyncio import webloop  # type: ignore[attr-defined]  # in the runtime alone

        await webloop.wait_for_page(seconds)

    def publish(self, state: Mapping[str, Any]) -> None:
        self._ask("state", state)

    def mirror(self, content: Mapping[str, Any]) -> None:
        shown = dict(content)
        shown["status"] = content.get("status") or "\n".join(content.get("texts", ()))
        for part in ("hand", "actions"):
            shown[part] = [_button(action) for action in content.get(part, ())]
        self._ask("mirror", shown)

    def announce(self, text: str) -> None:
        self._ask("announce", text)

    def mark(self, name: str) -> None:
        self._ask("mark", name)

    def ready(self) -> None:
        self._ask("ready")

    def copy(self, text: str) -> bool:
        return bool(self._ask("clipboard.write", text))

    def share(self, title: str, text: str) -> bool:
        return bool(self._ask("share", {"title": title, "text": text}))

    def ask_text(self, words: Mapping[str, str]) -> bool:
        return bool(self._ask("text.ask", dict(words)))

    def save_text(self, name: str, text: str) -> str | None:
        return name if self._ask("text.save", {"name": name, "text": text}) else None

    def vibrate(self, milliseconds: int) -> None:
        self._ask("vibrate", milliseconds)

    def cursor(self, name: str) -> None:
        self._ask("cursor", name)

    def apply_update(self) -> None:
        self._ask("update.apply")

    def answer(self, answer: Mapping[str, str]) -> None:
        self._ask("answer", dict(answer))

    def persist(self) -> None:
        self._ask("persist")

    def _ask(self, name: str, argument: object = None) -> Any:
        return json.loads(self._call(name, json.dumps(argument)) or "null")


def _button(action: Mapping[str, Any]) -> dict[str, Any]:
    """A mirror action as the page wants its buttons."""
    button = {"action": action["id"], "label": action["label"], "disabled": not action.get("enabled", True)}
    if "chosen" in action:
        button["pressed"] = action["chosen"]
    return button


def open_browser() -> Host:
    """The bridge of the page that runs this program."""
    import _page  # type: ignore[import-not-found]  # in the runtime alone

    return Browser(_page.call)
