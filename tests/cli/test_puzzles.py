"""``unolab puzzles``: a puzzle in the terminal, and what is said about files that are none."""

import re
from pathlib import Path

import pytest

from tests.command import run
from tests.puzzles.made import make_puzzle


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(make_puzzle().to_line() + "\n")
    return str(path)


def test_right_answer_is_explained(file: str) -> None:
    puzzle = make_puzzle()
    done = run("puzzles", "solve", file, stdin=f"{puzzle.best}\n")
    assert (done.code, done.err) == (0, "")
    assert "Puzzle 1: official, 3 players" in done.out
    assert "Right." in done.out
    assert re.search(r"50\.0 %  █+  your answer", done.out)
    assert "counted over 512 ways" in done.out


def test_wrong_answer_is_an_exit_code(file: str) -> None:
    wrong = make_puzzle().moves[1].move
    done = run("puzzles", "solve", file, stdin=f"{wrong}\n")
    assert (done.code, done.err) == (1, "")
    assert re.search(r"Not .*\. .*\.\n", done.out)


def test_hidden_cards_are_not_shown(file: str) -> None:
    puzzle = make_puzzle()
    state = puzzle.position.state
    hidden = {card for seat, hand in enumerate(state.hands) for card in hand if seat != puzzle.seat}
    seen = {*state.hands[puzzle.seat], state.top, *state.discards}
    out = run("puzzles", "solve", file, stdin=f"{puzzle.best}\n").out.partition("Your move")[0]
    shown = out.partition("So far")[2]
    assert not [card for card in hidden - seen if f"{card} " in shown]


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (("solve", "--number", "2"), "", "--number is from 1 to 1, not 2"),
        (("solve",), "Q9\n", "neither a card nor a command"),
        (("solve",), "?\n", "cannot challenge"),
        (("make", "--themes", "chess"), "", "unknown theme 'chess'"),
        (("make", "--players", "11"), "", "players"),
        (("make", "--rules", "chess"), "", "chess"),
        (("make", "--count", "0"), "", "whole number"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    file: str, arguments: tuple[str, ...], stdin: str, said: str
) -> None:
    command, *more = arguments
    done = run("puzzles", command, file, *more, stdin=stdin)
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1


def test_file_that_is_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("hello\n")
    for command in ("check", "solve", "make"):
        done = run("puzzles", command, str(file))
        assert (done.code, done.out) == (2, "")
        assert done.err == f"unolab: {file}, line 1: 'hello' is no puzzle: it is not JSON\n"
