"""Plan: what a tournament is. Its result is a function of these fields alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from hashlib import blake2b
from itertools import combinations
from math import comb
from random import Random
from typing import Final

from unolab.errors import BadOption, show, suggestion
from unolab.foreign import Limits
from unolab.gameloop import TARGET
from unolab.rules import Rules
from unolab.shuffle import LONG_SEEDS
from unolab.simulation.job import MOST_GAMES, whole
from unolab.tournament.entry import Entry

FORMS: Final = ("table", "round-robin", "knockout")
"""Everybody at one table; every line-up of a table's size; groups, the better half goes on."""

SEATS: Final = 4
MOST_SEATS: Final = 10
MOST_HEATS: Final = 1_000_000
DEFAULT_TURN_LIMIT: Final = 2_000  # turns, where bots may draw for ever
MOST_SECONDS: Final = 86_400


@dataclass(frozen=True)
class Heat:
    """Those who meet at one table for so many games; they are places among the entries."""

    stage: int
    players: tuple[int, ...]
    games: int
    seed: int


@dataclass(frozen=True)
class Plan:
    """Who plays, by which rules, in which form, how many games at a table, from which seed.

    With ``match`` every game is a match to the target of the rules, or to 500 if they have none.
    """

    entries: tuple[Entry, ...]
    games: int
    rules: Rules
    seed: int
    form: str
    seats: int
    match: bool
    limits: Limits
    faults: int  # before a player is disqualified

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the plan without what is derived from it."""
        return Plan, tuple(getattr(self, field.name) for field in fields(self))

    @cached_property
    def heats(self) -> tuple[Heat, ...]:
        """All tables, or those of the first stage of a knock-out."""
        everybody = range(len(self.entries))
        if self.form == "table":
            return (self.heat(0, everybody),)
        if self.form == "round-robin":
            return tuple(self.heat(0, some) for some in combinations(everybody, self.seats))
        lots = list(everybody)
        Random(self.seed).shuffle(lots)
        return self.stage(0, lots)

    def stage(self, number: int, players: Sequence[int]) -> tuple[Heat, ...]:
        """Deal those who are left to tables of a knock-out, which differ by one player at most.

        Where one would be left over at tables of two, there is a table of three.
        """
        tables = min(-(-len(players) // self.seats), len(players) // 2)  # nobody sits alone
        return tuple(self.heat(number, players[place::tables]) for place in range(tables))

    def heat(self, stage: int, players: Sequence[int]) -> Heat:
        """Seat some at a table; every deal is played from every seat."""
        some = tuple(sorted(players, key=lambda place: self.entries[place].name))
        games = -(-self.games // len(some)) * len(some)
        return Heat(stage, some, games, self._seed(stage, some))

    def _seed(self, stage: int, players: Sequence[int]) -> int:
        """Seed a table by who sits there, so that others do not change its deals."""
        if self.form == "table":
            return self.seed
        names = [self.entries[place].name for place in players]
        text = repr((self.seed, stage, names))
        return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "little")

    @property
    def games_in_all(self) -> int:
        """How many games there are at all tables of all stages."""
        if self.form != "knockout":
            return sum(heat.games for heat in self.heats)
        total, left = 0, len(self.entries)
        while True:
            heats = self.stage(0, range(left))
            total += sum(heat.games for heat in heats)
            if len(heats) == 1:
                return total
            left = self.count_survivors(left)

    def count_survivors(self, players: int) -> int:
        """Return how many go on: half of them, or as many as sit at the last table."""
        return max(self.seats, -(-players // 2))

    def names(self, players: Sequence[int]) -> tuple[str, ...]:
        """Return the names of some entries."""
        return tuple(self.entries[place].name for place in players)


def plan_of(
    entries: Sequence[Entry],
    games: int,
    rules: Rules | str = "nifty",
    seed: int = 0,
    form: str | None = None,
    seats: int | None = None,
    match: bool = False,
    limits: Limits | None = None,
    faults: int = 20,
) -> Plan:
    """Make a plan, or refuse it. By default up to four sit at one table, more meet in turn."""
    if len(entries) < 2:
        raise BadOption(f"a tournament has at least two players, not {len(entries)}")
    if form is None:
        form = "table" if len(entries) <= SEATS else "round-robin"
    if form not in FORMS:
        hint = suggestion(form, FORMS)
        raise BadOption(f"unknown form {show(form)}{hint}: choose {', '.join(FORMS)}")
    if form == "table" and len(entries) > MOST_SEATS:
        raise BadOption(
            f"a table has at most {MOST_SEATS} players, not {len(entries)}: choose "
            "round-robin or knockout"
        )
    if seats is None:
        seats = len(entries) if form == "table" else min(SEATS, len(entries))
    plan = Plan(
        tuple(entries),
        whole("the number of games", games, 1, MOST_GAMES, "10**12"),
        fit_rules(Rules.of(rules), match),
        whole("the seed", seed, 0, LONG_SEEDS - 1, "2**128 - 1"),
        form,
        whole("the table size", seats, 2, MOST_SEATS, "10"),
        match,
        check_limits(limits or Limits()),
        whole("the number of faults", faults, 1, 10**9, "10**9"),
    )
    check_tables(plan)
    return plan


def check_limits(limits: Limits) -> Limits:
    """Refuse limits that no program could keep."""
    for what in ("move", "game", "start"):
        seconds = getattr(limits, what)
        if not 0.001 <= seconds <= MOST_SECONDS:  # NaN neither
            raise BadOption(
                f"the time limit per {what} is from 0.001 to {MOST_SECONDS:,} seconds, "
                f"not {show(seconds)}"
            )
    whole("the memory limit", limits.memory, 16, 10**6, "10**6")
    return limits


def fit_rules(rules: Rules, match: bool) -> Rules:
    """Adapt rules to a tournament: matches have a target, and every game ends."""
    if rules.partners:
        raise BadOption("a tournament has no partners: choose other rules")
    target = (rules.target or TARGET) if match else rules.target
    longest = rules.turn_limit or (DEFAULT_TURN_LIMIT if rules.draw_when_able else 0)
    return replace(rules, target=target, turn_limit=longest)


def check_tables(plan: Plan) -> None:
    """Refuse tables that can't be filled, and more of them than anyone would wait for."""
    count = len(plan.entries)
    if plan.form == "table" and plan.seats != count:
        raise BadOption(f"one table seats all {count} players: leave out the table size")
    if plan.seats > count:
        raise BadOption(f"{count} players don't fill a table of {plan.seats}")
    if plan.form == "round-robin" and comb(count, plan.seats) > MOST_HEATS:
        raise BadOption(
            f"{count} players at tables of {plan.seats} are {comb(count, plan.seats):,} line-ups: "
            "choose smaller tables, or knockout"
        )
