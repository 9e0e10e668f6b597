"""The engine as plain Python calls it: with arrays of one record, which Numba takes quickest."""

from __future__ import annotations

from typing import Any

from unolab.engine.deal import clear, deal, open_play
from unolab.engine.hand import add, copies
from unolab.engine.jit import call, inlined, jit
from unolab.engine.layout import NOBODY
from unolab.engine.legal import (
    FINE,
    fitting,
    is_honest,
    may_challenge,
    why_no_jump_with,
    why_not,
)
from unolab.engine.matches import count_match, is_last, open_match, start_round
from unolab.engine.rng import DECK_STREAM, open_stream
from unolab.engine.run import (
    advance,
    first_asked,
    fresh_minds,
    next_asked,
    run,
    run_noting,
)
from unolab.engine.score import (
    after_dealer,
    carry_over,
    dealer_by_lot,
    finish,
    next_dealer,
    target_reached,
    wins_match,
    wins_round,
)
from unolab.engine.series import count_deal, count_game, count_turns, seat_and_deal
from unolab.engine.step import accused, doubt_penalty, following, left_after, step, top_before
from unolab.moves import ACTIONS


@jit
def prepare(states: Any, players: int, dealer: int, low: int, high: int, number: int) -> None:
    """Make an empty table with the deck of a game; the rules stand in the record already."""
    clear(states[0], players, dealer)
    open_stream(states[0].deck.rng, low, high, number, DECK_STREAM)


@jit
def deal_hands(states: Any) -> None:
    """Deal and turn up the first card."""
    deal(states[0])


@jit
def open_round(states: Any) -> None:
    """Let the first card take effect and the first player begin."""
    open_play(states[0])


@jit
def give(states: Any, seat: int, card: int) -> None:
    """Put a card into a hand, when a position is set up."""
    add(states[0].hands[seat], card)
    states[0].table.sizes[seat] += 1


@jit
def hold(hands: Any, card: int) -> None:
    """Put a card into a hand that stands alone."""
    add(hands[0], card)


@jit
def list_hand(hands: Any, out: Any) -> None:
    """Count the copies of every card in a hand."""
    for card in range(len(out)):
        out[card] = copies(hands[0], card)


@jit
def attempt(states: Any, seat: int, move: int) -> int:
    """Do a move if it is legal; return FINE or the reason why not."""
    state = states[0]
    reason = why_not(state.table, state.hands[seat], move)
    if reason == FINE:
        step(state, seat, move)
    return reason


@jit
def list_legal(tables: Any, hands: Any, out: Any) -> None:
    """Mark what the holder of a hand may do, of the 88 actions."""
    for action in range(ACTIONS):
        out[action] = why_not(tables[0], hands[0], action) == FINE


@jit
def list_fitting(tables: Any, hands: Any) -> int:
    """Return the set of the cards of a hand that may be laid on the top in a normal turn."""
    return fitting(tables[0], hands[0])


@jit
def can_challenge(tables: Any) -> bool:
    """Whether the seat to act may challenge."""
    return may_challenge(tables[0])


@jit
def can_jump_in(tables: Any) -> bool:
    """Whether somebody may jump in who holds the card on top."""
    return why_no_jump_with(tables[0], tables[0].top) == FINE


@jit
def end_round(states: Any, winner: int) -> None:
    """Count the cards of a position in which somebody has none."""
    finish(states[0], winner)


@jit
def judge(states: Any) -> bool:
    """Whether the wild draw four on top is a bluff, going by the hands as they are now."""
    state = states[0]
    table = state.table
    return not is_honest(table.rules, state.hands[accused(table)], top_before(table))


@jit
def count_left(tables: Any, hands: Any, card: int) -> int:
    """Return how many cards the holder of a hand has after playing a card."""
    return left_after(tables[0], hands[0].seat, card)


@jit
def seat_after(tables: Any) -> int:
    """Return the seat after the one to act."""
    return following(tables[0], tables[0].turn)


@jit
def find_accused(tables: Any) -> int:
    """Return the seat whose wild draw four the seat to act may challenge."""
    return accused(tables[0])


@jit
def price_doubt(tables: Any) -> int:
    """Return how many cards a challenge in vain costs."""
    return doubt_penalty(tables[0])


@jit
def pick_dealer(states: Any, players: int, low: int, high: int, number: int) -> int:
    """Draw the dealer of a round by lot."""
    return dealer_by_lot(states[0].deck.rng, players, low, high, number)


@jit
def seat_bots(minds: Any, players: int, number: int) -> None:
    """Give every bot a fresh mind for a game."""
    fresh_minds(minds[0], players, number)


@jit
def ask_bot(tables: Any, hands: Any, minds: Any, seat: int) -> int:
    """Ask the bot of a seat for a move."""
    mind = minds[0].each[minds[0].order[seat]]
    return call(mind.bot, tables[0], hands[0], mind.memory, mind.rng)


@jit
def find_next_asked(states: Any, seat: int) -> int:
    """Return who is asked for a move next: after NOBODY the first."""
    return first_asked(states[0]) if seat == NOBODY else next_asked(states[0], seat)


@jit
def let_bots_move(states: Any, minds: Any, passed: int) -> int:
    """Let the bots make one move, as ``advance`` does."""
    return advance(states[0], minds[0], passed)


@jit
def let_bots_finish(states: Any, minds: Any, passed: int) -> int:
    """Let the bots play to the end, as ``run`` does."""
    return run(states[0], minds[0], passed)


@jit
def begin_game(states: Any, minds: Any, low: int, high: int, game: int, rotations: int) -> None:
    """Seat the bots and deal a game of a series."""
    seat_and_deal(states[0], minds[0], low, high, game, rotations)


@inlined
def end_deal(table: Any, score: Any, tally: Any, done: bool) -> None:
    """Count a deal of a series when all its rotations are played."""
    if done:
        count_deal(table.players, score, tally)


@jit
def end_game(states: Any, minds: Any, scores: Any, tallies: Any, deal_is_done: bool) -> None:
    """Count a finished game of a series."""
    table = states[0].table
    count_game(table, minds[0], scores[0], tallies[0])
    end_deal(table, scores[0], tallies[0], deal_is_done)


@jit
def let_bots_note(states: Any, minds: Any, passed: int, notes: Any) -> int:
    """Let the bots play to the end and note their moves, as ``run_noting`` does."""
    return run_noting(states[0], minds[0], passed, notes)


@jit
def begin_match(states: Any, minds: Any, low: int, high: int, match: int, rotations: int) -> None:
    """Seat the bots for a match of a series."""
    open_match(states[0], minds[0], low, high, match, rotations)


@jit
def begin_round(states: Any, minds: Any, low: int, high: int, number: int) -> None:
    """Deal a round of a match."""
    start_round(states[0], minds[0], low, high, number)


@jit
def end_round_of_match(states: Any, tallies: Any, rounds: int) -> bool:
    """Count a finished round of a match, and carry its points over unless it was the last."""
    table = states[0].table
    count_turns(table, tallies[0])
    last = is_last(table, rounds)
    if not last:
        carry_over(table)
    return last


@jit
def end_match(states: Any, minds: Any, scores: Any, tallies: Any, deal_is_done: bool) -> None:
    """Count a finished match of a series."""
    table = states[0].table
    count_match(table, minds[0], scores[0], tallies[0])
    end_deal(table, scores[0], tallies[0], deal_is_done)


@jit
def pass_deal(tables: Any) -> int:
    """Return who deals the next round, unless that is drawn by lot."""
    return next_dealer(tables[0])


@jit
def pass_deal_on(tables: Any) -> int:
    """Return the seat after the dealer, whatever the rules say."""
    return after_dealer(tables[0])


@jit
def ends_match(states: Any) -> bool:
    """Whether a finished round ends its match."""
    return target_reached(states[0].table)


@jit
def won_round(states: Any, seat: int) -> bool:
    """Whether a seat, or its partner, went out."""
    return wins_round(states[0].table, seat)


@jit
def won_match(states: Any, seat: int) -> bool:
    """Whether a seat has the best total, the finished round included."""
    return wins_match(states[0].table, seat)
