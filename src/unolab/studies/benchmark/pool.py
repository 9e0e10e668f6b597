"""The pool: the frozen players that everyone is measured against.

A member never changes. One that has to change gets a new version, and so does the pool: a result
names the version that it was measured against. A new member needs a row here and nothing else. The
ratings are those of the members among themselves (docs/league.py --calibrate).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from unolab.bots import Bot
from unolab.errors import ResourceError

POOL_VERSION: Final = 4
ANCHOR: Final = "random"  # whose rating is 1000, whatever happens


@dataclass(frozen=True)
class Member:
    """A player of the pool; ``weights`` is the hash of its network, if it has one."""

    name: str
    version: int
    strategy: str  # as ``Bot.parse`` reads it
    rating: float
    weights: str | None = None

    @property
    def bot(self) -> Bot:
        """The bot, if it is still the one that was frozen."""
        bot = Bot.parse(self.strategy)
        if self.weights != bot.weights:
            raise ResourceError(
                f"{self.name} has other weights than version {self.version} of it, which is in "
                f"the pool: install the version of unolab that has pool {POOL_VERSION}"
            )
        return bot

    def to_dict(self) -> dict[str, Any]:
        """Write it as it is named in files."""
        return {"name": self.name, "version": self.version, "weights": self.weights}


MEMBERS: Final = (
    Member("random", 1, "random", 1000.0),
    Member("greedy", 1, "greedy", 1009.8),
    Member("ashtabna", 1, "ashtabna", 1057.3),
    Member("mixbot2", 1, "mixbot2", 1076.2),
    Member(
        "neural",
        3,
        "neural",
        1132.2,
        "4d6e99802ff6343ad4db6655c96bc5581ef747e98d8649676f98b807de459a02",
    ),
    Member(
        "expert",  # quick enough for thousands of games
        1,
        "expert(worlds=32,decisions=4,players=2)",
        1133.1,
        "9fb5ec9fca01ba4c86cba6d86a5a2e7200f1357add008665c7aa60d1c42b2289",
    ),
)
POOL: Final = {member.name: member for member in MEMBERS}


def describe_pool() -> dict[str, Any]:
    """Write the pool as files name it."""
    return {"version": POOL_VERSION, "members": [member.to_dict() for member in MEMBERS]}
