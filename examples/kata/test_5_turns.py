"""Stage 5: match the color or the number, or draw a card."""

from typing import Any

OTHERS = [["yellow 1", "yellow 2", "yellow 3"], ["yellow 4", "yellow 6", "yellow 7"]]
PILE = ["green 9", "green 8", "green 7", "green 6", "green 4"]


def place(game: Any, hand: list[str], top: str = "red 5", pile: list[str] = PILE) -> Any:
    """Give player 0 of three a hand."""
    return game.Round.place([hand, *OTHERS], top, pile)


def test_a_card_of_the_same_color_can_be_played(game: Any) -> None:
    table = place(game, ["red 7", "blue 1", "blue 2"])
    table.play("red 7")
    assert table.top == "red 7"
    assert sorted(table.hands[0]) == ["blue 1", "blue 2"]
    assert table.discard_pile == 2


def test_a_card_of_the_same_number_can_be_played(game: Any) -> None:
    table = place(game, ["blue 5", "blue 1", "blue 2"])
    table.play("blue 5")
    assert table.top == "blue 5"


def test_a_card_of_another_color_and_number_cannot_be_played(game: Any, refuses: Any) -> None:
    table = place(game, ["red 7", "blue 1", "blue 2"])
    refuses(table.play, "blue 1")
    assert table.top == "red 5"
    assert sorted(table.hands[0]) == ["blue 1", "blue 2", "red 7"]
    assert table.turn == 0


def test_a_card_that_the_player_does_not_have_cannot_be_played(game: Any, refuses: Any) -> None:
    table = place(game, ["red 7", "blue 1", "blue 2"])
    refuses(table.play, "red 9")
    assert table.turn == 0


def test_after_a_number_the_player_to_the_left_is_next(game: Any) -> None:
    table = game.Round.place(
        [["red 7", "blue 1"], ["red 8", "blue 2"], ["red 9", "blue 3"]], "red 5", PILE
    )
    turns = [table.turn]
    for card in ("red 7", "red 8", "red 9"):
        table.play(card)
        turns.append(table.turn)
    assert turns == [0, 1, 2, 0]


def test_who_cannot_play_draws_the_top_card_of_the_draw_pile(game: Any) -> None:
    table = place(game, ["blue 1", "blue 2"])
    before = table.draw_pile
    table.draw()
    assert sorted(table.hands[0]) == ["blue 1", "blue 2", "green 9"]
    assert table.draw_pile == before - 1


def test_a_drawn_card_that_does_not_fit_ends_the_turn(game: Any) -> None:
    table = place(game, ["blue 1", "blue 2"])
    table.draw()
    assert table.turn == 1


def test_a_drawn_card_that_fits_may_be_played(game: Any) -> None:
    table = place(game, ["blue 1", "blue 2"], pile=["red 9", "green 8"])
    table.draw()
    assert table.turn == 0
    table.play("red 9")
    assert (table.top, table.turn) == ("red 9", 1)


def test_a_drawn_card_that_fits_may_be_kept(game: Any) -> None:
    table = place(game, ["blue 1", "blue 2"], pile=["red 9", "green 8"])
    table.draw()
    table.keep()
    assert (table.top, table.turn) == ("red 5", 1)
    assert sorted(table.hands[0]) == ["blue 1", "blue 2", "red 9"]


def test_who_can_play_must_play(game: Any, refuses: Any) -> None:
    table = place(game, ["red 7", "blue 1", "blue 2"])
    refuses(table.draw)
    assert len(table.hands[0]) == 3


def test_only_one_card_is_drawn_in_a_turn(game: Any, refuses: Any) -> None:
    table = place(game, ["blue 1", "blue 2"], pile=["red 9", "green 8"])
    table.draw()
    refuses(table.draw)
    assert len(table.hands[0]) == 3
