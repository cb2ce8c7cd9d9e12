"""The player of sounds with SDL's dummy device, with none, and with files that are not there."""

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game import assets
from game.ui.sound import Sounds
from web.sounds.make import RATE, SOUNDS, render, wave_file

FOLDER = Path(assets.__file__).parent / "sounds"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ogg"))


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An audio device that nobody hears, closed at first."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def test_nothing_opens_before_it_is_needed() -> None:
    sounds = Sounds(lambda: True)
    assert pygame.mixer.get_init() is None
    sounds.wake()
    assert pygame.mixer.get_init() is not None


@pytest.mark.parametrize("name", NAMES)
def test_every_sound_can_be_heard(name: str) -> None:
    sounds = Sounds(lambda: True)
    assert sounds.play(name)
    assert pygame.mixer.get_busy()
    sounds.hush()
    assert not pygame.mixer.get_busy()


def test_a_player_who_wants_none_hears_none_and_keeps_no_device_open() -> None:
    wanted = True
    sounds = Sounds(lambda: wanted)
    assert sounds.play("place")
    wanted = False
    assert not sounds.play("place")
    assert pygame.mixer.get_init() is None
    wanted = True
    assert sounds.play("place"), "and back again"


def test_without_an_audio_device_all_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = 0

    def init(*_: object) -> None:
        nonlocal tries
        tries += 1
        raise pygame.error("ALSA: Couldn't open audio device")

    monkeypatch.setattr(pygame.mixer, "init", init)
    sounds = Sounds(lambda: True)
    sounds.wake()
    assert not sounds.play("place")
    assert not sounds.play("clear1")
    sounds.hush()
    assert tries == 1, "some systems take a second to say no"


def test_a_driver_that_does_not_exist_is_silence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    assert os.environ["SDL_AUDIODRIVER"] == "no-such-driver"
    assert not Sounds(lambda: True).play("place")


def test_a_sound_that_is_missing_or_broken_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = Sounds(lambda: True)
    assert not sounds.play("no-such-sound")
    monkeypatch.setattr(assets, "read", lambda name: b"OggS and then nothing")
    assert not sounds.play("place")


def test_the_files_are_those_of_the_script_small_and_short() -> None:
    assert sorted(SOUNDS) == NAMES
    assert sum((FOLDER / f"{name}.ogg").stat().st_size for name in NAMES) < 60_000
    pygame.mixer.init(RATE, -16, 1)
    for name in NAMES:
        # As written by the script, and as read from the file: the same length, and no louder than was meant.
        loudest, strokes = SOUNDS[name]
        made = wave_file(render(strokes, loudest, name))
        written, kept = pygame.mixer.Sound(io.BytesIO(made)), pygame.mixer.Sound(io.BytesIO(assets.read(f"sounds/{name}.ogg")))
        assert abs(written.get_length() - kept.get_length()) < 0.02, name
        assert kept.get_length() < 1.7
        peak = max(abs(value) for value in memoryview(kept.get_raw()).cast("h")) / 32768
        assert loudest * 0.8 < peak < min(0.8, loudest * 1.25), name


def test_the_script_makes_the_same_samples_again() -> None:
    loudest, strokes = SOUNDS["place"]
    assert render(strokes, loudest, "place") == render(strokes, loudest, "place")
