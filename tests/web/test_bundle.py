"""The built bundle, looked at as files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from web import bundle as builder

TEXTS = (".html", ".js", ".mjs", ".css", ".webmanifest", ".svg")
# The name of a format, not an address that anything fetches.
NAMESPACES = {"http://www.w3.org/2000/svg"}


@pytest.fixture(scope="module")
def bundle() -> Path:
    """build/web/, brought up to date."""
    return builder.build()


@pytest.fixture(scope="module")
def html(bundle: Path) -> str:
    """The page."""
    return (bundle / "index.html").read_text("utf-8")


def addresses(html: str) -> list[str]:
    """Every address that the page names."""
    return re.findall(r'\b(?:href|src)="([^"]*)"', html)


def test_archive_holds_the_game_and_nothing_else(bundle: Path) -> None:
    with zipfile.ZipFile(bundle / f"{builder.NAME}.apk") as archive:
        names = archive.namelist()
        assert archive.testzip() is None
    packed = {name.removeprefix("assets/") for name in names}
    sources = {path.relative_to(builder.ROOT).as_posix() for path in (builder.ROOT / "game").rglob("*") if path.is_file()}
    wanted = {name for name in sources if "__pycache__" not in name and not Path(name).name.startswith(".")}
    wanted |= {"main.py"}
    assert packed == wanted | {f"{name}c" for name in wanted if name.endswith(".py")}
    assert all(name.startswith("assets/") for name in names)


def test_every_address_of_the_page_is_relative_versioned_and_there(bundle: Path, html: str) -> None:
    found = addresses(html)
    assert len(found) > 10
    for address in found:
        parts = urlsplit(address)
        assert not parts.scheme, address
        assert not parts.netloc, address
        assert not parts.path.startswith("/"), address
        assert re.fullmatch(r"v=[0-9a-f]{12}", parts.query), address
        assert (bundle / parts.path).is_file(), address


def test_no_text_file_names_another_origin(bundle: Path) -> None:
    for path in bundle.rglob("*"):
        # The runtime's glue code names documentation in its error messages; the browser tests see that it fetches none.
        if path.suffix in TEXTS and path.name != "runtime.mjs":
            named = set(re.findall(r"https?://[^\s\"'`<>)]+", path.read_text("utf-8")))
            assert named <= NAMESPACES, path.name


def test_page_obeys_its_own_policy(html: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy
    assert "'unsafe-inline'" not in policy[1]
    assert "'unsafe-eval'" not in policy[1]
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert "<style" not in html
    assert re.findall(r"\s(?:style|on\w+)=", html) == []
    assert "{{" not in html


def test_modules_are_fetched_ahead_under_the_address_that_imports_them(bundle: Path, html: str) -> None:
    known = set(addresses(html))
    for path in (bundle / "page").glob("*.js"):
        text = path.read_text("utf-8")
        imported = re.findall(r"from '\./([^']+)'", text)
        assert {f"page/{name}" for name in imported} <= known, path.name
        assert "import('" not in text


def test_service_worker_keeps_all_that_the_page_needs(bundle: Path, html: str) -> None:
    worker = (bundle / "sw.js").read_text("utf-8")
    listed = re.search(r"const BUILD = (\{.*?\n\});", worker, re.S)
    assert listed
    build = json.loads(listed[1])
    assert f'data-build="{build["id"]}"' in html
    assert [entry["path"] for entry in build["files"]] == ["", *addresses(html)]
    for entry in build["files"][1:]:
        assert builder.Digest.of(bundle / urlsplit(entry["path"]).path).sha256 == entry["sha256"]


def test_nothing_is_left_lying_about(bundle: Path, html: str) -> None:
    named = {urlsplit(address).path for address in addresses(html)} | {"index.html", "sw.js"}
    manifest = json.loads((bundle / "manifest.webmanifest").read_text("utf-8"))
    named |= {icon["src"] for icon in manifest["icons"]}
    found = {path.relative_to(bundle).as_posix() for path in bundle.rglob("*") if path.is_file()}
    assert {name for name in found - named if not name.startswith("licences/")} == set()
    assert named <= found


def test_licences_travel_with_the_runtime(bundle: Path) -> None:
    ours = {path.name for path in (builder.RUNTIME / "licences").rglob("*") if path.is_file()}
    assert ours
    assert ours <= {path.name for path in (bundle / "licences").rglob("*")}


def test_equal_input_makes_equal_output(tmp_path: Path) -> None:
    trees = []
    for name in ("one", "two"):
        out = tmp_path / name / "web"
        builder.assemble(builder.pack(builder.stage(tmp_path / name / "stage")), out)
        trees.append({p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*") if p.is_file()})
    assert trees[0] == trees[1]


def test_packing_asks_nothing_of_the_network(tmp_path: Path) -> None:
    """pygbag would fetch what it does not find; with a Python that cannot connect anywhere it still packs."""
    (tmp_path / "sitecustomize.py").write_text(
        "import socket\n"
        "def refuse(*arguments, **options):\n"
        "    raise OSError('no network in this test')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
    )
    program = f"from pathlib import Path; from web import bundle; bundle.pack(bundle.stage(Path({str(tmp_path / 'stage')!r})))"
    environment = {"PYTHONPATH": f"{tmp_path}:{builder.ROOT}", "PATH": "/nonexistent"}
    result = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


def test_icons_have_the_sizes_that_the_manifest_names(bundle: Path) -> None:
    manifest = json.loads((bundle / "manifest.webmanifest").read_text("utf-8"))
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            header = (bundle / icon["src"]).read_bytes()[16:24]
            width, height = int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")
            assert icon["sizes"] == f"{width}x{height}"
