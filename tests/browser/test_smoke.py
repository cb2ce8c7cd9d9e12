"""The shortest visit, in every engine: start, one real move, saved, loaded again, continued."""

from __future__ import annotations

from pathlib import Path

from game.rules.record import line, read, replay
from tests.browser import engines
from tests.browser.conftest import Serve
from tests.browser.engines import Engine, until

ENTER = "\ue007"
KEPT = ("mode", "options", "score", "lines", "hand", "status", "board", "moves", "can_undo")


def press(engine: Engine, name: str) -> None:
    """Clicks the middle of a region."""
    x, y, width, height = until(engine, f"blockPuzzle.state().regions.find((r) => r.id === '{name}')?.rect")
    engine.click(x + width / 2, y + height / 2)


def test_one_move_is_kept(engine: Engine, bundle: Path, serve: Serve) -> None:
    host = serve(bundle, mount="/somewhere")
    engine.open(host.url)
    engines.wait_ready(engine)
    press(engine, "first")
    until(engine, "blockPuzzle.state().screen === 'play'")
    engine.press("1")
    target = until(engine, "blockPuzzle.state().target")
    engine.press(ENTER)
    until(engine, "blockPuzzle.state().moves === 1")
    before = engine.evaluate("blockPuzzle.state()")
    stored = engine.evaluate("JSON.parse(localStorage['block-puzzle/round/classic']).payload")
    record = read(stored["record"])
    *_, last = replay(record)
    assert [(step.row, step.column) for step in record.moves] == [tuple(target)]  # type: ignore[union-attr]  # a placement
    assert {name: before[name] for name in ("score", "hand", "board")} == {
        name: line(last)[name] for name in ("score", "hand", "board")
    }
    engine.reload()
    engines.wait_ready(engine)
    press(engine, "resume")
    until(engine, "blockPuzzle.state().screen === 'play'")
    after = engine.evaluate("blockPuzzle.state()")
    assert {name: after[name] for name in KEPT} == {name: before[name] for name in KEPT}
