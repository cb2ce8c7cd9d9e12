"""What the play screen says and asks when another tab writes, or the storage does not take a round."""

from __future__ import annotations

from random import Random
from typing import cast

import pygame
import pytest

from game.host.desktop import Desktop
from game.profile.envelope import unseal
from game.profile.kept import KeptRound
from game.profile.player import Player
from game.profile.store import Storage
from game.rules.round import Move, Place
from tests.profile.players import play_on
from tests.screens.conftest import Memory, Stage

KEY = "block-puzzle/round/classic"


def playing(storage: Memory) -> Stage:
    stage = Stage(storage)
    stage.press("first")
    stage.move()
    return stage


def other_tab(storage: Memory, moves: int = 2) -> tuple[Player, KeptRound]:
    """Another tab that opens the round and plays on."""
    tab = Player(cast(Storage, storage), lambda: "2026-03-28")
    kept = tab.kept("round/classic")
    assert kept is not None
    play_on(tab, kept, moves, Random(1), 0)
    return tab, kept


def hear(stage: Stage) -> None:
    stage.host.queue = [{"kind": "storage", "key": KEY}]
    stage.step()


def stored(storage: Memory) -> object:
    return unseal(storage[KEY]).payload["record"]


def test_another_tab_is_noticed_at_once_and_keeps_nothing_from_this_board() -> None:
    storage = Memory()
    stage = playing(storage)
    board = stage.state["board"]
    _, theirs = other_tab(storage)
    hear(stage)
    assert stage.state["saved"] == "conflict"
    assert "Another tab" in stage.state["message"]
    assert stage.state["board"] == board
    assert stage.has("save-here")
    stage.press("save-here")
    assert stage.state["dialog"] == "conflict"
    stage.press("conflict.load")
    assert stage.state["board"] == theirs.round.board.rows(theirs.round.position)
    assert stage.state["saved"] == "kept"
    stage.move()
    assert stage.state["saved"] == "kept"


def stored_moves(storage: Memory) -> list[object]:
    record = stored(storage)
    assert isinstance(record, dict)
    moves: list[object] = record["moves"]
    return moves


def another_move(stage: Stage, than: Move) -> Place:
    """Some legal placement that is not this one."""
    round = stage.round
    found = (
        Place(slot, row, column)
        for slot, piece in enumerate(round.hand)
        if piece
        for row, column in round.board.cells(piece.origins(round.board, round.position))
    )
    return next(move for move in found if move != than)


def dialog_of(stage: Stage) -> tuple[str, list[str]]:
    """What the question says, and its answers from the first on."""
    return stage.dialog.text, [f"{option.id} {option.kind}" for option in stage.dialog.options]


def test_a_round_that_another_tab_played_on_is_offered_first() -> None:
    storage = Memory()
    stage = playing(storage)
    _, theirs = other_tab(storage)
    hear(stage)
    stage.press("save-here")
    text, options = dialog_of(stage)
    assert f"played this round on: {theirs.round.score} points after {len(theirs.record.moves)} moves" in text
    assert f"{stage.round.score} point" in text
    assert options == ["conflict.load primary", "conflict.keep quiet", "conflict.later plain"]


def test_of_two_different_rounds_this_one_is_offered_first() -> None:
    storage = Memory()
    stage = playing(storage)
    _, theirs = other_tab(storage)
    stage.make(another_move(stage, theirs.record.moves[1]))
    stage.press("save-here")
    text, options = dialog_of(stage)
    assert f"another round here: {theirs.round.score} points after {len(theirs.record.moves)} moves" in text
    assert options == ["conflict.keep primary", "conflict.load quiet", "conflict.later plain"]
    assert stage.state["saved"] == "conflict", "looking at it takes nothing over"


def test_this_board_is_kept_when_the_player_says_so() -> None:
    storage = Memory()
    stage = playing(storage)
    _, theirs = other_tab(storage)
    stage.move()
    assert stage.state["saved"] == "conflict"
    assert stored(storage) == theirs.record.write(), "not overwritten unasked"
    stage.press("save-here")
    stage.press("conflict.keep")
    assert stage.state["saved"] == "kept"
    assert stored(storage) == stage.play.kept.record.write()
    assert stage.state["best"] >= max(theirs.peak, stage.play.kept.peak)


def new_round_in_another_tab(stage: Stage, storage: Memory) -> KeptRound:
    """Another tab gives up the round for a new one, and this tab hears of it."""
    tab = Player(cast(Storage, storage), lambda: "2026-03-28")
    shown = tab.kept("round/classic")
    assert shown is not None
    begun = tab.restart(shown)
    hear(stage)
    assert stage.state["saved"] == "conflict"
    return begun


@pytest.mark.parametrize("way", ["menu", "escape"])
def test_a_board_that_would_be_gone_is_not_left_without_an_answer(way: str) -> None:
    storage = Memory()
    stage = playing(storage)
    kept = stage.play.kept
    new_round_in_another_tab(stage, storage)
    if way == "menu":
        stage.press("menu")
    else:
        stage.key(pygame.K_ESCAPE)
    assert stage.state["dialog"] == "conflict"
    stage.press("conflict.keep")
    assert stage.state["screen"] == "menu"
    assert stored(storage) == kept.record.write()


def test_the_other_board_is_there_when_the_player_leaves_for_it() -> None:
    storage = Memory()
    stage = playing(storage)
    theirs = new_round_in_another_tab(stage, storage)
    stage.press("menu")
    stage.press("conflict.load")
    assert stage.state["screen"] == "menu"
    assert stored(storage) == theirs.record.write()


@pytest.mark.parametrize("why", ["played on there", "played on here", "untouched"])
def test_where_nothing_would_be_gone_nothing_is_asked(why: str) -> None:
    storage = Memory()
    stage = Stage(storage)
    stage.press("first")
    if why != "untouched":
        stage.move()
    if why == "played on there":
        other_tab(storage)
        hear(stage)
    else:
        new_round_in_another_tab(stage, storage)
    if why == "played on here":
        stage.move()
    record = stage.play.kept.record
    stage.press("menu")
    assert (stage.state["screen"], stage.state["dialog"]) == ("menu", None)
    if why == "played on here":
        stage.press("resume")
        assert stage.play.kept.record == record


def saves_once_it_can(stage: Stage, storage: Memory) -> None:
    """Trying again in vain says so; once the storage works, the board is saved by the press."""
    stage.press("save-here")
    assert stage.state["saved"] == "here-only", "it says so again as long as it is so"
    storage.failing = False
    stage.press("save-here")
    assert stage.state["saved"] == "kept"
    assert not stage.has("save-here")
    assert stored(storage) == stage.play.kept.record.write()


def test_the_own_write_heard_again_is_no_news() -> None:
    storage = Memory()
    stage = playing(storage)
    message = stage.state["message"]
    hear(stage)
    assert stage.state["saved"] == "kept"
    assert stage.state["message"] == message


def test_a_board_that_the_storage_refused_is_saved_at_the_press() -> None:
    storage = Memory()
    stage = playing(storage)
    storage.failing = True
    stage.move()
    assert stage.state["saved"] == "here-only"
    assert "this tab only" in stage.state["message"]
    saves_once_it_can(stage, storage)


def test_an_unreadable_record_is_replaced_only_when_the_player_says_so() -> None:
    storage = Memory({KEY: "foreign"})
    stage = playing(storage)
    assert stage.state["saved"] == "set-aside"
    assert storage[KEY] == "foreign"
    stage.press("save-here")
    stage.press("replace.keep")
    assert storage[KEY] == "foreign"
    stage.press("save-here")
    stage.press("replace.now")
    assert stage.state["saved"] == "kept"
    assert stored(storage) == stage.play.kept.record.write()


def test_the_browser_is_asked_to_keep_the_saves_once_a_round_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(Desktop, "persist", lambda self: asked.append(True))
    stage = playing(Memory())
    assert asked == []
    stage.to_the_end()
    assert asked == [True]
    stage.press("again")
    stage.to_the_end()
    assert asked == [True]


def test_saved_is_said_only_of_what_is_saved() -> None:
    storage = Memory()
    stage = playing(storage)
    other_tab(storage)
    hear(stage)
    stage.press("save-here")
    storage.failing = True
    stage.press("conflict.keep")
    assert stage.state["saved"] != "kept"
    assert "this tab only" in stage.state["message"]
    storage.failing = False
    stage.press("save-here")
    assert stage.state["saved"] == "conflict", "the other round is still there"
    stage.press("save-here")
    stage.press("conflict.keep")
    assert stage.state["saved"] == "kept"


def test_when_there_is_no_other_round_any_longer_this_one_is_saved() -> None:
    storage = Memory()
    stage = playing(storage)
    other_tab(storage)
    hear(stage)
    stage.press("save-here")
    board = stage.state["board"]
    del storage[KEY]
    stage.press("conflict.load")
    assert stage.state["saved"] == "kept"
    assert stage.state["board"] == board
    assert stored(storage) == stage.play.kept.record.write()


def test_a_round_that_ends_unsaved_says_so_and_is_saved_from_its_result() -> None:
    storage = Memory()
    stage = playing(storage)
    storage.failing = True
    stage.to_the_end()
    assert stage.state["results"]
    assert stage.state["saved"] == "here-only"
    assert "this tab only" in stage.host.mirrored["status"]
    assert any(widget.label == "Not saved" for widget in stage.play.controls._fixed)
    saves_once_it_can(stage, storage)


def test_the_start_says_that_not_everything_is_saved() -> None:
    storage = Memory()
    stage = playing(storage)
    storage.failing = True
    stage.move()
    stage.press("menu")
    assert {"Not everything is saved"} <= {region["label"] for region in stage.state["regions"]}
    stage.press("backup")
    storage.failing = False
    stage.press("retry")
    assert len(stored_moves(storage)) == 2
    stage.press("back")
    assert "Not everything is saved" not in {region["label"] for region in stage.state["regions"]}
