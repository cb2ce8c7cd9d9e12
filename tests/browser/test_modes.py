"""Each mode on the real bundle to its end, by real input; every state is compared with a replay of the same record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from game.rules.modes import SESSIONS
from game.rules.record import Record, read, replay
from game.rules.round import Place
from tests.browser.chromium import centre, open_game, state, wait_ready, wait_state
from tests.browser.conftest import Serve
from tests.browser.game import Game
from tests.rules.test_sequences import ROUTES

INPUTS = ("click", "mouse", "space")


@pytest.fixture
def page(new_context: Callable[..., BrowserContext], serve: Serve, bundle: Path) -> Page:
    page = new_context(width=1000, height=700).new_page()
    open_game(page, serve(bundle).url)
    return page


def open_mode(page: Page, *path: str) -> None:
    """From the start into a mode, pressing these regions one after another."""
    for name in path:
        wait_state(page, f"state.regions.some((r) => r.id === '{name}')")
        page.mouse.click(*centre(page, name))
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
def test_a_round_to_its_end_undo_and_reload(page: Page, path: tuple[str, ...], slot: str) -> None:
    open_mode(page, *path)
    game = Game(page, slot)
    play_to_the_end(game)
    assert game.check()["status"] in ("over", "complete")
    game.undo()
    page.reload()
    wait_ready(page)
    open_mode(page, "resume")
    shown = game.check()
    assert shown["status"] == "playing"
    assert not shown["can_undo"]


def test_a_session_is_completed_by_its_witness_route(page: Page) -> None:
    open_mode(page, "sessions", "practice")
    game = Game(page, "sessions-6-practice")
    record = read(game.stored()["payload"]["record"])
    sequence = record.options.sequence
    assert sequence is not None
    for number, step in enumerate(ROUTES["6"][sequence]["route"].split()):
        game.make(Place(*map(int, step.split(","))), INPUTS[number % len(INPUTS)])
    shown = wait_state(page, "state.results")
    assert shown["status"] == "complete"
    whole = Record(SESSIONS, record.options, record.seed, moves=tuple(game.moves))
    *_, last = replay(whole)
    assert last.round.score == shown["score"]
    page.mouse.click(*centre(page, "again"))
    following = wait_state(page, f"state.options.sequence === {(sequence + 1) % 24}")
    assert following["moves"] == 0


def test_the_text_mirror_alone_plays_a_round(page: Page) -> None:
    open_mode(page, "master")
    game = Game(page, "master")
    for _ in range(4):
        move = game.choose()
        assert move
        mirror = page.locator("#mirror")
        mirror.get_by_role("button", name=f"Piece {move.slot + 1}:").press("Enter")
        aim = wait_state(page, f"state.selected === {move.slot}")["target"]
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
        game.moves.append(move)
        game.check()
    assert "filled" in page.locator("#mirror").inner_text() or state(page)["score"] > 0
