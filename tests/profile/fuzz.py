"""Random and mutated saves through the loaders: nothing escapes, nothing is overwritten.

``python -m tests.profile.fuzz 1000000`` runs a million; the test suite some thousands.
"""

from __future__ import annotations

import json
import string
import sys
import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from game.profile.backup import BackupError, export, names, parse
from game.profile.envelope import checksum, dump, seal, unseal
from game.profile.keeping import SLOTS, combination, slot_of
from game.profile.player import Player
from game.profile.store import PREFIX
from game.rules.round import Place
from tests.profile.players import ROUNDS, play_on, player
from tests.profile.storages import Memory

JUNK = ("", "null", "true", "0", "-1", "[]", "{}", '"', "\x00", "\ud800", "1e999", "9" * 30, "[" * 900, '{"a":' * 400)
VALUES: tuple[Any, ...] = (None, True, -1, 0, 7, 10**20, 1.5, "", "x", [], {}, [[]], [None], {"place": [0, 0, 0]}, "2026-02-30")


def real_saves() -> dict[str, str]:
    """Everything a player has after some rounds, short ones."""
    storage = Memory()
    at = player(storage)
    for mode, given in ROUNDS:
        play_on(at, at.begin(mode, given), 6, Random(1))
    at.settings.change(theme="dark")
    at.stickers.award(0, 6)
    at.progress(6, daily=False).note(3, 40, True, 1_000)
    return storage.values


def random_text(source: Random, saves: Sequence[str]) -> str:
    size = source.randrange(60)
    alphabet = source.choice((string.printable, '{}[]",:0123456789.#', "".join(map(chr, range(256)))))
    return "".join(source.choices(alphabet, k=size))


def cut(source: Random, saves: Sequence[str]) -> str:
    text = source.choice(saves)
    return text[: source.randrange(len(text))]


def flipped(source: Random, saves: Sequence[str]) -> str:
    text = list(source.choice(saves))
    for _ in range(source.randrange(1, 4)):
        text[source.randrange(len(text))] = chr(source.randrange(128))
    return "".join(text)


def spliced(source: Random, saves: Sequence[str]) -> str:
    one, other = source.choice(saves), source.choice(saves)
    return one[: source.randrange(len(one))] + other[source.randrange(len(other)) :]


def junk(source: Random, saves: Sequence[str]) -> str:
    return source.choice(JUNK)


def resealed(source: Random, saves: Sequence[str]) -> str:
    """A mutated payload with a checksum that agrees, so that the reading behind it is met."""
    payload = json.loads(source.choice(saves))["payload"]
    for _ in range(source.randrange(1, 3)):
        _mutate(source, payload)
    return seal(source.randrange(10), dump(payload))


def _mutate(source: Random, value: Any) -> None:
    """Changes something somewhere inside a JSON object or list."""
    while isinstance(value, dict | list) and value:
        at = source.choice(list(value) if isinstance(value, dict) else range(len(value)))
        inner = value[at]
        if isinstance(inner, dict | list) and inner and source.random() < 0.8:
            value = inner
            continue
        act = source.random()
        if act < 0.25:
            del value[at]
        elif type(inner) is int and act < 0.6:
            value[at] = inner + source.choice((-1, 1, 10))
        else:
            value[at] = deepcopy(source.choice(VALUES))
        return


MUTATIONS: tuple[Callable[[Random, Sequence[str]], str], ...] = (random_text, cut, flipped, spliced, junk, resealed, resealed)


def one(source: Random, saves: dict[str, str]) -> None:
    """Puts a mutated value under some key, opens the game, plays, and checks that it lies there untouched or is read."""
    values = dict(saves) if source.random() < 0.2 else {}
    key = source.choice(list(saves))
    text = values[key] = source.choice(MUTATIONS)(source, list(saves.values()))
    name = key.removeprefix("block-puzzle/")
    at = player(Memory(values))
    look(at, name)
    if name in at.store.set_aside:
        use(at, name)
        assert values[key] == text, f"overwritten: {text!r}"
    else:
        unseal(text)
    if source.random() < 0.1:
        try_backup(source, text, saves)


def look(at: Player, name: str) -> None:
    """Everything that a menu does."""
    if name in SLOTS:
        at.glance(name)
        at.kept(name)
        at.latest()
    at.check()
    for kept in names(at):
        at.store.load(kept)
    assert at.stickers.earned is not None
    for name in ("master", "classic/easy/10/once"):
        assert at.scores.of(name).games >= 0
    at.progress(6, daily=False).now.following.bit_length()


def use(at: Player, name: str) -> None:
    """Plays and chooses, so that the record would be written if it might be."""
    at.settings.change(sound=False)
    at.stickers.award(0, 80)
    at.progress(6, daily=False).note(1, 2, True, 3)
    mode, given = _ROUND_OF.get(name, ROUNDS[-1])
    kept = at.begin(mode, dict(given))
    at.play(kept, Place(0, 0, 0))
    at.retry()


_ROUND_OF = {
    record: (mode, given)
    for mode, given in ROUNDS
    for record in (slot_of(mode, mode.options(given)), f"scores/{combination(mode, mode.options(given))}")
}


def try_backup(source: Random, text: str, saves: dict[str, str]) -> None:
    """The same for backups: they are read whole or refused with a BackupError."""
    whole = export(player(Memory(dict(saves))))
    value = json.loads(whole)
    for candidate in (flipped(source, [whole]), cut(source, [whole]), text):
        try:
            read = parse(candidate)
        except BackupError:
            continue
        assert {PREFIX + name for name in read.records} == value["entries"].keys()
    value["entries"][source.choice(list(saves))] = text
    value["checksum"] = checksum(dump(value["entries"]))
    try:
        parse(json.dumps(value))
    except BackupError:
        return


def run(count: int, seed: int) -> None:
    """So many mutated saves."""
    source, saves = Random(seed), real_saves()
    for _ in range(count):
        one(source, saves)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    begun, chunk = time.monotonic(), 10_000
    for start in range(0, wanted, chunk):
        run(min(chunk, wanted - start), seed=start)
        print(f"{min(start + chunk, wanted):>9} saves, {time.monotonic() - begun:.0f} s", flush=True)
