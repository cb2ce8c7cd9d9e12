"""``python -m game replay``, ``deal`` and ``solve`` in a bare Python, as a script meets them."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VECTORS = Path(__file__).parent / "vectors"
RECORD = {"format": "block-puzzle-record/1", "mode": "stickers", "options": {}, "seed": "s", "moves": [{"undo": True}]}


def run(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs the game without site-packages, so that only the standard library is there."""
    return subprocess.run(
        [sys.executable, "-S", "-E", "-s", "-m", "game", *map(str, arguments)],
        cwd=ROOT,
        input=given,
        capture_output=True,
        timeout=60,
        check=False,
    )


def in_a_shell(folder: Path, arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the game with what the shell makes of its streams; FILE is a record."""
    file = folder / "record.json"
    file.write_text(json.dumps(RECORD), "utf-8")
    command = f"{shlex.quote(sys.executable)} -S -E -s -m game {arguments.replace('FILE', shlex.quote(str(file)))}"
    return subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, timeout=60, check=False)


def lines(done: subprocess.CompletedProcess[bytes]) -> list[object]:
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(each) for each in done.stdout.splitlines()]


def complaint(done: subprocess.CompletedProcess[bytes]) -> str:
    """The one line on standard error of a run that failed."""
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.splitlines()
    return line.decode()


def test_replay_prints_a_line_for_each_move_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    vector = json.loads((VECTORS / "classic-2016.json").read_text("utf-8"))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(vector["record"]), "utf-8")
    printed = lines(run("replay", file))
    assert [(line["score"], line["board"]) for line in printed if isinstance(line, dict)] == [
        (line["score"], line["board"]) for line in vector["expect"]
    ]
    assert lines(run("replay", "-", given=file.read_bytes())) == printed


@pytest.mark.parametrize("given", [b"", b"{}", b"\x00\xff", b"[1]", json.dumps({**RECORD, "mode": "x"}).encode()])
@pytest.mark.parametrize("command", ["replay", "solve"])
def test_what_is_no_record_gets_one_line_and_exit_2(given: bytes, command: str) -> None:
    assert complaint(run(command, "-", given=given))


@pytest.mark.parametrize("name", ["missing.json", "a\nb"])
def test_a_file_that_cannot_be_read_gets_one_line(tmp_path: Path, name: str) -> None:
    assert " ".join(name.split()) in complaint(run("replay", tmp_path / name))


@pytest.mark.parametrize(
    "arguments",
    [
        "replay",
        "juggle",
        "deal --seed x",
        "deal --mode chess --seed x",
        "deal --mode classic",
        "deal --mode classic --seed x --hands -1",
        "deal --mode classic --seed x --hands many",
        "deal --mode classic --seed x --rotation perhaps",
        "deal --mode classic --seed x --board ten",
        "deal --mode classic --seed x --board 7",
        "deal --mode classic --seed x --level easy --mix big",
        "deal --mode stickers --seed x --daily 2024-01-01",
        "deal --mode sessions --sequence 24",
        "deal --mode classic --daily yesterday",
    ],
)
def test_arguments_that_make_no_sense_get_one_line_and_exit_2(arguments: str) -> None:
    assert complaint(run(*arguments.split()))


@pytest.mark.parametrize("digits", [5_000, 100_000])
@pytest.mark.parametrize(
    "before",
    [
        "deal --mode classic --seed x --hands -",
        "deal --mode classic --seed x --hands ",
        "deal --mode classic --seed x --board ",
        "deal --mode classic --seed x --rotation ",
        "deal --mode classic --seed x ",
        "deal --mode sessions --sequence ",
        "deal --mode ",
        "",
    ],
)
def test_what_is_far_too_long_is_not_echoed_whole(before: str, digits: int) -> None:
    *words, last = (before + "7" * digits).split()
    said = complaint(run(*words, last))
    assert len(said) < 250
    assert "_whole" not in said
    assert "_count" not in said


@pytest.mark.parametrize("move", ['{"rotate":%s}', '{"place":[%s,0,0]}', "%s", '{"undo":-%s}'])
def test_a_number_of_too_many_digits_in_a_record_gets_a_line_of_its_own(move: str) -> None:
    record = json.dumps({**RECORD, "moves": ["MOVE"]}).replace('"MOVE"', move % ("7" * 5_000))
    assert complaint(run("replay", "-", given=record.encode())) == "not a record: a number in it has too many digits"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("replay - <&-", "standard input: closed"),
        ("solve - <&-", "standard input: closed"),
        ("replay FILE >&-", "standard output: closed"),
        ("deal --mode master --seed x >&-", "standard output: closed"),
    ],
)
def test_a_closed_stream_gets_one_line(tmp_path: Path, arguments: str, words: str) -> None:
    assert complaint(in_a_shell(tmp_path, arguments)) == words


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["replay FILE", "solve FILE", "deal --mode master --seed x --hands 5000"])
def test_output_that_cannot_be_written_gets_one_line(tmp_path: Path, command: str) -> None:
    assert complaint(in_a_shell(tmp_path, f"{command} > /dev/full")) == "standard output: No space left on device"


def test_deal_prints_the_hands_that_a_round_begins_with() -> None:
    (hand,) = lines(run("deal", "--mode", "stickers", "--seed", "s", "--hands", "1"))
    (before, _) = lines(run("replay", "-", given=json.dumps(RECORD).encode()))
    assert isinstance(before, dict)
    assert before["hand"] == hand


@pytest.mark.parametrize(
    ("arguments", "hands"),
    [
        ("--mode classic --seed x --hands 5", 5),
        ("--mode classic --seed x", 1),
        ("--mode classic --seed x --hands 0", 0),
        ("--mode classic --seed x --level custom --rotation on --dealing random --mix big --board 8 --hands 2", 2),
        ("--mode classic --daily 2024-02-29 --hands 2", 2),
        ("--mode sessions --sequence 23 --hands 99", 4),
        ("--mode sessions --board 10 --daily 2024-02-29 --hands 99", 8),
        ("--mode master --seed x --hands 3", 3),
    ],
)
def test_deal_prints_as_many_hands_as_asked_for_or_as_there_are(arguments: str, hands: int) -> None:
    dealt = lines(run("deal", *arguments.split()))
    assert len(dealt) == hands
    assert all(isinstance(hand, list) and len(hand) == 3 for hand in dealt)


def test_a_reader_that_has_seen_enough_causes_no_complaint() -> None:
    command = [sys.executable, "-S", "-m", "game", "deal", "--mode", "stickers", "--seed", "x", "--hands", "100000"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_commands_load_nothing_but_the_standard_library() -> None:
    script = (
        "import sys; from game.cli import run; status = run(['deal', '--mode', 'classic', '--seed', 'x'])\n"
        "roots = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(roots - set(sys.stdlib_module_names) - {'game', '__main__'}), status)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "[] 0"
