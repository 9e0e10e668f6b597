"""Bots to the end: of a round, of a match, of many rounds.

A bot is a compiled function ``(table, hand, memory, rng) -> move``. It is asked when it is to act,
and also out of turn when it could jump in, call or catch; then PASS lets the chance go by.
"""

from __future__ import annotations

from typing import Any, Final

from unolab.engine.deal import clear, deal, open_play
from unolab.engine.jit import call, inlined, jit
from unolab.engine.layout import NOBODY, OVER, Mind, Minds, State
from unolab.engine.legal import FINE, may_jump_in, why_not
from unolab.engine.rng import BOT_STREAM, DECK_STREAM, open_stream
from unolab.engine.score import carry_over, dealer_by_lot, target_reached
from unolab.engine.step import following, step
from unolab.moves import SEAT_UNIT

PASS: Final = 127


@inlined
def act(state: State, seat: int, mind: Mind) -> int:
    """Ask a bot and do what it says; return the move with its seat, PASS, or -1 - seat."""
    table = state.table
    hand = state.hands[seat]
    move = call(mind.bot, table, hand, mind.memory, mind.rng)
    if move == PASS and seat != table.turn:
        return PASS
    if why_not(table, hand, move) != FINE:
        return -1 - seat
    step(state, seat, move)
    return move + (seat + 1) * SEAT_UNIT


@jit
def react(state: State, minds: Minds) -> int:
    """Let the others call, catch or jump in, in the order of play; the first who does ends it."""
    table = state.table
    seat = following(table, table.turn)
    while seat != table.turn:
        if table.uno != NOBODY or may_jump_in(table, state.hands[seat]):
            move = act(state, seat, minds.seats[seat])
            if move != PASS:
                return move
        seat = following(table, seat)
    return PASS


@inlined
def advance(state: State, minds: Minds) -> int:
    """Let the bots make one move, in turn or out of turn; return it with its seat, or -1 - seat."""
    table = state.table
    if table.uno != NOBODY or table.rules.jump_in:
        move = react(state, minds)
        if move != PASS:
            return move
    return act(state, table.turn, minds.seats[table.turn])


@jit
def run(state: State, minds: Minds) -> int:
    """Play a round to its end; return 0, or -1 - seat of a bot that wants what is illegal."""
    while state.table.phase != OVER:
        move = advance(state, minds)
        if move < 0:
            return move
    return 0


@jit
def fresh_minds(minds: Minds, players: int, number: int) -> None:
    """Open the bots' random streams for a game and let them forget the last one."""
    for seat in range(players):
        mind = minds.seats[seat]
        open_stream(mind.rng, mind.low, mind.high, number, BOT_STREAM)
        mind.memory.seen = -1


@jit
def run_game(state: State, minds: Minds, low: int, high: int, number: int) -> int:
    """Play game ``number`` of a series; rules, players and dealer stand in the state."""
    clear(state, state.table.players, state.table.dealer)
    open_stream(state.deck.rng, low, high, number, DECK_STREAM)
    fresh_minds(minds, state.table.players, number)
    deal(state)
    open_play(state)
    return run(state, minds)


@jit
def run_match(state: State, minds: Minds, low: int, high: int, games: int) -> int:
    """Play rounds until a total reaches the target, at most ``games``; the deal rotates.

    Return how many rounds it took, or -1 - seat of a bot that errs. The totals stand in the state,
    the last gains apart.
    """
    table = state.table
    for number in range(games):
        erred = run_game(state, minds, low, high, number)
        if erred:
            return erred
        if target_reached(table) or number == games - 1:
            return number + 1
        carry_over(table)
    return 0


@jit
def run_series(
    states: Any, minds: Any, low: int, high: int, first: int, games: int, tally: Any
) -> int:
    """Play many single games with a random dealer; return the turns in all, or -1 - seat.

    ``tally[seat]`` gets the wins and the points of a seat, ``tally[players]`` the void games.
    """
    state = states[0]
    table = state.table
    turns = 0
    for number in range(first, first + games):
        table.dealer = dealer_by_lot(state.deck.rng, table.players, low, high, number)
        erred = run_game(state, minds[0], low, high, number)
        if erred:
            return erred
        turns += table.turns
        winner = table.players if table.winner == NOBODY else table.winner
        tally[winner, 0] += 1
        tally[winner, 1] += table.points
    return turns
