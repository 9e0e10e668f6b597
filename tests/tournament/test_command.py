"""The command ``unolab tournament``."""

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from tests.command import refused, run
from unolab.text.archive import read_games

PLAYERS = "Ada,mixbot2\nBen,greedy\nCy,random\nDi,mixbot\nEd,classes\n"

pytestmark = pytest.mark.slow  # the bots want to be compiled


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A players file in an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    Path("players.txt").write_text(PLAYERS)
    return "players.txt"


def table_of(folder: str) -> list[dict[str, Any]]:
    """Read the standings of a tournament without what depends on the clock."""
    standings = json.loads(Path(folder, "results.json").read_text())["standings"]
    return [{k: v for k, v in row.items() if "move" not in k} for row in standings]


def test_table_and_files(players: str) -> None:
    done = run("tournament", players, "400", "--seed", "7")
    assert (done.code, done.err) == (0, "")
    assert "Ada" in done.out
    assert done.out.endswith("Report: players-results/report.html\n")
    with Path("players-results/results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == [row["name"] for row in table_of("players-results")]
    assert Path("players-results/report.html").stat().st_size > 5_000
    assert not Path("players-results/faults.jsonl").exists()


def test_json_is_the_file(players: str) -> None:
    facts = run("tournament", players, "100", "--seed", "7", "--json").json
    assert facts == json.loads(Path("players-results/results.json").read_text())
    assert facts["games"] == 5 * 100


def test_every_tournament_has_a_folder(players: str) -> None:
    for folder in ("players-results", "players-results-2", "players-results-3", "elsewhere"):
        out = ["--out", folder] if folder == "elsewhere" else []
        assert f"{folder}/report.html" in run("tournament", players, "4", *out).out
    refused(run("tournament", players, "4", "--out", "elsewhere"), "--resume continues it")


def test_games_as_text(players: str) -> None:
    done = run("tournament", players, "8", "--save", "out.uno", "--seed", "3", "--verbose")
    assert (done.code, done.err) == (0, "")
    games = list(read_games("out.uno"))
    assert len(games) == 5 * 8
    assert done.out.count("wins the round") == 5 * 8
    assert "UNO!" in done.out
    refused(run("tournament", players, "8", "--save", "out.uno"), "already exists")


def test_forms(players: str) -> None:
    for form, games in [("table", 10), ("round-robin", 40), ("knockout", 25)]:
        facts = run("tournament", players, "8", "--form", form, "--json").json
        assert (facts["form"], facts["games"]) == (form, games)
    facts = run("tournament", players, "2", "--match", "--players", "2", "--json").json
    assert facts["rules"] == "nifty+target=500"
    assert (facts["games"], facts["players"]) == (20, 2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.txt", "10"], "none.txt can't be read"),
        (["players.txt", "0"], "a whole number from 1"),
        (["players.txt", "-5"], ""),
        (["players.txt", "many"], "a whole number from 1"),
        (["players.txt", "10", "--games", "10"], "GAMES cannot be combined with --games"),
        (["players.txt", "10", "--form", "swiss"], "table, round-robin, knockout"),
        (["players.txt", "10", "--players", "9"], "5 players don't fill a table of 9"),
        (["players.txt", "10", "--rules", "nonsense"], "nonsense"),
        (["players.txt", "10", "--resume"], "no tournament to resume in players-results"),
        (["players.txt", "10", "--time", "0"], "seconds"),
        (["players.txt", "10", "--time", "nan"], "seconds"),
        (["players.txt", "10", "--memory", "0"], "a whole number from 1"),
        (["players.txt", "10", "--faults", "0"], "a whole number from 1"),
        (["players.txt", "10", "--out", "no/where"], "cannot create folder"),
        (["players.txt", "10", "--save", "no/where.uno"], "there is no folder no"),
        (["players.txt", "10", "--threads", "0"], "a whole number from 1"),
        (["players.txt", "10", "--json", "--verbose"], "cannot be combined with --verbose"),
        (["players.txt", "10", "--watch", "--verbose"], "cannot be combined with --verbose"),
        (["players.txt", "10", "--on", "gpu", "--match"], "cannot be combined with --match"),
        (["players.txt", "10", "--on", "gpu", "--save", "x.uno"], "combined with --save"),
        (["players.txt", "10", "--save", "-"], "--save needs a file here"),
        (["players.txt", "10", "--seats", "2"], "no such option: --seats; it is now --players"),
        (["players.txt", "--games", "out.uno"], "--save FILE writes the games"),
    ],
)
def test_bad_input(players: str, arguments: list[str], words: str) -> None:
    refused(run("tournament", *arguments), words)
    assert not Path("players-results").exists()


def test_killed_and_resumed(players: str) -> None:
    command = ["tournament", players, "2000", "--seed", "5", "--save"]
    assert run(*command, "whole.uno", "--out", "whole").code == 0
    command += ["out.uno"]
    script = "import sys; from unolab.cli import main; sys.argv[0] = 'unolab'; main()"
    process = subprocess.Popen([sys.executable, "-c", script, *command], stderr=subprocess.DEVNULL)
    journal = Path("players-results/journal.jsonl")
    while not journal.exists() or journal.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    lines = journal.read_bytes().count(b"\n")
    done = run(*command, "--resume")
    assert (done.code, "games left" in done.err) == (0, True)
    assert journal.read_bytes().count(b"\n") > lines
    assert table_of("players-results") == table_of("whole")
    assert Path("out.uno").read_bytes() == Path("whole.uno").read_bytes()
    assert "0 of 10,000 games left" in run(*command, "--resume").err
    other = Path("other.uno")
    other.write_text("mine\n")
    refused(run(*command[:-1], "other.uno", "--resume"), "games file then 'out.uno'")
    assert other.read_text() == "mine\n"
    Path("out.uno").write_text("")
    refused(run(*command, "--resume"), "not the file that the games were written to")
    refused(run("tournament", players, "40", "--resume"), "another tournament", "now 40")


def test_interrupted(players: str) -> None:
    script = "import sys; from unolab.cli import main; sys.argv[0] = 'unolab'; main()"
    command = ["tournament", players, "100M", "--seed", "5"]
    process = subprocess.Popen(
        [sys.executable, "-c", script, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    journal = Path("players-results/journal.jsonl")
    while not journal.exists() or journal.read_bytes().count(b"\n") < 2:
        assert process.poll() is None
        sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert b"--resume continues" in err
    assert b"Ada" in out
    assert len(table_of("players-results")) == 5


def test_two_at_once(players: str) -> None:
    import fcntl

    run("tournament", players, "4", "--seed", "1")
    with Path("players-results/journal.jsonl").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        refused(run("tournament", players, "4", "--resume"), "is in use")


@pytest.mark.thorough
def test_no_program_is_blamed_for_a_full_machine(players: str) -> None:
    folder = Path(__file__).parents[2] / "examples/bots"
    names = ("ashtabna.py:Ashtabna", "spiteful.py:Spiteful")
    lines = [f"P{number},{folder / names[number % 2]}" for number in range(3)]
    Path(players).write_text("\n".join(lines))
    script = (
        "import resource, sys; from unolab.cli import main; sys.argv[0] = 'unolab'; "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32)); main()"
    )
    command = ["tournament", players, "2", "--seed", "3", "--threads", "2", "--json"]
    done = subprocess.run([sys.executable, "-c", script, *command], stdout=subprocess.PIPE)
    facts = json.loads(done.stdout)
    assert done.returncode == 0
    assert facts["complete"]
    assert not any(row["faults"] for row in facts["standings"])


def test_what_a_player_prints_is_for_its_author(players: str) -> None:
    Path("loud.py").write_text(
        "class Loud:\n"
        "    def play(self, hand, up_card, called_color, state):\n"
        "        print('I see', up_card)\n"
        "        fits = [i for i, c in enumerate(hand) if c.can_play_on(up_card, called_color)]\n"
        "        return fits[0] if fits else -1\n"
        "    def call_color(self, hand):\n"
        "        return 'RED'\n"
    )
    Path(players).write_text("Ada,loud.py:Loud\nBen,easy\n")
    done = run("tournament", players, "4", "--seed", "1", "--debug", "Ada")
    assert done.code == 0
    assert "What Ada printed: players-results/Ada.log" in done.out
    lines = Path("players-results/Ada.log").read_text().splitlines()
    assert len(lines) > 10
    assert all(line.startswith("I see ") for line in lines)
    refused(run("tournament", players, "4", "--debug", "Adda"), "no player 'Adda'")
    refused(run("tournament", players, "4", "--debug", "Ben"), "Ben is one of unolab's bots")
