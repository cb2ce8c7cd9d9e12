"""What the game beside its rules needs to know of a mode is there for each of them (docs/adding-a-mode.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.coach.analysis import SIZES
from game.profile.keeping import KEEPING
from game.profile.settings import CHOICES
from game.rules.modes import MODES, Mode, no_streak
from game.screens.faces import FACES
from game.screens.help import texts
from game.screens.home import EMBLEMS
from game.screens.statistics import WITH_STREAK, combination_words
from game.words.en import WORDS
from tests.rules.test_fifth_mode import PAIRS
from tests.screens.conftest import Memory, Stage

RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def missing(mode: Mode) -> list[str]:
    """What the mode still needs, each with the file that it belongs to."""
    name, sizes = mode.name, mode.choices["board"]
    rules = mode.rules(mode.options({}))
    words = [f"menu.{name}", f"menu.{name}.about", *(f"board.{size}" for size in sizes)]
    found = {
        f"game/profile/keeping.py: KEEPING['{name}']": name in KEEPING,
        f"game/profile/settings.py: '{name}' in CHOICES['mode']": name in CHOICES["mode"],
        f"game/screens/faces.py: FACES['{name}']": name in FACES,
        f"game/screens/home.py: EMBLEMS['{name}']": name in EMBLEMS,
        f"game/screens/statistics.py: '{name}' in WITH_STREAK": (name in WITH_STREAK) == (rules.advance is not no_streak),
        f"game/assets/help/en.json: the topic '{name}'": name in texts()["topics"],
        "game/coach/analysis.py: its boards in SIZES": set(sizes) <= set(SIZES),
        f"docs/rules.md: the section 'Mode `{name}`'": f"\n## Mode `{name}`\n" in RULES.read_text(encoding="utf-8"),
        **{f"game/words/en.py: '{word}'": word in WORDS for word in words},
        **(_kept(mode) if name in KEEPING else {}),
    }
    return [what for what, there in found.items() if not there]


def _kept(mode: Mode) -> dict[str, bool]:
    """What its way of being kept asks for."""
    keeping = KEEPING[mode.name]
    own_days = mode.has_daily and keeping.daily_ends
    names = {combination_words(each) for each in keeping.combinations}
    words = [f"saves.{slot.replace('/', '.')}" for slot in keeping.slots]
    return {
        "game/profile/keeping.py: daily_slot, for a daily that ends with its day": (keeping.daily_slot is not None) == own_days,
        "game/screens/statistics.py: a name in combination_words for each combination": len(names) == len(keeping.combinations),
        **{f"game/words/en.py: '{word}'": word in WORDS for word in words},
    }


@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_nothing_is_missing(mode: Mode) -> None:
    assert missing(mode) == []


def test_every_place_that_a_new_mode_needs_is_named() -> None:
    assert missing(PAIRS) == [
        "game/profile/keeping.py: KEEPING['pairs']",
        "game/profile/settings.py: 'pairs' in CHOICES['mode']",
        "game/screens/faces.py: FACES['pairs']",
        "game/screens/home.py: EMBLEMS['pairs']",
        "game/screens/statistics.py: 'pairs' in WITH_STREAK",
        "game/assets/help/en.json: the topic 'pairs'",
        "game/coach/analysis.py: its boards in SIZES",
        "docs/rules.md: the section 'Mode `pairs`'",
        "game/words/en.py: 'menu.pairs'",
        "game/words/en.py: 'menu.pairs.about'",
        "game/words/en.py: 'board.5'",
        "game/words/en.py: 'board.7'",
    ]


def test_nothing_is_left_of_a_mode_that_is_gone() -> None:
    for table in (KEEPING, CHOICES["mode"], FACES, EMBLEMS):
        assert set(table) == set(MODES)
    assert set(WITH_STREAK) <= set(MODES)


@pytest.mark.parametrize("name", MODES)
def test_its_card_leads_to_it(name: str) -> None:
    stage = Stage(Memory())
    stage.press(name)
    assert stage.state["screen"] in ("play", name)
    assert stage.state.get("mode", name) == name
