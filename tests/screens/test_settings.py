"""The settings, pressed with the mouse: each applies at once and is kept."""

from __future__ import annotations

import json

import pygame
import pytest

from game.profile.settings import CHOICES
from game.screens.settings import SETTINGS
from tests.screens.conftest import Memory, Stage


@pytest.fixture
def opened(stage: Stage) -> Stage:
    stage.host.present = stage.host.present._replace(vibrates=True, coarse=True)
    stage.host.queue = [{"kind": "screen"}]
    stage.step()
    stage.press("settings")
    assert stage.state["screen"] == "settings"
    return stage


def kept(storage: Memory) -> dict[str, object]:
    payload: dict[str, object] = json.loads(storage["block-puzzle/settings"])["payload"]
    return payload


def chosen(stage: Stage) -> set[str]:
    return {region["id"] for region in stage.state["regions"] if region.get("chosen")}


def bring(stage: Stage, name: str) -> None:
    """Scrolls until a region can be seen, and presses it."""
    for _ in range(20):
        region = next(region for region in stage.state["regions"] if region["id"] == name)
        if region["rect"][1] + region["rect"][3] < stage.host.present.height:
            break
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0, touch=False))
        stage.step()
    stage.press(name)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_value_can_be_chosen_and_is_kept(opened: Stage, storage: Memory, setting: object) -> None:
    assert isinstance(setting, type(SETTINGS[0]))
    assert set(setting.values) == set(CHOICES[setting.name])
    for value in setting.values:
        name = f"{setting.name}.{value}"
        bring(opened, name)
        assert kept(storage)[setting.name] == value
        assert name in chosen(opened)


def test_a_theme_shows_at_once(opened: Stage) -> None:
    light = pygame.display.get_surface()
    assert light is not None
    before = light.get_at((2, 300))
    bring(opened, "theme.dark")
    surface = pygame.display.get_surface()
    assert surface is not None
    assert sum(surface.get_at((2, 300))[:3]) < sum(before[:3]) / 2
    assert opened.app.view.theme.name == "dark"


def test_motion_off_is_reduced_motion_at_once(opened: Stage) -> None:
    bring(opened, "motion.off")
    assert opened.app.view.reduced_motion


def test_sound_off_closes_the_device(opened: Stage) -> None:
    assert pygame.mixer.get_init() is not None, "the first press has opened it"
    bring(opened, "sound.False")
    assert pygame.mixer.get_init() is None
    bring(opened, "sound.True")
    assert pygame.mixer.get_busy(), "what it sounds like is heard at once"


def test_vibration_is_offered_where_there_is_one(opened: Stage, storage: Memory) -> None:
    assert opened.has("vibration.True")
    assert not Stage(storage).has("vibration.True")
    stage = Stage(Memory())
    stage.press("settings")
    assert not stage.has("vibration.True")


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (820, 1180), (1440, 900), (740, 360)])
def test_targets_are_large_and_inside(size: tuple[int, int]) -> None:
    stage = Stage(Memory(), *size)
    stage.press("settings")
    for region in stage.state["regions"]:
        x, _, w, h = region["rect"]
        assert min(w, h) >= 44, region
        assert x >= 0, region
        assert x + w <= size[0], region


def test_escape_and_the_arrow_lead_back(opened: Stage) -> None:
    opened.key(pygame.K_ESCAPE)
    assert opened.state["screen"] == "menu"
    opened.press("settings")
    opened.press("back")
    assert opened.state["screen"] == "menu"


def test_the_backup_is_reached_from_here_and_leads_back(opened: Stage) -> None:
    bring(opened, "backup")
    assert opened.state["screen"] == "backup"
    opened.key(pygame.K_ESCAPE)
    assert opened.state["screen"] == "settings"
    opened.key(pygame.K_ESCAPE)
    assert opened.state["screen"] == "menu"


def test_a_right_click_does_not_leave(opened: Stage) -> None:
    opened.mouse(pygame.MOUSEBUTTONDOWN, (200, 300), button=3)
    opened.mouse(pygame.MOUSEBUTTONUP, (200, 300), button=3)
    assert opened.state["screen"] == "settings"


def test_all_of_it_is_in_the_text_mirror(opened: Stage) -> None:
    labels = {action["label"] for action in opened.host.mirrored["actions"]}
    assert {"Back", "Sound: On", "Theme: Contrast", "Motion: Off", "Hand: Left"} <= labels
    opened.host.queue = [{"kind": "do", "action": "patterns.True"}]
    opened.step()
    assert "patterns.True" in chosen(opened)


# -- the column under a finger -----------------------------------------------------------------------


def drag(stage: Stage, start: float, end: float, steps: int = 5) -> None:
    stage.finger(pygame.FINGERDOWN, (180, start))
    for step in range(1, steps + 1):
        stage.finger(pygame.FINGERMOTION, (180, start + (end - start) * step / steps))
    stage.finger(pygame.FINGERUP, (180, end))


def offset(stage: Stage) -> float:
    return stage.app.screen.controls.offset


@pytest.fixture
def small(storage: Memory) -> Stage:
    """A page much longer than its window."""
    stage = Stage(storage, 360, 320)
    stage.press("settings")
    return stage


def test_a_push_runs_on_and_comes_to_rest(small: Stage) -> None:
    drag(small, 300, 200)
    lifted = offset(small)
    small.step()
    small.step()
    assert offset(small) > lifted
    for _ in range(200):
        small.step()
    rest = offset(small)
    small.step()
    assert offset(small) == rest
    assert small.app.step() is None, "nothing moves any more, so nothing is drawn"


def test_a_finger_that_rests_before_it_lifts_pushes_nothing(small: Stage) -> None:
    small.finger(pygame.FINGERDOWN, (180, 300))
    small.finger(pygame.FINGERMOTION, (180, 250))
    small.step(0.5)
    small.finger(pygame.FINGERMOTION, (180, 249.5))
    small.finger(pygame.FINGERUP, (180, 249.5))
    lifted = offset(small)
    small.step()
    small.step()
    assert offset(small) == lifted > 0


def test_a_touch_stops_the_column_and_presses_nothing(small: Stage) -> None:
    drag(small, 300, 200)
    small.step()
    small.step()
    moving = offset(small)
    name, at = next(
        (region["id"], small.middle(region["id"]))
        for region in small.state["regions"]
        if region["visible"] and region.get("chosen") is False and 100 < small.middle(region["id"])[1] < 260
    )
    small.finger(pygame.FINGERDOWN, at)
    assert offset(small) == moving
    small.finger(pygame.FINGERUP, at)
    small.step()
    assert offset(small) == moving
    assert name not in chosen(small)
    small.tap(at)
    assert name in chosen(small), "a second one presses as usual"


def test_nothing_runs_on_under_reduced_motion(storage: Memory) -> None:
    stage = Stage(storage, 360, 320)
    stage.host.present = stage.host.present._replace(reduced_motion=True)
    stage.host.queue = [{"kind": "screen"}]
    stage.step()
    stage.press("settings")
    drag(stage, 300, 200)
    lifted = offset(stage)
    stage.step()
    assert offset(stage) == lifted > 0
