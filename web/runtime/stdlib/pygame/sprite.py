"""In the place of pygame's sprite groups, which this runtime leaves out."""

from typing import NoReturn


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(f"pygame.sprite.{name} is not in this runtime")
