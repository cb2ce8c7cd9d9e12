"""Short named timelines. Time is handed in; nothing here sleeps or asks a clock."""

from collections.abc import Callable
from typing import NamedTuple

Easing = Callable[[float], float]
# After a longer silence (a hidden tab) a timeline goes on as if only this much had passed, in seconds.
LONGEST_STEP = 0.1


def linear(t: float) -> float:
    return t


def ease_out(t: float) -> float:
    """Fast, then settling."""
    return 1.0 - (1.0 - t) ** 3


def ease_in_out(t: float) -> float:
    return t * t * (3.0 - 2.0 * t)


def overshoot(t: float) -> float:
    """Past the end by a little, then back: for things that pop."""
    u = t - 1.0
    return 1.0 + 2.2 * u * u * u + 1.2 * u * u


class _Timeline(NamedTuple):
    duration: float
    delay: float
    ease: Easing
    done: Callable[[], None] | None
    elapsed: float


class Animator:
    """Timelines by name. Each has a progress from 0 to 1; a name that is not running stands at its end."""

    def __init__(self) -> None:
        self.reduced = False
        """True: timelines end as they start."""
        self._running: dict[str, _Timeline] = {}
        self._last: float | None = None
        self._cut_short = False

    def start(
        self, name: str, milliseconds: float = 180, *, delay: float = 0, ease: Easing = ease_out,
        done: Callable[[], None] | None = None,
    ) -> None:
        """Begin (or begin again) a timeline; `delay` in milliseconds; `done` is called once, when it ends in any way."""
        if self.reduced:
            if done:
                done()
            return
        if not self._running:
            self._last = None
        self._running[name] = _Timeline(max(0.001, milliseconds / 1000), delay / 1000, ease, done, 0.0)

    def tick(self, now: float) -> bool:
        """Move on to `now` (monotonic seconds). True when anything has moved or was finished: draw then."""
        cut_short, self._cut_short = self._cut_short, False
        if not self._running:
            self._last = None
            return cut_short
        step = 0.0 if self._last is None else min(max(0.0, now - self._last), LONGEST_STEP)
        self._last = now
        ended = []
        for name, line in list(self._running.items()):
            moved = line._replace(elapsed=line.elapsed + step)
            if moved.elapsed >= moved.delay + moved.duration:
                del self._running[name]
                ended.append(moved)
            else:
                self._running[name] = moved
        for line in ended:
            if line.done:
                line.done()
        return True

    def due(self) -> float | None:
        """Seconds until the next frame is needed: 0 while anything runs, None when all is still."""
        return 0.0 if self._running else None

    def running(self, name: str) -> bool:
        return name in self._running

    def progress(self, name: str, otherwise: float = 1.0) -> float:
        """How far a timeline is, eased (an easing may pass 1 for a moment); `otherwise` when it does not run."""
        line = self._running.get(name)
        if line is None:
            return otherwise
        return line.ease(min(1.0, max(0.0, (line.elapsed - line.delay) / line.duration)))

    def finish(self, name: str | None = None) -> None:
        """Jump to the end of one timeline, or of all."""
        names = list(self._running) if name is None else [name]
        for each in names:
            line = self._running.pop(each, None)
            if line is not None:
                self._cut_short = True
                if line.done:
                    line.done()
