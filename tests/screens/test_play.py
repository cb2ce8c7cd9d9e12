"""The play screen under real events, its moves compared with the engine."""

from __future__ import annotations

import json
from random import Random

import pygame
import pytest

from game.rules.record import read, replay
from game.rules.round import Place, Round, Status
from game.screens import dayover
from game.screens.home import HomeScreen
from game.ui.layout import Rect
from tests.rules.players import at_random
from tests.rules.test_sequences import ROUTES
from tests.screens.conftest import Memory, Stage


def classic(stage: Stage, *choices: str) -> Stage:
    """From the start into a new classic round with these choices."""
    for name in ("classic", *choices, "play"):
        stage.press(name)
    assert stage.state["screen"] == "play"
    return stage


def stored(storage: Memory, slot: str = "classic") -> dict[str, object]:
    payload: dict[str, object] = json.loads(storage[f"block-puzzle/round/{slot}"])["payload"]
    return payload


def test_a_click_on_a_piece_and_one_on_a_cell_place_it(stage: Stage, storage: Memory) -> None:
    classic(stage)
    stage.move()
    assert stage.state["moves"] == 1
    assert stage.state["selected"] is None
    assert stored(storage)["score"] == stage.round.score > 0


def test_a_drag_lands_where_the_cells_are_nearest(stage: Stage) -> None:
    classic(stage)
    stage.drag(0, 3, 2, release=False)
    assert stage.state["target"] == [3, 2]
    assert stage.state["preview"]["legal"]
    x, y = stage.middle("menu")
    stage.mouse(pygame.MOUSEMOTION, (x, y))
    assert stage.state["target"] is None
    stage.mouse(pygame.MOUSEBUTTONUP, (x, y))
    assert (stage.state["moves"], stage.state["selected"]) == (0, None)
    stage.drag(0, 3, 2)
    assert stage.state["moves"] == 1


def test_a_right_click_cancels(stage: Stage) -> None:
    classic(stage)
    stage.drag(0, 3, 2, release=False)
    stage.mouse(pygame.MOUSEBUTTONDOWN, stage.cell(3, 2), button=3)
    stage.mouse(pygame.MOUSEBUTTONUP, stage.cell(3, 2))
    assert (stage.state["moves"], stage.state["selected"]) == (0, None)


def test_a_finger_asks_first_and_places_with_the_second_tap(stage: Stage) -> None:
    classic(stage)
    move = stage.choose()
    assert move
    stage.tap(stage.middle(f"hand:{move.slot}"))
    stage.tap(stage.cell(move.row, move.column))
    assert stage.state["preview"]["faint"]
    assert stage.state["moves"] == 0
    stage.tap(stage.cell(5, 5) if (move.row, move.column) != (5, 5) else stage.cell(4, 4))
    assert stage.state["moves"] == 0
    stage.tap(stage.cell(move.row, move.column))
    assert stage.state["moves"] == 0
    stage.tap(stage.cell(move.row, move.column))
    assert stage.state["moves"] == 1


def test_keys_choose_move_turn_and_place(stage: Stage) -> None:
    classic(stage, "level.easy")
    stage.key(pygame.K_2)
    assert stage.state["selected"] == 1
    target = stage.state["target"]
    stage.key(pygame.K_UP)
    assert stage.state["target"] == [target[0] - 1, target[1]]
    stage.key(pygame.K_HOME)
    assert stage.state["target"][1] == 0
    stage.key(pygame.K_END)
    piece = stage.round.hand[1]
    assert piece is not None
    assert stage.state["target"][1] == 10 - piece.width
    stage.key(pygame.K_r)
    assert stage.round.hand[1] is piece.turned
    stage.key(pygame.K_RETURN)
    assert stage.round.tally.pieces == 1
    stage.key(pygame.K_ESCAPE)
    assert stage.state["selected"] is None


def test_a_mouse_that_lies_still_leaves_the_aim_to_the_keys(stage: Stage) -> None:
    classic(stage)
    stage.mouse(pygame.MOUSEMOTION, stage.cell(7, 7), button=0)
    stage.key(pygame.K_1)
    target = stage.state["target"]
    stage.mouse(pygame.MOUSEMOTION, stage.cell(7, 7), button=0)
    assert stage.state["target"] == target
    stage.mouse(pygame.MOUSEMOTION, stage.cell(7, 6), button=0)
    assert stage.state["target"] == [7, 6]


def taken_spot(round: Round) -> tuple[int, tuple[int, int]] | None:
    """A slot and an origin inside the board at which its piece would overlap what lies there."""
    for slot, piece in enumerate(round.hand):
        if piece is not None:
            taken = piece.origins(round.board, 0) & ~piece.origins(round.board, round.position)
            if taken:
                return slot, next(round.board.cells(taken))
    return None


def test_an_illegal_spot_says_why_and_changes_nothing(stage: Stage) -> None:
    classic(stage)
    # A plus cannot overlap a lone cell in a corner: play on until something can.
    while (spot := taken_spot(stage.round)) is None:
        stage.move()
    moves = stage.state["moves"]
    slot, origin = spot
    stage.press(f"hand:{slot}")
    stage.click(stage.cell(*origin))
    assert stage.state["moves"] == moves
    assert stage.state["preview"]["reason"] == "occupied"
    assert stage.state["message"] == stage.state["preview"]["sentence"]


def test_a_round_to_its_end_shows_the_result_and_undo_goes_on(stage: Stage, storage: Memory) -> None:
    classic(stage, "level.hard", "board.8", "undo.once")
    stage.to_the_end()
    assert stage.state["status"] == "over"
    assert stage.state["results"]
    assert "No moves left" in stage.host.said
    texts = stage.host.mirrored["texts"]
    assert "New best!" in texts
    stage.press("undo")
    assert stage.state["status"] == "playing"
    assert not stage.state["can_undo"]
    *_, last = replay(read(stored(storage)["record"]))
    assert last.round.position == stage.round.position
    stage.to_the_end()
    assert not stage.has("undo")
    stage.press("again")
    assert stage.state["moves"] == 0
    assert stage.state["best"] > 0


@pytest.mark.parametrize("mode", ["stickers", "master"])
def test_the_endless_modes_continue_where_they_were(storage: Memory, mode: str) -> None:
    stage = Stage(storage)
    stage.press(mode)
    for _ in range(4):
        stage.move()
    before = stage.state
    again = Stage(storage)
    again.press("resume")
    for name in ("mode", "score", "board", "hand", "streak", "can_undo"):
        assert again.state[name] == before[name]
    again.press("undo")
    assert not again.state["can_undo"]


def test_stickers_are_earned_and_told(stage: Stage) -> None:
    stage.press("stickers")
    for _ in range(60):
        move = stage.choose()
        if move is None or stage.round.lines:
            break
        stage.make(move)
    assert stage.round.lines
    assert stage.play.player.stickers.earned[0] == "first_line"
    assert any("First Line" in sentence for sentence in stage.host.said)


def test_a_new_round_asks_when_the_present_one_was_played(stage: Stage) -> None:
    stage.press("stickers")
    stage.move()
    stage.press("new")
    assert stage.state["dialog"] == "ask"
    stage.press("ask.keep")
    assert stage.state["moves"] == 1
    stage.press("new")
    stage.press("ask.new")
    assert stage.state["moves"] == 0


def test_a_session_has_hint_pad_restart_and_a_summary(stage: Stage) -> None:
    stage.press("sessions")
    stage.press("daily")
    assert stage.state["options"]["board"] == 6
    stage.press("hint")
    assert stage.state["moves"] == 0
    assert stage.state["preview"]["legal"]
    target = stage.state["target"]
    stage.press("aim.down")
    assert stage.state["target"][0] in (target[0], target[0] + 1)
    stage.press("hint")
    stage.press("aim.place")
    assert stage.state["moves"] == 1
    stage.press("restart")
    stage.press("ask.restart")
    assert stage.state["moves"] == 0
    stage.to_the_end()
    assert stage.round.status in (Status.OVER, Status.COMPLETE)
    assert stage.has("again")


def test_a_storage_that_fails_is_said_and_tried_again(stage: Stage, storage: Memory) -> None:
    classic(stage)
    storage.failing = True
    stage.move()
    assert stage.state["saved"] == "here-only"
    assert "this tab only" in stage.state["message"]
    storage.failing = False
    stage.press("save-here")
    assert stage.state["saved"] == "kept"
    assert stored(storage)["score"] == stage.round.score


def daily_with_a_move(stage: Stage) -> None:
    stage.press("classic")
    stage.press("daily")
    stage.move()


def set_day(stage: Stage, day: int) -> None:
    stage.host.day = stage.host.day._replace(day=day)


def test_a_daily_left_open_ends_with_its_day(stage: Stage, storage: Memory) -> None:
    daily_with_a_move(stage)
    score = stage.round.score
    for _ in range(60):
        stage.step()
    assert stage.app.step() == dayover.LOOK_EVERY, "nothing else wakes a screen at rest"
    set_day(stage, 29)
    stage.step(dayover.LOOK_EVERY)
    stage.step()
    assert stage.state["status"] == "over"
    assert stage.state["results"]
    assert "ended with its day" in stage.state["message"]
    assert any("ended with its day" in said for said in stage.host.said)
    assert stage.play.player.scores.of("classic/daily").recent[-1].score == score
    stage.press("again")
    assert stage.state["options"]["daily"] == "2026-03-29"
    assert (stage.state["status"], stage.state["moves"], stage.state["results"]) == ("playing", 0, False)


@pytest.mark.parametrize("way", ["visible", "click", "key", "reopened"])
def test_no_way_leads_into_a_daily_of_yesterday(stage: Stage, storage: Memory, way: str) -> None:
    daily_with_a_move(stage)
    board, stored_round = stage.state["board"], dict(storage)
    if way == "reopened":
        stage.press("more")
        stage.press("more.practice")
    set_day(stage, 29)
    if way == "visible":
        stage.host.queue.append({"kind": "visible", "value": True})
        stage.step()
    elif way == "click":
        stage.press("hand:1") if stage.round.hand[1] else stage.press("hand:2")
    elif way == "key":
        stage.key(pygame.K_RETURN)
    else:
        stage.key(pygame.K_ESCAPE)
    stage.step()
    assert (stage.state["screen"], stage.state["status"], stage.state["moves"]) == ("play", "over", 1)
    assert stage.state["board"] == board
    name = "block-puzzle/round/classic-daily/2026-03-28"
    assert storage[name] == stored_round[name]


def test_a_daily_in_the_air_falls_back_at_midnight(stage: Stage) -> None:
    daily_with_a_move(stage)
    slot = next(slot for slot, piece in enumerate(stage.round.hand) if piece)
    stage.drag(slot, 2, 2, release=False)
    set_day(stage, 29)
    stage.mouse(pygame.MOUSEBUTTONUP, stage.cell(2, 2))
    stage.step()
    assert (stage.state["status"], stage.state["moves"]) == ("over", 1)
    assert stage.play.drag is None


def test_a_daily_goes_on_when_the_clock_is_right_again(stage: Stage) -> None:
    daily_with_a_move(stage)
    set_day(stage, 27)
    stage.step()
    stage.step()
    assert stage.state["status"] == "over"
    assert "2026-03-28" in stage.state["message"]
    set_day(stage, 28)
    stage.step()
    stage.step()
    assert (stage.state["status"], stage.state["results"]) == ("playing", False)
    stage.move()
    assert stage.state["moves"] == 2


def test_a_daily_session_goes_on_past_midnight(stage: Stage) -> None:
    stage.press("sessions")
    stage.press("daily")
    for day in (28, 29):
        set_day(stage, day)
        stage.step()
        stage.move()
    assert (stage.state["status"], stage.state["moves"]) == ("playing", 2)


@pytest.mark.parametrize(
    ("width", "height"), [(320, 480), (320, 568), (360, 740), (820, 1180), (1440, 900), (740, 360), (568, 320), (3840, 2160)]
)
@pytest.mark.parametrize("path", [("classic", "play"), ("sessions", "daily"), ("master",)])
def test_everything_has_room_at_every_size(width: int, height: int, path: tuple[str, ...]) -> None:
    stage = Stage(Memory(), width, height)
    for name in path:
        stage.app.screen.controls.activate(name)
        stage.step()
    left, top, wide, high = stage.state["grid"]["rect"]
    assert wide == pytest.approx(high)
    boxes = [(left, top, wide, high)] + [tuple(region["rect"]) for region in stage.state["regions"]]
    for x, y, w, h in boxes:
        assert x >= 0
        assert y >= 0
        assert x + w <= width + 0.5
        assert y + h <= height + 0.5
    for number, (x, y, w, h) in enumerate(boxes):
        for other_x, other_y, other_w, other_h in boxes[number + 1 :]:
            apart = x + w <= other_x + 0.5 or other_x + other_w <= x + 0.5
            apart = apart or y + h <= other_y + 0.5 or other_y + other_h <= y + 0.5
            assert apart, f"{(x, y, w, h)} lies over {(other_x, other_y, other_w, other_h)}"
    for region in stage.state["regions"]:
        assert region["rect"][3] >= 43.9, region


def test_the_start_reminds_of_a_backup_once_there_is_something_to_lose(storage: Memory) -> None:
    stage = Stage(storage)
    assert not stage.has("backup")
    assert isinstance(stage.app.screen, HomeScreen)
    player = stage.app.screen.player
    for _ in range(10):
        kept = player.begin_classic()
        piece = kept.round.hand[0]
        assert piece is not None
        player.play(kept, Place(0, 0, 0))
    again = Stage(storage)
    again.press("backup")
    assert again.state["screen"] == "backup"


def test_the_pad_steers_with_a_mouse_that_comes_over_the_board(stage: Stage) -> None:
    stage.press("sessions")
    stage.press("daily")
    stage.mouse(pygame.MOUSEMOTION, stage.cell(5, 5), button=0)
    stage.press("hint")
    row, column = stage.state["target"]
    for name, step in (("aim.down", (1, 0)), ("aim.right", (0, 1)), ("aim.down", (1, 0))):
        stage.mouse(pygame.MOUSEMOTION, stage.middle(name), button=0)
        stage.press(name)
        row, column = row + step[0], column + step[1]
    piece = stage.round.hand[stage.state["selected"]]
    assert piece is not None
    assert stage.state["target"] == [min(row, 6 - piece.height), min(column, 6 - piece.width)]


def test_place_pressed_twice_places_once(stage: Stage) -> None:
    stage.press("sessions")
    stage.press("daily")
    stage.press("hint")
    stage.press("aim.place")
    stage.press("aim.place")
    assert stage.state["moves"] == 1


def test_keys_wait_while_a_piece_is_carried(stage: Stage) -> None:
    classic(stage)
    stage.drag(0, 3, 2, release=False)
    for key in (pygame.K_RETURN, pygame.K_2, pygame.K_u, pygame.K_r, pygame.K_UP):
        stage.key(key)
    assert (stage.state["moves"], stage.state["selected"], stage.state["target"]) == (0, 0, [3, 2])
    stage.key(pygame.K_ESCAPE)
    stage.mouse(pygame.MOUSEMOTION, stage.cell(4, 4))
    stage.mouse(pygame.MOUSEBUTTONUP, stage.cell(4, 4))
    assert (stage.state["moves"], stage.state["selected"]) == (0, None)


def test_the_press_that_ends_the_notice_does_nothing_else(stage: Stage) -> None:
    stage.press("sessions")
    stage.press("practice")
    place = stage.middle("aim.place")
    while (move := stage.choose()) is not None:
        stage.make(move)
    assert not stage.state["results"]
    stage.click(place)
    stage.step(2)
    stage.step()
    assert stage.state["results"]
    assert stage.state["moves"] > 0


def test_the_result_leaves_the_board_in_view(storage: Memory) -> None:
    stage = Stage(storage, 480, 720)
    classic(stage, "level.hard", "board.8")
    stage.to_the_end()
    board = Rect(*stage.state["grid"]["rect"])
    assert all(region["rect"][1] >= board.bottom for region in stage.state["regions"] if region["id"] in ("again", "undo"))
    assert not any(widget.id == "over.ground" for widget in stage.play.controls._fixed)


def test_a_result_that_covers_the_board_stays_in_the_window(storage: Memory) -> None:
    stage = Stage(storage, 300, 300)
    for name in ("classic", "level.hard", "board.8", "play"):
        stage.do(name)
    stage.to_the_end()
    (ground,) = [widget.rect for widget in stage.play.controls._fixed if widget.id == "over.ground"]
    window = stage.app.view.safe
    assert window.x <= ground.x < ground.right <= window.right
    assert window.y <= ground.y < ground.bottom <= window.bottom


def test_a_question_is_in_the_text_mirror(stage: Stage) -> None:
    stage.press("stickers")
    stage.move()
    stage.press("new")
    assert stage.host.mirrored["title"] == "Start a new round?"
    assert stage.host.mirrored["texts"]
    assert [action["id"] for action in stage.host.mirrored["actions"]] == ["ask.keep", "ask.new"]
    assert "hand" not in stage.host.mirrored


def cell_of(stage: Stage, row: int, column: int) -> dict[str, str]:
    """What the text mirror has for a cell."""
    found: dict[str, str] = stage.host.mirrored["board"]["cells"][row][column]
    return found


def test_a_cell_of_the_text_mirror_takes_the_chosen_piece(stage: Stage) -> None:
    classic(stage, "board.8")
    stage.do(cell_of(stage, 2, 3)["action"])
    assert (stage.state["moves"], stage.host.said[-1]) == (0, stage.state["message"])
    move = stage.choose()
    assert move
    stage.do(f"hand:{move.slot}")
    piece, board = stage.round.hand[move.slot], stage.round.board
    assert piece
    fitting = set(board.cells(piece.origins(board, stage.round.position)))
    for row in range(8):
        for column in range(8):
            says = "empty, fits here" if (row, column) in fitting else "empty"
            assert cell_of(stage, row, column)["label"] == f"row {row + 1}, column {column + 1}, {says}"
    stage.do(cell_of(stage, move.row, move.column)["action"])
    assert stage.state["moves"] == 1
    assert stage.state["selected"] is None
    assert "filled" in " ".join(cell["label"] for row in stage.host.mirrored["board"]["cells"] for cell in row)


def test_a_cell_where_the_piece_does_not_fit_says_why(stage: Stage) -> None:
    classic(stage, "level.hard", "board.8")
    slot = next(slot for slot, piece in enumerate(stage.round.hand) if piece and piece.size > 1)
    stage.do(f"hand:{slot}")
    stage.do("cell:7,7")
    assert stage.state["moves"] == 0
    assert "left here" in stage.state["message"]


def test_escape_in_the_text_mirror_is_escape(stage: Stage) -> None:
    stage.press("stickers")
    stage.move()
    stage.do("new")
    assert stage.state["dialog"] == "ask"
    stage.do("escape")
    assert stage.state["dialog"] is None
    stage.do("hand:0" if stage.round.hand[0] else "hand:1")
    assert stage.state["selected"] is not None
    stage.do("escape")
    assert stage.state["selected"] is None


def test_escape_puts_down_and_then_leads_to_the_menu(stage: Stage) -> None:
    classic(stage, "board.8")
    stage.key(pygame.K_1)
    assert stage.state["selected"] == 0
    stage.key(pygame.K_ESCAPE)
    assert (stage.state["screen"], stage.state["selected"]) == ("play", None)
    assert stage.host.said[-1] == stage.state["message"]
    stage.key(pygame.K_ESCAPE)
    assert stage.state["screen"] == "menu"
    assert stage.has("resume")


def test_escape_at_the_end_shows_the_result_first(stage: Stage) -> None:
    classic(stage, "level.hard", "board.8")
    while (move := stage.choose()) is not None:
        stage.make(move)
    assert not stage.state["results"]
    stage.key(pygame.K_ESCAPE)
    assert (stage.state["screen"], stage.state["results"]) == ("play", True)
    stage.key(pygame.K_ESCAPE)
    assert stage.state["screen"] == "menu"


def test_a_right_click_does_not_leave_a_round(stage: Stage) -> None:
    classic(stage)
    stage.mouse(pygame.MOUSEBUTTONDOWN, stage.cell(2, 2), button=3)
    stage.mouse(pygame.MOUSEBUTTONUP, stage.cell(2, 2), button=3)
    assert stage.state["screen"] == "play"


def daily_to_its_end(stage: Stage) -> None:
    stage.press("classic")
    stage.press("daily")
    stage.to_the_end()
    assert stage.state["results"]


def test_after_a_daily_a_round_in_play_goes_on(stage: Stage, storage: Memory) -> None:
    classic(stage, "level.easy", "board.8")
    for _ in range(3):
        stage.move()
    free, score = stored(storage), stage.round.score
    stage.press("menu")
    daily_to_its_end(stage)
    assert stored(storage) == free
    label = next(region["label"] for region in stage.state["regions"] if region["id"] == "again")
    assert label == f"Continue Classic, {score} points"
    stage.press("again")
    assert (stage.round.score, stage.state["moves"]) == (score, 3)
    assert stored(storage) == free


def test_after_a_daily_without_another_round_classic_begins(stage: Stage, storage: Memory) -> None:
    daily_to_its_end(stage)
    stage.press("again")
    assert (stage.state["moves"], stage.state["options"].get("daily")) == (0, None)


def test_the_text_mirror_tells_the_result(stage: Stage) -> None:
    classic(stage, "level.hard", "board.8")
    stage.to_the_end()
    shown = {widget.label for widget in stage.play.controls._fixed if widget.id.startswith("over.") and widget.label}
    status = stage.host.mirrored["status"]
    for words in shown - {"Menu", "Review", "Undo"}:
        assert words.rstrip("!.") in status
    assert status in stage.host.said
    assert status.startswith("No moves left.")
    labels = [action["label"] for action in stage.host.mirrored["actions"]]
    assert len(labels) == len(set(labels))
    assert stage.host.mirrored["position"] == ""


def daily_session_words(stage: Stage) -> str:
    """What the door to today's session says."""
    stage.press("menu")
    stage.press("sessions")
    return str(next(region["label"] for region in stage.state["regions"] if region["id"] == "daily"))


def test_a_session_that_was_completed_stays_so_after_a_worse_attempt(stage: Stage) -> None:
    stage.press("sessions")
    stage.press("daily")
    sequence = stage.play.kept.record.options.sequence
    assert sequence is not None
    for step in ROUTES["6"][sequence]["route"].split():
        stage.make(Place(*map(int, step.split(","))))
    best = stage.round.score
    assert stage.state["status"] == "complete"
    complete = f"Today's session: complete, best {best} points"
    assert daily_session_words(stage) == complete
    stage.press("daily")
    stage.step(2)
    stage.step()
    stage.press("restart")
    stage.press("ask.restart")
    assert daily_session_words(stage) == f"Today's session, number {sequence + 1}"
    stage.press("daily")
    source = Random(1)
    while (step := at_random(stage.round.board, stage.round.position, stage.round.hand, source)) is not None:
        stage.make(Place(step[0], *divmod(step[1], 6)))
    assert stage.state["status"] == "over"
    assert daily_session_words(stage) == complete


def test_a_practice_that_is_stuck_is_opened_again_for_its_undo(stage: Stage, storage: Memory) -> None:
    stage.press("sessions")
    stage.press("practice")
    source = Random(3)
    while (step := at_random(stage.round.board, stage.round.position, stage.round.hand, source)) is not None:
        stage.make(Place(step[0], *divmod(step[1], 6)))
    assert stage.state["status"] == "over"
    sequence, moves = stage.state["options"]["sequence"], stage.state["moves"]
    stage.press("menu")
    stage.press("sessions")
    label = next(region["label"] for region in stage.state["regions"] if region["id"] == "practice")
    assert label.startswith(f"Practice {sequence + 1}: ")
    stage.press("practice")
    assert (stage.state["options"]["sequence"], stage.state["moves"]) == (sequence, moves)
    stage.press("undo")
    assert stage.state["status"] == "playing"
