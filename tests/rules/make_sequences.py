"""Makes the fixed sequences of mode sessions: ``python -m tests.rules.make_sequences``.

It writes ``game/rules/sequence_data.py`` and, for the tests, a route that places every piece of each
sequence. Its dice are seeded, so that it makes the same sequences again. They were made once: whoever has
played a sequence expects to meet it again, so a change here is a change of the game.

Each sequence has a theme that most of its pieces come from, and an aim: how often the careful player of
``players.py`` gets through it. The player at random must nearly always fail.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from game.rules.board import board
from game.rules.dealing import SLOTS
from game.rules.pieces import SHAPES, Piece
from game.rules.sequences import LENGTHS, SEQUENCES
from tests.rules.players import at_random, rate, route, with_care

DATA = Path(__file__).parents[2] / "game" / "rules" / "sequence_data.py"
ROUTES = Path(__file__).parent / "sequence_routes.json"

THEMES = {
    "bars": "I3 I4 I5",
    "blocks": "O4 2×3 O9",
    "corners": "L3 V5 O4",
    "hooks": "L4 J4 L5 J5",
    "steps": "S4 Z4 W5",
    "branches": "T4 T5 X5",
    "cups": "U5 P5 I3",
    "long and short": "I5 I4 I2 I1",
    "tetrominoes": "I4 O4 L4 J4 S4 Z4 T4",
    "pentominoes": "I5 V5 L5 J5 P5 U5 T5 X5 W5",
    "giants and crumbs": "O9 V5 I5 I1 I2",
    "everything": " ".join(SHAPES),
}
EASING = "I1 I2 I3 L3 O4"
"""What is mixed into a theme that is too hard for its aim."""
LOADING = "O9 V5 I5 2×3 T5"
"""What is mixed into a theme that is too easy for its aim."""
LARGEST_SHARE = 0.45
"""How much at most is mixed in, so that the theme stays in charge."""

AIMS = {6: (0.92, 0.15), 10: (0.95, 0.30)}
"""The careful player's rate at the first and at the last sequence."""
NEAR_ENOUGH = 0.04
RANDOM_LIMIT = 0.08
"""The player at random gets through no sequence more often than this."""
TRIES = 60
"""Sequences of one theme to look at."""
SKETCH, GAMES, RANDOM_GAMES = 40, 400, 1000
"""Games for a first guess of a rate, and for the rates that count."""


@dataclass(frozen=True)
class Made:
    """One sequence and what is known of it."""

    theme: str
    pieces: tuple[Piece, ...]
    careful: float
    random: float
    steps: tuple[tuple[int, int], ...]

    def route(self, size: int) -> str:
        """The steps as ``slot,row,column``."""
        return " ".join(f"{slot},{origin // size},{origin % size}" for slot, origin in self.steps)


def draw(source: Random, theme: str, load: float, length: int) -> tuple[Piece, ...]:
    """Pieces of the theme, with a share of larger (load above 0) or smaller ones mixed in."""
    mixed = (LOADING if load > 0 else EASING).split()
    names = [source.choice(mixed if source.random() < abs(load) else THEMES[theme].split()) for _ in range(length)]
    return tuple(source.choice(SHAPES[name]) for name in names)


def make(size: int, number: int, aim: float) -> Made:
    """A sequence whose rates are as aimed for, of the number's theme or, if that has none, of the next."""
    themes = list(THEMES)
    # Five and twelve have no common factor: neighbours differ, and each theme comes twice.
    first = number * 5 + number // len(themes)
    for turn in itertools.count(first):
        theme = themes[turn % len(themes)]
        made = make_of_theme(size, theme, aim, Random(f"{size}/{number}/{turn}"))
        if made:
            return made
    raise AssertionError("there is always a next theme")


def make_of_theme(size: int, theme: str, aim: float, source: Random) -> Made | None:
    """The first sequence of the theme whose rates are as aimed for, or None after many tries."""
    on, load = board(size), 0.0
    for _ in range(TRIES):
        pieces = draw(source, theme, load, LENGTHS[size])
        random = rate(on, pieces, at_random, source, SKETCH)
        careful = rate(on, pieces, with_care, source, SKETCH)
        too_easy = random > 2 * RANDOM_LIMIT or careful > aim + NEAR_ENOUGH
        load = max(-LARGEST_SHARE, min(LARGEST_SHARE, load + (0.03 if too_easy else -0.03)))
        if random > 2 * RANDOM_LIMIT or abs(careful - aim) > 2 * NEAR_ENOUGH:
            continue
        careful = rate(on, pieces, with_care, source, GAMES)
        random = rate(on, pieces, at_random, source, RANDOM_GAMES)
        if abs(careful - aim) > NEAR_ENOUGH or random > RANDOM_LIMIT:
            continue
        while (steps := route(on, pieces, with_care, source)) is None:
            pass
        return Made(theme, pieces, careful, random, tuple(steps))
    return None


def make_all(size: int) -> list[Made]:
    """Every sequence of a board size, the easiest for the careful player first."""
    first, last = AIMS[size]
    made = []
    for number in range(SEQUENCES):
        each = make(size, number, first + (last - first) * number / (SEQUENCES - 1))
        made.append(each)
        print(f"{size:2} {number:2}  careful {each.careful:6.1%}  random {each.random:6.1%}  {each.theme}", flush=True)
    return sorted(made, key=lambda each: -each.careful)


def write(made: dict[int, list[Made]]) -> None:
    """Writes the data module and the routes."""
    lines = [
        '"""The pieces of the fixed sequences, by board size. Made once by tests/rules/make_sequences.py."""',
        "",
        "PIECES: dict[int, tuple[str, ...]] = {",
    ]
    for size, sequences in made.items():
        lines += [f"    {size}: ("]
        for each in sequences:
            lines += [f"        # {each.theme}"]
            lines += quoted(each.pieces)
        lines += ["    ),"]
    DATA.write_text("\n".join([*lines, "}", ""]), encoding="utf-8")
    routes = {
        size: [
            {"theme": each.theme, "careful": each.careful, "random": each.random, "route": each.route(size)} for each in sequences
        ]
        for size, sequences in made.items()
    }
    ROUTES.write_text(json.dumps(routes, indent=1) + "\n", encoding="utf-8")


def quoted(pieces: Sequence[Piece]) -> list[str]:
    """One string over several source lines, two hands a line."""
    texts = [piece.text for piece in pieces]
    step = 2 * SLOTS
    rows = [" ".join(texts[start : start + step]) for start in range(0, len(texts), step)]
    rows[:-1] = [row + " " for row in rows[:-1]]
    quoted = [f'        "{row}"' for row in rows]
    quoted[-1] += ","
    return quoted


if __name__ == "__main__":
    write({size: make_all(size) for size in LENGTHS})
