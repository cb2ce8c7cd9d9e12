"""Bundles for tests: the real one, and ones with another program in place of the game."""

from __future__ import annotations

import shutil
from pathlib import Path

from web import bundle

PROBE = Path(__file__).parent / "probe"


def real() -> Path:
    """The bundle as players get it, brought up to date."""
    return bundle.build()


def with_program(source: str, folder: Path) -> Path:
    """A bundle in `folder` whose archive holds `source` as main.py, packed and sealed just as the game is."""
    root = folder / "program"
    root.mkdir(parents=True, exist_ok=True)
    (root / "main.py").write_text(source, "utf-8")
    out = folder / "web"
    bundle.assemble(bundle.pack(bundle.stage(folder / "stage", root)), out)
    return out


def probe(folder: Path, extra: str = "") -> Path:
    """A bundle with the probe, and with `extra` lines in front of its last one, which make it another build."""
    source = (PROBE / "main.py").read_text("utf-8")
    last = "asyncio.run(main())\n"
    assert source.endswith(last)
    return with_program(source.removesuffix(last) + extra + "\n" + last, folder)


def replace(folder: Path, by: Path) -> None:
    """Deploys another build over the one in `folder`, as an upload would."""
    shutil.rmtree(folder)
    shutil.copytree(by, folder)
