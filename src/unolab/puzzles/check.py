"""Checking puzzles: whether each is what its line says, and still right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unolab.puzzles.confirm import Standard
from unolab.puzzles.puzzle import Puzzle
from unolab.puzzles.threads import do_all


def check_all(
    puzzles: Sequence[Puzzle], standard: Standard, threads: int | None = None
) -> Iterator[tuple[Puzzle, str]]:
    """Check puzzles, and yield each with what is wrong with it; "" if it is right."""

    def check(puzzle: Puzzle) -> str:
        return find_fault(puzzle) or find_doubt(puzzle, standard)

    yield from do_all(iter(puzzles), check, threads)


def find_fault(puzzle: Puzzle) -> str:
    """Say what does not fit together in a puzzle, without judging it."""
    try:
        view = puzzle.see()
    except ValueError as error:
        return f"its game can't be played: {error}"
    if view.over or str(view) != puzzle.view:
        return "its position is not that of its game"
    named = (reason.seat for one in puzzle.moves for reason in one.reasons)
    if any(seat is not None and seat >= view.players for seat in named):
        return "it names a seat that is not there"
    if not set(moves_of(puzzle)) <= {move.action for move in view.legal}:
        return "it has moves that can't be made"
    if len({*moves_of(puzzle)}) < len(puzzle.moves):
        return "it has a move twice"
    values = [one.value for one in puzzle.moves]
    if max(values) != values[0] or values[0] - max(values[1:]) < 0.5 * puzzle.margin:
        return "its best move is not better than the others"
    return ""


def find_doubt(puzzle: Puzzle, standard: Standard) -> str:
    """Say whether one may doubt that the best move is that."""
    right = standard.confirm_again(puzzle.see(), puzzle.best)
    return "" if right else "another move may be as good"


def moves_of(puzzle: Puzzle) -> list[int]:
    """List what can be done, whether "Uno" is said with it or not."""
    return [one.move.action for one in puzzle.moves]
