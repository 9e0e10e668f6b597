"""Many matches to a target, and what they come to.

As with single games, match ``i`` of a series depends on the seed and ``i`` alone. Its rounds are
the games of the series from ``i * ROUNDS`` on.
"""

from __future__ import annotations

from typing import Any, Final

from unolab.engine.jit import jit
from unolab.engine.layout import (
    DEALER_RANDOM,
    NOBODY,
    Minds,
    Score,
    StateRecord,
    Table,
    Tally,
    number,
)
from unolab.engine.run import run, start_game
from unolab.engine.score import carry_over, dealer_by_lot, target_reached, total, wins_match
from unolab.engine.series import add, count_deal, count_seat, count_turns, take_seats

ROUNDS: Final = number(1_000)  # a match in which so many are void or worth little is over


@jit
def open_match(
    state: StateRecord, minds: Minds, low: int, high: int, match: int, rotations: int
) -> None:
    """Seat the bots for a match of a series."""
    table = state.table
    deal = match // rotations
    take_seats(state, minds, low, high, deal * ROUNDS, match - deal * rotations)
    for seat in range(table.players):
        table.totals[seat] = 0


@jit
def is_last(table: Table, rounds: int) -> bool:
    """Whether a match is over after so many rounds."""
    return target_reached(table) or rounds == ROUNDS


@jit
def count_match(table: Table, minds: Minds, score: Score, tally: Tally) -> None:
    """Note what a finished match came to; its points are the totals."""
    add(tally.ends, 0, 1)
    for seat in range(table.players):
        won = wins_match(table, seat)
        count_seat(table, minds, score, tally, seat, won, total(table, seat))


@jit
def start_round(state: StateRecord, minds: Minds, low: int, high: int, number: int) -> None:
    """Deal a round of a match, game ``number`` of a series."""
    draw_dealer(state, low, high, number)
    start_game(state, minds, low, high, number)


@jit
def draw_dealer(state: StateRecord, low: int, high: int, number: int) -> None:
    """Draw who deals a round of a match, if the rules leave that to chance."""
    table = state.table
    if table.rules.dealer == DEALER_RANDOM:
        table.dealer = dealer_by_lot(state.deck.rng, table.players, low, high, number)


@jit
def run_matches(
    states: Any,
    minds: Any,
    scores: Any,
    tallies: Any,
    low: int,
    high: int,
    first: int,
    games: int,
    rotations: int,
) -> int:
    """Play matches of a series from ``first`` on and count them, as ``run_series`` does games."""
    state = states[0]
    score = scores[0]
    table = state.table
    for game in range(first, first + games):
        score.game = game
        open_match(state, minds[0], low, high, game, rotations)
        rounds = 0
        while True:
            start_round(state, minds[0], low, high, game // rotations * ROUNDS + rounds)
            stopped = run(state, minds[0], NOBODY)
            if stopped:
                return stopped
            count_turns(table, tallies[0])
            rounds += 1
            if is_last(table, rounds):
                break
            carry_over(table)
        count_match(table, minds[0], score, tallies[0])
        if (game + 1) % rotations == 0:
            count_deal(table.players, score, tallies[0])
    return 0
