"""Stage 7: the first player to get rid of all cards wins."""

from typing import Any

import pytest

PILE = ["green 9", "green 8", "green 7"]


def test_nobody_has_won_while_everybody_has_cards(game: Any) -> None:
    table = game.Round.place([["red 1", "red 2"], ["blue 1", "blue 2"]], "red 5", PILE)
    table.play("red 1")
    assert table.winner is None


def test_who_plays_the_last_card_wins(game: Any) -> None:
    table = game.Round.place([["red 1"], ["blue 1", "blue 2"]], "red 5", PILE)
    table.play("red 1")
    assert table.winner == 0


def test_any_player_can_win(game: Any) -> None:
    hands = [["red 1", "blue 9"], ["red 2", "blue 8"], ["red 3"]]
    table = game.Round.place(hands, "red 5", PILE)
    for card in ("red 1", "red 2", "red 3"):
        assert table.winner is None
        table.play(card)
    assert table.winner == 2


def test_nothing_can_be_played_when_the_round_is_over(game: Any, refuses: Any) -> None:
    table = game.Round.place([["red 1"], ["red 2", "blue 2"]], "red 5", PILE)
    table.play("red 1")
    refuses(table.play, "red 2")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_round_ends_with_an_empty_hand_and_loses_no_card(dealt: Any, players: int) -> None:
    for _ in range(50):
        table = dealt(players)
        while table.winner is None and table.draw_pile > 4:
            take_a_turn(table)
            held = sum(len(hand) for hand in table.hands)
            assert held + table.draw_pile + table.discard_pile == 108
        if table.winner is not None:
            assert [seat for seat, hand in enumerate(table.hands) if not hand] == [table.winner]
            return
    pytest.fail("no round of 50 ended before the draw pile did")


def take_a_turn(table: Any) -> None:
    """Play the first card that is allowed; otherwise draw, and play or keep what was drawn."""
    for card in list(table.hands[table.turn]):
        if is_played(table, card):
            return
    player = table.turn
    table.draw()
    if table.turn == player:
        table.keep()


def is_played(table: Any, card: str) -> bool:
    """Try to play a card."""
    try:
        table.play(card, "red" if card.startswith("wild") else None)
    except NotImplementedError:
        raise
    except Exception:
        return False
    return True
