"""A hand as four words: counted, picked from and added up like a list of cards."""

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import JIT
from unolab.cards import DECK, Card, cards
from unolab.engine.hand import (
    HELD,
    add,
    any_copy,
    copies,
    exchange,
    hand_points,
    nth_bit,
    remove,
    word,
)
from unolab.engine.layout import HAND, RNG
from unolab.engine.record import make_record
from unolab.engine.rng import open_stream

hands = st.lists(st.sampled_from(range(108)), unique=True, max_size=30).map(
    lambda places: [DECK[place] for place in places]
)


def hand_of(held: list[Card] | tuple[Card, ...]) -> Any:
    hand = make_record(HAND)[0]
    for card in held:
        add(hand, int(card))
    return hand


def counted(hand: Any) -> Counter[Card]:
    return +Counter({card: int(copies(hand, int(card))) for card in HELD})


@given(hands, st.data())
def test_cards_come_and_go(held: list[Card], data: st.DataObject) -> None:
    hand = hand_of(held)
    assert counted(hand) == Counter(held)
    assert hand_points(hand) == sum(card.points for card in held)
    for card in data.draw(st.permutations(held))[: len(held) // 2]:
        remove(hand, int(card))
        held.remove(card)
        assert counted(hand) == Counter(held)


@given(hands, hands)
def test_hands_are_exchanged(mine: list[Card], yours: list[Card]) -> None:
    one_hand, other = hand_of(mine), hand_of(yours)
    exchange(one_hand, other)
    assert (counted(one_hand), counted(other)) == (Counter(yours), Counter(mine))


@given(hands)
def test_cards_are_found_by_their_place(held: list[Card]) -> None:
    kinds = sorted(set(held))
    assert [nth_bit(word(kinds), place) for place in range(len(kinds))] == kinds


def test_every_copy_is_picked_alike() -> None:
    """One of ten cards comes in a tenth of all picks, four wilds in four tenths."""
    held = cards("R7R7G0*W*W*W*WB1B1B2")
    hand, rng = hand_of(held), make_record(RNG)[0]
    open_stream(rng, 5, 0, 0, 1)
    picks = 20_000 if JIT else 1_000
    picked = Counter(Card(int(any_copy(hand, word(held), rng))) for _ in range(picks))
    for card, count in Counter(held).items():
        expected = picks * count / len(held)
        assert abs(picked[card] - expected) < 5 * expected**0.5
    some = cards("G0*W")
    assert {Card(int(any_copy(hand, word(some), rng))) for _ in range(100)} == set(some)
