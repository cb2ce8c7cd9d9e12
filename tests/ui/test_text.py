import importlib
import io
import pkgutil

import pytest
from fontTools.ttLib import TTFont

from game import assets, words
from game.screens.help import LANGUAGE
from game.ui.text import Type, Weight

LONG = "Pieces that fit nowhere are faded, and the round is over when none of them fits any more."
WEIGHTS: tuple[Weight, ...] = ("regular", "bold")


@pytest.fixture(params=[1.0, 1.5, 3.0], scope="module")
def type(request: pytest.FixtureRequest) -> Type:
    return Type(request.param)


def test_wrapped_lines_fit_and_lose_nothing(type: Type) -> None:
    for width in (90, 140, 300, 2000):
        lines = type.wrap(LONG, width, 17)
        assert " ".join(lines) == LONG
        assert all(type.width(line, 17) <= width for line in lines)
    assert type.wrap("one\n\ntwo", 300, 17) == ["one", "", "two"]


def test_a_word_that_is_too_long_is_broken(type: Type) -> None:
    lines = type.wrap("a Donaudampfschifffahrtsgesellschaft b", 80, 17)
    assert "".join(lines).replace(" ", "") == "aDonaudampfschifffahrtsgesellschaftb"
    assert all(type.width(line, 17) <= 80 for line in lines)


def test_fit_shrinks_no_more_than_needed(type: Type) -> None:
    assert type.fit("Undo", 500, 20, 12) == 20
    natural = type.width(LONG, 20)
    size = type.fit(LONG, natural * 0.8, 20, 8)
    assert 12 < size < 20
    assert type.width(LONG, size) <= natural * 0.8
    assert type.fit(LONG, 10, 20, 12) == 12


def test_shortened_ends_in_an_ellipsis(type: Type) -> None:
    short = type.shortened(LONG, 120, 17)
    assert short.endswith("…")
    assert type.width(short, 17) <= 120
    assert type.shortened("Undo", 120, 17) == "Undo"


def test_text_is_rendered_in_device_pixels() -> None:
    one, three = Type(1).render("Score", 20, "bold", (0, 0, 0)), Type(3).render("Score", 20, "bold", (0, 0, 0))
    assert three.get_width() == pytest.approx(3 * one.get_width(), rel=0.05)


CODES = (0, 0x07, 0x09, 0x0D, 0x1B, 0x7F, 0x85, 0xAD, 0x200B, 0x202E, 0xD800, 0xDFFF, 0xFEFF, 0xFFFF, 0x1F600, 0x10FFFF)


@pytest.mark.parametrize("code", CODES)
def test_no_character_stops_the_drawing(type: Type, code: int) -> None:
    for text in (chr(code), f"a{chr(code)}b", chr(code) * 40):
        assert type.width(text, 17) >= 0
        assert "".join(type.wrap(text, 60, 17)) == text
        assert type.shortened(text, 30, 17)
        assert type.render(text, 17, "bold", (0, 0, 0)).get_height() > 0


def test_what_cannot_be_drawn_is_shown_to_be_there(type: Type) -> None:
    for character in ("\0", "\x1b", "\ud800"):
        assert type.width(f"a{character}b", 17) > type.width("ab", 17)


def test_digits_are_equally_wide(type: Type) -> None:
    for weight in WEIGHTS:
        assert len({type.width(digit * 10, 40, weight) for digit in "0123456789"}) == 1, "a score must not jiggle"


def test_every_character_of_the_game_has_a_glyph() -> None:
    wanted = set("…←↑→↓−×²½✓‘’“”„–—•")  # noqa: RUF001 - these very signs
    wanted |= set(words.number(1234567)) | _catalogue_characters()
    for weight in WEIGHTS:
        known = TTFont(io.BytesIO(assets.read(f"fonts/{weight}.ttf"))).getBestCmap()
        missing = {character for character in wanted if ord(character) not in known}
        assert not missing, f"{weight}: {sorted(missing)}"


def _catalogue_characters() -> set[str]:
    found: set[str] = set()
    for module in pkgutil.iter_modules(words.__path__, "game.words."):
        catalogue = getattr(importlib.import_module(module.name), "WORDS", {})
        found.update(*catalogue.values())
    assert len(found) > 40, "no catalogue was found"
    found.update(assets.read(f"help/{LANGUAGE}.json").decode())
    return found - {"\n"}


def test_the_fonts_are_small_and_licensed() -> None:
    for weight in WEIGHTS:
        assert len(assets.read(f"fonts/{weight}.ttf")) < 60_000
    assert b"SIL OPEN FONT LICENSE" in assets.read("fonts/LICENSE.txt").upper()
