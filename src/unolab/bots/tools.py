"""What a compiled bot is made of.

A bot is asked with four records: ``table`` (what lies open), ``hand`` (its cards), ``memory`` (its
own: ``memory.notes``, ``memory.settings``) and ``rng`` (its chance). Cards come as *sets*, whole
numbers with a bit for each card: ``a & b`` is what two sets share, ``a & ~b`` what the first has
alone, and ``NONE`` is empty. docs/tutorial.md makes a bot of these, step by step.

- What may be played: ``playable(table, hand)``. What could follow a card: ``FITS[card]``.
- A set: ``count_bits``, ``lowest_bit``, ``without_lowest``, ``bit(card)``; ``any_of(cards, rng)``.
- Parts of a set, to ``&`` with: ``BY_COLOR[color]``, ``BY_KIND[SKIP]``, ``WILDS``. Its best:
  ``dearest(cards)``, ``most_diverse(cards, hand)``.
- A card: ``FACE[card]``, ``POINTS[card]``, ``KIND_OF[card]``; a wild is ``card >= WILD_CARD``.
- The hand: ``count_in(hand, cards)``, ``count_color(hand, color)``, ``common_color(hand, rng)``.
- The others: ``table.sizes[following(table, hand.seat)]``, ``preceding``.
- The question: ``table.phase`` is TURN, or DRAWN for a card just drawn, which is ``hand.drawn``.
- The answer: ``played(card, hand, rng)``, ``with_color(card, color)``; ``DRAW`` if
  ``may_draw(table)`` or nothing fits; ``KEEP`` if ``may_keep(table)``.
- Chance: ``below(rng, n)``, 0 to n - 1.
- What happened: ``entry(table, i)`` for i from ``first_unread(table, memory)`` to ``table.logged``,
  and of it ``kind_of``, ``seat_of``, ``value_of``.
- A function that the bot calls: ``@jit`` above it.
"""

from __future__ import annotations

from unolab.bots.kit.choice import (
    BY_COLOR,
    BY_KIND,
    DRAW_FOUR,
    DRAW_TWO,
    KIND_OF,
    NUMBER,
    REVERSE,
    SKIP,
    WILD,
    WILDS,
    any_of,
    common_color,
    count_color,
    count_in,
    most_diverse,
)
from unolab.bots.strategies.greedy import dearest
from unolab.cards import DRAW_FOUR_CARD, WILD_CARD
from unolab.engine.hand import FACE, FITS, NONE, POINTS, any_copy, bit, with_color, without_lowest
from unolab.engine.jit import checked as jit
from unolab.engine.jit import count_bits, inlined, lowest_bit
from unolab.engine.layout import DRAWN, TURN, Hand, Memory, Rng, Table
from unolab.engine.legal import may_draw, may_keep, playable
from unolab.engine.log import entry, first_unread, kind_of, seat_of, value_of
from unolab.engine.rng import below
from unolab.engine.run import PASS
from unolab.engine.step import following, preceding
from unolab.moves import DRAW, KEEP

__all__ = [
    "BY_COLOR",
    "BY_KIND",
    "DRAW",
    "DRAWN",
    "DRAW_FOUR",
    "DRAW_FOUR_CARD",
    "DRAW_TWO",
    "FACE",
    "FITS",
    "KEEP",
    "KIND_OF",
    "NONE",
    "NUMBER",
    "PASS",
    "POINTS",
    "REVERSE",
    "SKIP",
    "TURN",
    "WILD",
    "WILDS",
    "WILD_CARD",
    "Hand",
    "Memory",
    "Rng",
    "Table",
    "any_copy",
    "any_of",
    "below",
    "bit",
    "common_color",
    "count_bits",
    "count_color",
    "count_in",
    "dearest",
    "entry",
    "first_unread",
    "following",
    "jit",
    "kind_of",
    "lowest_bit",
    "may_draw",
    "may_keep",
    "most_diverse",
    "playable",
    "played",
    "preceding",
    "seat_of",
    "value_of",
    "with_color",
    "without_lowest",
]


@inlined
def played(card: int, hand: Hand, rng: Rng) -> int:
    """Return the move that plays a card, a wild in the colour held most often."""
    return with_color(card, common_color(hand, rng)) if card >= WILD_CARD else card
