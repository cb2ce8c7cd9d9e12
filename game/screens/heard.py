"""What a move sounds like."""

from __future__ import annotations

from game.rules.round import Outcome, Place, Reason, Refusal, Rotate, Status

MOST_CLEARED = 4
"""More units at once sound like this many."""
ENDS = {Status.OVER: "end", Status.COMPLETE: "complete"}


def sound_of(result: Outcome | Refusal) -> str | None:
    """The name of the sound for what a move did, or None where silence fits better.

    The end has a sound of its own, `ENDS`, for the moment when it is shown.
    """
    if isinstance(result, Refusal):
        return None if result.reason is Reason.OVER else "refuse"
    if isinstance(result.move, Place):
        return f"clear{min(len(result.cleared), MOST_CLEARED)}" if result.cleared else "place"
    return "pick" if isinstance(result.move, Rotate) else "undo"
