"""Mining, with standards so low that a few games are enough."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from unolab.bots.search.judge import Weighed
from unolab.errors import BadOption
from unolab.game import Game
from unolab.gameloop import play
from unolab.puzzles.check import check_all, find_fault
from unolab.puzzles.confirm import Standard
from unolab.puzzles.make import Order, main, make_file
from unolab.puzzles.mine import list_tables, screen
from unolab.puzzles.puzzle import Puzzle, read_file
from unolab.review import Judge
from unolab.state import View

LOW = Standard(0.01, 0.0, *(Judge(worlds=worlds) for worlds in (4, 4, 8, 8)))
TABLES = list_tables(["official"], [2, 3])


def views_of(game: Game) -> list[View]:
    return [state.view(state.turn) for _, state in game.steps()]


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
    played = read_file(whole)[-1].position.number + 1
    assert make_file(whole, order(9, games=played)) == 3  # and no game is left

    puzzles = read_file(whole)
    assert [find_fault(puzzle) for puzzle in puzzles] == [""] * 3
    assert len({puzzle.position.number for puzzle in puzzles}) == 3
    with pytest.raises(BadOption, match="seed 5"):
        make_file(whole, Order(4, TABLES, seed=6, standard=LOW))


@pytest.mark.slow
def test_only_positions_that_can_be_about_a_theme_are_weighed() -> None:
    games = [play(["neural", "mixbot2(bluff=1)"], seed=5, number=number) for number in range(8)]
    asked = [view for game in games for view in views_of(game) if view.accused is not None]
    weighed: list[View] = []
    note = SimpleNamespace(network=LOW.screened.network, weigh=weighed.append)
    for game in games:
        assert not [*screen(game, replace(LOW, screened=cast(Judge, note)), ("challenge",))]
    assert asked
    assert {str(view) for view in weighed} <= {str(view) for view in asked}


@pytest.mark.parametrize(("ahead", "right"), [(0.1, True), (0.01, False), (-0.1, False)])
def test_what_only_the_critic_believes_is_no_puzzle(ahead: float, right: bool) -> None:
    view = Game("official", 2, 42).state.view(0)
    best, other = view.legal[:2]
    noise = np.random.default_rng(1).normal(0, 0.2, (1024, 1))
    values = 0.5 + ahead + noise, np.full((1024, 1), 0.5)
    told = SimpleNamespace(weigh=lambda *_, **__: Weighed(0, (best, other), values, (0.5, 0.5), 0))
    standard = Standard(to_the_end=cast(Judge, told))
    assert standard.confirm_to_the_end(view, best) == right


@pytest.mark.slow
def test_check_doubts_an_answer_that_is_not_the_best(tmp_path: Path) -> None:
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
    with pytest.raises(BadOption, match="are 20, fewer than 30"):
        order(30, themes=("hold", "color"), each=2)
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
