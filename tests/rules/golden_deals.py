"""Hands that were dealt once and must be dealt by every Python and in the browser.

``python -m tests.rules.golden_deals`` prints the hands that this Python deals as JSON; given
``--write``, it makes the golden file anew, which is right only before a seed was ever shared.
Standard library only, so that any interpreter can run it.
"""

from __future__ import annotations

import json
import os
import sys
from random import Random
from typing import Any

from game.rules.modes import MODES

FILE = os.path.join(os.path.dirname(__file__), "golden_deals.json")
HANDS = 12


def rows(golden: dict[str, Any]) -> list[str]:
    """The board at the deal."""
    given: list[str] = golden.get("board", [])
    return given


def deal(golden: dict[str, Any]) -> list[list[str | None]]:
    """The first hands for the options and the seed, all dealt on the golden board."""
    mode = MODES[golden["mode"]]
    options = mode.options(golden["options"])
    on, dealer = mode.rules(options).board, mode.dealer(options, golden["seed"])
    position = on.parse(rows(golden)) if rows(golden) else 0
    hands = [dealer.hand(number, on, position) for number in range(HANDS)]
    return [[piece.text if piece else None for piece in hand] for hand in hands if hand]


def cases() -> dict[str, dict[str, Any]]:
    """What is dealt, by a name."""
    made: dict[str, dict[str, Any]] = {}
    for mix in ("small", "some-big", "big"):
        for dealing in ("fitting", "random"):
            options = {"level": "custom", "dealing": dealing, "mix": mix}
            made[f"classic {mix} {dealing}"] = {"mode": "classic", "options": options, "seed": "golden"}
    for filled in (50, 80, 95):
        source = Random(filled)
        full = ["".join("#" if source.random() * 100 < filled else "." for _ in range(9)) for _ in range(9)]
        easy = {"level": "easy", "board": 9}
        made[f"{filled} percent full"] = {"mode": "classic", "options": easy, "seed": "Grüße ☃", "board": full}
    made["daily"] = {"mode": "classic", "options": {"daily": "2024-02-29"}, "seed": "daily 2024-02-29"}
    made["stickers"] = {"mode": "stickers", "options": {}, "seed": ""}
    made["master"] = {"mode": "master", "options": {}, "seed": "0"}
    made["sessions"] = {"mode": "sessions", "options": {"sequence": 7}, "seed": ""}
    made["sessions daily"] = {"mode": "sessions", "options": {"board": 10, "daily": "2024-02-29"}, "seed": ""}
    return {name: {**case, "hands": deal(case)} for name, case in made.items()}


def read() -> dict[str, dict[str, Any]]:
    """The golden file: what is dealt and the hands, by a name."""
    with open(FILE, encoding="utf-8") as file:
        golden: dict[str, dict[str, Any]] = json.load(file)
    return golden


if __name__ == "__main__":
    if "--write" in sys.argv:
        with open(FILE, "w", encoding="utf-8") as file:
            file.write(json.dumps(cases(), indent=1, ensure_ascii=False) + "\n")
    else:
        print(json.dumps({name: deal(golden) for name, golden in read().items()}))
