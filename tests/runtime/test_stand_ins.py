"""The runtime's dataclasses, json and textwrap do what the standard ones do: the same programs, here and there."""

from __future__ import annotations

import io
import shutil
from typing import Any

import pytest

from tests.runtime.test_in_node import run

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node to run WebAssembly outside of a browser")

TRY = """
def told(action):
    try:
        return action()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
"""

DATACLASSES = """
import copy
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import ClassVar, Generic, TypeVar

T = TypeVar("T")

@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 2
    tags: list = field(default_factory=list, repr=False, compare=False)
    kinds: ClassVar[int] = 7

    @property
    def sum(self):
        return self.x + self.y

@dataclass
class Plain:
    a: int
    b: object = None

    def __post_init__(self):
        self.c = self.a * 2

@dataclass(frozen=True, slots=True, order=True)
class Version:
    major: int
    minor: int = 0

@dataclass(frozen=True, slots=True)
class Named(Version):
    name: str = "none"

@dataclass(frozen=True)
class Open:
    value: object

@dataclass(frozen=True, eq=False)
class Identity:
    value: int

@dataclass(frozen=True, slots=True)
class Box(Generic[T]):
    content: T

@dataclass(frozen=True, slots=True)
class Node:
    value: int
    next: "Node | None" = None

p = Point(1)
print(p, p == Point(1, 2, [5]), p != Point(2), p == (1, 2), hash(p) == hash((1, 2)), p.sum, p.tags, Point.kinds)
print(Point(x=3, y=4), Point(1, y=9), replace(p, x=8), replace(p, tags=[1]).tags, Point.__match_args__)
print(p.tags is not Point(1).tags, hasattr(p, "__dict__"), [each.name for each in fields(Point)])
print(is_dataclass(p), is_dataclass(Point), is_dataclass(3))
for action in (
    lambda: setattr(p, "x", 5), lambda: delattr(p, "x"), lambda: setattr(Open(1), "value", 2), lambda: Point(),
    lambda: Point(1, z=3), lambda: Point(1, x=1), lambda: replace(p, z=1), lambda: replace(Point, x=1), lambda: fields(5),
    lambda: Version(1) < 3, lambda: hash(Plain(1)),
):
    print(type(told(action)), str(told(action)).split(":")[0])
print(told(lambda: setattr(p, "x", 5)), issubclass(FrozenInstanceError, AttributeError))
plain = Plain(3, b="q")
plain.a = 4
print(plain, plain.c, Plain(1) == Plain(1), Plain.__hash__, vars(plain))
print(sorted([Version(2), Version(1, 9), Version(1)]), Version(1) <= Version(1, 0), max(Version(0), Version(0, 1)))
print(Named(1, 2, "x"), Named(1) == Version(1), Named.__slots__, [each.name for each in fields(Named)])
print(Open([1]), told(lambda: hash(Open([1])))[:9], Open(2) in {Open(2)})
print(Identity(1) == Identity(1), len({Identity(1), Identity(1)}))
print(Box(3), Box[int].__origin__ is Box, Node(1, Node(2)).next.value)
for thing in (p, plain, Version(3, 1), Open("o")):
    print(copy.copy(thing) == thing, copy.deepcopy(thing) == thing, copy.copy(thing) is not thing)
match p:
    case Point(x, y):
        print("matched", x, y)

def bad(text):
    scope = {"dataclass": dataclass, "field": field}
    return told(lambda: exec("@dataclass\\nclass Bad:\\n" + text, scope))

for text in (" a: int = 1\\n b: int", " a: list = []", " a = field()"):
    print(str(bad(text)).split(" ")[0])
"""

JSON = r"""
import json
from json import JSONDecodeError
values = [None, True, 1, -2.5, 1e300, 10**30]
values += ["a\"\\\n\u00e9\U0001f600", [], {}, [1, [2, {"k": [None]}]], {"1": {"a": "b"}}, (1, 2)]
values.append({2: 3, None: 4, True: 5})
for value in values:
    text = json.dumps(value)
    print(text, json.loads(text), json.dumps(value, separators=(",", ":")), json.dumps(value, ensure_ascii=False))
print(told(lambda: json.dumps(float("nan"), allow_nan=False))[:40])
print(json.dumps({"b": 1, "a": 2}, sort_keys=True), json.dumps({1, }, default=list), json.dumps(float("inf")))
loop = []
loop.append(loop)
for action in (
    lambda: json.dumps({1}), lambda: json.dumps(loop), lambda: json.dumps({(1,): 2}),
    lambda: json.loads(3), lambda: json.loads("\ufeff1"),
):
    print(told(action))
for text in (
    "", " ", "{", '{"a"}', "[1 2]", "nul", '"abc', '"\\x"', '"\n"', "1 2", " [1]\n x", "-",
    "01", "[" * 3, "NaN", "1e5", " \t\r\n7 ",
):
    try:
        print(json.loads(text))
    except JSONDecodeError as error:
        print(isinstance(error, ValueError), error.pos, error.lineno, error.colno)
print(json.loads(b'{"a": 1}'), json.loads("[1.5, 2]", parse_float=str, parse_int=lambda text: -int(text)))
print(json.loads('{"a": {"b": 1}}', object_hook=lambda found: sorted(found)), json.loads('{"a":1,"a":2}', object_pairs_hook=list))
print(told(lambda: json.loads("[Infinity]", parse_constant=lambda name: name)), json.JSONDecoder().raw_decode("[1] rest"))
"""

TEXTWRAP = r"""
import textwrap
for text in ("", "a", "  a\n  b", "\ta\n\t b\n", "  a\n\n   b\n \n", " a\n\tb", "   \n"):
    print(repr(textwrap.dedent(text)), repr(textwrap.indent(text, "> ")), repr(textwrap.indent(text, "-", lambda line: True)))
"""


@pytest.mark.parametrize("program", [DATACLASSES, JSON, TEXTWRAP], ids=["dataclasses", "json", "textwrap"])
def test_a_program_says_the_same_here_and_in_the_runtime(program: str) -> None:
    output = io.StringIO()
    scope: dict[str, Any] = {"__name__": "__main__", "print": lambda *values: print(*values, file=output)}
    exec(compile(TRY + program, "<here>", "exec", dont_inherit=True), scope)
    there = run(TRY + program)
    assert there.err == []
    assert there.out == output.getvalue().splitlines()


def test_what_is_left_out_is_refused() -> None:
    program = """
from dataclasses import dataclass, field
for make in (lambda: field(init=False), lambda: dataclass(kw_only=True), lambda: dataclass(unsafe_hash=True)):
    print(told(make).split(":")[0])
"""
    assert run(TRY + program).out == ["NotImplementedError"] * 3


def test_super_finds_its_class_where_slots_have_replaced_it() -> None:
    program = """
from dataclasses import dataclass
@dataclass(frozen=True, slots=True)
class Base:
    x: int
@dataclass(frozen=True, slots=True)
class Named(Base):
    name: str = "n"
    def __repr__(self):
        return "own " + super().__repr__()
print(Named(1))
"""
    assert run(program).out == ["own Named(x=1)"]
