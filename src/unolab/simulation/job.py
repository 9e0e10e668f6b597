"""Job: what is to be simulated. Its result is a function of these fields alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import index
from typing import Final, SupportsIndex

from unolab.bots import Bot, Compiled, PlainBot, bots_of
from unolab.errors import BadOption, show
from unolab.rules import Rules
from unolab.shuffle import LONG_SEEDS

MOST_GAMES: Final = 10**12


@dataclass(frozen=True)
class Job:
    """A series of games: who plays, by which rules, from which seed, how many.

    With ``rotations`` every deal is played so many times, the bots moving on by one seat; then the
    number of games is a multiple of it. ``comebacks`` notes how far behind the winners were.
    """

    bots: tuple[Bot, ...]
    rules: Rules
    seed: int
    games: int
    rotations: int = 1
    comebacks: bool = False
    matches: bool = False  # to the target of the rules: then every "game" is a match


def job_of(
    bots: Sequence[Bot | str | PlainBot | Compiled],
    games: int = 100_000,
    rules: Rules | str = "official",
    seed: int = 0,
    duplicate: bool = False,
    comebacks: bool = False,
) -> Job:
    """Check what a person asks for; with ``duplicate`` the games are rounded up to whole deals."""
    agreed = Rules.of(rules)
    players = tell_apart(bots_of(bots))
    agreed.check_players(len(players))
    games = whole("the number of games", games, 1, MOST_GAMES, "10**12")
    seed = whole("the seed", seed, 0, LONG_SEEDS - 1, "2**128 - 1")
    rotations = len(players) if duplicate else 1
    deals = -(-games // rotations)
    return Job(tuple(players), agreed, seed, deals * rotations, rotations, comebacks)


def whole(what: str, value: object, least: int, most: int, written: str) -> int:
    """Return a whole number within bounds, be it Python's or NumPy's, or say what is expected."""
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        number = index(value)
        if least <= number <= most:
            return number
    raise BadOption(f"{what} must be a whole number from {least} to {written}, not {show(value)}")


def tell_apart(bots: Sequence[Bot]) -> list[Bot]:
    """Number functions of one's own that go by the same name: a Report tells bots by their text."""
    strategies: dict[str, list[object]] = {}
    named = []
    for bot in bots:
        known = strategies.setdefault(str(bot), [])
        if bot.strategy not in known:
            known.append(bot.strategy)
        # from a file they are the same bot, even where every one is an object of its own
        number = 1 if ".py:" in bot.name else known.index(bot.strategy) + 1
        named.append(bot if number == 1 else replace(bot, name=f"{bot.name}-{number}"))
    return named
