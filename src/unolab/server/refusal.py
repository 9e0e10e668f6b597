"""Refusal: why a message changes nothing."""

from __future__ import annotations


class Refusal(Exception):
    """Something that somebody may not do, or not now; the text is a sentence for them."""

    def __init__(self, code: str, text: str, top: str | None = None, due: int = 0) -> None:
        """Keep a word for programs and a sentence for people."""
        super().__init__(text)
        self.code = code
        self.text = text
        self.top = top
        self.due = due
