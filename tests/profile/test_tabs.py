"""Two tabs on one storage: rounds are asked about, everything else is joined."""

from __future__ import annotations

from random import Random

import pytest

from game.profile import backup
from game.profile.keeping import combination
from game.profile.kept import KeptRound
from game.profile.player import Player
from game.profile.store import Saved
from game.rules.modes import MASTER, STICKERS
from game.rules.round import Outcome
from tests.profile.players import ROUNDS, Clock, a_move, play_on, player
from tests.profile.storages import Failing, Memory


class Browser:
    """Some tabs with one storage: each hears, later, what the others wrote."""

    def __init__(self, tabs: int) -> None:
        self.values: dict[str, str] = {}
        self.clock = Clock()
        self.waiting: list[list[str]] = [[] for _ in range(tabs)]
        self.tabs = [player(self._storage(number), self.clock, f"tab{number}-") for number in range(tabs)]

    def _storage(self, number: int) -> Memory:
        browser = self

        class Tab(Memory):
            def _tell(self, key: str) -> None:
                for other, queue in enumerate(browser.waiting):
                    if other != number:
                        queue.append(key)

            def set(self, key: str, value: str) -> None:
                super().set(key, value)
                self._tell(key)

            def remove(self, key: str) -> None:
                super().remove(key)
                self._tell(key)

        return Tab(self.values)

    def deliver(self, number: int) -> None:
        """Gives a tab the storage events that wait for it."""
        queue, self.waiting[number] = self.waiting[number], []
        for key in queue:
            self.tabs[number].changed_elsewhere(key)

    def deliver_all(self) -> None:
        for _ in range(20):
            for number in range(len(self.tabs)):
                self.deliver(number)
            if not any(self.waiting):
                return
        pytest.fail("the tabs never come to rest")


def two_with_one_round() -> tuple[Browser, KeptRound, KeptRound]:
    browser = Browser(2)
    one, two = browser.tabs
    mine = one.begin(MASTER, {})
    play_on(one, mine, 4, Random(1), 0)
    theirs = two.kept(mine.slot)
    assert theirs is not None
    return browser, mine, theirs


def test_the_other_tab_notices_and_keeps_its_board() -> None:
    browser, mine, theirs = two_with_one_round()
    one, two = browser.tabs
    play_on(two, theirs, 1, Random(2), 0)
    before = mine.round
    browser.deliver(0)
    assert mine.saved is Saved.CONFLICT
    assert mine.round == before
    stored = dict(browser.values)
    play_on(one, mine, 2, Random(3), 0)
    assert browser.values["block-puzzle/round/master"] == stored["block-puzzle/round/master"], "nothing is overwritten unasked"
    assert one.kept(mine.slot) is mine, "and the moves made since are not lost either"


def test_the_move_itself_notices_when_no_event_came() -> None:
    browser, mine, theirs = two_with_one_round()
    one, two = browser.tabs
    play_on(two, theirs, 1, Random(2), 0)
    play_on(one, mine, 1, Random(3), 0)
    assert mine.saved is Saved.CONFLICT
    assert one.retry() is False
    assert mine.saved is Saved.CONFLICT


def test_keep_this_board() -> None:
    browser, mine, theirs = two_with_one_round()
    one, two = browser.tabs
    play_on(two, theirs, 3, Random(2), 0)
    play_on(one, mine, 1, Random(3), 0)
    one.keep_mine(mine)
    assert mine.saved is Saved.KEPT
    fresh = player(Memory(browser.values)).kept(mine.slot)
    assert fresh is not None
    assert fresh.record == mine.record
    assert one.scores.of("master").best == max(mine.peak, theirs.peak), "what the other reached still counts"
    browser.deliver(1)
    assert theirs.saved is Saved.CONFLICT


def test_load_the_other() -> None:
    browser, mine, theirs = two_with_one_round()
    one, two = browser.tabs
    play_on(two, theirs, 3, Random(2), 0)
    browser.deliver(0)
    play_on(one, mine, 1, Random(3), 0)
    loaded = one.load_other(mine)
    assert loaded is not None
    assert loaded.record == theirs.record
    assert loaded.saved is Saved.KEPT
    assert isinstance(one.play(loaded, a_move(loaded.round, Random(1), 0) or pytest.fail("no move")), Outcome)
    assert loaded.saved is Saved.KEPT


def test_a_menu_shows_what_the_other_tab_has_played() -> None:
    browser, mine, theirs = two_with_one_round()
    one, two = browser.tabs
    play_on(two, theirs, 3, Random(2), 0)
    browser.deliver(0)
    glance = one.glance(mine.slot)
    assert glance is not None
    assert glance.score == theirs.round.score
    kept = one.kept(mine.slot)
    assert kept is not None
    assert kept.record == theirs.record


def test_the_own_writes_come_back_as_no_news() -> None:
    browser, mine, _ = two_with_one_round()
    one, _ = browser.tabs
    for key in list(browser.values):
        one.changed_elsewhere(key)
    assert one.kept(mine.slot) is mine
    assert mine.saved is Saved.KEPT


def test_another_tab_that_clears_everything_takes_no_board_away() -> None:
    browser, mine, _ = two_with_one_round()
    one, _ = browser.tabs
    best = one.scores.of("master").best
    browser.values.clear()
    one.changed_elsewhere(None)
    assert one.kept(mine.slot) is mine
    assert mine.saved.value == "here-only"
    assert browser.values == {}, "nothing is written unasked"
    held = backup.parse(backup.export(one))
    assert {mine.slot, "scores/master"} <= set(held.records), "a backup saves what this tab knows"
    assert one.retry()
    assert mine.saved is Saved.KEPT
    again = player(Memory(browser.values))
    assert again.scores.of("master").best == best
    found = again.kept(mine.slot)
    assert found is not None
    assert found.record == mine.record


def test_after_everything_was_cleared_a_move_brings_back_what_this_tab_knows() -> None:
    browser, mine, _ = two_with_one_round()
    one, _ = browser.tabs
    one.stickers.award(0, 6)
    browser.values.clear()
    one.changed_elsewhere(None)
    play_on(one, mine, 1, Random(1), 0)
    assert mine.saved is Saved.KEPT
    assert not one.store.here_only
    again = player(Memory(browser.values))
    assert again.scores.of("master").best >= mine.peak
    assert again.stickers.earned == one.stickers.earned


@pytest.mark.parametrize("seed", range(6))
def test_tabs_that_write_at_random_lose_no_best_no_sticker_and_no_game(seed: int) -> None:
    source = Random(seed)
    browser = Browser(3)
    best: dict[str, int] = {}
    games: dict[str, set[str]] = {}
    stickers: set[str] = set()
    for _ in range(250):
        number = source.randrange(3)
        tab = browser.tabs[number]
        if source.random() < 0.4:
            browser.deliver(number)
        mode, given = source.choice(ROUNDS)
        kept = tab.kept(_slot(tab, mode.name)) if source.random() < 0.8 else None
        if kept is None or not kept.in_play:
            kept = tab.begin(mode, given)
        play_on(tab, kept, source.randrange(1, 9), source, 0.1)
        if kept.saved is Saved.CONFLICT and source.random() < 0.7:
            tab.keep_mine(kept) if source.random() < 0.5 else tab.load_other(kept)
        name = combination(kept.record.mode, kept.record.options)
        best[name] = max(best.get(name, 0), kept.peak)
        if kept.placed:
            games.setdefault(name, set()).add(kept.id)
        stickers |= set(tab.stickers.earned)
    browser.deliver_all()
    for tab in (*browser.tabs, player(Memory(browser.values), browser.clock)):
        assert stickers == set(tab.stickers.earned)
        for name, score in best.items():
            assert tab.scores.of(name).best == score
            assert tab.scores.of(name).games == len(games[name])


def _slot(tab: Player, mode: str) -> str:
    return {"classic": "round/classic", "sessions": "round/sessions-6-practice"}.get(mode, f"round/{mode}")


def test_writes_that_cross_without_either_tab_seeing_the_other_are_joined() -> None:
    """Browsers may show a tab the other's write only after it has written itself."""
    browser = Browser(2)
    one, two = browser.tabs
    key = "block-puzzle/scores/stickers"
    mine = one.begin(STICKERS, {})
    play_on(one, mine, 9, Random(1), 0)
    one_wrote = browser.values.pop(key)
    theirs = two.begin(STICKERS, {})
    play_on(two, theirs, 5, Random(2), 0)
    browser.deliver_all()
    browser.values[key] = one_wrote
    browser.waiting[1].append(key)
    browser.deliver_all()
    for tab in (one, two, player(Memory(browser.values))):
        assert tab.scores.of("stickers").games == 2
        assert tab.scores.of("stickers").best == max(mine.peak, theirs.peak)


# -- when the other round is not there to be loaded -------------------------------------------------------------


def conflict() -> tuple[Browser, KeptRound, str]:
    browser, mine, theirs = two_with_one_round()
    one, two = browser.tabs
    play_on(two, theirs, 2, Random(2), 0)
    play_on(one, mine, 1, Random(3), 0)
    assert mine.saved is Saved.CONFLICT
    return browser, mine, f"block-puzzle/{mine.slot}"


def test_loading_the_other_that_has_gone_keeps_mine() -> None:
    browser, mine, key = conflict()
    del browser.values[key]
    one = browser.tabs[0]
    assert one.load_other(mine) is None
    assert one.kept(mine.slot) is mine
    assert mine.saved is Saved.KEPT


def test_loading_the_other_that_cannot_be_read_keeps_mine() -> None:
    browser, mine, key = conflict()
    browser.values[key] = "foreign"
    one = browser.tabs[0]
    assert one.load_other(mine) is None
    assert one.kept(mine.slot) is mine
    assert mine.saved is Saved.SET_ASIDE
    one.keep_mine(mine)
    assert mine.saved is Saved.SET_ASIDE
    assert browser.values[key] == "foreign"


@pytest.mark.parametrize("mine_wins", [True, False])
def test_while_the_storage_fails_neither_round_gives_way(mine_wins: bool) -> None:
    values: dict[str, str] = {}
    failing = False
    one, two = player(Failing(lambda call, key: failing, values)), player(Memory(values))
    mine = one.begin(MASTER, {})
    theirs = two.kept(mine.slot)
    assert theirs is not None
    play_on(two, theirs, 2, Random(2), 0)
    play_on(one, mine, 1, Random(3), 0)
    stored, failing = dict(values), True
    if mine_wins:
        one.keep_mine(mine)
    else:
        assert one.load_other(mine) is None
    failing = False
    assert not one.retry()
    assert values["block-puzzle/round/master"] == stored["block-puzzle/round/master"]
    assert one.kept(mine.slot) is mine
    assert mine.saved is Saved.CONFLICT


def test_junk_over_an_open_round_takes_it_from_nobody() -> None:
    browser, mine, _ = two_with_one_round()
    one = browser.tabs[0]
    browser.values[f"block-puzzle/{mine.slot}"] = "foreign"
    one.changed_elsewhere(f"block-puzzle/{mine.slot}")
    assert one.store.set_aside.keys() == {mine.slot}
    assert one.kept(mine.slot) is mine
    del browser.values[f"block-puzzle/{mine.slot}"]
    one.changed_elsewhere(f"block-puzzle/{mine.slot}")
    assert mine.saved is Saved.KEPT


# -- a new round over one that the player has not seen -------------------------------------------------------------


def test_a_new_round_takes_the_place_only_of_the_one_that_was_shown() -> None:
    browser, mine, theirs = two_with_one_round()
    one, two = browser.tabs
    play_on(two, theirs, 2, Random(2), 0)
    browser.deliver(0)
    assert mine.saved is Saved.CONFLICT
    fresh = one.restart(mine)
    assert fresh.saved is Saved.CONFLICT, "the player gave up this board, not the other tab's"
    stored = player(Memory(browser.values)).kept(mine.slot)
    assert stored is not None
    assert stored.record == theirs.record


def test_a_round_that_could_not_be_read_at_first_is_not_replaced_by_a_new_one() -> None:
    values: dict[str, str] = {}
    played = player(Memory(values)).begin(MASTER, {})
    play_on(player(Memory(values)), played, 0, Random(1))
    at = player(Memory(values), seeds="other")
    kept = at.kept("round/master")
    assert kept is not None
    play_on(at, kept, 3, Random(1), 0)
    failing = True
    late = player(Failing(lambda call, key: failing, values), seeds="late")
    assert late.kept("round/master") is None
    failing = False
    fresh = late.begin(MASTER, {})
    assert fresh.saved is Saved.CONFLICT
    found = late.load_other(fresh)
    assert found is not None
    assert found.record == kept.record


def test_looking_at_what_is_kept_lets_no_move_overwrite_the_other_tabs() -> None:
    browser, mine, theirs = two_with_one_round()
    one, two = browser.tabs
    play_on(two, theirs, 2, Random(2), 0)
    # The event has not come yet, and the player looks at the backup page.
    backup.preview(one, backup.parse(backup.export(two)))
    stored = browser.values[f"block-puzzle/{mine.slot}"]
    play_on(one, mine, 1, Random(3), 0)
    assert mine.saved is Saved.CONFLICT
    assert browser.values[f"block-puzzle/{mine.slot}"] == stored


def test_a_record_that_could_not_be_read_is_read_at_the_next_try() -> None:
    browser, _, theirs = two_with_one_round()
    play_on(browser.tabs[1], theirs, 3, Random(1), 0)
    failing = True
    late = player(Failing(lambda call, key: failing, browser.values))
    assert late.scores.of("master").best == 0
    failing = False
    assert late.retry()
    assert late.scores.of("master").best == theirs.peak
