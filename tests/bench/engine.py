"""How fast the rules are, beside plain engines that do the same work: ``python -m tests.bench.engine``.

The engines take turns, and of several runs the quickest counts, in processor time: a machine that has
other things to do tells little less.
"""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

from game.coach.solver import solve
from game.rules.dealing import Dealing, Mix, SeededDealer
from game.rules.modes import MODES
from game.rules.record import Record, parse, replay
from game.rules.round import Move, Outcome, Place, Round, Status, play
from tests.bench.peers import BOARD, Bits, Engine, Game, Hands, Lists, Ours
from tests.bench.tables import Table
from tests.rules.in_runtime import run_with_game
from tests.rules.players import with_care

RANDOM_GAMES, GREEDY_GAMES = 300, 20
RUNS = 7
HANDS = 400
"""Hands prepared for a game; no player here gets to the end of them."""
LONG_ROUND = 2000


def tables() -> Iterator[Table]:
    """The tables of this benchmark."""
    yield playouts()
    yield door()
    yield solver()
    yield commands()
    if shutil.which("node"):
        yield in_the_runtime()


def dealt(seed: int) -> Hands:
    """The hands of one game, known beforehand, so that dealing is not measured."""
    dealer = SeededDealer(str(seed), Mix.SOME_BIG, Dealing.RANDOM)
    return [[piece for piece in dealer.hand(number, BOARD, 0) if piece] for number in range(HANDS)]


def playouts() -> Table:
    """Whole games on 8×8: placed at random, and by a greedy player."""
    engines: list[Engine] = [Lists(), Bits(), Ours()]
    greedy = timed_games(engines, lambda engine, hands, _: engine.greedily(hands), GREEDY_GAMES)
    random = timed_games(engines, lambda engine, hands, source: engine.at_random(hands, source), RANDOM_GAMES)
    table = Table(
        "Playouts on 8×8 (all engines play the same games)",
        ("engine", "random/s", "µs/move", "against it", "greedy/s", "µs/move", "against it"),
        note="against it: how many times faster this game's rules are",
    )
    for number, engine in enumerate(engines):
        cells: list[float] = []
        for times, moves, games in (random, greedy):
            cells += [games / times[number], 1e6 * times[number] / moves, times[number] / times[-1]]
        table.add(engine.name, *cells)
    return table


def timed_games(engines: list[Engine], run: Callable[[Engine, Hands, Random], Game], games: int) -> tuple[list[float], int, int]:
    """(seconds of each engine, moves made, games) over the same games; of some runs the quickest counts."""
    hands = [dealt(seed) for seed in range(games)]
    times, moves = [float("inf")] * len(engines), set()
    for _ in range(RUNS):
        for number, engine in enumerate(engines):
            sources = [Random(seed) for seed in range(games)]
            begin = time.process_time()
            played = [run(engine, dealt, source) for dealt, source in zip(hands, sources, strict=True)]
            times[number] = min(times[number], time.process_time() - begin)
            moves.add(tuple(played))
    (played_by_all,) = moves
    return times, sum(game[0] for game in played_by_all), games


def door() -> Table:
    """Moves through the one door, with scores, deals, statistics and undo."""
    table = Table(
        f"A round of {LONG_ROUND:,} moves",
        ("round", "µs per play()", "parse ms", "replay ms", "µs per replayed move"),
        note="a saved round is loaded by parsing and replaying it",
    )
    for name, mode, options in (
        ("classic easy", "classic", {"level": "easy", "undo": "once"}),
        ("classic, small, random", "classic", {"level": "custom", "mix": "small", "dealing": "random"}),
        ("master", "master", {}),
    ):
        record = long_round(mode, options)
        text = json.dumps(record.write())
        parsing, replaying, playing = [], [], []
        for _ in range(7):
            begin = time.process_time()
            record = parse(text)
            parsing.append(time.process_time() - begin)
            begin = time.process_time()
            for _ in replay(record):
                pass
            replaying.append(time.process_time() - begin)
            playing.append(door_only(record))
        moves = len(record.moves)
        table.add(name, 1e6 * min(playing) / moves, 1e3 * min(parsing), 1e3 * min(replaying), 1e6 * min(replaying) / moves)
    return table


def door_only(record: Record) -> float:
    """Seconds in play() alone, without the deals."""
    rounds: list[tuple[Round, Move]] = []
    round = record.begin()
    for move in record.moves:
        result = play(round, move)
        assert isinstance(result, Outcome)
        if not result.dealt:
            rounds.append((round, move))
        round = result.round
    begin = time.process_time()
    for before, move in rounds:
        play(before, move)
    return (time.process_time() - begin) * len(record.moves) / len(rounds)


def long_round(mode: str, options: Mapping[str, object]) -> Record:
    """A round of so many moves, which the careful player of the tests gets through."""
    for seed in range(1000):
        record = Record(MODES[mode], MODES[mode].options(options), f"long {seed}")
        round, source = record.begin(), Random(seed)
        moves: list[Move] = []
        while len(moves) < LONG_ROUND and round.status is Status.PLAYING:
            step = with_care(round.board, round.position, round.hand, source)
            if step is None:
                break
            moves.append(Place(step[0], *divmod(step[1], round.board.size)))
            result = play(round, moves[-1])
            assert isinstance(result, Outcome)
            round = result.round
        if len(moves) == LONG_ROUND:
            return Record(record.mode, record.options, record.seed, None, 0, tuple(moves))
    raise RuntimeError(f"no long round of {mode} found")


def solver() -> Table:
    """The search for the best line, over positions met in play."""
    table = Table("Solver", ("mode", "positions", "exact", "nodes", "nodes/s", "mean ms", "worst ms"))
    for name, mode, options in (
        ("stickers 8×8", "stickers", {}),
        ("classic 10×10 hard", "classic", {"level": "hard"}),
        ("classic 10×10 easy, rotation", "classic", {"level": "easy"}),
        ("master 9×9", "master", {}),
        ("sessions 10×10", "sessions", {"board": 10}),
    ):
        nodes, exact, times = 0, 0, []
        for round in positions(mode, options):
            begin = time.process_time()
            answer = solve(round)
            times.append(time.process_time() - begin)
            nodes, exact = nodes + answer.nodes, exact + answer.exact
        rate = round_to(nodes / sum(times))
        table.add(name, len(times), exact, nodes, rate, 1e3 * sum(times) / len(times), 1e3 * max(times))
    return table


def round_to(value: float) -> int:
    """A whole number of hundreds."""
    return round(value / 100) * 100


def positions(mode: str, options: Mapping[str, object]) -> Iterator[Round]:
    """Rounds with a full hand, as the careful player meets them."""
    for seed in range(4):
        source, now = Random(seed), Record(MODES[mode], MODES[mode].options(options), str(seed)).begin()
        for number in range(45):
            if now.status is not Status.PLAYING:
                break
            if number % 3 == 0:
                yield now
            step = with_care(now.board, now.position, now.hand, source)
            if step is None:
                break
            result = play(now, Place(step[0], *divmod(step[1], now.board.size)))
            assert isinstance(result, Outcome)
            now = result.round


def commands() -> Table:
    """How long the commands take from start to end, in a Python without site-packages."""
    table = Table("Commands in a bare Python", ("command", "ms", "of its own"), note="of its own: beyond starting Python")
    bare = start_time(["-c", "pass"])
    for arguments in ("deal --mode classic --seed x --hands 1", "replay -", "solve -"):
        took = start_time(["-m", "game", *arguments.split()])
        table.add(f"python -m game {arguments}", 1e3 * took, 1e3 * (took - bare))
    return table


def start_time(arguments: list[str]) -> float:
    """The least processor time of some runs, in seconds."""
    record = Record(MODES["stickers"], MODES["stickers"].options({}), "x")
    times = []
    for _ in range(10):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-S", "-E", *arguments],
            input=json.dumps(record.write()).encode(),
            stdout=subprocess.DEVNULL,
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


IN_THE_RUNTIME = """
import json, time
from game.coach.solver import solve
from game.rules.record import read, replay
with open("/given.json") as file:
    given = json.load(file)
record = read(given["long"])
times = []
for _ in range(3):
    begin = time.perf_counter()
    for _ in replay(record):
        pass
    times.append(time.perf_counter() - begin)
nodes = 0
begin = time.perf_counter()
for each in given["positions"]:
    *_, last = replay(read(each))
    nodes += solve(last.round).nodes
solved = time.perf_counter() - begin
print(json.dumps([min(times), nodes, solved]))
"""


def in_the_runtime() -> Table:
    """The same in the browser's Python, run by node."""
    long = long_round("classic", {"level": "easy", "undo": "once"})
    whole = long_round("master", {})
    given = {
        "long": long.write(),
        "positions": [replace(whole, moves=whole.moves[:number]).write() for number in range(0, 90, 3)],
    }
    answer = run_with_game(IN_THE_RUNTIME, given)
    assert isinstance(answer, list)
    replayed, nodes, solved = answer
    table = Table("In the browser's Python (WebAssembly, run by node)", ("what", "value"))
    table.add(f"replaying {LONG_ROUND:,} moves of classic easy, ms", 1e3 * replayed)
    table.add("µs per replayed move", 1e6 * replayed / LONG_ROUND)
    table.add("solver nodes/s on master 9×9", float(round_to(nodes / solved)))
    return table


def main() -> int:
    """Prints the tables."""
    for table in tables():
        print(*table.lines(), "", sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
