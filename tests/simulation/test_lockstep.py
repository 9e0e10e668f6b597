"""Networks on a GPU play the games that they play on the processor: here in CUDA's simulator."""

from importlib.util import find_spec

import pytest

from tests.cudasim import run_simulated

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("numba_cuda") is None or find_spec("jax") is None,
        reason="numba-cuda or JAX is not installed",
    ),
]

COMPARE = """
import sys
import unolab as uno
from tests.bots.test_neural import make_network
from unolab.bots import Bot
from unolab.bots.own import play_network

tiny, other = (
    Bot(name, strategy=play_network(make_network(seed)))
    for seed, name in enumerate(("tiny", "other"))
)
own = {"tiny": tiny, "other": other, "forgets": tiny.set(forget=0.5)}

for line in sys.stdin:
    bots, rules, games, how = line.strip().split(";")
    given = [own.get(bot, bot) for bot in bots.split()], int(games), rules, 11
    options = {"duplicate": how == "rotated", "comebacks": how == "closely"}
    cpu = uno.simulate(*given, **options)
    gpu = uno.simulate(*given, on="gpu", **options)
    print("same" if cpu == gpu else f"{cpu.to_dict()} {gpu.to_dict()}")
"""


def test_networks_play_the_same_games() -> None:
    lines = [
        "tiny random;unoai+hand_size=2+turn_limit=30;9;no",  # more than play side by side
        "tiny mixbot2 other;party+hand_size=3+turn_limit=20;2;rotated",
        "forgets tiny;official+turn_limit=20;3;closely",
    ]
    assert run_simulated(COMPARE, *lines) == ["same"] * len(lines)


@pytest.mark.thorough
def test_neural_plays_the_same_games() -> None:
    assert run_simulated(COMPARE, "neural greedy;official;2;no") == ["same"]


def test_the_sums_of_the_processor_decide_alone() -> None:
    again = "from unolab.bots.neural import products\n"
    again += "products.CLOSE = products.CLOSE_ROUGHLY = float('inf')\n"
    assert run_simulated(again + COMPARE, "tiny other;unoai+turn_limit=12;2;no") == ["same"]
