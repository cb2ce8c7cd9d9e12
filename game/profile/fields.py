"""Strict reading of stored values: a wrong type is a fault of the record, never an exception later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")


class WrongFieldError(ValueError):
    """A stored payload has not the shape that it was written with; the message names the field."""


def field(payload: Mapping[str, object], name: str, kind: type[T]) -> T:
    """The field's value. Raises WrongFieldError when it is missing or of another type."""
    value = payload.get(name)
    # bool is a subclass of int, but true is no number here.
    if not isinstance(value, kind) or (kind is int and type(value) is not int):
        raise WrongFieldError(f"{name} is no {kind.__name__}")
    return value


def count(payload: Mapping[str, object], name: str) -> int:
    """A whole number that is not negative. Raises WrongFieldError."""
    value = field(payload, name, int)
    if value < 0:
        raise WrongFieldError(f"{name} is negative")
    return value


def seconds(payload: Mapping[str, object], name: str) -> float:
    """A duration in seconds. Raises WrongFieldError when it is no number, negative or not finite."""
    value = payload.get(name)
    if type(value) not in (int, float):
        raise WrongFieldError(f"{name} is no number")
    number = float(value)  # type: ignore[arg-type]  # its type was just checked
    if not 0 <= number < float("inf"):
        raise WrongFieldError(f"{name} is no duration")
    return number
