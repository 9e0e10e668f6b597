"""The bots, one file each, and how they come to the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b

from unolab.bots.bot import BOTS, Bot, Player, ShippedBot
from unolab.bots.failure import failure, wrong_answer
from unolab.bots.own import Compiled, compiled
from unolab.bots.plain import answer
from unolab.engine import calls
from unolab.engine.layout import MINDS
from unolab.engine.record import Record, copy_record, make_record, mark_legal
from unolab.engine.run import ASKS, PASS
from unolab.engine.setup import words
from unolab.moves import ACTIONS, SAYS_UNO, Move
from unolab.state import View

__all__ = [
    "BOTS",
    "Bot",
    "Compiled",
    "Memory",
    "Player",
    "ShippedBot",
    "bots_of",
    "compiled",
    "minds_of",
    "seated",
    "think",
]

Memory = Record
"""What a bot remembers during a game."""


def bots_of(bots: Sequence[Bot | str | Player | Compiled]) -> list[Bot]:
    """Take a list of bots in any form; text is trusted, as in ``Bot.of``."""
    if isinstance(bots, str):
        raise ValueError(f"bots are a list, one for each seat, not {bots!r:.40}")
    return [Bot.of(bot) for bot in bots]


def minds_of(bots: Sequence[Bot], seed: int, number: int = 0) -> Record:
    """Seat bots round a table, each with a fresh memory and a random stream of its own."""
    minds = make_record(MINDS)
    each, seeds = minds["each"][0], minds["seeds"][0]
    minds["order"][0] = range(len(minds["order"][0]))
    for seat, bot in enumerate(bots):
        each["bot"][seat] = bot.address
        each["memory"]["settings"][seat] = bot.slots()
        seeds["low"][seat], seeds["high"][seat] = words(bot_seed(seed, seat))
    calls.seat_bots(minds, len(bots), number)
    return minds


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot at a seat: a one-way function of that of the deck.

    A bot holds its random stream in its hands and could compute the seed of it. This way it learns
    nothing about the cards, nor about the other bots.
    """
    digest = blake2b(f"unolab bot {seat} of {seed}".encode(), digest_size=16).digest()
    return int.from_bytes(digest, "little")


def is_legal(view: View, move: int) -> bool:
    """Whether a seat may make a move that some bot wants."""
    action = move & (SAYS_UNO - 1)
    return action < ACTIONS and bool(mark_legal(view._table, view._hand)[action])


def think(
    bots: Sequence[Bot], seed: int, memory: Memory | None, seat: int, view: View
) -> tuple[Move | None, Memory]:
    """Ask a shipped bot by what it remembers; return its move and what it remembers then.

    Nothing else is kept: its random stream depends on the seed, the seat and how much has happened.
    """
    minds = minds_of(bots, seed, int(view._table["logged"][0]))
    memories = minds["each"]["memory"][0]
    if memory is not None:
        memories[seat] = memory[0]
    move = calls.ask_bot(view._table, view._hand, minds, seat)
    after = copy_record(memories[seat : seat + 1])
    return None if move == PASS and seat != view.turn else Move(move), after


def seated(
    bots: Sequence[Bot | str | Player | Compiled], seed: int, number: int = 0
) -> list[Callable[[View], Move | None]]:
    """Seat bots round a table where others play too: a function of a View for each seat."""
    players = bots_of(bots)
    minds = minds_of(players, seed, number)

    def ask(seat: int, view: View) -> Move | None:
        bot = players[seat]
        before = minds if bot.is_shipped else copy_record(minds)
        move = calls.ask_bot(view._table, view._hand, minds, seat)
        if move == ASKS:
            move = answer(bot, view)
        if move == PASS and view.seat != view.turn:
            return None
        if not bot.is_shipped and not is_legal(view, move):
            if bot.is_compiled:
                raise failure(bot, view, before["each"][0, seat])
            raise wrong_answer(bot, view, None if move == PASS else move)
        return Move(move)

    return [lambda view, seat=seat: ask(seat, view) for seat in range(len(bots))]  # type: ignore[misc]
