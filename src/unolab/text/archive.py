"""Files of games: one game a line, ``#`` starts a comment, which may name the players."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import BinaryIO, Final

from unolab.errors import IllegalMove, NotationError, ResourceError
from unolab.game import Game

LONGEST_GAME_LINE: Final = 1_000_000  # bytes; a file without games may have no line ends


def read_games(path: str) -> Iterator[Game]:
    """Yield the games of a file, ``-`` for standard input; errors name the line."""
    return (game for game, _ in read_named(path))


def read_named(path: str) -> Iterator[tuple[Game, list[str]]]:
    """Yield games as ``read_games`` does, each with the names of its players."""
    name = name_file(path)
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:
            for number, line, comment in read_lines(file, name):
                try:
                    game = Game.parse(line)
                    yield game, read_names(comment, game.players)
                except IllegalMove as error:
                    where = f"{name}, line {number}: {error.move} by seat {error.seat}"
                    raise NotationError(f"{where} is not possible: {error.reason}") from None
                except ValueError as error:
                    raise ResourceError(f"{name}, line {number}: {error}") from None
    except OSError as error:
        raise ResourceError(f"{name} cannot be read: {error.strerror or error}") from None


def read_names(comment: str, players: int) -> list[str]:
    """Take the names from a comment that has one for every seat; otherwise number the seats."""
    names = [name.strip() for name in comment.split(", ")]
    if len(names) != players or not all(name and name.isprintable() for name in names):
        return [f"seat {seat}" for seat in range(players)]
    if len(set(names)) < players:  # the same bot more than once
        return [f"{seat} {name}" for seat, name in enumerate(names)]
    return names


def read_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, str, str]]:
    """Yield every line with a game on it: its number, the text and the comment."""
    number = 0
    while line := file.readline(LONGEST_GAME_LINE + 1):
        number += 1
        if len(line) > LONGEST_GAME_LINE:
            raise NotationError(f"{name}, line {number}: too long to be a game")
        try:
            text, _, comment = line.decode("utf-8-sig").partition("#")
        except UnicodeDecodeError:
            raise NotationError(f"{name}, line {number}: not UTF-8 text") from None
        if text.strip():
            yield number, text.strip(), comment.strip()


def name_file(path: str) -> str:
    """Return the name of a file as messages show it."""
    if path == "-":
        return "the input"
    return path if len(path) <= 60 else "..." + path[-57:]
