"""Stage 8: points for the cards that the others hold, and a match to 500."""

from typing import Any

import pytest

PILE = ["green 9", "green 8", "green 7"]


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("blue 0", 0),
        ("blue 1", 1),
        ("blue 9", 9),
        ("blue skip", 20),
        ("blue reverse", 20),
        ("blue draw two", 20),
        ("wild", 50),
        ("wild draw four", 50),
    ],
)
def test_a_card_left_in_a_hand_is_worth_points(game: Any, card: str, points: int) -> None:
    table = game.Round.place([["red 1"], [card]], "red 5", PILE)
    table.play("red 1")
    assert table.points == points


def test_the_winner_gets_points_for_the_hands_of_all_others(game: Any) -> None:
    hands = [["red 1"], ["blue 7", "wild"], ["green skip", "green 0", "yellow 2"]]
    table = game.Round.place(hands, "red 5", PILE)
    table.play("red 1")
    assert (table.winner, table.points) == (0, 7 + 50 + 20 + 0 + 2)


@pytest.mark.parametrize("players", [2, 4])
def test_the_first_player_to_reach_500_points_wins_the_match(game: Any, players: int) -> None:
    rounds, champion = game.play_match(players)
    totals = [0] * players
    for winner, points in rounds:
        assert max(totals) < 500, "a round was played after the match was over"
        totals[winner] += points
    assert totals[champion] == max(totals) >= 500
