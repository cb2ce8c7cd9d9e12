"""Drawing without a window."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame
import pytest


@pytest.fixture(autouse=True, scope="session")
def display() -> None:
    pygame.display.init()
    pygame.font.init()
