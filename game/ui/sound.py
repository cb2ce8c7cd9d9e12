"""Short sounds by name. Where there is no audio, or the player wants none, nothing happens and nothing is told.

Browsers give a page no audio before its first gesture, so the mixer opens with :meth:`Sounds.wake` or the first sound, never
at the start; a sound is read when it is first heard.
"""

import io
from collections.abc import Callable
from typing import Final

import pygame

from game import assets

VOLUME: Final = 0.55
RATE, SAMPLE, CHANNELS, BUFFER = 44_100, -16, 1, 1024
"""What is asked of the device; a buffer of 1024 lasts 23 ms, which a busy page still fills in time."""
# What goes wrong where there is no audio: no device, no mixer in this build, a file that cannot be read.
TROUBLE: Final = (pygame.error, OSError, NotImplementedError, ValueError)


class Sounds:
    """Plays the files of assets/sounds. `wanted` says whether the player wants to hear any; it is asked each time."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        self._wanted = wanted
        self._open = False
        self._broken = False
        """Whether opening has failed; it is not tried again, for some systems take a second to say no."""
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}

    def wake(self) -> None:
        """There has been a gesture: get ready. Costs nothing when ready already."""
        if self._ready():
            self._load("pick")

    def play(self, name: str) -> bool:
        """Play assets/sounds/<name>.ogg; False when it cannot be heard."""
        if not self._ready():
            return False
        sound = self._load(name)
        try:
            return sound is not None and sound.play() is not None
        except TROUBLE:
            return False

    def hush(self) -> None:
        """Stop what sounds now: the page is hidden, and the rest would come out when it is seen again."""
        if self._open:
            pygame.mixer.stop()

    def _ready(self) -> bool:
        if not self._wanted():
            self._close()
            return False
        if not self._open and not self._broken:
            try:
                pygame.mixer.init(RATE, SAMPLE, CHANNELS, BUFFER)
                self._open = True
            except TROUBLE:
                self._broken = True
        return self._open

    def _close(self) -> None:
        """Give the device back: an open one keeps the machine busy though it is silent."""
        if self._open:
            self._sounds.clear()
            pygame.mixer.quit()
            self._open = False

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._sounds:
            try:
                sound = pygame.mixer.Sound(io.BytesIO(assets.read(f"sounds/{name}.ogg")))
                sound.set_volume(VOLUME)
                self._sounds[name] = sound
            except TROUBLE:
                self._sounds[name] = None
        return self._sounds[name]
