"""The command ``unolab simulate``."""

import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import pytest

from tests.command import Screen, refused, run
from unolab import Game, Report, simulate
from unolab.cli import simulate as command
from unolab.cli.options import read_count
from unolab.cli.progress import progress

pytestmark = pytest.mark.slow  # the bots want to be compiled


def test_table() -> None:
    done = run("simulate", "mixbot2", "random", "--players", "4", "--games", "2k", "--seed", "7")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith("official, 4 players, seed 7: 2,000 games, ")
    assert any(line.startswith("random, each of 3 ") for line in lines)
    assert "mixbot2 beats random by " in done.out
    assert lines[-1] == "unolab simulate mixbot2 random --players 4 --seed 7 --game 1999"


def test_the_last_line_of_the_table_gives_a_game() -> None:
    options = ["--rules", "party", "--seed", "7", "--duplicate"]
    done = run("simulate", "greedy", "random", "random", "--games", "10", *options)
    again = done.out.splitlines()[-1].split()[1:]
    assert again == ["simulate", "greedy", "random", "random", *options, "--game", "11"]
    text = run(*again).out
    report = simulate(["greedy", "random", "random"], 12, "party", 7, duplicate=True)
    assert text == f"{report[11]}  # {', '.join(str(report.bots[b]) for b in report.seats(11))}\n"
    assert Game.parse(text) == report[11]
    [facts] = run(*again, "--json").json["games"]
    assert facts["game"] == str(report[11])
    assert sorted(facts["seats"]) == ["greedy", "random", "random"]


def test_json_is_the_report() -> None:
    done = run("simulate", "greedy", "random", "--games", "1_000", "--seed", "3", "--json")
    facts = done.json
    expected = json.loads(simulate(["greedy", "random"], 1000, seed=3).to_json())
    for varies in ("seconds", "games_per_second"):
        del facts[varies], expected[varies]
    assert facts == expected


def test_files(tmp_path: Path) -> None:
    table, picture = tmp_path / "report.csv", tmp_path / "report.png"
    arguments = ["simulate", "greedy", "random", "--games", "50", "--seed", "3"]
    done = run(*arguments, "--csv", str(table), "--plot", str(picture), "--json")
    rows = [*csv.DictReader(io.StringIO(table.read_text("utf-8")))]
    assert [int(row["wins"]) for row in rows] == [bot["wins"] for bot in done.json["bots"]]
    assert picture.stat().st_size > 10_000


def test_a_seed_by_chance_is_told() -> None:
    done = run("simulate", "random", "random", "--games", "10")
    again = done.out.splitlines()[-1].split()
    seed = again[again.index("--seed") + 1]
    assert f"seed {seed}:" in done.out
    assert (
        done.out.splitlines()[1:]
        == run(
            "simulate", "random", "random", "--games", "10", "--seed", seed, "--threads", "1"
        ).out.splitlines()[1:]
    )


def test_own_bots_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bots.py"
    file.write_text("def first(view):\n    return view.legal[0]\n\nbroken = lambda view: 1 // 0\n")
    done = run("simulate", f"{file}:first", "random", "--games", "20", "--seed", "1")
    assert (done.code, done.err) == (0, "")
    assert f"{file}:first" in done.out
    refused(run("simulate", f"{file}:broken", "random", "--games", "20"), "ZeroDivisionError")


@contextmanager
def impatient(games: int) -> Iterator[Callable[[Report], None]]:
    def stop(report: Report) -> None:
        raise KeyboardInterrupt

    yield stop


def test_ctrl_c_prints_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "live", impatient)
    done = run("simulate", "greedy", "random", "--games", "1e12", "--seed", "3")
    assert (done.code, done.err) == (130, "")
    assert " of 1,000,000,000,000 games" in done.out.splitlines()[0]
    assert "stopped after" in done.out


def test_ctrl_c_before_the_first_game_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("unolab.simulation.parts_of", cut)
    done = run("simulate", "greedy", "random")
    assert (done.code, done.out) == (130, "")
    assert done.err == "unolab: stopped before the first game was over\n"


# ── the line that follows the games ───────────────────────────────────────────────────────────────


def watched(monkeypatch: pytest.MonkeyPatch, columns: int = 80) -> Screen:
    """Put somebody in front of a terminal."""
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(columns))
    return screen


@pytest.mark.parametrize("columns", [60, 100])
def test_progress_line(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched(monkeypatch, columns)
    report = simulate(["mixbot2(slack=3,limit_wild=4)", "random"], 1000, seed=3)
    with command.live(2000) as show:
        assert show is not None
        show(report)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())
    assert re.search(r" --:-- mixbot2\(", shown)
    assert bool(re.search(r"…\S* leads: 69\.\d % \(.* to .*\)", shown)) == (columns == 100)
    assert shown.count("\n") <= 2


def test_the_time_left_is_never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched(monkeypatch, 60)
    with progress("games") as show:
        assert show is not None
        for done in (1, 10_000, 20_000):
            show(done, 10**7, "a long story " * 9)
            sleep(0.01)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue())
    assert re.search(r" [\d,]+ games/s \d\d:\d\d a long .*…\n", shown)


def test_the_cursor_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched(monkeypatch)

    def cut(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rich.live.Live.refresh", cut)  # Ctrl-C in the first frame
    with pytest.raises(KeyboardInterrupt), progress("games"):
        raise AssertionError
    assert screen.getvalue().endswith("\x1b[?25h")


def test_nobody_watches() -> None:
    with progress("games") as show:
        assert show is None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("5000", 5000),
        ("10_000", 10_000),
        ("250k", 250_000),
        ("2M", 2_000_000),
        ("1.5m", 1_500_000),
        ("1e6", 1_000_000),
        ("2.5E3", 2_500),
        ("1B", 10**9),
    ],
)
def test_large_numbers(text: str, count: int) -> None:
    assert read_count(text) == count


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["random"], ["2 to 10 players, not 1"]),
        (["random", "nobody"], ["unknown bot 'nobody'"]),
        (["random", "random", "--players", "1"], ["2 to 10 players, not 1"]),
        (["random", "random", "random", "--players", "2"], ["3 bots don't fit at a table of 2"]),
        (["random", "random", "--players", "11"], ["2 to 10 players, not 11"]),
        (["random", "random", "--games", "0"], ["--games", "whole number"]),
        (["random", "random", "--games", "0.5k1"], ["--games", "whole number"]),
        (["random", "random", "--games", "1.0005k"], ["--games", "whole number"]),
        (["random", "random", "--games", "-5"], ["--games", "whole number"]),
        (["random", "random", "--games", "many"], ["--games", "'many'"]),
        (["random", "random", "--games", "1e13"], ["from 1 to 10**12"]),
        (["random", "random", "--threads", "0"], ["--threads", "from 1 on", "not '0'"]),
        (["random", "random", "--threads", "-1"], ["--threads", "whole number from 1 on"]),
        (["random", "random", "--threads", "1025"], ["from 1 to 1024, not 1025"]),
        (["random", "random", "--seed", "-1"], ["--seed", "whole number from 0 on"]),
        (
            ["random", "random", "--game", "1", "--csv", "a.csv"],
            ["--game cannot be combined with --csv"],
        ),
        (["random", "random", "--game", "1", "--plot", "a.png"], ["combined with --plot"]),
        (["random", "random", "--on", "tpu"], ["cpu or gpu", "'tpu'"]),
        (["random", "random", "--rules", "oficial"], ["unknown preset"]),
        (["random", "random", "--seed", str(2**128)], ["2**128 - 1"]),
        (["random", "random", "--plot", "report.bmp"], [".png, .svg or .pdf"]),
        (["random", "random", "--csv", "no/such/folder.csv"], ["there is no folder no/such"]),
        (["random", "random", "--game", "-1"], ["--game", "whole number"]),
        (["random", "random", "--game", "1" * 13], ["from 1 to 10**12"]),
    ],
    ids=lambda value: " ".join(value)[:40],
)
def test_nonsense_is_refused(arguments: list[str], words: list[str]) -> None:
    refused(run("simulate", *arguments), *words)
