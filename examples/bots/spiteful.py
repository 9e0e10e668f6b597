"""A strategy of its own in the classic interface: be nasty to whoever is about to win."""

from unolab.classroom import Card, Color, GameState, Rank

NASTY = (Rank.WILD_D4, Rank.DRAW_TWO, Rank.SKIP, Rank.REVERSE)
FEW = 3  # cards at which somebody is about to win


class Spiteful:
    """Keep draw cards for the next player's last cards, and till then get rid of points."""

    def play(self, hand: list[Card], up_card: Card, called_color: Color, state: GameState) -> int:
        """Attack when it is time, else play the dearest card, wilds last."""
        self._enemy = state.most_recent_color_called_by_upcoming_players[0]
        fits = [i for i, card in enumerate(hand) if card.can_play_on(up_card, called_color)]
        if state.num_cards_in_hands_of_upcoming_players[0] <= FEW:
            for rank in NASTY:
                for i in fits:
                    if hand[i].rank == rank:
                        return i
        return max(fits, key=lambda i: (hand[i].points < 50, hand[i].points), default=-1)

    def call_color(self, hand: list[Card]) -> Color:
        """Call the colour that is held most often, but not the one that the next player wanted."""
        colors = [color for color in Color if color not in (Color.NONE, self._enemy)]
        return max(colors, key=[card.color for card in hand].count)
