"""The event loop that the page steps: order, timers, waiting for the page, cancellation and failure."""

import pytest

from .slim import FINISHED, NEXT_FRAME, ONLY_WHEN_WOKEN, STEP, WOKEN, run


def test_run_schedules_and_returns() -> None:
    result = run("""
async def main():
    say("main")
asyncio.run(main())
say("after run")
""", STEP, STEP)
    assert result.parts() == [["after run", "main"], []]
    assert result.steps == [FINISHED, FINISHED]


def test_nothing_to_run_is_finished() -> None:
    assert run("", STEP, WOKEN).steps == [FINISHED, FINISHED]


def test_sleep_0_goes_on_in_the_next_step() -> None:
    result = run("""
async def main():
    for frame in range(3):
        say(frame)
        await asyncio.sleep(0)
asyncio.run(main())
""", STEP, STEP, STEP, STEP)
    assert result.parts() == [[0], [1], [2], []]
    assert result.steps == [NEXT_FRAME, NEXT_FRAME, NEXT_FRAME, FINISHED]


def test_sleep_0_is_the_same_from_everywhere() -> None:
    result = run("""
from asyncio.tasks import sleep
async def main():
    await sleep(0)
    say(await asyncio.sleep(0, "result"))
asyncio.run(main())
""", STEP, STEP, STEP)
    assert result.parts() == [[], [], ["result"]]


def test_sleepers_wake_in_the_order_of_their_times() -> None:
    result = run("""
async def sleeper(seconds):
    await asyncio.sleep(seconds)
    say(seconds)
async def main():
    await asyncio.gather(*(sleeper(seconds) for seconds in (0.3, 0.1, 0.2, 0.1)))
    say("all")
asyncio.run(main())
""", STEP, 100, STEP, 100, STEP, 100, STEP)
    assert result.parts()[2] == [0.1, 0.1]
    assert result.parts()[4] == [0.2]
    assert result.parts()[6] == [0.3, "all"]
    assert result.steps == [pytest.approx(100), pytest.approx(100), pytest.approx(100), FINISHED]


def test_a_step_in_between_waits_for_the_rest() -> None:
    result = run("""
async def main():
    await asyncio.sleep(0.25)
asyncio.run(main())
""", STEP, 100, STEP, 149.5, STEP)
    assert result.steps[:2] == [pytest.approx(250), pytest.approx(150)]
    # Half a millisecond early counts as due: browsers cut timers down to whole milliseconds.
    assert result.steps[2] == FINISHED


def test_what_becomes_ready_runs_in_the_same_step() -> None:
    result = run("""
async def double(queue, done):
    done.set_result(2 * await queue.get())
async def main():
    queue, done = asyncio.Queue(), asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as group:
        group.create_task(double(queue, done))
        await queue.put(21)
        say(await done)
asyncio.run(main())
""", STEP)
    assert result.parts() == [[42]]
    assert result.steps == [FINISHED]


def test_callbacks_that_go_on_for_ever_do_not_hold_the_step() -> None:
    result = run("""
def again():
    asyncio.get_running_loop().call_soon(again)
async def main():
    again()
    await asyncio.sleep(0)
    say("next")
    await asyncio.sleep(0)
asyncio.run(main())
""", STEP, STEP)
    assert result.parts() == [[], ["next"]]
    assert result.steps == [NEXT_FRAME, NEXT_FRAME]


# ---------------------------------------------------------------------- waiting for the page

WAITER = """
async def main():
    while True:
        say(await wait_for_page({timeout}))
asyncio.run(main())
"""


def test_only_the_page_wakes_a_wait_without_limit() -> None:
    result = run(WAITER.format(timeout=None), STEP, STEP, WOKEN, STEP)
    assert result.parts() == [[], [], [True], []]
    assert result.steps == [ONLY_WHEN_WOKEN] * 4


def test_a_wait_with_limit_times_out_or_is_woken() -> None:
    result = run(WAITER.format(timeout=0.5), STEP, 500, STEP, 200, WOKEN, 500, STEP)
    assert result.parts() == [[], [], [False], [], [True], [], [False]]
    assert result.steps == [pytest.approx(500)] * 4


def test_a_wake_at_the_time_limit_counts_as_woken() -> None:
    assert run(WAITER.format(timeout=0.5), STEP, 500, WOKEN).parts()[2] == [True]


def test_a_wake_while_nobody_waits_is_not_lost() -> None:
    result = run("""
async def main():
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    say(await wait_for_page(None))
    say(await wait_for_page(None))
asyncio.run(main())
""", STEP, WOKEN, STEP, STEP)
    assert result.parts() == [[], [], [True], []]
    assert result.steps[-1] == ONLY_WHEN_WOKEN


def test_the_page_wakes_all_who_wait() -> None:
    result = run("""
async def waiter(name):
    say((name, await wait_for_page(None)))
async def main():
    await asyncio.gather(waiter("a"), waiter("b"))
asyncio.run(main())
""", STEP, WOKEN)
    assert result.parts()[1] == [["a", True], ["b", True]]


def test_a_cancelled_wait_leaves_nothing_behind() -> None:
    result = run("""
async def main():
    waiting = asyncio.create_task(wait_for_page(5))
    await asyncio.sleep(0)
    waiting.cancel()
    say(await asyncio.gather(waiting, return_exceptions=True) and waiting.cancelled())
    say(await wait_for_page(None))
asyncio.run(main())
""", STEP, STEP, WOKEN)
    assert result.parts() == [[], [True], [True]]
    assert result.steps[1] == ONLY_WHEN_WOKEN


def test_many_woken_waits_do_not_pile_up_timers() -> None:
    result = run("""
async def main():
    loop = asyncio.get_running_loop()
    for turn in range(1000):
        await wait_for_page(3600)
    say(len(loop._timers))
asyncio.run(main())
""", STEP, *[WOKEN] * 1000)
    [timers] = [item for item in result.said if item != "|"]
    assert timers < 200


# ---------------------------------------------------------------------- tasks, cancellation, time limits


def test_timeout_ends_a_block_in_time() -> None:
    result = run("""
async def main():
    try:
        async with asyncio.timeout(0.2):
            await asyncio.sleep(10)
    except TimeoutError:
        say("too late")
    say(await asyncio.wait_for(asyncio.sleep(0.1, "in time"), 1))
asyncio.run(main())
""", STEP, 200, STEP, 100, STEP)
    assert result.parts() == [[], [], ["too late"], [], ["in time"]]
    assert result.steps == [pytest.approx(200), pytest.approx(100), FINISHED]


def test_cancelling_runs_the_finally_block() -> None:
    result = run("""
async def worker():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        say("cancelled")
        raise
    finally:
        say("tidy")
async def main():
    task = asyncio.create_task(worker())
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        say(task.cancelled())
asyncio.run(main())
""", STEP, STEP)
    assert result.parts() == [[], ["cancelled", "tidy", True]]


def test_task_group_cancels_the_others_when_one_fails() -> None:
    result = run("""
async def patient():
    try:
        await asyncio.sleep(10)
    finally:
        say("stopped")
async def hasty():
    await asyncio.sleep(0)
    raise KeyError("hasty")
async def main():
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(patient())
            group.create_task(hasty())
    except* KeyError as errors:
        say(repr(errors.exceptions[0]))
asyncio.run(main())
""", STEP, STEP)
    assert result.parts() == [[], ["stopped", "KeyError('hasty')"]]
    assert result.steps[-1] == FINISHED


def test_gather_gives_results_in_order_and_exceptions_on_request() -> None:
    result = run("""
async def answer(value, seconds):
    await asyncio.sleep(seconds)
    return value if value else 1 / value
async def main():
    results = await asyncio.gather(answer(1, 0.2), answer(0, 0), answer(3, 0.1), return_exceptions=True)
    say([repr(result) for result in results])
asyncio.run(main())
""", STEP, STEP, 200, STEP)
    assert result.parts()[3] == [["1", "ZeroDivisionError('division by zero')", "3"]]


def test_events_and_locks_work() -> None:
    result = run("""
async def user(name, lock, event):
    await event.wait()
    async with lock:
        say(name + " in")
        await asyncio.sleep(0)
        say(name + " out")
async def main():
    lock, event = asyncio.Lock(), asyncio.Event()
    users = asyncio.gather(user("a", lock, event), user("b", lock, event))
    await asyncio.sleep(0)
    event.set()
    await users
asyncio.run(main())
""", STEP, STEP, STEP, STEP)
    assert [item for item in result.said if item != "|"] == ["a in", "a out", "b in", "b out"]


def test_the_end_of_main_cancels_what_still_runs() -> None:
    result = run("""
async def background():
    try:
        await wait_for_page(None)
    finally:
        say("tidy")
async def main():
    global task
    task = asyncio.create_task(background())
    await asyncio.sleep(0)
asyncio.run(main())
""", STEP, STEP, WOKEN)
    assert result.parts() == [[], ["tidy"], []]
    assert result.steps == [NEXT_FRAME, FINISHED, FINISHED]


# ---------------------------------------------------------------------- failure


def test_an_exception_in_main_comes_out_of_the_step() -> None:
    result = run("""
async def main():
    await asyncio.sleep(0)
    raise ValueError("main")
asyncio.run(main())
""", STEP, STEP, STEP)
    assert result.steps == [NEXT_FRAME, "ValueError('main')", FINISHED]


def test_an_exception_in_a_task_that_nobody_awaits_comes_out_of_the_step() -> None:
    result = run("""
async def background():
    await asyncio.sleep(0)
    raise ValueError("task")
async def main():
    asyncio.create_task(background())
    await wait_for_page(None)
asyncio.run(main())
""", STEP, STEP, STEP)
    assert result.steps == [NEXT_FRAME, "ValueError('task')", FINISHED]
    assert "never retrieved" in result.errors


def test_an_exception_in_a_callback_comes_out_of_the_step() -> None:
    result = run("""
async def main():
    asyncio.get_running_loop().call_later(0.1, lambda: 1 / 0)
    await wait_for_page(None)
asyncio.run(main())
""", STEP, 100, STEP)
    assert result.steps == [pytest.approx(100), "ZeroDivisionError('division by zero')"]
    assert "Exception in callback" in result.errors


def test_an_exception_that_is_awaited_is_the_awaiters() -> None:
    result = run("""
async def background():
    raise ValueError("task")
async def main():
    try:
        await asyncio.create_task(background())
    except ValueError as error:
        say(str(error))
asyncio.run(main())
""", STEP)
    assert result.parts() == [["task"]]
    assert result.steps == [FINISHED]


def test_an_exception_handler_takes_over() -> None:
    result = run("""
async def background():
    raise ValueError("task")
async def main():
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: say(repr(context["exception"])))
    asyncio.create_task(background())
    await wait_for_page(None)
asyncio.run(main())
""", STEP, STEP)
    assert result.parts()[0] == ["ValueError('task')"]
    assert result.steps == [ONLY_WHEN_WOKEN] * 2


@pytest.mark.parametrize(("code", "wanted"), [("", FINISHED), ("0", FINISHED), ("3", "SystemExit(3)")])
def test_leaving_with_sys_exit(code: str, wanted: object) -> None:
    result = run(f"""
import sys
async def main():
    await asyncio.sleep(0)
    sys.exit({code})
asyncio.run(main())
""", STEP, STEP, STEP)
    assert result.steps == [NEXT_FRAME, wanted, FINISHED]


def test_what_a_page_cannot_do_says_so() -> None:
    result = run("""
async def main():
    loop = asyncio.get_running_loop()
    for attempt in (lambda: asyncio.run(None), lambda: asyncio.run(main()), loop.run_forever):
        try:
            attempt()
        except (RuntimeError, ValueError) as error:
            say(type(error).__name__)
asyncio.run(main())
""", STEP)
    assert result.parts() == [["ValueError", "RuntimeError", "RuntimeError"]]
    assert result.steps == [FINISHED]
    assert "never awaited" not in result.errors
