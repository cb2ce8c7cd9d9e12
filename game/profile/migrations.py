"""From the shape of older versions to the present one: a small function for each step.

To change the shape of any stored record, append a step here, and add a save written before the change
to tests/profile/saves: both stay for ever.
"""

from __future__ import annotations

from collections.abc import Callable

Step = Callable[[str, dict[str, object]], dict[str, object]]
"""(name of the record, its payload) -> the payload as the next version writes it."""

STEPS: tuple[Step, ...] = ()
"""STEPS[0] leads from version 1 to version 2, and so on."""

FIRST = 1


def present(steps: tuple[Step, ...] = STEPS) -> int:
    """The version that is written now."""
    return FIRST + len(steps)


def upgrade(name: str, version: int, payload: dict[str, object], steps: tuple[Step, ...] = STEPS) -> dict[str, object]:
    """The payload of a record of some version, as the present version would have written it.

    A step may raise anything that reading a wrong shape raises: KeyError, TypeError, ValueError.
    """
    for step in steps[version - FIRST :]:
        payload = step(name, payload)
    return payload
