"""Runs inside the browser's Python: compiles what run.mjs names. A wrong source ends in Python's own message on stderr."""

import base64
import json
import marshal
from importlib.util import MAGIC_NUMBER, source_hash
from types import CodeType
from typing import Any

import _page  # type: ignore[import-not-found]

UNCHECKED = (1).to_bytes(4, "little")
"""In a .pyc: it is known by its source's hash (bit 0), which nobody is to check (bit 1)."""
LINE_ONLY, NO_LINE = 13, 15
"""Kinds of entries in a table of locations (CPython, InternalDocs/code_objects.md)."""


def call(name: str, argument: object = None) -> Any:
    return json.loads(_page.call(name, json.dumps(argument)))


def without_columns(code: CodeType) -> CodeType:
    """The same code, its tracebacks naming lines without columns: a quarter less to fetch."""
    constants = tuple(without_columns(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=line_table(code), co_consts=constants)


def line_table(code: CodeType) -> bytes:
    table, before = bytearray(), code.co_firstlineno
    lines = [position[0] for position in code.co_positions()]
    at = 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and end - at < 8 and lines[end] == lines[at]:
            end += 1
        line = lines[at]
        table.append(0x80 | (NO_LINE if line is None else LINE_ONLY) << 3 | end - at - 1)
        if line is not None:
            table += signed(line - before)
            before = line
        at = end
    return bytes(table)


def signed(value: int) -> bytearray:
    """A number in groups of six bits, least first, its sign in the lowest bit."""
    rest = -value << 1 | 1 if value < 0 else value << 1
    groups = bytearray()
    while rest >= 64:
        groups.append(64 | rest & 63)
        rest >>= 6
    groups.append(rest)
    return groups


for number, name in enumerate(call("names")):
    source = base64.b64decode(call("read", name))
    code = without_columns(compile(source, name, "exec", dont_inherit=True))
    compiled = MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)
    call("write", {"number": number, "bytes": base64.b64encode(compiled).decode()})
