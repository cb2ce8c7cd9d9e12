"""Compiles the game for the browser's Python, so that no visit has to compile anything.

The compiler is the runtime's own, run under Node: bytecode of another Python, even of the same version, is not promised to
agree with it. Each .pyc lies beside its .py: the import system takes it where its magic number is the interpreter's, and the
source elsewhere. What was compiled once is kept by content.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TIMEOUT = 120  # s; compiling everything takes one or two


class BytecodeError(Exception):
    """The game cannot be compiled; the message says why."""


def node() -> Path:
    """A Node to run the runtime under: the one that Playwright brings, else the system's. Raises BytecodeError."""
    playwright = importlib.util.find_spec("playwright")
    if playwright and playwright.origin:
        own = Path(playwright.origin).parent / "driver" / ("node.exe" if os.name == "nt" else "node")
        if own.is_file():
            return own
    if found := shutil.which("node"):
        return Path(found)
    raise BytecodeError("Node is needed to compile the game, and neither Playwright's nor another one is there: ./build.sh setup")


def compile_tree(folder: Path, runtime: Path, kept: Path) -> list[Path]:
    """Puts a .pyc beside every .py below `folder` and returns them.

    Args:
        runtime: the folder with runtime.mjs and runtime.wasm.gz.
        kept: where compiled files are kept from one build to the next, by content.

    Raises:
        BytecodeError: a source is wrong, or the runtime does not run; the message is for a person.
    """
    shelf = kept / _checksum(*sorted(runtime.glob("runtime.*")), HERE / "run.mjs", HERE / "inside.py")
    made, missing = {}, {}
    for source in sorted(folder.rglob("*.py")):
        name = source.relative_to(folder).as_posix()
        made[source.with_suffix(".pyc")] = copy = shelf / f"{_checksum(source, name=name)}.pyc"
        if not copy.is_file():
            missing[name] = copy
    if missing:
        _compile(folder, runtime, missing)
    for target, copy in made.items():
        shutil.copyfile(copy, target)
    return list(made)


def _checksum(*files: Path, name: str = "") -> str:
    sums = hashlib.sha256(name.encode())
    for file in files:
        sums.update(hashlib.sha256(file.read_bytes()).digest())
    return sums.hexdigest()[:32]


def _compile(folder: Path, runtime: Path, wanted: dict[str, Path]) -> None:
    """Compiles the named files below `folder`, each into its place."""
    for shelf in {target.parent for target in wanted.values()}:
        shelf.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=shelf) as fresh:
        order = {"runtime": str(runtime), "inside": str(HERE / "inside.py"), "folder": str(folder), "out": fresh}
        try:
            result = subprocess.run(
                [node(), HERE / "run.mjs"], input=json.dumps({**order, "names": list(wanted)}),
                capture_output=True, text=True, check=False, timeout=TIMEOUT,
            )
        except subprocess.TimeoutExpired:
            raise BytecodeError(f"the runtime has not compiled the game in {TIMEOUT} s") from None
        if result.returncode != 0:
            raise BytecodeError((result.stderr or result.stdout).strip())
        for number, target in enumerate(wanted.values()):
            (Path(fresh) / f"{number}.pyc").replace(target)
