"""Stage 1: 76 number cards."""

from collections import Counter
from typing import Any

import pytest

COLORS = ("red", "yellow", "green", "blue")


def numbered(game: Any) -> Counter[str]:
    """Count the number cards of a new deck."""
    return Counter(name for name in game.new_deck() if name.split()[-1].isdigit())


def test_a_new_deck_contains_76_numbered_cards(game: Any) -> None:
    assert numbered(game).total() == 76


@pytest.mark.parametrize("color", COLORS)
def test_a_new_deck_contains_one_0_of_each_color(game: Any, color: str) -> None:
    assert numbered(game)[f"{color} 0"] == 1


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("number", range(1, 10))
def test_a_new_deck_contains_two_of_each_number_from_1_to_9_of_each_color(
    game: Any, number: int, color: str
) -> None:
    assert numbered(game)[f"{color} {number}"] == 2


def test_numbered_cards_are_red_yellow_green_or_blue(game: Any) -> None:
    assert {name.split()[0] for name in numbered(game)} == set(COLORS)
