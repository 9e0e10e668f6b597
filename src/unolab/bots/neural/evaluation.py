"""Evaluation: what a network thinks of a position, which is more than its move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from unolab.bots.neural.block import place_weights
from unolab.bots.neural.forward import run_all
from unolab.bots.neural.network import OUTPUTS, Network, as_chance
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.look import EVIDENCE, write_view
from unolab.bots.observation.observe import write_question
from unolab.bots.observation.question import ACTIONS, ASKED, PASS, move_of, question_for
from unolab.bots.observation.question import DECIDED_BITS as DECIDES
from unolab.bots.strategies.neural import is_asked, load_network
from unolab.engine.jit import jit
from unolab.engine.layout import number
from unolab.engine.record import make_record
from unolab.errors import BadOption
from unolab.moves import Move
from unolab.state import View

NO_MOVE = number(-1)
LETS_PASS = number(-2)


@dataclass(frozen=True)
class Evaluation:
    """What a network thinks of a position."""

    moves: Mapping[Move | None, float]
    """How likely it holds each move that it may decide on to be the best, the best first.

    None lets a chance out of turn go by. Where it would not decide, because there is one answer or
    because calls are always made, that has 1. It is empty for a seat that has nothing to do.
    """
    chances: tuple[float, ...]
    """How likely each seat wins the round, by seat. They need not add up to 1."""


def evaluate(view: View, network: Network | None = None) -> Evaluation:
    """Let a network evaluate what a seat sees: the one that comes with unolab, or another.

    It was trained on decisions. Of a position in which there is nothing to decide it has seen less.
    """
    if getattr(view, "seat", None) is None or view.over:
        raise BadOption("there is nothing to evaluate: it takes the View of a player in a round")
    address = place_weights(load_network() if network is None else network)
    outputs = np.zeros(OUTPUTS, np.float32)
    moves = np.zeros(ACTIONS, np.int64)
    evidence = make_record(EVIDENCE)
    forced = int(assess(view._table, view._hand, evidence, address, outputs, moves))
    actions = np.flatnonzero(moves != NO_MOVE)
    scores = outputs[actions].astype(np.float64)
    likely = np.exp(scores - scores.max(initial=-np.inf))
    if forced != ASKED:
        found: dict[Move | None, float] = {} if forced == LETS_PASS else {Move(forced): 1.0}
    else:
        order = np.argsort(-likely, kind="stable")
        shares = likely / likely.sum()
        found = {_move(moves[actions[place]]): float(shares[place]) for place in order}
    wins = as_chance(outputs[ACTIONS:].astype(np.float64))
    return Evaluation(found, tuple(float(wins[_ahead(view, s)]) for s in range(view.players)))


def _move(number: int) -> Move | None:
    return None if number == LETS_PASS else Move(int(number))


def _ahead(view: View, seat: int) -> int:
    """Return how many places ahead of the own seat another is, in the direction of play."""
    assert view.seat is not None
    return (seat - view.seat) * view.direction % view.players


@jit
def assess(tables: Any, hands: Any, evidences: Any, address: int, outputs: Any, moves: Any) -> int:
    """Write the outputs of a network and the move of every legal action, or NO_MOVE.

    Return ASKED, or the only move, or LETS_PASS where there is nothing to do.
    """
    table = tables[0]
    hand = hands[0]
    row = np.empty(SIZE, np.uint8)
    mask = np.zeros(ACTIONS, np.int8)
    colors = write_view(table, hand, evidences[0], True, row)
    move = LETS_PASS
    if is_asked(table, hand):
        cards, more, move = question_for(table, hand, 0, DECIDES)
        write_question(table, hand.seat, cards, more, colors, row, mask)
    run_all(address, row, mask, outputs)
    for action in range(ACTIONS):
        moves[action] = NO_MOVE
        if mask[action] != 0 and action == PASS:
            moves[action] = LETS_PASS
        elif mask[action] != 0:
            moves[action] = move_of(table, hand.seat, colors, action, DECIDES)
    return move
