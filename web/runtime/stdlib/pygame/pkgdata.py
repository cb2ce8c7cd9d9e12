"""Where pygame asks for its own data files, of which this runtime ships none."""

from typing import NoReturn

__all__ = ["getResource"]


def getResource(identifier: str, pkgname: str = "pygame") -> NoReturn:
    """Raises FileNotFoundError: the runtime has no font and no icon of pygame's, so give yours by name."""
    raise FileNotFoundError(f"{pkgname}'s file {identifier} is not in this runtime: use a file of your own")
