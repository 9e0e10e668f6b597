"""How fast RLCard plays, and how fast a Batch plays the same game: both with random actions."""

from __future__ import annotations

from importlib.util import find_spec
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from unolab.envs.batch import Batch
from unolab.envs.lineup import Lineup
from unolab.envs.rlcard.game import RULES
from unolab.errors import ResourceError

MISSING: Final = "comparing with RLCard needs it: pip install rlcard"
GAMES: Final = 4096  # of a batch


class Speed(NamedTuple):
    """What was played in a second."""

    decisions: float
    games: float


def has_rlcard() -> bool:
    """Whether RLCard is installed here."""
    return find_spec("rlcard") is not None


def time_rlcard(seconds: float = 2.0) -> Speed:
    """Let RLCard's own random agents play two-player games in RLCard's own environment."""
    if not has_rlcard():
        raise ResourceError(MISSING)
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 0})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    games = 0
    begun = perf_counter()
    while (took := perf_counter() - begun) < seconds:
        env.run(is_training=False)
        games += 1
    return Speed(env.timestep / took, games / took)


def time_batch(seconds: float = 2.0, threads: int = 1) -> Speed:
    """Play the same game with random actions in a batch, observations and masks included.

    A turn with only one answer is no decision there: the games per second are what compares.
    """
    batch = Batch(GAMES, Lineup(2, RULES), threads=threads)
    out = batch.make_buffers()
    actions = np.zeros(GAMES, np.int64)
    batch.reset(out)
    batch.sample(actions)
    batch.step(actions, out)  # compiled now
    games = steps = 0
    begun = perf_counter()
    while (took := perf_counter() - begun) < seconds:
        batch.sample(actions)
        batch.step(actions, out)
        games += int(out.dones.sum())
        steps += 1
    return Speed(steps * GAMES / took, games / took)
