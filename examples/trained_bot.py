"""A bot that plays what examples/ppo.py has learned. It needs NumPy and nothing else.

    unolab simulate examples/trained_bot.py:Trained greedy --games 10k
    unolab play --bot examples/trained_bot.py:Trained

The weights are read from ppo.npz in the current folder, or from the file that PPO_WEIGHTS names.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from unolab import Move, View
from unolab.envs import MOST, VERSION, Decision
from unolab.errors import BadOption

Array = npt.NDArray[Any]


class Trained:
    """The network's most probable action, from what a player sees."""

    everything = True  # it is asked for all that it has learned to decide, not only for cards

    def __init__(self, path: str | Path | None = None) -> None:
        """Read the weights."""
        path = path or os.environ.get("PPO_WEIGHTS", "ppo.npz")
        if not Path(path).is_file():
            raise BadOption(f"there are no weights in {path}: examples/ppo.py makes some")
        try:
            with np.load(path, allow_pickle=False) as file:
                self.weights = dict(file)
        except (OSError, ValueError, TypeError):
            raise BadOption(f"{path} has no weights: examples/ppo.py makes some") from None
        if self.weights.get("version") != VERSION:
            raise BadOption(f"{path} was trained on observations of another version: train anew")

    def __call__(self, view: View) -> Move | None:
        """Return the move to make; None lets a chance go by."""
        decision = Decision(view)
        if decision.forced is not None:
            return decision.forced
        scores = self.judge(decision.observation)
        return decision.move(int(np.where(decision.mask, scores, -np.inf).argmax()))

    def judge(self, observation: Array) -> Array:
        """Return a score for each action."""
        x = np.maximum(self.apply("in", observation / MOST.astype(np.float32)), 0)
        return self.apply("policy", np.maximum(self.apply("mid", x), 0))

    def apply(self, layer: str, x: Array) -> Array:
        """Return what a layer makes of one row; ``@`` would start threads for it, which is slow."""
        result: Array = np.einsum("i,ij->j", x, self.weights[layer])
        result += self.weights[f"{layer}_bias"]
        return result
