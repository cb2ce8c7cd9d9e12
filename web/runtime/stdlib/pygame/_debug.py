"""The versions, as pygame's own module prints them at length."""

import sys


def print_debug_info() -> None:
    """Print the versions of pygame and Python."""
    from pygame.version import ver

    print("pygame-ce", ver, "Python", sys.version)
