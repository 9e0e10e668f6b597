"""Plan: which tables a player sits at, and which cards are dealt there.

A table is a rule set, a number of players, an opponent from the pool and an arrangement. Its deals
follow from its name and the seed alone: everybody gets the same ones, and a new member of the pool
changes none of the others'. The unit is a deal, which is played once from every seat.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Final, TypeVar

from unolab.bots import Bot
from unolab.errors import BadOption, show, suggestion
from unolab.rules import Rules
from unolab.shuffle import LONG_SEEDS
from unolab.simulation.job import Job, whole
from unolab.studies.benchmark.pool import POOL

RULE_SETS: Final = {
    "official": "official+target=0+turn_limit=2000",
    "must_play": "official+draw_when_able=false+target=0+turn_limit=2000",
    "house": "stacking+seven_zero=true+target=0+turn_limit=2000",
}
"""The printed rules; the same without drawing by choice; stacking, with sevens and zeros."""
SIZES: Final = (2, 3, 4, 6, 10)
DEALS: Final = 1_000  # at every table, by default
MOST_DEALS: Final = 1_000_000
LONGEST_PASS: Final = 64  # deals at a table before the next has its turn

T = TypeVar("T", str, int)


@dataclass(frozen=True)
class Table:
    """Where a player meets an opponent: alone among copies of it, or it alone among copies of us.

    At a table of two there is no difference, and only the first is played.
    """

    rules: str
    players: int
    opponent: str
    alone: bool = True

    @property
    def copies(self) -> int:
        """How many seats the player has."""
        return 1 if self.alone else self.players - 1

    @property
    def fair(self) -> float:
        """The share of the games that somebody as good as the opponent wins."""
        return self.copies / self.players

    @property
    def name(self) -> str:
        """What it is called in messages, and what its deals follow from."""
        return f"{self.rules}/{self.players}/{self.opponent}/{self.copies}"

    @cached_property
    def agreed(self) -> Rules:
        """The rules."""
        return Rules.parse(RULE_SETS[self.rules])

    def seed(self, seed: int) -> int:
        """Return the seed of its deals."""
        text = f"unolab benchmark {seed} {self.name}"
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")

    def job(self, bot: Bot, seed: int, deals: int) -> Job:
        """Return what the simulation needs: the player's seats come first in the line-up."""
        other = POOL[self.opponent].bot
        bots = (bot,) * self.copies + (other,) * (self.players - self.copies)
        return Job(bots, self.agreed, self.seed(seed), deals * self.players, self.players)


TABLES: Final = tuple(
    Table(rules, players, opponent, alone)
    for rules in RULE_SETS
    for players in SIZES
    for opponent in POOL
    for alone in ((True,) if players == 2 else (True, False))
)
"""All of them."""


@dataclass(frozen=True)
class Plan:
    """How many deals are played at which tables, from which seed."""

    deals: int = DEALS
    seed: int = 0
    tables: tuple[Table, ...] = TABLES

    @property
    def games(self) -> int:
        """How many games that is."""
        return self.deals * sum(table.players for table in self.tables)


def plan_of(
    deals: int = DEALS,
    seed: int = 0,
    rules: Collection[str] | None = None,
    players: Collection[int] | None = None,
    opponents: Collection[str] | None = None,
) -> Plan:
    """Make a plan of all tables, or of those that are named."""
    named = (
        choose("rule set", rules, tuple(RULE_SETS)),
        choose("table size", players, SIZES),
        choose("opponent", opponents, tuple(POOL)),
    )
    tables = tuple(t for t in TABLES if all_in((t.rules, t.players, t.opponent), named))
    return Plan(
        whole("the number of deals", deals, 1, MOST_DEALS, "10**6"),
        whole("the seed", seed, 0, LONG_SEEDS - 1, "2**128 - 1"),
        tables,
    )


def choose(what: str, wanted: Collection[T] | None, known: Sequence[T]) -> Sequence[T]:
    """Return what was named of what there is, or all of it."""
    for one in wanted or ():
        if one not in known:
            hint = suggestion(one, [str(other) for other in known])
            listed = ", ".join(map(str, known))
            raise BadOption(f"the benchmark has no {what} {show(one)}{hint}: choose {listed}")
    return tuple(one for one in known if wanted is None or one in wanted)


def all_in(values: Sequence[object], sets: Sequence[Collection[object]]) -> bool:
    """Whether every value is in its set."""
    return all(value in some for value, some in zip(values, sets, strict=True))
