"""Builds the bundle: packs the game with pygbag, puts page and runtime beside it, and gives all of it one build id.

Usage: python -m web.bundle     leaves build/web/, from where any static host can serve it
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from web.bytecode import BytecodeError, compile_tree

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
RUNTIME = WEB / "runtime"
BUILD = ROOT / "build"

NAME = "block-puzzle"  # pygbag names the archive after the folder that it packs
TITLE = "Block Puzzle"
RUNTIME_ADDRESS = "runtime/"  # relative, so that the bundle is its own CDN
RUNTIME_FILES = ("runtime.mjs", "runtime.wasm.gz")
ICONS = ("icon.svg", "icon-192.png", "icon-512.png", "icon-maskable-512.png", "apple-touch-icon.png")
NOT_PACKED = re.compile(r"^(\..*|__pycache__|tests?|.*\.pyc)$")
VERSION_DIGITS = 12  # of a SHA-256, in addresses and in the build id
# pygbag leaves compiled files out of what it packs. The ones that lie here were made for the browser's own Python.
PYGBAG = (
    "import runpy; from pygbag.filtering import SKIP_EXT; SKIP_EXT.remove('pyc'); runpy.run_module('pygbag', run_name='__main__')"
)
EARLIEST = 315_532_800  # 1980-01-01 in seconds: zip knows no earlier time, and a fixed one makes equal input equal output


class BundleError(Exception):
    """The bundle cannot be built; the message says what is missing."""


@dataclass(frozen=True)
class Digest:
    """Size in bytes and SHA-256 of a file; of a packed one also of its content."""

    size: int
    sha256: str
    unpacked: Digest | None = None

    @staticmethod
    def of(path: Path) -> Digest:
        """Reads a file, and what a .gz holds."""
        data = path.read_bytes()
        unpacked = gzip.decompress(data) if path.suffix == ".gz" else None
        return Digest(*_measure(data), Digest(*_measure(unpacked)) if unpacked is not None else None)


def _measure(data: bytes) -> tuple[int, str]:
    return len(data), hashlib.sha256(data).hexdigest()


def _files(folder: Path) -> list[Path]:
    """Every file below a folder that is packed or copied, in a fixed order."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(p for p in found if not any(NOT_PACKED.match(part) for part in p.relative_to(folder).parts))


def fingerprint() -> str:
    """A checksum over all that the bundle is made of, this script and the pinned packer included."""
    sums = hashlib.sha256(sys.version.encode())
    own = [ROOT / "pyproject.toml", ROOT / "main.py", *_files(ROOT / "game")]
    page = [path for path in _files(WEB) if RUNTIME not in path.parents]
    for path in [*own, *page, *_files(RUNTIME / "dist"), *_files(RUNTIME / "licences")]:
        checksum = hashlib.sha256(path.read_bytes()).hexdigest()
        sums.update(f"{path.relative_to(ROOT).as_posix()} {checksum}\n".encode())
    return sums.hexdigest()


def check_runtime() -> None:
    """Refuses a runtime that is damaged or does not belong to the sources beside it. Raises BundleError."""
    result = subprocess.run([sys.executable, RUNTIME / "check.py"], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise BundleError((result.stderr or result.stdout).strip())


def stage(work: Path, root: Path = ROOT) -> Path:
    """Copies main.py and game/ of `root`, and nothing else, into a fresh folder, with bytecode for the browser beside every
    source. Every file gets the same time. Raises BundleError when a source does not compile."""
    staged = work / NAME
    shutil.rmtree(work, ignore_errors=True)
    for source in [root / "main.py", *_files(root / "game")]:
        target = staged / source.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    try:
        compile_tree(staged, RUNTIME / "dist", BUILD / "bytecode")
    except BytecodeError as error:
        raise BundleError(str(error)) from None
    for path in staged.rglob("*"):
        os.utime(path, (EARLIEST, EARLIEST))
    return staged


def pack(staged: Path) -> Path:
    """Runs pygbag on the staged game and returns the folder with what it made. Raises BundleError when it fails.

    Template and icon are files, so pygbag has nothing to fetch; without its optimizer it calls no other program.
    """
    command = [
        *(sys.executable, "-c", PYGBAG, "--build", "--no_opt"),
        *("--cdn", RUNTIME_ADDRESS, "--title", TITLE),
        *("--template", str(WEB / "template.html"), "--icon", str(WEB / "icons" / "favicon.png")),
        str(staged),
    ]
    environment = {**os.environ, "TZ": "UTC", "PYTHONWARNINGS": "ignore"}
    result = subprocess.run(
        command, cwd=staged.parent, env=environment, capture_output=True, text=True, check=False
    )
    packed = staged / "build" / "web"
    made = [packed / f"{NAME}.apk", packed / "index.html", packed / "favicon.png"]
    if result.returncode != 0 or not all(path.is_file() for path in made):
        raise BundleError(f"pygbag failed:\n{result.stdout}{result.stderr}")
    return packed


def assemble(packed: Path, out: Path) -> str:
    """Puts pygbag's output, page and runtime together in `out` and ties them to one build id, which it returns."""
    shutil.rmtree(out, ignore_errors=True)
    for name in (f"{NAME}.apk", "index.html", "favicon.png"):
        _copy(packed / name, out / name)
    for name in RUNTIME_FILES:
        _copy(RUNTIME / "dist" / name, out / RUNTIME_ADDRESS / name)
    for name in ICONS:
        _copy(WEB / "icons" / name, out / "icons" / name)
    for source in _files(WEB / "page"):
        _copy(source, out / "page" / source.name)
    _copy(WEB / "manifest.webmanifest", out / "manifest.webmanifest")
    _copy_licences(out / "licences")
    return _seal(out, _version_modules(out / "page"))


def _copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BundleError(f"{source.relative_to(ROOT)} is missing")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _copy_licences(target: Path) -> None:
    """What is linked into the runtime comes under licences that travel with it."""
    for source in _files(RUNTIME / "licences"):
        _copy(source, target / source.relative_to(RUNTIME / "licences"))
    if (ROOT / "LICENSE").is_file():
        _copy(ROOT / "LICENSE", target / "block-puzzle.txt")


def _version_modules(page: Path) -> str:
    """Makes the modules import each other under one version, which it returns, so that no cache mixes two builds."""
    scripts = sorted(page.glob("*.js"))
    version = hashlib.sha256(b"".join(path.read_bytes() for path in scripts)).hexdigest()[:VERSION_DIGITS]
    for path in scripts:
        text = path.read_text("utf-8")
        path.write_text(re.sub(r"(from '\./[\w-]+\.js)'", rf"\1?v={version}'", text), "utf-8")
    return version


def _seal(out: Path, scripts_version: str) -> str:
    """Versions every address in the page, lists them for the service worker, and writes the build id into both.

    An address with `?v=` always means the same bytes. The build id covers the page with all these addresses.
    """
    page = out / "index.html"
    kept: list[dict[str, object]] = [{"path": "", "page": True}]

    def versioned(match: re.Match[str]) -> str:
        attribute, address = match[1], match[2]
        digest = Digest.of(out / address)
        version = scripts_version if address.endswith(".js") else digest.sha256[:VERSION_DIGITS]
        entry: dict[str, object] = {"path": f"{address}?v={version}", "sha256": digest.sha256}
        if digest.unpacked:
            entry["unpackedSha256"] = digest.unpacked.sha256
        kept.append(entry)
        return f'{attribute}="{address}?v={version}"' + (_part_data(digest) if "data-part" in match[3] else "") + match[3]

    html = re.sub(r'\b(href|src)="([\w./-]+)"([^>]*)', versioned, page.read_text("utf-8"))
    worker = (WEB / "sw.js").read_text("utf-8")
    build_id = hashlib.sha256((html + worker).encode()).hexdigest()[:VERSION_DIGITS]
    page.write_text(html.replace("{{build}}", build_id), "utf-8")
    listed = json.dumps({"id": build_id, "files": kept}, indent=1)
    filled, count = re.subn(r"/\* build \*/ \{.*\}", listed, worker)
    if count != 1 or "{{" in html.replace("{{build}}", ""):
        raise BundleError("web/sw.js or web/template.html has a place that the build could not fill in")
    (out / "sw.js").write_text(filled, "utf-8")
    return build_id


def _part_data(digest: Digest) -> str:
    """What the loader wants to know beforehand of a file that it fetches."""
    data = f' data-bytes="{digest.size}" data-sha256="{digest.sha256}"'
    return data + (f' data-unpacked-bytes="{digest.unpacked.size}"' if digest.unpacked else "")


def build() -> Path:
    """Brings build/web/ up to date, unless it is, and returns it. Raises BundleError when that is impossible."""
    out, stamp = BUILD / "web", BUILD / "web.stamp"
    wanted = fingerprint()
    if (out / "sw.js").is_file() and stamp.is_file() and stamp.read_text() == wanted:
        print("build/web/ is up to date")
        return out
    check_runtime()
    print("Packing the game", flush=True)
    BUILD.mkdir(exist_ok=True)
    work, fresh = BUILD / "stage", BUILD / "web.new"
    build_id = assemble(pack(stage(work)), fresh)
    shutil.rmtree(work)
    shutil.rmtree(out, ignore_errors=True)
    fresh.rename(out)
    stamp.write_text(wanted)
    sizes = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
    print(f"build/web/ is ready: build {build_id}, {len(sizes)} files, {sum(sizes) / 1e6:.2f} MB")
    return out


def main() -> int:
    """The command line; answers the exit code."""
    try:
        build()
    except BundleError as error:
        print(f"The bundle cannot be built. {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
