"""The analyzer under real events; what it shows is what the engine says."""

from __future__ import annotations

from collections.abc import Mapping

import pygame
import pytest

from game.coach.analysis import Placement, best_placement, look, rules_of
from game.coach.health import health
from game.coach.lessons import lesson
from game.host.desktop import Desktop
from game.rules.board import board
from game.rules.modes import Streak
from game.rules.pieces import SHAPES, piece
from tests.screens.conftest import Memory, Stage
from tests.screens.rooms import SIZES, assert_room, read_picture

CROSSING = "\n".join(lesson("crossing").board)
EMPTY = ["........."] * 9


def enter(stage: Stage, text: str = "") -> Stage:
    """From the menu into the analyzer, with a board pasted."""
    stage.press("analyzer")
    assert stage.state["screen"] == "analyzer"
    if text:
        bring(stage, text)
    return stage


def bring(stage: Stage, text: str) -> None:
    stage.host.queue.append({"kind": "text", "text": text})
    stage.step()


def enabled(stage: Stage, name: str) -> bool:
    return bool(next(region["enabled"] for region in stage.state["regions"] if region["id"] == name))


# -- editing ---------------------------------------------------------------------------------------


def test_a_click_fills_a_cell_and_another_empties_it(stage: Stage) -> None:
    enter(stage)
    stage.click(stage.cell(2, 3))
    assert stage.state["board"][2] == "...#....."
    stage.click(stage.cell(2, 3))
    assert stage.state["board"] == EMPTY


def test_a_stroke_paints_what_it_passes_and_is_undone_as_a_whole(stage: Stage) -> None:
    enter(stage)
    stage.mouse(pygame.MOUSEBUTTONDOWN, stage.cell(4, 1))
    stage.mouse(pygame.MOUSEMOTION, stage.cell(4, 7))
    stage.mouse(pygame.MOUSEMOTION, stage.cell(7, 7))
    stage.mouse(pygame.MOUSEBUTTONUP, stage.cell(7, 7))
    assert stage.state["board"][4:8] == [".#######.", ".......#.", ".......#.", ".......#."]
    # A stroke that begins on a filled cell empties.
    stage.mouse(pygame.MOUSEBUTTONDOWN, stage.cell(4, 7))
    stage.mouse(pygame.MOUSEMOTION, stage.cell(4, 5))
    stage.mouse(pygame.MOUSEBUTTONUP, stage.cell(4, 5))
    assert stage.state["board"][4] == ".####...."
    stage.press("undo")
    assert stage.state["board"][4] == ".#######."
    stage.press("undo")
    assert stage.state["board"] == EMPTY
    assert not enabled(stage, "undo")
    stage.press("redo")
    stage.press("redo")
    assert stage.state["board"][4] == ".####...."
    assert not enabled(stage, "redo")


def test_a_finger_paints_too(stage: Stage) -> None:
    enter(stage)
    stage.finger(pygame.FINGERDOWN, stage.cell(0, 0))
    stage.finger(pygame.FINGERMOTION, stage.cell(0, 4))
    stage.finger(pygame.FINGERUP, stage.cell(0, 4))
    assert stage.state["board"][0] == "#####...."
    stage.tap(stage.cell(0, 2))
    assert stage.state["board"][0] == "##.##...."


def test_keys_move_and_toggle(stage: Stage) -> None:
    enter(stage)
    stage.key(pygame.K_UP)
    assert stage.state["cell"] == [4, 4]
    stage.key(pygame.K_UP)
    stage.key(pygame.K_LEFT)
    stage.key(pygame.K_SPACE)
    assert stage.state["board"][3] == "...#....."
    assert stage.host.said[-1] == "row 4, column 4, filled"
    stage.key(pygame.K_u)
    assert stage.state["board"] == EMPTY


def test_clear_and_fill(stage: Stage) -> None:
    enter(stage)
    assert not enabled(stage, "clear")
    stage.press("fill")
    assert stage.state["board"] == ["#########"] * 9
    assert stage.state["health"] == [0, "critical"]
    stage.press("clear")
    assert stage.state["board"] == EMPTY
    assert stage.state["health"] == [100, "open"]


# -- in and out ------------------------------------------------------------------------------------


def test_a_board_comes_in_and_goes_out_as_text(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Mapping[str, str]] = []
    copied: list[str] = []

    def ask(host: Desktop, words: Mapping[str, str]) -> bool:
        asked.append(words)
        return True

    def copy(host: Desktop, text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(Desktop, "ask_text", ask)
    monkeypatch.setattr(Desktop, "copy", copy)
    enter(stage)
    stage.press("paste")
    assert asked
    bring(stage, CROSSING)
    assert stage.state["board"] == list(lesson("crossing").board)
    stage.press("copy")
    assert copied == [CROSSING]
    stage.press("undo")
    assert stage.state["board"] == EMPTY


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "only . and # make a board"),
        (".#\0#", "Line 1 has a “U+0000”"),
        (".#\ud800#", "Line 1 has a “U+D800”"),
        ("......\n.....", "Line 2 has 5 cells, the first has 6."),
        ("...\n...\n...", "This is 3 by 3: boards are"),
        ('{"format": "block-puzzle-record/1"}', "mode is missing"),
        ("{", "cannot be read"),
    ],
)
def test_a_bad_paste_says_what_is_wrong_and_changes_nothing(stage: Stage, text: str, words: str) -> None:
    enter(stage, CROSSING)
    before = {**stage.state, "lines": None, "message": None}
    bring(stage, text)
    assert words in stage.state["message"]
    assert {**stage.state, "lines": None, "message": None} == before


def test_a_paste_of_nothing_says_so_and_no_longer_what_was_wrong_before(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Desktop, "ask_text", lambda host, words: True)
    enter(stage, CROSSING)
    bring(stage, "hello")
    stage.press("paste")
    assert stage.state["message"] == ""
    bring(stage, " \n")
    assert stage.state["message"] == "Nothing was read."
    assert stage.state["lines"] == [stage.state["message"]]
    assert stage.state["board"] == list(lesson("crossing").board)


@pytest.mark.parametrize("window", [(1440, 900), (1920, 1080), (3840, 2160)], ids=str)
def test_buttons_have_words_where_there_is_room(window: tuple[float, float]) -> None:
    stage = Stage(Memory(), *window)
    enter(stage, CROSSING)
    stage.press("tab.piece")
    texts = [written.text for written in read_picture(stage)]
    assert "Best placement" in texts
    assert "Streak 0" in texts or not stage.has("streak")
    assert not [text for text in texts if text.startswith("S ")]


def test_a_board_of_another_size_brings_a_mode_that_has_it(stage: Stage) -> None:
    enter(stage, "\n".join(["......"] * 5 + ["###..."]))
    assert (stage.state["mode"], stage.state["grid"]["size"]) == ("sessions", 6)
    stage.press("undo")
    assert (stage.state["mode"], stage.state["grid"]["size"]) == ("master", 9)


def test_the_latest_round_is_loaded_and_stays_as_it_is(stage: Stage, storage: Memory) -> None:
    enter(stage)
    assert not enabled(stage, "load")
    stage.press("back")
    stage.press("stickers")
    for _ in range(3):
        stage.move()
    shown, kept = stage.state["board"], dict(storage)
    stage.press("menu")
    enter(stage)
    stage.press("load")
    assert stage.state["mode"] == "stickers"
    assert stage.state["board"] == shown
    stage.click(stage.cell(0, 0))
    stage.press("tab.piece")
    stage.press("best")
    stage.press("back")
    assert dict(storage) == kept


# -- trying pieces ---------------------------------------------------------------------------------


def test_every_legal_origin_is_marked_and_counted(stage: Stage) -> None:
    enter(stage, CROSSING)
    stage.press("tab.piece")
    rules = rules_of("master", 9)
    position = rules.board.parse(lesson("crossing").board)
    for _ in range(len(SHAPES)):
        for _ in range(len(piece(stage.state["piece"]).orientations)):
            origins = piece(stage.state["piece"]).origins(rules.board, position)
            assert stage.state["origins"] == [list(cell) for cell in rules.board.cells(origins)]
            assert f"{origins.bit_count()} place" in " ".join(stage.state["lines"])
            if enabled(stage, "turn"):
                stage.press("turn")
        stage.press("next")


def test_an_origin_tells_cells_units_points_and_health(stage: Stage) -> None:
    enter(stage, CROSSING)
    stage.press("tab.piece")
    stage.press("piece")
    stage.press("piece.#")
    stage.press("streak")
    stage.press("streak")
    stage.click(stage.cell(4, 4))
    found = stage.state["placement"]
    assert found["cells"] == [[4, 4]]
    assert found["cleared"] == [["row", 4], ["column", 4]]
    assert found["terms"] == [["cells", 1], ["clear", 36], ["together", 12], ["streak", 10]]
    assert found["points"] == 59
    before = health(board(9, boxed=True), board(9, boxed=True).parse(lesson("crossing").board)).number
    assert found["health"] == [before, 100]
    text = " ".join(stage.state["lines"])
    for words in ("2 lines clear", "= 59 points", f"Steady {before}", "Open 100"):
        assert words in text


def test_an_illegal_origin_says_why(stage: Stage) -> None:
    enter(stage, CROSSING)
    stage.press("tab.piece")
    stage.click(stage.cell(0, 3))
    assert (stage.state["reason"], stage.state["placement"]) == ("occupied", None)
    assert stage.state["lines"][0] == "Row 1, column 5 is filled already."
    stage.click(stage.cell(8, 0))
    assert stage.state["reason"] == "outside"


def test_the_same_board_counts_otherwise_in_another_mode(stage: Stage) -> None:
    enter(stage, CROSSING)
    stage.press("tab.piece")
    stage.press("piece")
    stage.press("piece.#")
    stage.click(stage.cell(4, 4))
    assert stage.state["placement"]["points"] == 49
    stage.press("mode")
    stage.press("mode.classic.9")
    assert stage.state["screen"] == "analyzer"
    assert stage.state["board"] == list(lesson("crossing").board)
    assert stage.state["placement"]["points"] == 41
    stage.press("mode")
    stage.press("mode.stickers.8")
    assert stage.state["board"] == ["........"] * 8


def test_the_best_placement_is_the_engines(stage: Stage) -> None:
    enter(stage, "\n".join(lesson("recovery").board))
    stage.press("tab.piece")
    rules = rules_of("master", 9)
    position = rules.board.parse(lesson("recovery").board)
    for _ in range(8):
        chosen = piece(stage.state["piece"])
        best = best_placement(rules, position, chosen, Streak())
        if best is None:
            assert not enabled(stage, "best")
        else:
            stage.press("best")
            assert stage.state["target"] == list(best)
            placement = look(rules, position, chosen, *best, Streak())
            assert isinstance(placement, Placement)
            assert stage.state["placement"]["points"] == placement.points
        stage.press("next")


def test_the_mouse_looks_and_a_click_pins(stage: Stage) -> None:
    enter(stage)
    stage.press("tab.piece")
    stage.mouse(pygame.MOUSEMOTION, stage.cell(1, 1), button=0)
    assert stage.state["target"] == [1, 1]
    stage.click(stage.cell(2, 2))
    stage.mouse(pygame.MOUSEMOTION, stage.cell(5, 5), button=0)
    assert stage.state["target"] == [2, 2]
    stage.key(pygame.K_ESCAPE)
    assert stage.state["target"] is None
    stage.key(pygame.K_ESCAPE)
    assert stage.state["screen"] == "menu"


def test_keys_aim_turn_and_find_the_best(stage: Stage) -> None:
    enter(stage, CROSSING)
    stage.key(pygame.K_2)
    assert stage.state["tab"] == "piece"
    stage.press("next")
    stage.key(pygame.K_DOWN)
    start = stage.state["target"]
    stage.key(pygame.K_RIGHT)
    assert stage.state["target"] == [start[0], start[1] + 1]
    before = piece(stage.state["piece"])
    stage.key(pygame.K_r)
    assert piece(stage.state["piece"]) is before.turned
    stage.key(pygame.K_h)
    assert stage.state["placement"]
    stage.key(pygame.K_1)
    assert stage.state["tab"] == "edit"


def test_health_tells_what_was_counted(stage: Stage) -> None:
    enter(stage, CROSSING)
    stage.press("health")
    assert stage.state["dialog"] == "health"
    said = stage.host.said[-1]
    measured = health(board(9, boxed=True), board(9, boxed=True).parse(lesson("crossing").board))
    assert f"Board health {measured.number}" in said
    nine = measured.counts[0]
    assert f"square of 9: {nine.origins} of {nine.empty_board}".lower() in said.lower()
    assert "16, 16, 16, 16" in said
    stage.press("health.close")
    assert stage.state["dialog"] is None


def test_everything_can_be_done_through_the_text_mirror(stage: Stage) -> None:
    enter(stage)
    stage.do("cell:4,4")
    assert stage.state["board"][4] == "....#...."
    assert stage.host.mirrored["board"]["cells"][4][4]["label"] == "row 5, column 5, filled"
    stage.do("tab.piece")
    stage.do("cell:0,0")
    assert stage.state["target"] == [0, 0]
    stage.do("aim.right")
    assert stage.state["target"] == [0, 1]
    assert "2×2" not in stage.host.mirrored["status"]
    assert "4 cells" in stage.host.mirrored["status"]
    assert {"best", "turn", "next", "mode", "back"} <= {action["id"] for action in stage.host.mirrored["actions"]}


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("tab", ["edit", "piece"])
def test_everything_has_room_at_every_size(width: int, height: int, tab: str) -> None:
    stage = Stage(Memory(), width, height)
    stage.do("analyzer")
    stage.do(f"tab.{tab}")
    assert_room(stage)
    stage.do("health")
    dialog = stage.app.screen.controls.dialog
    assert dialog is not None
    left, top, wide, high = dialog.rect
    assert left >= 0
    assert top >= 0
    assert left + wide <= width
    assert top + high <= height
