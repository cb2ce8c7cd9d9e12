"""A page cannot see the system's fonts, so there are none."""

from typing import NoReturn


def SysFont(name: object, size: int, bold: bool = False, italic: bool = False, constructor: object = None) -> NoReturn:
    """Raises FileNotFoundError: load a font file of your own with pygame.font.Font."""
    raise FileNotFoundError(f"no system fonts in a page, so no {name!r}: load a font file of your own")


def get_fonts() -> list[str]:
    """No names."""
    return []


def match_font(name: object, bold: bool = False, italic: bool = False) -> None:
    """None, as for an unknown font."""


def initsysfonts() -> dict[str, object]:
    """No fonts."""
    return {}
