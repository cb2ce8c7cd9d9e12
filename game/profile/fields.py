"""Strict reading of stored values: a wrong type is a fault of the record, never an exception later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

MOST = 10**15
"""No count is larger; JavaScript keeps whole numbers up to nine times this exactly."""


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
    if not is_count(value):
        raise WrongFieldError(f"{name} is negative or far too large")
    return value


def is_count(value: object) -> bool:
    """Whether the value is a whole number from 0 to MOST."""
    return type(value) is int and 0 <= value <= MOST
