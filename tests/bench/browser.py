"""The built bundle in Chromium: bytes over the wire, the start stage by stage, the cost of frames, idling, memory."""

from __future__ import annotations

import json
import shutil
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.prepared import Prepared, prepared
from tests.bench.tables import Table, of_budget
from tests.browser import bundles, chromium
from tests.browser.game import Game, centre
from tests.browser.server import Host
from web import bundle as builder

RUNS = 7
"""Of each start; the median counts."""
FIRST_VISIT = 3_500_000  # bytes
FIRST_FRAME_COLD, FIRST_FRAME_WARM = 1000.0, 500.0  # ms
FRAME = 1000 / 60  # ms
LATENCY = 50.0  # ms from an input event to the frame that shows it
HEAP = 64.0  # MB
STAGES = ("loader", "compiled", "python", "archive", "main", "host", "window", "screen", "ready")
"""In the order in which they are reached; the game's own marks among the page's."""
CATCH_MEMORY = """
(() => {
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    const { exports } = made.instance ?? made;
    window.wasmMemory = Object.values(exports).find((each) => each instanceof WebAssembly.Memory);
    return made;
  };
})();
"""
NOTE_INPUT = """
window.inputTimes = [];
for (const type of ['mousemove', 'mousedown', 'mouseup']) {
  addEventListener(type, ({ timeStamp }) => inputTimes.push(timeStamp), { capture: true });
}
"""
FRAMES = "performance.getEntriesByType('mark').filter((m) => m.name.startsWith('frame ')).map((m) => [m.startTime, m.name])"


class Size(NamedTuple):
    """A window in CSS pixels and its pixel ratio."""

    width: int
    height: int
    ratio: int

    def __str__(self) -> str:
        return f"{self.width * self.ratio}×{self.height * self.ratio} @{self.ratio}"


WINDOW = Size(1000, 700, 1)
SIZES = (Size(360, 740, 3), Size(820, 1180, 2), Size(1920, 1080, 1))


class Frame(NamedTuple):
    """One drawn frame: when it was on the canvas, and what it took, all in ms."""

    at: float
    draw: float
    flip: float
    tell: float
    step: float


def tables() -> Iterator[Table]:
    """All tables of this benchmark, each as soon as it is measured."""
    bundle = builder.build()
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        yield _bytes(browser, bundle)
        yield _start(browser, bundle)
        yield _at_rest(browser, bundle)
        yield from _frames(browser, prepared())
        browser.close()


@contextmanager
def _page(browser: Browser, size: Size = WINDOW) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": size.width, "height": size.height}, device_scale_factor=size.ratio)
    yield context.new_page()
    context.close()


# -- what is fetched ------------------------------------------------------------------------------


def _bytes(browser: Browser, bundle: Path) -> Table:
    with Host(bundle) as host, _page(browser) as page:
        chromium.open_game(page, host.url)
        chromium.wait_offline_ready(page)
    table = Table("Bytes over the wire, first visit, nothing compressed by the host", ("file", "bytes", "times", "share"))
    sizes = {}
    for (path, _), times in host.requests.items():
        file = bundle / (path.lstrip("/") or "index.html")
        sizes[path] = (file.stat().st_size * times, times)
    for path, (size, times) in sorted(sizes.items(), key=lambda entry: -entry[1][0]):
        table.add(path, size, times, f"{size / host.sent:.1%}")
    table.add("all", host.sent, sum(host.requests.values()), of_budget(host.sent / 1e6, FIRST_VISIT / 1e6) + " MB")
    return table


# -- the start ------------------------------------------------------------------------------------


class Reached(NamedTuple):
    """When a stage was reached, in ms since navigation, and how long the page's thread had worked by then."""

    at: float
    worked: float


Start = dict[str, Reached]


def _start(browser: Browser, bundle: Path) -> Table:
    cold, warm = [], []
    with Host(bundle) as host:
        for _ in range(RUNS):
            with _page(browser, SIZES[0]) as page:
                cold.append(_started(browser, page, partial(page.goto, host.url)))
                chromium.wait_offline_ready(page)
        with _page(browser, SIZES[0]) as page:
            chromium.open_game(page, host.url)
            chromium.wait_offline_ready(page)
            for _ in range(RUNS + 1):
                page.wait_for_timeout(500)
                warm.append(_started(browser, page, page.reload))
    table = Table(
        f"From navigation to the first playable frame, {SIZES[0]}, ms, medians of {RUNS}",
        ("stage", "empty cache", "took", "processor", "warm cache", "took", "processor"),
        note="Warm: from the second visit on, out of the service worker's cache. Processor: of the page's thread alone.",
    )
    # The first warm start compiles what later ones find compiled.
    ends = [_stages(cold), _stages(warm[1:])]
    for stage in STAGES:
        table.add(stage, *(cell for column in ends for cell in column[stage]))
    sums = [[_sum(column, number) for number in (1, 2)] for column in ends]
    table.add("sum after loader", None, *sums[0], None, *sums[1])
    ready = [column["ready"][0] for column in ends]
    budgets = of_budget(ready[0], FIRST_FRAME_COLD), of_budget(ready[1], FIRST_FRAME_WARM)
    table.note += f"\n  Ready takes {budgets[0]} ms and {budgets[1]} ms."
    return table


def _started(browser: Browser, page: Page, go: Callable[[], object]) -> Start:
    """Starts the page and reads its marks out of a trace, which knows the thread's own clock."""
    browser.start_tracing(page=page, categories=["blink.user_timing"])
    go()
    chromium.wait_ready(page)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    times = page.evaluate("blockPuzzle.metrics().marks")
    marks = {event["name"]: event for event in events if event.get("cat") == "blink.user_timing" and "tts" in event}
    return {
        name.removeprefix("page:"): Reached(at, marks[name]["tts"] / 1000) for name, at in times.items() if name in marks
    }


def _stages(runs: list[Start]) -> dict[str, tuple[float, float, float]]:
    """For each stage when it is reached, and what time and work it took since the one before, medians."""
    found, before = {}, ""
    for stage in STAGES:
        begun = [run.get(before, Reached(0.0, run[stage].worked)) for run in runs]
        steps = [(run[stage].at - start.at, run[stage].worked - start.worked) for run, start in zip(runs, begun, strict=True)]
        found[stage] = (
            statistics.median(run[stage].at for run in runs),
            statistics.median(step[0] for step in steps),
            statistics.median(step[1] for step in steps),
        )
        before = stage
    return found


def _sum(column: dict[str, tuple[float, float, float]], number: int) -> float:
    return sum(column[stage][number] for stage in STAGES[1:])


# -- at rest --------------------------------------------------------------------------------------


def _at_rest(browser: Browser, bundle: Path) -> Table:
    table = Table("At rest", ("screen", "steps a second", "wasm heap, MB", "JS heap, MB", "budget"))
    with Host(bundle) as host, _page(browser) as page:
        page.add_init_script(CATCH_MEMORY)
        chromium.open_game(page, host.url)
        for screen in ("menu", "play"):
            if screen == "play":
                page.mouse.click(*centre(page, "first"))
            page.wait_for_timeout(1500)
            before = page.evaluate("blockPuzzle.metrics().steps")
            page.wait_for_timeout(2000)
            steps = (page.evaluate("blockPuzzle.metrics().steps") - before) / 2
            wasm = page.evaluate("wasmMemory.buffer.byteLength") / 1e6
            session = page.context.new_cdp_session(page)
            heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
            table.add(screen, steps, wasm, heap, of_budget(wasm + heap, HEAP) + " MB")
    return table


# -- frames ---------------------------------------------------------------------------------------


def _frames(browser: Browser, round: Prepared) -> Iterator[Table]:
    head = ("canvas", "frames", "draw", "flip", "tell", "step", "slowest", "fps", "latency", "step of budget")
    dragging = Table("A piece dragged over the board, ms, medians", head)
    clearing = Table("A line that clears, ms, medians", head)
    with tempfile.TemporaryDirectory() as folder, Host(_timed_bundle(Path(folder))) as host:
        for size in SIZES:
            with _page(browser, size) as page:
                game = _continue(page, host.url, round)
                _add(dragging, size, *_drag(game))
                _add(clearing, size, *_clear(game, round))
    for table in (dragging, clearing):
        table.note = f"Latency: from an input event to the end of the step that shows it; budget {LATENCY:g} ms."
        yield table


def _timed_bundle(folder: Path) -> Path:
    """The bundle with the stopwatch's main.py in place of the game's."""
    shutil.copytree(builder.ROOT / "game", folder / "program" / "game", ignore=shutil.ignore_patterns("__pycache__"))
    return bundles.with_program((Path(__file__).parent / "timed" / "main.py").read_text("utf-8"), folder)


def _continue(page: Page, url: str, round: Prepared) -> Game:
    page.add_init_script(NOTE_INPUT)
    chromium.open_game(page, url)
    for key, text in round.texts.items():
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])
    page.reload()
    chromium.wait_ready(page)
    page.mouse.click(*centre(page, "resume"))
    chromium.wait_state(page, "state.screen === 'play'")
    page.wait_for_timeout(500)
    return Game(page)


def _measured(page: Page, since: float) -> tuple[list[Frame], list[float]]:
    """The frames since then, and for each input event the time until the step was over that took it in."""
    frames = []
    for at, name in page.evaluate(FRAMES):
        if at > since:
            frames.append(Frame(at, *map(float, name.split()[1:])))
    waits = []
    for sent in page.evaluate("inputTimes"):
        shown = [frame.at - sent for frame in frames if frame.at > sent]
        if sent > since and shown:
            waits.append(shown[0])
    return frames, waits


def _drag(game: Game) -> tuple[list[Frame], list[float]]:
    """Carries the first piece over the board and back to the hand, as fast as the browser takes the events."""
    page = game.page
    slot = next(slot for slot, piece in enumerate(game.state()["hand"]) if piece)
    start = centre(page, f"hand:{slot}")
    corners = [game.cell(1, 1), game.cell(8, 8), game.cell(1, 8), game.cell(8, 1)]
    since = page.evaluate("performance.now()")
    page.mouse.move(*start)
    page.mouse.down()
    for x, y in [*corners, *corners, start]:
        page.mouse.move(x, y, steps=40)
    page.keyboard.press("Escape")
    page.mouse.up()
    measured = _measured(page, since)
    page.wait_for_timeout(300)
    return measured


def _clear(game: Game, round: Prepared) -> tuple[list[Frame], list[float]]:
    page, move = game.page, round.clearing
    page.mouse.click(*centre(page, f"hand:{move.slot}"))
    page.mouse.move(*game.cell(move.row, move.column))
    page.wait_for_timeout(300)
    since = page.evaluate("performance.now()")
    page.mouse.click(*game.cell(move.row, move.column))
    chromium.wait_state(page, f"state.lines > {round.round.lines}")
    page.wait_for_timeout(1500)
    return _measured(page, since)


def _add(table: Table, size: Size, frames: list[Frame], waits: list[float]) -> None:
    def median(name: str) -> float:
        return float(statistics.median(getattr(frame, name) for frame in frames))

    fps = 1000 * (len(frames) - 1) / (frames[-1].at - frames[0].at)
    steps = [frame.step for frame in frames]
    table.add(
        str(size), len(frames), median("draw"), median("flip"), median("tell"), median("step"), max(steps), fps,
        statistics.median(waits), of_budget(median("step"), FRAME),
    )
