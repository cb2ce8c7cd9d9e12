"""Callback handles and the running loop: what of the standard asyncio.events means something in a page."""

import contextvars
from collections.abc import Callable
from typing import Any

from . import format_helpers

__all__ = (
    "AbstractEventLoop",
    "Handle",
    "TimerHandle",
    "_get_running_loop",
    "_set_running_loop",
    "get_event_loop",
    "get_event_loop_policy",
    "get_running_loop",
    "new_event_loop",
    "set_event_loop",
)


class AbstractEventLoop:
    """The type of event loops, for annotations and isinstance; WebLoop is the only one there is."""


class Handle:
    """A callback that a loop will run once, unless it is cancelled before."""

    __slots__ = ("__weakref__", "_args", "_callback", "_cancelled", "_context", "_loop")

    def __init__(
        self,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        loop: Any,
        context: contextvars.Context | None = None,
    ) -> None:
        self._callback: Any = callback
        self._args: Any = args
        self._loop = loop
        self._context = contextvars.copy_context() if context is None else context
        self._cancelled = False

    def __repr__(self) -> str:
        state = " cancelled" if self._cancelled else ""
        return f"<{type(self).__name__}{state} {self._callback!r}>"

    def get_context(self) -> contextvars.Context:
        """The context in which the callback runs."""
        return self._context

    def cancel(self) -> None:
        """Keep the callback from running. No effect once it has run."""
        self._cancelled = True
        # What the callback holds is let go now, not when the loop comes across this handle.
        self._callback = self._args = None

    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    def _run(self) -> None:
        try:
            self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            source = format_helpers._format_callback_source(self._callback, self._args)
            self._loop.call_exception_handler(
                {"message": f"Exception in callback {source}", "exception": error, "handle": self}
            )
        # A failed task's traceback leads to this frame; without this it would lead on to the task, which would then
        # live until the next garbage collection, and its exception be reported as late.
        del self


class TimerHandle(Handle):
    """A callback that a loop will run at a time of its own clock, in seconds."""

    __slots__ = ("_scheduled", "_when")

    def __init__(
        self,
        when: float,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        loop: Any,
        context: contextvars.Context | None = None,
    ) -> None:
        super().__init__(callback, args, loop, context)
        self._when = when
        self._scheduled = False

    def __lt__(self, other: "TimerHandle") -> bool:
        return self._when < other._when

    def when(self) -> float:
        """The time at which the callback is due, on the loop's clock."""
        return self._when

    def cancel(self) -> None:
        """Keep the callback from running, and tell the loop, which keeps it until then."""
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        super().cancel()


class _Policy:
    """Where the C module asks for a loop when none is running."""

    loop: AbstractEventLoop | None = None

    def get_event_loop(self) -> AbstractEventLoop:
        if self.loop is None:
            raise RuntimeError("there is no event loop yet")
        return self.loop


_policy = _Policy()


def get_event_loop_policy() -> _Policy:
    """The one policy: the page's loop is every thread's loop, as there is one thread."""
    return _policy


def set_event_loop(loop: AbstractEventLoop | None) -> None:
    """Make `loop` what get_event_loop() answers outside of callbacks."""
    _policy.loop = loop


def new_event_loop() -> AbstractEventLoop:
    """The page's loop: a page steps one loop only, so there is never a second."""
    return _policy.get_event_loop()


# The C module keeps the running loop itself; its tasks and futures ask there. Imported last, as it takes
# get_event_loop_policy from here when it starts.
from _asyncio import _get_running_loop, _set_running_loop, get_event_loop, get_running_loop  # noqa: E402
