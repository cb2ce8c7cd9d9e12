"""What the platform is, without asking a system that is not there."""

import sys


def system() -> str:
    """The operating system's name."""
    return "Emscripten"


def machine() -> str:
    """The machine's type."""
    return "wasm32"


def python_implementation() -> str:
    """Always CPython."""
    return "CPython"


def python_version() -> str:
    """The version as major.minor.patch."""
    return ".".join(map(str, sys.version_info[:3]))


def platform() -> str:
    """System and machine as one text."""
    return f"{system()}-{machine()}"
