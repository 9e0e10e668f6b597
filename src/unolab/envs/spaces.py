"""The spaces of Gymnasium that observations, actions and states belong to."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary

from unolab.bots.observation.layout import HIDDEN_PARTS, MOST
from unolab.bots.observation.question import ACTIONS

Observation = dict[str, npt.NDArray[Any]]

NEW_SEEDS: Final = 1 << 63  # drawn where none is given


def observation_space() -> Dict[Any]:
    """Make the space of what a player sees, with the mask of what it may do."""
    return Dict({"observation": _box(MOST), "action_mask": MultiBinary(ACTIONS)})


def action_space() -> Discrete[Any]:
    """Make the space of all actions."""
    return Discrete(ACTIONS)


def state_space() -> Box[Any]:
    """Make the space of what a player sees, and then what it does not see."""
    hidden = [np.full(part.size, part.most, np.uint8) for part in HIDDEN_PARTS.values()]
    return _box(np.concatenate([MOST, *hidden]))


def _box(most: npt.NDArray[np.uint8]) -> Box[Any]:
    return Box(np.zeros_like(most), most, dtype=np.uint8)
