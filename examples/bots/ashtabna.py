"""The strategy that came fourth in the tournament for which the classic interface was made.

Commands first, and if there are several the one that hurts whoever is ahead; then the highest
number; wilds last. It is written for ``play`` and ``call_color``, as its README describes it.
"""

from unolab.classroom import Card, Color, GameState, Rank

COLORS = [Color.GREEN, Color.RED, Color.BLUE, Color.YELLOW]  # the first of equals is taken


class Ashtabna:
    """Get rid of as many points as possible with every card."""

    def play(self, hand: list[Card], up_card: Card, called_color: Color, state: GameState) -> int:
        """Play a command, else a number, else a wild; else draw."""
        self._played = state.played_cards
        fits = [i for i, card in enumerate(hand) if card.can_play_on(up_card, called_color)]
        commands = [i for i in fits if hand[i].points == 20]
        numbers = [i for i in fits if hand[i].rank == Rank.NUMBER]
        if commands:
            return self._command(hand, commands, state)
        if numbers:
            return self._number(hand, numbers)
        return max(fits, key=lambda i: hand[i].rank == Rank.WILD_D4, default=-1)

    def _command(self, hand: list[Card], commands: list[int], state: GameState) -> int:
        """Choose among commands by who has fewer cards than whom."""
        if len(commands) == 1:
            return commands[0]
        held = state.num_cards_in_hands_of_upcoming_players
        following, after, previous = held[0], held[1], held[-2]
        for rank, helps in (
            (Rank.REVERSE, following < previous),
            (Rank.SKIP, following < after),
            (Rank.DRAW_TWO, True),
        ):
            of_rank = [i for i in commands if hand[i].rank == rank]
            if of_rank and helps:
                return of_rank[0]
        return commands[-1]

    def _number(self, hand: list[Card], numbers: list[int]) -> int:
        """Choose the highest number, of equals the one whose colour is held most often."""

        def worth(i: int) -> tuple[int, int, int]:
            card = hand[i]
            group = sum(c.color == card.color for c in hand if c.rank == Rank.NUMBER)
            return card.number, group, -COLORS.index(card.color)

        return max(numbers, key=worth)

    def call_color(self, hand: list[Card]) -> Color:
        """Call the colour of most cards in the hand, else of those played, else red."""
        for cards in (hand, self._played):
            colors = [card.color for card in cards]
            best = max(COLORS, key=colors.count)
            if best in colors:
                return best
        return Color.RED
