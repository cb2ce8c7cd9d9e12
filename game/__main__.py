"""``python -m game``: the window, or one of the commands that need no pygame."""

from __future__ import annotations

import sys


def main() -> int:
    """Opens the game in a window, or runs the command given."""
    if len(sys.argv) > 1:
        from game.cli import run

        return run(sys.argv[1:])
    import asyncio

    from game.app import main as play_in_window

    asyncio.run(play_in_window())
    return 0


if __name__ == "__main__":
    sys.exit(main())
