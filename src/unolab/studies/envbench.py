"""How fast the learning environments are here: the figures behind ``unolab bench --envs``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import perf_counter
from typing import Any, Final

from unolab.cores import cores
from unolab.envs import Batch, Buffers, Lineup
from unolab.envs.rlcard.game import RULES
from unolab.errors import UnolabError
from unolab.simulation.figure import Figure
from unolab.studies.bench import Announce

GAMES: Final = 4096
MANY_GAMES: Final = 8192  # for several threads: to wake one takes as long as some games
GPU_GAMES: Final = 1 << 17
DECISIONS: Final = "decisions/s"


def measure_envs(say: Announce = lambda line: None, seconds: float = 4.0) -> Iterator[Figure]:
    """Measure random legal actions, observations and masks included."""
    say(f"two players, official rules, {GAMES:,} games at once, one thread")
    one = pace_of(stepper(Batch(GAMES, threads=1)), GAMES, seconds)
    yield Figure("batch_decisions_per_second", one, DECISIONS, "Batch, one thread")
    if cores() > 1:
        yield from measure_threads(say, seconds)
    say("against mixbot2, one thread")
    lineup = Lineup(["learner", "mixbot2"])
    pace = pace_of(stepper(Batch(GAMES, lineup, threads=1)), GAMES, seconds)
    yield Figure("batch_mixbot2_decisions_per_second", pace, DECISIONS, "Batch against mixbot2")
    if find_spec("gymnasium") is not None:
        yield from measure_vector(say, seconds)
    else:
        say("Gymnasium is not installed, so its interface is not measured")
    if find_spec("rlcard") is not None:
        same_game = Batch(GAMES, Lineup(2, RULES), threads=1)
        yield from measure_rlcard(say, seconds, one, same_game, "Batch")
    else:
        say("RLCard is not installed, so there is no comparison with it: pip install rlcard")


def measure_threads(say: Announce, seconds: float) -> Iterator[Figure]:
    """Measure all threads beside one."""
    threads = cores()
    say(f"{MANY_GAMES:,} games at once, one thread and {threads}, in turn")
    alone, all_of_them = (stepper(Batch(MANY_GAMES, threads=n)) for n in (1, threads))
    one, every = 0.0, 0.0
    for _ in range(4):  # in turn, so that what else runs here slows both
        one = max(one, pace_of(alone, MANY_GAMES, seconds / 4))
        every = max(every, pace_of(all_of_them, MANY_GAMES, seconds / 4))
    yield Figure("all_threads_decisions_per_second", every, DECISIONS, "Batch, all threads")
    yield Figure("threads_speedup", every / one, "times", "all threads against one")


def measure_rlcard(
    say: Announce, seconds: float, ours: float, same_game: Batch, name: str
) -> Iterator[Figure]:
    """Measure RLCard's random agents, and how often the game that it plays ends in a batch."""
    say("RLCard, random agents")
    decisions, games = pace_of_rlcard(seconds)
    yield Figure("rlcard_decisions_per_second", decisions, DECISIONS, "RLCard")
    yield Figure("rlcard_games_per_second", games, "games/s", "RLCard")
    yield Figure("times_rlcard_decisions", ours / decisions, "times", f"{name} against RLCard")
    say("the same game in a batch")
    same = games_per_second(same_game, seconds)
    yield Figure("batch_games_per_second", same, "games/s", f"{name}, RLCard's game")
    yield Figure("times_rlcard_games", same / games, "times", f"{name} against RLCard, games")


def measure_vector(say: Announce, seconds: float) -> Iterator[Figure]:
    """Measure what Gymnasium's interface costs beside the Batch that it works on."""
    import gymnasium

    say(f"Gymnasium, {GAMES:,} games at once against random, and the Batch under it, in turn")
    env: Any = gymnasium.make_vec("unolab/Uno-v0", num_envs=GAMES, opponents="random")
    env.reset(seed=0)
    batch = Batch(GAMES, Lineup(["learner", "random"]), autoreset=False)
    step = next_step_mode(batch)

    def step_env() -> None:
        env.step(env.unwrapped.sample())

    vector, bare = 0.0, 0.0
    for _ in range(4):  # in turn, so that what else runs here slows both
        bare = max(bare, pace_of(step, GAMES, seconds / 4))
        vector = max(vector, pace_of(step_env, GAMES, seconds / 4))
    yield Figure("vector_decisions_per_second", vector, DECISIONS, "Gymnasium's VectorEnv")
    yield Figure("vector_overhead", bare / vector - 1, "of the Batch", "what VectorEnv adds")


def measure_envs_on_gpu(
    say: Announce = lambda line: None, seconds: float = 4.0
) -> Iterator[Figure]:
    """Measure a GPU, and compare its games with those of the processor."""
    from unolab.envs.gpu import GpuBatch

    say("the same games on the GPU and on the processor?")
    check_same_games(GpuBatch)
    say(f"two players, official rules, {GPU_GAMES:,} games at once on the GPU")
    batch = GpuBatch(GPU_GAMES, illegal="end")
    step = stepper(batch)
    step()
    batch.synchronize()

    def many() -> None:
        for _ in range(20):
            step()
        batch.synchronize()

    pace = pace_of(many, 20 * GPU_GAMES, seconds)
    yield Figure("gpu_decisions_per_second", pace, DECISIONS, "Batch on the GPU")
    if find_spec("rlcard") is not None:
        same_game = GpuBatch(GPU_GAMES, Lineup(2, RULES), illegal="end")
        yield from measure_rlcard(say, seconds, pace, same_game, "Batch on the GPU")


def check_same_games(on_gpu: Callable[..., Batch], games: int = 2048, steps: int = 200) -> None:
    """Raise an error unless the games of a GPU are those of the processor."""
    for lineup in (Lineup(2), Lineup(["learner", "mixbot2", "learner", "greedy"], "party")):
        ends = []
        for kind in (Batch, on_gpu):
            batch = kind(games, lineup, seed=3)
            out, step = prepare(batch)
            for _ in range(steps):
                step()
            ends.append([to_host(array) for array in out])
        if not all((here == there).all() for here, there in zip(*ends, strict=True)):
            raise UnolabError(f"{lineup}: the GPU's games are not those of the processor")


def stepper(batch: Batch) -> Callable[[], None]:
    """Deal, and return what takes a random step in every game."""
    return prepare(batch)[1]


def prepare(batch: Batch) -> tuple[Buffers, Callable[[], None]]:
    """Deal, and return the arrays and what takes a random step in every game."""
    out, actions = batch.make_buffers(), batch.make_actions()
    batch.reset(out)

    def step() -> None:
        batch.sample(actions)
        batch.step(actions, out)

    return out, step


def next_step_mode(batch: Batch) -> Callable[[], None]:
    """Do by hand what Gymnasium's default mode does: a game that is over is dealt a step later."""
    out, actions = batch.make_buffers(), batch.make_actions()
    batch.reset(out)

    def step() -> None:
        ended = out.dones.copy()
        batch.sample(actions)
        batch.step(actions, out)
        batch.reset(out, ended)

    return step


def pace_of(step: Callable[[], None], decisions: int, seconds: float) -> float:
    """Call something for so long that makes so many decisions; the best part of the time counts."""
    step()
    best, end = 0.0, perf_counter() + seconds
    while perf_counter() < end:
        start = perf_counter()
        for _ in range(10):
            step()
        best = max(best, 10 * decisions / (perf_counter() - start))
    return best


def games_per_second(batch: Batch, seconds: float) -> float:
    """Play at random for so long and count the games that end."""
    out, step = prepare(batch)
    for _ in range(100):  # all games begin at once: after a while they end at any time
        step()
    best, end = 0.0, perf_counter() + seconds
    while perf_counter() < end:
        start, ended = perf_counter(), 0
        for _ in range(10):
            step()
            ended += int(to_host(out.dones).sum())
        best = max(best, ended / (perf_counter() - start))
    return best


def pace_of_rlcard(seconds: float) -> tuple[float, float]:
    """Let RLCard's random agents play; return decisions and games per second."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 0})
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])
    best, end = (0.0, 0.0), perf_counter() + seconds
    while perf_counter() < end:
        start, before = perf_counter(), env.timestep
        for _ in range(25):
            env.run(is_training=False)
        took = perf_counter() - start
        best = max(best, ((env.timestep - before) / took, 25 / took))
    return best


def to_host(array: Any) -> Any:
    """Bring an array from the device, if it is there."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array
