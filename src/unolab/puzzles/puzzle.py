"""Puzzle: a position in which one move is right, and why; one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NoReturn, Self

from unolab.bots.search.judge import is_same
from unolab.cards import DECK, Color
from unolab.errors import NotationError, ResourceError, show
from unolab.event import Event
from unolab.game import Game
from unolab.moves import Move
from unolab.puzzles.themes import THEMES, Theme
from unolab.review.advice import write_move
from unolab.review.reasons import KEYS, Reason, name_color
from unolab.rules import Rules
from unolab.state import View

STRENGTHS: Final = range(1, 6)
"""How hard a puzzle is: as many of five bots get it wrong."""
LONGEST_LINE: Final = 20_000
MOST_PUZZLES: Final = 10_000
DIGITS: Final = 4
COLORS: Final = tuple(map(name_color, Color))
DETAILS: Final = {
    "seat": range(10),
    "cards": range(len(DECK) + 1),
    "percent": range(101),
    "points": range(51),
}
"""What may be filled in for a reason."""


@dataclass(frozen=True)
class PuzzleMove:
    """A move, and how likely the seat wins with it."""

    move: Move
    value: float
    reasons: tuple[Reason, ...]
    """Why the best is better than this move; of the best, why it is better than the next."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is right."""

    game: str
    """The deal and the moves that led here. Only what the seat sees of it goes into the puzzle."""
    view: str
    """The position as the seat sees it."""
    theme: Theme
    strength: int
    moves: tuple[PuzzleMove, ...]
    """All that can be decided, the best first."""
    margin: float
    """How much the best is better than the next, and the standard error of that."""
    error: float
    worlds: int
    """How many ways the hidden cards could lie were tried."""
    network: str
    """Short hashes of the networks that judged."""

    @cached_property
    def id(self) -> str:
        """What names this position and no other."""
        return sha256(self.game.encode()).hexdigest()[:8]

    @cached_property
    def position(self) -> Game:
        """The round up to here."""
        return Game.parse(self.game)

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return Rules.of(self.game.partition("/")[0])

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.game.split("/", 2)[1])

    @property
    def seat(self) -> int:
        """The seat to act, which is to find the move."""
        return self.position.state.turn

    @property
    def best(self) -> Move:
        """The right move."""
        return self.moves[0].move

    def see(self) -> View:
        """Return what the seat sees, with the history."""
        return self.position.state.view(self.seat)

    def tell(self) -> Iterator[Event]:
        """Tell what has happened since the deal, as the seat saw it."""
        yield from self.position.start.events_for(self.seat)
        for _, state in self.position.steps():
            yield from state.events_for(self.seat)

    def is_right(self, move: Move) -> bool:
        """Whether a move is the right one, whether "Uno" is said with it or not."""
        return is_same(self.best, move)

    def to_line(self) -> str:
        """Write it as one line of JSON."""
        found: dict[str, Any] = {"id": self.id}
        found |= {field.name: getattr(self, field.name) for field in fields(self)}
        found["moves"] = [
            {
                "move": write_move(one.move),
                "value": round(one.value, DIGITS),
                "reasons": [reason.to_dict() for reason in one.reasons],
            }
            for one in self.moves
        ]
        found["margin"] = round(self.margin, DIGITS)
        found["error"] = round(self.error, DIGITS)
        return json.dumps(found, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Read one line of JSON; whether its position makes sense is seen when it is shown."""
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError(f"a puzzle has at most {LONGEST_LINE:,} characters")
            found = json.loads(line, parse_constant=refuse_constant)
            puzzle = cls(
                str(found["game"]),
                str(found["view"]),
                found["theme"],
                int(found["strength"]),
                tuple(map(read_move, found["moves"])),
                float(found["margin"]),
                float(found["error"]),
                int(found["worlds"]),
                str(found["network"]),
            )
            puzzle.check()
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise NotationError(f"{show(line)} is no puzzle: {describe(error)}") from None
        return puzzle

    def check(self) -> None:
        """Refuse what cannot be shown."""
        if self.theme not in THEMES:
            raise ValueError(f"unknown theme {show(self.theme)}; known: {', '.join(THEMES)}")
        if self.strength not in STRENGTHS:
            raise ValueError(f"its strength is from 1 to 5, not {show(self.strength)}")
        if len(self.moves) < 2:
            raise ValueError("there have to be two moves to choose from")


def read_move(found: Any) -> PuzzleMove:
    """Read a move with its value and its reasons."""
    reasons = tuple(
        Reason(key=one["key"], **{name: read_detail(name, one[name]) for name in KEYS[one["key"]]})
        for one in found["reasons"]
    )
    return PuzzleMove(Move.parse(found["move"]), float(found["value"]), reasons)


def read_detail(name: str, value: Any) -> Any:
    """Read what is filled in for a reason: a colour, or a small number."""
    known = value in COLORS if name == "color" else type(value) is int and value in DETAILS[name]
    if not known:
        raise ValueError(f"a reason has the {name} {show(value)}")
    return value


def refuse_constant(constant: str) -> NoReturn:
    """Refuse what is no JSON, but Python reads."""
    raise ValueError(f"{constant} is not a number")


def describe(error: Exception) -> str:
    """Say what is missing or wrong."""
    if isinstance(error, json.JSONDecodeError):
        return "it is not JSON"
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def read_puzzles(lines: Iterable[str], name: str = "the file") -> tuple[Puzzle, ...]:
    """Read puzzles, one in a line; errors name where they are from."""
    found: list[Puzzle] = []
    for number, line in enumerate(lines, 1):
        if len(found) == MOST_PUZZLES:
            raise NotationError(f"there are more than {MOST_PUZZLES:,} puzzles in {name}")
        if line.strip():
            try:
                found.append(Puzzle.from_line(line.strip()))
            except NotationError as error:
                raise NotationError(f"{name}, line {number}: {error}") from None
    return tuple(found)


def read_file(file: Path) -> tuple[Puzzle, ...]:
    """Read a file of puzzles."""
    try:
        with file.open(encoding="utf-8") as lines:
            return read_puzzles(lines, str(file))
    except UnicodeDecodeError:
        raise NotationError(f"{file} is no text, and so holds no puzzles") from None
    except OSError as error:
        raise ResourceError(f"can't read {file}: {error.strerror}") from None
