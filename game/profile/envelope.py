"""The envelope around every stored value (interfaces.md, §3).

A value is JSON with ``version``, ``revision`` and ``payload``, and a ``checksum`` of the payload so that
a half-written value is never taken for a whole one.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from enum import StrEnum

VERSION = 1
LARGEST = 2_000_000
"""Characters in a value that is still read; a round of ten thousand moves has a tenth of them."""


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


def seal(revision: int, payload: dict[str, object]) -> str:
    """The text to store."""
    body = _dump(payload)
    return f'{{"version":{VERSION},"revision":{revision},"checksum":"{_checksum(body)}","payload":{body}}}'


def unseal(text: str) -> Envelope:
    """The envelope that :func:`seal` wrote.

    Raises:
        UnreadableError: the text is damaged, of another program, of a newer version, or far too long.
    """
    if len(text) > LARGEST:
        raise UnreadableError(Fault.OVERSIZED, f"{len(text)} characters")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(Fault.DAMAGED, str(error).splitlines()[0]) from None
    if not isinstance(value, dict) or type(value.get("version")) is not int:
        raise UnreadableError(Fault.FOREIGN, "no version")
    if value["version"] > VERSION:
        raise UnreadableError(Fault.NEWER, f"version {value['version']}")
    revision, payload = value.get("revision"), value.get("payload")
    if value["version"] < 1 or type(revision) is not int or not isinstance(payload, dict):
        raise UnreadableError(Fault.FOREIGN, "no revision or payload")
    if value.get("checksum") != _checksum(_dump(payload)):
        raise UnreadableError(Fault.DAMAGED, "the checksum does not agree")
    return Envelope(revision, payload)


def _dump(payload: dict[str, object]) -> str:
    # ASCII, so that no storage or copying tool can change it; separators, so that it is short.
    return json.dumps(payload, separators=(",", ":"))


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode('ascii')):08x}"
