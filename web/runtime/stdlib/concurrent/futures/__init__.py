"""The names that asyncio takes from concurrent.futures. There are no threads, so there are no executors."""

FIRST_COMPLETED = "FIRST_COMPLETED"
FIRST_EXCEPTION = "FIRST_EXCEPTION"
ALL_COMPLETED = "ALL_COMPLETED"

TimeoutError = TimeoutError


class Error(Exception):
    """The base of the exceptions here."""


class CancelledError(Error):
    """A future was cancelled."""


class InvalidStateError(Error):
    """A future was not in the state that an operation needs."""


class Future:
    """For isinstance only: what asyncio asks is whether something is a thread's future, and nothing is."""

    def __init__(self) -> None:
        raise RuntimeError("there are no threads in a page")
