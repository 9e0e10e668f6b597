"""Stage 4: shuffle, deal seven cards to each player, make two piles."""

from collections import Counter
from typing import Any

import pytest

PLAYERS = (2, 3, 4, 7, 10)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_player_is_dealt_7_cards(dealt: Any, players: int) -> None:
    assert [len(hand) for hand in dealt(players).hands] == [7] * players


@pytest.mark.parametrize("players", PLAYERS)
def test_one_card_is_turned_up_and_the_rest_is_the_draw_pile(dealt: Any, players: int) -> None:
    start = dealt(players)
    assert start.discard_pile == 1
    assert start.draw_pile == 108 - 7 * players - 1


def test_the_cards_dealt_are_from_one_deck(game: Any, dealt: Any) -> None:
    start = dealt(10)
    seen = Counter([start.top, *(name for hand in start.hands for name in hand)])
    assert seen <= Counter(game.new_deck())


def test_the_deck_is_shuffled(dealt: Any) -> None:
    deals = {tuple(map(tuple, dealt(4).hands)) for _ in range(10)}
    assert len(deals) == 10


def test_every_card_can_be_dealt_to_the_first_player(game: Any) -> None:
    seen = {name for _ in range(400) for name in game.Round.deal(2).hands[0]}
    assert seen == set(game.new_deck())


@pytest.mark.parametrize("players", PLAYERS)
def test_the_player_to_the_left_of_the_dealer_goes_first(dealt: Any, players: int) -> None:
    start = dealt(players)
    assert start.turn == (start.dealer + 1) % players
