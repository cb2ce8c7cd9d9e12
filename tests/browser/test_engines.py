"""What has to work in every engine, seen with the probe in place of the game."""

from __future__ import annotations

from pathlib import Path

from tests.browser import engines
from tests.browser.conftest import Serve
from tests.browser.engines import Engine, until

ARROW_DOWN = "\ue015"


def happened(event: str, condition: str) -> str:
    """A JavaScript expression: an event of this name that meets the condition has reached the program."""
    return f"blockPuzzle.state().seen.find((entry) => entry.event === '{event}' && ({condition}))"


def test_starts_takes_input_stores_and_starts_again(engine: Engine, probe_bundle: Path, serve: Serve) -> None:
    host = serve(probe_bundle, mount="/sub/folder")
    engine.open(host.url)
    engines.wait_ready(engine)
    engine.click(60, 80)
    ratio = engine.evaluate("devicePixelRatio")
    clicked = until(engine, happened("MouseButtonDown", "true"))
    assert clicked["pos"] == [60 * ratio, 80 * ratio]
    engine.press(ARROW_DOWN)
    until(engine, happened("KeyDown", "entry.key === 'down'"))
    size = engine.evaluate("[canvas.width, canvas.height, canvas.clientWidth, canvas.clientHeight]")
    assert size[:2] == [side * ratio for side in size[2:]]

    engine.evaluate("[...document.querySelectorAll('#mirror button')].find((b) => b.textContent === 'storage.set').click()")
    until(engine, "localStorage['block-puzzle/probe'] === '{}'")
    engine.reload()
    engines.wait_ready(engine)
    assert engine.evaluate("localStorage['block-puzzle/probe']") == "{}"


def test_plays_offline_after_the_first_visit(engine: Engine, probe_bundle: Path, serve: Serve) -> None:
    host = serve(probe_bundle)
    engine.open(host.url)
    engines.wait_ready(engine)
    until(engine, "blockPuzzle.metrics().offline === 'ready' || !navigator.serviceWorker", engines.START_TIMEOUT)
    host.offline = True
    engine.open(host.url + "?again")
    engines.wait_ready(engine)
