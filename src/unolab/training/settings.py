"""The settings of a training run."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from unolab.bots.neural.network import MOST_LAYERS, MOST_WIDTH
from unolab.errors import BadOption, show


class Schedule(NamedTuple):
    """A number that falls, or grows, in equal ratios from the start of a training to its end."""

    first: float
    last: float

    def at(self, done: float) -> float:
        """Return the number after a part of the training."""
        return float(self.first * (self.last / self.first) ** min(1.0, max(0.0, done)))


MOST: Final = 1 << 128
TINY: Final = 1e-30
MAY_BE_ZERO: Final = (
    "seed",
    "warm_up",
    "matches",
    "gae_lambda",
    "value_lambda",
    "average",
)
RATE: Final = Schedule(6e-4, 3e-5)
CRITIC_RATE: Final = Schedule(1e-3, 1e-4)
ENTROPY: Final = Schedule(0.02, 0.001)


@dataclass(frozen=True)
class Settings:
    """How a network learns. What it learns from, the games, is said by its line-ups."""

    width: int = 256
    depth: int = 3
    """Hidden layers."""
    games: int = 4096
    """Games side by side."""
    matches: float = 0.0
    """The part of them, from 0 to 1, that are matches to the target of the rules, not rounds."""
    steps: int = 32
    """Steps of a rollout."""
    batch: int = 16_384
    """Samples of an update."""
    part: int = 4096
    """Samples that a processor computes at once: more no longer fit into its caches."""
    rate: Schedule = RATE
    critic_rate: Schedule = CRITIC_RATE
    critic_width: int = 256
    critic_depth: int = 2
    warm_up: int = 16
    """Rollouts from which only the critic learns."""
    entropy: Schedule = ENTROPY
    """The weight of the bonus for not being sure."""
    clip: float = 0.2
    gae_lambda: float = 0.6
    """How much less a surprise counts with every decision in between (lambda of GAE)."""
    value_lambda: float = 0.95
    """The same for what the value is to learn."""
    average: float = 0.997
    """How much of the averaged weights is kept at every update."""
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what nobody can learn with."""
        for one in fields(self):
            value = getattr(self, one.name)
            whole = one.type == "int"
            least = 0 if one.name in MAY_BE_ZERO else 1 if whole else TINY
            numbers = value if isinstance(value, tuple) else (value,)
            kinds = (int,) if whole else (int, float)
            if not all(isinstance(each, kinds) and least <= each <= MOST for each in numbers):
                raise BadOption(f"{one.name} can't be {show(value)} in a training")
        for part in ("", "critic_"):
            width, depth = getattr(self, f"{part}width"), getattr(self, f"{part}depth")
            if width > MOST_WIDTH or depth >= MOST_LAYERS:
                raise BadOption(
                    f"a network has at most {MOST_LAYERS - 1} hidden layers of at most "
                    f"{MOST_WIDTH}, not {show(depth)} of {show(width)}"
                )
        if self.matches > 1:
            raise BadOption(f"matches are a part of the games, from 0 to 1, not {self.matches}")
