"""How a job travels to another process, perhaps on another machine, and comes out the same there.

Bots that come with unolab travel by their text, and networks of one's own with their weights.
Functions and classes of one's own travel with their code, but those in a package that is installed
go by its name.
"""

from __future__ import annotations

import pickle
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from unolab import __version__
from unolab.bots import Bot
from unolab.engine.jit import to_bytes
from unolab.errors import BadBot, ResourceError
from unolab.rules import Rules
from unolab.simulation.job import Job

STRATEGIES_KEPT: Final = 64  # of others, that a process remembers: to compile one takes seconds
PLAYING: Final = (
    "*.py",
    "engine/*.py",
    "rules/*.py",
    "bots/**/*.py",
    "simulation/*.py",
    "bots/neural/weights/*",
)
"""The files that decide what a game comes to."""


class Parcel(NamedTuple):
    """A bot as it travels: its text, or all that makes one of somebody's own."""

    name: str
    variant: str = ""
    settings: tuple[tuple[str, float], ...] = ()
    strategy: bytes = b""


class Luggage(NamedTuple):
    """A job as it travels; two with the same content are the same."""

    version: str
    bots: tuple[Parcel, ...]
    rules: str
    rest: tuple[int, int, int, bool, bool]


def pack(job: Job) -> Luggage:
    """Pack a job, or say which of its bots can't travel."""
    rest = job.seed, job.games, job.rotations, job.comebacks, job.matches
    return Luggage(edition(), tuple(map(pack_bot, job.bots)), str(job.rules), rest)


def unpack(luggage: Luggage) -> Job:
    """Unpack a job, unless the unolab here would play it differently."""
    if luggage.version != edition():
        raise ResourceError(describe_difference(edition(), "a worker"))
    bots = tuple(map(unpack_bot, luggage.bots))
    return Job(bots, Rules.parse(luggage.rules), *luggage.rest)


def pack_bot(bot: Bot) -> Parcel:
    """Pack a bot."""
    if bot.is_shipped:
        return Parcel(str(bot))
    try:
        strategy = to_bytes(bot.strategy)
    except Exception as error:  # whatever somebody's object has to say
        raise BadBot(f"{bot.name} can't be sent to other processes: {error}") from error
    return Parcel(bot.name, bot.variant, tuple(bot.settings.items()), strategy)


def unpack_bot(parcel: Parcel) -> Bot:
    """Unpack a bot."""
    if not parcel.strategy:
        return Bot.parse(parcel.name)
    try:
        strategy = strategy_of(parcel.strategy)
    except Exception as error:  # mostly a module that is not installed here
        raise BadBot(f"{parcel.name} can't be loaded by a worker: {error}") from error
    return Bot(parcel.name, parcel.variant, dict(parcel.settings), strategy)


@lru_cache(STRATEGIES_KEPT)
def strategy_of(packed: bytes) -> object:
    """Return the same object for the same bytes, so that it is compiled once."""
    return pickle.loads(packed)


@cache
def edition() -> str:
    """Return the version and a digest of the code that decides what a game comes to."""
    package = Path(__file__).parent.parent
    digest = blake2b(digest_size=8)
    for file in sorted(file for pattern in PLAYING for file in package.glob(pattern)):
        digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return f"{__version__} {digest.hexdigest()}"


def describe_difference(theirs: str, where: str) -> str:
    """Say what is wrong with the unolab elsewhere."""
    version = theirs.partition(" ")[0]
    if version == __version__:
        return f"{where} has other code of unolab {version} than this machine: install the same"
    return f"{where} has unolab {version} and this machine {__version__}: install the same version"
