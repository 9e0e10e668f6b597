"""The computer players, one file each, and the names they are known by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from importlib import import_module

from unolab.engine import calls
from unolab.engine.jit import address_of
from unolab.engine.layout import HAND, MEMORY, MINDS, RNG, TABLE
from unolab.engine.run import PASS
from unolab.errors import NotationError, show, suggestion
from unolab.moves import Move
from unolab.setup import words
from unolab.state import View
from unolab.table import Record, one

Bot = Callable[[View], Move | None]
"""A player: it is shown what its seat sees and says what to do, or None to let a chance go by."""

BOTS = {
    "random": "any card that fits, all alike; draws only when it must",
}
"""Every bot that comes with unolab, and what it does in a few words."""


def check(name: str) -> None:
    """Raise NotationError unless there is a bot of this name."""
    if name not in BOTS:
        hint = suggestion(name, BOTS)
        raise NotationError(f"unknown bot {show(name)}{hint}; known are {', '.join(BOTS)}")


@cache
def address(name: str) -> int:
    """Compile a bot, on its first use, and return where its code is."""
    check(name)
    function = getattr(import_module(f"unolab.bots.{name}"), name)
    return address_of(function, TABLE, HAND, MEMORY, RNG)


def minds_of(bots: Sequence[str], seed: int, number: int = 0) -> Record:
    """Seat bots round a table, each with a fresh memory and a random stream of its own."""
    minds = one(MINDS)
    for seat, name in enumerate(bots):
        mind = minds["seats"][0, seat : seat + 1]
        mind["bot"] = address(name)
        mind["low"], mind["high"] = words(bot_seed(seed, seat))
    calls.seat_bots(minds, len(bots), number)
    return minds


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot at a seat: a one-way function of that of the deck.

    A bot holds its random stream in its hands and could compute the seed of it. This way it learns
    nothing about the cards, nor about the other bots.
    """
    digest = blake2b(f"unolab bot {seat} of {seed}".encode(), digest_size=16).digest()
    return int.from_bytes(digest, "little")


def seated(bots: Sequence[str], seed: int, number: int = 0) -> list[Bot]:
    """Seat bots round a table where others play too: a function of a View for each seat."""
    minds = minds_of(bots, seed, number)

    def ask(seat: int, view: View) -> Move | None:
        move = calls.ask_bot(view._table, view._hand, minds, seat)
        return None if move == PASS else Move(move)

    return [lambda view, seat=seat: ask(seat, view) for seat in range(len(bots))]  # type: ignore[misc]
