"""The command line, called as the installed script calls it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import unolab
from tests.command import refused, run, without_notice
from unolab import DECK, PRESETS
from unolab.bots.strengths import STRENGTHS
from unolab.rules import ABOUT, OPTIONS
from unolab.simulation.figure import Figure

pytestmark = pytest.mark.slow  # the bots want to be compiled

PROGRAM = [sys.executable, "-c", "from unolab.cli import main; main()"]


# ── help ──────────────────────────────────────────────────────────────────────────────────────────

COMMANDS = (
    *("play", "tui", "serve", "watch", "simulate", "tournament", "benchmark", "tables"),
    *("lab", "tune", "bots", "rules", "deck", "replay", "bench"),
)


def test_version() -> None:
    assert run("--version") == (0, f"unolab {unolab.__version__}\n", "")


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_lists_every_command(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.code, done.err) == (0, "")
    for command in COMMANDS:
        assert re.search(rf"^  {command}  +[A-Z].*\.$", done.out, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    done = run(command, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: unolab {command} ")
    assert max(map(len, done.out.splitlines())) <= 80
    for example in re.findall(r"^    (unolab .*)$", done.out, re.MULTILINE):
        assert example.split()[1] == command or "|" in example


@pytest.mark.parametrize("command", ["play", "tui"])
def test_help_names_every_strength(command: str) -> None:
    assert f"against: {', '.join(STRENGTHS)}" in " ".join(run(command, "--help").out.split())


def test_help_does_not_wait_for_the_compiler() -> None:
    program = (
        "import atexit, sys; from unolab.cli import main\n"
        "atexit.register(lambda: print({'numba', 'numpy', 'rich'} & {*sys.modules}))\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", program, "rules"], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "set()"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("unolab wat", ["watch"]),
        ("unolab watch ran", ["random"]),
        ("unolab play --bot ra", ["random"]),
        ("unolab rules st", ["stacking"]),
        ("unolab watch random --rules p", ["party"]),
    ],
)
def test_completion(words: str, expected: list[str]) -> None:
    last = str(len(words.split()) - 1)
    env = {"_UNOLAB_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": last}
    assert run(env=env).out.split() == expected


# ── wrong input ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["wach"], ["wach"]),
        (["--frobnicate"], ["--frobnicate"]),
        (["watch", "--frobnicate", "random", "random"], ["--frobnicate"]),
        (["watch"], ["missing argument"]),
        (["watch", "random"], ["2 to 10 players, not 1"]),
        (["watch", *["random"] * 11], ["2 to 10 players, not 11"]),
        (["watch", "random", "rndom"], ["unknown bot 'rndom'", "did you mean random?"]),
        (["watch", "random", "\x1b[31m\n"], ["is not a bot: a name is expected"]),
        (["watch", "random", "x" * 5000], ["is not a bot: a name is expected"]),
        (["watch", "random", "random", "--rules", "oficial"], ["did you mean official?"]),
        (["watch", "random", "random", "--rules", ""], ["rules are empty"]),
        (["watch", "random", "random", "--rules", "official+wd4=mild"], ["wd4 must be one of"]),
        (["watch", "random", "random", "--rules", "official+partners=true"], ["needs 4 players"]),
        (["watch", "random", "random", "--rules"], ["--rules"]),
        (["watch", "random", "random", "--seed", "-5"], ["--seed", "whole number"]),
        (["watch", "random", "random", "--seed", "1.5"], ["--seed", "whole number"]),
        (["watch", "random", "random", "--seed", "seven"], ["--seed", "'seven'"]),
        (["watch", "random", "random", "--seed", ""], ["--seed", "whole number"]),
        (["watch", "random", "random", "--seed", str(2**128)], ["2**128 - 1"]),
        (["watch", "random", "random", "--seed", "9" * 5000], ["--seed", "whole number"]),
        (["rules", "party", "kata"], ["kata"]),
        (["rules", "oficial"], ["unknown preset"]),
        (["rules", "official+stacking=same"], ["stacking=same cannot go with wd4=challenge"]),
        (["deck", "extra"], ["extra"]),
        (["play", "--opponents", "0"], ["2 to 10 players, not 1"]),
        (["play", "--opponents", "10"], ["2 to 10 players, not 11"]),
        (["play", "--opponents", "many"], ["--opponents", "whole number"]),
        (["play", "--opponents", "9" * 5000], ["--opponents"]),
        (["play", "--bot", "nobody"], ["unknown bot 'nobody'"]),
        (["play", "--seed", "-1"], ["--seed"]),
        (["play", "--rules", "nonsense"], ["unknown preset 'nonsense'"]),
        (["play", "--name", " "], ["a name has"]),
        (["play", "--name", "\x1b[31mA"], ["a name has"]),
        (["play", "--name", "A" * 21], ["a name has"]),
        (["replay"], ["missing argument"]),
        (["replay", "games.txt", "--game", "one"], ["--game"]),
    ],
    ids=lambda value: " ".join(value)[:40].encode("unicode_escape").decode(),
)
def test_wrong_input_is_refused_in_a_sentence(arguments: list[str], words: list[str]) -> None:
    refused(run(*arguments), *words)


# ── rules, deck, bots, bench ──────────────────────────────────────────────────────────────────────


def test_rules_lists_presets_and_options() -> None:
    done = run("rules")
    for name, about in ABOUT.items():
        assert re.search(rf"^  {name} +{about[:30]}", done.out, re.MULTILINE)
    for name in OPTIONS:
        assert f"\n  {name} " in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    found = run("rules", "--json").json
    assert list(found["presets"]) == list(PRESETS)
    assert {name: option["official"] for name, option in found["options"].items()} == {
        name: getattr(PRESETS["official"], name) for name in OPTIONS
    }


def test_rules_says_what_a_text_means() -> None:
    done = run("rules", "official+uno_penalty=4+jump_in=true")
    assert done.out.splitlines()[0] == "classic2001+jump_in=true"
    assert "out of turn" in done.out
    found = run("rules", "official+uno_penalty=4+jump_in=true", "--json").json
    assert found["rules"] == "classic2001+jump_in=true"
    assert len(found["differences"]) == 2
    assert (found["options"]["jump_in"], found["options"]["target"]) == (True, 500)
    assert run("rules", "official").out.startswith("official\n  The printed rules")


def test_rules_say_what_they_are_compared_with() -> None:
    assert "\nCompared with the official rules:\n" in run("rules", "party").out
    assert run("rules", "party", "--json").json["compared_with"] == "official"
    assert "Compared" not in run("rules", "official").out


def test_complete_rules() -> None:
    lines = run("rules", "official+jump_in=true", "--all").out.splitlines()
    assert lines[-1] == "* differs from the official rules"
    named = [line.split("=")[0] for line in lines[1:] if "=" in line and line[:3].strip("* ")]
    assert [name.strip("* ") for name in named] == list(OPTIONS)
    assert [name for name in named if name.startswith("*")] == ["* jump_in"]
    assert "differs" not in run("rules", "official", "--all").out
    refused(run("rules", "--all"), "--all needs a rule set")


def test_deck() -> None:
    found = run("deck", "--json").json
    assert len(found) == len(DECK) == 108
    counts = Counter((card["value"], card["color"]) for card in found)
    colors = ("Red", "Yellow", "Green", "Blue")
    twice = (*range(1, 10), "Skip", "Reverse", "Draw 2")
    expected: dict[tuple[int | str, str], int] = {(0, color): 1 for color in colors}
    expected |= {(value, color): 2 for value in twice for color in colors}
    expected |= {("Wild", "Any"): 4, ("Wild Draw 4", "Any"): 4}
    assert counts == expected
    shown = run("deck").out
    assert re.search(r"^ +green +1( +2){12}$", shown, re.MULTILINE)
    assert "4 Wild Draw Four, 50 points each" in shown


def test_bots() -> None:
    assert run("bots").out.startswith("random  ")
    assert {bot["name"] for bot in run("bots", "--json").json} >= {"random"}


def test_bench(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def measure(say: Callable[[str], None]) -> Iterator[Figure]:
        say("measuring")
        yield Figure("random_2_games_per_second", 1234567.8, "games/s", "random")
        yield Figure("import_seconds", 0.0123, "seconds", "import")

    monkeypatch.setattr("unolab.studies.bench.measure", measure)
    done = run("bench", "--json")
    assert done.err == "measuring\n"
    first, second = json.loads(done.out)
    assert (first["id"], first["value"]) == ("random_2_games_per_second", 1234567.8)
    assert (second["unit"], second["complete"]) == ("seconds", True)
    assert second["version"] == unolab.__version__
    assert second["machine"]["cores"] >= 1
    done = run("bench")
    assert re.search(r"^random, games/s +1,234,568$", done.out, re.MULTILINE)
    assert re.search(r"^import, seconds +0.0123$", done.out, re.MULTILINE)
    picture, table = str(tmp_path / "bench.svg"), tmp_path / "bench.csv"
    run("bench", "--plot", picture, "--csv", str(table))
    assert table.read_text().splitlines()[0] == "id,value,unit,about"
    assert "games/s" in Path(picture).read_text()
    refused(run("bench", "--gpu"), "no such option: --gpu; it is now --on gpu")
    refused(run("bench", "--rooms", "3", "--attacks"), "--rooms cannot be combined with --attacks")
    refused(run("bench", "--on", "gpu", "--rooms", "3"), "--on gpu cannot be combined with --rooms")


# ── play ──────────────────────────────────────────────────────────────────────────────────────────


def test_play_until_the_input_ends() -> None:
    asked = ["--seed", "5", "--opponents", "2", "--name", "Zoë"]
    done = run("play", "--terminal", *asked, stdin="d\nk\nhello\n")
    assert (done.code, done.err) == (0, "")
    assert "Uno against 2 random bots, official rules, first to 500 points." in done.out
    assert "> hello\n" in done.out  # what was typed is shown, for it was not a terminal that did
    assert "Zoë draws " in done.out
    assert "\x1b" not in done.out
    assert run("replay", "-", stdin=done.out.splitlines()[-1]).code == 0


@pytest.mark.parametrize("asked", ["easy", "medium", "hard", "expert", "greedy"])
def test_play_against_a_strength_or_a_bot(asked: str) -> None:
    arguments = ["--bot", asked, "--seed", "5", "--opponents", "2"]
    done = run("play", "--terminal", *arguments, stdin="d\nk\n")
    assert (done.code, done.err) == (0, "")
    assert f"Uno against 2 {asked} bots, " in done.out


def test_play_survives_input_that_is_no_text() -> None:
    done = run("play", "--terminal", "--seed", "5", stdin=b"\xff\xfe\x00\nd\nq\n")
    assert (done.code, done.err) == (0, "")
    assert "Good-bye" in done.out


# ── a real process ────────────────────────────────────────────────────────────────────────────────


def test_a_closed_pipe_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)  # before anything is written: a short game might be over otherwise
    try:
        done = subprocess.run(
            [*PROGRAM, "watch", "random", "random", "--seed", "1"],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        os.close(writing)
    assert (done.returncode, without_notice(done.stderr)) == (1, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a full device")
def test_a_full_disk_is_said_in_a_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*PROGRAM, "deck"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr == "unolab: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_an_interrupt_is_quiet() -> None:
    with subprocess.Popen(
        [*PROGRAM, "play", "--terminal", "--seed", "5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert any("Your cards" in line for line in process.stdout)
        time.sleep(0.3)  # until it waits for an answer
        process.send_signal(signal.SIGINT)
        assert without_notice(process.stderr.read()) == ""
    assert process.returncode == 130
