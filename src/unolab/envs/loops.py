"""The loops over the slots of a batch, as threads run them: each has a slice of the slots."""

from __future__ import annotations

from typing import Any

from unolab.engine.jit import jit
from unolab.engine.layout import number
from unolab.envs.hidden import reveal
from unolab.envs.question import action_of, move_of
from unolab.envs.slot import (
    DECIDES,
    ERRED,
    PLAYING,
    STRIDE,
    any_action,
    begin,
    go_on,
    is_legal,
    show_end,
    show_to,
)


@jit
def reset_slots(
    slots: Any, minds: Any, tables: Any, setup: Any, wanted: Any, out: Any, first: int, last: int
) -> int:
    """Deal a new game in the slots that are wanted; return the slot of a bot that errs, or -1."""
    observations, masks, rewards, dones, actors = out
    for place in range(first, last):
        slot = slots[place]
        if wanted[place]:
            game = place if slot.game < 0 else slot.game + setup[STRIDE]
            begin(slot, minds[place], tables, setup, game, observations[place], masks[place])
            if slot.status == ERRED:
                return place
            actors[place] = slot.players[slot.asked]
            dones[place] = False
            for player in range(rewards.shape[1]):
                rewards[place, player] = 0.0
    return -1


@jit
def step_slots(
    slots: Any,
    minds: Any,
    tables: Any,
    setup: Any,
    actions: Any,
    deals_anew: bool,
    out: Any,
    first: int,
    last: int,
) -> int:
    """Do what was decided, in every slot whose round is not over; return as ``reset_slots``."""
    observations, masks, rewards, dones, actors = out
    for place in range(first, last):
        slot = slots[place]
        for player in range(rewards.shape[1]):
            rewards[place, player] = 0.0
        dones[place] = False
        if slot.status != PLAYING:
            continue
        row = observations[place]
        mask = masks[place]
        if go_on(slot, minds[place], tables, setup, actions[place], row, mask, rewards[place]):
            dones[place] = True
            if deals_anew:
                game = slot.game + setup[STRIDE]
                begin(slot, minds[place], tables, setup, game, row, mask)
            else:
                show_end(slot, tables[1], setup, row, mask)
        if slot.status == ERRED:
            return place
        actors[place] = slot.players[slot.asked]
    return -1


@jit
def find_illegal(slots: Any, actions: Any) -> int:
    """Return the first slot whose action is not legal, or -1."""
    for place in range(len(slots)):
        slot = slots[place]
        if slot.status == PLAYING and not is_legal(slot, actions[place]):
            return place
    return -1


@jit
def pick_actions(slots: Any, actions: Any, first: int, last: int) -> int:
    """Pick a legal action for each slot by chance; 0 where a round is over."""
    for place in range(first, last):
        slot = slots[place]
        actions[place] = any_action(slot) if slot.status == PLAYING else number(0)
    return -1


@jit
def show_player(
    slots: Any, tables: Any, setup: Any, place: int, player: int, row: Any, mask: Any
) -> None:
    """Show a game to one of its players who is not asked."""
    slot = slots[place]
    for seat in range(slot.state.table.players):
        if slot.players[seat] == player:
            show_to(slot, seat, tables[1], setup, row, mask)


@jit
def reveal_slots(slots: Any, rows: Any, first: int, last: int) -> int:
    """Write what the seats that decide do not see."""
    for place in range(first, last):
        slot = slots[place]
        reveal(slot.state, slot.asked, slot.colors, rows[place])
    return -1


@jit
def move_in(slots: Any, setup: Any, place: int, action: int) -> int:
    """Return the move that an action stands for in a game."""
    slot = slots[place]
    return move_of(slot.state.table, slot.asked, slot.colors, action, setup[DECIDES])


@jit
def action_in(slots: Any, place: int, move: int) -> int:
    """Return the action that stands for a move in a game."""
    slot = slots[place]
    return action_of(slot.state.table, slot.asked, slot.colors, move)
