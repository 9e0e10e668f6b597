"""A tournament with players who want to spoil it."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import run
from tests.foreign.table import confined
from unolab.foreign import Limits
from unolab.tournament import Journal, Result, Run, plan_of, read_players
from unolab.tournament.part import Part

GOOD = """\
Ada,mixbot2
Ben,greedy
Cy,first.py:First
Di,random
Ed,second.py:Second
"""
HOSTILE = """\
Loop,hostile.py:Loop
Hog,hostile.py:Hog
Crash,hostile.py:Crash
Cheat,hostile.py:Cheat
Noise,python3 noise.py
"""
FIRST = """
class First:
    def play(self, hand, up_card, called_color, state):
        for place, card in enumerate(hand):
            if card.can_play_on(up_card, called_color):
                return place
        return -1

    def call_color(self, hand):
        return "RED"
"""
SECOND = """
import random

class Second:
    def play(self, hand, up_card, called_color, state):
        fit = [i for i, card in enumerate(hand) if card.can_play_on(up_card, called_color)]
        return random.choice(fit) if fit else -1

    def call_color(self, hand):
        return random.choice(["RED", "YELLOW", "GREEN", "BLUE"])
"""
WORSE = """
import os

class Loop:
    def play(self, hand, up_card, called_color, state):
        while True:
            pass

    def call_color(self, hand):
        return "RED"

class Hog(Loop):
    def play(self, hand, up_card, called_color, state):
        self.heap = bytearray(10**10)

class Crash(Loop):
    def play(self, hand, up_card, called_color, state):
        os._exit(3)

class Cheat(Loop):
    def play(self, hand, up_card, called_color, state):
        return 99
"""
NOISE = """
import sys
sys.stdin.readline()
print('{"type": "hello", "protocol": 1}', flush=True)
while True:
    print("hello hello hello", flush=True)
"""

LIMITS = Limits(move=0.3, game=2.0, memory=256)

pytestmark = pytest.mark.slow  # the bots want to be compiled


def played(
    folder: Path,
    players: str,
    threads: int | None = None,
    apart: bool = False,
    hear: Callable[[Run, Part], None] = lambda run, part: None,
) -> Result:
    """Play everybody against everybody."""
    files = {"first.py": FIRST, "second.py": SECOND, "hostile.py": WORSE, "noise.py": NOISE}
    for name, text in files.items() | {"players.txt": players}.items():
        (folder / name).write_text(text)
    entries = read_players(folder / "players.txt")
    plan = plan_of(entries, 4, seed=8, seats=2, limits=LIMITS, faults=3, form="round-robin")
    playing = Run(plan, threads, told=lambda part: hear(playing, part), apart=apart)
    return playing.play()


def heats_of(result: Result, names: set[str]) -> list[dict[str, object]]:
    return [heat for heat in result.to_dict()["heats"] if set(heat["players"]) <= names]


def test_five_of_ten_are_hostile(tmp_path: Path) -> None:
    good = played(tmp_path, GOOD)
    assert not any(standing.faults for standing in good.standings)
    both = played(tmp_path, GOOD + HOSTILE)
    assert both.complete
    assert both.games == 45 * 4
    faults = {standing.name: set(standing.faults) for standing in both.standings}
    for name in good.names:
        assert faults[name] == set()
    assert faults["Loop"] == {"timeout"}
    assert faults["Hog"] == {"memory"}
    assert faults["Crash"] == {"crash"}
    assert faults["Cheat"] == {"illegal"}
    assert faults["Noise"] == {"garbage"}
    last = both.standings[5:]
    assert {standing.name for standing in last} == {"Loop", "Hog", "Crash", "Cheat", "Noise"}
    assert all(standing.disqualified for standing in last)
    details = both.to_dict()["faults"]
    assert all(details[standing.name][0]["position"] for standing in last)
    assert heats_of(both, set(good.names)) == good.to_dict()["heats"]


def test_programs_give_the_same_result_however_they_are_played(tmp_path: Path) -> None:
    ways = [(1, False), (3, False), (2, True)]
    tables = [played(tmp_path, GOOD, threads, apart).table() for threads, apart in ways]
    assert tables[0] == tables[1] == tables[2]


def test_workers_that_are_killed_are_replaced(tmp_path: Path) -> None:
    expected = played(tmp_path, GOOD).table()
    killed: list[int] = []

    def kill(run: Run, part: Part) -> None:
        if not killed and run.workers is not None and (all_ := run.workers.processes()):
            killed.extend(all_)
            for process in all_:
                os.kill(process, signal.SIGKILL)

    assert played(tmp_path, GOOD, 2, apart=True, hear=kill).table() == expected
    assert killed


def test_workers_count_faults_together(tmp_path: Path) -> None:
    result = played(tmp_path, "Ada,greedy\nBen,random\nCheat,hostile.py:Cheat\n", 2, apart=True)
    assert result.complete
    assert result.standings[-1].disqualified
    assert 3 <= sum(result.standings[-1].faults.values()) <= 6


def test_faults_are_remembered(tmp_path: Path) -> None:
    text = "Ada,random\nLoop,hostile.py:Loop\n"
    played(tmp_path, text)
    entries = read_players(tmp_path / "players.txt")
    plan = plan_of(entries, 20, seed=8, limits=LIMITS, faults=3)
    results = []
    for _ in range(2):
        with Journal(tmp_path / "journal", plan) as journal:
            results.append(Run(plan, journal=journal).play())
    assert results[0].table() == results[1].table()
    assert results[1].played == 0
    assert results[1].standings[1].disqualified


SPY = """
import os

class Spy:
    def play(self, hand, up_card, called_color, state):
        found = []
        for folder, _, names in os.walk("."):
            for name in names:
                try:
                    open(os.path.join(folder, name)).close()
                except PermissionError:
                    continue
                found.append(os.path.join(folder, name))
        journal = os.path.exists("players-results/journal.jsonl")
        raise ValueError(" ".join(sorted(found)) + " " + str(journal))

    def call_color(self, hand):
        return "RED"
"""


@confined
def test_results_are_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From programs that lie beside them, also what earlier tournaments of this seed have left."""
    monkeypatch.chdir(tmp_path)
    Path("spy.py").write_text(SPY)
    Path("players.txt").write_text("Ada,random\nSpy,spy.py:Spy\n")
    command = ("tournament", "players.txt", "2", "--seed", "7")
    for options in ("--games first.uno", "--games second.uno", "--out .", "--out new"):
        assert run(*command, *options.split()).code == 0
    for folder in ("players-results", "players-results-2", ".", "new"):
        told = Path(folder, "faults.jsonl").read_text().splitlines()
        assert {json.loads(line)["text"].partition(" (")[0] for line in told} == {
            "ValueError: ./players.txt ./spy.py True"
        }
