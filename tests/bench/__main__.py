"""Runs the benchmarks and prints their tables.

Usage: python -m tests.bench [NAME ...]     all of them, or those named: engine, native, browser
"""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = ("engine", "native", "browser")


def main() -> int:
    """The command line; answers the exit code."""
    names = sys.argv[1:] or NAMES
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f"No such benchmark: {', '.join(unknown)}. There are: {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in names:
        for table in import_module(f"tests.bench.{name}").tables():
            print(*table.lines(), "", sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
