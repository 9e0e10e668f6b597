"""What all bots do alike: the decisions that are not about which card to play."""

from __future__ import annotations

from unolab.cards import FACES, WILD_CARD, Face
from unolab.engine.hand import FACE
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import COLOR, NOBODY, SWAP, Hand, Rng, Table
from unolab.engine.legal import may_jump_in
from unolab.engine.rng import below
from unolab.engine.run import PASS
from unolab.engine.step import preceding
from unolab.moves import CALL, CATCH, DRAW, NAME_COLOR, SAYS_UNO
from unolab.moves import SWAP as SWAP_WITH


@inlined
def must_react(table: Table, hand: Hand) -> bool:
    """Whether the question is not "what do you play?" but "do you call, catch or jump in?"."""
    return table.turn != hand.seat or table.uno != NOBODY


@jit
def react(table: Table, hand: Hand) -> int:
    """Say "Uno" if it was forgotten, catch whoever forgot it, jump in whenever it is possible."""
    if table.uno == hand.seat:
        return CALL
    if table.uno != NOBODY:
        return CATCH + table.uno
    if may_jump_in(table, hand):
        return with_uno(table, hand, table.top)
    return PASS


@jit
def decide_without_card(table: Table, hand: Hand, rng: Rng) -> int:
    """Do what is left when no card can be played: draw, take, name any colour, swap."""
    if table.phase == COLOR:
        return NAME_COLOR + below(rng, 4)
    if table.phase == SWAP:
        other = shortest_hand(table, hand.seat)
        return SWAP_WITH + other + (SAYS_UNO if table.sizes[other] == 1 else 0)
    return DRAW


@jit
def shortest_hand(table: Table, seat: int) -> int:
    """Return the opponent who holds fewest cards, the lowest seat of equals."""
    best = NOBODY
    for other in range(table.players):
        if other == seat or (table.rules.partners != 0 and other == seat ^ 2):
            continue
        if best == NOBODY or table.sizes[other] < table.sizes[best]:
            best = other
    return best


@inlined
def with_color(card: int, color: int) -> int:
    """Play a wild as this colour."""
    return color * FACES + Face.WILD + card - WILD_CARD


@inlined
def with_uno(table: Table, hand: Hand, move: int) -> int:
    """Say "Uno" with a play that leaves one card, be it one that a zero brings."""
    zero = table.rules.seven_zero != 0 and FACE[move] == Face.ZERO
    left = table.sizes[preceding(table, hand.seat)] if zero else table.sizes[hand.seat] - 1
    return move + SAYS_UNO if left == 1 else move
