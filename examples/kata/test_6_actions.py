"""Stage 6: reverse, skip, draw two, and the wilds."""

from typing import Any

import pytest

PILE = ["green 9", "green 8", "green 7", "green 6", "green 4", "green 3"]


def place(game: Any, *hand: str, players: int = 4) -> Any:
    """Give player 0 a hand; the others have cards of which the fives fit."""
    others = [["yellow 5", "yellow 1", "yellow 2"], ["green 5", "green 1", "green 2"]]
    others += [["blue 5", "blue 3", "blue 4"]]
    return game.Round.place([list(hand), *others[: players - 1]], "red 5", PILE)


def test_a_reverse_reverses_the_direction_of_play(game: Any) -> None:
    table = place(game, "red reverse", "red 5", "blue 1")
    table.play("red reverse")
    assert table.turn == 3


def test_the_direction_stays_reversed(game: Any) -> None:
    hands = [["red reverse", "blue 1"], ["red 1", "blue 2"], ["red 2", "blue 3"]]
    table = game.Round.place([*hands, ["red 3", "blue 4"]], "red 5", PILE)
    turns = []
    for card in ("red reverse", "red 3", "red 2", "red 1"):
        table.play(card)
        turns.append(table.turn)
    assert turns == [3, 2, 1, 0]


def test_a_second_reverse_restores_the_direction(game: Any) -> None:
    hands = [["red reverse", "blue 1"], ["red 1", "blue 2"], ["red reverse", "blue 3"]]
    table = game.Round.place(hands, "red 5", PILE)
    table.play("red reverse")
    table.play("red reverse")
    assert table.turn == 0


def test_a_skip_skips_the_next_player(game: Any) -> None:
    table = place(game, "red skip", "blue 1", "blue 2")
    table.play("red skip")
    assert table.turn == 2
    assert len(table.hands[1]) == 3


def test_a_draw_two_makes_the_next_player_draw_two_cards(game: Any) -> None:
    table = place(game, "red draw two", "blue 1", "blue 2")
    table.play("red draw two")
    assert sorted(table.hands[1]) == ["green 8", "green 9", "yellow 1", "yellow 2", "yellow 5"]


def test_after_a_draw_two_the_same_player_goes_on(game: Any) -> None:
    table = place(game, "red draw two", "red 1", "blue 2")
    table.play("red draw two")
    assert table.turn == 0
    table.play("red 1")
    assert table.turn == 1


def test_a_wild_fits_on_everything_and_chooses_the_color(game: Any) -> None:
    table = place(game, "wild", "red 1", "blue 1")
    table.play("wild", "yellow")
    assert (table.top, table.turn) == ("wild", 1)
    table.play("yellow 1")
    assert (table.top, table.turn) == ("yellow 1", 2)


@pytest.mark.parametrize("color", ["red", "green", "blue"])
def test_a_card_of_another_color_does_not_fit_on_a_wild(
    game: Any, refuses: Any, color: str
) -> None:
    table = place(game, "wild", "red 1", "blue 1")
    table.play("wild", color)
    refuses(table.play, "yellow 1")
    assert table.turn == 1


def test_a_wild_cannot_be_played_without_a_color(game: Any, refuses: Any) -> None:
    table = place(game, "wild", "red 1", "blue 1")
    refuses(table.play, "wild")
    assert table.turn == 0


def test_a_wild_draw_four_makes_the_next_player_draw_four_cards(game: Any) -> None:
    table = place(game, "wild draw four", "blue 1", "blue 2")
    table.play("wild draw four", "blue")
    drawn = ["green 6", "green 7", "green 8", "green 9"]
    assert sorted(table.hands[1]) == [*drawn, "yellow 1", "yellow 2", "yellow 5"]


def test_after_a_wild_draw_four_the_same_player_goes_on_with_the_chosen_color(game: Any) -> None:
    table = place(game, "wild draw four", "blue 1", "red 2", "red 3")
    table.play("wild draw four", "blue")
    assert table.turn == 0
    table.play("blue 1")
    assert (table.top, table.turn) == ("blue 1", 1)
