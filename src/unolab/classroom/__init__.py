"""The interface of the classroom tournament: hand, up card, called colour and state go in.

A strategy is a class with two methods, and needs nothing else of unolab::

    class First:
        def play(self, hand, up_card, called_color, state):
            fits = [i for i, card in enumerate(hand) if card.can_play_on(up_card, called_color)]
            return fits[0] if fits else -1

        def call_color(self, hand):
            return "RED"

Cards and states can be built by hand, so a strategy can be unit-tested like any other code::

    hand = [Card.parse("R7"), Card.parse("*W")]
    state = GameState(num_cards_in_hands_of_upcoming_players=[1, 7, 5, 2])
    assert First().play(hand, Card.parse("R5"), Color.NONE, state) == 0

The names of the Java original (``callColor``, ``getPlayedCards()``, ``Card.getRank()``) stand
beside ours, so that a strategy can be ported line by line.
"""

from unolab.classroom.cards import Card, Color, Rank
from unolab.classroom.gamestate import GameState

__all__ = ["Card", "Color", "GameState", "Rank"]
