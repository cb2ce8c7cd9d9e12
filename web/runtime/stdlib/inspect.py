"""The questions that asyncio, dataclasses and typing ask of objects, without the reading of source and bytecode that
makes the standard module slow to import. What is not here fails as a missing name does.
"""

import functools
import sys
import types
from collections.abc import Awaitable, Callable
from typing import Any

CO_GENERATOR = 0x20
CO_COROUTINE = 0x80
CO_ITERABLE_COROUTINE = 0x100
CO_ASYNC_GENERATOR = 0x200

_MISSING: Any = object()
_is_coroutine_mark = object()


def isclass(thing: object) -> bool:
    """Whether it is a class."""
    return isinstance(thing, type)


def ismodule(thing: object) -> bool:
    """Whether it is a module."""
    return isinstance(thing, types.ModuleType)


def isfunction(thing: object) -> bool:
    """Whether it is a function written in Python."""
    return isinstance(thing, types.FunctionType)


def ismethod(thing: object) -> bool:
    """Whether it is a bound method written in Python."""
    return isinstance(thing, types.MethodType)


def isbuiltin(thing: object) -> bool:
    """Whether it is a function or bound method written in C."""
    return isinstance(thing, types.BuiltinFunctionType)


def isroutine(thing: object) -> bool:
    """Whether it is any kind of function or method."""
    kinds = (types.FunctionType, types.MethodType, types.BuiltinFunctionType)
    return isinstance(thing, (*kinds, types.WrapperDescriptorType, types.MethodDescriptorType))


def isgenerator(thing: object) -> bool:
    """Whether it is a generator."""
    return isinstance(thing, types.GeneratorType)


def isasyncgen(thing: object) -> bool:
    """Whether it is an asynchronous generator."""
    return isinstance(thing, types.AsyncGeneratorType)


def iscoroutine(thing: object) -> bool:
    """Whether it is what calling an `async def` function gives."""
    return isinstance(thing, types.CoroutineType)


def isawaitable(thing: object) -> bool:
    """Whether it can stand in an `await` expression."""
    if isinstance(thing, types.CoroutineType | Awaitable):
        return True
    return isinstance(thing, types.GeneratorType) and bool(thing.gi_code.co_flags & CO_ITERABLE_COROUTINE)


def _has_flag(function: Any, flag: int) -> bool:
    while isinstance(function, types.MethodType | functools.partial):
        function = function.__func__ if isinstance(function, types.MethodType) else function.func
    return isinstance(function, types.FunctionType) and bool(function.__code__.co_flags & flag)


def isgeneratorfunction(function: object) -> bool:
    """Whether calling it gives a generator."""
    return _has_flag(function, CO_GENERATOR)


def isasyncgenfunction(function: object) -> bool:
    """Whether calling it gives an asynchronous generator."""
    return _has_flag(function, CO_ASYNC_GENERATOR)


def iscoroutinefunction(function: Any) -> bool:
    """Whether calling it gives a coroutine."""
    inner = function.__func__ if isinstance(function, types.MethodType) else function
    return _has_flag(function, CO_COROUTINE) or getattr(inner, "_is_coroutine_mark", None) is _is_coroutine_mark


def markcoroutinefunction(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make iscoroutinefunction() say yes to a function that returns a coroutine."""
    inner = function.__func__ if isinstance(function, types.MethodType) else function
    inner._is_coroutine_mark = _is_coroutine_mark
    return function


def unwrap(function: Any, *, stop: Callable[[Any], bool] | None = None) -> Any:
    """The function that decorators wrapped, following `__wrapped__`. Raises ValueError on a circle."""
    seen = {id(function)}
    while hasattr(function, "__wrapped__") and not (stop is not None and stop(function)):
        function = function.__wrapped__
        if id(function) in seen:
            raise ValueError(f"{function!r} wraps itself")
        seen.add(id(function))
    return function


def get_annotations(thing: Any, **_: Any) -> dict[str, Any]:
    """A copy of the annotations that a class, module or function has itself, texts left as texts."""
    own = vars(thing).get("__annotations__") if isinstance(thing, type) else getattr(thing, "__annotations__", None)
    return dict(own or {})


def signature(function: object, **_: Any) -> Any:
    """Raises ValueError, as the standard one does where it finds no signature. dataclasses asks for it, class by class,
    for the sake of docstrings alone, and takes that for an answer.
    """
    raise ValueError(f"no signature of {function!r}: this runtime reads none")


def cleandoc(text: str) -> str:
    """A docstring without the indentation of its later lines and without blank lines around it."""
    lines = text.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    lines = [lines[0].lstrip(), *(line[margin:] for line in lines[1:])]
    return "\n".join(lines).strip("\n")


def currentframe() -> types.FrameType | None:
    """The caller's frame."""
    return sys._getframe(1)


def _class_lookup(cls: type, name: str) -> Any:
    for base in type.__dict__["__mro__"].__get__(cls):
        names = type.__dict__["__dict__"].__get__(base)
        if name in names:
            return names[name]
    return _MISSING


def getattr_static(thing: object, name: str, default: Any = _MISSING) -> Any:
    """The attribute as it is stored, without running descriptors, `__getattr__` or `__getattribute__`."""
    kind = type(thing)
    if isinstance(thing, type):
        stored, inherited = _class_lookup(thing, name), _class_lookup(kind, name)
    else:
        inherited = _class_lookup(kind, name)
        try:
            names = object.__getattribute__(thing, "__dict__")
        except AttributeError:
            names = {}
        stored = dict.get(names, name, _MISSING) if isinstance(names, dict) else _MISSING
        # A data descriptor of the class goes before the instance's own attribute.
        if inherited is not _MISSING and all(
            _class_lookup(type(inherited), method) is not _MISSING for method in ("__get__", "__set__")
        ):
            return inherited
    for found in (stored, inherited, default):
        if found is not _MISSING:
            return found
    raise AttributeError(name)
