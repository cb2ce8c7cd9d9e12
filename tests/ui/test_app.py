"""The loop with a real window (SDL's dummy driver), real events, and a host whose outside world is a script."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import App
from game.host import Metrics
from game.host.desktop import Desktop
from game.ui.input import Intent, Pointer
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Context, Look, Screen, View
from game.ui.theme import DARK, HIGH_CONTRAST, LIGHT
from game.ui.widgets import Button

START = Metrics(360, 740, 3.0, (24, 0, 34, 0), False, False, False, True, True, "en")


class Outside(Desktop):
    """A desktop window with metrics and actions of our choosing, which remembers what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.present = START
        self.queue: list[Mapping[str, Any]] = []
        self.states: list[Mapping[str, Any]] = []
        self.mirrors: list[Mapping[str, Any]] = []
        self.said: list[str] = []
        self.clock = 100.0
        self.order: list[str] = []

    def metrics(self) -> Metrics:
        return self.present

    def surface(self, width: int, height: int) -> pygame.Surface:
        return pygame.display.set_mode((width, height))

    def actions(self) -> list[Mapping[str, Any]]:
        actions, self.queue = self.queue, []
        return actions

    def now(self) -> float:
        return self.clock

    def publish(self, state: Mapping[str, Any]) -> None:
        self.states.append(state)
        self.order.append("publish")

    def mirror(self, content: Mapping[str, Any]) -> None:
        self.mirrors.append(content)

    def announce(self, text: str) -> None:
        self.said.append(text)

    def ready(self) -> None:
        self.order.append("ready")

    async def pause(self, seconds: float | None) -> None:
        self.order.append(f"pause {seconds}")
        if len([entry for entry in self.order if entry.startswith("pause")]) > 3:
            self.queue.append({"kind": "quit"})


class Counter(Screen):
    """A button that counts, and another that leads on."""

    name = "counter"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.count = 0
        self.frames = 0
        self.layouts: list[View] = []
        self.heard: list[Intent] = []
        self.told: list[Mapping[str, Any]] = []

    def build(self, view: View) -> None:
        self.layouts.append(view)
        self.controls.add(Button("add", "Add", Rect(view.safe.x + 10, view.safe.y + 10, 100, 50), self.add))
        self.controls.add(Button("on", "On", Rect(view.safe.x + 10, view.safe.y + 80, 100, 50), self.leave_for_next))

    def add(self) -> None:
        self.count += 1
        self.animator.start("add", 180)

    def leave_for_next(self) -> None:
        self.context.go(Next(self.context))

    def handle(self, intent: Intent) -> bool:
        self.heard.append(intent)
        return super().handle(intent)

    def page_event(self, event: Mapping[str, Any]) -> None:
        self.told.append(event)

    def draw(self, painter: Painter) -> None:
        self.frames += 1
        super().draw(painter)

    def state(self) -> dict[str, Any]:
        return {"count": self.count}


class Next(Screen):
    name = "next"


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Outside:
    monkeypatch.setenv("BLOCK_PUZZLE_HOME", str(tmp_path))
    pygame.event.clear()
    return Outside()


@pytest.fixture
def app(outside: Outside) -> App:
    app = App(outside, Counter)
    settle(app, outside)
    return app


def counter(app: App) -> Counter:
    assert isinstance(app.screen, Counter)
    return app.screen


def settle(app: App, outside: Outside) -> None:
    """Step until nothing moves any more."""
    for _ in range(60):
        if app.step() is None:
            return
        outside.clock += 0.02
    pytest.fail("it never comes to rest")


def touch(kind: int, x: float, y: float) -> None:
    where: dict[str, Any] = {"x": x / START.width, "y": y / START.height, "dx": 0, "dy": 0}
    pygame.event.post(pygame.event.Event(kind, finger_id=1, touch_id=1, pressure=1, **where))


def tap(x: float, y: float) -> None:
    touch(pygame.FINGERDOWN, x, y)
    touch(pygame.FINGERUP, x, y)


def canvas() -> pygame.Surface:
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface


def test_the_canvas_has_every_device_pixel(app: App, outside: Outside) -> None:
    assert canvas().get_size() == (1080, 2220)
    assert outside.states[-1]["screen"] == "counter"
    assert [r["id"] for r in outside.states[-1]["regions"]] == ["add", "on"]
    assert outside.states[-1]["regions"][0]["rect"] == [10, 34, 100, 50], "below the notch"


def test_a_still_screen_is_not_drawn_again(app: App, outside: Outside) -> None:
    before = counter(app).frames
    for _ in range(100):
        outside.clock += 1
        assert app.step() is None
    assert counter(app).frames == before
    assert len(outside.states) == 1, "and nothing is published twice"


def test_a_tap_acts_is_drawn_and_published_in_the_same_step(app: App, outside: Outside) -> None:
    tap(50, 60)
    assert app.step() == 0, "the animation wants the next frame"
    assert outside.states[-1]["count"] == 1
    settle(app, outside)


def test_reduced_motion_needs_one_frame(outside: Outside) -> None:
    outside.present = START._replace(reduced_motion=True)
    app = App(outside, Counter)
    settle(app, outside)
    before = counter(app).frames
    tap(50, 60)
    assert app.step() is None
    assert counter(app).frames == before + 1
    app.context.set_look(Look(motion="on"))
    app.step()
    tap(50, 60)
    assert app.step() == 0, "the player's choice wins over the system's"


def test_a_change_of_size_is_laid_out_at_once(app: App, outside: Outside) -> None:
    outside.present = START._replace(width=740, height=360, ratio=2.0, insets=(0, 44, 21, 44))
    outside.queue = [{"kind": "screen"}]
    app.step()
    assert canvas().get_size() == (1480, 720)
    assert outside.states[-1]["regions"][0]["rect"] == [54, 10, 100, 50]
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(2 * 60, 2 * 30), button=1, touch=False))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(2 * 60, 2 * 30), button=1, touch=False))
    app.step()
    assert counter(app).count == 1, "positions follow the new ratio"


def test_the_theme_follows_the_system_until_one_is_chosen(app: App, outside: Outside) -> None:
    assert app.screen.view.theme is LIGHT
    outside.present = START._replace(dark=True)
    outside.queue = [{"kind": "screen"}]
    app.step()
    assert app.screen.view.theme is DARK
    assert canvas().get_at((1079, 2000))[:3] == DARK.background
    outside.present = START._replace(contrast=True)
    outside.queue = [{"kind": "screen"}]
    app.step()
    assert app.screen.view.theme is HIGH_CONTRAST
    app.context.set_look(Look(theme="light"))
    app.step()
    assert app.screen.view.theme is LIGHT


def test_a_blur_or_a_taken_touch_cancels(app: App, outside: Outside) -> None:
    for kind in ("blur", "touch-cancel"):
        tap(50, 60)
        outside.queue = [{"kind": kind}]
        app.step()
        assert counter(app).count == 0
        last = counter(app).heard[-1]
        assert isinstance(last, Pointer)
        assert last.phase == "cancel"


def test_hiding_the_page_cancels_and_is_told(app: App, outside: Outside) -> None:
    touch(pygame.FINGERDOWN, 50, 60)
    app.step()
    outside.queue = [{"kind": "visible", "value": False}, {"kind": "storage", "key": "block-puzzle/round"}]
    app.step()
    last = counter(app).heard[-1]
    assert isinstance(last, Pointer)
    assert last.phase == "cancel"
    assert [event["kind"] for event in counter(app).told] == ["visible", "storage"]


def test_a_button_of_the_mirror_does_the_same(app: App, outside: Outside) -> None:
    outside.queue = [{"kind": "do", "action": "add"}]
    app.step()
    assert outside.states[-1]["count"] == 1
    assert [a["id"] for a in outside.mirrors[-1]["actions"]] == ["add", "on"]


def test_going_to_another_screen_shows_it_in_the_same_step(app: App, outside: Outside) -> None:
    tap(50, 130)
    app.step()
    assert app.screen.name == "next"
    assert outside.states[-1]["screen"] == "next"
    assert outside.states[-1]["regions"] == []


def test_a_notice_is_said_and_goes_by_itself(app: App, outside: Outside) -> None:
    app.screen.notice("Saved in this tab only.", 2)
    due = app.step()
    assert outside.said == ["Saved in this tab only."]
    assert due == pytest.approx(2, abs=0.1)
    frames = counter(app).frames
    outside.clock += 2.1
    assert app.step() is None
    assert counter(app).frames == frames + 1


def test_ready_follows_the_first_frame_and_then_the_screen_prepares(outside: Outside, monkeypatch: pytest.MonkeyPatch) -> None:
    app = App(outside, Counter)
    monkeypatch.setattr(app.screen, "prepare", lambda: outside.order.append("prepare"))
    asyncio.run(app.run())
    assert outside.order[:5] == ["publish", "ready", "pause 0", "prepare", "pause None"]


def test_the_first_look_is_laid_out_once(outside: Outside) -> None:
    def first(context: Context) -> Screen:
        context.set_look(Look("dark"))
        return Counter(context)

    app = App(outside, first)
    app.step()
    assert [view.theme for view in counter(app).layouts] == [DARK]


def test_an_exception_of_a_screen_comes_out(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(counter(app), "add", broken)
    app.screen.layout(app.view)
    tap(50, 60)
    with pytest.raises(ZeroDivisionError):
        app.step()


def test_a_window_that_is_seen_again_is_drawn_whole(app: App, outside: Outside) -> None:
    app.step()
    window = pygame.display.get_surface()
    assert window
    for action in ({"kind": "exposed"}, {"kind": "visible", "value": True}):
        window.fill((1, 2, 3))
        app.screen.dirty = True
        app.step()
        assert window.get_at((2, 2))[:3] == (1, 2, 3), "nothing has changed, so nothing is drawn"
        outside.queue.append(action)
        app.step()
        assert window.get_at((2, 2))[:3] == app.view.theme.background


def test_a_very_large_window_draws_larger_and_is_told_in_the_pixels_of_the_page(outside: Outside) -> None:
    outside.present = START._replace(width=3840, height=2160, ratio=1.0, insets=(0, 0, 0, 0), coarse=False)
    app = App(outside, Counter)
    settle(app, outside)
    by = app.view.zoom
    assert by > 1.5
    assert (app.view.width * by, app.view.height * by) == pytest.approx((3840, 2160))
    assert canvas().get_size() == (3840, 2160)
    rect = outside.states[-1]["regions"][0]["rect"]
    assert rect == pytest.approx([10 * by, 10 * by, 100 * by, 50 * by])
    corner = int(rect[0] + rect[2] - 4), int(rect[1] + rect[3] - 4)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=corner, button=1, touch=False))
    app.step()
    assert outside.states[-1]["count"] == 1
