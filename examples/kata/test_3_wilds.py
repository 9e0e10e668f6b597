"""Stage 3: 8 wild cards, and with them the whole deck."""

from collections import Counter
from typing import Any


def test_a_new_deck_contains_4_wild_cards_without_color(game: Any) -> None:
    assert Counter(game.new_deck())["wild"] == 4


def test_a_new_deck_contains_4_wild_draw_four_cards_without_color(game: Any) -> None:
    assert Counter(game.new_deck())["wild draw four"] == 4


def test_a_new_deck_contains_108_cards(game: Any) -> None:
    assert len(game.new_deck()) == 108


def test_a_new_deck_contains_54_different_cards(game: Any) -> None:
    assert len(set(game.new_deck())) == 54


def test_every_new_deck_contains_the_same_cards(game: Any) -> None:
    assert sorted(game.new_deck()) == sorted(game.new_deck())
