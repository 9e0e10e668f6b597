"""What a finished round is worth to every seat, for interfaces that hold a State."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from unolab.engine.jit import jit
from unolab.engine.layout import number
from unolab.envs.check import choose
from unolab.envs.reward import REWARDS, reward_of
from unolab.state import State


def payoffs(state: State, reward: str = "win") -> npt.NDArray[np.float64]:
    """Return the rewards by seat: all 0 until the round is over."""
    kinds = tuple(REWARDS)
    kind = number(kinds.index(choose("reward", reward, kinds)))
    row = np.zeros(state.players)
    if state.over:
        pay(state.to_record(), kind, row)
    return row


@jit
def pay(states: Any, kind: int, row: Any) -> None:
    """Write the reward of every seat into a row."""
    for seat in range(len(row)):
        row[seat] = reward_of(states[0], seat, kind, False)
