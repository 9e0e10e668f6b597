"""Bots to the end of a round.

A bot is a compiled function ``(table, hand, memory, rng) -> move``. It is asked when it is to act,
and also out of turn when it could jump in, call or catch; then PASS lets the chance go by.
"""

from __future__ import annotations

from typing import Any, Final

from unolab.engine.deal import clear, deal, open_play
from unolab.engine.jit import call, inlined, jit
from unolab.engine.layout import NOBODY, OVER, Mind, Minds, StateRecord, number
from unolab.engine.legal import FINE, may_jump_in, why_not
from unolab.engine.rng import BOT_STREAM, DECK_STREAM, open_stream
from unolab.engine.step import following, step
from unolab.moves import SEAT_UNIT, drop_seat

PASS: Final = 127
ASKS: Final = 125  # what a bot says whose strategy is not compiled: ask it
ASKED: Final = number(4096)  # plus the seat of such a bot, when it is to be asked
NOTES_FULL: Final = number(1)  # no room for another move

without_seat: Final = inlined(drop_seat)


@inlined
def first_asked(state: StateRecord) -> int:
    """Return the seat that is asked first: one that can react, or else the one to act."""
    table = state.table
    if table.uno == NOBODY and table.rules.jump_in == 0:
        return table.turn
    return next_asked(state, table.turn)


@jit
def next_asked(state: StateRecord, seat: int) -> int:
    """Return who is asked after a seat: the others in the order of play, last the one to act."""
    table = state.table
    seat = following(table, seat)
    while seat != table.turn:
        if table.uno != NOBODY or may_jump_in(table, state.hands[seat]):
            return seat
        seat = following(table, seat)
    return seat


@inlined
def act(state: StateRecord, seat: int, minds: Minds) -> int:
    """Ask a bot and do what it says; return what ``obey`` does."""
    mind = minds.each[minds.order[seat]]
    move = call(mind.bot, state.table, state.hands[seat], mind.memory, mind.rng)
    return obey(state, seat, move)


@inlined
def obey(state: StateRecord, seat: int, move: int) -> int:
    """Do what a bot has said.

    Return the move with its seat, PASS, -1 - seat if the move is illegal, or ASKED + seat.
    """
    table = state.table
    if move == PASS and seat != table.turn:
        return PASS
    if move == ASKS:
        return ASKED + seat
    if why_not(table, state.hands[seat], move) != FINE:
        return -1 - seat
    step(state, seat, move)
    return move + (seat + 1) * SEAT_UNIT


@inlined
def advance(state: StateRecord, minds: Minds, passed: int) -> int:
    """Let the bots make one move; ``passed`` is who was asked last and let it pass, or NOBODY.

    Return the move with its seat, -1 - seat of a bot that errs, or ASKED + seat.
    """
    seat = first_asked(state) if passed == NOBODY else next_asked(state, passed)
    while True:
        move = act(state, seat, minds)
        if move != PASS:
            return move
        seat = next_asked(state, seat)


@jit
def run(state: StateRecord, minds: Minds, passed: int) -> int:
    """Play a round to its end; return 0, or what ``advance`` says when it can't go on."""
    while state.table.phase != OVER:
        move = advance(state, minds, passed)
        if move < 0 or move >= ASKED:
            return move
        passed = NOBODY
    return 0


@jit
def run_noting(state: StateRecord, minds: Minds, passed: int, notes: Any) -> int:
    """Play a round to its end as ``run`` does, and note every move as an archive has it.

    ``notes`` begins with how many there are; where it has no more room, NOTES_FULL is returned.
    """
    table = state.table
    while table.phase != OVER:
        if notes[0] == len(notes) - 1:
            return NOTES_FULL
        turn = table.turn
        move = advance(state, minds, passed)
        if move < 0 or move >= ASKED:
            return move
        passed = NOBODY
        notes[0] += 1
        notes[notes[0]] = without_seat(move, turn)
    return 0


@inlined
def refresh(mind: Mind, low: int, high: int, number: int) -> None:
    """Open the random stream of a bot for a game and let it forget the last one."""
    open_stream(mind.rng, low, high, number, BOT_STREAM)
    mind.memory.seen = -1
    for note in range(len(mind.memory.notes)):
        mind.memory.notes[note] = 0


@jit
def fresh_minds(minds: Minds, players: int, number: int) -> None:
    """Open the bots' random streams for a game and let them forget the last one."""
    for seat in range(players):
        seed = minds.seeds[seat]
        refresh(minds.each[minds.order[seat]], seed.low, seed.high, number)


@jit
def start_game(state: StateRecord, minds: Minds, low: int, high: int, number: int) -> None:
    """Deal game ``number`` of a series; rules, players and dealer stand in the state."""
    clear(state, state.table.players, state.table.dealer)
    open_stream(state.deck.rng, low, high, number, DECK_STREAM)
    fresh_minds(minds, state.table.players, number)
    deal(state)
    open_play(state)
