"""Weighing moves: each is tried in many worlds, or with many draws from the true stock."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.observation.evidence import watch_again
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.question import (
    ACTIONS,
    ASKED,
    PASS,
    action_of,
    move_of,
    order_colors,
    question_for,
)
from unolab.bots.observation.question import DECIDED_BITS as DECIDES
from unolab.bots.search.path import let_pass, make_move, take_action
from unolab.bots.search.reading import read_hands
from unolab.bots.search.value import look_ahead, look_ahead_with, write_path
from unolab.bots.search.worlds import deal_hidden
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import NOBODY, RNG, Minds, number
from unolab.engine.rng import SAMPLE_STREAM, TABLE_STREAM, U, below, open_stream
from unolab.engine.run import first_asked, fresh_minds

NOTHING_DONE: Final = number(-1)
LETS_PASS: Final = number(-2)
STEPS: Final = number(1 << 16)
ROOT, WORLD, TRIAL = map(number, range(3))
PATHS: Final = 3
"""How many paths a search takes: what is known, a world, and the move that is tried in it."""


@jit
def begin(paths: Any, seat: int) -> None:
    """Take in the round so far; a seat of NOBODY is whoever is asked first."""
    path = paths[ROOT]
    watch_again(path.evidence, path.state.table)
    path.asked = first_asked(path.state) if seat == NOBODY else seat


@jit
def list_answers(paths: Any, answers: Any) -> int:
    """List the actions that the seat may decide on; return how many, 0 if nothing is decided."""
    path = paths[ROOT]
    cards, more, move = question_for(path.state.table, path.state.hands[path.asked], 0, DECIDES)
    if move != ASKED:
        return number(0)
    row = np.empty(SIZE, np.uint8)
    mask = np.empty(ACTIONS, np.int8)
    write_path(path, cards, more, row, mask)
    count = number(0)
    for action in range(ACTIONS):
        if mask[action] != 0:
            answers[count] = action
            count += 1
    return count


@jit
def name_answers(paths: Any, answers: Any, count: int, moves: Any) -> None:
    """Write the moves that answers stand for; LETS_PASS for letting a chance go by."""
    path = paths[ROOT]
    table = path.state.table
    colors = order_colors(table, path.state.hands[path.asked])
    for place in range(count):
        action = answers[place]
        moves[place] = LETS_PASS
        if action != PASS:
            moves[place] = move_of(table, path.asked, colors, action, DECIDES)


@jit
def find_answer(paths: Any, move: int) -> int:
    """Return the action that a move of the seat that is asked stands for."""
    path = paths[ROOT]
    table = path.state.table
    colors = order_colors(table, path.state.hands[path.asked])
    return action_of(table, path.asked, colors, move)


@jit
def weigh_in_worlds(
    paths: Any,
    answers: Any,
    first: int,
    decisions: int,
    until: int,
    low: int,
    high: int,
    network: int,
    critic: int,
    reader: int,
    values: Any,
) -> int:
    """Try every answer in worlds that fit what the seat knows; write everyone's chances.

    ``values`` has a row for each world, with one for each answer. The cards are the same for all
    answers in a world. ``first`` is the number of the first world: each has chance of its own.
    Return in how many of them the wild draw four on top is a bluff.
    """
    bluffs = number(0)
    rng = np.empty(1, RNG)[0]
    paths[WORLD] = paths[ROOT]
    seat = paths[ROOT].asked
    odds = read_hands(paths[ROOT], reader)
    state = paths[WORLD].state
    colors = order_colors(state.table, state.hands[seat])
    for world in range(len(values)):
        open_stream(rng, low, high, first + world, 0)
        deal_hidden(paths[WORLD].state, seat, odds, rng)
        bluffs += paths[WORLD].state.deck.bluff
        for place in range(values.shape[1]):
            paths[TRIAL] = paths[WORLD]
            take_action(paths[TRIAL], colors, answers[place])
            look_ahead(paths[TRIAL], decisions, until, network, critic, values[world, place])
    return bluffs


@jit
def weigh_in_truth(
    paths: Any, minds: Any, move: int, decisions: int, network: int, critic: int, values: Any
) -> int:
    """Make a move of the seat that is asked with the true hands, and other cards drawn each time.

    The move may be NOTHING_DONE. ``minds`` are the bots that are known to play. Return how many
    rows of ``values`` were written: one is enough where nothing is left to chance, neither a draw
    nor what a bot does. Until a card is truly drawn, those drawn in thought are the same in every
    call, so that two moves differ by what they do and not by chance.
    """
    rng = np.empty(1, RNG)[0]
    stock = paths[ROOT].state.table.stock
    low = paths[ROOT].state.deck.rng.a
    open_stream(rng, low, stock, 0, TABLE_STREAM)
    start = below(rng, STEPS)
    samples = len(values)
    for sample in range(samples):
        paths[TRIAL] = paths[ROOT]
        path = paths[TRIAL]
        deck = path.state.deck
        open_stream(rng, low, stock, sample, SAMPLE_STREAM)
        deck.rng.a = rng.a
        deck.rng.b = rng.b
        deck.shuffles = 0
        deck.ordered = 0
        if stock > 0:
            # the first card goes through the stock in equal steps from a random place on
            last = stock - 1
            place = number((sample * STEPS + start) * stock // (samples * STEPS))
            deck.cards[last], deck.cards[place] = deck.cards[place], deck.cards[last]
            deck.ordered = 1
        ordered = deck.ordered
        if move == LETS_PASS:
            let_pass(path)
        elif move != NOTHING_DONE:
            make_move(path, path.asked, move)
        players = path.state.table.players
        fresh_minds(minds[0], players, sample)
        fresh = sum_streams(minds[0], players)
        look_ahead_with(path, minds[0], decisions, network, critic, values[sample])
        drawn = deck.rng.a != rng.a or deck.ordered != ordered
        if sample == 0 and not drawn and sum_streams(minds[0], players) == fresh:
            return number(1)
    return number(samples)


@inlined
def sum_streams(minds: Minds, players: int) -> Any:
    """Return a sum that changes when a bot that is known takes a random number."""
    total = U(0)
    for seat in range(players):
        mind = minds.each[minds.order[seat]]
        if mind.bot != 0:  # who is not known takes none, and may be the same in all threads
            total += mind.rng.a
    return total
