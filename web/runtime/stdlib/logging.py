"""Logging to stderr, which the page shows on its console: levels and named loggers, without handlers and formats."""

import sys
from typing import Any

DEBUG, INFO, WARNING, ERROR, CRITICAL = 10, 20, 30, 40, 50
NOTSET = 0


class Logger:
    """Writes messages of at least its level, or of the root's level when it has none of its own."""

    def __init__(self, name: str, level: int = NOTSET) -> None:
        self.name = name
        self.level = level

    def setLevel(self, level: int) -> None:
        """Write messages from this level on."""
        self.level = level

    def getEffectiveLevel(self) -> int:
        """The level from which messages are written."""
        return self.level or root.level

    def isEnabledFor(self, level: int) -> bool:
        """Whether a message of this level is written."""
        return level >= self.getEffectiveLevel()

    def log(self, level: int, message: object, *args: Any, exc_info: Any = None, **_: Any) -> None:
        """Write `message % args`; `exc_info` (an exception, or true for the present one) adds its traceback."""
        if not self.isEnabledFor(level):
            return
        print(f"{self.name}: {str(message) % args if args else message}", file=sys.stderr)
        if exc_info is None or exc_info is False:
            return
        import traceback

        if isinstance(exc_info, tuple):
            exc_info = exc_info[1]
        traceback.print_exception(exc_info if isinstance(exc_info, BaseException) else sys.exception())

    def debug(self, message: object, *args: Any, **options: Any) -> None:
        """Log at level DEBUG."""
        self.log(DEBUG, message, *args, **options)

    def info(self, message: object, *args: Any, **options: Any) -> None:
        """Log at level INFO."""
        self.log(INFO, message, *args, **options)

    def warning(self, message: object, *args: Any, **options: Any) -> None:
        """Log at level WARNING."""
        self.log(WARNING, message, *args, **options)

    def error(self, message: object, *args: Any, **options: Any) -> None:
        """Log at level ERROR."""
        self.log(ERROR, message, *args, **options)

    def critical(self, message: object, *args: Any, **options: Any) -> None:
        """Log at level CRITICAL."""
        self.log(CRITICAL, message, *args, **options)

    def exception(self, message: object, *args: Any, exc_info: Any = True, **options: Any) -> None:
        """Log at level ERROR, with the traceback of the present exception."""
        self.log(ERROR, message, *args, exc_info=exc_info, **options)


root = Logger("root", WARNING)
_loggers: dict[str, Logger] = {}


def getLogger(name: str | None = None) -> Logger:
    """The logger of that name, always the same one; the root without a name."""
    return _loggers.setdefault(name, Logger(name)) if name else root


def basicConfig(*, level: int = WARNING, **_: Any) -> None:
    """Set the root's level. Other options have no effect."""
    root.level = level
