"""Match: rounds until a total reaches the target, or a fixed number of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from unolab.engine import calls
from unolab.event import Event
from unolab.game import Game
from unolab.moves import Move
from unolab.rules import Rules
from unolab.state import State


class Match:
    """A series of rounds with totals. It never changes: ``play`` and ``next_round`` return another.

    Round k is game k of the series ``seed``. Who deals is a matter of the rules (``dealer``).
    """

    __slots__ = ("games", "length", "seed")

    games: tuple[Game, ...]
    """The rounds so far; the last one is being played, or has just ended."""

    def __init__(
        self,
        rules: Rules | str = "official",
        players: int = 4,
        seed: int = 0,
        dealer: str | None = None,
        games: int | None = None,
    ) -> None:
        """Deal the first round; ``games`` fixes how many there are, whatever the target.

        ``dealer`` (rotate, fixed or random) is short for that option of the rules.
        """
        agreed = Rules.of(rules)
        if dealer is not None:
            agreed = replace(agreed, dealer=dealer)
        if games is not None and (type(games) is not int or games < 1):
            raise ValueError(f"a match has at least one game, not {games!r:.40}")
        self.seed = seed
        self.length = games
        self.games = (Game(agreed, players, seed),)

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return a match that begins with this round, whatever the totals are by then."""
        return cls._make(game.seed, None, (game,))

    @property
    def game(self) -> Game:
        """The round that is being played, or has just ended."""
        return self.games[-1]

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.game.rules

    @property
    def state(self) -> State:
        """Where the round stands."""
        return self.game.state

    @property
    def totals(self) -> tuple[int, ...]:
        """What everyone has, with the round that has just ended."""
        return tuple(a + b for a, b in zip(self.state.totals, self.state.scores, strict=True))

    @property
    def standing(self) -> tuple[int, ...]:
        """The seats from the best total to the worst."""
        totals, lowest = self.totals, self.rules.low_score_wins
        order = sorted(range(len(totals)), key=totals.__getitem__, reverse=not lowest)
        return tuple(order)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        if not self.state.over:
            return False
        if self.length is not None:
            return len(self.games) == self.length
        return bool(calls.ends_match(self.state.to_record()))

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: nobody yet, one seat, two partners, or all who share the best total."""
        if not self.over:
            return ()
        if self.length is None and self.rules.target == 0:
            return self.state.winners
        record = self.state.to_record()
        return tuple(s for s in range(self.state.players) if calls.won_match(record, s))

    def play(self, move: Move | int | str, seat: int | None = None) -> Self:
        """Make a move in the round."""
        return self._with((*self.games[:-1], self.game.play(move, seat)))

    def with_game(self, game: Game) -> Self:
        """Return the match with its last round played on to this."""
        if game.deal != self.game.deal:
            raise ValueError(f"round {len(self.games)} is {self.game.deal}, not {game.deal}")
        return self._with((*self.games[:-1], game))

    def next_round(self, seed: int | None = None, dealer: int | None = None) -> Self:
        """Deal the next round, when one has ended and the match goes on.

        Give it a ``seed`` of its own where the one of the match is known to somebody by now. The
        dealer is the one that the rules say, unless a seat is named.
        """
        if self.over:
            raise ValueError("there is no next round: the match is over")
        if not self.state.over:
            raise ValueError("there is no next round yet: this one is still being played")
        number, players = len(self.games), self.state.players
        seed = self.seed if seed is None else seed
        dealer = self.state.next_dealer if dealer is None else dealer
        game = Game(self.rules, players, seed, number, dealer, totals=self.totals)
        return self._with((*self.games, game))

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the last move, the end of the match included."""
        if not self.over:
            return self.state.events
        end = Event("match", self.state.turn, scores=self.totals, winners=self.winners)
        return (*self.state.events, end)

    def events_for(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events as a seat saw them, or a spectator."""
        self.state.view(seat)  # which refuses a seat that does not exist
        return tuple(event.for_seat(seat) for event in self.events)

    def _with(self, games: tuple[Game, ...]) -> Self:
        return self._make(self.seed, self.length, games)

    @classmethod
    def _make(cls, seed: int, length: int | None, games: tuple[Game, ...]) -> Self:
        match = object.__new__(cls)
        match.seed, match.length, match.games = seed, length, games
        return match

    def __str__(self) -> str:
        return "\n".join(map(str, self.games))

    def __repr__(self) -> str:
        table = f"{str(self.rules)!r}, {self.state.players}, {self.seed}"
        return f"<Match({table}, games={self.length}), round {len(self.games)}>"

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Match) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return (self.seed, self.length, self.games)
