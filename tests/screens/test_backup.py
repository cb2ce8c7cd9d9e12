"""The backup page, with real presses: out, in again, and records that cannot be read."""

from __future__ import annotations

import pytest

from game.host.desktop import Desktop
from game.profile.backup import export, parse
from game.profile.envelope import dump, seal, unseal
from game.screens.backup import BackupScreen
from game.screens.doors import door
from game.screens.home import HomeScreen
from tests.profile.players import player
from tests.profile.storages import Memory as Storage
from tests.profile.test_backup import played
from tests.screens.conftest import Memory, Stage


class Clipboard:
    """What was copied last, and the files that were saved."""

    text = ""
    works = True

    def copy(self, text: str) -> bool:
        if self.works:
            self.text = text
        return self.works


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> Clipboard:
    board = Clipboard()
    monkeypatch.setattr(Desktop, "copy", lambda self, text: board.copy(text))
    return board


def open_backup(storage: Memory) -> Stage:
    stage = Stage(storage, 820, 1180)
    screen = stage.app.screen
    assert isinstance(screen, HomeScreen)
    player, context = screen.player, stage.app.context
    context.go(door("backup")(context, player, lambda: HomeScreen(context, player)))
    stage.step()
    assert isinstance(stage.app.screen, BackupScreen)
    return stage


def bring(stage: Stage, text: str) -> None:
    stage.host.queue = [{"kind": "text", "text": text}]
    stage.step()


def words(stage: Stage) -> str:
    return "\n".join(stage.app.screen.controls.texts())


def test_out_and_in_again_on_another_device(clipboard: Clipboard) -> None:
    storage, at = played()
    stage = open_backup(Memory(storage.values))
    assert f"Master: {at.glance('round/master').score} points" in words(stage)  # type: ignore[union-attr]  # played
    stage.press("copy")
    assert "on the clipboard" in stage.host.said[-1]
    assert parse(clipboard.text).records == parse(export(at)).records
    fresh = Memory()
    other = open_backup(fresh)
    assert "Nothing yet." in words(other)
    bring(other, clipboard.text)
    assert "added" in words(other)
    assert not any(key.startswith("block-puzzle/") for key in fresh), "nothing changes before it is chosen"
    other.press("merge")
    assert other.state["message"] == "Merged. Nothing that was here is lost."
    assert {key: unseal(fresh[key]).payload for key in fresh} == {
        key: unseal(text).payload for key, text in storage.values.items() if key.startswith("block-puzzle/")
    }
    assert other.app.context.look.theme == "dark", "the settings apply at once"


def test_replacing_asks_first() -> None:
    _, elsewhere = played(2)
    storage = Memory(played(1)[0].values)
    stage = open_backup(storage)
    before = dict(storage)
    bring(stage, export(elsewhere))
    stage.press("replace")
    assert stage.state["dialog"] == "ask.replace"
    stage.press("replace.keep")
    assert storage == before
    stage.press("replace")
    stage.press("replace.now")
    assert stage.state["message"] == "Everything is as it was in the backup."
    payload = unseal(storage["block-puzzle/round/master"]).payload
    assert payload == parse(export(elsewhere)).records["round/master"]


def test_cancelling_and_damage_change_nothing() -> None:
    _, elsewhere = played(2)
    storage = Memory(played(1)[0].values)
    stage = open_backup(storage)
    before = dict(storage)
    bring(stage, export(elsewhere))
    stage.press("cancel")
    bring(stage, export(elsewhere)[:-40])
    assert "The end of this backup is missing" in stage.state["message"]
    assert stage.state["offer"] is None
    bring(stage, "good morning")
    assert "no backup" in stage.state["message"]
    assert not stage.has("merge")
    assert storage == before


def test_an_empty_backup_is_not_offered() -> None:
    _, elsewhere = played(2)
    storage = Memory(played(1)[0].values)
    stage = open_backup(storage)
    before = dict(storage)
    bring(stage, export(elsewhere))
    assert stage.has("replace")
    bring(stage, export(player(Storage())))
    assert stage.state["message"] == "This backup holds nothing. Nothing was changed."
    assert stage.state["offer"] is None
    assert not stage.has("merge")
    assert not stage.has("replace")
    assert storage == before


def test_a_record_that_cannot_be_read_is_reset_in_two_steps(clipboard: Clipboard) -> None:
    storage = Memory(played()[0].values)
    storage["block-puzzle/round/master"] = "a foreign value"
    storage["block-puzzle/settings"] = "another"
    stage = open_backup(storage)
    assert stage.state["unreadable"] == ["round/master", "settings"]
    assert "left untouched" in words(stage)
    assert not stage.state["here_only"]
    stage.press("mend.round/master")
    assert "Step 1 of 2" in words(stage)
    stage.press("mend.leave")
    assert storage["block-puzzle/round/master"] == "a foreign value"
    stage.press("mend.round/master")
    stage.press("mend.copy")
    assert clipboard.text == "a foreign value"
    assert "Step 2 of 2" in words(stage)
    stage.press("mend.reset")
    assert "block-puzzle/round/master" not in storage
    assert storage["block-puzzle/settings"] == "another", "one by one"
    assert stage.state["unreadable"] == ["settings"]


def test_a_tampered_round_is_told_with_the_move_at_which_it_breaks() -> None:
    storage = Memory(played()[0].values)
    envelope = unseal(storage["block-puzzle/round/master"])
    record = envelope.payload["record"]
    assert isinstance(record, dict)
    record["moves"][2] = {"place": [7, 0, 0]}
    storage["block-puzzle/round/master"] = tampered = seal(envelope.revision, dump(envelope.payload))
    stage = open_backup(storage)
    assert stage.state["unreadable"] == ["round/master"]
    assert "move 3 is refused: empty-slot" in words(stage)
    assert storage["block-puzzle/round/master"] == tampered


def test_without_storage_it_says_so_and_saves_once_it_can(clipboard: Clipboard) -> None:
    storage = Memory()
    stage = Stage(storage, 820, 1180)
    screen = stage.app.screen
    assert isinstance(screen, HomeScreen)
    storage.failing = True
    screen.player.settings.change(theme="dark")
    kept = screen.player.begin_classic()
    context = stage.app.context
    context.go(BackupScreen(context, screen.player, lambda: screen))
    stage.step()
    assert "lives in this tab only" in words(stage)
    stage.press("retry")
    assert "Not everything" in stage.state["message"]
    clipboard.works = False
    stage.press("copy")
    assert "clipboard is not available" in stage.state["message"]
    storage.failing = False
    stage.press("retry")
    assert stage.state["message"] == "Saved."
    assert unseal(storage["block-puzzle/round/classic"]).payload["score"] == kept.round.score
    assert not stage.has("retry")


def test_a_refusing_storage_leaves_everything_as_it_was() -> None:
    _, elsewhere = played(2)
    storage = Memory(played(1)[0].values)
    stage = open_backup(storage)
    bring(stage, export(elsewhere))
    before = dict(storage)
    storage.failing = True
    stage.press("merge")
    assert "Everything is as it was" in stage.state["message"]
    assert stage.has("merge"), "it can be tried again"
    storage.failing = False
    assert storage == before


def test_the_way_back_leads_back() -> None:
    stage = open_backup(Memory())
    stage.press("back")
    assert stage.state["screen"] == "menu"


def test_a_paste_of_nothing_says_so_and_no_longer_what_was_wrong_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Desktop, "ask_text", lambda host, words: True)
    stage = open_backup(Memory())
    bring(stage, "good morning")
    assert stage.state["trouble"]
    stage.press("bring")
    assert (stage.state["message"], stage.state["trouble"]) == ("", False)
    bring(stage, " \n")
    assert (stage.state["message"], stage.state["trouble"]) == ("Nothing was read.", False)
    assert "Nothing was read." in stage.host.said[-1]


@pytest.mark.parametrize(("flaw", "sentence"), [("unreadable", "could not be read"), ("oversized", "too big")])
def test_a_file_that_cannot_be_taken_says_why_and_changes_nothing(flaw: str, sentence: str) -> None:
    storage = Memory(played()[0].values)
    stage = open_backup(storage)
    before = dict(storage)
    stage.host.queue = [{"kind": "text", "text": "", "flaw": flaw}]
    stage.step()
    assert sentence in stage.state["message"]
    assert stage.state["trouble"]
    assert storage == before
