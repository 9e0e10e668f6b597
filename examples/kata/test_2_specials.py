"""Stage 2: 24 special cards."""

from collections import Counter
from typing import Any

import pytest

COLORS = ("red", "yellow", "green", "blue")
ACTIONS = ("skip", "reverse", "draw two")


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("action", ACTIONS)
def test_a_new_deck_contains_two_of_each_action_of_each_color(
    game: Any, action: str, color: str
) -> None:
    assert Counter(game.new_deck())[f"{color} {action}"] == 2


def test_a_new_deck_contains_24_special_cards(game: Any) -> None:
    assert sum(name.endswith(ACTIONS) for name in game.new_deck()) == 24
