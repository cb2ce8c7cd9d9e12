"""Runs a program with the engine in the browser's own Python, outside of a browser."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

from tests.runtime.test_in_node import run

ROOT = Path(__file__).parents[2]
PACKED = ("game/__init__.py", "game/rules/*.py", "game/coach/*.py", "tests/__init__.py", "tests/rules/*.py", "tests/bench/*.py")


def run_with_game(program: str, given: object) -> object:
    """What the program prints, as JSON; it finds ``given`` in /given.json."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for pattern in PACKED:
            for path in ROOT.glob(pattern):
                archive.write(path, path.relative_to(ROOT))
    files = {"/game.zip": packed.getvalue(), "/given.json": json.dumps(given).encode()}
    outcome = run("import sys; sys.path.insert(0, '/game.zip')", program, files=files)
    assert outcome.results == [0, 0, 0], outcome.err
    found: object = json.loads(outcome.out[-1])
    return found
