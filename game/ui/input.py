"""From pygame's events to a few intents, in CSS pixels.

Mouse and touch become the same `Pointer`, keys become `Key`. The reader sees to it that one touch acts once, that one press
of a key acts once, and that nothing is left hanging when the system takes the pointer away.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

import pygame

Phase = Literal["down", "move", "up", "cancel", "hover", "leave"]
PointerKind = Literal["mouse", "touch"]
Action = Literal[
    "slot1", "slot2", "slot3", "up", "down", "left", "right", "home", "end", "confirm", "rotate", "cancel", "undo", "hint",
    "next", "previous", "page-up", "page-down",
]


class Pointer(NamedTuple):
    """The mouse or the one finger that counts.

    down, then any number of move, then up or cancel: always in that order. After a cancel the press means nothing. hover and
    leave come from a mouse with no button down.
    """

    phase: Phase
    x: float
    y: float
    kind: PointerKind = "mouse"


class Wheel(NamedTuple):
    """A turn of the wheel at a position; dy in CSS pixels, positive moves the content up (towards its end)."""

    x: float
    y: float
    dy: float


class Key(NamedTuple):
    """One press of a key that means something. `repeat` is only ever true for the arrows."""

    action: Action
    repeat: bool = False
    source: Literal["key", "pointer"] = "key"
    """"pointer" for the cancel that a right click stands for."""


Intent = Pointer | Wheel | Key

_KEYS: Final[dict[int, Action]] = {
    pygame.K_1: "slot1", pygame.K_2: "slot2", pygame.K_3: "slot3",
    pygame.K_KP1: "slot1", pygame.K_KP2: "slot2", pygame.K_KP3: "slot3",
    pygame.K_UP: "up", pygame.K_DOWN: "down", pygame.K_LEFT: "left", pygame.K_RIGHT: "right",
    pygame.K_HOME: "home", pygame.K_END: "end", pygame.K_PAGEUP: "page-up", pygame.K_PAGEDOWN: "page-down",
    pygame.K_RETURN: "confirm", pygame.K_KP_ENTER: "confirm", pygame.K_SPACE: "confirm",
    pygame.K_r: "rotate", pygame.K_ESCAPE: "cancel", pygame.K_u: "undo", pygame.K_h: "hint",
}
# Where the digit row sits, for layouts on which the digits need Shift.
_DIGIT_ROW: Final[dict[int, Action]] = {
    pygame.KSCAN_1: "slot1", pygame.KSCAN_2: "slot2", pygame.KSCAN_3: "slot3",
}
_ARROWS: Final = ("up", "down", "left", "right")
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_META
REPEAT_DELAY = 0.4
REPEAT_INTERVAL = 0.07
WHEEL_STEP = 48.0


class Reader:
    """Turns batches of pygame events into intents. Holds only which pointer and which keys are down."""

    def __init__(self, width: float, height: float, ratio: float) -> None:
        self.resize(width, height, ratio)
        self._active: tuple[PointerKind, int] | None = None
        self._fingers: set[int] = set()
        self._at = (0.0, 0.0)
        self._held: set[int] = set()
        self._arrow: tuple[int, Action, float] | None = None

    def resize(self, width: float, height: float, ratio: float) -> None:
        """The canvas is width × height CSS pixels at `ratio` device pixels each."""
        self._width, self._height, self._ratio = width, height, ratio

    def read(self, events: Iterable[pygame.event.Event], now: float, interrupted: bool = False) -> list[Intent]:
        """The intents of one batch, in order. `now` is monotonic seconds.

        `interrupted`: the system took the pointer or the focus away during this batch. What ends in it is a cancel then, and
        nothing stays down after it.
        """
        intents: list[Intent] = []
        for event in events:
            intent = self._one(event, now, interrupted)
            if intent is None:
                continue
            if isinstance(intent, Pointer) and intents and intent.phase in ("move", "hover"):
                before = intents[-1]
                if isinstance(before, Pointer) and before.phase == intent.phase:
                    intents.pop()
            intents.append(intent)
        if interrupted:
            intents += self.release()
        intents += self._repeats(now)
        return intents

    def release(self) -> list[Intent]:
        """Forget all that is held (focus lost, page hidden). A press under way ends in a cancel."""
        self._held.clear()
        self._arrow = None
        self._fingers.clear()
        return [self._cancel()] if self._active else []

    def due(self, now: float) -> float | None:
        """Seconds until a held arrow repeats; None when none is held."""
        return None if self._arrow is None else max(0.0, self._arrow[2] - now)

    def _one(self, event: pygame.event.Event, now: float, interrupted: bool) -> Intent | None:
        kind = event.type
        if kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return None if event.touch else self._mouse(event)
        if kind in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            return self._finger(event, interrupted)
        if kind == pygame.KEYDOWN:
            return self._key_down(event, now)
        if kind == pygame.KEYUP:
            self._held.discard(event.scancode)
            if self._arrow and self._arrow[0] == event.scancode:
                self._arrow = None
        elif kind == pygame.MOUSEWHEEL:
            return Wheel(*self._at, -float(getattr(event, "precise_y", event.y)) * WHEEL_STEP)
        elif kind == pygame.WINDOWFOCUSLOST:
            cancelled = self.release()
            return cancelled[0] if cancelled else None
        elif kind == pygame.WINDOWLEAVE and self._active is None:
            return Pointer("leave", *self._at)
        return None

    def _mouse(self, event: pygame.event.Event) -> Intent | None:
        self._at = event.pos[0] / self._ratio, event.pos[1] / self._ratio
        if event.type == pygame.MOUSEMOTION:
            if self._active is None:
                return Pointer("hover", *self._at)
            if self._active[0] != "mouse":
                return None
            # The button came up where we could not see it.
            return Pointer("move", *self._at) if event.buttons[0] else self._cancel()
        if event.type == pygame.MOUSEBUTTONUP:
            if event.button != 1 or self._active != ("mouse", 0):
                return None
            self._active = None
            return Pointer("up", *self._at)
        if event.button == 1 and self._active is None:
            self._active = ("mouse", 0)
            return Pointer("down", *self._at)
        if event.button == 3:
            return self._cancel() if self._active else Key("cancel", source="pointer")
        return None

    def _finger(self, event: pygame.event.Event, interrupted: bool) -> Intent | None:
        finger = event.finger_id
        at = event.x * self._width, event.y * self._height
        if event.type == pygame.FINGERDOWN:
            self._fingers.add(finger)
            if self._active is not None:
                return self._cancel()
            if len(self._fingers) > 1:
                return None
            self._active, self._at = ("touch", finger), at
            return Pointer("down", *at, "touch")
        if event.type == pygame.FINGERUP:
            self._fingers.discard(finger)
        if self._active != ("touch", finger):
            return None
        self._at = at
        if event.type == pygame.FINGERMOTION:
            return Pointer("move", *at, "touch")
        if interrupted:
            return self._cancel()
        self._active = None
        return Pointer("up", *at, "touch")

    def _cancel(self) -> Pointer:
        kind: PointerKind = self._active[0] if self._active else "mouse"
        self._active = None
        return Pointer("cancel", *self._at, kind)

    def _key_down(self, event: pygame.event.Event, now: float) -> Intent | None:
        if event.scancode in self._held:
            return None
        self._held.add(event.scancode)
        if event.mod & (_COMMAND | pygame.KMOD_ALT):
            return Key("undo") if event.mod & _COMMAND and event.key == pygame.K_z else None
        if event.key == pygame.K_TAB:
            return Key("previous" if event.mod & pygame.KMOD_SHIFT else "next")
        action = _KEYS.get(event.key) or _DIGIT_ROW.get(event.scancode)
        if action is None:
            return None
        if action in _ARROWS:
            self._arrow = (event.scancode, action, now + REPEAT_DELAY)
        return Key(action)

    def _repeats(self, now: float) -> list[Intent]:
        """At most one repeat a batch: after a pause the target must not shoot across the board."""
        if self._arrow is None or now < self._arrow[2]:
            return []
        self._arrow = (self._arrow[0], self._arrow[1], now + REPEAT_INTERVAL)
        return [Key(self._arrow[1], repeat=True)]
