"""Mining, with standards so low that a few games are enough."""

from pathlib import Path

import pytest

from unolab.errors import BadOption
from unolab.puzzles.check import check_all, find_fault
from unolab.puzzles.confirm import Standard
from unolab.puzzles.make import Order, main, make_file
from unolab.puzzles.mine import list_tables
from unolab.puzzles.puzzle import Puzzle, read_file
from unolab.review import Judge

LOW = Standard(0.01, 0.0, Judge(worlds=4), Judge(worlds=4), Judge(worlds=8))
TABLES = list_tables(["official"], [2, 3])


def order(count: int, **more: object) -> Order:
    return Order(count, TABLES, seed=5, standard=LOW, **more)  # type: ignore[arg-type]


@pytest.mark.slow
def test_file_that_was_stopped_ends_up_the_same(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    seen: list[tuple[int, int, int]] = []
    assert make_file(whole, order(3), threads=2, progress=lambda *now: seen.append(now)) == 3
    make_file(parts, order(1), threads=1)
    make_file(parts, order(3), threads=1)
    assert parts.read_text() == whole.read_text()
    assert seen[0] == (0, 3, 0)
    assert seen[-1][:2] == (3, 3)
    assert make_file(whole, order(2)) == 3  # there are enough

    puzzles = read_file(whole)
    assert [find_fault(puzzle) for puzzle in puzzles] == [""] * 3
    assert len({puzzle.position.number for puzzle in puzzles}) == 3
    with pytest.raises(BadOption, match="seed 5"):
        make_file(whole, Order(4, TABLES, seed=6, standard=LOW))


@pytest.mark.slow
def test_check_doubts_an_answer_that_is_not_the_best(tmp_path: Path) -> None:
    from dataclasses import replace

    file = tmp_path / "one.jsonl"
    make_file(file, order(1), threads=1)
    (puzzle,) = read_file(file)
    best, other, *rest = puzzle.moves
    swapped = (replace(best, move=other.move), replace(other, move=best.move), *rest)
    strict = Standard(0.01, 0.0, final=Judge(worlds=64))
    wrong: Puzzle = replace(puzzle, moves=swapped)
    ((_, fault),) = check_all([wrong], strict, threads=1)
    assert fault == "another move may be as good"


def test_orders_that_make_no_sense_are_refused() -> None:
    with pytest.raises(BadOption, match="unknown theme 'chess'"):
        order(3, themes=("chess",))
    with pytest.raises(BadOption, match="from 1 to"):
        order(0)
    with pytest.raises(BadOption, match="are fewer than 30"):
        order(30, themes=("hold", "color"), each=10)
    with pytest.raises(ValueError, match="players"):
        list_tables(["official"], [11])


def test_command_says_what_is_wrong_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "puzzles.jsonl")
    assert main([file, "--themes", "chess"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("unolab: unknown theme 'chess'")
    assert said.count("\n") == 1
    assert not Path(file).exists()


def test_mining_needs_little_that_is_installed() -> None:
    import subprocess
    import sys

    lean = "import sys; import unolab.puzzles.make; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", lean], capture_output=True, text=True, check=True)
    assert not {"typer", "rich", "pydantic", "fastapi"} & {*found.stdout.split()}
