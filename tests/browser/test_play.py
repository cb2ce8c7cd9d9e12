"""A Classic round on the real bundle, with real input; every state is compared with the engine's."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from io import BytesIO

import pygame
import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.chromium import open_game, state, until, wait_at_rest, wait_offline_ready, wait_ready, wait_state
from tests.browser.game import Game, centre, start
from tests.screens.test_play import taken_spot

NewContext = Callable[..., BrowserContext]


def test_a_round_by_mouse_survives_reload_and_the_network(desktop: Page) -> None:
    game = start(desktop, "level.easy", "board.8")
    for number in range(8):
        move = game.choose()
        assert move
        game.make(move, "mouse" if number % 2 else "click")
    before = game.check()
    wait_offline_ready(desktop)
    desktop.context.set_offline(True)
    desktop.reload()
    wait_ready(desktop)
    desktop.mouse.click(*centre(desktop, "resume"))
    after = wait_state(desktop, "state.screen === 'play'")
    for name in ("board", "hand", "score", "streak", "grace", "lines", "can_undo", "options", "best"):
        assert after[name] == before[name], name
    move = game.choose()
    assert move
    game.make(move, "click")


def test_a_round_by_keys_to_the_end_and_undo_after_it(desktop: Page) -> None:
    game = start(desktop, "level.hard", "board.8", "undo.once")
    for number in range(200):
        move = game.choose()
        if move is None:
            break
        game.make(move, "space" if number % 2 else "enter")
    else:
        pytest.fail("a hard round should have ended")
    shown = game.check()
    assert shown["status"] == "over"
    assert wait_state(desktop, "state.results")["best"] == shown["score"]
    game.undo()
    assert not state(desktop)["results"]
    assert not state(desktop)["can_undo"]
    desktop.reload()
    wait_ready(desktop)
    desktop.mouse.click(*centre(desktop, "resume"))
    wait_state(desktop, "state.screen === 'play'")
    assert game.check()["can_undo"] is False


def test_a_round_by_touch(phone: Page) -> None:
    game = start_by_touch(phone)
    for number in range(8):
        move = game.choose()
        assert move
        game.make(move, "finger" if number % 2 else "taps")
    game.tap_region("undo")
    wait_state(phone, "!state.can_undo")


def start_by_touch(page: Page) -> Game:
    page.touchscreen.tap(*centre(page, "first"))
    wait_state(page, "state.screen === 'play'")
    return Game(page)


def test_rotation_by_key_button_and_second_tap(desktop: Page) -> None:
    game = start(desktop, "level.easy", "board.10")
    piece = game.state()["hand"][0]
    game.rotate(0)
    game.press("rotate")
    wait_state(desktop, "state.moves === 2")
    game.press("hand:0")
    wait_state(desktop, "state.moves === 3")
    game.press("hand:0")
    turned = wait_state(desktop, "state.moves === 4")
    assert turned["hand"][0] == piece
    assert turned["selected"] == 0


def test_held_keys_act_once(desktop: Page) -> None:
    game = start(desktop, "level.normal", "board.10")
    move = game.choose()
    assert move
    game.keys_to(move.slot, move.row, move.column)
    desktop.keyboard.down("Enter")
    for _ in range(5):
        desktop.keyboard.down("Enter")  # Playwright sends a repeat for a key that is down
    wait_state(desktop, "state.moves > 0")
    desktop.wait_for_timeout(300)
    desktop.keyboard.up("Enter")
    game.moves.append(move)
    game.check()


def test_nothing_is_placed_by_a_drag_that_ends_outside_or_is_cancelled(desktop: Page, phone: Page) -> None:
    game = start(desktop, "board.10")
    game.drag_mouse(0, 4, 4, release=False)
    assert wait_state(desktop, "state.preview")["preview"]["legal"]
    desktop.mouse.move(*centre(desktop, "menu"), steps=3)
    desktop.mouse.up()
    assert wait_state(desktop, "state.selected === null")["moves"] == 0
    game.drag_mouse(0, 4, 4, release=False)
    wait_state(desktop, "state.preview")
    desktop.keyboard.press("Escape")
    desktop.mouse.up()
    wait_state(desktop, "state.selected === null")
    game.check()
    finger = start_by_touch(phone)
    finger.drag_finger(0, 4, 4, end="touchCancel")
    wait_state(phone, "state.selected === null")
    assert finger.check()["selected"] is None


def test_a_second_finger_cancels_the_drag(phone: Page) -> None:
    game = start_by_touch(phone)
    first, target = centre(phone, "hand:0"), game.cell(5, 5)
    game.touch("touchStart", first)
    game.touch("touchMove", target)
    wait_state(phone, "state.selected === 0")
    game.touch("touchStart", target, (20.0, 700.0))
    game.touch("touchMove", target, (30.0, 690.0))
    game.touch("touchEnd")
    wait_state(phone, "state.selected === null")
    assert game.check()["target"] is None


def test_an_illegal_spot_says_why(desktop: Page) -> None:
    game = start(desktop, "board.10")
    while (spot := taken_spot(game.round())) is None:
        move = game.choose()
        assert move
        game.make(move, "click")
    slot, (row, column) = spot
    game.press(f"hand:{slot}")
    desktop.mouse.move(*game.cell(row, column))
    shown = wait_state(desktop, "state.preview && !state.preview.legal")["preview"]
    assert shown["reason"] == "occupied"
    assert shown["sentence"]
    desktop.mouse.click(*game.cell(row, column))
    wait_state(desktop, f"state.message === {json.dumps(shown['sentence'])}")
    game.check()


def test_without_storage_the_game_plays_and_says_so(storageless: Page, url: str) -> None:
    open_game(storageless, url)
    storageless.mouse.click(*centre(storageless, "first"))
    shown = wait_state(storageless, "state.screen === 'play'")
    assert shown["saved"] == "here-only"
    assert "this tab only" in shown["message"]
    keys = storageless.keyboard
    keys.press("1")
    wait_state(storageless, "state.target")
    keys.press("Enter")
    shown = wait_state(storageless, "state.moves === 1")
    assert "this tab only" in shown["message"]
    assert shown["score"] > 0


def test_the_daily_is_the_same_for_everybody(desktop: Page, phone: Page) -> None:
    desktop.mouse.click(*centre(desktop, "classic"))
    phone.touchscreen.tap(*centre(phone, "classic"))
    for page in (desktop, phone):
        wait_state(page, "state.screen === 'classic'")
    desktop.mouse.click(*centre(desktop, "daily"))
    phone.touchscreen.tap(*centre(phone, "daily"))
    first = wait_state(desktop, "state.screen === 'play'")
    second = wait_state(phone, "state.screen === 'play'")
    assert first["options"] == second["options"]
    assert first["hand"] == second["hand"]
    assert first["options"]["undo"] == "off"
    assert not any(entry["id"] == "undo" for entry in first["regions"])


def test_a_resize_lays_out_at_once_and_keeps_the_round(desktop: Page) -> None:
    game = start(desktop, "board.9")
    move = game.choose()
    assert move
    game.make(move, "click")
    wide = game.state()["grid"]["rect"]
    desktop.set_viewport_size({"width": 400, "height": 800})
    tall = wait_state(desktop, f"state.grid.rect[2] !== {wide[2]}")["grid"]["rect"]
    assert tall[0] >= 0
    assert tall[0] + tall[2] <= 400
    move = game.choose()
    assert move
    game.make(move, "mouse")


def test_a_still_board_costs_no_frames(desktop: Page) -> None:
    start(desktop, "board.10")
    wait_at_rest(desktop)
    before = desktop.evaluate("blockPuzzle.metrics().steps")
    desktop.wait_for_timeout(1500)
    assert desktop.evaluate("blockPuzzle.metrics().steps") == before


@pytest.mark.parametrize("ratio", [1, 1.5, 2, 3])
def test_every_device_pixel_is_the_games_own(new_context: NewContext, url: str, ratio: float) -> None:
    page = new_context(ratio=ratio, width=400, height=704).new_page()
    open_game(page, url)
    start(page, "board.10")
    page.mouse.move(1, 1)
    # What is read and what is photographed must be one picture.
    wait_at_rest(page)
    canvas = page.evaluate("document.getElementById('canvas').toDataURL().split(',')[1]")
    drawn = pygame.image.load(BytesIO(base64.b64decode(canvas)))
    seen = pygame.image.load(BytesIO(page.screenshot()))
    assert drawn.get_size() == seen.get_size() == (round(400 * ratio), round(704 * ratio))
    assert pygame.image.tobytes(drawn, "RGB") == pygame.image.tobytes(seen, "RGB")


def test_a_canvas_that_lost_its_picture_gets_it_back(desktop: Page) -> None:
    start(desktop, "board.10")
    # Nothing but the game's answer to the loss is to draw.
    wait_at_rest(desktop)
    canvas = "const canvas = document.getElementById('canvas'), context = canvas.getContext('2d');"
    seen = f"(() => {{ {canvas} return context.getImageData(3, 3, 1, 1).data[3] === 255; }})()"
    assert desktop.evaluate(seen)
    desktop.evaluate(f"(() => {{ {canvas} context.clearRect(0, 0, canvas.width, canvas.height); }})()")
    assert not desktop.evaluate(seen)
    desktop.evaluate(f"(() => {{ {canvas} canvas.dispatchEvent(new Event('contextrestored')); }})()")
    until(desktop, seen)
