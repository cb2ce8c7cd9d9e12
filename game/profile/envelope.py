"""The envelope around every stored value (interfaces.md, §3).

A value is JSON with ``version``, ``revision`` and ``payload``, and a ``checksum`` of the payload so that
a half-written or altered value is never taken for a whole one.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from enum import StrEnum
from math import isinf
from typing import NoReturn

from game.profile.fields import MOST, is_count
from game.profile.migrations import FIRST, present

VERSION = present()
LARGEST = 2_000_000
"""Characters in a value that is still read; a round of ten thousand moves has a tenth of them."""

_PAYLOAD = '"payload":'


class Fault(StrEnum):
    """Why a stored value is not read. It stays as it is until the player resets it."""

    DAMAGED = "damaged"
    FOREIGN = "foreign"
    NEWER = "newer"
    OVERSIZED = "oversized"


class UnreadableError(ValueError):
    """A stored value that is not ours to read; ``fault`` says why, the message where."""

    def __init__(self, fault: Fault, where: str) -> None:
        super().__init__(where)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Envelope:
    """An opened value: how often it was written before, and what it holds."""

    revision: int
    payload: dict[str, object]
    version: int = VERSION


def dump(value: object) -> str:
    """A payload as text. Payloads hold no fractions: JavaScript would write them differently."""
    # ASCII, so that no storage or copying tool can change it; separators, so that it is short.
    return json.dumps(value, separators=(",", ":"))


def checksum(text: str) -> str:
    """The checksum of an ASCII text, as eight hexadecimal digits (CRC-32)."""
    return f"{zlib.crc32(text.encode('ascii')):08x}"


def seal(revision: int, body: str) -> str:
    """The text to store for a payload that :func:`dump` has written."""
    return f'{{"version":{VERSION},"revision":{min(revision, MOST)},"checksum":"{checksum(body)}",{_PAYLOAD}{body}}}'


def unseal(text: str) -> Envelope:
    """The envelope that :func:`seal` wrote.

    Raises:
        UnreadableError: the text is damaged, of another program, of a newer version, or far too long.
    """
    if len(text) > LARGEST:
        raise UnreadableError(Fault.OVERSIZED, f"{len(text)} characters")
    value = parse_json(text)
    if not isinstance(value, dict) or type(value.get("version")) is not int:
        raise UnreadableError(Fault.FOREIGN, "no version")
    version, revision, payload = value["version"], value.get("revision"), value.get("payload")
    if version > VERSION:
        raise UnreadableError(Fault.NEWER, f"version {str(version)[:20]}")
    if version < FIRST or type(revision) is not int or not is_count(revision) or not isinstance(payload, dict):
        raise UnreadableError(Fault.FOREIGN, "no revision or payload")
    if not _agrees(text, payload, value.get("checksum")):
        raise UnreadableError(Fault.DAMAGED, "the checksum does not agree")
    return Envelope(revision, payload, version)


def parse_json(text: str) -> object:
    """The JSON value in the text. Raises UnreadableError."""
    try:
        return json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(Fault.DAMAGED, (str(error).splitlines() or ["not JSON"])[0]) from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"not JSON: {name}")


def _finite(text: str) -> float:
    value = float(text)
    if isinf(value):
        # It would be written as none of JSON's numbers.
        raise ValueError(f"not a number that can be kept: {text[:20]}")
    return value


def _agrees(text: str, payload: dict[str, object], given: object) -> bool:
    start = text.find(_PAYLOAD) + len(_PAYLOAD)
    body = text[start:-1]
    if body.isascii() and checksum(body) == given:
        return True
    # Something between us and the storage may have written the same JSON with other spaces.
    try:
        return checksum(dump(payload)) == given
    except RecursionError:
        return False
