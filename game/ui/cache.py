"""Surfaces that were expensive to make, kept up to a number of bytes."""

from collections.abc import Callable, Hashable

import pygame


class SurfaceCache:
    """Least recently used out first. Keys name everything that the picture depends on."""

    def __init__(self, limit_bytes: int) -> None:
        self.limit = limit_bytes
        self.size = 0
        self._kept: dict[Hashable, pygame.Surface] = {}

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface of that key, made now when it is not there. Callers never draw on it."""
        surface = self._kept.pop(key, None)
        if surface is None:
            surface = make()
            self.size += _bytes(surface)
        self._kept[key] = surface
        while self.size > self.limit and len(self._kept) > 1:
            self.size -= _bytes(self._kept.pop(next(iter(self._kept))))
        return surface

    def clear(self) -> None:
        self._kept.clear()
        self.size = 0

    def __len__(self) -> int:
        return len(self._kept)


def _bytes(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()
