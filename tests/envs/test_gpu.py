"""Batches on a GPU have the same games. There is none here: CUDA's simulator runs the kernels."""

from importlib.util import find_spec

import pytest

from tests.cudasim import run_simulated

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed"),
]

COMPARE = """
import sys
import numpy as np
from numba import cuda

import unolab as uno
from unolab.envs import Batch, Lineup
from unolab.envs.gpu import GpuBatch
from unolab.bots.observation.layout import HIDDEN_SIZE

@uno.compiled(everything=True)
def wrong(table, hand, memory, rng):
    return 0

def host(array):
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array

def run(kind, players, rules, games, steps, options):
    players = [uno.Bot.of(wrong) if name == "wrong" else name for name in players.split()]
    batch = kind(games, Lineup(players, rules), seed=5, **options)
    out = batch.make_buffers()
    actions = cuda.to_device(np.zeros(games, np.int64))
    hidden = cuda.to_device(np.zeros((games, HIDDEN_SIZE), np.uint8))
    winners = cuda.to_device(np.zeros(games, np.int8))
    if kind is Batch:
        actions, hidden, winners = host(actions), host(hidden), host(winners)
    batch.reset(out)
    for step in range(steps):
        batch.sample(actions)
        batch.reveal(hidden)
        batch.find_round_winners(winners)
        yield from (host(array).tolist() for array in (*out, actions, hidden, winners))
        yield [f"{state} {state.totals}" for state in map(batch.state, range(games))]
        batch.step(actions, out)
        if step == steps // 2:
            batch.reset(out, wanted=np.arange(games) == 1)
            batch.sample(actions)
            batch.step(actions, out, wanted=np.arange(games) != 1)
    facts = batch.facts(range(games), ("game", "turns", "rounds", "winner", "illegal"))
    yield {name: fact.tolist() for name, fact in facts.items()}
    batch.reset(out, seed=6, first=2)
    yield host(out.observations).tolist()
    try:
        batch.step(np.full(games, 99), out)
    except ValueError as error:
        yield str(error)

for line in sys.stdin:
    players, rules, games, steps, decides, episode = line.strip().split(";")
    options = {"decides": tuple(decides.split()), "autoreset": "calls" in decides}
    options["episode"] = episode
    lines = players, rules, int(games), int(steps), options
    try:
        cpu, gpu = list(run(Batch, *lines)), list(run(GpuBatch, *lines))
        print("same" if cpu == gpu else "different", len(cpu), cpu[-1])
    except ValueError as error:
        print(error)
"""


def test_same_games_as_on_the_processor(thorough: bool) -> None:
    games, steps = (16, 100) if thorough else (3, 8)
    told = run_simulated(
        COMPARE,
        f"learner learner;official;{games};{steps};challenge swap jump_in;round",
        f"learner greedy learner;party;{games};{steps};swap calls;round",
        f"learner greedy;kata+hand_size=2+target=50;{games};{2 * steps};swap;match",
    )
    for line, took in zip(told, (steps, steps, 2 * steps), strict=True):
        assert line.startswith(f"same {9 * took + 3} action 99 is illegal in game 0: legal are")


REFUSED = """
from unolab.envs import Lineup
from unolab.envs.gpu import GpuBatch

try:
    GpuBatch(1, Lineup(["learner", "neural"]), threads=2)
except ValueError as error:
    print(error)
"""


def test_a_network_is_refused_in_a_sentence() -> None:
    (told,) = run_simulated(REFUSED)
    assert told.startswith("neural is a network, which cannot answer within a batch on a GPU")


@pytest.mark.thorough
def test_bot_that_errs_is_named() -> None:
    (told,) = run_simulated(COMPARE, "learner wrong;unoai;3;9;challenge;round")
    assert told.startswith("wrong chose an illegal move in game")


SHORT = """
import numpy as np
from numba import cuda

from unolab.bots import Bot
from unolab.envs import Lineup
from unolab.envs.gpu import GpuBatch

ends = []
for kind, stream, guests in ((np.int64, 0, ()), (np.int32, None, [Bot.of("greedy")])):
    batch = GpuBatch(2, Lineup(2), seed=3, illegal="end", stream=stream, guests=guests)
    out, actions = batch.make_buffers(), batch.make_actions()
    batch.reset(out)
    for _ in range(3):
        batch.sample(actions)
        batch.step(cuda.to_device(actions.copy_to_host().astype(kind)), out)
    batch.synchronize()
    ends.append([array.copy_to_host().tolist() for array in out])
print("same" if ends[0] == ends[1] else "different")
"""


def test_short_actions_a_stream_of_its_own_and_guests() -> None:
    assert run_simulated(SHORT) == ["same"]
