"""Game: a deal and its moves, which is all it takes to play it again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from unolab.errors import IllegalMove, NotationError
from unolab.moves import Move, drop_seat
from unolab.rules import Rules
from unolab.shuffle import is_long
from unolab.state import State

_DEAL = re.compile(
    r"(?P<rules>[^/]+)/(?P<players>[0-9]{1,3})/(?P<seed>[0-9]{1,40}|x[0-9a-f]{64})"
    r"(?:\.(?P<number>[0-9]{1,15}))?(?:@(?P<dealer>[0-9]))?"
    r"(?:\$(?P<totals>[0-9]{1,9}(?:,[0-9]{1,9})+))?"
)


class Game:
    """A round of Uno from the deal on: ``official/3/42: R7 R3 + -``. It never changes.

    ``42.5`` is game 5 of the series with seed 42; ``@1`` means that seat 1 deals, and not the last;
    ``$20,0,35`` are the totals before it in a match. A seed of 2**128 or more is written ``x`` and
    64 hexadecimal digits; ``unolab.shuffle`` says how it shuffles the deck.
    """

    __slots__ = ("dealer", "moves", "number", "players", "rules", "seed", "start", "state")

    def __init__(
        self,
        rules: Rules | str = "official",
        players: int = 4,
        seed: int = 0,
        number: int = 0,
        dealer: int | None = None,
        moves: Iterable[Move | int | str] = (),
        totals: Sequence[int] = (),
    ) -> None:
        """Deal, and make these moves."""
        self.rules = Rules.of(rules)
        self.players = players
        self.seed = seed
        self.number = number
        self.start = State.deal(self.rules, players, seed, number, dealer, totals=totals)
        self.dealer = self.start.dealer
        self.state = self.start
        self.moves: tuple[Move, ...] = ()
        for move in moves:
            self._add(move)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a game; ``#`` starts a comment."""
        if not isinstance(text, str):
            raise NotationError(f"a game is written as text, not as {type(text).__name__}")
        head, _, moves = text.partition("#")[0].strip().partition(":")
        deal = _DEAL.fullmatch(head)
        if deal is None:
            raise NotationError(
                f"{head[:60]!r} is no deal: rules/players/seed is expected, as in official/3/42"
            )
        number, dealer = deal["number"] or "0", deal["dealer"]
        try:
            return cls(
                deal["rules"],
                int(deal["players"]),
                read_seed(deal["seed"]),
                int(number),
                None if dealer is None else int(dealer),
                moves.split(),
                [int(total) for total in (deal["totals"] or "").split(",") if total],
            )
        except IllegalMove:
            raise
        except ValueError as error:
            raise NotationError(str(error)) from None

    def play(self, move: Move | int | str, seat: int | None = None) -> Self:
        """Make a move and return the longer game."""
        game = self._copy()
        game._add(move, seat)
        return game

    def extended(self, moves: Iterable[Move], state: State) -> Self:
        """Return the longer game when these moves are known to lead to this state."""
        game = self._copy()
        game.moves, game.state = (*self.moves, *moves), state
        return game

    def undo(self, moves: int = 1) -> Self:
        """Take back the last moves, by playing the others again."""
        if not 0 <= moves <= len(self.moves):
            raise ValueError(f"{moves} moves can't be taken back: {len(self.moves)} were made")
        game = self._copy()
        game.state, game.moves = self.start, ()
        for move in self.moves[: len(self.moves) - moves]:
            game._add(move)
        return game

    def find_last_decision(self, seat: int) -> int | None:
        """Return how many moves came before the last one that a seat chose from several.

        To say "Uno" and to catch are no decisions; to jump in is one.
        """
        found, state = None, self.start
        for number, (move, after) in enumerate(self.steps()):
            mover = state.turn if move.seat is None else move.seat
            if mover == seat and not (move.is_call or move.is_catch):
                jumps = mover != state.turn
                if jumps or len(state.view(seat).legal) > 1:
                    found = number
            state = after
        return found

    def steps(self) -> Iterator[tuple[Move, State]]:
        """Go through the game again: every move and the state after it."""
        state = self.start
        for move in self.moves:
            state = state.play(move)
            yield move, state

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.state.over

    @property
    def winner(self) -> int | None:
        """The seat that went out; None before the end, and after a void round."""
        return self.state.winner

    @property
    def deal(self) -> str:
        """The deal as text: ``official/3/42``."""
        return deal_text(
            self.rules, self.players, self.seed, self.number, self.dealer, self.start.totals
        )

    def _copy(self) -> Self:
        game = object.__new__(type(self))
        for name in Game.__slots__:
            setattr(game, name, getattr(self, name))
        return game

    def _add(self, move: Move | int | str, seat: int | None = None) -> None:
        move = Move.of(move)
        turn = self.state.turn
        self.state = self.state.play(move, seat)
        self.moves += (as_noted(move if seat is None else move.by(seat), turn),)

    def __str__(self) -> str:
        return " ".join([self.deal + ":" if self.moves else self.deal, *map(str, self.moves)])

    def __repr__(self) -> str:
        return f"Game.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


def deal_text(
    rules: Rules | str, players: int, seed: int, number: int, dealer: int, totals: Sequence[int]
) -> str:
    """Write a deal; what is as usual is left out."""
    game = f".{number}" if number else ""
    usual = dealer == players - 1 and Rules.of(rules).dealer != "random"
    place = "" if usual else f"@{dealer}"
    had = "$" + ",".join(map(str, totals)) if any(totals) else ""
    return f"{rules}/{players}/{seed_text(seed)}{game}{place}{had}"


def seed_text(seed: int) -> str:
    """Write a seed: a decimal number, or ``x`` and 64 hexadecimal digits if it is a long one."""
    return f"x{seed:064x}" if is_long(seed) else str(seed)


def read_seed(text: str) -> int:
    """Read a seed as ``seed_text`` writes it."""
    if not text.startswith("x"):
        if is_long(seed := int(text)):
            raise NotationError("a seed of 2**128 or more is written x and 64 hexadecimal digits")
        return seed
    if not is_long(seed := int(text[1:], 16)):
        raise NotationError("a seed below 2**128 is written as a decimal number")
    return seed


def as_noted(move: Move, turn: int) -> Move:
    """Return a move as a game keeps it, its seat named only where that says something."""
    return Move(drop_seat(move.by(turn) if move.seat is None else move, turn))
