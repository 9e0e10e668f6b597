"""Values: how likely every seat is to win, for one who sees all cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from unolab.bots.neural.forward import (
    best_output,
    find_block,
    read_output,
    run_critic,
    run_layers,
    width_of,
)
from unolab.bots.observation.hidden import reveal
from unolab.bots.observation.layout import HIDDEN_SIZE, SEATS, SIZE
from unolab.bots.observation.observe import RULES, observe, write_question
from unolab.bots.observation.question import ACTIONS, order_colors, seat_ahead
from unolab.bots.observation.ruleset import write_rules
from unolab.bots.search.path import Path, ask_bot, go_on, take_action
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import NOBODY, Minds, Table, number
from unolab.engine.score import is_opponent


@inlined
def write_path(path: Path, cards: int, more: int, row: Any, mask: Any) -> int:
    """Write what the seat that is asked sees and may do; return how it counts colours."""
    table = path.state.table
    hand = path.state.hands[path.asked]
    colors = order_colors(table, hand)
    observe(table, hand, path.evidence, colors, row)
    write_rules(table.rules, row, RULES)
    write_question(table, path.asked, cards, more, colors, row, mask)
    return colors


@jit
def look_ahead(
    path: Path, decisions: int, seat: int, network: int, critic: int, chances: Any
) -> None:
    """Play on as the network plays, and write everyone's chance to win then.

    It stops after some decisions, or when a seat decides, if that is not NOBODY: the critic is
    surest about the seat that decides.
    """
    row = np.empty(SIZE, np.uint8)
    mask = np.empty(ACTIONS, np.int8)
    block = find_block(network)
    hidden = np.empty(width_of(block), np.float32)
    products = np.empty(len(hidden), np.float32)
    left = number(decisions)
    cards, more = go_on(path)
    while path.asked != NOBODY:
        colors = write_path(path, cards, more, row, mask)
        run_layers(block, row, mask, hidden)
        if left == 0 or path.asked == seat:
            ask_critic(path, colors, row, mask, block, hidden, products, critic, chances)
            return
        take_action(path, colors, best_output(block, hidden, mask, products))
        cards, more = go_on(path)
        left -= 1
    write_result(path.state.table, chances)


@jit
def look_ahead_with(
    path: Path, minds: Minds, decisions: int, network: int, critic: int, chances: Any
) -> None:
    """Play on for some decisions, and write everyone's chance to win then.

    The bots that are known play themselves; where there is none, the network plays.
    """
    row = np.empty(SIZE, np.uint8)
    mask = np.empty(ACTIONS, np.int8)
    block = find_block(network)
    hidden = np.empty(width_of(block), np.float32)
    products = np.empty(len(hidden), np.float32)
    left = number(decisions)
    cards, more = go_on(path)
    while path.asked != NOBODY:
        mind = minds.each[minds.order[path.asked]]
        if left > 0 and mind.bot != 0:
            ask_bot(path, mind)
        else:
            colors = write_path(path, cards, more, row, mask)
            run_layers(block, row, mask, hidden)
            if left == 0:
                ask_critic(path, colors, row, mask, block, hidden, products, critic, chances)
                return
            take_action(path, colors, best_output(block, hidden, mask, products))
        cards, more = go_on(path)
        left -= 1
    write_result(path.state.table, chances)


@jit
def ask_critic(
    path: Path,
    colors: int,
    row: Any,
    mask: Any,
    block: Any,
    hidden: Any,
    products: Any,
    critic: int,
    chances: Any,
) -> None:
    """Write everyone's chance to win, by seat; what the network thinks is in ``hidden``."""
    table = path.state.table
    wins = np.empty(SEATS, np.float32)
    for ahead in range(SEATS):
        wins[ahead] = read_output(block, hidden, ACTIONS + ahead, products)
    secret = np.empty(HIDDEN_SIZE, np.uint8)
    reveal(path.state, path.asked, colors, secret)
    other = find_block(critic)
    values = np.empty(width_of(other), np.float32)
    room = np.empty(len(values), np.float32)
    run_critic(other, row, mask, secret, wins, values)
    for ahead in range(table.players):
        logit = wins[ahead] + read_output(other, values, ahead, room)
        chances[seat_ahead(table, path.asked, ahead)] = 1 / (1 + np.exp(-np.float64(logit)))
    make_whole(table, chances)


@inlined
def make_whole(table: Table, chances: Any) -> None:
    """Let the chances add up to what is to be won: 1, or 1 for each of two partners."""
    total = 0.0
    for seat in range(table.players):
        total += chances[seat]
    whole = 2.0 if table.rules.partners else 1.0
    for seat in range(table.players):
        chances[seat] *= whole / total


@inlined
def write_result(table: Table, chances: Any) -> None:
    """Write who has won; a void round is worth an equal share to everyone."""
    for seat in range(table.players):
        if table.winner == NOBODY:
            chances[seat] = (2.0 if table.rules.partners else 1.0) / table.players
        else:
            won = seat == table.winner or not is_opponent(table, seat, table.winner)
            chances[seat] = 1.0 if won else 0.0
