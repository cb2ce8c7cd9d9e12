"""Data files of the game, read through the module loader so that they may lie in a folder or in an archive."""

import os


def read(name: str) -> bytes:
    """The bytes of one file of this folder, such as "fonts/regular.ttf". OSError when there is none."""
    path = os.path.join(os.path.dirname(__file__), *name.split("/"))
    loader = __spec__.loader if __spec__ else None
    get_data = getattr(loader, "get_data", None)
    if get_data is not None:
        return bytes(get_data(path))
    with open(path, "rb") as file:
        return file.read()
