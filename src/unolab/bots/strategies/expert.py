"""expert: the trained network, which looks ahead where it is not sure.

A second network, the reader, judges from what its seat sees what the others hold. The likeliest
moves are tried in worlds in which the cards lie so (bots/search): the network plays on for
everyone, and then a critic that sees all cards of that world says who will win.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from unolab.bots.kit.manners import BROKEN
from unolab.bots.neural.forward import find_block, read_output, run_layers, width_of
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.look import EVIDENCE, look_at
from unolab.bots.observation.question import ACTIONS, ASKED
from unolab.bots.observation.question import DECIDED_BITS as DECIDES
from unolab.bots.search.choose import choose_in_worlds, look_from, take_likeliest
from unolab.bots.search.path import PATH
from unolab.bots.search.weigh import PATHS
from unolab.bots.settings import CRITIC, READER, SEARCH, WEIGHTS, Parameter
from unolab.bots.strategies.neural import (
    forget_uno,
    is_asked,
    load_critic,
    load_network,
    load_reader,
    make_move,
)
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import Hand, Memory, Rng, Table, number
from unolab.engine.rng import U, below
from unolab.engine.run import PASS

NETWORKS: Final = load_network, load_critic, load_reader
WORLDS, MOVES, DECISIONS, SURE, TEMPERATURE, PLAYERS = (SEARCH + place for place in range(6))
PARAMETERS: Final = (
    Parameter("worlds", WORLDS, 128, 4, 128, "ways the hidden cards could lie that it tries"),
    Parameter("moves", MOVES, 4, 2, 6, "how many moves it tries, the likeliest ones"),
    Parameter("decisions", DECISIONS, 8, 0, 8, "how many decisions it plays on in each world"),
    Parameter(
        "sure",
        SURE,
        0.9,
        0,
        1,
        "how likely the network must hold its move to be the best for it not to search",
        whole=False,
    ),
    Parameter(
        "temperature",
        TEMPERATURE,
        0.03,
        0,
        1,
        "how much of a win makes up for a move that the network holds to be e times less likely",
        whole=False,
    ),
    Parameter("players", PLAYERS, 4, 2, 10, "the largest table at which it searches"),
)
WORD: Final = number(1 << 32)


def expert(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Do what is best in the worlds it tries, and say "Uno" with it."""
    if not is_asked(table, hand):
        return PASS
    return forget_uno(think_ahead(table, hand, memory, rng), memory, rng)


@jit
def think_ahead(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Return the move that is best, or the only one."""
    evidence = np.empty(1, EVIDENCE)[0]
    row = np.empty(SIZE, np.uint8)
    mask = np.empty(ACTIONS, np.int8)
    move, colors = look_at(table, hand, evidence, DECIDES, True, row, mask)
    if move != ASKED:
        return number(move)
    network = int(memory.settings[WEIGHTS])
    critic = int(memory.settings[CRITIC])
    reader = int(memory.settings[READER])
    if network == 0 or critic == 0 or reader == 0:
        return BROKEN  # whoever seated it forgot its weights
    answers = np.empty(ACTIONS, np.int64)
    scores = np.empty(ACTIONS)
    count = score_answers(network, row, mask, answers, scores)
    count, likely = take_likeliest(answers, scores, count, int(memory.settings[MOVES]))
    action = answers[0]
    # with points from before, the critic would say who wins the match, and rounds end before that
    if (
        likely < memory.settings[SURE]
        and table.players <= memory.settings[PLAYERS]
        and not has_totals(table)
    ):
        for place in range(count):
            scores[place] *= memory.settings[TEMPERATURE]
        paths = np.empty(PATHS, PATH)
        look_from(paths, table, hand, evidence)
        low, high = U(below(rng, WORD)), U(below(rng, WORD))
        worlds = int(memory.settings[WORLDS])
        decisions = int(memory.settings[DECISIONS])
        action = choose_in_worlds(
            *(paths, answers, scores, count, worlds, decisions, low, high),
            *(network, critic, reader),
        )
    return make_move(table, hand.seat, colors, action)


@inlined
def has_totals(table: Table) -> bool:
    """Whether anybody has points from earlier rounds of a match."""
    for seat in range(table.players):
        if table.totals[seat] > 0:
            return True
    return False


@jit
def score_answers(network: int, row: Any, mask: Any, answers: Any, scores: Any) -> int:
    """List the legal actions and what the network scores them; return how many there are."""
    block = find_block(network)
    hidden = np.empty(width_of(block), np.float32)
    products = np.empty(len(hidden), np.float32)
    run_layers(block, row, mask, hidden)
    count = number(0)
    for action in range(ACTIONS):
        if mask[action] != 0:
            answers[count] = action
            scores[count] = read_output(block, hidden, action, products)
            count += 1
    return count
