"""Storages that behave as browsers do on their good and on their bad days."""

from __future__ import annotations

from collections.abc import Callable


class Memory:
    """A storage that works. Tabs of one browser share its ``values``."""

    def __init__(self, values: dict[str, str] | None = None) -> None:
        self.values: dict[str, str] = {} if values is None else values
        self.written: list[str] = []
        """Every key that was set or removed."""

    def get(self, key: str) -> str | None:
        return self.values.get(key)

    def set(self, key: str, value: str) -> None:
        self.written.append(key)
        self.values[key] = value

    def remove(self, key: str) -> None:
        self.written.append(key)
        self.values.pop(key, None)

    def keys(self) -> list[str]:
        return [key for key in self.values if key.startswith("block-puzzle/")]


class Failing(Memory):
    """Refuses the calls that ``refuses`` says: it is given the call's name and key."""

    def __init__(self, refuses: Callable[[str, str], bool], values: dict[str, str] | None = None) -> None:
        super().__init__(values)
        self.refuses = refuses

    def _ask(self, call: str, key: str) -> None:
        if self.refuses(call, key):
            raise OSError(f"SecurityError: {call}")

    def get(self, key: str) -> str | None:
        self._ask("get", key)
        return super().get(key)

    def set(self, key: str, value: str) -> None:
        self._ask("set", key)
        super().set(key, value)

    def remove(self, key: str) -> None:
        self._ask("remove", key)
        super().remove(key)

    def keys(self) -> list[str]:
        self._ask("keys", "")
        return super().keys()


class Full(Memory):
    """Takes no more than so many characters in all, keys included."""

    def __init__(self, room: int, values: dict[str, str] | None = None) -> None:
        super().__init__(values)
        self.room = room

    def set(self, key: str, value: str) -> None:
        others = sum(len(k) + len(v) for k, v in self.values.items() if k != key)
        if others + len(key) + len(value) > self.room:
            raise OSError("QuotaExceededError: The quota has been exceeded.")
        super().set(key, value)


class Forgetful(Memory):
    """Takes everything without a word and keeps nothing, as some private windows did."""

    def set(self, key: str, value: str) -> None:
        self.written.append(key)


class KilledError(BaseException):
    """The page is gone: nothing of the game may catch this."""


class Killed(Memory):
    """The page is killed at the n-th call (from 0): before it, or, when ``torn``, with half of a value written."""

    def __init__(self, values: dict[str, str], calls: int, torn: float | None = None) -> None:
        super().__init__(values)
        self.calls = calls
        self.torn = torn

    def _count(self) -> None:
        self.calls -= 1
        if self.calls < 0:
            raise KilledError

    def get(self, key: str) -> str | None:
        self._count()
        return super().get(key)

    def set(self, key: str, value: str) -> None:
        if self.torn is not None and self.calls == 0:
            super().set(key, value[: int(len(value) * self.torn)])
        self._count()
        super().set(key, value)

    def remove(self, key: str) -> None:
        self._count()
        super().remove(key)

    def keys(self) -> list[str]:
        self._count()
        return super().keys()
