"""The puzzles that come with unolab: whole, solvable and small."""

from importlib.resources import files

import pytest

from unolab.puzzles.check import find_fault
from unolab.puzzles.puzzle import STRENGTHS, Puzzle
from unolab.puzzles.shipped import load_puzzles, puzzles_by_id
from unolab.puzzles.theme import find_danger
from unolab.puzzles.themes import THEMES

LARGEST = 600_000  # bytes in the package


@pytest.mark.parametrize("puzzle", load_puzzles(), ids=lambda puzzle: puzzle.id)
def test_puzzle_is_whole_and_has_one_best_move(puzzle: Puzzle) -> None:
    assert find_fault(puzzle) == ""
    assert puzzle.theme in THEMES
    assert puzzle.strength in STRENGTHS
    assert puzzle.margin >= 4 * puzzle.error
    assert puzzle.moves[0].reasons, "nobody could say why"
    assert all(one.value < puzzle.moves[0].value for one in puzzle.moves[1:])
    assert Puzzle.from_line(puzzle.to_line()) == puzzle


@pytest.mark.parametrize("puzzle", load_puzzles(), ids=lambda puzzle: puzzle.id)
def test_best_move_goes_on_with_the_round(puzzle: Puzzle) -> None:
    state = puzzle.position.state
    assert state.turn == puzzle.seat
    assert state.play(puzzle.best) != state
    assert find_danger(puzzle.seen()).key


def test_every_puzzle_has_a_name_of_its_own() -> None:
    assert len(puzzles_by_id()) == len(load_puzzles()) > 0
    assert len({puzzle.view for puzzle in load_puzzles()}) == len(load_puzzles())


def test_they_take_little_room() -> None:
    assert len((files("unolab.puzzles") / "puzzles.jsonl").read_bytes()) < LARGEST
