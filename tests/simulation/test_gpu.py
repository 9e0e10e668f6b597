"""Games on a GPU are the same games. There is none here: CUDA's simulator runs the kernel."""

import os
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cudasim import run_simulated
from unolab.bots import BOTS
from unolab.simulation import simulate
from unolab.simulation.gpu import player_of
from unolab.simulation.job import job_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed"),
]

COMPARE = """
import sys
import unolab as uno

from unolab.bots.tools import NONE, DRAW, playable, lowest_bit, with_color, WILD_CARD

@uno.compiled
def lowest(table, hand, memory, rng):
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    card = lowest_bit(cards)
    return with_color(card, 2) if card >= WILD_CARD else card

@uno.compiled(everything=True)
def wrong(table, hand, memory, rng):
    return 0

def line_up(text):
    return [globals().get(name, name) for name in text.split()]

for line in sys.stdin:
    bots, rules, games, duplicate = line.strip().split(";")
    given = line_up(bots), int(games), rules, 11
    options = {"duplicate": duplicate == "yes", "comebacks": duplicate == "closely"}
    try:
        cpu = uno.simulate(*given, **options)
        gpu = uno.simulate(*given, on="gpu", **options)
        print(bots, rules, "same" if cpu == gpu else f"{cpu.to_dict()} {gpu.to_dict()}")
    except ValueError as error:
        print(bots, rules, error)
"""


def test_every_bot_plays_the_same_games(thorough: bool) -> None:
    games = 30 if thorough else 1
    lines = [f"{bot} random;unoai+hand_size=4;{games};no" for bot in BOTS if bot != "neural"]
    *same, expert = run_simulated(COMPARE, *lines)
    assert same == [
        f"{bot} random unoai+hand_size=4 same" for bot in BOTS if bot not in ("neural", "expert")
    ]
    assert expert.endswith("expert looks ahead, which a GPU cannot do: play on the cpu")


@pytest.mark.thorough
def test_any_rules_and_line_ups(thorough: bool) -> None:
    few, more = ("30", "40") if thorough else ("1", "2")
    *same, wrong = run_simulated(
        COMPARE,
        f"mixbot2 cardcounting mixbot2:points;official;{few};yes",
        f"mixbot2(forget=0.5) greedy(challenge=1) scorebot;party;{few};closely",
        f"mixbot2(judge=1) greedy(judge=1,bluff=1) greedy;official;{more};no",
        f"greedy greedy(judge=1);duel;{more};no",
        f"ashtabna classes diversity mixbot;stacking+partners=true;{more};no",
        f"lowest random;official+turn_limit=20;{few};yes",
        "random wrong;unoai;3;no",  # a bot that errs is named
    )
    assert same == [
        "mixbot2 cardcounting mixbot2:points official same",
        "mixbot2(forget=0.5) greedy(challenge=1) scorebot party same",
        "mixbot2(judge=1) greedy(judge=1,bluff=1) greedy official same",
        "greedy greedy(judge=1) duel same",
        "ashtabna classes diversity mixbot stacking+partners=true same",
        "lowest random official+turn_limit=20 same",
    ]
    assert "wrong chose an illegal move in unoai/2/11" in wrong


TOURNAMENT = """
from pathlib import Path
from unolab.tournament import play_tournament

Path("players.txt").write_text("Ada,mixbot2\\nBen,greedy\\nCy,neural\\n")
for form in ({"seats": 2, "form": "round-robin"}, {"form": "table"}):
    both = [play_tournament("players.txt", 2, "unoai", 5, on=on, **form) for on in ("cpu", "gpu")]
    cpu, gpu = both
    print(cpu.table() == gpu.table(), gpu.complete, gpu.games)
"""


@pytest.mark.thorough
def test_a_tournament_has_the_same_games(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", TOURNAMENT],
        cwd=tmp_path,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.stdout.splitlines() == ["True True 6", "True True 3"], done.stderr


def test_what_only_the_processor_can_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unolab.engine.gpu.cuda.is_available", lambda: False)
    with pytest.raises(ValueError, match="plain Python, which a GPU cannot run"):
        simulate(["random", lambda view: view.legal[0]], 10, on="gpu")
    with pytest.raises(ValueError, match="a GPU cannot play matches"):
        player_of(replace(job_of(["random", "random"], 10), matches=True))
    with pytest.raises(ValueError, match="there is no NVIDIA GPU here"):
        simulate(["random", "random"], 10, on="gpu")
