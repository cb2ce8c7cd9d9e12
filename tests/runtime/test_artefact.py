"""The committed runtime is whole and was built from the sources beside it, and the check notices when not."""

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from web.runtime import check

Change = Callable[[Path], object]


def test_the_committed_runtime_belongs_to_its_sources() -> None:
    manifest = check.check()
    assert manifest["parts"].keys() >= {"cpython", "pygame-ce", "sdl2", "emscripten"}


def test_the_runtime_leaves_room_for_the_game_in_the_first_visit() -> None:
    artefacts = check.read_manifest()["artefacts"]
    assert artefacts["runtime.wasm.gz"]["bytes"] < 2_300_000
    assert artefacts["runtime.mjs"]["bytes"] < 160_000


def test_every_linked_part_ships_its_licence() -> None:
    texts = {path.stem for path in (check.HERE / "licences").glob("*.txt")}
    assert texts >= set(check.read_manifest()["parts"])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the runtime's folder that a test may spoil."""
    folder = tmp_path / "runtime"
    shutil.copytree(check.HERE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def append(name: str) -> Change:
    def change(folder: Path) -> None:
        with (folder / name).open("a") as file:
            file.write("\n")

    return change


def remove(name: str) -> Change:
    return lambda folder: (folder / name).unlink()


def add(name: str) -> Change:
    return lambda folder: (folder / name).write_text("value = 1\n")


def flip_a_byte(folder: Path) -> None:
    path = folder / "dist" / "runtime.wasm.gz"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def compress_again(folder: Path) -> None:
    path = folder / "dist" / "runtime.wasm.gz"
    path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()), 1))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (append("runtime.c"), "runtime.c has changed"),
        (append("modules.txt"), "modules.txt has changed"),
        (append("sources.txt"), "sources.txt has changed"),
        (append("inside.sh"), "inside.sh has changed"),
        (append("stdlib/asyncio/webloop.py"), "stdlib/asyncio/webloop.py has changed"),
        (add("stdlib/asyncio/extra.py"), "stdlib/asyncio/extra.py is new"),
        (remove("stdlib/boot.py"), "stdlib/boot.py is gone"),
        (remove("freeze.py"), "freeze.py is gone"),
        (remove("dist/runtime.mjs"), "dist/runtime.mjs is missing"),
        (append("dist/runtime.mjs"), "dist/runtime.mjs is not the file"),
        (flip_a_byte, "dist/runtime.wasm.gz is not the file"),
        (compress_again, "dist/runtime.wasm.gz is not the file"),
        (remove("dist/manifest.json"), "dist/manifest.json cannot be read"),
        (lambda folder: (folder / "dist/manifest.json").write_text("{}"), "is not of the format"),
    ],
)
def test_a_change_is_noticed_and_the_message_says_what_to_do(copy: Path, change: Change, sentence: str) -> None:
    check.check(copy)
    change(copy)
    with pytest.raises(check.BadRuntimeError) as caught:
        check.check(copy)
    assert sentence in str(caught.value)
    assert "web/runtime/build.sh" in str(caught.value)


@pytest.mark.parametrize("name", ["README.md", "check.py", "licences/zlib.txt"])
def test_what_does_not_shape_the_artefact_may_change(copy: Path, name: str) -> None:
    append(name)(copy)
    check.check(copy)


def test_the_manifest_is_a_pure_function_of_the_folder(copy: Path) -> None:
    manifest = check.read_manifest(copy)
    assert check.make_manifest(copy, {"emscripten": manifest["parts"]["emscripten"]}) == manifest
