import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from game.host import StorageError
from game.host.desktop import Desktop, FileStorage, data_folder
from game.profile.envelope import Fault
from game.profile.store import Saved, Store


@pytest.fixture
def storage(tmp_path: Path) -> FileStorage:
    return FileStorage(tmp_path / "not" / "there" / "yet")


def test_what_was_kept_is_there_again(storage: FileStorage) -> None:
    assert storage.get("block-puzzle/round") is None
    assert storage.keys() == []
    storage.set("block-puzzle/round", '{"é": "✓"}')
    storage.set("block-puzzle/bests:10", "2")
    storage.set("block-puzzle/round", '{"é": "2"}')
    again = FileStorage(storage.folder)
    assert again.get("block-puzzle/round") == '{"é": "2"}'
    assert sorted(again.keys()) == ["block-puzzle/bests:10", "block-puzzle/round"]
    again.remove("block-puzzle/round")
    again.remove("block-puzzle/round")
    assert storage.keys() == ["block-puzzle/bests:10"]


@pytest.mark.parametrize("key", ["a/../../b", "con:", "..", "a b%2F", "Ünï", ".hidden"])
def test_no_key_leaves_the_folder(storage: FileStorage, key: str) -> None:
    storage.set(key, "x")
    assert storage.get(key) == "x"
    assert storage.keys() == [key]
    assert len(list(storage.folder.parent.rglob("*"))) == 2, "the folder and one file"


def test_a_write_that_fails_keeps_the_old_value(storage: FileStorage, monkeypatch: pytest.MonkeyPatch) -> None:
    storage.set("k", "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="No space left"):
        storage.set("k", "new")
    assert storage.get("k") == "old"
    assert storage.keys() == ["k"], "no half-written file is left"


@pytest.mark.skipif(os.name != "posix", reason="needs users whom permissions bind")
def test_a_folder_that_may_not_be_written() -> None:
    with tempfile.TemporaryDirectory() as folder:
        storage = FileStorage(Path(folder))
        storage.set("k", "old")
        storage.folder.chmod(0o555)
        next(storage.folder.iterdir()).chmod(0o444)
        with bound_by_permissions():
            with pytest.raises(StorageError):
                storage.set("k", "new")
            assert storage.get("k") == "old"
        storage.folder.chmod(0o755)


@contextmanager
def bound_by_permissions() -> Iterator[None]:
    """Root may write everywhere; for a while it is nobody."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("x")
    with pytest.raises(StorageError):
        FileStorage(tmp_path / "taken").set("k", "v")


def test_a_file_that_is_no_text(storage: FileStorage) -> None:
    storage.set("k", "v")
    file = next(storage.folder.iterdir())
    file.write_bytes(b"\xff\xfe\r\n\xfa")
    found = storage.get("k")
    assert found is not None
    storage.set("k", found)
    assert file.read_bytes() == b"\xff\xfe\r\n\xfa", "byte by byte"


def test_a_record_that_is_no_text_is_set_aside_until_its_player_resets_it(storage: FileStorage) -> None:
    store = Store(storage)
    assert store.save("settings", {"sounds": True}) is Saved.KEPT
    file = next(storage.folder.iterdir())
    damaged = file.read_bytes().replace(b"sounds", b"s\xffunds")
    file.write_bytes(damaged)
    store = Store(storage)
    assert store.load("settings") is None
    assert store.set_aside["settings"].fault is Fault.DAMAGED
    assert store.save("settings", {"sounds": False}) is Saved.SET_ASIDE
    assert file.read_bytes() == damaged
    assert store.reset("settings")
    assert store.save("settings", {"sounds": False}) is Saved.KEPT
    assert Store(storage).load("settings") == {"sounds": False}


def test_a_text_with_half_a_character_is_refused_like_any_other_write(storage: FileStorage) -> None:
    with pytest.raises(StorageError):
        storage.set("k", "\ud800")
    assert storage.keys() == []


def test_a_damaged_text_is_copied_as_well_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    assert Desktop().copy("a\udcff\ud800b")
    assert copied == ["a??b"]


def test_where_the_data_lies() -> None:
    assert data_folder({"BLOCK_PUZZLE_HOME": "/here"}, "linux") == Path("/here")
    assert data_folder({"XDG_DATA_HOME": "/data"}, "linux") == Path("/data/block-puzzle")
    assert data_folder({}, "linux") == Path.home() / ".local/share/block-puzzle"
    assert data_folder({}, "darwin") == Path.home() / "Library/Application Support/block-puzzle"
    assert data_folder({"APPDATA": "/roaming"}, "win32") == Path("/roaming/block-puzzle")


def test_a_text_becomes_a_file_beside_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BLOCK_PUZZLE_HOME", str(tmp_path / "data"))
    where = Desktop().save_text("backup.txt", "text ✓")
    assert where == str(tmp_path / "data" / "backup.txt")
    assert Path(where).read_text("utf-8") == "text ✓"
    monkeypatch.setenv("BLOCK_PUZZLE_HOME", str(tmp_path / "data" / "backup.txt"))
    assert Desktop().save_text("backup.txt", "text") is None


def test_a_text_is_asked_of_the_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.event.clear()
    desktop = Desktop()
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "a backup")
    assert desktop.ask_text({})
    assert desktop.actions() == [{"kind": "text", "text": "a backup"}]
    assert desktop.events(), "the loop, which waits for events, looks at its actions"
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "")
    assert not desktop.ask_text({})
    assert desktop.actions() == []
