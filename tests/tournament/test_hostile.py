"""A tournament with players who want to spoil it."""

import json
import os
import re
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command import run
from tests.foreign.table import confined
from unolab.foreign import Limits, Player
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

LIMITS = Limits(move=1.5, game=20.0, start=60.0, memory=256)  # also on a slow machine

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
    assert {one["player"] for one in details if one["position"]} >= {one.name for one in last}
    assert heats_of(both, set(good.names)) == good.to_dict()["heats"]


def test_programs_give_the_same_result_however_they_are_played(tmp_path: Path) -> None:
    ways = [(3, False), (2, True)]
    one, other = (played(tmp_path, GOOD, threads, apart).table() for threads, apart in ways)
    assert one == other


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_workers_count_faults_together(tmp_path: Path) -> None:
    result = played(tmp_path, "Ada,greedy\nBen,random\nCheat,hostile.py:Cheat\n", 2, apart=True)
    assert result.complete
    assert result.standings[-1].disqualified
    assert 3 <= sum(result.standings[-1].faults.values()) <= 6


def test_faults_are_remembered(tmp_path: Path) -> None:
    text = "Ada,random\nCheat,hostile.py:Cheat\n"
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
    for options in ("--save first.uno", "--save second.uno", "--out .", "--out new"):
        assert run(*command, *options.split()).code == 0
    for folder in ("players-results", "players-results-2", ".", "new"):
        told = Path(folder, "faults.jsonl").read_text().splitlines()
        assert {json.loads(line)["text"].partition(" (")[0] for line in told} == {
            "ValueError: ./players.txt ./spy.py True"
        }


# ── what programs are told, and what not ──────────────────────────────────────────────────────────

TELLING = """
import random

class Telling:
    def play(self, hand, up_card, called_color, state):
        totals = state.total_score_of_upcoming_players
        if sum(totals):
            raise ValueError(f"totals {totals}")
        for place, card in enumerate(hand):
            if card.can_play_on(up_card, called_color):
                return place
        return -1

    def call_color(self, hand):
        return "RED"

class Dice(Telling):
    def play(self, hand, up_card, called_color, state):
        raise ValueError(f"dice {random.random()}")

class Third(Telling):
    asked = 0

    def play(self, hand, up_card, called_color, state):
        self.asked += 1
        if self.asked == 3:
            return 99
        for place, card in enumerate(hand):
            if card.can_play_on(up_card, called_color):
                return place
        return -1
"""


def told(folder: Path, line: str, games: int, faults: int = 10**6, **more: Any) -> Run:
    """Set up a table of one program and a bot."""
    (folder / "telling.py").write_text(TELLING)
    (folder / "players.txt").write_text(f"Ada,greedy\n{line}\n")
    entries = read_players(folder / "players.txt")
    return Run(plan_of(entries, games, seed=8, limits=LIMITS, faults=faults), **more)


def test_programs_are_told_the_points_of_a_while_ago(tmp_path: Path) -> None:
    parts: list[Part] = []
    run = told(tmp_path, "Tel,telling.py:Telling", 102, told=parts.append)
    result = run.play()
    points = [sum(part.tally["points"][0, bot].sum() for part in parts[:25]) for bot in (0, 1)]
    assert ".50" in result.conduct[1].details[0].game
    for _, fault in parts[50].faults:  # from both seats: the next player first, oneself last
        assert f"totals [{points[0]}, {points[1]}]" in fault.text
    assert len({fault.position[3] for _, fault in parts[50].faults}) == 2


def test_a_process_plays_every_deal_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would know the hands of the others, had it held them itself at another seat."""
    begun: Counter[tuple[int, str]] = Counter()
    begin = Player.begin

    def noting(player: Player, game: str, *more: Any) -> None:
        begun[id(player), game.partition("@")[0]] += 1
        begin(player, game, *more)

    monkeypatch.setattr(Player, "begin", noting)
    told(tmp_path, "Bo,telling.py:Third", 24, threads=2).play()
    assert begun.total() == 24
    assert set(begun.values()) == {1}


def test_every_game_has_its_own_chance(tmp_path: Path) -> None:
    rolled: list[list[str]] = []
    for threads in (1, 2):
        parts: list[Part] = []
        told(tmp_path, "Bo,telling.py:Dice", 20, told=parts.append, threads=threads).play()
        first = {fault.game: fault.text for part in parts for _, fault in reversed(part.faults)}
        rolled.append(list(first.values()))
    assert rolled[0] == rolled[1]
    assert len(set(rolled[0])) == len(rolled[0]) >= 10


@pytest.mark.thorough
def test_who_is_out_does_not_depend_on_threads(tmp_path: Path) -> None:
    ways: list[dict[str, Any]] = [{"threads": 3}, {"threads": 2, "apart": True}]
    tables = [told(tmp_path, "Bo,telling.py:Third", 40, 5, **way).play().table() for way in ways]
    assert tables[0] == tables[1]
    assert tables[0][1]["disqualified"]


def test_who_is_out_is_asked_no_more_also_after_a_resume(tmp_path: Path) -> None:
    def interrupt(part: Part) -> None:
        if part.first >= 20:
            raise KeyboardInterrupt

    run = told(tmp_path, "Bo,telling.py:Third", 60, 5, threads=1)
    whole = run.play()
    with Journal(tmp_path / "journal", run.plan) as journal:
        half = Run(run.plan, 1, journal, told=interrupt).play()
    with Journal(tmp_path / "journal", run.plan) as journal:
        rest = Run(run.plan, 1, journal).play()
    assert half.interrupted
    assert half.games < rest.games == 60
    assert whole.conduct[1].moves == half.conduct[1].moves == rest.conduct[1].moves
    assert whole.table() == rest.table()


def test_changed_code_is_noticed(tmp_path: Path) -> None:
    run = told(tmp_path, "Bo,telling.py:Third", 8)
    with Journal(tmp_path / "journal", run.plan):
        pass
    (tmp_path / "telling.py").write_text(TELLING + "# better\n")
    with pytest.raises(ValueError, match="the code of Bo has changed"):
        Journal(tmp_path / "journal", run.plan)


# ── what programs say of themselves ───────────────────────────────────────────────────────────────

LOUD = r"""
import sys

TEXT = "\x1b]0;mine\x07\x1b[2J\r\n\x9b31m\u202e\ud800\x00<script>alert(1)</script>&amp;" * 400

class Raises:
    def play(self, hand, up_card, called_color, state):
        raise type("\x1b[31mOdd", (Exception,), {})(TEXT)

    def call_color(self, hand):
        return "RED"

class Dies(Raises):
    def play(self, hand, up_card, called_color, state):
        sys.stderr.buffer.write(TEXT.encode(errors="replace"))
        sys.stderr.flush()
        sys.exit(TEXT.encode(errors="replace").decode())

class Returns(Raises):
    def play(self, hand, up_card, called_color, state):
        return TEXT
"""


def test_texts_of_programs_are_short_and_plain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the terminal, in the figures and in the report, whatever they write."""
    monkeypatch.chdir(tmp_path)
    Path("loud.py").write_text(LOUD)
    names = ("Raises", "Dies", "Returns")
    lines = "".join(f"{name},loud.py:{name}\n" for name in names)
    Path("players.txt").write_text(f"Ada,random\n{lines}")
    done = run("tournament", "players.txt", "2", "--faults", "1", "--seed", "7")
    assert done.code == 0
    written = Path("players-results/faults.jsonl").read_text("utf-8")
    told = [json.loads(line) for line in written.splitlines()]
    assert {fault["player"] for fault in told} == set(names)
    assert all(fault["text"].isprintable() and len(fault["text"]) <= 300 for fault in told)
    files = [path for path in Path("players-results").iterdir() if path.is_file()]
    assert len(files) >= 4
    for text in (done.out, done.err, *(path.read_text("utf-8") for path in files)):
        plain = text.replace("\n", "").replace("\t", "")
        assert not re.search("[\x00-\x1f\x7f-\x9f\u202e\ud800]", plain)
    report = next(path for path in files if path.suffix == ".html").read_text("utf-8")
    assert "alert(1)" in report
    assert "<script>alert(1)" not in report
