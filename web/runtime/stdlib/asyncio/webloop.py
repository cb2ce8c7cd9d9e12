"""The event loop that the page steps, and the ways to wait for the page.

A page cannot block, so nothing here runs "until complete": `run` only schedules the program, and the page calls `step`
again whenever `step` asked for it or something happened. Python is not running at all in between.
"""

import heapq
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, TypeVar

from . import coroutines, events, futures, tasks

__all__ = ("WebLoop", "run", "sleep", "step", "wait_for_page")

Result = TypeVar("Result")
ExceptionHandler = Callable[["WebLoop", dict[str, Any]], object]

# What step() answers besides a number of milliseconds; a failed program is raised, not answered.
NEXT_FRAME = 0.0
ONLY_WHEN_WOKEN = 1e9
FINISHED = -1.0

# Browsers cut timer delays down to whole milliseconds, so a step may come up to one too early for its timer.
CLOCK_SLACK = 0.001
# A step goes on while callbacks make further callbacks ready, but not for ever: the page must stay alive.
MOST_ROUNDS = 100
# Cancelled timers stay in the heap until their time, unless they come to outnumber the live ones.
CANCELLED_TIMERS_KEPT = 50


class WebLoop(events.AbstractEventLoop):
    """An event loop without a selector: callbacks and timers, run in steps that the page asks for."""

    # The standard Task and Future read it in debug mode only.
    slow_callback_duration = 0.1

    def __init__(self) -> None:
        self._ready: deque[events.Handle] = deque()
        self._timers: list[events.TimerHandle] = []
        self._cancelled_timers = 0
        self._frame_waiters: list[futures.Future[None]] = []
        self._page_waiters: list[futures.Future[bool]] = []
        self._missed_wake = False
        self._main: tasks.Task[Any] | None = None
        self._finished = False
        self._failure: BaseException | None = None
        self._exception_handler: ExceptionHandler | None = None
        self._task_factory: Callable[..., Any] | None = None

    # ---------------------------------------------------------------- what tasks and futures ask of a loop

    def time(self) -> float:
        """Seconds on the clock of call_at: it never goes back."""
        return time.monotonic()

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> events.Handle:
        """Run `callback(*args)` in the present step, or in the next if none is under way."""
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    # There is one thread.
    call_soon_threadsafe = call_soon

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> events.TimerHandle:
        """Run `callback(*args)` after `delay` seconds."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> events.TimerHandle:
        """Run `callback(*args)` when the loop's clock shows `when`."""
        handle = events.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, handle)
        handle._scheduled = True
        return handle

    def _timer_handle_cancelled(self, handle: events.TimerHandle) -> None:
        if not handle._scheduled:
            return
        self._cancelled_timers += 1
        if self._cancelled_timers > max(CANCELLED_TIMERS_KEPT, len(self._timers) // 2):
            # The handle itself is marked only after this call.
            self._timers = [timer for timer in self._timers if not timer._cancelled and timer is not handle]
            heapq.heapify(self._timers)
            self._cancelled_timers = 0

    def create_future(self) -> "futures.Future[Any]":
        """A future of this loop."""
        return futures.Future(loop=self)

    def create_task(
        self, coro: Coroutine[Any, Any, Result], *, name: str | None = None, context: Context | None = None
    ) -> "tasks.Task[Result]":
        """Schedule a coroutine."""
        if self._task_factory is not None:
            task: tasks.Task[Result] = self._task_factory(self, coro, context=context)
            if name is not None:
                task.set_name(name)
            return task
        return tasks.Task(coro, loop=self, name=name, context=context)

    def set_task_factory(self, factory: Callable[..., Any] | None) -> None:
        """Make `factory(loop, coroutine, context=...)` build the tasks; None for the standard ones."""
        self._task_factory = factory

    def get_task_factory(self) -> Callable[..., Any] | None:
        """The factory that was set, or None."""
        return self._task_factory

    def get_debug(self) -> bool:
        """Always False: there is no debug mode here."""
        return False

    def set_debug(self, enabled: bool) -> None:
        """Has no effect."""

    def is_running(self) -> bool:
        """Whether a step is under way."""
        return events._get_running_loop() is self

    def is_closed(self) -> bool:
        """Whether the program has ended, so that nothing will be run any more."""
        return self._finished

    def close(self) -> None:
        """Has no effect: the page owns the loop."""

    def run_forever(self) -> None:
        """Not in a page. Raises RuntimeError."""
        raise RuntimeError("the page steps this loop: start with asyncio.run(main())")

    def run_until_complete(self, future: object) -> None:
        """Not in a page. Raises RuntimeError."""
        self.run_forever()

    # ---------------------------------------------------------------- exceptions that nobody awaits

    def set_exception_handler(self, handler: ExceptionHandler | None) -> None:
        """Give exceptions that nobody awaits to `handler(loop, context)` instead of ending the program."""
        self._exception_handler = handler

    def get_exception_handler(self) -> ExceptionHandler | None:
        """The handler that was set, or None."""
        return self._exception_handler

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Tell of an exception that no one can catch: in a callback, or in a task that nobody awaits."""
        if self._exception_handler is None:
            self.default_exception_handler(context)
            return
        try:
            self._exception_handler(self, context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self.default_exception_handler({"message": "Unhandled error in exception handler", "exception": error})

    def default_exception_handler(self, context: dict[str, Any]) -> None:
        """Say it on stderr and end the program at the end of this step: a silent half-dead game helps nobody."""
        from .log import logger

        logger.error("%s", context.get("message") or "Unhandled exception in event loop")
        error = context.get("exception")
        if self._failure is None:
            self._failure = error
        elif error is not None:
            logger.error("one more exception in the same step", exc_info=error)

    # ---------------------------------------------------------------- the program and its steps

    def start(self, main: Coroutine[Any, Any, Any]) -> None:
        """Make `main` the program; the steps run it. Raises RuntimeError when there is one already."""
        if self._main is not None and not self._finished:
            main.close()
            raise RuntimeError("asyncio.run() was called before: a page runs one program")
        self._main = self.create_task(main)
        self._finished = False

    def step(self, woken: bool) -> float:
        """Run what is due. `woken`: the page has something new.

        Answers the milliseconds until the next step is due: 0 for the next frame, 1e9 for "only when the page wakes
        us", -1 when the program has finished. Raises the exception that ended the program.
        """
        if self._finished or self._main is None:
            return FINISHED
        try:
            self._run_due(woken)
            if self._main.done():
                self._end()
                self._main.result()
            if self._failure is not None:
                raise self._failure
        except SystemExit as leaving:
            self._finished = True
            if leaving.code:
                raise
        except BaseException:
            self._finished = True
            raise
        return FINISHED if self._finished else self._milliseconds_to_next_step()

    def next_frame(self) -> "futures.Future[None]":
        """A future that is done at the start of the next step, which is due with the next frame."""
        waiter: futures.Future[None] = self.create_future()
        self._frame_waiters.append(waiter)
        return waiter

    def page_event(self) -> "futures.Future[bool]":
        """A future that becomes True in the step that the page wakes; at once if it did while nobody waited."""
        waiter: futures.Future[bool] = self.create_future()
        if self._missed_wake:
            self._missed_wake = False
            waiter.set_result(True)
        else:
            self._page_waiters.append(waiter)
        return waiter

    def forget_page_event(self, waiter: "futures.Future[bool]") -> None:
        """Stop waiting with a future of page_event()."""
        if waiter in self._page_waiters:
            self._page_waiters.remove(waiter)

    def _run_due(self, woken: bool) -> None:
        frame_waiters, self._frame_waiters = self._frame_waiters, []
        _answer(frame_waiters, None)
        if woken:
            page_waiters, self._page_waiters = self._page_waiters, []
            if not _answer(page_waiters, True):
                self._missed_wake = True
        self._make_timers_ready()
        self._run_ready()

    def _make_timers_ready(self) -> None:
        now = self.time() + CLOCK_SLACK
        while self._drop_cancelled_timers() and self._timers[0]._when <= now:
            handle = heapq.heappop(self._timers)
            handle._scheduled = False
            self._ready.append(handle)

    def _drop_cancelled_timers(self) -> bool:
        """Take cancelled timers off the top of the heap; whether a live one is there."""
        while self._timers and self._timers[0]._cancelled:
            heapq.heappop(self._timers)._scheduled = False
            self._cancelled_timers -= 1
        return bool(self._timers)

    def _run_ready(self) -> None:
        before = events._get_running_loop()
        events._set_running_loop(self)
        try:
            for _ in range(MOST_ROUNDS):
                if not self._ready:
                    break
                # Only those that are ready now, so that callbacks that schedule themselves cannot hold the round.
                for _ in range(len(self._ready)):
                    handle = self._ready.popleft()
                    if not handle._cancelled:
                        handle._run()
                    del handle  # for the same reason as in Handle._run
        finally:
            events._set_running_loop(before)

    def _end(self) -> None:
        """Main is done: cancel the other tasks and let them clean up, as the standard asyncio.run does."""
        self._finished = True
        for task in tasks.all_tasks(self):
            task.cancel()
        self._run_ready()

    def _milliseconds_to_next_step(self) -> float:
        if self._ready or self._frame_waiters:
            return NEXT_FRAME
        if self._drop_cancelled_timers():
            return max(0.0, (self._timers[0]._when - self.time()) * 1000)
        return ONLY_WHEN_WOKEN


def _answer(waiters: list[Any], value: object) -> bool:
    """Set the result of those futures that still wait; whether there was one."""
    waiting = [waiter for waiter in waiters if not waiter.done()]
    for waiter in waiting:
        waiter.set_result(value)
    return bool(waiting)


_loop = WebLoop()
events.set_event_loop(_loop)

_timed_sleep = tasks.sleep


async def sleep(delay: float, result: Any = None) -> Any:
    """Wait `delay` seconds; with 0, until the next frame."""
    if delay <= 0:
        await _loop.next_frame()
        return result
    return await _timed_sleep(delay, result)


# One sleep, wherever it is imported from: the standard one for 0 would go on in the same step.
tasks.sleep = sleep


async def wait_for_page(timeout: float | None) -> bool:
    """Wait until the page wakes the program, at most `timeout` seconds (None: without limit).

    True when the page woke it, also if that was after the last wait and before this one; False on time-out.
    """
    waiter = _loop.page_event()
    timer = None if timeout is None else _loop.call_later(timeout, _time_out, waiter)
    try:
        return await waiter
    finally:
        _loop.forget_page_event(waiter)
        if timer is not None:
            timer.cancel()


def _time_out(waiter: "futures.Future[bool]") -> None:
    if not waiter.done():
        waiter.set_result(False)


def run(main: Coroutine[Any, Any, Any], *, debug: bool | None = None, loop_factory: object = None) -> None:
    """Schedule the program and return at once: the page's steps run it. `debug` and `loop_factory` have no effect.

    Raises ValueError when `main` is no coroutine, RuntimeError when a program runs already.
    """
    if not coroutines.iscoroutine(main):
        raise ValueError(f"a coroutine was expected, got {main!r}")
    _loop.start(main)


def step(woken: bool = False) -> float:
    """One step of the page's loop: see WebLoop.step."""
    return _loop.step(woken)
