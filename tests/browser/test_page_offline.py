"""Offline play and updates, seen with the probe in place of the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import bundles, chromium
from tests.browser.conftest import Serve, Trouble
from tests.browser.server import Fault, Host

OFFERED = "state.seen.some(({ kind }) => kind === 'update')"


@pytest.fixture(scope="session")
def next_probe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A later build of the probe."""
    return bundles.probe(tmp_path_factory.mktemp("next"), "EVENTS = EVENTS[:4]")


def build_id(page: Page) -> str:
    """The build that the page runs."""
    found: str = page.evaluate("blockPuzzle.metrics().build")
    return found


def press_update(page: Page) -> None:
    """Presses the button of an update, and waits for the page that comes."""
    with page.expect_navigation():
        page.get_by_role("button", name="update.apply").press("Enter")
    chromium.wait_ready(page)


def wait_served(page: Page, host: Host) -> None:
    """Waits until the first visit asks for nothing more: a browser fetches some things, such as the icon, when it likes."""
    sent = -1
    while sent != host.sent:
        sent = host.sent
        page.wait_for_timeout(500)


def test_every_later_visit_works_offline(probe_bundle: Path, page: Page, trouble: Trouble, serve: Serve) -> None:
    host = serve(probe_bundle, mount="/sub/folder")
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    host.offline = True
    for address in (host.url, host.url + "index.html", host.url + "?from=elsewhere"):
        chromium.open_game(page, address)
    assert trouble.errors == []


def test_later_visits_fetch_nothing_of_the_game(probe_bundle: Path, page: Page, serve: Serve) -> None:
    host = serve(probe_bundle)
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    wait_served(page, host)
    host.requests.clear()
    page.reload()
    chromium.wait_ready(page)
    page.wait_for_timeout(500)
    assert {path for path, _ in host.requests} <= {"/sw.js"}


def test_runtime_comes_unpacked_from_the_worker(probe_bundle: Path, page: Page, serve: Serve) -> None:
    chromium.open_game(page, serve(probe_bundle).url)
    chromium.wait_offline_ready(page)
    page.reload()
    chromium.wait_ready(page)
    script = "fetch(document.querySelector('[data-part=wasm]').href).then((r) => r.headers.get('content-type'))"
    assert page.evaluate(script) == "application/wasm"


def test_update_is_offered_and_waits_for_the_player(deployed: Path, next_probe: Path, page: Page, serve: Serve) -> None:
    host = serve(deployed)
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    old = build_id(page)
    bundles.replace(deployed, next_probe)

    page.reload()
    chromium.wait_ready(page)
    chromium.wait_state(page, OFFERED, chromium.START_TIMEOUT)
    assert build_id(page) == old
    page.reload()
    chromium.wait_ready(page)
    assert build_id(page) == old, "a reload alone does not change versions"

    chromium.wait_state(page, OFFERED, chromium.START_TIMEOUT)
    press_update(page)
    assert build_id(page) != old
    host.offline = True
    page.reload()
    chromium.wait_ready(page)
    assert build_id(page) != old


def test_each_of_two_tabs_is_reloaded_at_its_own_wish(deployed: Path, next_probe: Path, page: Page, serve: Serve) -> None:
    host = serve(deployed)
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    other = page.context.new_page()
    chromium.open_game(other, host.url)
    old = build_id(page)
    bundles.replace(deployed, next_probe)
    page.reload()
    chromium.wait_ready(page)
    for tab in (page, other):
        chromium.wait_state(tab, OFFERED, chromium.START_TIMEOUT)

    press_update(page)
    assert build_id(page) != old
    chromium.until(other, "navigator.serviceWorker.getRegistration().then((found) => found.waiting === null)")
    other.get_by_role("button", name="storage.set").press("Enter")
    chromium.wait_state(other, f"state.results.length === 1 && {OFFERED}")
    assert build_id(other) == old
    host.offline = True
    press_update(other)
    assert build_id(other) == build_id(page)


def test_a_tab_without_a_worker_comes_to_the_new_version_too(deployed: Path, next_probe: Path, page: Page, serve: Serve) -> None:
    host = serve(deployed)
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    old = build_id(page)
    assert page.evaluate("navigator.serviceWorker.controller") is None, "a first visit has none"
    bundles.replace(deployed, next_probe)
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")
    chromium.wait_state(page, OFFERED, chromium.START_TIMEOUT)
    taken_over = "({ waiting, active }) => !waiting && active.state === 'activated'"
    chromium.until(page, f"navigator.serviceWorker.getRegistration().then({taken_over})")
    host.offline = True
    press_update(page)
    assert build_id(page) != old


def test_only_what_changed_is_fetched_for_an_update(deployed: Path, next_probe: Path, page: Page, serve: Serve) -> None:
    host = serve(deployed)
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    wait_served(page, host)
    bundles.replace(deployed, next_probe)
    host.requests.clear()
    page.reload()
    chromium.wait_ready(page)
    chromium.wait_state(page, OFFERED, chromium.START_TIMEOUT)
    assert {path for path, _ in host.requests} == {"/", "/sw.js", "/block-puzzle.apk"}


@pytest.mark.parametrize("fault", [Fault(status=404), Fault(body=b"something else")], ids=["missing", "damaged"])
def test_install_that_fails_leaves_the_page_playing_online(fault: Fault, probe_bundle: Path, page: Page, serve: Serve) -> None:
    host = serve(probe_bundle, faults={"/manifest.webmanifest": fault})
    warnings: list[str] = []
    page.on("console", lambda message: warnings.append(message.text))
    chromium.open_game(page, host.url)
    chromium.until(page, "blockPuzzle.metrics().offline.startsWith('failed')", chromium.START_TIMEOUT)
    assert "manifest.webmanifest" in page.evaluate("blockPuzzle.metrics().offline")
    assert any("not kept for offline play" in text for text in warnings)
    assert page.evaluate("caches.keys()") == []
    page.reload()
    chromium.wait_ready(page)


def test_half_uploaded_update_is_not_taken(deployed: Path, next_probe: Path, page: Page, serve: Serve) -> None:
    host = serve(deployed)
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    old = build_id(page)
    for name in ("sw.js", "index.html"):
        (deployed / name).write_bytes((next_probe / name).read_bytes())
    page.reload()
    chromium.wait_ready(page)
    page.wait_for_timeout(1500)
    assert "update" not in [entry.get("kind") for entry in chromium.state(page)["seen"]]
    host.offline = True
    page.reload()
    chromium.wait_ready(page)
    assert build_id(page) == old


def test_two_games_of_one_origin_keep_apart(probe_bundle: Path, page: Page, serve: Serve) -> None:
    host = serve(probe_bundle, mount="/one")
    chromium.open_game(page, host.url)
    chromium.wait_offline_ready(page)
    names = page.evaluate("caches.keys()")
    assert len(names) == 1
    assert f"{host.origin}/one/" in names[0]
    page.goto(host.origin + "/two/")
    assert "outside" in page.locator("body").inner_text()
