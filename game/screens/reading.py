"""Texts that the player brings from outside, such as a backup or a board, on whatever screen takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from game.ui.screen import Context
from game.words import say


class Reader(Protocol):
    """A screen that takes texts."""

    context: Context

    def tell(self, message: str, trouble: bool = False) -> None:
        """Shows a sentence and says it; "" takes the last one away."""

    def take(self, text: str) -> None:
        """Looks at what the player brought."""


def ask(reader: Reader, title: str) -> None:
    """Asks for a text, with the title as the question; what was said of an earlier text is over."""
    words = {"title": title} | {name: say(f"reading.ask.{name}") for name in ("ok", "file", "cancel")}
    if reader.context.host.ask_text(words):
        reader.tell("")
    else:
        reader.tell(say("reading.no_way_in"), trouble=True)


def hear(reader: Reader, event: Mapping[str, Any]) -> None:
    """Hands on the text of a "text" action (Host.ask_text), or says why there is none."""
    if event.get("flaw"):
        reader.tell(say(f"reading.{event['flaw']}"), trouble=True)
    elif str(event["text"]).strip():
        reader.take(str(event["text"]))
    else:
        reader.tell(say("reading.nothing"))
