"""Bots at the table: their random streams, what they remember, and how one is asked for a move."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from unolab.bots.bot import Bot
from unolab.bots.failure import failure, wrong_answer
from unolab.bots.plain import answer
from unolab.engine import calls
from unolab.engine.layout import MINDS
from unolab.engine.record import Record, copy_record, make_record, mark_legal
from unolab.engine.run import ASKS, PASS
from unolab.engine.setup import words
from unolab.moves import ACTIONS, SAYS_UNO, Move
from unolab.state import View

BotMemory = Record
"""What a bot remembers during a game."""


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


class SeatedBot:
    """A bot in a round: it is shown a View and returns a move, and remembers what it has seen.

    Make one for every round. It returns None only out of turn, to let a chance go by.
    """

    def __init__(self, bot: Bot, seat: int = 0, seed: int = 0, number: int = 0) -> None:
        """Sit down; the chance of a seat depends on the seed and the number of the game."""
        self.bot = bot
        self.seat = seat
        self._minds = minds_of([bot] * (seat + 1), seed, number)

    def __call__(self, view: View) -> Move | None:
        """Ask it for a move."""
        bot, minds = self.bot, self._minds
        before = minds if bot.is_shipped else copy_record(minds)
        move = calls.ask_bot(view._table, view._hand, minds, self.seat)
        if move == ASKS:
            move = answer(bot, view)
        if move == PASS and view.seat != view.turn:
            return None
        if not bot.is_shipped and not is_legal(view, move):
            if bot.is_compiled:
                raise failure(bot, view, before["each"][0, self.seat])
            raise wrong_answer(bot, view, None if move == PASS else move)
        return Move(move)

    def __repr__(self) -> str:
        return f"<{self.bot} in seat {self.seat}>"


def think(
    bots: Sequence[Bot], seed: int, memory: BotMemory | None, seat: int, view: View
) -> tuple[Move | None, BotMemory]:
    """Ask a bot by what it remembers; return its move and what it remembers then.

    Nothing else is kept: its random stream depends on the seed, the seat and how much has happened.
    """
    one = SeatedBot(bots[seat], seat, seed, int(view._table["logged"][0]))
    memories = one._minds["each"]["memory"][0]
    if memory is not None:
        settings = memories["settings"][seat].copy()
        memories[seat] = memory[0]
        memories["settings"][seat] = settings
    move = one(view)
    kept = copy_record(memories[seat : seat + 1])
    kept["settings"] = 0  # they are the bot's, and may hold what is good in this process only
    return move, kept


def is_legal(view: View, move: int) -> bool:
    """Whether a seat may make a move that some bot wants."""
    action = move & (SAYS_UNO - 1)
    return action < ACTIONS and bool(mark_legal(view._table, view._hand)[action])
