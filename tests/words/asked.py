"""Which words the game asks for, read from its sources.

A key is written out, or built from parts that are written out somewhere else: `say(f"menu.{mode.name}")`. So a word counts
as used when it stands in the sources as it is, or when a key that is built gives it with parts that are texts of the sources
too. A value that a key begins with must be a text of the same file, or every word would fit.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

from game.profile.keeping import SLOTS
from game.words.en import WORDS

GAME = Path(__file__).parents[2] / "game"
CATALOGUE = GAME / "words" / "en.py"
WIDGETS = {"Button", "Card", "Choice", "Dialog", "Drawing", "Label", "Option", "Segment", "Spoken"}
"""What these are called with first is a name of a control, which may look like a key and is none."""
ALWAYS = {"", "True", "False", "true", "false", *(slot.replace("/", ".") for slot in SLOTS)}
"""Parts of keys that are no texts of the sources: nothing, truth values, and the slots, which are built as well."""

Part = str | None
"""A text in a key, or None where a value is put in."""


@dataclass
class Source:
    """What one file says."""

    texts: set[str] = field(default_factory=set)
    """Its texts, but for docstrings and names of controls."""
    parts: set[str] = field(default_factory=set)
    """All that may be put into a key."""
    built: list[tuple[Part, ...]] = field(default_factory=list)
    """The keys into which values are put."""
    calls: list[tuple[str, frozenset[str] | None]] = field(default_factory=list)
    """The keys that are written out in `say`, and the names of the values; None where these come as a whole."""


def sources() -> list[Source]:
    """All files of the game but the catalogue."""
    return [read(path.read_text(encoding="utf-8")) for path in sorted(GAME.rglob("*.py")) if path != CATALOGUE]


def read(text: str) -> Source:
    """What a file says."""
    tree = ast.parse(text)
    found = Source()
    skipped = set(_documentation(tree)) | set(_control_names(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int):
            found.parts |= {str(node.value), str(node.value).lower()}
            if isinstance(node.value, str) and id(node) not in skipped:
                found.texts.add(node.value)
    for call in _says(tree):
        names = [keyword.arg for keyword in call.keywords]
        given = None if None in names else frozenset(name for name in names if name)
        found.calls += [(key[0], given) for key in _keys(call.args[0]) if len(key) == 1 and key[0] is not None]
        for value in (call.args[0], *_set_to(call.args[0], tree)):
            found.built += [key for key in _keys(value) if None in key and key != (None,)]
    return found


def unused(words: Iterable[str], files: Iterable[Source]) -> list[str]:
    """The keys that no file asks for, and no other word, as "{score:points}" asks for "count.points"."""
    files = list(files)
    texts = set().union(*(file.texts for file in files), counted())
    everywhere = ALWAYS.union(*(file.parts for file in files))
    return [
        key for key in words
        if key not in texts and not any(_gives(built, key, file.parts, everywhere) for file in files for built in file.built)
    ]  # fmt: skip


def counted() -> set[str]:
    """The keys for the things that words count."""
    nouns = {noun for text in WORDS.values() for _, _, noun, _ in Formatter().parse(text) if noun}
    return {f"count.{noun}{end}" for noun in nouns for end in ("", ".one")}


def _gives(built: tuple[Part, ...], key: str, first: set[str], others: set[str]) -> bool:
    """Whether what is built gives the key with those parts: `first` at its beginning, `others` later."""
    if not built:
        return not key
    part, rest = built[0], built[1:]
    if part is not None:
        return key.startswith(part) and _gives(rest, key[len(part) :], others, others)
    ends = (end for end in range(len(key) + 1) if key[:end] in first)
    return any(_gives(rest, key[end:], others, others) for end in ends)


def _says(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            yield node


def _set_to(key: ast.expr, tree: ast.AST) -> Iterator[ast.expr]:
    """What the names in a key are set to, anywhere in the file."""
    names = {node.id for node in ast.walk(key) if isinstance(node, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and names & {each.id for each in node.targets if isinstance(each, ast.Name)}:
            yield node.value


def _keys(value: ast.expr) -> Iterator[tuple[Part, ...]]:
    """The keys that an expression may give."""
    if isinstance(value, ast.IfExp):
        yield from _keys(value.body)
        yield from _keys(value.orelse)
    elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        yield from (left + right for left in _keys(value.left) for right in _keys(value.right))
    elif isinstance(value, ast.JoinedStr):
        yield tuple(_text(part) for part in value.values)
    else:
        yield (_text(value),)


def _text(value: ast.expr) -> Part:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def _documentation(tree: ast.AST) -> Iterator[int]:
    """Texts that stand alone: docstrings."""
    return (id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr))


def _control_names(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WIDGETS and node.args:
            yield id(node.args[0])
