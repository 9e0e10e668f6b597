"""Mining: puzzles from games that bots play among themselves; the same seed gives the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from unolab.bots.search.judge import Weighed
from unolab.errors import BadOption
from unolab.game import Game
from unolab.gameloop import play
from unolab.moves import Move
from unolab.puzzles.confirm import Standard, give_reasons, name_networks
from unolab.puzzles.puzzle import Puzzle, PuzzleMove
from unolab.puzzles.strength import find_misled, is_tempting
from unolab.puzzles.theme import find_theme
from unolab.rules import Rules
from unolab.state import State, View

PLAYERS: Final = ("neural", "mixbot2")
"""Who plays the games, in turn around the table: both make positions as people see them."""
CONFIRMED: Final = 3
"""How many positions of a game are looked at closely."""
SCREENED_ERRORS: Final = 2.0
MOST_CARDS: Final = 9
"""In the solver's hand: more are a chore and not a puzzle."""


@dataclass(frozen=True)
class Table:
    """Where games are played: by which rules, and by how many."""

    rules: Rules
    players: int

    def line_up(self, number: int) -> list[str]:
        """Say who plays a game."""
        return [PLAYERS[(seat + number) % len(PLAYERS)] for seat in range(self.players)]


@dataclass(frozen=True)
class Candidate:
    """A position that may make a puzzle."""

    game: Game
    view: View
    best: Move
    surprise: float
    """How unlikely the network held the best move to be that."""
    misled: tuple[str, ...]


def list_tables(rules: Sequence[str], players: Sequence[int]) -> tuple[Table, ...]:
    """List the tables at which games are played in turn."""
    tables = [Table(Rules.of(text), number) for text in rules for number in players]
    if not tables:
        raise BadOption("there is no table to play at: name rules and numbers of players")
    for table in tables:
        table.rules.check_players(table.players)
    return tuple(tables)


def mine_game(tables: Sequence[Table], seed: int, number: int, standard: Standard) -> Puzzle | None:
    """Play a game, and make a puzzle of its best position, if it has any."""
    table = tables[number % len(tables)]
    game = play(table.line_up(number // len(tables)), table.rules, seed, number)
    found = sorted(screen(game, standard), key=lambda one: (-len(one.misled), -one.surprise))
    puzzles = (make_puzzle(candidate, standard) for candidate in found[:CONFIRMED])
    return next((puzzle for puzzle in puzzles if puzzle is not None), None)


def screen(game: Game, standard: Standard) -> Iterator[Candidate]:
    """Find the positions of a game in which one move seems to stand out and is easily missed."""
    state = game.start
    for at, (_, after) in enumerate(game.steps()):
        view = state.view(state.turn)
        if is_worth_a_look(state, view):
            weighed = standard.screened.weigh(view)
            if weighed is not None and standard.stands_out(weighed, SCREENED_ERRORS):
                best = weighed.moves[weighed.best]
                assert best is not None  # nothing that stands out lets a chance go by
                misled = find_misled(view, best)
                if is_tempting(view, best, misled):
                    here = game.undo(len(game.moves) - at)
                    surprise = 1 - weighed.priors[weighed.best]
                    yield Candidate(here, view, best, surprise, misled)
        state = after


def is_worth_a_look(state: State, view: View) -> bool:
    """Whether there is something to choose, besides to win at once or to answer out of turn."""
    cards = len(view.hand)
    return 1 < cards <= MOST_CARDS and len(view.legal) > 1 and state.asked[0] == state.turn


def make_puzzle(candidate: Candidate, standard: Standard) -> Puzzle | None:
    """Confirm a position, and make a puzzle of it; None if it is none, or nobody could say why."""
    view = candidate.view
    weighed = standard.confirm(view, candidate.best)
    if weighed is None:
        return None
    reasons = give_reasons(view, weighed)
    rival = weighed.rival(weighed.best)
    best, other = weighed.moves[weighed.best], weighed.moves[rival or 0]
    if rival is None or best is None or other is None or not reasons[weighed.best]:
        return None
    theme = find_theme(view, best, other, reasons[weighed.best])
    if theme is None:
        return None
    margin, error = weighed.gap(weighed.best, rival)
    return Puzzle(
        str(candidate.game),
        str(view),
        theme,
        len(candidate.misled),
        rank(weighed, reasons),
        margin,
        error,
        weighed.worlds,
        name_networks(standard.final),
    )


def rank(weighed: Weighed, reasons: Sequence[tuple[object, ...]]) -> tuple[PuzzleMove, ...]:
    """List the moves with values and reasons, the best first, then by their values."""
    values = weighed.chances[:, weighed.seat]
    order = sorted(range(len(values)), key=lambda place: (place != weighed.best, -values[place]))
    return tuple(
        PuzzleMove(Move(move.action), float(values[place]), reasons[place])  # type: ignore[arg-type]
        for place in order
        if (move := weighed.moves[place]) is not None
    )
