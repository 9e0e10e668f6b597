"""Logs: the lines of the server's log, as text or as JSON, without what nobody may know.

A line has a message and, as ``extra``, an event for programs and the fields below. The text of an
exception may quote a hand or a secret, so a line has its type and where it was raised, and its text
only if that was written for the log.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, Literal

from unolab.server.store.store import NotSaved, Overtaken

LogFormat = Literal["text", "json"]

FIELDS: Final = ("room", "network", "seconds", "version", "address")
"""What a line may have in addition; anything else is left out."""
LONGEST: Final = 1_000  # characters of a message
MOST_FRAMES: Final = 30  # of a traceback, the innermost
MOST_CAUSES: Final = 5
FOR_THE_LOG: Final = (NotSaved, Overtaken)
"""Exceptions whose text was written for the log."""

CONTROLS: Final = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))} | {
    code: f"\\u{code:04x}" for code in (0x2028, 0x2029)
}


def write_logs(style: LogFormat) -> None:
    """Write the log of this process to stderr; as JSON with the lines for programs too."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if style == "json" else TextLines())
    logging.getLogger().handlers = [handler]
    if style == "json":
        logging.getLogger("unolab").setLevel(logging.INFO)


class TextLines(logging.Formatter):
    """A line of text, and below it where an error was raised."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record; nobody can begin a new line within a message."""
        lines = [_message_of(record).translate(CONTROLS)]
        for error in _errors_of(record):
            lines += [frame.rstrip() for frame in traceback.format_list(_frames(error))]
            lines.append(_describe(error).translate(CONTROLS))
        return "\n".join(lines)


class JsonLines(logging.Formatter):
    """An object in one line, in ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "pid": record.process,
            "event": getattr(record, "event", "message"),
            "message": _message_of(record),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if errors := [*_errors_of(record)]:
            line["errors"] = [
                {
                    "error": _describe(error),
                    "at": [f"{f.filename}:{f.lineno} {f.name}" for f in _frames(error)],
                }
                for error in errors
            ]
        return json.dumps(line, default=lambda value: str(value)[:LONGEST])


def _message_of(record: logging.LogRecord) -> str:
    text = record.getMessage()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _errors_of(record: logging.LogRecord) -> Iterator[BaseException]:
    """Yield the exception of a record and what caused it."""
    error = record.exc_info[1] if record.exc_info else None
    for _ in range(MOST_CAUSES):
        if error is None:
            return
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _frames(error: BaseException) -> traceback.StackSummary:
    place: TracebackType | None = error.__traceback__
    return traceback.extract_tb(place, -MOST_FRAMES)


def _describe(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name}: {error}"[:LONGEST] if isinstance(error, FOR_THE_LOG) else name
