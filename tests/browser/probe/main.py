# /// script
# dependencies = ["pygame-ce"]
# ///
"""A program as small as can be that shows through the page's state() what reaches a game in the bundle.

The page's tests run it in place of the game, so that they see every event and action, and so that they can make it fail.
"""

import asyncio
import json
from asyncio import webloop
from typing import Any

import _page
import pygame

EVENTS = (
    pygame.KEYDOWN, pygame.KEYUP, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.FINGERDOWN, pygame.FINGERUP,
)  # fmt: skip
KEPT = 60


def call(name: str, argument: Any = None) -> Any:
    """One call to the page."""
    return json.loads(_page.call(name, json.dumps(argument)))


def describe(event: pygame.event.Event) -> dict[str, Any]:
    """What a test wants to know of an event."""
    name = pygame.event.event_name(event.type)
    key = pygame.key.name(event.key) if hasattr(event, "key") else None
    return {"event": name, "key": key, "pos": getattr(event, "pos", None), "touch": getattr(event, "touch", None)}


class Probe:
    """What has happened so far."""

    def __init__(self) -> None:
        self.steps = 0
        self.seen: list[dict[str, Any]] = []
        self.results: list[Any] = []
        self.resize()

    def resize(self) -> None:
        """One canvas pixel for each device pixel."""
        screen = call("screen")
        size = round(screen["width"] * screen["ratio"]), round(screen["height"] * screen["ratio"])
        self.surface = pygame.display.set_mode(size)

    def act(self, action: Any) -> None:
        """Does what a test asks for through a button of the mirror."""
        if action == "fail":
            raise ValueError("the probe was asked to fail")
        if action == "finish":
            raise SystemExit
        if isinstance(action, dict) and "call" in action:
            try:
                self.results.append(call(action["call"], action.get("argument")))
            except RuntimeError as error:
                self.results.append({"error": str(error)})

    def step(self) -> None:
        """Takes in what came, draws, and tells."""
        self.steps += 1
        for action in call("actions"):
            self.seen.append(action)
            if action["kind"] == "screen":
                self.resize()
            if action["kind"] == "do":
                self.act(action["action"])
        self.seen += [describe(event) for event in pygame.event.get() if event.type in EVENTS]
        self.surface.fill("#f4f1ea")
        pygame.draw.rect(self.surface, "#3d7a8a", self.surface.get_rect().inflate(-40, -40), width=1)
        pygame.display.flip()
        self.tell()

    def tell(self) -> None:
        """Publishes all of it."""
        call(
            "state",
            {
                "steps": self.steps, "seen": self.seen[-KEPT:], "results": self.results,
                "size": self.surface.get_size(), "screen": call("screen"),
            },
        )  # fmt: skip
        calls = [{"call": "storage.get", "argument": "block-puzzle/probe"}, {"call": "update.apply"}]
        calls += [{"call": "storage.set", "argument": {"key": "block-puzzle/probe", "value": "{}"}}]
        calls += [{"call": "announce", "argument": "placed"}, {"call": "clipboard.write", "argument": "record"}]
        call(
            "mirror",
            {
                "title": "Probe", "status": f"Step {self.steps}", "position": "empty board",
                "board": {"rows": 2, "cols": 2, "cells": [["empty", {"label": "filled", "action": "cell"}], ["c", "d"]]},
                "hand": [{"label": "Piece 1: fits", "action": "choose"}],
                "actions": [{"label": "Fail", "action": "fail"}, {"label": "Finish", "action": "finish"},
                            {"label": "Off", "action": "off", "disabled": True},
                            *({"label": call["call"], "action": call} for call in calls)],
            },
        )  # fmt: skip


async def main() -> None:
    """Runs until it is asked to fail or to finish."""
    pygame.display.init()
    probe = Probe()
    probe.step()
    call("ready")
    while True:
        await webloop.wait_for_page(None)
        probe.step()


asyncio.run(main())
