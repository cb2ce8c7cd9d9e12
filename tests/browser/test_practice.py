"""Practice, analyzer, hint and review on the real bundle, with real input; the answers are the engine's."""

from __future__ import annotations

import json
from collections.abc import Callable
from statistics import median

from playwright.sync_api import BrowserContext, Page

from game.coach.analysis import Placement, best_placement, last_hand, look, rules_of
from game.coach.health import health
from game.coach.lessons import Attempt, lesson
from game.coach.solver import solve
from game.rules.modes import Streak
from game.rules.pieces import piece
from game.rules.record import read
from game.rules.round import Outcome, Place, play
from tests.browser.chromium import START_TIMEOUT, state, wait_ready, wait_state
from tests.browser.game import Game, centre, region, start

NewContext = Callable[..., BrowserContext]
RECOVERY = "\n".join(lesson("recovery").board)
THINKING = 24.0
"""Milliseconds by which thinking may lengthen the time between two frames, in the middle; a busy machine misses some anyway."""
# Waits for so many frames and returns the times between them.
FRAMES = """async (count) => {
  const times = [];
  while (times.push(await new Promise(requestAnimationFrame)) <= count);
  return times.slice(1).map((time, index) => time - times[index]);
}"""


def press(page: Page, name: str) -> None:
    page.mouse.click(*centre(page, name))


def enter_lesson(page: Page, name: str, tap: Callable[[str], None]) -> Game:
    tap("practice")
    wait_state(page, "state.screen === 'practice'")
    tap(f"lesson.{name}")
    shown = wait_state(page, f"state.lesson === {json.dumps(name)}")
    if shown["dialog"]:
        tap("lesson.start")
        wait_state(page, "state.dialog === null")
    return Game(page)


def test_a_lesson_by_mouse_is_reached_and_kept(desktop: Page) -> None:
    game = enter_lesson(desktop, "bonus", lambda name: press(desktop, name))
    made = Attempt(lesson("bonus"))
    for move in lesson("bonus").solution:
        assert isinstance(move, Place)
        made.play(move)
        game.drag_mouse(move.slot, move.row, move.column)
        shown = wait_state(desktop, f"state.moves === {len(made.outcomes)}")
        assert shown["score"] == made.round.score
        assert shown["board"] == made.round.board.rows(made.round.position)
    wait_state(desktop, "state.met && state.results")
    desktop.reload()
    wait_ready(desktop)
    press(desktop, "practice")
    assert wait_state(desktop, "state.screen === 'practice'")["done"] == ["bonus"]


def test_the_refused_bar_by_finger_and_by_keys(phone: Page, desktop: Page) -> None:
    def tap(name: str) -> None:
        phone.touchscreen.tap(*centre(phone, name))

    game = enter_lesson(phone, "edge", tap)
    tap("hand:0")
    for _ in range(2):
        phone.touchscreen.tap(*game.cell(8, 5))
    # The first tap aims and says more than that.
    refused = "Only 4 columns are left here, the bar of 5 needs 5."
    shown = wait_state(phone, f"state.message === {json.dumps(refused)}")
    assert (shown["preview"]["reason"], shown["preview"]["sentence"], shown["moves"]) == ("outside", refused, 0)
    game.drag_finger(0, 8, 4)
    wait_state(phone, "state.met")

    game = enter_lesson(desktop, "edge", lambda name: press(desktop, name))
    game.keys_to(0, 8, 5)
    desktop.keyboard.press("Enter")
    shown = wait_state(desktop, f"state.message === {json.dumps(refused)}")
    assert (shown["preview"]["reason"], shown["moves"]) == ("outside", 0)
    game.keys_to(0, 8, 4)
    desktop.keyboard.press("Enter")
    wait_state(desktop, "state.met")


def test_the_analyzer_edits_pastes_and_counts(desktop: Page) -> None:
    press(desktop, "analyzer")
    wait_state(desktop, "state.screen === 'analyzer'")
    game = Game(desktop)
    desktop.mouse.move(*game.cell(2, 1))
    desktop.mouse.down()
    desktop.mouse.move(*game.cell(2, 6), steps=3)
    desktop.mouse.up()
    wait_state(desktop, "state.can_undo && state.board[2] === '.######..'")
    desktop.keyboard.press("u")
    wait_state(desktop, "!state.can_undo && state.can_redo")
    paste(desktop, "nonsense")
    shown = wait_state(desktop, "state.message.includes('only . and # make a board')")
    assert shown["board"] == ["........."] * 9
    paste(desktop, "")
    wait_state(desktop, "state.message === 'Nothing was read.'")
    paste(desktop, RECOVERY)
    wait_state(desktop, f"state.board.join('\\n') === {json.dumps(RECOVERY)}")
    press(desktop, "tab.piece")
    press(desktop, "piece")
    wait_state(desktop, "state.screen === 'analyzer.pieces'")
    desktop.mouse.click(*centre(desktop, "piece.##"))
    wait_state(desktop, "state.screen === 'analyzer' && state.piece === '##'")
    check_analysis(desktop)


def paste(page: Page, text: str) -> None:
    """Through the page's own dialog."""
    press(page, "paste")
    page.locator("dialog textarea").fill(text)
    page.locator("dialog button").first.click()


def check_analysis(page: Page) -> None:
    """Origins, best placement, points and health are those of the engine."""
    rules = rules_of("master", 9)
    position, chosen = rules.board.parse(lesson("recovery").board), piece("##")
    shown = state(page)
    assert shown["origins"] == [list(cell) for cell in rules.board.cells(chosen.origins(rules.board, position))]
    press(page, "best")
    best = best_placement(rules, position, chosen, Streak())
    assert best is not None
    shown = wait_state(page, f"state.target && state.target[0] === {best[0]} && state.target[1] === {best[1]}")
    placement = look(rules, position, chosen, *best, Streak())
    assert isinstance(placement, Placement)
    assert shown["placement"]["points"] == placement.points
    assert shown["placement"]["terms"] == [[term.name, term.points] for term in placement.terms]
    assert shown["placement"]["health"] == [
        health(rules.board, position).number,
        health(rules.board, placement.after).number,
    ]


def test_a_finger_paints_in_the_analyzer(phone: Page) -> None:
    phone.touchscreen.tap(*centre(phone, "analyzer"))
    wait_state(phone, "state.screen === 'analyzer'")
    game = Game(phone)
    game.touch("touchStart", game.cell(0, 0))
    game.touch("touchMove", game.cell(0, 3))
    game.touch("touchMove", game.cell(3, 3))
    game.touch("touchEnd")
    wait_state(phone, "state.can_undo && state.board[3] === '...#.....'")
    assert state(phone)["board"][:4] == ["####.....", "...#.....", "...#.....", "...#....."]


def test_a_hint_thinks_between_frames_and_leads_to_the_best_line(desktop: Page) -> None:
    game = start(desktop, "level.easy", "board.10")
    answer = solve(game.round())
    usual = median(desktop.evaluate(FRAMES, 30))
    desktop.evaluate(
        """() => { window.gaps = []; let last = performance.now();
        const tick = (now) => { window.gaps.push(now - last); last = now; window.ticking = requestAnimationFrame(tick) };
        window.ticking = requestAnimationFrame(tick) }"""
    )
    press(desktop, "hint")
    shown = wait_state(desktop, "state.message.startsWith('Step 1 of')", START_TIMEOUT)
    gaps = desktop.evaluate("() => { cancelAnimationFrame(window.ticking); return window.gaps }")
    usual = max(usual, median(desktop.evaluate(FRAMES, 30)))
    assert median(gaps) < usual + THINKING
    assert shown["moves"] == 0
    first = answer.best.moves[0]
    assert shown["selected"] == first.slot  # type: ignore[union-attr]  # no undo
    if isinstance(first, Place):
        assert shown["target"] == [first.row, first.column]


def test_the_end_is_looked_back_at_and_the_round_stays(desktop: Page) -> None:
    game = start(desktop, "level.hard", "board.8")
    while (move := game.choose()) is not None:
        game.make(move, "click")
    wait_state(desktop, "state.results")
    before = game.stored()["payload"]
    press(desktop, "review")
    shown = wait_state(desktop, "state.screen === 'review' && !state.thinking", START_TIMEOUT)
    dealt = last_hand(read(before["record"]))
    assert dealt is not None
    answer = solve(dealt)
    assert shown["all_fit"] == answer.all_fit
    round = dealt
    for number, step in enumerate(answer.best.moves, 1):
        outcome = play(round, step)
        assert isinstance(outcome, Outcome)
        round = outcome.round
        press(desktop, "next")
        shown = wait_state(desktop, f"state.step === {number}")
        assert shown["board"] == round.board.rows(round.position)
    press(desktop, "analyze")
    wait_state(desktop, "state.screen === 'analyzer'")
    assert region(desktop, "best")
    press(desktop, "back")
    wait_state(desktop, "state.screen === 'review'")
    press(desktop, "back")
    wait_state(desktop, "state.screen === 'play' && state.status === 'over'")
    assert game.stored()["payload"] == before
