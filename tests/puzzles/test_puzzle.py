"""Puzzles as lines of a file."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.puzzles.made import make_puzzle
from unolab.errors import NotationError, ResourceError
from unolab.moves import Move
from unolab.puzzles.check import find_fault
from unolab.puzzles.puzzle import LONGEST_LINE, Puzzle, read_file
from unolab.review.reasons import Reason


def test_line_is_read_as_it_was_written() -> None:
    puzzle = make_puzzle()
    assert Puzzle.from_line(puzzle.to_line()) == puzzle
    assert "\n" not in puzzle.to_line()


def test_line_says_what_the_solver_sees_and_names_the_position() -> None:
    puzzle = make_puzzle()
    found = json.loads(puzzle.to_line())
    assert found["id"] == puzzle.id
    assert found["view"] == str(puzzle.see())


def test_answer_is_right_with_and_without_uno() -> None:
    puzzle = make_puzzle()
    assert puzzle.is_right(puzzle.best)
    assert puzzle.is_right(Move(puzzle.best + 128)) == puzzle.best.is_play
    assert not puzzle.is_right(puzzle.moves[1].move)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("theme", "chess"),
        ("strength", 6),
        ("strength", "hard"),
        ("moves", []),
        ("moves", [{"move": "R5"}]),
        ("moves", [{"move": "nothing", "value": 1, "reasons": []}] * 2),
        ("moves", [{"move": "R5", "value": 1, "reasons": [{"key": "because"}]}] * 2),
        ("moves", [{"move": "R5", "value": float("nan"), "reasons": []}] * 2),
        *(
            ("moves", [{"move": "R5", "value": 1, "reasons": [reason]}] * 2)
            for reason in (
                {"key": "holds_up", "seat": 10},
                {"key": "holds_up", "seat": "0"},
                {"key": "honest", "percent": 1e9},
                {"key": "sheds", "color": "\x1b[2J"},
            )
        ),
        ("worlds", float("inf")),
        ("worlds", 1e999),
        ("game", None),
    ],
)
def test_line_with_something_wrong_is_refused_in_a_sentence(field: str, value: Any) -> None:
    found = json.loads(make_puzzle().to_line()) | {field: value}
    if value is None:
        del found[field]
    with pytest.raises(NotationError, match="is no puzzle: "):
        Puzzle.from_line(json.dumps(found))


LINES = ["", "{", "[]", "5", '"R5"', "x" * (LONGEST_LINE + 1), "[" * LONGEST_LINE]


@pytest.mark.parametrize("line", LINES)
def test_what_is_no_line_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        Puzzle.from_line(line)


def test_file_says_which_line_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(make_puzzle().to_line() + "\n\n{}\n")
    with pytest.raises(NotationError, match=r"puzzles\.jsonl, line 3: "):
        read_file(file)


def test_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="nowhere"):
        read_file(tmp_path / "nowhere")
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotationError, match="is no text"):
        read_file(tmp_path / "picture")


def test_faults_are_found() -> None:
    puzzle = make_puzzle()
    assert find_fault(puzzle) == ""
    best, second, *rest = puzzle.moves
    illegal = replace(second, move=Move.parse("?"))
    assert "can't be made" in find_fault(replace(puzzle, moves=(best, illegal, *rest)))
    assert "not better" in find_fault(replace(puzzle, moves=(second, best, *rest)))
    assert "twice" in find_fault(replace(puzzle, moves=(best, second, second)))
    assert "position" in find_fault(replace(puzzle, view="R5 0> R7/2/1"))
    reason = Reason("holds_up", seat=puzzle.players)
    elsewhere = replace(best, reasons=(reason,))
    assert "seat" in find_fault(replace(puzzle, moves=(elsewhere, second, *rest)))
    assert "can't be played" in find_fault(replace(puzzle, game="official/3/42: ?"))
