"""Tabs of one browser that write at random: what any of them has shown is kept in the end, each game once.

TAB_SECONDS in the environment says for how long. What is expected follows from what was seen in the tabs, and from the
engine beside each of them.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter, deque
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page

from game.profile.envelope import unseal
from game.profile.kept import restore
from game.profile.store import PREFIX
from game.rules.round import Move, Place
from tests.browser.beside import Beside, Ledger, kept_round
from tests.browser.chromium import agreed_storage, open_game, wait_ready
from tests.browser.tab import MASTER, STICKERS, Kind, Tab, classic, session, way_back

SECONDS = float(os.environ.get("TAB_SECONDS", "15"))
SEED = 5
SLOTS: dict[Kind, str] = {
    classic("level.easy", "board.8", "undo.once"): "round/classic",
    classic("level.normal", "board.9", "undo.off"): "round/classic",
    STICKERS: "round/stickers",
    MASTER: "round/master",
    session(6, "practice"): "round/sessions-6-practice",
    session(6, "sequence.3"): "round/sessions-6-practice",
}
"""The ways to play, each with the slot that its rounds are kept in: few, so that the tabs meet."""
UNPLAYED = tuple(classic("level.hard", f"board.{size}", f"undo.{undo}") for size in (8, 9, 10) for undo in ("off", "once"))
SETTINGS = {"sound": ("True", "False"), "theme": ("light", "dark", "contrast"), "patterns": ("True", "False")}
CARE = {"stickers": 0.8, "sessions": 0.95}
"""How many placements are good ones, none in the other modes: far enough for stickers and for whole sessions, and endings."""
KEPT = "state.screen === 'play' && state.moves === {moves} && (state.saved !== 'kept' || isStored())"
"""A tab that says that its board is kept is right; another tab's write takes a moment to be heard of."""


def as_text(beside: Beside) -> str:
    """The round's record as it is stored."""
    return json.dumps(beside.record.write(), separators=(",", ":"))

# Frames that come late, and in all tabs at the same time: what was done in each before is played in the same instant.
LATE_FRAMES = """(() => {
  const request = window.requestAnimationFrame.bind(window);
  let held = null;
  window.requestAnimationFrame = (callback) => request((time) => { if (held) held.push(callback); else callback(time); });
  window.holdFrames = () => { held = []; };
  window.releaseFrames = (when) => setTimeout(() => {
    const due = held;
    held = null;
    for (const callback of due) callback(performance.now());
  }, when - Date.now());
})()"""


class Window:
    """A tab of the player and what is on its boards."""

    def __init__(self, page: Page, ledger: Ledger, seen: set[str]) -> None:
        self.tab, self.ledger, self.seen = Tab(page), ledger, seen
        self.here: dict[str, Beside] = {}
        """The round of each slot as this tab knows it."""
        self.alone: set[str] = set()
        """The slots whose board lives in this tab only; the player has been told."""
        self.moved: set[str] = set()
        """Those of them on whose board a move has been made since."""
        self.asked = 0
        """How often the question which board to keep stood in the way to the menu."""
        self.now: Beside | None = None

    @property
    def told(self) -> bool:
        """Whether this board lives in this tab only."""
        return self.now is not None and self.now.slot in self.alone

    def check(self) -> None:
        """The board is as it was left, whatever other tabs do; it is kept, or else the tab says so until that is answered."""
        if self.now is None:
            return
        record = as_text(self.now)
        shown = self.tab.look(KEPT.format(moves=len(self.now.moves)), self.now.key, record)
        self.now.check(shown)
        self.ledger.note(self.now)
        self.seen.add(record)
        if shown["saved"] == "kept":
            # Another tab may have stored the very same, by the same moves.
            self.alone.discard(self.now.slot)
            self.moved.discard(self.now.slot)
        else:
            assert shown["saved"] == "conflict"
            self.alone.add(self.now.slot)

    def take_up(self, beside: Beside) -> None:
        self.now = self.here[beside.slot] = beside
        self.check()

    def front(self) -> None:
        """Brings the tab to the front: browsers let the others wait."""
        self.tab.page.bring_to_front()

    # -- into a round ----------------------------------------------------------------------------------

    def to_menu(self) -> None:
        if self.tab.leave():
            self.leave_with(("keep", "load")[self.asked % 2])
            self.asked += 1
        self.now = None

    def leave_with(self, way: str) -> None:
        """Answers which board is to be kept: this one would be gone otherwise."""
        mine = self.now
        assert mine is not None
        slot = mine.slot
        assert mine.touched
        assert slot not in self.moved
        self.tab.look("true", PREFIX + slot)
        theirs = kept_round(self.tab.stored or "")
        self.tab.press(f"conflict.{way}")
        self.tab.look("state.screen === 'menu'", PREFIX + slot)
        assert kept_round(self.tab.stored or "").record == (mine if way == "keep" else theirs).record
        self.alone.discard(slot)

    def open(self, kind: Kind, slot: str) -> None:
        """From wherever this tab is into a round: its own, the one that is stored, or a new one."""
        self.to_menu()
        if self.tab.enter(kind):
            self.tab.press("ask.start" if kind.start.startswith("sequence") else "ask.new")
            self.give_up(slot)
        self.arrive(slot)

    def give_up(self, slot: str) -> None:
        """The board of this tab is given up; agrees that another tab's round in play is, too, where that is asked."""
        self.alone.discard(slot)
        self.moved.discard(slot)
        if self.tab.look("state.dialog === 'elsewhere' || (state.screen === 'play' && !state.dialog)")["dialog"]:
            self.tab.press("ask.new")

    def arrive(self, slot: str) -> None:
        """Finds out which round is on the screen."""
        shown = self.tab.look("state.screen === 'play' && !state.dialog", PREFIX + slot)
        own, stored = self.here.get(slot), kept_round(self.tab.stored or "")
        if shown["saved"] == "kept":
            assert slot not in self.moved
            self.alone.discard(slot)
            self.take_up(stored)
        elif slot in self.alone and own and own.touched and own.shown().items() <= shown.items():
            self.take_up(own)
        else:
            # A round begun just when another tab's came to lie in the storage.
            assert shown["moves"] == 0
            self.now = None
            self.answer(slot, "keep")

    def renew(self) -> None:
        """The same again or the next, from the result or by the button of the round."""
        now = self.now
        assert now is not None
        if not now.in_play:
            self.tab.page.mouse.click(3, 3)
            self.tab.look("state.results")
        name = "again" if not now.in_play else "restart" if now.start.mode.name == "sessions" else "new"
        self.tab.press(name)
        if self.tab.look("state.dialog || state.moves === 0")["dialog"] == "ask":
            self.tab.press("ask.restart" if name == "restart" else "ask.new")
        self.give_up(now.slot)
        self.tab.look("state.moves === 0 && !state.dialog")
        self.arrive(now.slot)

    # -- what is said of other tabs ----------------------------------------------------------------------

    def answer(self, slot: str, way: str) -> None:
        """Answers which of two boards is to be kept: "keep" or "load"."""
        self.tab.look("true", PREFIX + slot)
        theirs = kept_round(self.tab.stored or "")
        self.tab.press("save-here")
        self.tab.look("state.dialog === 'conflict'")
        self.tab.press(f"conflict.{way}")
        self.tab.look("!state.dialog && state.saved === 'kept'", PREFIX + slot)
        stored, mine = kept_round(self.tab.stored or ""), self.now
        if way == "load":
            assert stored.record == theirs.record
        elif mine is not None:
            assert stored.record == mine.record
        else:
            assert not stored.touched
        self.alone.discard(slot)
        self.moved.discard(slot)
        self.take_up(stored)

    def settle(self, slot: str, way: str) -> None:
        """Leaves nothing of the slot in this tab only."""
        if self.now is None or self.now.slot != slot:
            self.open(way_back(self.here[slot]), slot)
        if not self.told:
            return
        assert self.now is not None
        if self.now.in_play:
            self.answer(slot, way)
        else:
            # A result offers no answer; the round after it does.
            self.renew()

    # -- deeds -------------------------------------------------------------------------------------------

    def move(self, source: Random) -> bool:
        """A move; False where there is none."""
        assert self.now is not None
        move = self.now.choose(source, CARE.get(self.now.start.mode.name, 0))
        if move is None:
            return False
        self.tab.send(move, source.choice(("click", "click", "drag")))
        self.make(move)
        self.check()
        return True

    def make(self, move: Move) -> None:
        """The move's input has been given."""
        assert self.now is not None
        if self.told:
            self.moved.add(self.now.slot)
        self.now.make(move)

    def reload(self) -> None:
        """A board that lives in this tab only is gone with it, as the tab has said."""
        self.tab.page.reload()
        wait_ready(self.tab.page)
        self.now = None
        self.here.clear()
        self.alone.clear()
        self.moved.clear()

    def set(self, name: str, value: str) -> None:
        """Changes a setting."""
        self.to_menu()
        self.tab.press("settings", f"{name}.{value}")
        self.to_menu()


def agreed(windows: list[Window]) -> dict[str, str]:
    """All that is stored, as each of the tabs sees it."""
    return agreed_storage(*(window.tab.page for window in windows))


def payloads(stored: dict[str, str]) -> dict[str, object]:
    """What is stored without the revisions: a tab may still make sure of what another's write has crossed."""
    return {key: unseal(text).payload for key, text in stored.items()}


class Crowd:
    """A player with several tabs, who does anything in any of them."""

    def __init__(self, open_page: Callable[[], Page], source: Random) -> None:
        self._open, self.source = open_page, source
        self.ledger = Ledger()
        self.seen: set[str] = set()
        """The records that any tab has shown."""
        self.windows = [self.window(), self.window()]
        self.settings: dict[str, str] = {}
        self.done: Counter[str] = Counter()
        self.latest: deque[str] = deque(maxlen=20)

    def window(self) -> Window:
        return Window(self._open(), self.ledger, self.seen)

    def step(self) -> None:
        """One deed in one tab; then every tab shows what it showed."""
        window = self.source.choice(self.windows)
        deed = self.choose(window)
        self.done[deed.__name__] += 1
        self.latest.append(f"tab {self.windows.index(window)}: {deed.__name__}" + (f" {window.now.slot}" if window.now else ""))
        window.front()
        deed(window)
        self.check_tabs()
        self.done["told"] += sum(each.told for each in self.windows)

    def check_tabs(self) -> None:
        """Every tab shows what it showed, and the next deed finds them all with the same stored."""
        for each in self.windows:
            each.check()
        agreed(self.windows)

    def choose(self, window: Window) -> Callable[[Window], None]:
        deeds: dict[Callable[[Window], None], float] = {self.elsewhere: 4, self.set: 1, self.reload: 1, self.more_or_fewer: 0.4}
        if window.now is None:
            deeds[self.elsewhere] = 30
        elif window.now.in_play:
            deeds |= {self.play: 24, self.at_once: 6}
            deeds |= {self.renew: 1} if window.now.touched else {}
            deeds |= {self.answer: 12} if window.told else {}
        else:
            deeds |= {self.renew: 12}
            deeds |= {self.play: 2} if window.now.round.can_undo else {}
        (deed,) = self.source.choices(list(deeds), list(deeds.values()))
        return deed

    def play(self, window: Window) -> None:
        for _ in range(self.source.randrange(1, 5)):
            if not window.move(self.source):
                break

    def renew(self, window: Window) -> None:
        if window.now and window.now.in_play and window.now.start.mode.name == "classic":
            return self.elsewhere(window)
        return window.renew()

    def elsewhere(self, window: Window) -> None:
        where = {each.now.slot for each in self.windows if each.now and each is not window}
        # More often than not to where another tab is.
        weights = [3 if slot in where else 1 for slot in SLOTS.values()]
        ((kind, slot),) = self.source.choices(list(SLOTS.items()), weights)
        window.open(way_back(window.here[slot]) if slot in window.alone else kind, slot)

    def answer(self, window: Window) -> None:
        assert window.now
        way = self.source.choice(("keep", "load"))
        self.done[way] += 1
        window.answer(window.now.slot, way)

    def reload(self, window: Window) -> None:
        window.reload()

    def set(self, window: Window) -> None:
        name = self.source.choice(list(SETTINGS))
        self.settings[name] = self.source.choice(SETTINGS[name])
        window.set(name, self.settings[name])

    def more_or_fewer(self, window: Window) -> None:
        """A third tab comes, or one goes."""
        if len(self.windows) == 2:
            self.windows.append(self.window())
        elif not window.alone:
            self.windows.remove(window)
            window.tab.page.close()

    def at_once(self, window: Window) -> None:
        """A placement in each of two tabs at the same moment, so that their writes cross."""
        pairs = [(each, move) for each in self.windows if (move := self.a_placement(each))][:2]
        for each, move in pairs:
            if each.tab.look()["selected"] != move.slot:
                each.tab.click(f"hand:{move.slot}")
            each.tab.look(f"state.selected === {move.slot}")
        for each, move in pairs:
            each.tab.page.evaluate("holdFrames()")
            each.tab.page.mouse.click(*each.tab.cell(move.row, move.column))
        soon = time.time() * 1000 + 40
        for each, _ in pairs:
            each.tab.page.evaluate("releaseFrames", soon)
        for each, move in pairs:
            each.make(move)
        self.done["crossing"] += len({each.now.slot for each, _ in pairs if each.now}) < len(pairs)

    def a_placement(self, window: Window) -> Place | None:
        move = window.now.choose(self.source, undo=0, turn=0) if window.now and window.now.in_play else None
        return move if isinstance(move, Place) else None

    def cross(self, kind: Kind) -> None:
        """A round that no tab has played, in two tabs at the same moment: the better of both is the best."""
        one, two = self.windows[:2]
        one.front()
        one.open(kind, "round/classic")
        two.front()
        two.open(Kind(("classic",), "continue"), "round/classic")
        self.at_once(one)
        self.check_tabs()
        self.settle()

    # -- the end -----------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Every question is answered, until no tab holds anything alone. With each "keep" all other tabs are asked, so the
        player has enough of that after a while."""
        for answers in range(30):
            waiting = [(window, slot) for window in self.windows for slot in sorted(window.alone)]
            if not waiting:
                return
            window, slot = waiting[0]
            window.front()
            way = self.source.choice(("keep", "load")) if answers < 10 else "load"
            self.latest.append(f"tab {self.windows.index(window)}: settles {slot}, {way}")
            window.settle(slot, way)
            self.check_tabs()
        raise AssertionError("the tabs never come to rest")

    def check(self) -> None:
        """All that was ever seen in a tab is kept, and each tab shows it."""
        stored = agreed(self.windows)
        self.ledger.check(stored)
        rounds = {key.removeprefix(PREFIX): text for key, text in stored.items() if key.startswith(PREFIX + "round/")}
        for slot, text in rounds.items():
            restore(slot, unseal(text).payload)
            assert as_text(kept_round(text)) in self.seen
        windows = [*self.windows, self.window()]
        assert payloads(agreed(windows)) == payloads(stored)
        for window in windows:
            window.front()
            self.check_settings(window)
            for text in rounds.values():
                self.check_round(window, kept_round(text))

    def check_settings(self, window: Window) -> None:
        window.to_menu()
        window.tab.press("settings")
        window.tab.look("state.screen === 'settings'")
        assert {name: value for name, value in self.settings.items() if not window.tab.chosen(f"{name}.{value}")} == {}
        window.to_menu()

    def check_round(self, window: Window, beside: Beside) -> None:
        if not beside.in_play and beside.start.mode.name == "sessions":
            # Practice goes on with the next one.
            return
        window.to_menu()
        assert not window.tab.enter(way_back(beside))
        window.tab.check(beside, self.ledger.best[beside.combination])

    def told(self) -> str:
        """What a report of a failure needs."""
        records = [json.dumps(window.now.record.write()) for window in self.windows if window.now]
        return "\n".join([f"seed {SEED}; lately:", *self.latest, *records])


@pytest.fixture
def crowd(new_context: Callable[..., BrowserContext], url: str) -> Crowd:
    """Two tabs about to begin."""
    context = new_context(width=1000, height=700)

    def open_page() -> Page:
        page = context.new_page()
        page.add_init_script(LATE_FRAMES)
        open_game(page, url)
        return page

    return Crowd(open_page, Random(SEED))


@pytest.mark.timeout(300 + 2 * SECONDS)
def test_tabs_that_write_at_random_lose_nothing(crowd: Crowd) -> None:
    end = time.monotonic() + SECONDS
    try:
        # A slow machine does less in the time, but this has to happen.
        while time.monotonic() < end or not crowd.done["told"]:
            crowd.step()
        crowd.settle()
        for kind in UNPLAYED:
            crowd.cross(kind)
        crowd.check()
    except Exception as error:
        error.add_note(crowd.told())
        raise
    print(crowd.done, crowd.ledger)
    assert crowd.done["told"]
