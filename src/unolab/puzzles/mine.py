"""Mining: puzzles from games that bots play among themselves; the same seed gives the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from unolab.bots.neural.evaluation import evaluate
from unolab.bots.search.judge import Weighed, is_same
from unolab.errors import BadOption
from unolab.game import Game
from unolab.gameloop import play
from unolab.moves import Move
from unolab.puzzles.confirm import Standard, give_reasons, name_networks
from unolab.puzzles.puzzle import Puzzle, PuzzleMove
from unolab.puzzles.strength import ask_quick, chooses_card, find_misled, is_tempting
from unolab.puzzles.theme import find_theme, list_themes
from unolab.puzzles.themes import THEMES, Theme
from unolab.review.advice import rank_moves
from unolab.review.reasons import Reason
from unolab.rules import Rules
from unolab.state import State, View

PLAYERS: Final = ("neural", "mixbot2(bluff=0.5)")
"""Who plays the games, in turn around the table: both make positions as people see them."""
SURE: Final = 0.9
"""How likely the network holds a move to be the best where it is not looked at twice."""
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
    gap: float
    """How far the best move seems to be ahead."""
    misled: tuple[str, ...]


def list_tables(rules: Sequence[str], players: Sequence[int]) -> tuple[Table, ...]:
    """List the tables at which games are played in turn."""
    tables = [Table(Rules.of(text), number) for text in rules for number in players]
    if not tables:
        raise BadOption("there is no table to play at: name rules and numbers of players")
    for table in tables:
        table.rules.check_players(table.players)
    return tuple(tables)


def mine_game(
    tables: Sequence[Table],
    seed: int,
    number: int,
    standard: Standard,
    themes: Collection[str] = THEMES,
) -> Puzzle | None:
    """Play a game, and make a puzzle of its best position, if it has any that is wanted."""
    table = tables[number % len(tables)]
    game = play(table.line_up(number // len(tables)), table.rules, seed, number)
    found = sorted(screen(game, standard, themes), key=lambda one: (-len(one.misled), -one.gap))
    puzzles = (make_puzzle(candidate, standard, themes) for candidate in found[:CONFIRMED])
    return next((puzzle for puzzle in puzzles if puzzle is not None), None)


def screen(game: Game, standard: Standard, themes: Collection[str] = THEMES) -> Iterator[Candidate]:
    """Find the positions of a game in which one move seems to stand out and is easily missed."""
    state = game.start
    for at, (_, after) in enumerate(game.steps()):
        view = state.view(state.turn)
        if (
            is_worth_a_look(state, view)
            and not list_themes(view).isdisjoint(themes)
            and (not chooses_card(view) or is_in_dispute(view, standard))
        ):
            weighed = standard.screened.weigh(view)
            if weighed is not None and standard.stands_out(weighed, SCREENED_ERRORS):
                best, rival = weighed.moves[weighed.best], weighed.rival(weighed.best)
                assert best is not None  # nothing that stands out lets a chance go by
                assert rival is not None
                wanted = find_topic(view, weighed, give_reasons(view, weighed)) in themes
                if wanted and is_tempting(view, best, misled := find_misled(view, best)):
                    here = game.undo(len(game.moves) - at)
                    gap, _ = weighed.gap(weighed.best, rival)
                    yield Candidate(here, view, best, gap, misled)
        state = after


def is_in_dispute(view: View, standard: Standard) -> bool:
    """Whether the network is unsure, or a bot does something else: only then is it worth weighing.

    This takes a hundredth of what the weighing takes.
    """
    likely = evaluate(view, standard.screened.network).moves
    usual, share = next(iter(likely.items()))
    return share < SURE or any(not is_same(usual, move) for move in ask_quick(view))


def is_worth_a_look(state: State, view: View) -> bool:
    """Whether there is something to choose, besides to win at once or to answer out of turn."""
    cards = len(view.hand)
    return 1 < cards <= MOST_CARDS and len(view.legal) > 1 and state.asked[0] == state.turn


def make_puzzle(
    candidate: Candidate, standard: Standard, themes: Collection[str] = THEMES
) -> Puzzle | None:
    """Confirm a position, and make a puzzle of it; None if it is none that is wanted."""
    view = candidate.view
    weighed = standard.confirm(view, candidate.best)
    if weighed is None:
        return None
    reasons = give_reasons(view, weighed)
    theme = find_topic(view, weighed, reasons)
    rival = weighed.rival(weighed.best)
    if theme is None or theme not in themes or rival is None:
        return None
    if not standard.confirm_to_the_end(view, candidate.best):  # the dearest question comes last
        return None
    margin, error = weighed.gap(weighed.best, rival)
    return Puzzle(
        str(candidate.game),
        str(view),
        theme,
        len(candidate.misled),
        list_moves(weighed, reasons),
        margin,
        error,
        weighed.worlds,
        name_networks(standard.final),
    )


def find_topic(view: View, weighed: Weighed, reasons: Sequence[Sequence[Reason]]) -> Theme | None:
    """Say what a position is about; None if it is nothing, or nobody could say why."""
    rival = weighed.rival(weighed.best)
    if rival is None or not reasons[weighed.best]:
        return None
    best, other = weighed.moves[weighed.best], weighed.moves[rival]
    if best is None or other is None:
        return None
    return find_theme(view, best, other, reasons[weighed.best])


def list_moves(weighed: Weighed, reasons: Sequence[tuple[Reason, ...]]) -> tuple[PuzzleMove, ...]:
    """List the moves with values and reasons, the best first."""
    values = weighed.chances[:, weighed.seat]
    return tuple(
        PuzzleMove(Move(move.action), float(values[place]), reasons[place])
        for place in rank_moves(weighed, weighed.best)
        if (move := weighed.moves[place]) is not None
    )
