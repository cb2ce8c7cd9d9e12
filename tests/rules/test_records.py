"""A round as text: what is written reads back, and what is no record gets one clear line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.record import (
    Record,
    RecordError,
    daily_seed,
    line,
    parse,
    position_fields,
    read,
    read_move,
    replay,
    write_move,
)
from game.rules.round import Move, Place, Rotate, TakeBack
from tests.rules.rounds import CHOICES, played, records

LEAST: dict[str, Any] = {
    "format": "block-puzzle-record/1",
    "mode": "stickers",
    "options": {},
    "seed": "any text",
    "moves": [],
}


@given(records(), CHOICES)
def test_a_record_reads_back_as_it_was_written(record: Record, choices: list[tuple[int, int, int]]) -> None:
    moves = tuple(move for _, move, _ in played(record, choices))
    whole = Record(record.mode, record.options, record.seed, record.deal, record.start, moves)
    text = json.dumps(whole.write())
    assert parse(text) == whole
    assert parse(text.encode()) == whole
    assert [json.loads(json.dumps(line(step))) for step in replay(parse(text))] == [line(step) for step in replay(whole)]


def test_a_line_has_the_promised_fields() -> None:
    start = ["#" * 7 + "."] + ["." * 8] * 7
    moves = [{"place": [0, 0, 6]}, {"place": [0, 0, 7]}, {"rotate": 0}, {"undo": True}]
    record = read({**LEAST, "deal": [["#", "###"]], "start": start, "moves": moves})
    lines = [line(step) for step in replay(record)]
    nothing: dict[str, list[int]] = {"rows": [], "cols": [], "boxes": []}
    before = {"score": 0, "lines": 0, "streak": 0, "grace": False, "hand": ["#", "###", None], "status": "playing"}
    empty = ["." * 8] * 8
    assert lines == [
        {"move": 0, "ok": True, "reason": None, "points": 0, "cleared": nothing, **before, "board": start},
        {"move": 1, "ok": False, "reason": "occupied", "points": 0, "cleared": nothing, **before, "board": start},
        {
            "move": 2, "ok": True, "reason": None, "points": 11, "cleared": {**nothing, "rows": [0]},
            "score": 11, "lines": 1, "streak": 0, "grace": False, "hand": [None, "###", None], "status": "playing",
            "board": empty,
        },
        {
            "move": 3, "ok": False, "reason": "no-rotation", "points": 0, "cleared": nothing,
            "score": 11, "lines": 1, "streak": 0, "grace": False, "hand": [None, "###", None], "status": "playing",
            "board": empty,
        },
        {"move": 4, "ok": True, "reason": None, "points": 0, "cleared": nothing, **before, "board": start},
    ]  # fmt: skip
    assert position_fields(record.begin()) == {**before, "board": start}


def test_columns_and_boxes_are_named_in_a_line() -> None:
    start = ["." + "#" * 8, "###......", "###......"] + ["#........"] * 6
    record = read({**LEAST, "mode": "master", "deal": [["#"]], "start": start, "moves": [{"place": [0, 0, 0]}]})
    *_, last = replay(record)
    assert line(last)["cleared"] == {"rows": [0], "cols": [0], "boxes": [0]}
    assert line(last)["status"] == "complete"


@pytest.mark.parametrize("move", [Place(0, 1, 2), Place(-1, 10**30, -5), Rotate(2), Rotate(-7), TakeBack()])
def test_a_move_reads_back_as_it_was_written(move: Move) -> None:
    again = read_move(json.loads(json.dumps(write_move(move))))
    assert again == move
    assert (hash(again), repr(again)) == (hash(move), repr(move))
    assert repr(move).startswith(type(move).__name__ + "(")


def test_seed_deal_and_start_are_left_out_where_there_are_none() -> None:
    assert read(LEAST).write() == {**LEAST, "options": {"board": 8, "rotation": False}}
    dealt = read({name: value for name, value in LEAST.items() if name != "seed"} | {"deal": []})
    assert set(dealt.write()) == {"format", "mode", "options", "deal", "moves"}


def test_a_daily_needs_no_seed() -> None:
    given = {**LEAST, "mode": "classic", "options": {"daily": "2024-02-29"}}
    del given["seed"]
    record = read(given)
    assert record.seed == daily_seed("2024-02-29")
    assert record.begin() == read({**given, "seed": daily_seed("2024-02-29")}).begin()
    assert read({**given, "options": {"daily": "2024-03-01"}}).begin().hand != record.begin().hand


def test_a_session_needs_no_seed_and_heeds_none() -> None:
    given = {**LEAST, "mode": "sessions"}
    with_seed = read(given).begin()
    del given["seed"]
    assert read(given).begin() == with_seed


def test_given_hands_go_before_the_seed() -> None:
    assert [held.text for held in read({**LEAST, "deal": [["#####"]]}).begin().hand if held] == ["#####"]


def test_seeds_may_be_any_text() -> None:
    hands = {tuple(read({**LEAST, "seed": seed}).begin().hand) for seed in ("", "\0", "\ud800", "é", "0", "00", "x" * 9999)}
    assert len(hands) >= 6


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "block-puzzle-record/2"}, "format: 'block-puzzle-record/2' is not 'block-puzzle-record/1'"),
        ({"format": None}, "format: null is not 'block-puzzle-record/1'"),
        ({"mode": "tetris"}, "mode: 'tetris' is not one of classic, stickers, sessions, master"),
        ({"mode": ["classic"]}, "mode: a list is not one of classic, stickers, sessions, master"),
        ({"mode": {}}, "mode: an object is not one of classic, stickers, sessions, master"),
        ({"options": []}, "options: not a JSON object"),
        ({"options": {"board": 9}}, "options: board must be one of 8, not 9"),
        ({"seed": 7}, "seed: 7 is not a text"),
        ({"seed": None}, "not a record: neither seed nor deal says which pieces come"),
        ({"deal": {}}, "deal: not a list of hands"),
        ({"deal": None}, "deal: not a list of hands"),
        ({"deal": [["#"], []]}, "deal[1]: not a list of 1 to 3 pieces"),
        ({"deal": [["#"] * 4]}, "deal[0]: not a list of 1 to 3 pieces"),
        ({"deal": ["#"]}, "deal[0]: not a list of 1 to 3 pieces"),
        ({"deal": [["#", None]]}, "deal[0][1]: null is not a piece as text"),
        ({"deal": [["#", 1]]}, "deal[0][1]: 1 is not a piece as text"),
        ({"deal": [[""]]}, "deal[0][0]: '' is not rows of one length of '#' and '.', joined by '/'"),
        ({"deal": [["#x"]]}, "deal[0][0]: '#x' is not rows of one length of '#' and '.', joined by '/'"),
        ({"deal": [["##/#"]]}, "deal[0][0]: '##/#' is not rows of one length of '#' and '.', joined by '/'"),
        ({"deal": [["#" * 11]]}, "deal[0][0]: '###########' is larger than 10×10"),
        ({"deal": [["/".join("#" * 11)]]}, "deal[0][0]: '#/#/#/#/#/#/#/#/#/#/#' is larger than 10×10"),
        ({"deal": [["#."]]}, "deal[0][0]: '#.' has an empty row or column at its edge"),
        ({"deal": [["."]]}, "deal[0][0]: '.' has an empty row or column at its edge"),
        ({"deal": [["../#./.#"]]}, "deal[0][0]: '../#./.#' has an empty row or column at its edge"),
        ({"deal": [["#./.#"]]}, "deal[0][0]: the cells of '#./.#' do not hang together by their edges"),
        ({"start": "x"}, "start: not a list of rows as text"),
        ({"start": [1] * 8}, "start: not a list of rows as text"),
        ({"start": ["." * 8] * 7}, "start: 7 rows, but the board has 8"),
        ({"start": ["." * 8] * 7 + ["." * 9]}, "start: row 7 is not 8 characters '.' or '#'"),
        ({"start": ["." * 7 + "x"] * 8}, "start: row 0 is not 8 characters '.' or '#'"),
        ({"start": ["..x....."] * 8}, "start: row 0 is not 8 characters '.' or '#'"),
        ({"moves": {}}, "moves: not a list"),
        ({"moves": [{"undo": True}, {"place": [0, 0]}]}, "moves[1]: not {"),
        ({"moves": [{"place": [0, 0, 0, 0]}]}, "moves[0]: not {"),
        ({"moves": [{"place": 3}]}, "moves[0]: not {"),
        ({"moves": [{"place": [0, 0, 1.0]}]}, "moves[0]: place needs three whole numbers"),
        ({"moves": [{"place": [0, True, 1]}]}, "moves[0]: place needs three whole numbers"),
        ({"moves": [{"rotate": True}]}, "moves[0]: not {"),
        ({"moves": [{"rotate": "0"}]}, "moves[0]: not {"),
        ({"moves": [{"undo": False}]}, "moves[0]: not {"),
        ({"moves": [{"undo": 1}]}, "moves[0]: not {"),
        ({"moves": [{"undo": True, "rotate": 1}]}, "moves[0]: not {"),
        ({"moves": [{}]}, "moves[0]: not {"),
        ({"moves": [{"jump": True}]}, "moves[0]: not {"),
        ({"moves": ["undo"]}, "moves[0]: not {"),
    ],
)
def test_what_is_wrong_and_where_is_said_in_one_line(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        read({**LEAST, **change})
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["format", "mode", "options", "moves"])
def test_what_is_missing_is_named(name: str) -> None:
    with pytest.raises(RecordError, match=f"^not a record: {name} is missing$"):
        read({key: value for key, value in LEAST.items() if key != name})


@pytest.mark.parametrize("value", [None, 1, "x", [], [LEAST], True])
def test_what_is_no_object_is_no_record(value: object) -> None:
    with pytest.raises(RecordError, match=r"^not a record: not a JSON object$"):
        parse(json.dumps(value))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "not JSON: Expecting value at line 1, column 1"),
        (b'{"format": }', "not JSON: Expecting value at line 1, column 12"),
        (b"{\n'a': 1}", "not JSON: Expecting property name enclosed in double quotes at line 2, column 1"),
        (b"\xff\xfe{}", "not UTF-8 text: byte 0 cannot be read"),
        (b'{"a": "\xe9"}', "not UTF-8 text: byte 7 cannot be read"),
        (b"[NaN]", "not a record: NaN is no JSON number"),
        (b"[-Infinity]", "not a record: -Infinity is no JSON number"),
        (b"[" * 100_000, "not a record: nested too deeply"),
        (b'{"a":' * 100_000, "not a record: nested too deeply"),
        (b"1" * 5000, "not a record: "),
        (b"\0", "not JSON: Expecting value at line 1, column 1"),
    ],
)
def test_what_is_no_json_is_said_with_its_place(text: bytes, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(text)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_a_byte_order_mark_does_no_harm() -> None:
    assert parse(b"\xef\xbb\xbf" + json.dumps(LEAST).encode()) == read(LEAST)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=6)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)),
    max_leaves=12,
)
NAMES = ["format", "mode", "options", "seed", "deal", "start", "moves"]


def read_or_refused(value: object) -> None:
    """A value is read and can be replayed, or it is refused in one line."""
    try:
        record = read(value)
    except RecordError as error:
        text = str(error)
        if not text or "\n" in text or len(text) > 300:
            raise AssertionError(f"not one clear line: {text!r}") from error
        return
    for step in replay(record):
        json.dumps(line(step))


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(text: bytes) -> None:
    with pytest.raises(RecordError):
        parse(text)


@given(JSON)
def test_any_json_is_read_or_refused(value: object) -> None:
    read_or_refused(value)


@given(st.dictionaries(st.sampled_from(NAMES), JSON, max_size=4))
def test_a_record_with_any_json_in_it_is_read_or_refused(changes: dict[str, object]) -> None:
    read_or_refused({**LEAST, **changes})


@given(st.data(), records(), CHOICES)
def test_a_damaged_record_is_read_or_refused(data: st.DataObject, record: Record, choices: list[tuple[int, int, int]]) -> None:
    moves = tuple(move for _, move, _ in played(record, choices))
    written = Record(record.mode, record.options, record.seed, record.deal, record.start, moves).write()
    value: Any = json.loads(json.dumps(written))
    holder: Any = value
    # Walk down to some part of the record and put something else there.
    while True:
        if isinstance(holder, dict) and holder:
            key: Any = data.draw(st.sampled_from(sorted(holder)))
        elif isinstance(holder, list) and holder:
            key = data.draw(st.integers(0, len(holder) - 1))
        else:
            break
        if isinstance(holder[key], (dict, list)) and holder[key] and data.draw(st.booleans()):
            holder = holder[key]
        else:
            holder[key] = data.draw(JSON)
            break
    read_or_refused(value)


@pytest.mark.parametrize("depth", range(100, 1100, 7))
def test_a_value_of_any_depth_is_refused_in_one_line(depth: int) -> None:
    text = json.dumps(LEAST).replace('"any text"', "[" * depth + "]" * depth)
    with pytest.raises(RecordError, match=r"^(seed: a list is not a text|not a record: nested too deeply)$"):
        parse(text)
