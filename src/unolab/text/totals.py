"""Totals: the results of several games, seat by seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from unolab.game import Game
from unolab.text.csvtable import to_csv
from unolab.text.show import address_player, count_points
from unolab.text.style import BOLD, DIM, fill, paint

if TYPE_CHECKING:
    from rich.text import Text


class Totals:
    """The results of games with the same players in the same seats."""

    def __init__(self, names: Sequence[str], low_score_wins: bool = False) -> None:
        """Start from zero; under some rules the lowest score wins."""
        self.names = names
        self.low_score_wins = low_score_wins
        self.games = 0
        self.void = 0
        self.turns = 0
        self.wins = [0] * len(names)
        self.points = [0] * len(names)

    def add(self, game: Game) -> None:
        """Count a game that is over."""
        state = game.state
        self.games += 1
        self.void += state.winner is None
        self.turns += state.turns
        for seat in state.winners:
            self.wins[seat] += 1
        for seat, score in enumerate(state.scores):
            self.points[seat] += score

    def place(self, seat: int) -> int:
        """Return the rank of a seat, from 1; equal points and wins share a rank."""
        return 1 + sum(self._merit(other) > self._merit(seat) for other in range(len(self.names)))

    def _merit(self, seat: int) -> tuple[int, int]:
        points = self.points[seat]
        return -points if self.low_score_wins else points, self.wins[seat]

    @property
    def order(self) -> list[int]:
        """The seats, the best first."""
        return sorted(range(len(self.names)), key=self.place)

    def lines(self, width: int) -> Iterator[str | Text]:
        """Write a table, the best first, and who won."""
        label = max(map(len, self.names))
        won = max(4, *(len(f"{wins:,}") for wins in self.wins))
        got = max(6, *(len(f"{points:,}") for points in self.points))
        yield paint(f"{'':4}  {'':{label}}  {'wins':>{won}}{'points':>{got + 11}}  a game", DIM)
        for seat in self.order:
            share, average = self.wins[seat] / self.games, self.points[seat] / self.games
            yield (
                f"{self.place(seat):3}.  {self.names[seat]:{label}}  {self.wins[seat]:{won},}"
                f"  {100 * share:5.1f} %  {self.points[seat]:{got},}  {average:6.1f}"
            )
        yield ""
        yield from (paint(line, BOLD) for line in fill(self.verdict, width))
        yield from fill(self.lengths, width)

    @property
    def verdict(self) -> str:
        """Say who is first, or who are."""
        best = [seat for seat in self.order if self.place(seat) == 1]
        *most, last = (address_player(self.names[seat]) for seat in best)
        who = f"{', '.join(most)} and {last} are first together" if most else f"{last} is first"
        return f"{who}, with {count_points(self.points[best[0]])} in {count_games(self.games)}."

    @property
    def lengths(self) -> str:
        """Say how long the games were, and how many nobody won."""
        text = f"A game took {self.turns / self.games:.1f} turns."
        return f"{text} Nobody won {count_games(self.void)}." if self.void else text

    def to_dict(self) -> dict[str, Any]:
        """Write it for a program, the best first."""
        counts = {"games": self.games, "void": self.void, "turns": self.turns}
        return {**counts, "standings": self._rows()}

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "rank": self.place(seat),
                "seat": seat,
                "name": self.names[seat],
                "games": self.games,
                "wins": self.wins[seat],
                "win_rate": self.wins[seat] / self.games,
                "points": self.points[seat],
                "points_per_game": self.points[seat] / self.games,
            }
            for seat in self.order
        ]

    def to_csv(self) -> str:
        """Write a line for every seat, with a line of headings."""
        return to_csv(self._rows())


def count_games(games: int) -> str:
    """Write a number of games."""
    return "1 game" if games == 1 else f"{games:,} games"
