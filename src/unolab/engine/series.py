"""Many single games, and what they come to.

Game ``i`` of a series depends on the seed and ``i`` alone: its deal, its dealer, who sits where.
With ``rotations`` each deal is played so many times in a row, the bots moving on by one seat.
"""

from __future__ import annotations

from typing import Any

from unolab.engine.jit import inlined, jit
from unolab.engine.layout import NOBODY, OVER, Minds, Rng, Score, StateRecord, Table, Tally
from unolab.engine.rng import below
from unolab.engine.run import ASKED, advance, run, start_game
from unolab.engine.score import dealer_by_lot, wins_round


@inlined
def draw_seats(order: Any, players: int, rng: Rng) -> None:
    """Give every player a seat by lot."""
    for seat in range(players):
        order[seat] = seat
    for seat in range(players - 1, 0, -1):
        other = below(rng, seat + 1)
        order[seat], order[other] = order[other], order[seat]


@jit
def sit_down(minds: Minds, players: int, rng: Rng, rotation: int) -> None:
    """Give every bot a seat by lot, and then move all of them on by so many seats."""
    order = minds.order
    draw_seats(order, players, rng)
    for _ in range(rotation):
        last = order[players - 1]
        for seat in range(players - 1, 0, -1):
            order[seat] = order[seat - 1]
        order[0] = last


@jit
def take_seats(
    state: StateRecord, minds: Minds, low: int, high: int, number: int, rotation: int
) -> None:
    """Draw the dealer and the seats of a game by lot."""
    table = state.table
    rng = state.deck.rng
    table.dealer = dealer_by_lot(rng, table.players, low, high, number)
    sit_down(minds, table.players, rng, rotation)


@jit
def seat_and_deal(
    state: StateRecord, minds: Minds, low: int, high: int, game: int, rotations: int
) -> None:
    """Begin a game of a series."""
    number = game // rotations
    take_seats(state, minds, low, high, number, game - number * rotations)
    start_game(state, minds, low, high, number)


@jit
def add(counts: Any, place: Any, amount: int) -> None:
    """Add to a count. On a GPU, where many threads share a tally, something else stands here."""
    counts[place] += amount


@jit
def count_game(table: Table, minds: Minds, score: Score, tally: Tally) -> None:
    """Note what a finished game came to."""
    won = table.winner != NOBODY
    blocked = table.blocked == table.players
    add(tally.ends, 0 if won else 2 if blocked else 1, 1)
    count_turns(table, tally)
    for seat in range(table.players):
        count_seat(table, minds, score, tally, seat, wins_round(table, seat), table.gains[seat])


@inlined
def count_turns(table: Table, tally: Tally) -> None:
    """Note how long a round was."""
    add(tally.turns, 0, table.turns)
    add(tally.lengths, min(table.turns, len(tally.lengths) - 1), 1)


@inlined
def count_seat(
    table: Table, minds: Minds, score: Score, tally: Tally, seat: int, won: bool, points: int
) -> None:
    """Note what the bot of a seat got, by its place after the dealer."""
    bot = minds.order[seat]
    place = seat - table.dealer - 1
    if place < 0:
        place += table.players
    add(tally.seated, (bot, place), 1)
    if won:
        add(tally.wins, (bot, place), 1)
        score.wins[bot] += 1
    if points:
        add(tally.points, (bot, place), points)
        score.points[bot] += points


@jit
def count_deal(players: int, score: Score, tally: Tally) -> None:
    """Note what a deal came to, for the variances and covariances, and forget it."""
    for bot in range(players):
        wins = score.wins[bot]
        points = score.points[bot]
        if wins or points:
            for other in range(players):
                if score.wins[other] or score.points[other]:
                    add(tally.wins_by_pair, (bot, other), wins * score.wins[other])
                    add(tally.points_by_pair, (bot, other), points * score.points[other])
    for bot in range(players):
        score.wins[bot] = 0
        score.points[bot] = 0


@jit
def follow_lags(table: Table, score: Score) -> None:
    """Note by how many cards everyone is behind the shortest hand, if it was never more."""
    least = table.sizes[0]
    for seat in range(1, table.players):
        least = min(least, table.sizes[seat])
    for seat in range(table.players):
        score.lags[seat] = max(score.lags[seat], table.sizes[seat] - least)


@jit
def count_lag(table: Table, score: Score, tally: Tally) -> None:
    """Count by how many cards the winner of a game was behind at worst, and forget it."""
    if table.winner != NOBODY:
        add(tally.lags, score.lags[table.winner], 1)
    for seat in range(table.players):
        score.lags[seat] = 0


@jit
def run_closely(state: StateRecord, minds: Minds, score: Score, tally: Tally) -> int:
    """Play a round to its end, and note by how many cards the winner was behind at worst."""
    table = state.table
    while table.phase != OVER:
        move = advance(state, minds, NOBODY)
        if move < 0 or move >= ASKED:
            return move
        follow_lags(table, score)
    count_lag(table, score, tally)
    return 0


@jit
def run_series(
    states: Any,
    minds: Any,
    scores: Any,
    tallies: Any,
    low: int,
    high: int,
    first: int,
    games: int,
    rotations: int,
    closely: bool,
) -> int:
    """Play games of a series from ``first`` on, all rotations of a deal or none, and count them.

    Return 0, or what ``advance`` says when a game can't go on: ``scores`` has its number then.
    """
    state = states[0]
    score = scores[0]
    tally = tallies[0]
    for game in range(first, first + games):
        score.game = game
        seat_and_deal(state, minds[0], low, high, game, rotations)
        if closely:
            stopped = run_closely(state, minds[0], score, tally)
        else:
            stopped = run(state, minds[0], NOBODY)
        if stopped:
            return stopped
        count_game(state.table, minds[0], score, tally)
        if (game + 1) % rotations == 0:
            count_deal(state.table.players, score, tally)
    return 0
