"""From seed to cards: part of the format, so that a game can be replayed years from now.

Nothing here may ever change: every game that was saved as ``official/3/42: ...`` depends on it.
"""

from typing import Any

import pytest

from tests.kit import after
from tests.oracle import Chance, Oracle
from unolab import Rules, State
from unolab.cards import DECK
from unolab.engine.layout import RNG
from unolab.engine.record import make_record
from unolab.engine.rng import below, open_stream
from unolab.engine.setup import words

LARGEST = 2**128 - 1
WIDE = 0x0123456789ABCDEF_0123456789ABCDEF

DEALS: list[tuple[tuple[str, int, int, int, int | None], str]] = [
    (
        ("official", 3, 42, 0, None),
        "R8 0> R0R1YSG2GVBD*F/R2R4R7Y3Y3Y9G9/R3YDG1G4B2*W*F",
    ),
    (
        ("official", 3, 42, 1, None),
        "RV 2< R5R6Y2G0G5G7B2/R3R3RSRVY4B4*F/R8R9Y0YVGDB3B8",
    ),
    (
        ("official", 3, 42, 0, 1),
        "R8 2> R0R1YSG2GVBD*F/R2R4R7Y3Y3Y9G9/R3YDG1G4B2*W*F",
    ),
    (
        ("swing", 4, 0, 0, None),
        "-- 0> R1R3Y7G9B9BD*W/R0Y6G1G3G5B6B8/R8R9Y2G0G3G4G7/RDRDY1Y8G6GV*F",
    ),
    (
        ("unoai", 2, 2**64, 0, None),
        "G4 0> R9RSY3Y9YDB4BS/R3Y6Y7G4GSB9BV",
    ),
    (
        ("duel", 2, 2**64 - 1, 7, 0),
        "Y2 1> R4R5Y0YVB7*W*F/RDG4G5GSB7B8*F",
    ),
    (
        ("party", 5, LARGEST, 2**48 - 1, 0),
        "G4 1> R2R7R9B4B9BV*W/R3R8Y6G2G7B0B1/R5Y2Y4Y8G5B6*F/R1R6G3G4G8B4B8/Y5Y6YDGDB1B6*F",
    ),
    (
        ("nifty+hand_size=10", 10, WIDE, 12, 4),
        "R1 5> R5RVY5Y8G8GSB0B1BV*F/R3Y3Y4Y7YVG4G7GVB3*F/R6R9RVYDYDGSB6B8B9BV/"
        "R0R7Y2Y8G1G6GDB2B7BD/R3R5RDY5Y6Y9G3G9BSBS/R4R7R9Y4Y7Y9YSG2G5*W/R1R4R6Y0G2G3G6GDB3*F/"
        "R8RDY1G0G8B4B4B7B8*W/R8Y1Y2Y3YVG9GVB2B5*W/R2R2RSRSG7B5B6B9BD*F",
    ),
]


@pytest.mark.parametrize(("deal", "position"), DEALS)
def test_the_cards_of_a_seed(deal: tuple[Any, ...], position: str) -> None:
    rules, *table = deal
    assert str(State.deal(rules, *table)) == position
    assert Oracle(Rules.parse(rules), *table).position() == position


# Streams of a game: 0 is the deck, 1 to 10 are the bots, 15 is the table.
@pytest.mark.parametrize(
    ("seed", "number", "stream", "words_drawn"),
    [
        (0, 0, 0, [3975297192, 4139366226, 1575953615, 3813511412]),
        (42, 0, 0, [2122460461, 15735123, 2179324998, 1840482089]),
        (42, 0, 1, [161143180, 2695588594, 3220997452, 1262328085]),
        (42, 0, 10, [2564030669, 1813673912, 4228797942, 2202294669]),
        (42, 0, 15, [1237358620, 911238940, 1675345863, 1984112270]),
        (42, 1, 0, [430486907, 490940184, 2433130186, 1215918910]),
        (2**64, 0, 0, [769994650, 1938951501, 1249172678, 1730467885]),
        (LARGEST, 2**48 - 1, 15, [3485643469, 1129745527, 2942545726, 4073399330]),
    ],
)
def test_the_first_words_of_a_stream(
    seed: int, number: int, stream: int, words_drawn: list[int]
) -> None:
    rng = make_record(RNG)[0]
    open_stream(rng, *words(seed), number, stream)
    assert [below(rng, 2**32) for _ in words_drawn] == words_drawn
    open_stream(rng, *words(seed), number, stream)
    assert [below(rng, 10) for _ in words_drawn] == [word * 10 >> 32 for word in words_drawn]


def test_the_order_of_the_deck() -> None:
    colors = ["0112233445566778899SSVVDD"] * 4
    cards = [color + face for color, faces in zip("RYGB", colors, strict=True) for face in faces]
    assert list(map(str, DECK)) == cards + ["*W"] * 4 + ["*F"] * 4


def drawn_from(pile: list[str], seed: int, count: int) -> list[str]:
    """Draw from a pile as the first draws of a game do: any card, the last one takes its place."""
    chance, drawn = Chance(seed, 0), []
    for _ in range(count):
        place = chance.below(len(pile))
        drawn.append(pile[place])
        pile[place] = pile[-1]
        pile.pop()
    return sorted(drawn)


@pytest.mark.parametrize(("seed", "card"), [(42, "G1"), (LARGEST, "G0")])
def test_the_cards_of_a_position(seed: int, card: str) -> None:
    """What is not listed is drawn from the rest of the deck."""
    pile = list(map(str, DECK))
    for listed in ("R5", "B7", "B7", "B2", "B2", "Y9"):
        pile.remove(listed)
    assert drawn_from(pile, seed, 1) == [card]
    state = State.parse("R5 0> B7B7/B2B2/Y9", seed=seed).play("+")
    assert str(state) == f"R5 1> {card}B7B7/B2B2/Y9"


def test_the_cards_of_a_reshuffle() -> None:
    """The discards under the top, oldest first, wilds without their colours."""
    state = after("RD 0> Y1*F/@/Y2Y3 _R1R2R3GWBFG5G6G7G8", "BF!", "+", seed=42)
    pile = ["R1", "R2", "R3", "*W", "*F", "G5", "G6", "G7", "G8", "RD"]
    assert drawn_from(pile, 42, 4) == sorted(["R1", "R3", "RD", "*F"])
    assert [event.tell() for event in state.events] == [
        "seat 1 shuffles the discards, 10 cards",
        "seat 1 takes 4 cards: R1 R3 RD *F",
    ]
