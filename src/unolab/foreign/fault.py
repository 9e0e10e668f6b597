"""Fault: what a foreign bot did wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FAULT_KINDS: Final = (
    "exception",  # its code raised an error
    "illegal",  # a move that the rules do not allow, or no move at all
    "timeout",  # over the time limit of a move or a game
    "crash",  # the process ended
    "memory",  # more memory than allowed
    "garbage",  # output that is not an answer
    "start",  # it could not be started, or did not say hello
)
"""The kinds of faults."""

LONGEST_SENTENCE: Final = 300  # characters of a sentence


@dataclass(frozen=True)
class Fault:
    """What happened, in which position of which game."""

    kind: str
    text: str
    position: str = ""  # what the seat saw; empty outside a move
    game: str = ""  # what ``Player.begin`` was told

    def __str__(self) -> str:
        where = f" ({self.position})" if self.position else ""
        return f"{self.kind}: {self.text}{where}"


class Broken(Exception):
    """The conversation with a process can't continue."""

    def __init__(self, kind: str, text: str) -> None:
        """Store the kind and the text of the fault."""
        super().__init__(kind, text)
        self.kind = kind
        self.text = text


def printable(text: str, longest: int = LONGEST_SENTENCE) -> str:
    """Return foreign text as one line, without terminal control characters."""
    line = " ".join(text.split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if len(line) <= longest else line[: longest - 3] + "..."
