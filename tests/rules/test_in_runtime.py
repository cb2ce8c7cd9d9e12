"""The engine in the browser's own Python deals the same hands and plays the same games."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from game.coach.solver import solve
from game.rules.record import line, read, replay, write_move
from tests.rules import golden_deals
from tests.rules.in_runtime import run_with_game

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node to run WebAssembly outside of a browser")

VECTORS = sorted((Path(__file__).parent / "vectors").glob("*.json"))


def test_it_deals_the_golden_hands() -> None:
    program = """
import json
from tests.rules.golden_deals import deal
with open("/given.json") as file:
    print(json.dumps({name: deal(golden) for name, golden in json.load(file).items()}))
"""
    golden = golden_deals.read()
    assert run_with_game(program, golden) == {name: each["hands"] for name, each in golden.items()}


def test_it_replays_the_vectors_line_for_line() -> None:
    program = """
import json
from game.rules.record import line, read, replay
with open("/given.json") as file:
    print(json.dumps([[line(step) for step in replay(read(record))] for record in json.load(file)]))
"""
    records = [json.loads(path.read_text("utf-8"))["record"] for path in VECTORS]
    assert run_with_game(program, records) == [[line(step) for step in replay(read(record))] for record in records]


def test_it_solves_a_hand_as_the_desktop_does() -> None:
    program = """
import json
from game.coach.solver import solve
from game.rules.record import read, write_move
with open("/given.json") as file:
    answer = solve(read(json.load(file)).begin())
moves = [write_move(move) for move in answer.best.moves]
print(json.dumps([answer.all_fit, answer.exact, answer.nodes, answer.best.points, moves]))
"""
    record = {"format": "block-puzzle-record/1", "mode": "master", "options": {}, "seed": "golden", "moves": []}
    answer = solve(read(record).begin())
    moves = [write_move(move) for move in answer.best.moves]
    assert run_with_game(program, record) == [answer.all_fit, answer.exact, answer.nodes, answer.best.points, moves]
