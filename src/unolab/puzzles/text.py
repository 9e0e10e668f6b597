"""A puzzle in the terminal: the position, what has happened, and what every move is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from unolab.bots.search.judge import is_same
from unolab.errors import NotationError
from unolab.moves import Move
from unolab.puzzles.puzzle import Puzzle
from unolab.text.coach import capital, describe_deed, percent, say_reasons
from unolab.text.show import LEGEND, YOU, name_card, tell_events, write_cards
from unolab.text.style import BOLD, concat, fill, paint, write_beside
from unolab.text.typed import read

if TYPE_CHECKING:
    from rich.text import Text


def write_puzzle(puzzle: Puzzle, number: int, width: int) -> Iterator[str | Text]:
    """Show what the solver sees."""
    view = puzzle.see()
    names = names_of(puzzle)
    yield paint(f"Puzzle {number}: {puzzle.rules}, {puzzle.players} players", BOLD)
    yield from write_beside("Cards   ", LEGEND, width)
    label = "So far  "
    for seat, deed in tell_events(puzzle.tell(), names):
        yield from write_beside(label, concat(f"{names[seat]} ", deed), width)
        label = " " * len(label)
    sizes = (f"{names[seat]}: {count_cards(view.sizes[seat])}" for seat in order_of(puzzle))
    yield from write_beside("Others  ", ", ".join(sizes) + ", in the order of play", width)
    if view.top is not None:
        yield concat("On top  ", name_card(view.top))
    yield from write_beside("Hand    ", write_cards(view.hand), width)


def read_answer(puzzle: Puzzle, text: str) -> Move:
    """Read a move; it has to be one that can be made."""
    view = puzzle.see()
    typed = read(text, view)
    if typed.colorless:
        raise NotationError("a wild takes its colour with it: GW is a green one")
    puzzle.position.state.play(typed.move, puzzle.seat)
    return typed.move


def write_answer(puzzle: Puzzle, move: Move, width: int) -> Iterator[str | Text]:
    """Say whether a move was right, and what every move is worth."""
    names = names_of(puzzle)
    best, *others = puzzle.moves
    right = capital(describe_deed(best.move, names))
    if puzzle.is_right(move):
        yield paint(f"Right. {right}.", BOLD)
    else:
        yield paint(f"Not {describe_deed(move, names)}. {right}.", BOLD)
    yield from fill(say_reasons(best.reasons, names), width)
    yield ""
    deeds = [capital(describe_deed(one.move, names)) for one in puzzle.moves]
    column = max(map(len, deeds))
    room = max(10, min(40, width - column - 30))
    for one, deed in zip(puzzle.moves, deeds, strict=True):
        bar = "█" * round(room * one.value / max(best.value, 0.01))
        mark = "  your answer" if is_same(one.move, move) else ""
        style = BOLD if one is best else ""
        yield paint(f"{deed:{column}}  {percent(one.value):>7}  {bar}{mark}", style)
    if others:
        yield ""
    yield from fill(
        f"Chance to win after each move, counted over {puzzle.worlds:,} ways the hidden cards "
        "could lie.",
        width,
    )


def count_cards(count: int) -> str:
    """Write a number of cards."""
    return "1 card" if count == 1 else f"{count} cards"


def names_of(puzzle: Puzzle) -> list[str]:
    """Name the seats."""
    return [YOU if seat == puzzle.seat else f"Seat {seat}" for seat in range(puzzle.players)]


def order_of(puzzle: Puzzle) -> list[int]:
    """List the others in the order of play."""
    step = puzzle.position.state.direction
    return [(puzzle.seat + step * ahead) % puzzle.players for ahead in range(1, puzzle.players)]
