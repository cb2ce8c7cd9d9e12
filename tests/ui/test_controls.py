"""Widgets under a pointer and under keys."""

from collections.abc import Callable

import pygame
import pytest

from game.ui.controls import Controls
from game.ui.input import Action, Key, Phase, Pointer, Wheel
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.text import Type
from game.ui.theme import LIGHT, TARGET
from game.ui.widgets import Button, Choice, Dialog, Label, Option

SAFE = Rect(0, 0, 400, 600)


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.fixture
def controls(log: list[str]) -> Controls:
    """Two buttons side by side, a choice below, and a disabled button."""
    controls = Controls()
    controls.begin(Type(2), SAFE)
    controls.add(Label("title", "A title", Rect(0, 0, 400, 40)))
    controls.add(button("a", Rect(0, 50, 100, 50), log))
    controls.add(button("b", Rect(110, 50, 100, 50), log))
    controls.add(Choice("level", "Level", Rect(0, 120, 300, 50), [("easy", "Easy"), ("hard", "Hard")], "easy", log.append))
    controls.add(Button("off", "Off", Rect(0, 200, 100, 50), lambda: log.append("off"), enabled=False))
    return controls


def button(id: str, rect: Rect, log: list[str]) -> Button:
    return Button(id, id.upper(), rect, lambda: log.append(id))


def press(controls: Controls, x: float, y: float) -> None:
    controls.handle(Pointer("down", x, y))
    controls.handle(Pointer("up", x, y))


def keys(controls: Controls, *actions: Action) -> list[bool]:
    return [controls.handle(Key(action)) for action in actions]


def draw(controls: Controls) -> pygame.Surface:
    surface = pygame.Surface((800, 1200))
    controls.draw(Painter(surface, 2, LIGHT))
    return surface


def test_a_press_acts_at_release_inside(controls: Controls, log: list[str]) -> None:
    assert controls.handle(Pointer("down", 20, 70))
    assert log == []
    assert controls.handle(Pointer("up", 60, 80))
    assert log == ["a"]


def test_a_press_that_leaves_does_nothing(controls: Controls, log: list[str]) -> None:
    controls.handle(Pointer("down", 20, 70))
    controls.handle(Pointer("move", 150, 70))
    controls.handle(Pointer("up", 150, 70))
    assert log == []


def test_a_press_that_comes_back_acts(controls: Controls, log: list[str]) -> None:
    path: tuple[tuple[Phase, float], ...] = (("down", 20), ("move", 150), ("move", 30), ("up", 30))
    for phase, x in path:
        controls.handle(Pointer(phase, x, 70))
    assert log == ["a"]


def test_a_cancelled_press_does_nothing(controls: Controls, log: list[str]) -> None:
    controls.handle(Pointer("down", 20, 70))
    assert controls.handle(Pointer("cancel", 20, 70))
    assert not controls.handle(Pointer("up", 20, 70))
    assert log == []


def test_a_press_survives_a_new_layout(controls: Controls, log: list[str]) -> None:
    controls.handle(Pointer("down", 20, 70))
    controls.begin(Type(2), SAFE)
    controls.add(button("a", Rect(0, 40, 120, 60), log))
    controls.handle(Pointer("up", 20, 70))
    assert log == ["a"]


@pytest.mark.parametrize("now", ["gone", "elsewhere", "off"])
def test_a_press_whose_target_is_not_there_any_longer_does_nothing(controls: Controls, log: list[str], now: str) -> None:
    controls.handle(Pointer("down", 20, 70))
    controls.begin(Type(2), SAFE)
    controls.add(button("b", Rect(0, 40, 120, 60), log))
    if now == "elsewhere":
        controls.add(button("a", Rect(200, 300, 100, 50), log))
    if now == "off":
        controls.add(Button("a", "A", Rect(0, 40, 120, 60), lambda: log.append("a"), enabled=False))
    controls.handle(Pointer("up", 20, 70))
    assert log == []


def test_what_is_beside_the_widgets_is_the_screens(controls: Controls) -> None:
    assert not controls.handle(Pointer("down", 350, 550))
    assert not controls.handle(Pointer("move", 20, 70))
    assert not controls.handle(Pointer("up", 20, 70))


def test_disabled_ones_swallow_a_press(controls: Controls, log: list[str]) -> None:
    assert controls.handle(Pointer("down", 20, 220))
    controls.handle(Pointer("up", 20, 220))
    assert not controls.activate("off")
    assert log == []


def test_small_targets_are_pressed_44_pixels_wide(log: list[str]) -> None:
    controls = Controls()
    controls.begin(Type(1), SAFE)
    controls.add(button("small", Rect(100, 100, 20, 20), log))
    controls.add(button("near", Rect(125, 100, 20, 20), log))
    press(controls, 110 - TARGET / 2 + 1, 110)
    press(controls, 127, 110)
    assert log == ["small", "near"], "where two overlap the one that is hit exactly wins"


def test_a_choice_gives_its_value(controls: Controls, log: list[str]) -> None:
    press(controls, 200, 140)
    assert log == ["hard"]
    regions = {region["id"]: region for region in controls.regions()}
    assert regions["level.easy"]["chosen"] is True
    assert regions["level.hard"]["chosen"] is False
    assert regions["level.hard"]["label"] == "Level: Hard"


def test_regions_tell_what_can_be_pressed(controls: Controls) -> None:
    assert controls.regions()[0] == {
        "id": "a", "rect": [0, 50, 100, 50], "label": "A", "enabled": True, "visible": True,
    }
    assert [r["id"] for r in controls.regions()] == ["a", "b", "level.easy", "level.hard", "off"]
    assert [r["enabled"] for r in controls.regions()] == [True, True, True, True, False]
    assert controls.texts() == ["A title"]


def test_tab_walks_through_all_and_out_at_the_end(controls: Controls) -> None:
    walked = []
    for _ in range(5):
        used = controls.handle(Key("next"))
        walked.append((controls.focus, used))
    assert walked == [("a", True), ("b", True), ("level.easy", True), ("level.hard", True), (None, False)]
    controls.handle(Key("previous"))
    assert controls.focus == "level.hard"


def test_arrows_walk_by_place(controls: Controls) -> None:
    keys(controls, "down", "right")
    assert controls.focus == "b"
    keys(controls, "down")
    assert controls.focus in ("level.easy", "level.hard")
    keys(controls, "up", "left")
    assert controls.focus == "a"


def test_arrows_are_left_to_a_board(controls: Controls) -> None:
    controls.arrows = False
    assert keys(controls, "left", "confirm", "home") == [False, False, False]


def test_enter_presses_what_has_the_focus(controls: Controls, log: list[str]) -> None:
    assert keys(controls, "next", "next", "confirm") == [True, True, True]
    assert log == ["b"]


def test_escape_gives_up_the_focus_first(controls: Controls) -> None:
    assert keys(controls, "next", "cancel", "cancel") == [True, True, False]
    assert controls.focus is None


def test_the_focus_survives_a_new_layout_and_a_pointer_ends_it(controls: Controls, log: list[str]) -> None:
    keys(controls, "next")
    controls.begin(Type(1), SAFE)
    controls.add(button("a", Rect(10, 10, 50, 50), log))
    keys(controls, "confirm")
    assert log == ["a"]
    press(controls, 20, 20)
    assert controls.focus is None


def test_the_focus_ring_is_seen_with_keys_only(controls: Controls) -> None:
    plain = pygame.image.tobytes(draw(controls), "RGB")
    keys(controls, "next")
    assert controls.dirty
    assert pygame.image.tobytes(draw(controls), "RGB") != plain
    press(controls, 350, 550)
    assert pygame.image.tobytes(draw(controls), "RGB") == plain


def test_only_changes_ask_for_a_frame(controls: Controls) -> None:
    def asks(x: float) -> bool:
        controls.handle(Pointer("hover", x, 70))
        return controls.dirty

    draw(controls)
    assert [asks(x) for x in (350, 351, 20)] == [False, False, True]
    assert controls.hovering


# --- a dialog


@pytest.fixture
def dialog(controls: Controls, log: list[str]) -> Dialog:
    dialog = Dialog(
        "new", "Start a new round?", "The present one has 412 points.",
        [
            Option("keep", "Keep this round", lambda: log.append("keep"), "primary"),
            Option("start", "New round", lambda: log.append("start")),
        ],
        escape="keep",
    )
    controls.open(dialog)
    return dialog


def centre(controls: Controls, id: str) -> tuple[float, float]:
    x, y, w, h = next(region["rect"] for region in controls.regions() if region["id"] == id)
    return x + w / 2, y + h / 2


def test_a_dialog_takes_everything(controls: Controls, dialog: Dialog, log: list[str]) -> None:
    press(controls, 20, 70)
    assert log == []
    assert [r["id"] for r in controls.regions()] == ["keep", "start"]
    assert not controls.activate("a")
    assert controls.texts() == [dialog.title, dialog.text]
    assert all(keys(controls, "slot1", "undo", "rotate", "left")), "nothing reaches the screen below"


def test_a_dialogs_option_closes_it_and_acts(controls: Controls, dialog: Dialog, log: list[str]) -> None:
    press(controls, *centre(controls, "start"))
    assert log == ["start"]
    press(controls, 20, 70)
    assert log == ["start", "a"]


def test_escape_presses_the_harmless_option_and_enter_the_first(controls: Controls, dialog: Dialog, log: list[str]) -> None:
    keys(controls, "cancel")
    assert log == ["keep"]
    assert controls.regions()[0]["id"] == "a"
    controls.open(dialog)
    keys(controls, "next", "confirm")
    assert log == ["keep", "start"]


@pytest.mark.parametrize("size", [(320, 480), (740, 360), (1440, 900)])
def test_a_dialog_fits_the_screen(controls: Controls, dialog: Dialog, size: tuple[int, int]) -> None:
    safe = Rect(0, 0, *size)
    controls.begin(Type(1), safe)
    for region in controls.regions():
        x, y, w, h = region["rect"]
        assert h >= TARGET
        assert w >= TARGET
        assert x >= dialog.rect.x
        assert y + h <= dialog.rect.bottom
    assert dialog.rect.y >= safe.y
    assert dialog.rect.bottom <= safe.bottom


# --- a column taller than its place


@pytest.fixture
def column(log: list[str]) -> Controls:
    """Twenty buttons of 50 in a viewport of 300."""
    controls = Controls()
    controls.begin(Type(2), SAFE)
    controls.add(button("fixed", Rect(0, 0, 400, 50), log))
    for number in range(20):
        controls.add_scrolling(button(f"row{number}", Rect(0, 60 + number * 50, 400, 48), log))
    controls.scroll(Rect(0, 60, 400, 300), 20 * 50)
    return controls


def test_dragging_scrolls_and_presses_nothing(column: Controls, log: list[str]) -> None:
    column.handle(Pointer("down", 100, 200, "touch"))
    column.handle(Pointer("move", 100, 120, "touch"))
    column.handle(Pointer("up", 100, 120, "touch"))
    assert column.offset == 80
    assert log == []


def test_a_new_layout_does_not_end_a_scroll(column: Controls, log: list[str]) -> None:
    column.handle(Pointer("down", 100, 200, "touch"))
    column.handle(Pointer("move", 100, 150, "touch"))
    column.begin(Type(2), SAFE)
    for number in range(20):
        column.add_scrolling(button(f"row{number}", Rect(0, 60 + number * 50, 400, 48), log))
    column.scroll(Rect(0, 60, 400, 300), 20 * 50)
    column.handle(Pointer("move", 100, 120, "touch"))
    column.handle(Pointer("up", 100, 120, "touch"))
    assert column.offset == 80
    assert log == []


def test_a_small_slip_still_presses(column: Controls, log: list[str]) -> None:
    column.handle(Pointer("down", 100, 200, "touch"))
    column.handle(Pointer("move", 103, 203, "touch"))
    column.handle(Pointer("up", 103, 203, "touch"))
    assert log == ["row2"]


def test_presses_land_on_what_is_seen(column: Controls, log: list[str]) -> None:
    column.handle(Wheel(100, 100, 100))
    press(column, 100, 70)
    press(column, 100, 20)
    assert log == ["row2", "fixed"], "a row scrolled under the fixed button is not pressed"


def test_scrolling_stops_at_both_ends(column: Controls) -> None:
    column.handle(Wheel(0, 100, -500))
    assert column.offset == 0
    column.handle(Wheel(0, 100, 5000))
    assert column.offset == 700
    column.handle(Key("home"))
    assert column.offset == 0
    column.handle(Key("end"))
    assert column.offset == 700


def test_the_focus_is_scrolled_into_view(column: Controls) -> None:
    for _ in range(15):
        column.handle(Key("down"))
    assert column.focus is not None
    region = next(r for r in column.regions() if r["id"] == column.focus)
    assert region["visible"]
    assert region["rect"][1] >= 60
    assert region["rect"][1] + 48 <= 360


def test_regions_say_what_is_out_of_view(column: Controls) -> None:
    seen = {r["id"]: r["visible"] for r in column.regions()}
    assert seen["row0"]
    assert not seen["row19"]
    assert {a["id"] for a in column.actions()} >= {"row0", "row19"}


def test_what_fits_does_not_scroll(log: list[str]) -> None:
    controls = Controls()
    controls.begin(Type(1), SAFE)
    controls.add_scrolling(button("one", Rect(0, 0, 100, 50), log))
    controls.scroll(Rect(0, 0, 400, 300), 50)
    assert not controls.handle(Wheel(10, 10, 50))
    assert not controls.handle(Pointer("down", 200, 200))


def test_an_action_may_lay_the_screen_out_anew(log: list[str]) -> None:
    controls = Controls()

    def build() -> None:
        controls.begin(Type(1), SAFE)
        controls.add(Button("again", "Again", Rect(0, 0, 100, 50), act))

    def act() -> None:
        log.append("again")
        build()

    build()
    press(controls, 10, 10)
    press(controls, 10, 10)
    assert log == ["again", "again"]


def test_widgets_draw_in_every_state(controls: Controls) -> None:
    pictures = {pygame.image.tobytes(draw(controls), "RGB")}
    steps: list[Callable[[], object]] = [
        lambda: controls.handle(Pointer("hover", 20, 70)), lambda: controls.handle(Pointer("down", 20, 70)),
        lambda: controls.handle(Pointer("cancel", 20, 70)), lambda: controls.handle(Key("next")),
    ]
    for step in steps:
        step()
        pictures.add(pygame.image.tobytes(draw(controls), "RGB"))
    assert len(pictures) >= 4


def test_a_dialog_that_says_much_fits_into_a_small_window() -> None:
    options = [Option(name, name, lambda: None) for name in ("One", "Another", "Close")]
    type, safe = Type(1.0), Rect(10, 20, 300, 300)
    short = Dialog("short", "Title", "Few words.", options[:2])
    short.arrange(type, Rect(0, 0, 800, 800), lambda: None)
    much = Dialog("much", "A longer title", "Some words that go on. " * 12, options[:1])
    widgets = much.arrange(type, safe, lambda: None)
    for widget in widgets:
        assert safe.x <= widget.rect.x
        assert widget.rect.right <= safe.right
        assert widget.rect.bottom <= safe.bottom
        assert not widget.target or widget.rect.h >= 44
    _, text, *buttons = widgets
    assert isinstance(text, Label)
    assert text.rect.y + len(type.wrap(text.label, text.rect.w, text.size)) * type.line_height(text.size) <= buttons[0].rect.y
