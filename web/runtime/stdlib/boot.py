"""Starts a program out of an archive that the page has put into the file system."""

import gc
import os
import sys
import zipimport
from types import ModuleType

import _page

# Read by SDL when pygame opens the display. Keys are taken from the canvas only: with SDL's default, the whole page's,
# Tab and the browser's own shortcuts would never reach the page.
ENVIRONMENT = {"SDL_EMSCRIPTEN_KEYBOARD_ELEMENT": "#canvas"}


def start(archive: str) -> None:
    """Run `assets/main.py` of a zip archive (or its `main.pyc`) as `__main__`, with `assets` in front of sys.path.

    The page's steps go to asyncio's loop. Whatever the program raises goes on to the caller.
    """
    # What starts stays: looking through it for garbage would take time now, and in the middle of the game later.
    gc.disable()
    try:
        _run_main(archive)
    finally:
        gc.freeze()
        gc.enable()


def _run_main(archive: str) -> None:
    os.environ.update(ENVIRONMENT)
    folder = f"{archive}/assets"
    importer = zipimport.zipimporter(folder)
    sys.path.insert(0, folder)

    from asyncio import webloop

    _page.on_step(webloop.step)

    code = importer.get_code("main")
    main = ModuleType("__main__")
    # The spec's name is how tracebacks find the source text again: the archive has `main`, not `__main__`.
    main.__spec__ = importer.find_spec("main")
    main.__loader__ = importer
    main.__file__ = importer.get_filename("main")
    sys.modules["__main__"] = main
    exec(code, vars(main))
