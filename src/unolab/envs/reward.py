"""Rewards: what a finished round or match is worth to everyone: all of it adds up to nothing."""

from __future__ import annotations

from typing import Final

from unolab.engine.hand import hand_points
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import NOBODY, StateRecord, Table, number
from unolab.engine.score import total, wins_match, wins_round

REWARDS: Final = {
    "win": "1 for each winner; the losers pay for it in equal parts",
    "points": "the points one got, less the mean of the others'",
    "placement": "from 1 for the winner to -1 for the most points in hand; equals share",
}
BY_WIN, BY_POINTS, BY_PLACEMENT = map(number, range(3))


@jit
def reward_of(state: StateRecord, seat: int, kind: int, by_totals: bool) -> float:
    """Return the reward of a seat for a finished round, or ``by_totals`` for a finished match.

    What nobody has won is worth 0, and also a match that all have won.
    """
    table = state.table
    if kind == BY_WIN:
        return share_of_win(table, seat, by_totals)
    if table.winner == NOBODY and not by_totals:
        return 0.0
    if kind == BY_POINTS:
        return lead_in_points(table, seat, by_totals)
    return placement(state, seat, by_totals)


@inlined
def wins(table: Table, seat: int, by_totals: bool) -> bool:
    """Whether a seat has won the round, or the match."""
    return wins_match(table, seat) if by_totals else wins_round(table, seat)


@inlined
def points_of(table: Table, seat: int, by_totals: bool) -> int:
    """Return the points of a seat in the round, or in the match."""
    return number(total(table, seat) if by_totals else table.gains[seat])


@jit
def share_of_win(table: Table, seat: int, by_totals: bool) -> float:
    """Return 1 for a winner, and for a loser what it pays."""
    winners = 0
    for other in range(table.players):
        winners += int(wins(table, other, by_totals))
    if winners == 0 or winners == table.players:
        return 0.0
    if wins(table, seat, by_totals):
        return 1.0
    return -winners / (table.players - winners)


@jit
def lead_in_points(table: Table, seat: int, by_totals: bool) -> float:
    """Return the points of a seat less the mean of the others'; high ones are bad if low wins."""
    points = 0
    for other in range(table.players):
        points += points_of(table, other, by_totals)
    own = points_of(table, seat, by_totals)
    lead = (own * table.players - points) / (table.players - 1)
    return -lead if table.rules.low_score_wins else lead


@jit
def placement(state: StateRecord, seat: int, by_totals: bool) -> float:
    """Return where a seat stands between the first and the last."""
    players = state.table.players
    behind = 0
    for other in range(players):
        if other != seat:
            behind += ranks_before(state, seat, other, by_totals)
            behind -= ranks_before(state, other, seat, by_totals)
    return behind / (players - 1)


@jit
def ranks_before(state: StateRecord, seat: int, other: int, by_totals: bool) -> int:
    """Return 1 if a seat ranks before another, else 0: by totals, or by the cards in hand."""
    table = state.table
    if by_totals:
        lead = total(table, seat) - total(table, other)
        return int(lead < 0 if table.rules.low_score_wins else lead > 0)
    won = wins_round(table, seat)
    if won != wins_round(table, other):
        return int(won)
    return int(not won and hand_points(state.hands[seat]) < hand_points(state.hands[other]))
