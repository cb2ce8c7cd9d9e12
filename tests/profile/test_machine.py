"""Tabs of one browser on a bad day: random deeds over a storage that fails, events that come late or never, kills, foreign
values, days that come and go, and backups. Whatever happens, nothing is lost, doubled or overwritten unasked.

``MACHINE_EXAMPLES=2000 python -m pytest tests/profile/test_machine.py`` runs other and many more stories than the suite.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.profile import backup, dailies, practice, scores, stickers
from game.profile.envelope import UnreadableError, dump, seal
from game.profile.keeping import SLOTS, combination, is_slot, slot_of
from game.profile.kept import KeptRound, restore
from game.profile.player import Player
from game.profile.scores import Standing
from game.profile.settings import NAME as SETTINGS
from game.profile.store import BESIDE, JOURNAL, PREFIX, Payload, Saved, open_text
from game.rules.modes import CLASSIC, MASTER, SESSIONS, STICKERS, Mode, OptionValue
from game.rules.round import Outcome
from tests.profile.players import Clock, a_move, player
from tests.profile.storages import KilledError, Memory

EXAMPLES = int(os.environ.get("MACHINE_EXAMPLES", "0"))
KINDS: tuple[tuple[Mode, dict[str, OptionValue]], ...] = (
    (CLASSIC, {"level": "easy", "undo": "once"}),
    (STICKERS, {}),
    (MASTER, {}),
    (SESSIONS, {"board": 6, "sequence": 3}),
    (SESSIONS, {"board": 6, "daily": "2026-07-01"}),
)
FOREIGN = ("level=7;gold=120", " ", "\x00\ud800", '{"version":1,"revision":4,"checksum":"00000000","payload":{"best":1}}',
    seal(3, '{"a":1}').replace('"version":1', '"version":99'))  # fmt: skip
"""Values that are none of ours under any key."""
CALLS = ("get", "set", "remove", "keys")
LESSONS = ("one", "two", "three")
NAMES = (
    "settings", "stickers", "practice", "scores/master", "scores/stickers", "scores/classic/easy/10/once", "scores/classic/daily",
    "scores/sessions/6-practice", "progress/sessions-6-practice", *SLOTS[:2], "round/stickers", "round/master",
    "round/sessions-6-practice", "round/sessions-6-daily", "round/classic-daily/2026-07-01", "backup", "some/other",
)  # fmt: skip

tabs = st.integers(0, 2)
kinds = st.integers(0, len(KINDS) - 1)
seeds = st.integers(0, 2**16)


class Shaky(Memory):
    """One tab's way to the storage that all share: it refuses some calls, and the page may be killed at one of them."""

    def __init__(self, world: Machine, number: int) -> None:
        super().__init__(world.values)
        self.world, self.number = world, number
        self.refuses: frozenset[str] = frozenset()
        self.every = 1
        self.calls = 0
        self.kill_in: int | None = None
        self.torn: float | None = None

    def heal(self) -> None:
        self.refuses, self.kill_in = frozenset(), None

    def _call(self, call: str) -> None:
        self.calls += 1
        if self.kill_in is not None:
            self.kill_in -= 1
            if self.kill_in < 0:
                raise KilledError
        if call in self.refuses and self.calls % self.every == 0:
            raise OSError(f"SecurityError: {call}")

    def get(self, key: str) -> str | None:
        self._call("get")
        return super().get(key)

    def set(self, key: str, value: str) -> None:
        if self.kill_in == 0 and self.torn is not None:
            super().set(key, value[: int(len(value) * self.torn)])
        self._call("set")
        super().set(key, value)
        self.world.tell(key, self.number)

    def remove(self, key: str) -> None:
        self._call("remove")
        super().remove(key)
        self.world.tell(key, self.number)

    def keys(self) -> list[str]:
        self._call("keys")
        return super().keys()


@dataclass
class Tab:
    storage: Shaky
    player: Player
    screen: KeptRound | None = None
    """The round on the screen."""
    waiting: list[str | None] = field(default_factory=list)
    """Storage events that have not come yet."""
    owed: list[tuple[str, str, int]] = field(default_factory=list)
    """(combination, id, peak) of games that this tab alone may know of."""
    given_up: list[object] = field(default_factory=list)
    """The rounds that the player has given up here, which may not have gone yet."""
    unset: dict[str, Any] = field(default_factory=dict)
    """Settings that this tab alone may know of."""

    def gave_up(self, round: Payload) -> bool:
        """Whether the player has given up the round, as it stands or played further."""
        return any(goes_on(round, {"record": each}) for each in self.given_up)


def payload_of(values: dict[str, str], name: str) -> Payload | None:
    """What a record holds for whoever opens the game now; None where nothing can be read."""
    text = values.get(PREFIX + name)
    if text is None:
        return None
    beside = values.get(PREFIX + name + BESIDE)
    for each in (text, beside if beside is not None and beside.startswith(text) else None):
        try:
            payload = None if each is None else open_text(name, each).payload
            if payload is not None and is_slot(name):
                restore(name, payload)
        except (UnreadableError, ValueError):
            continue
        if payload is not None:
            return payload
    return None


def goes_on(before: Payload, after: Payload | None) -> bool:
    """Whether the stored round is the one before, played on or not."""
    if after is None:
        return False
    mine: Any = before["record"]
    theirs: Any = after["record"]
    return {**mine, "moves": 0} == {**theirs, "moves": 0} and theirs["moves"][: len(mine["moves"])] == mine["moves"]


def in_play(payload: Payload) -> bool:
    record: Any = payload["record"]
    return payload["status"] == "playing" and bool(record["moves"])


class Machine(RuleBasedStateMachine):
    """The model is what must be there: bests, games by id, stickers, lessons, and texts that nobody may touch."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {"other/game": "theirs"}
        self.clock = Clock()
        self.born = 0
        self.rough = False
        """Whether somebody else takes away or puts back what is ours."""
        self.tabs: list[Tab] = []
        self.history: dict[str, list[str]] = {}
        self.best: dict[str, int] = {}
        self.games: dict[str, set[str]] = {}
        self.ever: dict[str, set[str]] = {}
        self.names: dict[str, set[str]] = {"stickers": set(), "practice": set()}
        self.untouchable: dict[str, str] = {}
        self.tampered: set[str] = set()
        """Records that somebody else has put back or removed: tabs may know more than is stored."""
        self.backups: list[str] = []

    @initialize(rough=st.booleans())
    def open_tabs(self, rough: bool) -> None:
        self.rough = rough
        self.tabs = [self.fresh(number) for number in range(3)]

    def fresh(self, number: int) -> Tab:
        self.born += 1
        storage = Shaky(self, number)
        return Tab(storage, player(storage, self.clock, f"tab{self.born}-"))

    def tell(self, key: str | None, teller: int | None) -> None:
        for number, tab in enumerate(self.tabs):
            if number != teller:
                tab.waiting.append(key)
        if key is not None and key in self.values:
            self.history.setdefault(key, []).append(self.values[key])

    # -- deeds ---------------------------------------------------------------------------------------

    def act(self, number: int, deed: Callable[[Tab], object], asked: bool = False) -> bool:
        """Does something in a tab; False when the tab was killed in it. Unless the player was asked, no round gives way."""
        tab = self.tabs[number]
        before = self.rounds()
        alive = True
        try:
            deed(tab)
        except KilledError:
            alive = False
            self.tabs[number] = self.fresh(number)
        if not asked:
            after = self.rounds()
            for name, payload in before.items():
                record: Any = payload["record"]
                allowed = goes_on(payload, after.get(name)) or tab.gave_up(payload) or not record["moves"]
                assert allowed, f"{name} was overwritten unasked"
        return alive

    def rounds(self) -> dict[str, Payload]:
        names = [key.removeprefix(PREFIX) for key in self.values if not key.endswith(BESIDE)]
        return {name: payload for name in names if is_slot(name) and (payload := payload_of(self.values, name)) is not None}

    def note(self, tab: Tab, kept: KeptRound) -> None:
        """What the round has reached must be known from now on: to all, or to this tab while it holds it."""
        if not kept.placed:
            return
        name = combination(kept.record.mode, kept.record.options)
        if f"scores/{name}" in self.tampered:
            # This tab may believe that what it knows is stored.
            return
        if tab.player.store.holds(f"scores/{name}"):
            tab.owed.append((name, kept.id, kept.peak))
        else:
            self.must(name, kept.id, kept.peak)
        if not tab.player.store.holds("stickers"):
            self.names["stickers"] |= set(tab.player.new_stickers)

    def must(self, name: str, id: str, peak: int) -> None:
        self.games.setdefault(name, set()).add(id)
        self.best[name] = max(self.best.get(name, 0), peak)

    @rule(number=tabs, kind=kinds)
    def open_round(self, number: int, kind: int) -> None:
        """The menu: the round that is kept, or a new one where there is none."""
        mode, given = KINDS[kind]

        def deed(tab: Tab) -> None:
            kept = tab.player.kept(slot_of(mode, mode.options(given)))
            tab.screen = kept if kept is not None else tab.player.begin(mode, given)

        self.act(number, deed)

    @rule(number=tabs, kind=kinds)
    def begin_anew(self, number: int, kind: int) -> None:
        """The player gives up the round that the menu shows."""
        mode, given = KINDS[kind]

        def deed(tab: Tab) -> None:
            slot = slot_of(mode, mode.options(given))
            shown = tab.player.kept(slot)

            def begin() -> None:
                tab.screen = tab.player.begin(mode, given, [shown] if shown else [])

            self.replaced_knowingly(tab, slot, shown, begin)

        self.act(number, deed, asked=True)

    @rule(number=tabs, kind=kinds)
    def begin_over_all(self, number: int, kind: int) -> None:
        """The player agrees to each round that is in the way, as the questions tell of them: this tab's and another's."""
        mode, given = KINDS[kind]

        def deed(tab: Tab) -> None:
            slot, agreed = slot_of(mode, mode.options(given)), list[KeptRound]()
            while len(agreed) < 4 and (found := tab.player.in_the_way(slot, agreed)) is not None:
                agreed.append(found)
                tab.given_up.append(found.record.write())

            def begin() -> None:
                tab.screen = tab.player.begin(mode, given, agreed)

            self.replaced_knowingly(tab, slot, None, begin)

        self.act(number, deed, asked=True)

    @rule(number=tabs)
    def look(self, number: int) -> None:
        """The board that is shown is compared with what is stored."""

        def deed(tab: Tab) -> None:
            if tab.screen is not None:
                tab.player.look(tab.screen)

        self.act(number, deed)

    def replaced_knowingly(self, tab: Tab, slot: str, shown: KeptRound | None, deed: Callable[[], object]) -> None:
        before = self.rounds().get(slot)
        if shown is not None:
            tab.given_up.append(shown.record.write())
        if before is not None and not in_play(before):
            tab.given_up.append(before["record"])
        deed()
        if before is not None and not goes_on(before, self.rounds().get(slot)):
            assert tab.gave_up(before), f"{slot}: another round than the one shown was given up"

    @rule(number=tabs)
    def restart(self, number: int) -> None:
        def deed(tab: Tab) -> None:
            kept = tab.screen
            if kept is not None and not (kept.record.options.daily and kept.record.mode is CLASSIC):
                self.replaced_knowingly(tab, kept.slot, kept, lambda: setattr(tab, "screen", tab.player.restart(kept)))

        self.act(number, deed, asked=True)

    @rule(number=tabs)
    def open_daily(self, number: int) -> None:
        def deed(tab: Tab) -> None:
            tab.screen = dailies.today(tab.player) or dailies.begin(tab.player)

        before = self.rounds()
        self.act(number, deed, asked=True)
        after = self.rounds()
        for name, payload in before.items():
            # Old ones may be given up, but only they.
            gone = name.startswith("round/classic-daily/") and name not in after and not name.endswith(self.clock.day)
            assert gone or goes_on(payload, after.get(name)), f"{name} was overwritten by a daily"

    @rule(number=tabs, seed=seeds, moves=st.integers(1, 4))
    def play(self, number: int, seed: int, moves: int) -> None:
        source = Random(seed)
        for _ in range(moves):
            if not self.act(number, lambda tab: self.move(tab, source)):
                return

    def move(self, tab: Tab, source: Random) -> None:
        kept = tab.screen
        move = None if kept is None else a_move(kept.round, source, 0.2)
        if kept is None or move is None:
            return
        self.ever.setdefault(combination(kept.record.mode, kept.record.options), set()).add(kept.id)
        if not isinstance(tab.player.play(kept, move), Outcome):
            return
        self.note(tab, kept)
        if kept.saved is Saved.KEPT:
            stored = payload_of(self.values, kept.slot)
            assert stored is not None
            assert stored["record"] == kept.record.write(), "saved, it says"
        else:
            held = tab.player.store.load(kept.slot)
            assert tab.player.store.holds(kept.slot)
            assert held is not None
            assert held["record"] == kept.record.write()

    @rule(number=tabs, mine=st.booleans())
    def resolve(self, number: int, mine: bool) -> None:
        """The player answers what the notice asks."""

        def deed(tab: Tab) -> None:
            kept = tab.screen
            if kept is not None and kept.saved is Saved.CONFLICT:
                tab.given_up += [each["record"] for each in (self.rounds().get(kept.slot),) if mine and each]
                if mine:
                    tab.player.keep_mine(kept)
                else:
                    other = tab.player.load_other(kept)
                    tab.screen = other or kept
                    if other is None:
                        held = tab.player.kept(kept.slot)
                        assert held is kept, "neither is lost when there is no other"

        self.act(number, deed, asked=True)

    @rule(number=tabs)
    def replace_unreadable(self, number: int) -> None:
        def deed(tab: Tab) -> None:
            kept = tab.screen
            if kept is not None and kept.saved is Saved.SET_ASIDE and (aside := tab.player.store.set_aside.get(kept.slot)):
                before = self.rounds().get(kept.slot)
                with self.giving_up(kept.slot, aside.text):
                    tab.player.replace_unreadable(kept)
                assert before is None or goes_on(before, self.rounds().get(kept.slot)), "what was not shown is not replaced"

        self.act(number, deed, asked=True)

    @rule(number=tabs, seed=seeds)
    def reset(self, number: int, seed: int) -> None:
        """The backup page: one unreadable record is started afresh."""

        def deed(tab: Tab) -> None:
            tab.player.check()
            asides = sorted(tab.player.store.set_aside.items())
            if asides:
                name, aside = asides[seed % len(asides)]
                with self.giving_up(name, aside.text):
                    tab.player.reset(name)

        self.act(number, deed)

    @contextmanager
    def giving_up(self, name: str, text: str) -> Iterator[None]:
        """The player has said that the unreadable text may go, whether the storage lets it go or not."""
        try:
            yield
        finally:
            if self.untouchable.get(name) == text != self.values.get(PREFIX + name):
                del self.untouchable[name]

    @rule(number=tabs)
    def look_around(self, number: int) -> None:
        """The menu and the backup page: looking changes nothing."""

        def deed(tab: Tab) -> None:
            for slot in tab.player.slots():
                tab.player.glance(slot)
            tab.player.latest()
            tab.player.check()
            for name in backup.names(tab.player):
                tab.player.store.peek(name)

        self.act(number, deed)

    @rule(number=tabs)
    def retry(self, number: int) -> None:
        self.act(number, lambda tab: tab.player.retry())

    @rule(number=tabs, name=st.sampled_from(("theme", "sound")), choice=st.integers(0, 1))
    def set(self, number: int, name: str, choice: int) -> None:
        value: Any = {"theme": ("dark", "light"), "sound": (True, False)}[name][choice]

        def deed(tab: Tab) -> None:
            before = payload_of(self.values, SETTINGS) or {}
            tab.unset[name] = value
            saved = tab.player.settings.change(**{name: value})
            assert tab.player.settings.now.values[name] == value
            if saved is Saved.KEPT:
                after = payload_of(self.values, SETTINGS)
                assert after is not None
                expected = {**before, **tab.unset}
                assert {**after, **expected} == after, "each setting as it was set last"
                tab.unset.clear()

        self.act(number, deed)

    @rule(number=tabs, lesson=st.sampled_from(LESSONS), lines=st.sampled_from((1, 5, 15)))
    def earn(self, number: int, lesson: str, lines: int) -> None:
        def deed(tab: Tab) -> None:
            if tab.player.practice.note(lesson) is Saved.KEPT:
                self.names["practice"].add(lesson)
            new = tab.player.stickers.award(0, lines)
            if not tab.player.store.holds("stickers"):
                self.names["stickers"] |= set(new)

        self.act(number, deed)

    # -- the world -----------------------------------------------------------------------------------

    @rule(number=tabs, most=st.integers(1, 40))
    def deliver(self, number: int, most: int) -> None:
        def deed(tab: Tab) -> None:
            events, tab.waiting = tab.waiting[:most], tab.waiting[most:]
            for key in events:
                tab.player.changed_elsewhere(key)

        self.act(number, deed)

    @rule(number=tabs)
    def lose_events(self, number: int) -> None:
        self.tabs[number].waiting.clear()

    @rule(number=tabs, calls=st.frozensets(st.sampled_from(CALLS), min_size=1), every=st.integers(1, 5))
    def sicken(self, number: int, calls: frozenset[str], every: int) -> None:
        storage = self.tabs[number].storage
        storage.refuses, storage.every = calls, every
        # One misfortune at a time: a value half written is made good from the one beside it, if that could be written.
        storage.torn = None

    @rule(number=tabs)
    def heal(self, number: int) -> None:
        self.tabs[number].storage.heal()

    @rule(number=tabs, calls=st.integers(0, 40), torn=st.sampled_from((None, 0.0, 0.5, 1.0)))
    def doom(self, number: int, calls: int, torn: float | None) -> None:
        storage = self.tabs[number].storage
        storage.kill_in, storage.torn = calls, None if storage.refuses else torn

    @rule(number=tabs)
    def kill(self, number: int) -> None:
        self.tabs[number] = self.fresh(number)

    @rule(days=st.sampled_from((1, 1, 1, 7, -1, -30)))
    def another_day(self, days: int) -> None:
        self.clock.day = self.clock.utc = (date.fromisoformat(self.clock.day) + timedelta(days)).isoformat()
        self.clock.time = max(0, self.clock.time + days * 86_400)

    @rule(name=st.sampled_from(NAMES), text=st.sampled_from(FOREIGN))
    def foreign_value(self, name: str, text: str) -> None:
        """Another program writes under our key, where nothing is or a round lies."""
        if is_slot(name) or PREFIX + name not in self.values:
            self.values.pop(PREFIX + name + BESIDE, None)
            self.put(name, text)
            self.untouchable[name] = text

    @rule(name=st.sampled_from([name for name in NAMES if name.startswith("round/")]))
    def impossible_round(self, name: str) -> None:
        payload = payload_of(self.values, name)
        if payload is not None:
            self.values.pop(PREFIX + name + BESIDE, None)
            text = seal(99, dump({**payload, "score": 12345}))
            self.put(name, text)
            self.untouchable[name] = text

    @precondition(lambda self: self.rough)
    @rule(name=st.sampled_from(NAMES), seed=seeds)
    def older_value(self, name: str, seed: int) -> None:
        """A restored browser profile: an older value of ours lies there again."""
        texts = [text for text in self.history.get(PREFIX + name, []) if text not in FOREIGN and '"score":12345' not in text]
        if texts and name not in self.untouchable:
            self.put(name, texts[seed % len(texts)])
            self.forget(name)

    @precondition(lambda self: self.rough)
    @rule(name=st.sampled_from(NAMES))
    def removed_value(self, name: str) -> None:
        """The player removes one key by hand."""
        self.values.pop(PREFIX + name, None)
        self.tell(PREFIX + name, None)
        self.untouchable.pop(name, None)
        self.forget(name)

    @precondition(lambda self: self.rough)
    @rule()
    def cleared(self) -> None:
        """The player, or the browser, removes everything."""
        for key in [key for key in self.values if key.startswith(PREFIX)]:
            del self.values[key]
        self.tell(None, None)
        self.untouchable.clear()
        for name in {*NAMES, *(f"scores/{each}" for each in (*self.best, *self.ever))}:
            self.forget(name)

    def put(self, name: str, text: str) -> None:
        self.values[PREFIX + name] = text
        self.tell(PREFIX + name, None)

    def forget(self, name: str) -> None:
        """Nothing more can be asked of the record than what lies there."""
        self.tampered.add(name)
        payload = payload_of(self.values, name)
        if name in self.names:
            kind = stickers.KIND if name == "stickers" else practice.KIND
            self.names[name] = set() if payload is None else set(kind.read(payload))
        elif name.startswith("scores/"):
            standing = scores.NOTHING if payload is None else scores.read(payload)
            name = name.removeprefix("scores/")
            for tab in self.tabs:
                tab.owed = [each for each in tab.owed if each[0] != name]
            self.best[name], self.games[name] = standing.best, {each.id for each in standing.results}

    # -- backups -------------------------------------------------------------------------------------

    @rule(number=tabs)
    def back_up(self, number: int) -> None:
        self.act(number, lambda tab: self.backups.append(backup.export(tab.player)))

    @precondition(lambda self: self.backups)
    @rule(number=tabs, seed=seeds)
    def merge(self, number: int, seed: int) -> None:
        read = backup.parse(self.backups[seed % len(self.backups)])
        before = self.rounds()

        def deed(tab: Tab) -> None:
            try:
                backup.merge(tab.player, read)
            except OSError:
                return
            self.brought(tab, read.records, merged=True)

        self.act(number, deed, asked=True)
        self.count_ever(read.records)
        after = self.rounds()
        for name, payload in before.items():
            assert goes_on(payload, after.get(name)), f"{name} was lost in a merge"

    @precondition(lambda self: self.rough and self.backups)
    @rule(number=tabs, seed=seeds)
    def replace(self, number: int, seed: int) -> None:
        read = backup.parse(self.backups[seed % len(self.backups)])
        for name in NAMES:
            self.tampered.add(name)

        def deed(tab: Tab) -> None:
            try:
                backup.replace(tab.player, read)
            except OSError:
                self.forget_all()
                return
            self.forget_all()
            tab.owed.clear()
            tab.unset.clear()
            self.brought(tab, read.records, merged=False)

        if not self.act(number, deed, asked=True):
            self.forget_all()
        self.count_ever(read.records)

    def forget_all(self) -> None:
        for name in {*NAMES, *(f"scores/{each}" for each in (*self.best, *self.ever))}:
            self.forget(name)

    def brought(self, tab: Tab, records: Any, merged: bool) -> None:
        """What a backup held is there now, but for what lies locked."""
        for name, payload in records.items():
            if name in self.untouchable or name == "backup" or tab.player.store.holds(name):
                continue
            stored = payload_of(self.values, name)
            assert stored is not None, name
            if not merged:
                assert stored == payload
            elif name.startswith("scores/"):
                standing: Standing = scores.read(payload)
                for result in standing.results:
                    self.games.setdefault(name.removeprefix("scores/"), set()).add(result.id)
                self.best[name.removeprefix("scores/")] = max(self.best.get(name.removeprefix("scores/"), 0), standing.best)
            elif name in self.names:
                kind = stickers.KIND if name == "stickers" else practice.KIND
                self.names[name] |= kind.read(payload)

    def count_ever(self, records: Any) -> None:
        for name, payload in records.items():
            if name.startswith("scores/"):
                ids = {each.id for each in scores.read(payload).results}
                self.ever.setdefault(name.removeprefix("scores/"), set()).update(ids)

    # -- what holds at every moment ------------------------------------------------------------------------

    @invariant()
    def what_cannot_be_read_stays(self) -> None:
        for name, text in self.untouchable.items():
            assert self.values.get(PREFIX + name) == text, f"{name} was unreadable and is gone"

    @invariant()
    def only_keys_of_the_game_are_touched(self) -> None:
        assert self.values["other/game"] == "theirs"
        assert all(key.startswith(PREFIX) for key in self.values if key != "other/game")
        for tab in self.tabs:
            assert all(key.startswith(PREFIX) for key in tab.storage.written)
            tab.storage.written.clear()

    @invariant()
    def what_was_reached_stays(self) -> None:
        if PREFIX + JOURNAL in self.values:
            return
        for name, best in self.best.items():
            if best or self.games.get(name):
                self.check_standing(name, best)
        for name, kind in (("stickers", stickers.KIND), ("practice", practice.KIND)):
            if self.names[name] and name not in self.untouchable:
                payload = payload_of(self.values, name)
                assert payload is not None, f"{name} are gone"
                assert kind.read(payload) >= self.names[name]

    def check_standing(self, name: str, best: int) -> None:
        if f"scores/{name}" in self.untouchable:
            return
        payload = payload_of(self.values, f"scores/{name}")
        assert payload is not None, f"the scores of {name} are gone"
        standing = scores.read(payload)
        ids = [each.id for each in standing.results]
        assert standing.best >= best, f"the best of {name} fell"
        assert {*ids} >= self.games.get(name, set()), f"a game of {name} is not counted"
        assert len(ids) == len({*ids}) <= len(self.ever.get(name, set())), f"a game of {name} counts twice"

    # -- when all is calm ---------------------------------------------------------------------------------

    def deliver_all(self) -> None:
        for _ in range(60):
            if not any(tab.waiting for tab in self.tabs):
                return
            for number in range(len(self.tabs)):
                self.deliver_now(number)
        raise AssertionError("the tabs never come to rest")

    def deliver_now(self, number: int) -> None:
        tab = self.tabs[number]
        events, tab.waiting = tab.waiting, []
        for key in events:
            tab.player.changed_elsewhere(key)

    def teardown(self) -> None:
        if not self.tabs:
            return
        for tab in self.tabs:
            tab.storage.heal()
        for _ in range(3):
            self.deliver_all()
            for tab in self.tabs:
                # Events that were lost are made up for by looking.
                for name in tab.player._records():
                    tab.player.changed_elsewhere(PREFIX + name)
                tab.player.changed_elsewhere(PREFIX + SETTINGS)
                tab.player.retry()
                for kept in list(tab.player._rounds.values()):
                    if kept is not None and kept.saved is Saved.CONFLICT:
                        tab.player.keep_mine(kept)
        self.deliver_all()
        for tab in self.tabs:
            for name, id, peak in tab.owed:
                self.must(name, id, peak)
        self.what_cannot_be_read_stays()
        self.what_was_reached_stays()
        self.everything_agrees()

    def everything_agrees(self) -> None:
        fresh = player(Memory(dict(self.values)), self.clock)
        fresh.check()
        shown = {name: aside.text for name, aside in fresh.store.set_aside.items()}
        # Half a note of an exchange that was never begun.
        shown.pop(JOURNAL, None)
        assert shown == self.untouchable, f"set aside are {sorted(shown)}, should be {sorted(self.untouchable)}"
        for tab in self.tabs:
            store = tab.player.store
            for name in store.all_names():
                if store.holds(name):
                    assert name in self.untouchable or (is_slot(name)), f"{name} is held for nothing"
            for name, record in tab.player._records().items():
                if name not in self.tampered and name not in self.untouchable:
                    payload = payload_of(self.values, name)
                    assert payload is not None or record.now == record._kind.nothing, f"{name} is missing"
                    assert payload is None or record.now == record._kind.read(payload), f"{name} differs"
            if SETTINGS not in self.tampered and SETTINGS not in self.untouchable:
                assert tab.player.settings.now == fresh.settings.now


TestMachine = Machine.TestCase
TestMachine.settings = settings(
    max_examples=EXAMPLES or 60,
    stateful_step_count=40 if not EXAMPLES else 60,
    derandomize=not EXAMPLES,
    database=None,
    deadline=None,
    print_blob=False,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)
