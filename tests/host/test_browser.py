"""What goes over the bridge, seen from the page's side."""

import json
from typing import Any

import pytest

from game.host import Day, Metrics, StorageError
from game.host.browser import Browser, PageStorage

SCREEN = {
    "width": 360, "height": 740.5, "ratio": 3, "insets": {"top": 24, "right": 1, "bottom": 34, "left": 2}, "dark": True,
    "contrast": False, "reducedMotion": True, "coarse": True, "visible": True, "language": "de-AT", "embedded": False,
    "vibrates": True,
}


class Page:
    """Answers as web/page/bridge.js does."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.calls: list[tuple[str, Any]] = []
        self.full = False

    def __call__(self, name: str, argument: str, /) -> str:
        value = json.loads(argument)
        self.calls.append((name, value))
        return json.dumps(self._answer(name, value))

    def _answer(self, name: str, value: Any) -> Any:
        if name == "storage.set":
            if self.full:
                raise RuntimeError("QuotaExceededError: The quota has been exceeded.")
            self.kept[value["key"]] = value["value"]
        elif name == "storage.get":
            return self.kept.get(value)
        elif name == "storage.remove":
            self.kept.pop(value, None)
        elif name == "storage.keys":
            return list(self.kept)
        answers = {
            "screen": SCREEN, "actions": [{"kind": "do", "action": "undo"}], "clipboard.write": True, "share": False,
            "text.ask": True, "text.save": False,
        }
        return answers.get(name)


@pytest.fixture
def page() -> Page:
    return Page()


def test_storage(page: Page) -> None:
    storage = PageStorage(page)
    assert storage.get("block-puzzle/round") is None
    storage.set("block-puzzle/round", '{"a": "é"}')
    assert storage.get("block-puzzle/round") == '{"a": "é"}'
    assert storage.keys() == ["block-puzzle/round"]
    storage.remove("block-puzzle/round")
    assert page.kept == {}


def test_a_full_storage_is_a_storage_error(page: Page) -> None:
    page.full = True
    storage = PageStorage(page)
    with pytest.raises(StorageError, match="QuotaExceededError"):
        storage.set("block-puzzle/round", "x")


def test_metrics(page: Page) -> None:
    metrics = Browser(page).metrics()
    assert metrics == Metrics(360, 740.5, 3, (24, 1, 34, 2), True, False, True, True, True, "de-AT", True)


def test_the_mirror_speaks_the_pages_words(page: Page) -> None:
    Browser(page).mirror({
        "title": "Block Puzzle", "texts": ["One.", "Two."],
        "actions": [{"id": "undo", "label": "Undo", "enabled": False}, {"id": "level.easy", "label": "Easy", "chosen": True}],
    })
    (name, sent), = page.calls
    assert name == "mirror"
    assert sent["status"] == "One.\nTwo."
    assert sent["actions"] == [
        {"action": "undo", "label": "Undo", "disabled": True},
        {"action": "level.easy", "label": "Easy", "disabled": False, "pressed": True},
    ]
    assert sent["hand"] == []


def test_every_other_call_is_one_that_the_page_knows(page: Page) -> None:
    host = Browser(page)
    assert host.actions() == [{"kind": "do", "action": "undo"}]
    assert host.copy("text")
    assert host.share("title", "text") is False
    assert host.ask_text({"title": "Paste", "ok": "Go", "file": "Open", "cancel": "Leave"})
    assert host.save_text("backup.txt", "text") is None
    host.publish({"screen": "menu"})
    host.announce("Placed.")
    host.mark("host")
    host.ready()
    host.vibrate(10)
    host.cursor("grab")
    host.apply_update()
    host.persist()
    assert [name for name, _ in page.calls] == [
        "actions", "clipboard.write", "share", "text.ask", "text.save", "state", "announce", "mark", "ready", "vibrate",
        "cursor", "update.apply", "persist",
    ]


def test_days(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    host = Browser(page)
    moment = time.struct_time((2026, 3, 1, 0, 30, 0, 6, 60, 0))
    monkeypatch.setattr(time, "localtime", lambda *_: moment)
    monkeypatch.setattr(time, "gmtime", lambda *_: time.struct_time((2026, 2, 28, 23, 30, 0, 5, 59, 0)))
    assert host.today_local() == Day(2026, 3, 1)
    assert host.today_utc().text == "2026-02-28"
