"""Worked examples for the help: a record each, whose last move is what is shown. The engine says what it does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from game import assets
from game.rules.modes import no_streak
from game.rules.record import Record, read, replay
from game.rules.round import Outcome, Place, Refusal, Round
from game.screens.aim import Preview, preview
from game.screens.board_view import Families, with_piece, without
from game.screens.colours import with_start
from game.words import number, say
from game.words.sentences import piece_name, refusal_sentence, terms_sentence


@dataclass(frozen=True, slots=True)
class Example:
    """A position, the move made in it, and what came of it."""

    id: str
    mode: str
    before: Round
    move: Place
    result: Outcome | Refusal
    colours: Families
    """The colours of the board before the move."""
    colours_after: Families

    @classmethod
    def of(cls, id: str, record: Record) -> Example:
        """The last move of a record, which must be a placement."""
        first, *steps = replay(record)
        before, colours = first.round, with_start(first.round.position)
        for count, step in enumerate(steps, 1):
            then = colours
            if isinstance(step.result, Outcome) and step.result.piece is not None:
                then = without(with_piece(colours, step.result.placed, step.result.piece), step.result.removed)
            if count == len(steps):
                move = record.moves[-1]
                assert isinstance(move, Place)
                assert step.result is not None
                return cls(id, record.mode.name, before, move, step.result, colours, then)
            before, colours = step.round, then
        raise ValueError(f"{id} has no move")

    @property
    def aimed(self) -> Preview:
        """What the play screen shows at the move's spot."""
        found = preview(self.before, self.move.slot, (self.move.row, self.move.column))
        assert found is not None, "an example moves a piece that is there"
        return found

    def facts(self) -> list[str]:
        """What the engine says of the move: which piece goes where, the points term by term or the refusal, the streak."""
        piece = self.aimed.piece
        where = say("help.where", piece=piece_name(piece), row=self.move.row + 1, column=self.move.column + 1)
        facts = [where[:1].upper() + where[1:]]
        if isinstance(self.result, Refusal):
            return [*facts, refusal_sentence(self.result, self.before)]
        facts.append(terms_sentence(self.result) or placed_words(self.result.points))
        streak = self.result.round.streak
        if self.before.rules.advance is not no_streak and streak.count:
            facts.append(say("help.streak.warning" if streak.grace else "help.streak", count=streak.count))
        return facts


def placed_words(points: int) -> str:
    """The points of a move that cleared nothing."""
    return say("help.points.one") if points == 1 else say("help.points", points=number(points))


@cache
def examples() -> dict[str, Example]:
    """All examples by their ids. The file is read once."""
    records = json.loads(assets.read("help/examples.json"))
    return {id: Example.of(id, read(record)) for id, record in records.items()}
