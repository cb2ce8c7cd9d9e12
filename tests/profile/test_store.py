"""The store over storages that work, fail, fill up, forget, and are shared with others."""

from __future__ import annotations

import pytest

from game.profile.envelope import VERSION, Fault, dump, seal, unseal
from game.profile.store import Payload, Saved, Store
from tests.profile.storages import Failing, Forgetful, Full, KilledError, Memory

KEY = "block-puzzle/thing"


def sealed(payload: Payload, revision: int = 1) -> str:
    return seal(revision, dump(payload))


def test_the_revision_grows_by_one_at_each_write() -> None:
    storage = Memory()
    store = Store(storage)
    for number in range(1, 6):
        assert store.save("thing", {"n": number}) is Saved.KEPT
        assert unseal(storage.values[KEY]).revision == number
    again = Store(storage)
    assert again.load("thing") == {"n": 5}
    again.save("thing", {"n": 6})
    assert unseal(storage.values[KEY]).revision == 6


def test_only_the_own_key_stays_written() -> None:
    storage = Memory({"other/game": "theirs"})
    store = Store(storage)
    store.save("thing", {"n": 1})
    assert storage.values == {"other/game": "theirs", KEY: sealed({"n": 1})}
    assert store.names() == ["thing"]
    assert store.reset("thing")
    assert storage.values == {"other/game": "theirs"}
    assert all(key.startswith("block-puzzle/") for key in storage.written)


UNREADABLE = {
    "no JSON": ("our own high score", Fault.DAMAGED),
    "nothing": ("", Fault.DAMAGED),
    "foreign": ('{"hero":"level 3"}', Fault.FOREIGN),
    "truncated": (sealed({"n": 1})[:-5], Fault.DAMAGED),
    "newer": (sealed({"n": 1}).replace(f'"version":{VERSION}', f'"version":{VERSION + 1}'), Fault.NEWER),
    "oversized": ("x" * 3_000_000, Fault.OVERSIZED),
}


@pytest.mark.parametrize(("text", "fault"), UNREADABLE.values(), ids=UNREADABLE.keys())
@pytest.mark.parametrize("read_first", [True, False])
def test_what_cannot_be_read_stays_until_it_is_reset(text: str, fault: Fault, read_first: bool) -> None:
    storage = Memory({KEY: text})
    store = Store(storage)
    if read_first:
        assert store.load("thing") is None
    for n in range(3):
        assert store.save("thing", {"n": n}) is Saved.SET_ASIDE
        assert store.load("thing") == {"n": n}, "the game goes on in this tab"
    assert storage.values == {KEY: text}
    assert storage.written == []
    assert store.set_aside["thing"].text == text
    assert store.set_aside["thing"].fault is fault
    assert store.reset("thing")
    assert store.set_aside == {}
    assert store.save("thing", {"n": 9}) is Saved.KEPT
    assert Store(storage).load("thing") == {"n": 9}


def test_what_becomes_readable_again_is_read() -> None:
    storage = Memory({KEY: "x"})
    store = Store(storage)
    store.load("thing")
    storage.values[KEY] = sealed({"n": 1})
    assert store.stored("thing") == {"n": 1}
    assert store.set_aside == {}
    assert store.save("thing", {"n": 2}) is Saved.KEPT


def test_a_blocked_storage_keeps_the_game_alive_and_says_why() -> None:
    store = Store(Failing(lambda call, key: True))
    assert store.load("thing") is None
    assert not store.reached("thing")
    assert store.save("thing", {"n": 1}) is Saved.HERE_ONLY
    assert store.load("thing") == {"n": 1}
    assert store.here_only
    assert store.failure == "SecurityError: get"
    assert store.stored_text("thing") == ""
    assert store.changed("thing") is False
    assert store.reset("thing") is False


@pytest.mark.parametrize("call", ["get", "set", "remove"])
def test_one_call_that_fails_once_loses_nothing(call: str) -> None:
    failing = False
    storage = Failing(lambda name, key: failing and name == call)
    store = Store(storage)
    store.save("thing", {"n": 1})
    failing = True
    expected = Saved.KEPT if call == "remove" else Saved.HERE_ONLY
    assert store.save("thing", {"n": 2}) is expected
    assert store.load("thing") == {"n": 2}
    failing = False
    assert store.save("thing", {"n": 3}) is Saved.KEPT
    assert not store.here_only
    assert store.failure is None
    assert Store(storage).load("thing") == {"n": 3}
    assert list(storage.values) == [KEY]


@pytest.mark.parametrize("every", range(2, 9))
def test_a_storage_that_fails_every_nth_call_ends_with_the_latest_value_or_says_so(every: int) -> None:
    calls = 0

    def refuses(call: str, key: str) -> bool:
        nonlocal calls
        calls += 1
        return calls % every == 0

    values: dict[str, str] = {}
    store = Store(Failing(refuses, values))
    for n in range(200):
        saved = store.save("thing", {"n": n})
        assert saved in (Saved.KEPT, Saved.HERE_ONLY)
        assert saved is Saved.KEPT or store.load("thing") == {"n": n}
        fresh = Store(Memory(dict(values))).load("thing")
        stored = -1 if fresh is None else fresh["n"]
        assert isinstance(stored, int)
        assert stored == n or saved is Saved.HERE_ONLY
        assert stored <= n


def test_a_full_storage_still_exchanges_what_fits_in_place() -> None:
    storage = Full(0)
    storage.room = len(KEY) + len(sealed({"n": 1})) + 5
    store = Store(storage)
    assert store.save("thing", {"n": 1}) is Saved.KEPT, "there is no room for two"
    assert store.save("thing", {"n": 2}) is Saved.KEPT
    assert store.save("thing", {"n": "a longer one than fits"}) is Saved.HERE_ONLY
    assert store.failure is not None
    assert "quota" in store.failure
    assert Store(storage).load("thing") == {"n": 2}
    storage.room = 10_000
    assert store.save("thing", {"n": "a longer one than fits"}) is Saved.KEPT
    assert store.failure is None


def test_a_storage_that_keeps_nothing_is_found_out() -> None:
    store = Store(Forgetful())
    assert store.save("thing", {"n": 1}) is Saved.HERE_ONLY
    assert store.load("thing") == {"n": 1}


def test_what_was_refused_stays_refused_however_often_it_is_read() -> None:
    storage = Memory()
    Store(storage).save("thing", {"n": 1})
    text = storage.values["block-puzzle/thing"]
    store = Store(storage)
    assert store.load("thing") == {"n": 1}
    store.refuse("thing", Fault.DAMAGED, "n may not be 1")
    for _ in range(2):
        assert store.load("thing") is None
        assert store.stored("thing") is None
    assert store.save("thing", {"n": 2}) is Saved.SET_ASIDE
    assert storage.values["block-puzzle/thing"] == text
    Store(storage).reset("thing")
    Store(storage).save("thing", {"n": 3})
    assert store.stored("thing") == {"n": 3}, "another value is another matter"


@pytest.mark.parametrize("part", [0, 0.3, 0.9, 1])
def test_a_write_that_is_torn_in_place_is_made_good_from_beside(part: float) -> None:
    storage = Memory()
    store = Store(storage)
    store.save("thing", {"n": 1})
    new = sealed({"n": 2}, 2)
    storage.values[KEY + ".next"] = new
    storage.values[KEY] = new[: int(len(new) * part)]
    again = Store(storage)
    assert again.load("thing") == {"n": 2}
    assert again.save("thing", {"n": 3}) is Saved.KEPT
    assert unseal(storage.values[KEY]).revision == 3
    assert list(storage.values) == [KEY]


def test_a_whole_value_beside_does_not_excuse_a_foreign_one() -> None:
    storage = Memory({KEY: "foreign", KEY + ".next": sealed({"n": 1})})
    store = Store(storage)
    assert store.load("thing") is None
    assert store.save("thing", {"n": 2}) is Saved.SET_ASIDE
    assert storage.values[KEY] == "foreign"


def test_what_another_tab_wrote_is_not_overwritten() -> None:
    storage = Memory()
    mine, theirs = Store(storage), Store(storage)
    mine.save("thing", {"n": 1})
    theirs.load("thing")
    theirs.save("thing", {"n": 2})
    assert mine.changed("thing")
    assert mine.save("thing", {"n": 3}) is Saved.CONFLICT
    assert mine.load("thing") == {"n": 3}
    assert mine.stored("thing") == {"n": 2}
    assert mine.save("thing", {"n": 3}) is Saved.KEPT, "now that this tab has seen it"
    assert not mine.changed("thing")


def test_what_this_tab_could_not_read_is_not_overwritten() -> None:
    blocked = True
    storage = Failing(lambda call, key: blocked, {KEY: sealed({"n": 1})})
    store = Store(storage)
    assert store.load("thing") is None
    blocked = False
    assert store.save("thing", {"n": 2}) is Saved.CONFLICT
    assert Store(storage).load("thing") == {"n": 1}


def test_what_somebody_cleared_is_written_again() -> None:
    storage = Memory()
    store = Store(storage)
    store.save("thing", {"n": 1})
    storage.values.clear()
    assert store.save("thing", {"n": 2}) is Saved.KEPT
    assert unseal(storage.values[KEY]).revision == 2


# -- nothing becomes writable by accident -----------------------------------------------------------------


def other_tab_writes(storage: Memory, n: int) -> str:
    other = Store(storage)
    other.load("thing")
    assert other.save("thing", {"n": n}) is Saved.KEPT
    return storage.values[KEY]


def test_a_value_that_was_only_looked_at_is_not_overwritten() -> None:
    storage = Memory()
    store = Store(storage)
    store.save("thing", {"n": 1})
    theirs = other_tab_writes(storage, 2)
    assert store.peek("thing") == store.stored_now("thing") == {"n": 2}
    assert store.save("thing", {"n": 3}) is Saved.CONFLICT
    assert storage.values[KEY] == theirs


def test_after_a_reading_that_failed_nothing_is_overwritten_unread() -> None:
    failing = False
    storage = Failing(lambda call, key: failing)
    store = Store(storage)
    store.save("thing", {"n": 1})
    failing = True
    assert store.stored("thing") is None
    assert not store.reached("thing")
    failing = False
    assert store.save("thing", {"n": 2}) is Saved.CONFLICT
    assert Store(storage).load("thing") == {"n": 1}


def test_a_value_refused_while_the_storage_fails_stays_refused() -> None:
    failing = False
    storage = Failing(lambda call, key: failing, {KEY: sealed({"n": 1})})
    store = Store(storage)
    store.load("thing")
    failing = True
    store.refuse("thing", Fault.DAMAGED, "n may not be 1")
    failing = False
    assert store.load("thing") is None
    assert store.save("thing", {"n": 2}) is Saved.SET_ASIDE
    assert store.set_aside["thing"].text == storage.values[KEY] == sealed({"n": 1})


def test_what_took_the_place_of_an_unreadable_value_is_not_reset_with_it() -> None:
    storage = Memory({KEY: "foreign"})
    store = Store(storage)
    store.load("thing")
    del storage.values[KEY]
    theirs = other_tab_writes(storage, 5)
    assert store.reset("thing"), "the unreadable value is gone"
    assert store.set_aside == {}
    assert store.save("thing", {"n": 1}) is Saved.CONFLICT
    assert storage.values[KEY] == theirs


def test_once_somebody_removed_the_unreadable_value_saving_works() -> None:
    storage = Memory({KEY: "foreign"})
    store = Store(storage)
    assert store.save("thing", {"n": 1}) is Saved.SET_ASIDE
    del storage.values[KEY]
    assert store.save("thing", {"n": 2}) is Saved.KEPT
    storage.values[KEY] = "foreign again"
    assert store.save("thing", {"n": 3}) is Saved.SET_ASIDE
    assert storage.values[KEY] == "foreign again"


def test_a_write_of_long_ago_is_no_excuse_to_overwrite() -> None:
    """A restored browser profile brings back what this very tab wrote once."""
    storage = Memory()
    store = Store(storage)
    store.save("thing", {"n": 1})
    older = storage.values[KEY]
    other_tab_writes(storage, 2)
    store.load("thing")
    storage.values[KEY] = older
    assert store.save("thing", {"n": 3}) is Saved.CONFLICT


def test_another_tab_reads_what_a_kill_has_left_half_written() -> None:
    storage = Memory()
    mine = Store(storage)
    mine.save("thing", {"n": 1})
    whole = sealed({"n": 2}, 2)
    storage.values |= {KEY: whole[:40], f"{KEY}.next": whole}
    assert mine.save("thing", {"n": 3}) is Saved.CONFLICT, "it can be read"
    assert mine.stored("thing") == {"n": 2}
    storage.values[f"{KEY}.next"] = whole
    room = sum(len(key) + len(text) for key, text in storage.values.items())
    full = Full(room, storage.values)
    again = Store(full)
    assert again.load("thing") == {"n": 2}
    again.save("thing", {"n": "x" * 2 * room})
    assert Store(Memory(storage.values)).load("thing") == {"n": 2}, "a write that does not fit takes no half of it away"


@pytest.mark.parametrize("number", [10**15, 10**40, int("9" * 4300)])
def test_a_revision_out_of_range_stops_nothing(number: int) -> None:
    storage = Memory({KEY: sealed({"n": 1}).replace('"revision":1', f'"revision":{number}')})
    text = storage.values[KEY]
    store = Store(storage)
    store.load("thing")
    saved = store.save("thing", {"n": 2})
    assert (saved, storage.values[KEY]) == (Saved.SET_ASIDE, text) or Store(storage).load("thing") == {"n": 2}


def test_a_number_that_json_cannot_write_is_not_read() -> None:
    text = seal(1, '{"n":1e999}')
    store = Store(Memory({KEY: text}))
    assert store.load("thing") is None
    assert store.set_aside["thing"].text == text


# -- an exchange that was cut off --------------------------------------------------------------------------


class _Cut(Memory):
    """Refuses to change some keys: what a kill would have left undone."""

    def __init__(self, values: dict[str, str], keys: tuple[str, ...]) -> None:
        super().__init__(values)
        self.keys_refused = keys

    def set(self, key: str, value: str) -> None:
        if key.removesuffix(".next") in self.keys_refused:
            raise KilledError
        super().set(key, value)


def test_what_was_written_since_an_exchange_was_cut_off_stays() -> None:
    storage = Memory()
    tab = Store(storage)
    for name in ("a", "b", "c"):
        tab.save(name, {"n": 1})
    cut = Store(_Cut(storage.values, ("block-puzzle/b",)))
    with pytest.raises(KilledError):
        cut.exchange({"a": '{"n":9}', "b": '{"n":9}', "c": '{"n":9}'})
    assert tab.save("c", {"n": 2}) is Saved.KEPT, "another tab goes on meanwhile"
    opened = Store(storage)
    assert [opened.load(name) for name in ("a", "b", "c")] == [{"n": 9}, {"n": 9}, {"n": 2}]
    assert "block-puzzle/exchange" not in storage.values


@pytest.mark.parametrize("call", ["remove", "get", "set"])
def test_an_exchange_that_was_refused_is_not_carried_out_later(call: str) -> None:
    failing = False

    def refuses(name: str, key: str) -> bool:
        return failing and name == call and (call != "set" or key.startswith("block-puzzle/b"))

    storage = Failing(refuses)
    store = Store(storage)
    for name in ("a", "b"):
        store.save(name, {"n": 1})
    failing = True
    try:
        store.exchange({"a": '{"n":9}', "b": None if call == "remove" else '{"n":9}'})
    except OSError:
        failing = False
        again = Store(Memory(storage.values))
        assert [again.load(name) for name in ("a", "b")] == [{"n": 1}, {"n": 1}]


def test_a_note_of_an_exchange_that_is_none_can_be_reset() -> None:
    text = sealed({"plan": 3})
    storage = Memory({"block-puzzle/exchange": text})
    store = Store(storage)
    assert store.set_aside["exchange"].text == text
    with pytest.raises(OSError, match="in the way"):
        store.exchange({"a": "{}"})
    assert store.reset("exchange")
    store.exchange({"a": "{}"})
    assert Store(storage).load("a") == {}
