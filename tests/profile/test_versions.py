"""A save of every version ever written is read by the present code; newer ones are left alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.profile import migrations
from game.profile.envelope import VERSION, Fault, dump, seal, unseal
from game.profile.migrations import FIRST, STEPS, upgrade
from game.profile.settings import CHOICES
from game.profile.store import Saved, Store
from tests.profile.make_save import SAVES, summary
from tests.profile.players import Clock, player
from tests.profile.storages import Memory


def example(version: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SAVES / f"version-{version}.json").read_text("ascii"))
    return found


def test_there_is_an_example_of_every_version() -> None:
    assert {path.name for path in SAVES.iterdir()} == {f"version-{version}.json" for version in range(FIRST, VERSION + 1)}
    assert len(STEPS) == VERSION - FIRST


@pytest.mark.parametrize("version", range(FIRST, VERSION + 1))
def test_an_example_is_found_as_it_was_left(version: int) -> None:
    values, found = example(version)["values"], example(version)["found"]
    at = player(Memory(dict(values)), Clock())
    now = summary(at, values)
    settings = now.pop("settings")
    assert isinstance(settings, dict)
    assert found["settings"].items() <= settings.items(), "a setting that came later has its default"
    assert now == {name: value for name, value in found.items() if name != "settings"}
    assert at.store.set_aside == {}


def test_what_is_written_now_has_the_shape_of_the_present_example() -> None:
    """Who changes a payload's shape has to add a step to game/profile/migrations.py, and an example."""
    values = example(VERSION)["values"]
    storage = Memory(dict(values))
    at = player(storage, Clock())
    at.check()
    for name in at.store.all_names():
        kept = at.kept(name) if name.startswith("round/") else None
        if kept is not None:
            kept.write(at.store)
    for record in at._records().values():
        record.save()
    at.settings.change(**{name: at.settings.now.values[name] for name in CHOICES})
    for key, text in values.items():
        written = unseal(storage.values[key]).payload
        if key.endswith("/settings"):
            assert written.items() >= unseal(text).payload.items()
        else:
            assert dump(written) == dump(unseal(text).payload), key


# -- the steps themselves, with made-up ones ---------------------------------------------------------------


def rename(name: str, payload: dict[str, object]) -> dict[str, object]:
    return {"points": payload["score"]} if name == "thing" else payload


def double(name: str, payload: dict[str, object]) -> dict[str, object]:
    points = payload["points"]
    assert isinstance(points, int)
    return {"points": 2 * points}


def test_steps_lead_from_any_version_to_the_present_one() -> None:
    steps = (rename, double)
    assert upgrade("thing", 1, {"score": 4}, steps) == {"points": 8}
    assert upgrade("thing", 2, {"points": 4}, steps) == {"points": 8}
    assert upgrade("thing", 3, {"points": 4}, steps) == {"points": 4}
    assert upgrade("other", 1, {"points": 1}, (rename,)) == {"points": 1}


def test_an_older_save_is_brought_up_and_written_in_the_new_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Memory({"block-puzzle/thing": seal(5, dump({"score": 4})), "block-puzzle/odd": seal(2, dump({}))})
    monkeypatch.setattr(migrations.upgrade, "__defaults__", ((rename, double),))
    for module in ("game.profile.envelope.VERSION",):
        monkeypatch.setattr(module, 3)
    store = Store(storage)
    assert store.load("thing") == {"points": 8}
    assert storage.written == [], "reading writes nothing"
    assert store.save("thing", {"points": 9}) is Saved.KEPT
    assert json.loads(storage.values["block-puzzle/thing"])["version"] == 3
    assert json.loads(storage.values["block-puzzle/thing"])["revision"] == 6
    assert store.load("odd") is None, "a step that cannot do its work sets the record aside"
    assert store.set_aside["odd"].fault is Fault.DAMAGED
    monkeypatch.undo()
    older = Store(storage)
    assert older.load("thing") is None
    assert older.set_aside["thing"].fault is Fault.NEWER
    assert older.save("thing", {"score": 1}) is Saved.SET_ASIDE
    assert json.loads(storage.values["block-puzzle/thing"])["version"] == 3
