"""The sticker book (rules, "Mode stickers"): what has been earned stays, over all rounds."""

from __future__ import annotations

from game.profile.fields import WrongFieldError, field
from game.profile.shared import Kind, Shared
from game.profile.store import Payload, Store

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


def _read(payload: Payload) -> Earned:
    names = field(payload, "earned", list)
    if not all(isinstance(name, str) for name in names):
        raise WrongFieldError("earned is no list of names")
    return frozenset(names)


KIND: Kind[Earned] = Kind(
    frozenset(),
    _read,
    # Names of stickers that another version knows are kept with ours.
    lambda earned: {"earned": sorted(earned)},
    lambda one, other: one | other,
)


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
