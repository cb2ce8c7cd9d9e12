"""The bytecode in the archive: whose it is, when it is made, and what another Python makes of it."""

from __future__ import annotations

import _imp
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from web import bundle as builder
from web import bytecode

RUNTIME = builder.RUNTIME / "dist"
UNCHECKED = 1


def write(folder: Path, name: str, source: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, "utf-8")
    return path


def belongs(compiled: bytes, source: bytes) -> bool:
    """Whether a .pyc carries the hash of the source, and asks nobody to check it at run time."""
    magic, flags, hashed = compiled[:4], int.from_bytes(compiled[4:8], "little"), compiled[8:16]
    return flags == UNCHECKED and hashed == _imp.source_hash(int.from_bytes(magic, "little"), source)


def test_every_source_of_the_archive_has_its_bytecode() -> None:
    with zipfile.ZipFile(builder.build() / f"{builder.NAME}.apk") as archive:
        sources = [name for name in archive.namelist() if name.endswith(".py")]
        assert len(sources) > 20
        assert {f"{name}c" for name in sources} == {name for name in archive.namelist() if name.endswith(".pyc")}
        for name in sources:
            assert belongs(archive.read(f"{name}c"), archive.read(name)), name


def test_what_is_kept_is_used_and_a_changed_source_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, kept = tmp_path / "game", tmp_path / "kept"
    one, two = write(folder, "one.py", "value = 1\n"), write(folder, "inner/two.py", "value = 2\n")
    made = bytecode.compile_tree(folder, RUNTIME, kept)
    assert sorted(made) == [two.with_suffix(".pyc"), one.with_suffix(".pyc")]
    before = one.with_suffix(".pyc").read_bytes()
    one.write_text("value = 3\n")
    bytecode.compile_tree(folder, RUNTIME, kept)
    after = one.with_suffix(".pyc").read_bytes()
    assert after != before
    assert belongs(after, one.read_bytes())
    one.write_text("value = 1\n")
    monkeypatch.setattr(bytecode, "node", lambda: pytest.fail("all of it has been compiled before"))
    bytecode.compile_tree(folder, RUNTIME, kept)
    assert one.with_suffix(".pyc").read_bytes() == before


def test_a_wrong_source_is_named_with_its_line(tmp_path: Path) -> None:
    write(tmp_path / "game", "good.py", "value = 1\n")
    write(tmp_path / "game", "inner/bad.py", "value = 1\nif value\n    pass\n")
    with pytest.raises(bytecode.BytecodeError) as caught:
        bytecode.compile_tree(tmp_path / "game", RUNTIME, tmp_path / "kept")
    assert 'inner/bad.py", line 2' in str(caught.value)
    assert "SyntaxError" in str(caught.value)


def test_a_missing_node_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "game", "one.py", "value = 1\n")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(bytecode.BytecodeError, match="Node is needed"):
        bytecode.compile_tree(tmp_path / "game", RUNTIME, tmp_path / "kept")


def test_another_python_takes_the_sources_of_the_archive() -> None:
    archive = builder.build() / f"{builder.NAME}.apk"
    program = "import sys; sys.path.insert(0, sys.argv[1]); from game.rules import board as b; print(b.__file__, b.board(8).size)"
    result = subprocess.run(
        [sys.executable, "-I", "-c", program, archive / "assets"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    name, size = result.stdout.split()
    assert size == "8"
    assert Path(name).suffix == (".pyc" if sys.version_info[:2] == (3, 13) else ".py")
