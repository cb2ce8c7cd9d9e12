"""Which sound belongs to which move."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import assets
from game.rules.record import read
from game.rules.round import Place, Reason, Refusal, Rotate, Status, TakeBack, play
from game.screens.heard import ENDS, sound_of

FILES = {path.stem for path in (Path(assets.__file__).parent / "sounds").glob("*.ogg")}


NAMES = ("place", "clear1", "clear2", "clear3", "clear4", "clear4")


@pytest.mark.parametrize(("lines", "name"), list(enumerate(NAMES)))
def test_more_lines_rise_higher(lines: int, name: str) -> None:
    start = ["#########."] * lines + [".........."] * (10 - lines)
    piece = "/".join("#" * max(1, lines))
    record = {"format": "block-puzzle-record/1", "mode": "classic", "options": {"level": "easy"}, "start": start, "moves": []}
    round = read({**record, "deal": [[piece, "##"]]}).begin()
    assert sound_of(play(round, Place(0, 0, 9))) == name
    assert name in FILES
    assert sound_of(play(round, Rotate(1))) == "pick"
    assert sound_of(play(round, Place(0, 0, 10))) == "refuse"
    assert sound_of(play(round, TakeBack())) == "refuse"


def test_an_undo_has_its_own_and_a_round_that_is_over_none() -> None:
    record = {"format": "block-puzzle-record/1", "mode": "stickers", "options": {}, "deal": [["#", "#"]], "moves": []}
    placed = play(read(record).begin(), Place(0, 0, 0))
    assert not isinstance(placed, Refusal)
    assert sound_of(play(placed.round, TakeBack())) == "undo"
    assert sound_of(Refusal(Reason.OVER, Place(0, 0, 0))) is None


def test_both_ends_can_be_heard() -> None:
    assert set(ENDS) == {status for status in Status if status is not Status.PLAYING}
    assert {*ENDS.values(), "pick", "sticker", "undo", "refuse"} <= FILES
