"""The order of a hand, for bots to whom it matters.

A hand of the engine has none. A bot that wants one keeps a list, the newest cards in front, those
that came together in any order.
"""

from __future__ import annotations

from unolab.bots.kit.counting import assign
from unolab.engine.hand import without_lowest
from unolab.engine.jit import inlined, jit, lowest_bit
from unolab.engine.layout import Hand, Memory, Rng
from unolab.engine.rng import below


@inlined
def put_in_front(memory: Memory, cards: int) -> None:
    """Put a copy of each of some cards in front of the list."""
    while cards:
        for place in range(memory.listed, 0, -1):
            memory.order[place] = memory.order[place - 1]
        memory.order[0] = lowest_bit(cards)
        memory.listed += 1
        cards = without_lowest(cards)


@inlined
def take_out(memory: Memory, cards: int) -> None:
    """Take the first copy of each of some cards out of the list."""
    while cards:
        card = lowest_bit(cards)
        cards = without_lowest(cards)
        place = 0
        while place < memory.listed and memory.order[place] != card:
            place += 1
        if place < memory.listed:
            memory.listed -= 1
            for later in range(place, memory.listed):
                memory.order[later] = memory.order[later + 1]


@inlined
def shuffle(memory: Memory, cards: int, rng: Rng) -> None:
    """Bring the first cards of the list into any order."""
    for place in range(cards - 1, 0, -1):
        other = below(rng, place + 1)
        card = memory.order[place]
        memory.order[place] = memory.order[other]
        memory.order[other] = card


@jit
def arrange(hand: Hand, memory: Memory, rng: Rng) -> None:
    """Bring the list up to date with the hand, or begin it when a game begins."""
    own = memory.arranged
    if memory.seen < 0:
        memory.listed = 0
        own.one = 0
        own.two = 0
        own.three = 0
        own.four = 0
    take_out(memory, own.one & ~hand.one)
    take_out(memory, own.two & ~hand.two)
    take_out(memory, own.three & ~hand.three)
    take_out(memory, own.four & ~hand.four)
    before = memory.listed
    put_in_front(memory, hand.one & ~own.one)
    put_in_front(memory, hand.two & ~own.two)
    put_in_front(memory, hand.three & ~own.three)
    put_in_front(memory, hand.four & ~own.four)
    shuffle(memory, memory.listed - before, rng)  # nobody knows which of them came first
    assign(own, hand)
