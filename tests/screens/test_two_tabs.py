"""Two tabs with one round: nobody gives up a board without having been told of it, and nothing is asked in vain."""

from __future__ import annotations

from random import Random
from typing import cast

import pygame
import pytest

from game.host.desktop import Desktop
from game.profile import backup
from game.profile.envelope import unseal
from game.profile.kept import KeptRound
from game.profile.player import Player
from game.profile.store import Storage
from tests.profile.players import play_on
from tests.screens.conftest import Memory, Stage

CLASSIC, STICKERS = "round/classic", "round/stickers"


def other(storage: Memory) -> Player:
    """Another tab."""
    return Player(cast(Storage, storage), lambda: "2026-03-28")


def hear(stage: Stage, slot: str) -> None:
    stage.host.queue = [{"kind": "storage", "key": f"block-puzzle/{slot}"}]
    stage.step()


def stored(storage: Memory, slot: str) -> object:
    return unseal(storage[f"block-puzzle/{slot}"]).payload["record"]


def new_round_elsewhere(storage: Memory, slot: str, moves: int = 3) -> KeptRound:
    """Another tab gives up the stored round for a new one and plays it."""
    tab = other(storage)
    shown = tab.kept(slot)
    assert shown is not None
    begun = tab.restart(shown)
    play_on(tab, begun, moves, Random(5), 0)
    return begun


def playing(stage: Stage, *path: str) -> None:
    """Into a round by these presses, and a move there."""
    for name in path:
        stage.press(name)
    stage.move()


def texts(stage: Stage) -> str:
    return stage.dialog.text


# -- a new round in the place of one in play ---------------------------------------------------------


@pytest.mark.parametrize("heard", [True, False])
def test_a_question_left_open_gives_up_only_the_round_it_tells_of(stage: Stage, storage: Memory, heard: bool) -> None:
    playing(stage, "classic", "level.easy", "play")
    stage.press("menu")
    stage.press("classic")
    stage.press("play")
    assert f"{stage.app.screen.player.kept(CLASSIC).round.score} point" in texts(stage)  # type: ignore[attr-defined]
    theirs = new_round_elsewhere(storage, CLASSIC)
    if heard:
        hear(stage, CLASSIC)
        assert f"{theirs.round.score} point" in texts(stage)
    else:
        stage.press("ask.new")
        assert stored(storage, CLASSIC) == theirs.record.write(), "the question did not tell of this one"
        assert stage.state["saved"] == "conflict"


def test_a_question_that_need_not_be_asked_any_longer_goes(stage: Stage, storage: Memory) -> None:
    playing(stage, "classic", "level.easy", "play")
    stage.press("menu")
    stage.press("classic")
    stage.press("play")
    new_round_elsewhere(storage, CLASSIC, 0)
    hear(stage, CLASSIC)
    assert stage.state["dialog"] is None
    assert stage.state["screen"] == "classic"


@pytest.mark.parametrize("detour", [(), ("book", "back"), ("more", "more.analyze", "tab.edit", "back")])
def test_another_tabs_round_is_given_up_after_a_question_of_its_own(
    stage: Stage, storage: Memory, detour: tuple[str, ...]
) -> None:
    playing(stage, "stickers")
    theirs = new_round_elsewhere(storage, STICKERS)
    hear(stage, STICKERS)
    for name in detour:
        stage.press(name)
    stage.press("new")
    stage.press("ask.new")
    assert f"Another tab has a round in play here, with {theirs.round.score} point" in texts(stage)
    stage.press("ask.keep")
    assert stored(storage, STICKERS) == theirs.record.write()
    stage.press("new")
    stage.press("ask.new")
    stage.step(0.5)
    stage.press("ask.new")
    assert (stage.state["moves"], stage.state["saved"]) == (0, "kept")
    assert stored(storage, STICKERS) == stage.play.kept.record.write()
    assert stage.state["best"] >= theirs.peak, "what it has reached is counted"


def test_playing_again_after_the_result_asks_for_the_other_tabs_round(stage: Stage, storage: Memory) -> None:
    for name in ("classic", "level.hard", "board.8", "undo.off", "play"):
        stage.press(name)
    stage.to_the_end()
    theirs = new_round_elsewhere(storage, CLASSIC)
    hear(stage, CLASSIC)
    stage.do("more")
    stage.do("more.analyze")
    stage.do("load")
    stage.do("back")
    stage.press("again")
    assert "Another tab has a round in play here" in texts(stage)
    stage.press("ask.keep")
    assert stored(storage, CLASSIC) == theirs.record.write()


def test_a_session_of_the_calendar_asks_for_the_round_that_is_stored(stage: Stage, storage: Memory) -> None:
    slot = "round/sessions-6-practice"
    playing(stage, "sessions", "board.6", "practice")
    stage.press("menu")
    stage.press("sessions")
    stage.press("sequence.5")
    theirs = new_round_elsewhere(storage, slot)
    hear(stage, slot)
    assert f"{theirs.round.tally.pieces} placed pieces and {theirs.round.score} point" in texts(stage)
    stage.press("ask.start")
    assert stage.state["options"]["sequence"] == 5
    assert stage.state["saved"] == "kept"


def test_giving_up_a_board_of_this_tab_gives_up_the_stored_one_after_a_question_too(stage: Stage, storage: Memory) -> None:
    playing(stage, "stickers")
    theirs = new_round_elsewhere(storage, STICKERS)
    stage.move()
    assert stage.state["saved"] == "conflict"
    stage.press("new")
    stage.press("ask.new")
    assert f"with {theirs.round.score} point" in texts(stage)
    stage.step(0.5)
    stage.press("ask.new")
    assert stage.state["saved"] == "kept"
    assert stage.state["best"] >= theirs.peak


# -- what lives in this tab only -----------------------------------------------------------------------


def contested(stage: Stage, storage: Memory) -> None:
    """A board that was played on here while another tab has stored another one, left for the menu."""
    playing(stage, "stickers")
    new_round_elsewhere(storage, STICKERS)
    stage.move()
    stage.press("menu")
    assert stage.state["screen"] == "menu"


def test_the_backup_page_tells_of_another_tabs_round_and_does_not_blame_the_storage(stage: Stage, storage: Memory) -> None:
    contested(stage, storage)
    stage.press("backup")
    page = "\n".join(stage.app.screen.controls.texts())
    assert "Stickers: another tab has stored another round" in page
    assert "refuses" not in page
    assert not stage.has("retry")


def test_no_new_version_takes_a_board_away_unasked(stage: Stage, storage: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    applied: list[bool] = []
    monkeypatch.setattr(Desktop, "apply_update", lambda host: applied.append(True))
    contested(stage, storage)
    stage.host.queue = [{"kind": "update"}]
    stage.step()
    stage.press("update")
    assert "Not everything is saved" in texts(stage)
    stage.press("update.later")
    assert (stage.state["screen"], applied) == ("menu", [])
    stage.press("update")
    stage.press("update.backup")
    assert stage.state["screen"] == "backup"
    stage.press("back")
    stage.press("update")
    stage.press("update.now")
    assert applied == [True]


def test_a_new_version_is_started_at_once_where_all_is_saved(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    applied: list[bool] = []
    monkeypatch.setattr(Desktop, "apply_update", lambda host: applied.append(True))
    playing(stage, "stickers")
    stage.press("menu")
    stage.host.queue = [{"kind": "update"}]
    stage.step()
    stage.press("update")
    assert applied == [True]


def test_cleared_data_are_told_and_saved_again_at_a_press(stage: Stage, storage: Memory) -> None:
    playing(stage, "stickers")
    storage.clear()
    stage.host.queue = [{"kind": "storage", "key": None}]
    stage.step()
    assert stage.state["saved"] == "here-only"
    stage.press("menu")
    assert "Not everything is saved" in [region["label"] for region in stage.state["regions"]]
    stage.press("backup")
    stage.press("retry")
    assert stage.state["message"] == "Saved."
    assert "block-puzzle/round/stickers" in storage


def test_cleared_data_are_told_on_a_board_that_another_tab_had_displaced(stage: Stage, storage: Memory) -> None:
    playing(stage, "stickers")
    new_round_elsewhere(storage, STICKERS)
    hear(stage, STICKERS)
    storage.clear()
    stage.host.queue = [{"kind": "storage", "key": None}]
    stage.step()
    assert stage.state["saved"] == "here-only"
    assert backup.parse(backup.export(stage.play.player)).records["round/stickers"]
    stage.press("menu")
    assert (stage.state["screen"], stage.state["dialog"]) == ("menu", None)
    stage.press("resume")
    stage.press("save-here")
    assert stored(storage, STICKERS) == stage.play.kept.record.write()


# -- which board is kept -----------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["button", "escape"])
def test_the_question_can_be_left_for_later(stage: Stage, storage: Memory, way: str) -> None:
    playing(stage, "stickers")
    theirs, mine = new_round_elsewhere(storage, STICKERS), stage.play.kept
    hear(stage, STICKERS)
    stage.press("menu")
    if way == "button":
        stage.press("conflict.later")
    else:
        stage.key(pygame.K_ESCAPE)
    assert (stage.state["screen"], stage.state["dialog"], stage.state["saved"]) == ("play", None, "conflict")
    assert stage.play.kept is mine
    assert stored(storage, STICKERS) == theirs.record.write()


@pytest.mark.parametrize("heard", [True, False])
def test_an_answer_counts_for_the_boards_that_the_question_told_of(stage: Stage, storage: Memory, heard: bool) -> None:
    playing(stage, "stickers")
    theirs = new_round_elsewhere(storage, STICKERS, 1)
    hear(stage, STICKERS)
    stage.press("save-here")
    before = texts(stage)
    tab = other(storage)
    further = tab.kept(STICKERS)
    assert further is not None
    assert further.record == theirs.record
    play_on(tab, further, 4, Random(7), 0)
    if heard:
        hear(stage, STICKERS)
    else:
        stage.press("conflict.keep")
    assert texts(stage) != before
    assert f"{further.round.score} points after 5 moves" in texts(stage)
    assert stored(storage, STICKERS) == further.record.write()
    stage.step(0.5)
    stage.press("conflict.keep")
    assert stored(storage, STICKERS) == stage.play.kept.record.write()


def over_in_two_tabs(stage: Stage, storage: Memory, undo: str) -> KeptRound:
    """A round that has ended here, while another tab plays a new one."""
    for name in ("classic", "level.hard", "board.8", undo, "play"):
        stage.press(name)
    stage.to_the_end()
    theirs = new_round_elsewhere(storage, CLASSIC)
    hear(stage, CLASSIC)
    return theirs


def test_a_round_that_is_over_for_good_is_left_without_a_question(stage: Stage, storage: Memory) -> None:
    theirs = over_in_two_tabs(stage, storage, "undo.off")
    assert not stage.has("save-here")
    assert "this tab only" not in stage.host.mirrored["status"]
    stage.press("over.menu")
    assert (stage.state["screen"], stage.state["dialog"]) == ("menu", None)
    assert stored(storage, CLASSIC) == theirs.record.write()


def test_an_ending_that_may_be_taken_back_gives_way_to_a_living_round(stage: Stage, storage: Memory) -> None:
    over_in_two_tabs(stage, storage, "undo.once")
    stage.press("over.menu")
    assert "This one is over and counted" in texts(stage)
    assert stage.dialog.options[0].id == "conflict.load"


def test_the_same_round_brought_back_is_no_other_one(stage: Stage, storage: Memory) -> None:
    playing(stage, "stickers")
    tab = other(storage)
    text = backup.export(tab)
    new_round_elsewhere(storage, STICKERS)
    hear(stage, STICKERS)
    assert stage.state["saved"] == "conflict"
    backup.replace(other(storage), backup.parse(text))
    hear(stage, STICKERS)
    assert stage.state["saved"] == "kept"
    stage.move()
    assert stage.state["saved"] == "kept"
    assert stored(storage, STICKERS) == stage.play.kept.record.write()


def test_an_earlier_state_of_the_round_is_called_so(stage: Stage, storage: Memory) -> None:
    playing(stage, "stickers")
    text, kept = backup.export(other(storage)), stage.play.kept
    stage.move()
    backup.replace(other(storage), backup.parse(text))
    hear(stage, STICKERS)
    stage.press("menu")
    assert "an earlier state of this round" in texts(stage)
    assert stage.dialog.options[0].id == "conflict.keep"
    stage.press("conflict.keep")
    assert stored(storage, STICKERS) == kept.record.write()


def test_a_double_click_on_a_question_answers_no_other(stage: Stage, storage: Memory) -> None:
    playing(stage, "stickers")
    theirs = new_round_elsewhere(storage, STICKERS)
    hear(stage, STICKERS)
    stage.press("new")
    at = stage.middle("ask.new")
    for _ in range(3):
        stage.click(at)
    assert stage.state["dialog"] == "elsewhere"
    assert stored(storage, STICKERS) == theirs.record.write()


def test_nothing_that_moves_lies_over_the_question(stage: Stage, storage: Memory) -> None:
    playing(stage, "stickers")
    new_round_elsewhere(storage, STICKERS)
    hear(stage, STICKERS)
    stage.press("menu")
    covered = [region["rect"] for region in stage.state["regions"]]
    before = pictures(covered)
    stage.step(4)
    assert pictures(covered) == before, "the move was still being shown"


def pictures(places: list[list[float]]) -> list[bytes]:
    """What is seen there."""
    window = pygame.display.get_surface()
    assert window is not None
    return [pygame.image.tobytes(window.subsurface(pygame.Rect(*map(int, place))), "RGB") for place in places]
