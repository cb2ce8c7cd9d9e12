"""A round well under way, as a player's storage keeps it, whose next move clears a line."""

from __future__ import annotations

from dataclasses import dataclass

from game.profile.player import Player
from game.rules.round import Place, Round

SEED = "benchmark"
FILLED = 45
"""Cells on the board of 10×10, so that drawing it costs what it costs in the middle of a round."""


class Shelf:
    """A storage in memory."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.texts.get(key)

    def set(self, key: str, value: str) -> None:
        self.texts[key] = value

    def remove(self, key: str) -> None:
        self.texts.pop(key, None)

    def keys(self) -> list[str]:
        return list(self.texts)


@dataclass(frozen=True)
class Prepared:
    """What is stored, the round in it, the move that clears, and one that does not."""

    texts: dict[str, str]
    round: Round
    clearing: Place
    quiet: Place


def prepared() -> Prepared:
    """Plays a seeded round without clearing until enough cells are filled and a line can be cleared."""
    shelf = Shelf()
    player = Player(shelf, lambda: "2024-01-01", lambda: SEED)
    kept = player.begin_classic()
    while True:
        clearing, quiet = _moves(kept.round, clears=True), _moves(kept.round, clears=False)
        if kept.round.position.bit_count() >= FILLED and clearing and quiet:
            return Prepared(shelf.texts, kept.round, clearing[0], quiet[0])
        player.play(kept, (quiet or clearing)[0])


def _moves(round: Round, clears: bool) -> list[Place]:
    found = []
    for slot, piece in enumerate(round.hand):
        if piece is None:
            continue
        for row, column in round.board.cells(piece.origins(round.board, round.position)):
            filled = round.position | piece.at(round.board, row, column)
            if bool(round.board.full_units(filled)) is clears:
                found.append(Place(slot, row, column))
    return found
