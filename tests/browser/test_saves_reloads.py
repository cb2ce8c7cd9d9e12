"""Thousands of random moves with random reloads on the real bundle: after every one the page stands where the engine does.

RELOAD_MOVES in the environment says how many. The choices are seeded, the page's own chance too; only when exactly a reload
hits is left to the machine. A failure tells the round as a record, for `python -m game replay`, and what was done last.
"""

from __future__ import annotations

import json
import os
import signal
from collections import Counter, deque
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from game.rules.round import Move
from tests.browser.beside import Beside, Ledger, assert_kept, kept_round
from tests.browser.chromium import open_game, wait_ready
from tests.browser.tab import DAILY, MASTER, STICKERS, Kind, Tab, classic, session, way_back

MOVES = int(os.environ.get("RELOAD_MOVES", "400"))
SEED = 8
INPUTS, INPUT_WEIGHTS = ("click", "drag", "keys"), (85, 9, 6)
CARES = (0.0, 0.0, 0.0, 0.0, 0.6, 0.95)
"""How many placements of a round are good ones: most rounds are played at random, some get far."""
# The page's own chance, seeded: other rounds in each page and after each reload, the same ones in each run.
CHANCE = """(() => {
  const load = Number(sessionStorage.getItem('load') ?? 0) + 1;
  sessionStorage.setItem('load', load);
  let x = (SEED * 1000003 + PAGE * 10007 + load) >>> 0;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let index = 0; index < bytes.length; index++) {
      x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
      bytes[index] = x >>> 24;
    }
    return array;
  };
})()"""
# Comes in the midst of what is done meanwhile; what was shown at the last moment is there to be read afterwards.
RELOAD_SOON = """(pause) => {
  addEventListener('pagehide', () => sessionStorage.setItem('seen', blockPuzzle.state().moves));
  setTimeout(() => location.reload(), pause);
}"""

SESSIONS = ("daily", "practice", "sequence.7") if datetime.now(UTC).hour < 22 else ("practice", "sequence.7")
"""Not today's where today may end meanwhile."""
KINDS = (
    classic("level.easy", "board.8", "undo.once"),
    classic("level.easy", "board.9", "undo.off"),
    classic("level.normal", "board.10", "undo.once"),
    classic("level.hard", "board.9", "undo.once"),
    classic("level.custom", "rotation.True", "dealing.random", "mix.big", "board.10", "undo.once"),
    classic("level.custom", "rotation.True", "dealing.fitting", "mix.small", "board.8", "undo.off"),
    DAILY,
    STICKERS,
    MASTER,
    *(session(board, start) for board in (6, 10) for start in SESSIONS),
)
"""The ways to play."""


class Walk:
    """A player who does anything at any time, and whose browser fails at any time."""

    def __init__(self, open_page: Callable[[], Page], kill: Callable[[Page], None], source: Random) -> None:
        self._open, self._kill, self.source = open_page, kill, source
        self.tab = Tab(open_page())
        self.rounds: dict[str, Beside] = {}
        """What has to be kept in each slot."""
        self.now: Beside
        self.ledger = Ledger()
        self.care = 0.0
        self.done: Counter[str] = Counter()
        self.latest: deque[str] = deque(maxlen=12)

    # -- looking ---------------------------------------------------------------------------------------

    def check(self) -> None:
        """What is shown and what is stored of this round are what the engine says."""
        self.ledger.note(self.now)
        self.tab.check(self.now, self.ledger.best[self.now.combination])

    def check_all(self) -> None:
        """Every round is stored as it was left."""
        stored = self.tab.storage()
        for beside in self.rounds.values():
            assert_kept(beside, stored.get(beside.key))

    def note(self, deed: str) -> None:
        self.done[deed.split(":")[0]] += 1
        self.latest.append(deed)

    # -- moves -----------------------------------------------------------------------------------------

    def choose(self) -> tuple[Move, str]:
        move = self.now.choose(self.source, self.care)
        assert move is not None
        (by,) = self.source.choices(INPUTS, INPUT_WEIGHTS)
        return move, by

    def move(self) -> None:
        move, by = self.choose()
        self.note(f"move: {move} by {by}")
        self.tab.send(move, by)
        self.now.make(move)
        self.check()

    def cancelled_drag(self) -> None:
        """A piece is carried over the board and let go of in a way that places nothing."""
        way = self.source.choice(("Escape", "right", "outside"))
        self.note(f"cancelled drag: {way}")
        mouse = self.tab.page.mouse
        self.carry()
        self.tab.look("state.selected !== null")
        if way == "Escape":
            self.tab.page.keyboard.press("Escape")
        elif way == "right":
            mouse.click(*self.tab.cell(1, 1), button="right")
        else:
            mouse.move(990, 690)
        mouse.up()
        self.tab.look("state.selected === null")
        self.check()

    def carry(self) -> None:
        slot = self.source.choice([slot for slot, piece in enumerate(self.now.round.hand) if piece])
        size = self.now.round.board.size
        self.tab.lift(slot, self.tab.cell(self.source.randrange(size), self.source.randrange(size)))

    # -- reloads ---------------------------------------------------------------------------------------

    def reload(self) -> None:
        """At rest, or with something chosen, or in the menu."""
        where = self.source.choice(("at rest", "chosen", "menu"))
        self.note(f"reload: {where}")
        if where == "chosen" and self.now.in_play:
            self.tab.page.keyboard.press("ArrowUp")
        elif where == "menu":
            self.tab.to_menu()
        self.tab.page.reload()
        self.after_reload()

    def reload_while_carrying(self) -> None:
        self.note("reload while carrying")
        self.carry()
        self.tab.page.reload()
        self.tab.page.mouse.up()
        self.after_reload()

    def reload_at_once(self) -> None:
        """Anywhere between the first of a move's input and the end of its animation."""
        move, _ = self.choose()
        by, pause = self.source.choice(("click", "drag")), self.source.randrange(120)
        self.note(f"reload at once: {pause} ms after the beginning of {move} by {by}")
        page = self.tab.page
        with page.expect_navigation():
            page.evaluate(RELOAD_SOON, pause)
            self.tab.send(move, by)
        self.made_or_not(move, lambda: int(page.evaluate("sessionStorage.getItem('seen')")))

    def crash(self) -> None:
        """The page's process is killed, mostly just after a move's input."""
        move, by = self.choose()
        pause = self.source.choice((None, 0, 10, 30))
        self.note(f"crash: {pause} ms after {move} by {by}")
        if pause is not None:
            self.tab.send(move, by)
            self.tab.page.wait_for_timeout(pause)
        seen = self.tab.look()["moves"]
        self._kill(self.tab.page)
        self.tab = Tab(self._open())
        self.made_or_not(move, lambda: seen)

    def made_or_not(self, move: Move, seen: Callable[[], int]) -> None:
        """A move that was seen is kept; one that was not is kept whole or has not happened."""
        wait_ready(self.tab.page)
        before = len(self.now.moves)
        stored = kept_round(self.tab.storage()[self.now.key])
        if seen() > before or len(stored.moves) > before:
            self.now.make(move)
            self.ledger.note(self.now)
        self.done["made" if len(self.now.moves) > before else "not made"] += 1
        self.after_reload()

    def after_reload(self) -> None:
        wait_ready(self.tab.page)
        self.check_all()
        self.tab.look("state.screen === 'menu'")
        if self.tab.has("resume") and self.source.random() < 0.5:
            self.tab.click("resume")
            self.here_again(self.tab.arrived())
        else:
            self.open(way_back(self.now))

    # -- ways ------------------------------------------------------------------------------------------

    def back_and_forth(self) -> None:
        """To the menu and back."""
        self.note("menu and back")
        self.tab.to_menu()
        self.open(way_back(self.now))

    def elsewhere(self) -> None:
        """Another kind of round, new or as it was left."""
        self.go(self.source.choice(KINDS))

    def go(self, kind: Kind) -> None:
        """To that kind of round, from wherever."""
        self.note(f"elsewhere: {kind}")
        self.tab.to_menu()
        self.open(kind)

    def open(self, kind: Kind) -> None:
        """From the menu into a round: the one that is kept, or a new one, with a question where one would be given up."""
        asked = self.tab.enter(kind)
        if asked and self.source.random() < 0.2:
            self.tab.press("ask.keep")
            self.tab.look("!state.dialog")
            self.check_all()
            self.tab.press(kind.start)
            self.tab.look("state.dialog === 'ask'")
        if asked:
            self.tab.press("ask.start" if kind.start.startswith("sequence") else "ask.new")
        self.arrive(kind.start, asked)

    def arrive(self, start: str, asked: bool) -> None:
        """Finds out which round is on the screen after the button `start`, and perhaps after a question."""
        arrived = self.tab.arrived()
        known = self.rounds.get(arrived.slot)
        if known is not None and known.id == arrived.id and arrived.touched:
            self.here_again(arrived)
            return
        # A new round: rightly so only where none was in play, or after a question.
        assert not arrived.touched
        if known is not None and known.in_play and known.touched:
            assert asked, "a round in play was given up unasked"
        if known is not None and not known.in_play:
            assert start not in ("continue", "daily", "stickers", "master"), "an ended round is there to be looked at"
        self.take_up(arrived)

    def here_again(self, arrived: Beside) -> None:
        """A round that is known is on the screen."""
        self.now = self.rounds[arrived.slot]
        assert arrived.record == self.now.record
        self.check()

    def take_up(self, beside: Beside) -> None:
        self.now = self.rounds[beside.slot] = beside
        self.care = self.source.choice(CARES)
        self.check()

    def renew(self) -> None:
        """The same again, or the next: from the result, or by the buttons of the round."""
        self.note("new round")
        mode, daily = self.now.start.mode.name, self.now.start.options.daily is not None
        if self.now.in_play and (mode == "classic" or not self.now.touched):
            # There another round begins elsewhere only.
            self.elsewhere()
        elif self.now.in_play:
            self.again("restart" if mode == "sessions" else "new")
        elif mode == "classic" and daily:
            self.after_daily()
        else:
            self.again("restart" if daily else "again")

    def again(self, name: str) -> None:
        """Presses what begins a new round; now and then the page is reloaded at that moment."""
        if not self.now.in_play:
            self.show_result()
        self.tab.press(name)
        if self.tab.look("state.dialog === 'ask' || state.moves === 0")["dialog"]:
            self.tab.press("ask.restart" if name == "restart" else "ask.new")
        if self.source.random() < 0.15:
            self.tab.page.reload()
            self.begun_or_not()
        else:
            self.tab.look("state.moves === 0 && !state.dialog")
            self.take_up(self.tab.arrived())

    def begun_or_not(self) -> None:
        """Either the round before is kept, or a new one."""
        wait_ready(self.tab.page)
        stored = kept_round(self.tab.storage()[self.now.key])
        if not stored.touched:
            self.now = self.rounds[stored.slot] = stored
        self.after_reload()

    def after_daily(self) -> None:
        """A daily leads on to the free round, which goes on where one is in play."""
        self.show_result()
        self.tab.press("again")
        self.tab.look("state.screen === 'play' && !state.options.daily")
        self.arrive("again", asked=False)

    def show_result(self) -> None:
        """The result comes by itself after a moment; a press beside everything brings it at once."""
        if self.source.random() < 0.8:
            self.tab.page.mouse.click(3, 3)
        self.tab.look("state.results")

    # -- all of it -------------------------------------------------------------------------------------

    def step(self) -> None:
        """One deed."""
        deeds: dict[Callable[[], None], float] = {
            self.move: 88,
            self.reload: 2,
            self.back_and_forth: 1.5,
            self.elsewhere: 3,
            self.renew: 1,
        }
        if self.now.in_play:
            deeds |= {self.reload_at_once: 3, self.crash: 0.6, self.cancelled_drag: 2, self.reload_while_carrying: 1}
        elif self.now.round.can_undo:
            deeds |= {self.move: 1, self.reload_at_once: 0.5, self.crash: 0.2, self.renew: 3}
        else:
            del deeds[self.move]
            deeds |= {self.renew: 3}
        (deed,) = self.source.choices(list(deeds), list(deeds.values()))
        deed()

    def made(self) -> int:
        """How many moves so far."""
        return self.done["move"] + self.done["made"]

    def told(self) -> str:
        """What a report of a failure needs."""
        record = json.dumps(self.now.record.write())
        return "\n".join([f"seed {SEED}, after {self.made()} moves; lately:", *self.latest, record])


def noon() -> str:
    """A time zone in which it is about noon, so that no daily of classic ends meanwhile."""
    return f"Etc/GMT{datetime.now(UTC).hour - 12:+d}"


def killer(browser: Browser) -> Callable[[Page], None]:
    """Kills the process of the only page, as a system does that runs out of memory; nothing runs there any more."""

    def kill(page: Page) -> None:
        processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        # The others wait for pages to come, and have done next to nothing.
        busiest = max((each for each in processes if each["type"] == "renderer"), key=lambda each: each["cpuTime"])
        with page.expect_event("crash"):
            os.kill(busiest["id"], signal.SIGKILL)
        page.close()

    return kill


@pytest.fixture
def walk(browser: Browser, new_context: Callable[..., BrowserContext], url: str) -> Walk:
    """Someone about to begin."""
    context, numbers = new_context(width=1000, height=700, timezone_id=noon()), count(1)

    def open_page() -> Page:
        page = context.new_page()
        page.add_init_script(CHANCE.replace("SEED", str(SEED)).replace("PAGE", str(next(numbers))))
        open_game(page, url)
        return page

    return Walk(open_page, killer(browser), Random(SEED))


@pytest.mark.timeout(180 + 2 * MOVES)
def test_reloads_at_random_never_lose_a_move(walk: Walk) -> None:
    try:
        for kind in KINDS:
            walk.go(kind)
            walk.move()
        while walk.made() < MOVES:
            walk.step()
        walk.check_all()
        walk.ledger.check(walk.tab.storage())
    except Exception as error:
        error.add_note(walk.told())
        raise
    print(dict(walk.done), walk.ledger)
