"""Reads source files for linecache, so that tracebacks show lines. Source is UTF-8; there is no tokenizer."""

from io import TextIOWrapper
from io import open as open_file


def open(filename: str) -> TextIOWrapper:
    """Open a source file as text."""
    return open_file(filename, encoding="utf-8-sig")
