"""The catalogue holds the words that the game asks for, no more and no fewer."""

from __future__ import annotations

from string import Formatter

from game.words import number, say
from game.words.en import WORDS
from tests.words.asked import counted, read, sources, unused


def test_every_word_is_asked_for() -> None:
    assert unused(WORDS, sources()) == []


def test_a_word_that_nothing_asks_for_is_found() -> None:
    dead = ["tagline", "said.new_round", "theme.dark", "play.undo.left", "menu.tagline", "settings.theme.sepia"]
    assert unused([*WORDS, *dead], sources()) == dead
    screen = read('''
        """said.hello"""
        add(Button("said.bye", say("menu.back"), place))
        key = f"said.{what}.one" if once else "said.many"
        say(key, what="placed")
    '''.replace("\n        ", "\n"))  # fmt: skip
    words = ["said.hello", "said.bye", "menu.back", "said.placed.one", "said.rotated.one", "said.many"]
    assert unused(words, [screen]) == ["said.hello", "said.bye", "said.rotated.one"]


def test_every_key_that_is_written_out_has_words_and_their_values() -> None:
    calls = [call for source in sources() for call in source.calls]
    assert len(calls) > 200, "the calls were not found"
    for key, given in calls:
        assert key in WORDS, key
        wanted = {name for _, name, _, _ in Formatter().parse(WORDS[key]) if name}
        assert given is None or wanted <= given, f"{key} wants {sorted(wanted)}, gets {sorted(given)}"


def test_what_is_counted_has_words_for_one_and_for_many() -> None:
    assert counted() <= set(WORDS)
    assert say("over.score", score=number(1)) == "1 point"
    assert say("over.score", score=number(1200)) == "1\u202f200 points"
    text = say("notice.conflict.further", other=5, further=2, score=0, moves=1)
    assert text.endswith("5 points after 2 moves. Here it has 0 points after 1 move.")
