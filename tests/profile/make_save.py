"""Writes the stored example of the present version: ``python -m tests.profile.make_save``, once for each version.

An example stays for ever as it was written; tests/profile/test_versions.py reads them all.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from game.profile import sessions
from game.profile.envelope import VERSION
from game.profile.player import Player
from game.rules.round import Status
from tests.profile.players import ROUNDS, Clock, giving_up, play_on, player
from tests.profile.storages import Memory
from tests.profile.test_player import finish

SAVES = Path(__file__).parent / "saves"


def summary(at: Player, values: dict[str, str]) -> dict[str, object]:
    """What a player finds in a save, in the words of the present code."""
    names = [key.removeprefix("block-puzzle/") for key in sorted(values)]
    rounds = {}
    for name in names:
        if name.startswith("round/"):
            kept = at.kept(name)
            assert kept is not None
            rounds[name] = [kept.round.score, len(kept.record.moves), kept.round.status.value, int(kept.seconds)]
    combinations = [name.removeprefix("scores/") for name in names if name.startswith("scores/")]
    standings = {name: at.scores.of(name) for name in combinations}
    return {
        "rounds": rounds,
        "standings": {name: [each.best, each.games, each.ended, each.lines] for name, each in standings.items()},
        "stickers": list(at.stickers.earned),
        "complete": [number for number, done in at.progress(6, daily=False).now.done.items() if done.complete],
        "settings": dict(at.settings.now.values),
    }


def main() -> None:
    """Plays a little of everything and writes it down. Raises FileExistsError when the example is there."""
    storage = Memory()
    at = player(storage, Clock())
    for mode, given in ROUNDS:
        kept = at.begin(mode, given)
        kept.seconds = 83.25
        play_on(at, kept, 40, Random(7))
    finish(at, sessions.begin(at, 6, daily=False, sequence=4, agreed=giving_up(at, "round/sessions-6-practice")))
    over = at.begin(ROUNDS[0][0], {"level": "hard", "board": 8}, giving_up(at, "round/classic"))
    while over.round.status is Status.PLAYING:
        play_on(at, over, 1, Random(len(over.record.moves)))
    at.settings.change(theme="dark", sound=False, board=9, session_daily=False)
    example = {"values": storage.values, "found": summary(player(Memory(storage.values), Clock()), storage.values)}
    with (SAVES / f"version-{VERSION}.json").open("x", encoding="ascii") as file:
        json.dump(example, file, indent=1, sort_keys=True)
        file.write("\n")


if __name__ == "__main__":
    main()
