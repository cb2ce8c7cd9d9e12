"""How the page starts, on good and on bad hosts, seen with the probe in place of the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page

from tests.browser import bundles, chromium
from tests.browser.conftest import Serve, Trouble
from tests.browser.server import Fault
from web import bundle as builder

WASM = "/runtime/runtime.wasm.gz"
MODULE = "/runtime/runtime.mjs"
ARCHIVE = f"/{builder.NAME}.apk"
DAMAGE = b"\n*/}]\x00#"  # no script goes on after it, not even where it falls into a comment
FIRST_VISIT = 3_500_000  # bytes at most, on a host that compresses nothing


def test_real_bundle_starts_quietly_and_small(bundle: Path, page: Page, trouble: Trouble, serve: Serve) -> None:
    host = serve(bundle)
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    assert trouble.errors == []
    assert trouble.foreign(host.origin) == []
    assert host.sent <= FIRST_VISIT
    assert [(path, status) for path, status in host.requests if status != 200] == []


def test_first_visit_fetches_each_big_file_once(probe_bundle: Path, page: Page, serve: Serve) -> None:
    host = serve(probe_bundle)
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    assert {path: host.served(path) for path in (WASM, MODULE, ARCHIVE)} == {WASM: 1, MODULE: 1, ARCHIVE: 1}


@pytest.mark.parametrize("mount", ["/games/block-puzzle", "/a b/ü"])
def test_runs_from_any_folder(mount: str, probe_bundle: Path, page: Page, trouble: Trouble, serve: Serve) -> None:
    host = serve(probe_bundle, mount=quote(mount))
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    host.offline = True
    page.reload()
    chromium.wait_ready(page)
    assert trouble.errors == []


def test_runs_in_an_iframe_and_takes_the_keyboard_after_a_click(probe_bundle: Path, page: Page, serve: Serve) -> None:
    portal = b"<!doctype html><input id=own autofocus><iframe width=640 height=480 src=/game/index.html></iframe>"
    host = serve(probe_bundle, mount="/game", extra={"/portal.html": portal})
    page.goto(host.origin + "/portal.html")
    frame = page.frame_locator("iframe")
    frame.locator("#loading").wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == "own"
    frame.locator("#canvas").click()
    page.keyboard.press("ArrowRight")
    inner = page.frames[1]
    pressed = "blockPuzzle.state().seen.some(({ event, key }) => event === 'KeyDown' && key === 'right')"
    chromium.until(inner, pressed)
    assert inner.evaluate("blockPuzzle.state().screen.embedded") is True


def test_a_host_that_unpacks_gz_files(probe_bundle: Path, page: Page, trouble: Trouble, serve: Serve) -> None:
    host = serve(probe_bundle, unpacks=True)
    chromium.open_game(page, host.url)
    assert trouble.errors == []
    chromium.wait_offline_ready(page)


@pytest.mark.parametrize("missing", ["WebAssembly.compileStreaming", "crypto.subtle.digest"])
def test_starts_where_a_browser_lacks_something(missing: str, probe_bundle: Path, page: Page, serve: Serve) -> None:
    owner, name = missing.rsplit(".", 1)
    prototype = "Object.getPrototypeOf(crypto)" if owner == "crypto.subtle" else owner
    lacking = "subtle" if owner == "crypto.subtle" else name
    page.add_init_script(f"Object.defineProperty({prototype}, '{lacking}', {{ value: undefined }});")
    chromium.open_game(page, serve(probe_bundle).url)
    assert page.evaluate(f"typeof {owner}") != "nothing"


@pytest.mark.parametrize("path", [WASM, ARCHIVE])
def test_a_file_that_arrives_damaged_once_is_fetched_again(path: str, probe_bundle: Path, page: Page, serve: Serve) -> None:
    whole = (probe_bundle / path.lstrip("/")).read_bytes()
    host = serve(probe_bundle, faults={path: Fault(body=whole[: len(whole) // 2], times=1)})
    chromium.open_game(page, host.url)
    assert host.served(path) == 2


def failure(page: Page, url: str) -> str:
    """Opens a page that cannot start and returns what it says."""
    page.goto(url)
    chromium.until(page, chromium.FAILED, chromium.START_TIMEOUT)
    assert page.locator("#loading").is_hidden()
    return page.locator("#failure").inner_text()


@pytest.mark.parametrize("path", [WASM, MODULE, ARCHIVE, "/page/loader.js", "/page/bridge.js", "/page/style.css"])
def test_missing_file(path: str, probe_bundle: Path, page: Page, serve: Serve) -> None:
    text = failure(page, serve(probe_bundle, faults={path: Fault(status=404)}).url)
    assert "A part of the game is missing" in text
    assert path.rsplit("/", 1)[1] in text


@pytest.mark.parametrize("path", [WASM, ARCHIVE, MODULE, "/page/loader.js"])
@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_damaged_file(path: str, damage: str, probe_bundle: Path, page: Page, serve: Serve) -> None:
    whole = (probe_bundle / path.lstrip("/")).read_bytes()
    middle = len(whole) // 2
    bodies = {"cut": whole[:middle], "changed": whole[:middle] + DAMAGE + whole[middle + len(DAMAGE) :]}
    text = failure(page, serve(probe_bundle, faults={path: Fault(body=bodies[damage])}).url)
    assert "arrived damaged" in text
    assert "saved game is untouched" in text


def test_loader_that_is_cut_off_between_statements(probe_bundle: Path, page: Page, serve: Serve) -> None:
    assert "arrived damaged" in failure(page, serve(probe_bundle, faults={"/page/loader.js": Fault(body=b"// lost")}).url)


def test_reload_of_a_damaged_page_cures_it(probe_bundle: Path, page: Page, serve: Serve) -> None:
    host = serve(probe_bundle, faults={ARCHIVE: Fault(body=b"not an archive")})
    failure(page, host.url)
    host.faults.clear()
    with page.expect_navigation():
        page.locator("#failure-reload").click()
    chromium.wait_ready(page)


@pytest.mark.parametrize("path", [WASM, MODULE, ARCHIVE, "/page/loader.js", "/page/style.css"])
def test_network_that_breaks_off(path: str, probe_bundle: Path, page: Page, serve: Serve) -> None:
    assert "could not be fetched" in failure(page, serve(probe_bundle, faults={path: Fault(status=0)}).url)


def test_starts_even_without_the_script_for_failures(probe_bundle: Path, page: Page, serve: Serve) -> None:
    chromium.open_game(page, serve(probe_bundle, faults={"/page/failure.js": Fault(status=404)}).url)


def test_no_webassembly(probe_bundle: Path, page: Page, serve: Serve) -> None:
    page.add_init_script("delete window.WebAssembly")
    text = failure(page, serve(probe_bundle).url)
    assert "This browser cannot run the game" in text
    assert "WebAssembly is missing" in text


def test_no_javascript(probe_bundle: Path, new_context: Callable[..., BrowserContext], serve: Serve) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(serve(probe_bundle).url)
    assert page.locator("noscript p").is_visible()


def test_opened_as_a_file(probe_bundle: Path, page: Page) -> None:
    page.goto((probe_bundle / "index.html").as_uri())
    assert "needs a web server" in page.locator("body").inner_text()


IN_MAIN = """
import asyncio
async def main():
    raise ValueError("in main")
asyncio.run(main())
"""


@pytest.mark.parametrize("program", ["raise ValueError('at import')", IN_MAIN])
def test_exception_at_the_start(program: str, tmp_path: Path, page: Page, serve: Serve) -> None:
    text = failure(page, serve(bundles.with_program(program, tmp_path)).url)
    assert "The game has stopped" in text
    assert "ValueError" in text
    assert "Traceback" in text


def test_exception_later_on(
    probe_bundle: Path, new_context: Callable[..., BrowserContext], serve: Serve
) -> None:
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    chromium.open_game(page, serve(probe_bundle).url)
    page.get_by_role("button", name="Fail").press("Enter")
    chromium.until(page, chromium.FAILED)
    text = page.locator("#failure").inner_text()
    assert "The game has stopped" in text
    assert "the probe was asked to fail" in text
    page.locator("#failure-copy").click()
    chromium.until(page, "navigator.clipboard.readText().then((text) => text.includes('the probe was asked to fail'))")
    with page.expect_navigation():
        page.locator("#failure-reload").click()
    chromium.wait_ready(page)


def test_program_that_ends(probe_bundle: Path, page: Page, serve: Serve) -> None:
    chromium.open_game(page, serve(probe_bundle).url)
    page.get_by_role("button", name="Finish").press("Enter")
    chromium.until(page, chromium.FAILED)
    assert "The game has ended" in page.locator("#failure").inner_text()


def test_progress_counts_real_bytes_and_never_stands_at_the_end(
    probe_bundle: Path, page: Page, serve: Serve
) -> None:
    page.add_init_script(
        """
        window.progressSeen = [];
        addEventListener('DOMContentLoaded', () => {
          const loading = document.getElementById('loading');
          const look = () => {
            const text = (id) => loading.querySelector(id).textContent;
            progressSeen.push([loading.querySelector('progress').value, text('#loading-stage'), text('#loading-bytes')]);
          };
          look();
          // Every change, and not at every frame: on a busy machine the last frame comes too early.
          new MutationObserver(look).observe(loading, { subtree: true, childList: true, characterData: true, attributes: true });
        });
        """
    )
    chromium.open_game(page, serve(probe_bundle).url)
    seen = page.evaluate("progressSeen")
    values = [value for value, _, _ in seen]
    assert values == sorted(values)
    assert max(values) < 1
    total = sum((probe_bundle / path.lstrip("/")).stat().st_size for path in (WASM, ARCHIVE)) / 1e6
    assert seen[-1][2] == f"{total:.1f} of {total:.1f} MB"
    assert len({stage for _, stage, _ in seen}) >= 2


def test_leaving_asks_nothing(probe_bundle: Path, page: Page, serve: Serve) -> None:
    asked: list[Dialog] = []
    page.on("dialog", lambda dialog: asked.append(dialog))
    chromium.open_game(page, serve(probe_bundle).url)
    page.mouse.click(50, 50)
    page.keyboard.press("Space")
    with page.expect_event("close"):
        page.close(run_before_unload=True)
    assert asked == []


def test_metrics_tell_stages_bytes_and_steps(probe_bundle: Path, page: Page, serve: Serve) -> None:
    host = serve(probe_bundle)
    chromium.open_game(page, host.url)
    metrics = page.evaluate("blockPuzzle.metrics()")
    order = ["loader", "compiled", "python", "archive", "main", "ready"]
    times = [metrics["stages"][stage] for stage in order]
    assert times == sorted(times)
    assert metrics["steps"] >= 1
    assert len(metrics["durations"]) == metrics["steps"]
    assert metrics["transferred"] >= (probe_bundle / WASM.lstrip("/")).stat().st_size
    assert metrics["build"] in (probe_bundle / "sw.js").read_text()
