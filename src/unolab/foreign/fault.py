"""Fault: what a foreign bot did wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

KINDS: Final = (
    "exception",  # its code raised an error
    "illegal",  # a move that the rules do not allow, or no move at all
    "timeout",  # no answer in time, to a move or to all of a game
    "crash",  # the process ended
    "memory",  # more memory than allowed
    "garbage",  # something on its output that is no answer
    "start",  # it could not be started, or did not say hello
)
"""The kinds of faults."""

LONGEST: Final = 300  # characters of a sentence


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
    """A conversation with a process that can't go on."""

    def __init__(self, kind: str, text: str) -> None:
        """Keep what the fault will say."""
        super().__init__(kind, text)
        self.kind = kind
        self.text = text


def printable(text: str, longest: int = LONGEST) -> str:
    """Write something foreign in one line that no terminal takes for a command."""
    line = " ".join(text.split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if len(line) <= longest else line[: longest - 3] + "..."
