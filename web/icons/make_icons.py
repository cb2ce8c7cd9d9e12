"""Draws the icons: three pieces that fill a board of three by three cells. Run it after a change of the motif.

Usage: python -m web.icons.make_icons
"""

from __future__ import annotations

from pathlib import Path

import pygame

from game.ui.theme import LIGHT, Colour

FOLDER = Path(__file__).parent
SIDE = 512
OVERSAMPLED = 4
# One letter a cell, as on the loading page's board: cells of one letter are one piece.
MOTIF = ("bba", "cba", "ccd")
# Which of the theme's piece families each letter is drawn in.
FAMILIES = {"a": 5, "b": 1, "c": 0, "d": 3}
GAP = 0.08  # of a cell
ROUNDING = 0.2  # of a cell


def css(colour: Colour) -> str:
    """A colour as CSS and pygame both read it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


BACKGROUND = css(LIGHT.background)


def cells(inset: float) -> list[tuple[float, float, float, str]]:
    """Left, top, side and colour of each cell of the motif, which keeps `inset` free on all sides of the icon."""
    pitch = (SIDE - 2 * inset) / len(MOTIF)
    margin = pitch * GAP / 2
    return [
        (inset + column * pitch + margin, inset + row * pitch + margin, pitch * (1 - GAP), css(LIGHT.family(FAMILIES[letter])))
        for row, letters in enumerate(MOTIF)
        for column, letter in enumerate(letters)
    ]


def svg(inset: float) -> str:
    """The icon as SVG, on a rounded background."""
    shapes = [f'<rect width="{SIDE}" height="{SIDE}" rx="{SIDE * 0.19:g}" fill="{BACKGROUND}"/>']
    for left, top, side, colour in cells(inset):
        place = f'x="{left:.1f}" y="{top:.1f}" width="{side:.1f}" height="{side:.1f}"'
        shapes.append(f'<rect {place} rx="{side * ROUNDING:.1f}" fill="{colour}"/>')
    body = "\n".join(shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">\n{body}\n</svg>\n'


def png(pixels: int, inset: float, corner: float) -> pygame.Surface:
    """The icon as an image of `pixels` squared; `corner` is the background's radius, 0 for a full square."""
    scale = OVERSAMPLED * pixels / SIDE
    large = pygame.Surface((OVERSAMPLED * pixels,) * 2, pygame.SRCALPHA)
    large.fill((*pygame.Color(BACKGROUND)[:3], 0))  # no dark fringe where the corner fades out
    pygame.draw.rect(large, BACKGROUND, large.get_rect(), border_radius=round(corner * scale))
    for left, top, side, colour in cells(inset):
        rect = pygame.Rect(round(left * scale), round(top * scale), round(side * scale), round(side * scale))
        pygame.draw.rect(large, colour, rect, border_radius=round(rect.width * ROUNDING))
    return pygame.transform.smoothscale(large, (pixels, pixels))


def main() -> None:
    """Writes every icon that the page and its manifest name."""
    rounded, square = SIDE * 0.19, 0.0
    (FOLDER / "icon.svg").write_text(svg(72), encoding="utf-8")
    icons = {
        "favicon": (64, 56.0, rounded),
        "icon-192": (192, 72.0, rounded),
        "icon-512": (512, 72.0, rounded),
        # Systems cut these two to their own shape: the motif keeps clear of what they may cut.
        "icon-maskable-512": (512, 112.0, square),
        "apple-touch-icon": (180, 88.0, square),
    }
    for name, (pixels, inset, corner) in icons.items():
        pygame.image.save(png(pixels, inset, corner), FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
