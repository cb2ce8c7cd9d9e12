"""Each mode on the real bundle to its end, by real input; every state is compared with a replay of the same record."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from game.rules.modes import SESSIONS
from game.rules.record import Record, read, replay
from game.rules.round import Place
from tests.browser.chromium import centre, wait_ready, wait_state
from tests.browser.game import Game
from tests.rules.test_sequences import ROUTES

INPUTS = ("click", "mouse", "space")


def open_mode(page: Page, *path: str) -> None:
    """From the start into a mode, pressing these regions one after another."""
    for name in path:
        screen = wait_state(page, f"state.regions.some((r) => r.id === '{name}')")["screen"]
        page.mouse.click(*centre(page, name))
        # The next one may have a namesake on this screen.
        chosen = f"state.regions.some((r) => r.id === '{name}' && r.chosen)"
        wait_state(page, chosen if "." in name else f"state.screen !== '{screen}'")
    wait_state(page, "state.screen === 'play'")


def play_to_the_end(game: Game) -> None:
    for number in range(150):
        move = game.choose_badly()
        if move is None:
            break
        game.make(move, INPUTS[number % len(INPUTS)])
    else:
        pytest.fail("a round played badly should have ended")
    wait_state(game.page, "state.results")


@pytest.mark.parametrize(
    ("path", "slot"),
    [
        (("stickers",), "stickers"),
        (("master",), "master"),
        (("sessions", "daily"), "sessions-6-daily"),
        (("sessions", "board.10", "practice"), "sessions-10-practice"),
    ],
)
def test_a_round_to_its_end_undo_and_reload(desktop: Page, path: tuple[str, ...], slot: str) -> None:
    open_mode(desktop, *path)
    game = Game(desktop, slot)
    play_to_the_end(game)
    assert game.check()["status"] in ("over", "complete")
    game.undo()
    desktop.reload()
    wait_ready(desktop)
    open_mode(desktop, "resume")
    shown = game.check()
    assert shown["status"] == "playing"
    assert not shown["can_undo"]


def test_a_session_is_completed_by_its_witness_route(desktop: Page) -> None:
    open_mode(desktop, "sessions", "practice")
    game = Game(desktop, "sessions-6-practice")
    record = read(game.stored()["payload"]["record"])
    sequence = record.options.sequence
    assert sequence is not None
    for number, step in enumerate(ROUTES["6"][sequence]["route"].split()):
        game.make(Place(*map(int, step.split(","))), INPUTS[number % len(INPUTS)])
    shown = wait_state(desktop, "state.results")
    assert shown["status"] == "complete"
    whole = Record(SESSIONS, record.options, record.seed, moves=tuple(game.moves))
    *_, last = replay(whole)
    assert last.round.score == shown["score"]
    desktop.mouse.click(*centre(desktop, "again"))
    following = wait_state(desktop, f"state.options.sequence === {(sequence + 1) % 24}")
    assert following["moves"] == 0


def aim_by_buttons(page: Page, aim: list[int], move: Place) -> None:
    """Steps the aim with the mirror's buttons, and places."""
    mirror = page.locator("#mirror")
    for name, steps in (
        ("Down", move.row - aim[0]),
        ("Up", aim[0] - move.row),
        ("Right", move.column - aim[1]),
        ("Left", aim[1] - move.column),
    ):
        for _ in range(max(0, steps)):
            mirror.get_by_role("button", name=name, exact=True).press("Enter")
    wait_state(page, f"state.target[0] === {move.row} && state.target[1] === {move.column}")
    mirror.get_by_role("button", name="Place piece", exact=True).press("Enter")


def aim_in_the_grid(page: Page, move: Place) -> None:
    """Walks the mirror's grid with the arrows, which has one stop in the tab order, and places with Enter."""
    page.locator("#mirror [role=gridcell][tabindex='0']").focus()
    page.keyboard.press("Home")
    for key, steps in (("ArrowUp", 8), ("ArrowDown", move.row), ("ArrowRight", move.column)):
        for _ in range(steps):
            page.keyboard.press(key)
    label = f"row {move.row + 1}, column {move.column + 1}, empty, fits here"
    assert page.evaluate("document.activeElement.textContent") == label
    page.keyboard.press("Enter")


def test_the_text_mirror_alone_plays_a_round(desktop: Page) -> None:
    open_mode(desktop, "master")
    game = Game(desktop, "master")
    for number in range(4):
        move = game.choose()
        assert move
        desktop.locator("#mirror").get_by_role("button", name=f"Piece {move.slot + 1}:").press("Enter")
        aim = wait_state(desktop, f"state.selected === {move.slot}")["target"]
        if number % 2:
            aim_by_buttons(desktop, aim, move)
        else:
            aim_in_the_grid(desktop, move)
        game.moves.append(move)
        shown = game.check()
        filled = "".join(shown["board"]).count("#")
        assert desktop.locator("#mirror [role=gridcell]", has_text="filled").count() == filled


def test_a_question_in_the_text_mirror_gives_the_focus_back(desktop: Page) -> None:
    open_mode(desktop, "master")
    game = Game(desktop, "master")
    move = game.choose()
    assert move
    game.make(move, "click")
    mirror = desktop.locator("#mirror")
    mirror.get_by_role("button", name="New round").press("Enter")
    wait_state(desktop, "state.dialog === 'ask'")
    assert desktop.evaluate("document.activeElement.textContent") == mirror.get_by_role("heading").inner_text()
    assert mirror.get_by_role("button").all_inner_texts() == ["Keep this round", "New round"]
    desktop.keyboard.press("Escape")
    wait_state(desktop, "state.dialog === null")
    assert desktop.evaluate("document.activeElement.textContent") == "New round"
    assert desktop.evaluate("document.activeElement.tagName") == "BUTTON"
    game.check()
