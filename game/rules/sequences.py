"""The fixed sequences of mode sessions (rules, "Mode sessions"), kept as data."""

from __future__ import annotations

from game.rules.dealing import SLOTS, ListedDealer
from game.rules.pieces import piece

SEQUENCES = 24
"""Sequences for each board size."""

LENGTHS = {6: 12, 10: 24}
"""Pieces in a sequence, by board size."""


def sequence_dealer(size: int, number: int) -> ListedDealer:
    """The hands of sequence ``number`` (from 0) for the board of ``size``."""
    from game.rules.sequence_data import PIECES

    pieces = tuple(piece(text) for text in PIECES[size][number].split())
    return ListedDealer(tuple(pieces[start : start + SLOTS] for start in range(0, len(pieces), SLOTS)))
