"""The end of a round and of a match."""

from __future__ import annotations

from unolab.engine.hand import hand_points
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import DEALER_ROTATE, NOBODY, OVER, Rng, StateRecord, Table
from unolab.engine.log import FINISHED, VOID, log
from unolab.engine.rng import TABLE_STREAM, below, open_stream


@inlined
def side_of(seat: int) -> int:
    """Return the side that a seat is on where partners play: they sit opposite."""
    return seat & 1


@inlined
def partner_of(seat: int) -> int:
    """Return the seat opposite, of four."""
    return seat ^ 2


@inlined
def is_opponent(table: Table, seat: int, other: int) -> bool:
    """Whether a seat is neither one's own nor one's partner's."""
    if table.rules.partners:
        return side_of(seat) != side_of(other)
    return seat != other


@jit
def finish(state: StateRecord, winner: int) -> None:
    """End the round: someone went out, so the cards left in the hands are counted."""
    table = state.table
    rules = table.rules
    table.phase = OVER
    table.turn = winner
    table.winner = winner
    total = 0
    for seat in range(table.players):
        if not is_opponent(table, seat, winner):
            continue  # a partner's cards don't count (C181)
        points = hand_points(state.hands[seat])
        if rules.low_score_wins:
            table.gains[seat] = points
        total += points
    table.points = total
    if not rules.low_score_wins:
        table.gains[winner] = total
        if rules.partners:
            table.gains[partner_of(winner)] = total
    log(table, FINISHED, winner)


@jit
def call_off(table: Table) -> None:
    """End the round without a winner: the turn limit is reached, or nobody can do anything."""
    table.phase = OVER
    table.due = 0
    table.uno = NOBODY
    log(table, VOID, table.turn)


@inlined
def total(table: Table, seat: int) -> int:
    """Return what a seat has with this round."""
    return table.totals[seat] + table.gains[seat]


@jit
def target_reached(table: Table) -> bool:
    """Whether a finished round ends the match; with the target 0 every round does."""
    for seat in range(table.players):
        if total(table, seat) >= table.rules.target:
            return True
    return False


@jit
def wins_round(table: Table, seat: int) -> bool:
    """Whether a seat went out, or its partner did."""
    return table.winner != NOBODY and not is_opponent(table, seat, table.winner)


@jit
def wins_match(table: Table, seat: int) -> bool:
    """Whether no seat has a better total; equal ones win together (C179)."""
    for other in range(table.players):
        lead = total(table, seat) - total(table, other)
        if lead > 0 if table.rules.low_score_wins else lead < 0:
            return False
    return True


@inlined
def after_dealer(table: Table) -> int:
    """Return the seat after the dealer, clockwise."""
    return 0 if table.dealer == table.players - 1 else table.dealer + 1


@inlined
def next_dealer(table: Table) -> int:
    """Return who deals the next round, unless that is drawn by lot."""
    return after_dealer(table) if table.rules.dealer == DEALER_ROTATE else table.dealer


@jit
def carry_over(table: Table) -> None:
    """Add a finished round to the totals and pass the deal on, as the rules say."""
    for seat in range(table.players):
        table.totals[seat] = total(table, seat)
    table.dealer = next_dealer(table)


@jit
def dealer_by_lot(rng: Rng, players: int, low: int, high: int, number: int) -> int:
    """Draw the dealer of a game from a stream of its own."""
    open_stream(rng, low, high, number, TABLE_STREAM)
    return below(rng, players)
