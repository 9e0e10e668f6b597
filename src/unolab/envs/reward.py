"""Rewards: what a finished round is worth to everyone, so that all of it adds up to nothing."""

from __future__ import annotations

from typing import Final

from unolab.engine.hand import hand_points
from unolab.engine.jit import jit
from unolab.engine.layout import NOBODY, StateRecord, Table, number
from unolab.engine.score import wins_round

REWARDS: Final = {
    "win": "1 for each winner; the losers pay for it in equal parts",
    "points": "the points one got, less the mean of the others'",
    "placement": "from 1 for the winner to -1 for the most points in hand; equals share",
}
BY_WIN, BY_POINTS, BY_PLACEMENT = map(number, range(3))


@jit
def reward_of(state: StateRecord, seat: int, kind: int) -> float:
    """Return the reward of a seat for a finished round; a round without a winner is worth 0."""
    table = state.table
    if table.winner == NOBODY:
        return 0.0
    if kind == BY_WIN:
        return share_of_win(table, seat)
    if kind == BY_POINTS:
        return lead_in_points(table, seat)
    return placement(state, seat)


@jit
def share_of_win(table: Table, seat: int) -> float:
    """Return 1 for a winner, and for a loser what it pays."""
    if wins_round(table, seat):
        return 1.0
    winners = 0
    for other in range(table.players):
        winners += int(wins_round(table, other))
    return -winners / (table.players - winners)


@jit
def lead_in_points(table: Table, seat: int) -> float:
    """Return the points of a seat less the mean of the others'; high ones are bad if low wins."""
    total = 0
    for other in range(table.players):
        total += table.gains[other]
    lead = (table.gains[seat] * table.players - total) / (table.players - 1)
    return -lead if table.rules.low_score_wins else lead


@jit
def placement(state: StateRecord, seat: int) -> float:
    """Return where a seat stands between the winner and the most points in hand."""
    table = state.table
    behind = 0
    for other in range(table.players):
        if other != seat:
            behind += ranks_before(state, seat, other) - ranks_before(state, other, seat)
    return behind / (table.players - 1)


@jit
def ranks_before(state: StateRecord, seat: int, other: int) -> int:
    """Return 1 if a seat ranks before another, else 0."""
    table = state.table
    won = wins_round(table, seat)
    if won != wins_round(table, other):
        return int(won)
    return int(not won and hand_points(state.hands[seat]) < hand_points(state.hands[other]))
