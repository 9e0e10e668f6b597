"""Logs: rate-limit the lines that clients can cause."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Final

from unolab.server.guard.limits import Addresses

RATE: Final = (0.1, 10)  # lines of one kind, per second and burst
LOGGERS: Final = ("uvicorn.error", "unolab.server")


class Sparing(logging.Filter):
    """Drop log lines of a kind that repeats; the next one says how many were dropped."""

    def __init__(self, rate: tuple[float, float] = RATE) -> None:
        """Allow this rate of lines of each kind."""
        super().__init__()
        self._kinds = Addresses(*rate)
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a line."""
        if record.levelno < logging.WARNING:
            return True
        kind = _kind_of(record)
        if not self._kinds.take(kind):
            self._left_out[kind] += 1
            return False
        missing = self._left_out.pop(kind, 0)
        if missing:
            record.msg = f"{record.getMessage()} ({missing} more like this suppressed)"
            record.args = ()
        return True


def log_sparingly() -> None:
    """Keep clients from flooding the server's log."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(each, Sparing) for each in logger.filters):
            logger.addFilter(Sparing())


def _kind_of(record: logging.LogRecord) -> str:
    """Identify the source line that logged it, and the one that raised an error."""
    kind = f"{record.pathname}:{record.lineno}"
    if record.exc_info and record.exc_info[2] is not None:
        place = record.exc_info[2]
        while place.tb_next is not None:
            place = place.tb_next
        kind += f" {place.tb_frame.f_code.co_filename}:{place.tb_lineno}"
    return kind
