"""Real sequences of events, as SDL sends them, and what a player means by them."""

import pygame
import pytest

from game.ui.input import REPEAT_DELAY, Intent, Key, Pointer, Reader, Wheel

RATIO = 2.0
Event = pygame.event.Event


@pytest.fixture
def reader() -> Reader:
    return Reader(400, 800, RATIO)


def mouse(kind: int, x: float, y: float, button: int = 1, held: bool = True, touch: bool = False) -> Event:
    pos = (int(x * RATIO), int(y * RATIO))
    if kind == pygame.MOUSEMOTION:
        return Event(kind, pos=pos, rel=(0, 0), buttons=(int(held), 0, 0), touch=touch)
    return Event(kind, pos=pos, button=button, touch=touch)


def down(x: float, y: float, button: int = 1, touch: bool = False) -> Event:
    return mouse(pygame.MOUSEBUTTONDOWN, x, y, button, touch=touch)


def up(x: float, y: float, button: int = 1, touch: bool = False) -> Event:
    return mouse(pygame.MOUSEBUTTONUP, x, y, button, touch=touch)


def move(x: float, y: float, held: bool = True, touch: bool = False) -> Event:
    return mouse(pygame.MOUSEMOTION, x, y, held=held, touch=touch)


def finger(kind: int, x: float, y: float, number: int = 1) -> Event:
    # Fractions of the canvas; exact for multiples of 25.
    return Event(kind, x=x / 400, y=y / 800, finger_id=number, touch_id=1, dx=0, dy=0, pressure=1)


def key(code: int, mod: int = 0, scancode: int | None = None, kind: int = pygame.KEYDOWN) -> Event:
    return Event(kind, key=code, mod=mod, unicode="", scancode=code if scancode is None else scancode)


def read(reader: Reader, *events: Event, now: float = 0.0, interrupted: bool = False) -> list[Intent]:
    return reader.read(events, now, interrupted)


def test_mouse_positions_are_css_pixels(reader: Reader) -> None:
    assert read(reader, down(10, 20), move(11, 21), up(12, 22)) == [
        Pointer("down", 10, 20), Pointer("move", 11, 21), Pointer("up", 12, 22),
    ]


def test_a_move_without_a_button_hovers_and_leaving_says_so(reader: Reader) -> None:
    assert read(reader, move(5, 5, held=False), Event(pygame.WINDOWLEAVE)) == [Pointer("hover", 5, 5), Pointer("leave", 5, 5)]


def test_many_moves_of_one_batch_are_one(reader: Reader) -> None:
    read(reader, down(0, 0))
    assert read(reader, move(1, 1), move(2, 2), move(3, 3)) == [Pointer("move", 3, 3)]


def test_one_touch_acts_once_although_it_comes_twice(reader: Reader) -> None:
    intents = read(
        reader,
        finger(pygame.FINGERDOWN, 100, 200), down(100, 200, touch=True),
        finger(pygame.FINGERMOTION, 125, 225), move(125, 225, touch=True),
        finger(pygame.FINGERUP, 125, 225), up(125, 225, touch=True),
    )
    assert intents == [
        Pointer("down", 100, 200, "touch"), Pointer("move", 125, 225, "touch"), Pointer("up", 125, 225, "touch"),
    ]


def test_a_second_finger_cancels_and_nothing_acts_until_all_are_up(reader: Reader) -> None:
    read(reader, finger(pygame.FINGERDOWN, 100, 200))
    assert read(reader, finger(pygame.FINGERDOWN, 300, 300, 2)) == [Pointer("cancel", 100, 200, "touch")]
    assert read(reader, finger(pygame.FINGERMOTION, 300, 325, 2), finger(pygame.FINGERUP, 100, 200, 1)) == []
    assert read(reader, finger(pygame.FINGERDOWN, 50, 50, 3)) == [], "the second finger is still down"
    assert read(reader, finger(pygame.FINGERUP, 50, 50, 3), finger(pygame.FINGERUP, 300, 325, 2)) == []
    assert read(reader, finger(pygame.FINGERDOWN, 75, 75, 4)) == [Pointer("down", 75, 75, "touch")]


def test_right_button_cancels_a_drag(reader: Reader) -> None:
    read(reader, down(10, 10))
    assert read(reader, down(12, 12, button=3)) == [Pointer("cancel", 12, 12)]
    assert read(reader, up(12, 12, button=3), up(14, 14)) == [], "letting go afterwards places nothing"


def test_right_button_without_a_drag_is_a_cancel(reader: Reader) -> None:
    assert read(reader, down(12, 12, button=3)) == [Key("cancel", source="pointer")]


def test_a_button_that_came_up_out_of_sight_cancels(reader: Reader) -> None:
    read(reader, down(10, 10))
    assert read(reader, move(20, 20, held=False)) == [Pointer("cancel", 20, 20)]
    assert read(reader, move(21, 21, held=False)) == [Pointer("hover", 21, 21)]


def test_release_outside_the_canvas_is_told_where(reader: Reader) -> None:
    read(reader, down(10, 10))
    assert read(reader, up(-30, 900)) == [Pointer("up", -30, 900)]


def test_losing_the_focus_cancels(reader: Reader) -> None:
    read(reader, down(10, 10), key(pygame.K_SPACE))
    assert read(reader, Event(pygame.WINDOWFOCUSLOST)) == [Pointer("cancel", 10, 10)]
    assert read(reader, up(10, 10)) == []
    assert read(reader, key(pygame.K_SPACE)) == [Key("confirm")], "the key is known to be up again"


def test_a_touch_that_the_system_takes_away_ends_in_a_cancel(reader: Reader) -> None:
    read(reader, finger(pygame.FINGERDOWN, 100, 200))
    # SDL tells of a cancelled touch as of one that was lifted; only the page knows better.
    intents = read(reader, finger(pygame.FINGERUP, 100, 200), interrupted=True)
    assert intents == [Pointer("cancel", 100, 200, "touch")]
    assert read(reader, finger(pygame.FINGERDOWN, 25, 50)) == [Pointer("down", 25, 50, "touch")]


def test_a_touch_begun_and_taken_away_in_one_batch_does_nothing(reader: Reader) -> None:
    intents = read(reader, finger(pygame.FINGERDOWN, 25, 25), finger(pygame.FINGERUP, 25, 25), interrupted=True)
    assert [intent.phase for intent in intents if isinstance(intent, Pointer)] == ["down", "cancel"]


@pytest.mark.parametrize(
    ("code", "action"),
    [
        (pygame.K_1, "slot1"), (pygame.K_KP3, "slot3"), (pygame.K_SPACE, "confirm"), (pygame.K_RETURN, "confirm"),
        (pygame.K_r, "rotate"), (pygame.K_ESCAPE, "cancel"), (pygame.K_u, "undo"), (pygame.K_h, "hint"),
        (pygame.K_HOME, "home"), (pygame.K_LEFT, "left"), (pygame.K_TAB, "next"),
    ],
)
def test_keys(reader: Reader, code: int, action: str) -> None:
    intents = read(reader, key(code))
    assert [i.action for i in intents if isinstance(i, Key)] == [action]


def test_keys_with_modifiers_belong_to_the_system_except_undo(reader: Reader) -> None:
    assert read(reader, key(pygame.K_r, pygame.KMOD_LCTRL), key(pygame.K_u, pygame.KMOD_ALT)) == []
    assert read(reader, key(pygame.K_z, pygame.KMOD_LCTRL)) == [Key("undo")]
    assert read(reader, key(pygame.K_z, pygame.KMOD_LMETA, scancode=999)) == [Key("undo")]
    assert read(reader, key(pygame.K_TAB, pygame.KMOD_LSHIFT)) == [Key("previous")]


def test_digits_by_their_place_on_a_keyboard_without_digits(reader: Reader) -> None:
    ampersand_on_azerty = key(pygame.K_AMPERSAND, scancode=pygame.KSCAN_1)
    assert read(reader, ampersand_on_azerty) == [Key("slot1")]


def test_a_held_key_acts_once(reader: Reader) -> None:
    assert read(reader, key(pygame.K_SPACE), key(pygame.K_SPACE)) == [Key("confirm")]
    assert read(reader, key(pygame.K_SPACE), now=5) == []
    read(reader, key(pygame.K_SPACE, kind=pygame.KEYUP))
    assert read(reader, key(pygame.K_SPACE), now=6) == [Key("confirm")]


def test_a_held_arrow_repeats_and_says_so(reader: Reader) -> None:
    assert reader.due(0) is None
    assert read(reader, key(pygame.K_LEFT)) == [Key("left")]
    assert reader.due(0) == pytest.approx(REPEAT_DELAY)
    assert read(reader, now=REPEAT_DELAY - 0.01) == []
    assert read(reader, now=REPEAT_DELAY) == [Key("left", repeat=True)]
    assert read(reader, now=100) == [Key("left", repeat=True)], "one step after a pause, not a thousand"
    read(reader, key(pygame.K_LEFT, kind=pygame.KEYUP), now=101)
    assert read(reader, now=102) == []
    assert reader.due(102) is None


def test_wheel(reader: Reader) -> None:
    read(reader, move(30, 40, held=False))
    (wheel,) = read(reader, Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0, flipped=False, touch=False))
    assert isinstance(wheel, Wheel)
    assert (wheel.x, wheel.y) == (30, 40)
    assert wheel.dy > 0, "turning towards oneself goes on in the text"
