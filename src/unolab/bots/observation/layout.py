"""The layout of an observation: one row of bytes, cut into parts that have names.

Every interface shows the same row. It holds only what the seat that decides may see. Seats are
counted from that seat in the direction of play, and in the canonical form colours are counted too:
the colour in force comes first, then the others by how many cards of them one holds. The same
position in other colours is then the same row, and nobody has to learn it 24 times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np

from unolab.engine.layout import PHASES
from unolab.engine.log import KEPT
from unolab.rules import OPTIONS

VERSION: Final = 1
"""Changes whenever the meaning of any byte does: weights that were trained on one fit no other."""

SEATS: Final = 10
COLORS: Final = 4
FACES_HELD: Final = 13  # of a coloured card
KINDS: Final = COLORS * FACES_HELD + 2  # of cards in a hand
EVENTS: Final = 4  # of the recent ones
EVENT_KINDS: Final = int(KEPT) + 1  # played, drew, took, kept
EVENT_SEATS: Final = 4  # oneself, the next, the one before, any other
CLASSES: Final = COLORS + FACES_HELD + 1  # of cards: a colour, a symbol, the wilds
MOST_TOLD: Final = 3  # of a bound
STEPS: Final = (1, 2, 3, 4, 5, 7, 10, 15)  # a hand of so many cards or more

QUESTIONS: Final = (*PHASES[:-1], "jump", "call", "catch")
"""What is to be decided: the phases of a turn, and what may be done out of turn."""


class Part(NamedTuple):
    """Some bytes of an observation that belong together."""

    name: str
    start: int
    size: int
    most: int  # the largest value of a byte
    about: str

    @property
    def stop(self) -> int:
        """The place after the last byte."""
        return self.start + self.size


def rule_bytes() -> Iterator[tuple[str, str]]:
    """List what the bytes about the rules say: the option, and its value or ``number``."""
    for name, option in OPTIONS.items():
        if option.kind is str:
            for value in option.values:
                yield name, str(value)
        else:
            yield name, "number"


RULE_BYTES: Final = tuple(rule_bytes())


def is_large(option: str) -> bool:
    """Whether the number of an option may be too large for a byte, so that its bits are counted."""
    return OPTIONS[option].values[-1] > 30  # type: ignore[operator]


MOST_CARDS: Final = 108
FULL: Final = 255  # the most that a byte holds; what would be more is written so

_PARTS: Final = (
    ("question", len(QUESTIONS), 1, f"one of {', '.join(QUESTIONS)}; none when the round is over"),
    ("own", KINDS, 4, "how many one holds of each card: four colours of 13, wild, wild draw four"),
    ("unseen", KINDS, 4, "how many of each card are neither in one's hand nor on the pile"),
    ("top", 16, 1, "the top card: 0 to 9, skip, reverse, draw two, wild, wild draw four, none"),
    ("color", COLORS, 1, "the colour in force"),
    ("under", COLORS, 1, "the colour of the card under the top: a wild draw four is judged by it"),
    ("due", 1, FULL, "cards pending on the seat to act"),
    ("stock", 1, MOST_CARDS, "cards left to draw"),
    ("discarded", 1, MOST_CARDS, "cards under the top"),
    ("turns", 1, FULL, "turns begun in this round, 255 at most"),
    ("clockwise", 1, 1, "1 when play is clockwise"),
    ("players", SEATS - 1, 1, "one of 2 to 10 players"),
    (
        "rules",
        len(RULE_BYTES),
        30,
        "the options: a byte for each choice, 0 or 1, or the number, large ones by their bits",
    ),
    ("size", len(STEPS), 1, f"whether one holds at least {', '.join(map(str, STEPS))} cards"),
    ("sizes", (SEATS - 1) * len(STEPS), 1, "the same for each seat ahead"),
    ("counts", SEATS, MOST_CARDS, "cards in each hand, one's own first"),
    (
        "bounds",
        (SEATS - 1) * COLORS,
        MOST_TOLD,
        "a guess by seat ahead: cards of each colour at most, had it always played when it could; "
        "three may mean more",
    ),
    (
        "next",
        CLASSES - COLORS,
        MOST_TOLD,
        "the same guess for each symbol, and for the wilds, of the next player",
    ),
    ("shown", CLASSES, MOST_TOLD, "the same guess about one's own hand, as others make it"),
    (
        "history",
        EVENTS * (EVENT_KINDS + EVENT_SEATS + COLORS + 15),
        1,
        "the last four events, newest first: played, drew, took, kept; by oneself, the next, the "
        "one before, another; colour and face of the card played",
    ),
    ("totals", SEATS, FULL, "points before this round in percent of the target, one's own first"),
)

_HIDDEN_PARTS: Final = (
    ("hands", (SEATS - 1) * KINDS, 4, "the cards of each seat ahead"),
    ("stock", KINDS, 4, "the cards left to draw"),
    ("bluff", 1, 1, "1 if the wild draw four on top broke the rule when it was played"),
)


def _lay_out(rows: Iterable[tuple[str, int, int, str]]) -> Iterator[Part]:
    start = 0
    for name, size, most, about in rows:
        yield Part(name, start, size, most, about)
        start += size


def _size(parts: Mapping[str, Part]) -> int:
    return max(part.stop for part in parts.values())


PARTS: Final = {part.name: part for part in _lay_out(_PARTS)}
SIZE: Final = _size(PARTS)
HIDDEN_PARTS: Final = {part.name: part for part in _lay_out(_HIDDEN_PARTS)}
"""What no player sees: for critics and other oracles, in rows of their own."""
HIDDEN_SIZE: Final = _size(HIDDEN_PARTS)
MOST: Final = np.repeat(
    np.array([part.most for part in PARTS.values()], np.uint8),
    [part.size for part in PARTS.values()],
)
"""The largest value of each byte. An observation divided by it is from 0 to 1."""
