"""Files of games: one game a line, ``#`` starts a comment."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import BinaryIO, Final

from unolab.errors import IllegalMove, NotationError
from unolab.game import Game

LONGEST: Final = 1_000_000  # bytes of a line; a file that holds no games may have no line ends


def read_games(path: str) -> Iterator[Game]:
    """Read games one by one, ``-`` from the input; what is wrong is said with its line."""
    name = called(path)
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:
            for number, line in read_lines(file, name):
                try:
                    yield Game.parse(line)
                except IllegalMove as error:
                    where = f"{name}, line {number}: {error.move} by seat {error.seat}"
                    raise NotationError(f"{where} is not possible: {error.reason}") from None
                except ValueError as error:
                    raise NotationError(f"{name}, line {number}: {error}") from None
    except OSError as error:
        raise NotationError(f"{name} cannot be read: {error.strerror or error}") from None


def read_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, str]]:
    """Read the lines that have more than a comment, with their numbers."""
    number = 0
    while line := file.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise NotationError(f"{name}, line {number}: too long to be a game")
        try:
            text = line.decode("utf-8-sig").partition("#")[0].strip()
        except UnicodeDecodeError:
            raise NotationError(f"{name}, line {number}: not UTF-8 text") from None
        if text:
            yield number, text


def called(path: str) -> str:
    """Return what a file is called in a message."""
    if path == "-":
        return "the input"
    return path if len(path) <= 60 else "..." + path[-57:]
