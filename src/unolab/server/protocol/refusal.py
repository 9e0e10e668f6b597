"""Refusal: why a request was rejected."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from unolab.server.protocol import Refused

UNREADABLE: Final = "the server can't read its database: try again later"


class Refusal(Exception):
    """A request that is not allowed, or not now; the text is a sentence for the client."""

    def __init__(self, code: str, text: str, top: str | None = None, due: int = 0) -> None:
        """Store a code for programs and a sentence for people."""
        super().__init__(text)
        self.code = code
        self.text = text
        self.top = top
        self.due = due

    def message(self, id: int | None) -> Refused:
        """Build the message that tells a client, about its message with this number."""
        return Refused(id=id, code=self.code, text=self.text, top=self.top, due=self.due)


@contextmanager
def refusing(code: str) -> Iterator[None]:
    """Turn a ValueError about a client's input into a Refusal."""
    try:
        yield
    except ValueError as error:
        raise Refusal(code, str(error)) from None
