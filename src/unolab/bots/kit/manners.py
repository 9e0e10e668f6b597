"""What all bots do alike: the decisions that are not about which card to play.

A strategy says which card to play, and ``name_color`` which colour it names where it plays none:
for a wild that was turned up first, or one that answers a draw card. ``ask`` does the rest, for our
bots and for those of others.

They call and catch, jump in whenever they can, answer a draw card with the cheapest that does or
take what is due, and swap with an opponent who holds fewest cards. ``forget`` is how often a bot
fails to say "Uno", ``challenge`` how often it doubts a wild draw four unless it may ``judge`` that,
and ``bluff`` how often it bluffs with one where that pays.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, Final, cast

from unolab.bots.kit.bluffs import doubts, invites_bluff
from unolab.bots.kit.choice import any_of, common_color
from unolab.cards import DRAW_FOUR_CARD
from unolab.engine.hand import DRAW_TWOS, NONE, with_color
from unolab.engine.jit import inlined, jit, rebind
from unolab.engine.layout import (
    COLOR,
    DRAWN,
    NOBODY,
    PENALTY,
    SWAP,
    TURN,
    WD4_CHALLENGE,
    Hand,
    Memory,
    Rng,
    Table,
    number,
)
from unolab.engine.legal import may_challenge, may_jump_in, playable
from unolab.engine.rng import below
from unolab.engine.run import ASKS, PASS
from unolab.engine.score import is_opponent
from unolab.engine.step import left_after
from unolab.moves import CALL, CATCH, CHALLENGE, DRAW, NAME_COLOR, SAYS_UNO, SWAP_WITH

# Settings that every bot has, at the end of ``memory.settings``
FORGET_SLOT: Final = number(38)
CHALLENGE_SLOT: Final = number(39)
JUDGE_SLOT: Final = number(40)
BLUFF_SLOT: Final = number(41)
CERTAIN: Final = number(1_000_000)
BROKEN: Final = number(126)  # no move: what a bot that raised an error is said to want


Strategy = Callable[[Any, Any, Any, Any], int]
"""A function ``(table, hand, memory, rng)`` that chooses a card, or decides everything."""


@inlined
def choose(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Let Python choose, where no compiled strategy stands here."""
    return ASKS


@inlined
def name_color(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Name the colour held most often, where a strategy has nothing else to say."""
    return common_color(hand, rng)


def ask(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Ask a strategy which card to play, say "Uno" for it, and decide all else as bots do."""
    if not may_choose(table, hand):
        color = name_color(table, hand, memory, rng)
        return manners(table, hand, memory, rng, color) if 0 <= color < 4 else BROKEN
    move = choose(table, hand, memory, rng)
    if 0 <= move < DRAW:
        return lay(table, hand, memory, rng, move)
    return move


def with_manners(strategy: Strategy, colors: Strategy | None, name: str) -> Strategy:
    """Make the bot that asks a compiled strategy for cards only, and for colours if it has any.

    It is ``ask`` with other functions for its two names, and no closure: Numba can keep its code.
    """
    names = {"choose": strategy, **({} if colors is None else {"name_color": colors})}
    bot = rebind(cast("FunctionType", ask), names)
    bot.__name__ = bot.__qualname__ = name
    return bot


@inlined
def may_choose(table: Table, hand: Hand) -> bool:
    """Whether the question is which card to play, or whether to play the one just drawn."""
    return (
        table.turn == hand.seat
        and table.uno == NOBODY
        and (table.phase == TURN or table.phase == DRAWN)
    )


@jit
def manners(table: Table, hand: Hand, memory: Memory, rng: Rng, color: int) -> int:
    """Decide whatever is no choice of a card; ``color`` is what the bot would name."""
    if table.turn != hand.seat or table.uno != NOBODY:
        return react(table, hand, memory, rng)
    if table.phase == COLOR:
        return NAME_COLOR + color
    if table.phase == SWAP:
        other = shortest_hand(table, hand.seat, rng)
        says = table.sizes[other] == 1 and not by_chance(memory, rng, FORGET_SLOT)
        return SWAP_WITH + other + (SAYS_UNO if says else 0)
    if table.phase == PENALTY:
        if may_challenge(table):
            if memory.settings[JUDGE_SLOT]:
                challenges = doubts(table, hand)
            else:
                challenges = by_chance(memory, rng, CHALLENGE_SLOT)
            if challenges:
                return CHALLENGE
        answers = playable(table, hand)
        if answers & DRAW_TWOS:
            return lay(table, hand, memory, rng, any_of(answers & DRAW_TWOS, rng))
        if answers != NONE:
            return lay(table, hand, memory, rng, with_color(any_of(answers, rng), color))
    return DRAW


@jit
def react(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Say "Uno" if it was forgotten, catch whoever forgot it, jump in whenever it is possible."""
    if table.uno == hand.seat:
        return CALL
    if table.uno != NOBODY:
        return CATCH + table.uno
    if may_jump_in(table, hand):
        return lay(table, hand, memory, rng, table.top)
    return PASS


@jit
def by_chance(memory: Memory, rng: Rng, slot: int) -> bool:
    """Whether something happens whose probability is a setting."""
    return memory.settings[slot] > 0 and below(rng, CERTAIN) < memory.settings[slot] * CERTAIN


@jit
def shortest_hand(table: Table, seat: int, rng: Rng) -> int:
    """Return the opponent who holds fewest cards, one of equals by lot."""
    best = NOBODY
    equals = 0
    for other in range(table.players):
        if is_opponent(table, seat, other):
            if best == NOBODY or table.sizes[other] < table.sizes[best]:
                best = other
                equals = 1
            elif table.sizes[other] == table.sizes[best]:
                equals += 1
    # nothing is drawn where there is nothing to choose: the stream of a game stays what it was
    lot = below(rng, equals) if equals > 1 else 0
    for other in range(best, table.players):
        if is_opponent(table, seat, other) and table.sizes[other] == table.sizes[best]:
            if lot == 0:
                return other
            lot -= 1
    return best


@jit
def bluff_or_not(table: Table, hand: Hand, memory: Memory, rng: Rng, card: int) -> int:
    """Return a wild draw four in place of a card where a bluff pays, as often as the bot bluffs."""
    if invites_bluff(table, hand, card) and by_chance(memory, rng, BLUFF_SLOT):
        return with_color(DRAW_FOUR_CARD, common_color(hand, rng))
    return card


@inlined
def lay(table: Table, hand: Hand, memory: Memory, rng: Rng, card: int) -> int:
    """Play a card, or bluff instead, and say "Uno" if that leaves one."""
    # where nobody may doubt, which is where bots are simulated most, this is all it costs
    if table.rules.wd4 == WD4_CHALLENGE and memory.settings[BLUFF_SLOT] > 0:
        card = bluff_or_not(table, hand, memory, rng, card)
    if left_after(table, hand.seat, card) == 1 and not by_chance(memory, rng, FORGET_SLOT):
        return card + SAYS_UNO
    return card
