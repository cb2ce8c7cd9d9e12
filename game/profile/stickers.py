"""The sticker book (rules, "Mode stickers"): what has been earned stays, over all rounds."""

from __future__ import annotations

from game.profile.shared import Kind, Shared, names_kind
from game.profile.store import Store

NAME = "stickers"

STICKERS: tuple[tuple[str, int], ...] = (
    ("first_line", 1),
    ("space_maker", 5),
    ("good_planner", 15),
    ("line_builder", 30),
    ("clear_thinker", 75),
)
"""Each sticker and how many lines of one round earn it, the easiest first."""

Earned = frozenset[str]


KIND: Kind[Earned] = names_kind("earned")


class StickerBook:
    """The five stickers of one player."""

    def __init__(self, store: Store) -> None:
        self.record = Shared(store, NAME, KIND)

    @property
    def earned(self) -> tuple[str, ...]:
        """The names of those earned, the easiest first."""
        return tuple(name for name, _ in STICKERS if name in self.record.now)

    def next(self) -> tuple[str, int] | None:
        """The easiest sticker that is not earned yet and its lines, or None when the book is full."""
        return next(((name, lines) for name, lines in STICKERS if name not in self.record.now), None)

    def award(self, lines_before: int, lines_after: int) -> tuple[str, ...]:
        """What a placement earns that raised the round's lines so; the newly earned are written at once."""
        if lines_after <= lines_before:
            return ()
        new = tuple(name for name, lines in STICKERS if lines <= lines_after and name not in self.record.now)
        if new:
            self.record.change(lambda earned: earned | frozenset(new))
        return new
