"""What other tabs and the page tell is heard on every screen."""

from __future__ import annotations

from typing import Any, cast

import pygame
import pytest

from game.profile.player import Player
from game.profile.store import Storage
from tests.screens.conftest import Memory, Stage

WAYS = {
    "menu": (),
    "classic": ("classic",),
    "play": ("classic", "play"),
    "lesson": ("practice", "lesson.line"),
    "analyzer": ("analyzer",),
    "settings": ("settings",),
    "review": ("master", "more", "more.review"),
}


@pytest.mark.parametrize("screen", WAYS)
def test_another_tabs_settings_and_a_new_version_are_heard(screen: str) -> None:
    storage = Memory()
    stage = Stage(storage, 1000, 700)
    for number, name in enumerate(WAYS[screen]):
        stage.do(name)
        if screen == "review" and number == 0:
            stage.to_the_end()
    assert stage.state["screen"] == screen
    Player(cast(Storage, storage), lambda: "2026-03-28").settings.change(left_handed=True)
    stage.host.queue = [{"kind": "storage", "key": "block-puzzle/settings"}, {"kind": "update"}]
    stage.step()
    player = stage.app.screen.player  # type: ignore[attr-defined]  # all of these have one
    assert player.settings.now.flag("left_handed")
    assert player.update_ready


@pytest.mark.parametrize("event", [{"kind": "storage", "key": "block-puzzle/settings"}, {"kind": "update"}, {"kind": "screen"}])
def test_a_press_counts_although_news_come_before_its_end(event: dict[str, Any]) -> None:
    stage = Stage(Memory(), 1000, 700)
    at = stage.middle("master")
    stage.mouse(pygame.MOUSEBUTTONDOWN, at)
    stage.host.queue = [event]
    stage.step()
    stage.mouse(pygame.MOUSEBUTTONUP, at)
    assert stage.state["screen"] == "play"
