"""The puzzles that come with unolab: whole, solvable and small."""

from collections import Counter
from importlib.resources import files

from unolab.puzzles.check import find_fault
from unolab.puzzles.puzzle import STRENGTHS, Puzzle
from unolab.puzzles.shipped import load_puzzles, puzzles_by_id
from unolab.puzzles.theme import find_danger
from unolab.puzzles.themes import THEMES

LARGEST = 400_000  # bytes in the package


def test_puzzles_are_whole_and_have_one_best_move() -> None:
    for puzzle in load_puzzles():
        assert find_fault(puzzle) == "", puzzle.id
        assert puzzle.margin >= 4 * puzzle.error, puzzle.id
        assert puzzle.moves[0].reasons, f"nobody could say why: {puzzle.id}"
        assert all(one.value < puzzle.moves[0].value for one in puzzle.moves[1:]), puzzle.id
        assert Puzzle.from_line(puzzle.to_line()) == puzzle


def test_best_move_goes_on_with_the_round() -> None:
    for puzzle in load_puzzles():
        state = puzzle.position.state
        assert state.turn == puzzle.seat, puzzle.id
        assert state.play(puzzle.best) != state, puzzle.id
        assert find_danger(puzzle.see()).key, puzzle.id


def test_what_is_promised_is_there() -> None:
    kinds = Counter(puzzle.theme for puzzle in load_puzzles())
    assert all(kinds[theme] for theme in THEMES), "a theme without puzzles"
    assert {puzzle.strength for puzzle in load_puzzles()} == {*STRENGTHS}
    assert {puzzle.players for puzzle in load_puzzles()} == {2, 3, 4}


def test_every_puzzle_has_a_name_of_its_own() -> None:
    assert len(puzzles_by_id()) == len(load_puzzles()) > 0
    assert len({puzzle.view for puzzle in load_puzzles()}) == len(load_puzzles())


def test_they_take_little_room() -> None:
    assert len((files("unolab.puzzles") / "puzzles.jsonl").read_bytes()) < LARGEST
