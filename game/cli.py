"""The commands of ``python -m game`` that need the standard library only (interfaces.md, §2)."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from game.rules.modes import MODES, OptionError, OptionValue
from game.rules.record import Record, RecordError, daily_seed, line, parse, position_fields, replay, write_move

BAD_INPUT = 2
"""Exit status for input that is no record and for arguments that make no sense."""


def run(arguments: Sequence[str]) -> int:
    """Runs one command and returns the exit status; errors are one line on standard error."""
    try:
        chosen = _parser().parse_args(arguments)
        if sys.stdout is None:
            return _complain("standard output: closed")
        _COMMANDS[chosen.command](chosen)
        sys.stdout.flush()
    except (RecordError, OptionError) as error:
        return _complain(str(error))
    except BrokenPipeError:
        # Whoever reads has seen enough.
        _discard_output()
    except OSError as error:
        # Reading has its own errors.
        _discard_output()
        return _complain(f"standard output: {error.strerror or error}")
    return 0


def _discard_output() -> None:
    """Lets the flush at exit succeed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str) -> int:
    if sys.stderr is not None:
        print(" ".join(sentence.split()), file=sys.stderr)
    return BAD_INPUT


def _read(file: str) -> Record:
    if file == "-" and sys.stdin is None:
        raise RecordError("standard input: closed")
    try:
        if file == "-":
            return parse(sys.stdin.buffer.read())
        with open(file, "rb") as opened:
            return parse(opened.read())
    except (OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        # A name with a NUL in it is a ValueError.
        raise RecordError(f"{file}: {getattr(error, 'strerror', None) or error}") from None


def _replay(chosen: argparse.Namespace) -> None:
    for step in replay(_read(chosen.file)):
        print(json.dumps(line(step)))


def _solve(chosen: argparse.Namespace) -> None:
    # The other commands need no solver.
    from game.coach.solver import solve

    *_, last = replay(_read(chosen.file))
    answer = solve(last.round)
    found = {
        "moves": [write_move(move) for move in answer.best.moves],
        "placed": answer.best.placed,
        "points": answer.best.points,
        "exact": answer.exact,
        "all_fit": answer.all_fit,
        "nodes": answer.nodes,
        **position_fields(last.round),
    }
    print(json.dumps(found))


def _deal(chosen: argparse.Namespace) -> None:
    mode = MODES[chosen.mode]
    given = {name: getattr(chosen, name, None) for name in _OPTIONS}
    options = mode.options({name: value for name, value in given.items() if value is not None})
    seed = chosen.seed
    if seed is None:
        if mode.needs_seed and options.daily is None:
            raise OptionError("--seed is missing")
        seed = daily_seed(options.daily) if options.daily else ""
    board, dealer = mode.rules(options).board, mode.dealer(options, seed)
    for number in range(chosen.hands):
        hand = dealer.hand(number, board, 0)
        if hand is None:
            break
        print(json.dumps([piece.text if piece else None for piece in hand]))


def _truth(text: str) -> bool:
    words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
    if text not in words:
        raise argparse.ArgumentTypeError(f"{text!r} is neither on nor off")
    return words[text]


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        # Also what Python says of a number that has more digits than it converts.
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of a sensible length") from None


_OPTIONS: Mapping[str, Callable[[str], OptionValue]] = {
    "board": _whole,
    "level": str,
    "rotation": _truth,
    "dealing": str,
    "mix": str,
    "undo": str,
    "sequence": _whole,
    "daily": str,
}


def _shortened(text: str) -> str:
    """The text, with the end of what is far too long in it left out."""
    return re.sub(r"(\S{40})\S{20,}", r"\1...", text)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{_shortened(' '.join(message.split()))}; {self.prog} --help says more\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m game", description="Without a command the game opens in a window.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    replaying = commands.add_parser("replay", help="print the state after each move of a record")
    replaying.add_argument("file", metavar="FILE", help="a record; - for standard input")
    solving = commands.add_parser("solve", help="print a best line for the hand that a record ends with")
    solving.add_argument("file", metavar="FILE", help="a record; - for standard input")
    dealing = commands.add_parser("deal", help="print the hands that a seed deals")
    dealing.add_argument("--mode", choices=list(MODES), required=True)
    dealing.add_argument("--seed", help="any text; not needed for dailies and sessions")
    dealing.add_argument("--hands", type=_count, default=1, metavar="N")
    for name, kind in _OPTIONS.items():
        dealing.add_argument(f"--{name}", type=kind)
    return parser


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of hands")
    return _whole(text)


_COMMANDS: Mapping[str, Callable[[argparse.Namespace], None]] = {"replay": _replay, "deal": _deal, "solve": _solve}
