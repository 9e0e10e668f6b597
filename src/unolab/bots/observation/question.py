"""Questions: what a seat is asked to decide, and which answers it may give.

An action is the action id of a move (unolab.moves), or PASS. Seats in it are counted ahead from the
seat that decides, and in the canonical form colours by their place. What is no real question is not
asked: where there is one answer, or several that come to the same, it is given at once.
"""

from __future__ import annotations

from typing import Any, Final

from unolab.bots.kit.bluffs import doubts
from unolab.bots.kit.choice import count_color
from unolab.cards import FACES, WILD_CARD
from unolab.engine.hand import NONE, bit, with_color, without_lowest
from unolab.engine.jit import inlined, jit, lowest_bit
from unolab.engine.layout import (
    COLOR,
    DRAWN,
    NOBODY,
    PHASES,
    SWAP,
    Hand,
    Table,
    number,
)
from unolab.engine.legal import may_challenge, may_draw, may_jump_in, may_keep, playable
from unolab.engine.score import is_opponent
from unolab.engine.step import following, left_after
from unolab.moves import ACTIONS as MOVE_ACTIONS
from unolab.moves import (
    CALL,
    CATCH,
    CHALLENGE,
    DRAW,
    NAME_COLOR,
    SAYS_UNO,
    SWAP_WITH,
)

PASS: Final = MOVE_ACTIONS  # let the chance to jump in, call or catch go by
ACTIONS: Final = MOVE_ACTIONS + 1

DECISIONS: Final = {
    "challenge": "whether to challenge a wild draw four; else it is judged as bots judge it",
    "swap": "with whom to swap after a seven; else with the opponent who has fewest cards",
    "jump_in": "whether to jump in; else always",
    "calls": "whether to say Uno, and whether to catch others; else always both",
}
"""What a learner may decide itself besides its turn, and what is done for it otherwise."""
DECIDED: Final = ("challenge", "swap", "jump_in")
"""What it decides unless told otherwise."""
DECIDES_CHALLENGE, DECIDES_SWAP, DECIDES_JUMP_IN, DECIDES_CALLS = (
    number(1 << place) for place in range(len(DECISIONS))
)

DECIDED_BITS: Final = number(
    sum(1 << place for place, name in enumerate(DECISIONS) if name in DECIDED)
)

# What may be answered besides playing a card, as bits
MAY_DRAW, MAY_KEEP, MAY_CHALLENGE, MAY_NAME, MAY_SWAP, MAY_PASS, MAY_CALL, MAY_CATCH = (
    number(1 << place) for place in range(8)
)
# Questions by their place in layout.QUESTIONS; the first ones are the phases of a turn
ASKS_JUMP, ASKS_CALL, ASKS_CATCH = (number(PHASES.index("over") + i) for i in range(3))
ASKED: Final = number(-1)  # there is no move to be made without asking

COLORS_AS_THEY_ARE: Final = number(0b11100100)


@jit
def question_for(table: Table, hand: Hand, early: int, decides: int) -> Any:
    """Return the cards that may be played, other answers as bits, and the move if none is asked.

    That is ASKED where there is something to decide. ``early`` says that the seat may call "Uno"
    before anyone can catch it.
    """
    seat = hand.seat
    more = number(0)
    if table.uno != NOBODY:
        if decides & DECIDES_CALLS == 0:
            return NONE, more, number(CALL if table.uno == seat else CATCH + table.uno)
        more = MAY_CALL if table.uno == seat else MAY_CATCH
        if table.turn != seat:
            jumps = decides & DECIDES_JUMP_IN and may_jump_in(table, hand)
            return bit(table.top) if jumps else NONE, more | MAY_PASS, ASKED
        if early:
            return NONE, more | MAY_PASS, ASKED
    elif table.turn != seat:
        if decides & DECIDES_JUMP_IN:
            return bit(table.top), MAY_PASS, ASKED
        return NONE, more, lay(table, seat, table.top, decides)
    phase = table.phase
    if phase == COLOR:
        return NONE, MAY_NAME, ASKED
    if phase == SWAP:
        if table.players == 2 or decides & DECIDES_SWAP == 0:
            return NONE, more, swap(table, shortest_ahead(table, seat), decides)
        return NONE, MAY_SWAP, ASKED
    cards = playable(table, hand)
    if phase == DRAWN:
        if may_keep(table):
            more |= MAY_KEEP
    elif cards == NONE or may_draw(table):
        more |= MAY_DRAW
    if may_challenge(table):
        if decides & DECIDES_CHALLENGE:
            more |= MAY_CHALLENGE
        elif table.uno == NOBODY and doubts(table, hand):
            return NONE, number(0), number(CHALLENGE)
    return cards, more, only_answer(table, seat, cards, more, decides)


@inlined
def only_answer(table: Table, seat: int, cards: int, more: int, decides: int) -> int:
    """Return the only move there is, if so: the colour of a last wild does not matter."""
    if cards == NONE:
        return number(DRAW) if more == MAY_DRAW else ASKED
    if more == 0 and without_lowest(cards) == NONE:
        card = lowest_bit(cards)
        if card < WILD_CARD:
            return lay(table, seat, card, decides)
        if table.sizes[seat] == 1:
            return number(with_color(card, 0))
    return ASKED


@inlined
def lay(table: Table, seat: int, card: int, decides: int) -> int:
    """Play a card, and say "Uno" if that leaves one, unless the learner does that itself."""
    if decides & DECIDES_CALLS or left_after(table, seat, card) != 1:
        return number(card)
    return number(card + SAYS_UNO)


@inlined
def swap(table: Table, other: int, decides: int) -> int:
    """Swap hands, and say "Uno" if that leaves one card, unless the learner does that itself."""
    if decides & DECIDES_CALLS or table.sizes[other] != 1:
        return number(SWAP_WITH + other)
    return number(SWAP_WITH + other + SAYS_UNO)


@jit
def shortest_ahead(table: Table, seat: int) -> int:
    """Return the opponent who holds fewest cards, the next of equals."""
    best = NOBODY
    other = following(table, seat)
    while other != seat:
        if is_opponent(table, seat, other) and (
            best == NOBODY or table.sizes[other] < table.sizes[best]
        ):
            best = other
        other = following(table, other)
    return best


# ── colours and seats as the seat that decides counts them ────────────────────────────────────────


@jit
def order_colors(table: Table, hand: Hand) -> int:
    """Return the place of every colour, two bits each: in force first, then by the own cards."""
    force = number(-1)
    if table.top < WILD_CARD:
        force = table.top // FACES
    a = count_color(hand, 0) * 4 + 3 + (1000 if force == 0 else 0)
    b = count_color(hand, 1) * 4 + 2 + (1000 if force == 1 else 0)
    c = count_color(hand, 2) * 4 + 1 + (1000 if force == 2 else 0)
    d = count_color(hand, 3) * 4 + (1000 if force == 3 else 0)
    return number(
        (int(b > a) + int(c > a) + int(d > a))
        | (int(a > b) + int(c > b) + int(d > b)) << 2
        | (int(a > c) + int(b > c) + int(d > c)) << 4
        | (int(a > d) + int(b > d) + int(c > d)) << 6
    )


@inlined
def place_of(colors: int, color: int) -> int:
    """Return the place of a colour."""
    return colors >> (2 * color) & 3


@inlined
def color_at(colors: int, place: int) -> int:
    """Return the colour at a place."""
    for color in range(3):
        if place_of(colors, color) == place:
            return number(color)
    return number(3)


@inlined
def seat_ahead(table: Table, seat: int, ahead: int) -> int:
    """Return the seat so many places ahead in the direction of play."""
    other = seat + table.step * ahead
    if other >= table.players:
        return other - table.players
    return other + table.players if other < 0 else other


@inlined
def places_ahead(table: Table, seat: int, other: int) -> int:
    """Return how many places ahead of a seat another one is."""
    ahead = (other - seat) * table.step
    return ahead + table.players if ahead < 0 else ahead


@jit
def move_of(table: Table, seat: int, colors: int, action: int, decides: int) -> int:
    """Turn an action into a move; "Uno" is said with it, unless the learner does that itself."""
    if action < DRAW:
        card = number(color_at(colors, action // FACES) * FACES + action % FACES)
        return lay(table, seat, card, decides)
    if action < NAME_COLOR or action == CALL:
        return number(action)
    if action < SWAP_WITH:
        return number(NAME_COLOR + color_at(colors, action - NAME_COLOR))
    if action < CALL:
        other = seat_ahead(table, seat, action - SWAP_WITH)
        return swap(table, other, decides)
    return CATCH + seat_ahead(table, seat, action - CATCH)


@jit
def action_of(table: Table, seat: int, colors: int, move: int) -> int:
    """Turn a move of a seat into an action, whether "Uno" is said with it or not."""
    action = move & (SAYS_UNO - 1)
    if action < DRAW:
        return place_of(colors, action // FACES) * FACES + action % FACES
    if action < NAME_COLOR or action == CALL:
        return number(action)
    if action < SWAP_WITH:
        return NAME_COLOR + place_of(colors, action - NAME_COLOR)
    if action < CALL:
        return SWAP_WITH + places_ahead(table, seat, action - SWAP_WITH)
    return CATCH + places_ahead(table, seat, action - CATCH)
