"""A round as text: parse, replay, write (interfaces.md, §1 and §2).

A record is what a save, a replay, a shared game and a bug report consist of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from game.rules.board import Position, UnitKind
from game.rules.dealing import SLOTS, Dealer, ListedDealer
from game.rules.modes import MODES, Mode, OptionError, Options, described
from game.rules.pieces import Piece, piece
from game.rules.round import Move, Outcome, Place, Refusal, Rotate, Round, TakeBack, begin, play

FORMAT = "block-puzzle-record/1"


class RecordError(ValueError):
    """The text is no record; the message says what is wrong and where, in one line."""


@dataclass(frozen=True, slots=True)
class Record:
    """A round's options, its hands and its moves, refused ones included."""

    mode: Mode
    options: Options
    seed: str | None = None
    deal: tuple[tuple[Piece, ...], ...] | None = None
    """Explicit hands, instead of the seed."""
    start: Position = 0
    moves: tuple[Move, ...] = ()

    def dealer(self) -> Dealer:
        """Where the hands of this round come from."""
        if self.deal is not None:
            return ListedDealer(self.deal)
        return self.mode.dealer(self.options, self.seed or "")

    def begin(self) -> Round:
        """The round before any move."""
        return begin(self.mode.rules(self.options), self.dealer(), self.start)

    def write(self) -> dict[str, object]:
        """The record as the JSON object of interfaces.md, §1."""
        written: dict[str, object] = {
            "format": FORMAT,
            "mode": self.mode.name,
            "options": self.options.chosen(),
        }
        if self.seed is not None:
            written["seed"] = self.seed
        if self.deal is not None:
            written["deal"] = [[each.text for each in hand] for hand in self.deal]
        if self.start:
            written["start"] = self.mode.rules(self.options).board.rows(self.start)
        written["moves"] = [write_move(move) for move in self.moves]
        return written


class Step(NamedTuple):
    """One line of a replay: the state before any move (number 0), or after one more move."""

    number: int
    round: Round
    result: Outcome | Refusal | None = None


def replay(record: Record) -> Iterator[Step]:
    """The state before any move, then one step for each move, also for a refused one."""
    round = record.begin()
    yield Step(0, round)
    for number, move in enumerate(record.moves, 1):
        result = play(round, move)
        if isinstance(result, Outcome):
            round = result.round
        yield Step(number, round, result)


_CLEARED_NAMES = {UnitKind.ROW: "rows", UnitKind.COLUMN: "cols", UnitKind.BOX: "boxes"}


def line(step: Step) -> dict[str, object]:
    """The step as the JSON object of interfaces.md, §2."""
    result = step.result
    cleared: dict[str, list[int]] = {name: [] for name in _CLEARED_NAMES.values()}
    if isinstance(result, Outcome):
        for unit in result.cleared:
            cleared[_CLEARED_NAMES[unit.kind]].append(unit.index)
    refused = isinstance(result, Refusal)
    return {
        "move": step.number,
        "ok": not refused,
        "reason": result.reason.value if isinstance(result, Refusal) else None,
        "points": result.points if isinstance(result, Outcome) else 0,
        "cleared": cleared,
        **position_fields(step.round),
    }


def position_fields(round: Round) -> dict[str, object]:
    """The fields of a replay line that say how the round stands."""
    return {
        "score": round.score,
        "lines": round.lines,
        "streak": round.streak.count,
        "grace": round.streak.grace,
        "hand": [each.text if each else None for each in round.hand],
        "status": round.status.value,
        "board": round.board.rows(round.position),
    }


def write_move(move: Move) -> dict[str, object]:
    """The move as a record writes it."""
    if isinstance(move, Place):
        return {"place": [move.slot, move.row, move.column]}
    if isinstance(move, Rotate):
        return {"rotate": move.slot}
    return {"undo": True}


def daily_seed(day: str) -> str:
    """The seed that everybody's daily of that calendar day has."""
    return f"daily {day}"


# -- reading ---------------------------------------------------------------------------------------


def parse(text: str | bytes, modes: Mapping[str, Mode] = MODES) -> Record:
    """The record that the text holds.

    Raises:
        RecordError: it is no record; the message says what is wrong and where.
    """
    return read(_json(text), modes)


def _json(text: str | bytes) -> object:
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise RecordError(f"not UTF-8 text: byte {error.start} cannot be read") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"not JSON: {error.msg} at {where}") from None
    except RecursionError:
        raise RecordError("not a record: nested too deeply") from None
    except RecordError:
        raise
    except ValueError:  # Python converts only so many digits
        raise RecordError("not a record: a number in it has too many digits") from None


def _no_constant(name: str) -> NoReturn:
    raise RecordError(f"not a record: {name} is no JSON number")


def read(value: object, modes: Mapping[str, Mode] = MODES) -> Record:
    """The record that a JSON value holds. Raises RecordError like :func:`parse`."""
    if not isinstance(value, dict):
        raise RecordError("not a record: not a JSON object")
    for name in ("format", "mode", "options", "moves"):
        if name not in value:
            raise RecordError(f"not a record: {name} is missing")
    if value["format"] != FORMAT:
        raise RecordError(f"format: {described(value['format'])} is not {FORMAT!r}")
    mode = _mode(value["mode"], modes)
    options = _options(value["options"], mode)
    deal = _deal(value["deal"]) if "deal" in value else None
    return Record(
        mode,
        options,
        _seed(value, mode, options),
        deal,
        _start(value["start"], mode, options) if "start" in value else 0,
        _moves(value["moves"]),
    )


def _mode(value: object, modes: Mapping[str, Mode]) -> Mode:
    if isinstance(value, str) and value in modes:
        return modes[value]
    raise RecordError(f"mode: {described(value)} is not one of {', '.join(modes)}")


def _options(value: object, mode: Mode) -> Options:
    if not isinstance(value, dict):
        raise RecordError("options: not a JSON object")
    try:
        return mode.options(value)
    except OptionError as error:
        raise RecordError(f"options: {error}") from None


def _seed(value: Mapping[str, object], mode: Mode, options: Options) -> str | None:
    seed = value.get("seed")
    if seed is not None and not isinstance(seed, str):
        raise RecordError(f"seed: {described(seed)} is not a text")
    if seed is None and "deal" not in value and mode.needs_seed:
        if options.daily is None:
            raise RecordError("not a record: neither seed nor deal says which pieces come")
        return daily_seed(options.daily)
    return seed


def _deal(value: object) -> tuple[tuple[Piece, ...], ...]:
    if not isinstance(value, list):
        raise RecordError("deal: not a list of hands")
    return tuple(_hand(hand, f"deal[{number}]") for number, hand in enumerate(value))


def _hand(value: object, where: str) -> tuple[Piece, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= SLOTS:
        raise RecordError(f"{where}: not a list of 1 to {SLOTS} pieces")
    return tuple(_piece(text, f"{where}[{slot}]") for slot, text in enumerate(value))


def _piece(value: object, where: str) -> Piece:
    if not isinstance(value, str):
        raise RecordError(f"{where}: {described(value)} is not a piece as text")
    try:
        return piece(value)
    except ValueError as error:
        raise RecordError(f"{where}: {error}") from None


def _start(value: object, mode: Mode, options: Options) -> Position:
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        raise RecordError("start: not a list of rows as text")
    try:
        return mode.rules(options).board.parse(value)
    except ValueError as error:
        raise RecordError(f"start: {error}") from None


def _moves(value: object) -> tuple[Move, ...]:
    if not isinstance(value, list):
        raise RecordError("moves: not a list")
    return tuple(read_move(move, f"moves[{number}]") for number, move in enumerate(value))


def read_move(value: object, where: str = "move") -> Move:
    """The move that a JSON value holds. Raises RecordError."""
    if isinstance(value, dict) and len(value) == 1:
        ((name, argument),) = value.items()
        if name == "place" and isinstance(argument, list) and len(argument) == 3:
            if all(type(number) is int for number in argument):
                return Place(*argument)
            raise RecordError(f"{where}: place needs three whole numbers")
        if name == "rotate" and type(argument) is int:
            return Rotate(argument)
        if name == "undo" and argument is True:
            return TakeBack()
    raise RecordError(f'{where}: not {{"place": [slot, row, column]}}, {{"rotate": slot}} or {{"undo": true}}')
