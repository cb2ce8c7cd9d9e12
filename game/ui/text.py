"""One type family in two weights, measured in CSS pixels and rendered in device pixels."""

import io
import re
from typing import Literal

import pygame

from game import assets
from game.ui.cache import SurfaceCache
from game.ui.theme import Colour

Weight = Literal["regular", "bold"]
CACHE_BYTES = 12_000_000  # a screenful of text at three device pixels to one
ELLIPSIS = "…"
_NOT_DRAWN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters and halves of surrogate pairs: a font refuses them or draws nothing."""


class Type:
    """Fonts at one pixel ratio. Sizes are CSS pixels of the em; widths and heights come back in CSS pixels."""

    def __init__(self, ratio: float) -> None:
        if not pygame.font.get_init():
            pygame.font.init()
        self.ratio = ratio
        self._fonts: dict[tuple[Weight, int], pygame.font.Font] = {}
        self._widths: dict[tuple[str, Weight, int], int] = {}
        self._rendered = SurfaceCache(CACHE_BYTES)

    def width(self, text: str, size: float, weight: Weight = "regular") -> float:
        return self._device_width(text, self._pixels(size), weight) / self.ratio

    def line_height(self, size: float) -> float:
        """From baseline to baseline of a paragraph."""
        return round(size * 1.36 * self.ratio) / self.ratio

    def fit(self, text: str, width: float, size: float, minimum: float, weight: Weight = "regular") -> float:
        """The largest size, at most `size` and at least `minimum`, at which the text is no wider than `width`."""
        natural = self.width(text, size, weight)
        if natural <= width:
            return size
        guess = max(minimum, int(size * width / natural * 2) / 2)
        while guess > minimum and self.width(text, guess, weight) > width:
            guess -= 0.5
        return max(minimum, guess)

    def wrap(self, text: str, width: float, size: float, weight: Weight = "regular") -> list[str]:
        """Lines no wider than `width`. Breaks at spaces, at "\\n", and inside a word that is too long by itself."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                longer = f"{line} {word}" if line else word
                if self.width(longer, size, weight) <= width:
                    line = longer
                    continue
                if line:
                    lines.append(line)
                *full, line = self._broken(word, width, size, weight)
                lines += full
            lines.append(line)
        return lines

    def shortened(self, text: str, width: float, size: float, weight: Weight = "regular") -> str:
        """The text, or its beginning with an ellipsis, no wider than `width`."""
        if self.width(text, size, weight) <= width:
            return text
        while text and self.width(text + ELLIPSIS, size, weight) > width:
            text = text[:-1].rstrip()
        return text + ELLIPSIS

    def render(self, text: str, size: float, weight: Weight, colour: Colour) -> pygame.Surface:
        """The text on a transparent ground, in device pixels. Cached: do not draw on it."""
        pixels = self._pixels(size)
        return self._rendered.get((text, weight, pixels, colour), lambda: self._drawn(text, pixels, weight, colour))

    def _drawn(self, text: str, pixels: int, weight: Weight, colour: Colour) -> pygame.Surface:
        # What has no width at all, such as a lone joiner, cannot be rendered; no text at all can.
        visible = _drawable(text) if self._device_width(text, pixels, weight) else ""
        return self._font(weight, pixels).render(visible, True, colour)

    def _pixels(self, size: float) -> int:
        return max(1, int(size * self.ratio + 0.5))

    def _font(self, weight: Weight, pixels: int) -> pygame.font.Font:
        font = self._fonts.get((weight, pixels))
        if font is None:
            font = pygame.font.Font(io.BytesIO(_font_bytes(weight)), pixels)
            self._fonts[weight, pixels] = font
        return font

    def _device_width(self, text: str, pixels: int, weight: Weight) -> int:
        key = (text, weight, pixels)
        width = self._widths.get(key)
        if width is None:
            if len(self._widths) > 4000:
                self._widths.clear()
            width = self._widths[key] = self._font(weight, pixels).size(_drawable(text))[0]
        return width

    def _broken(self, word: str, width: float, size: float, weight: Weight) -> list[str]:
        parts = [""]
        for character in word:
            if parts[-1] and self.width(parts[-1] + character, size, weight) > width:
                parts.append("")
            parts[-1] += character
        return parts


def _drawable(text: str) -> str:
    return _NOT_DRAWN.sub("\ufffd", text)


_bytes_of: dict[str, bytes] = {}


def _font_bytes(weight: Weight) -> bytes:
    if weight not in _bytes_of:
        _bytes_of[weight] = assets.read(f"fonts/{weight}.ttf")
    return _bytes_of[weight]
