"""The runtime's small inspect answers as the standard one does."""

import asyncio
import dataclasses
import functools
import importlib.util
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PATH = Path(__file__).parents[2] / "web" / "runtime" / "stdlib" / "inspect.py"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("slim_inspect", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


slim = load()


class Thing:
    """A class with one of each."""

    annotated: int = 1

    def method(self) -> "Thing":
        return self

    async def coroutine(self) -> None: ...

    @property
    def computed(self) -> int:
        raise AssertionError("getattr_static must not run it")

    @staticmethod
    def static() -> None: ...


class Slotted:
    """No __dict__."""

    __slots__ = ("field",)


def generator() -> Iterator[int]:
    yield 1


async def asynchronous_generator() -> AsyncIterator[int]:
    yield 1


@functools.wraps(generator)
def wrapped() -> Iterator[int]:
    return generator()


def coroutine() -> Any:
    made = Thing().coroutine()
    made.close()
    return made


THINGS: list[Any] = [
    *(Thing, Thing(), Thing().method, Thing.method, Thing().coroutine, Thing.static, functools.partial(Thing().coroutine)),
    *(generator, generator(), asynchronous_generator, asynchronous_generator(), coroutine(), wrapped),
    *(len, [].append, list.append, object.__init__, inspect, 1, None, functools.partial(generator)),
]
QUESTIONS = [
    *("isclass", "ismodule", "isfunction", "ismethod", "isbuiltin", "isroutine", "isgenerator", "isasyncgen", "iscoroutine"),
    *("isawaitable", "isgeneratorfunction", "isasyncgenfunction", "iscoroutinefunction"),
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_kinds(question: str) -> None:
    ours: Callable[[Any], bool] = getattr(slim, question)
    standard: Callable[[Any], bool] = getattr(inspect, question)
    for thing in THINGS:
        assert ours(thing) == bool(standard(thing)), thing


def test_a_future_is_awaitable() -> None:
    async def ask() -> bool:
        return bool(slim.isawaitable(asyncio.get_running_loop().create_future()))

    assert asyncio.run(ask())


def test_marked_functions_count_as_coroutine_functions() -> None:
    def function() -> None: ...

    assert not slim.iscoroutinefunction(function)
    assert slim.iscoroutinefunction(slim.markcoroutinefunction(function))


def test_unwrap() -> None:
    assert slim.unwrap(wrapped) is generator
    assert slim.unwrap(wrapped, stop=lambda function: True) is wrapped
    circle: Any = lambda: None  # noqa: E731 - a function without a name is asked about
    circle.__wrapped__ = circle
    with pytest.raises(ValueError, match="wraps itself"):
        slim.unwrap(circle)


def test_annotations() -> None:
    class Child(Thing): ...

    for thing in (Thing, Child, Thing.method, len):
        assert slim.get_annotations(thing) == inspect.get_annotations(thing)


def test_signature_is_refused_in_the_way_that_dataclasses_takes() -> None:
    with pytest.raises(ValueError, match="no signature"):
        slim.signature(Thing)
    assert "ValueError" in inspect.getsource(dataclasses._process_class)  # type: ignore[attr-defined]  # private


@pytest.mark.parametrize("text", ["one", "  one\n    two\n      three\n", "\n\n  a\n  b\n\n", "", "\tone\n\ttwo"])
def test_cleandoc(text: str) -> None:
    assert slim.cleandoc(text) == inspect.cleandoc(text)


def test_getattr_static() -> None:
    instance = Thing()
    instance.annotated = 5
    instance.__dict__["computed"] = "hidden by the property"
    slotted = Slotted()
    cases: list[tuple[Any, str]] = [
        *((thing, name) for thing in (instance, Thing) for name in ("annotated", "method", "computed", "static", "__init__")),
        *((slotted, "field"), (Thing, "mro"), (1, "real")),
    ]
    for thing, name in cases:
        assert slim.getattr_static(thing, name) is inspect.getattr_static(thing, name), (thing, name)
    assert slim.getattr_static(instance, "none", "default") == "default"
    with pytest.raises(AttributeError):
        slim.getattr_static(slotted, "none")
