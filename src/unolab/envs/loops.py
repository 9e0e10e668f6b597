"""The loops over the slots of a batch, as threads run them: each has a slice of the slots."""

from __future__ import annotations

from typing import Any

from unolab.bots.observation.question import action_of, move_of
from unolab.engine.jit import jit
from unolab.envs.slot import (
    DECIDES,
    accepts,
    pick_action,
    reset_slot,
    reveal_slot,
    round_winner,
    show_to,
    step_slot,
    winner_of_game,
)


@jit
def reset_slots(
    slots: Any, minds: Any, tables: Any, setup: Any, wanted: Any, out: Any, first: int, last: int
) -> int:
    """Deal a new game in the slots that are wanted; return the slot of a bot that errs, or -1."""
    erring = -1
    for place in range(first, last):
        if not reset_slot(slots, minds, tables, setup, wanted, out, place) and erring < 0:
            erring = place
    return erring


@jit
def step_slots(
    slots: Any,
    minds: Any,
    tables: Any,
    setup: Any,
    actions: Any,
    wanted: Any,
    out: Any,
    first: int,
    last: int,
) -> int:
    """Do what was decided in the slots that are wanted; return as ``reset_slots``."""
    erring = -1
    for place in range(first, last):
        if wanted[place] and not step_slot(slots, minds, tables, setup, actions, out, place):
            erring = place if erring < 0 else erring
    return erring


@jit
def find_illegal(slots: Any, actions: Any, wanted: Any) -> int:
    """Return the first slot that is wanted and whose action is not legal, or -1."""
    for place in range(len(slots)):
        if wanted[place] and not accepts(slots, actions, place):
            return place
    return -1


@jit
def pick_actions(slots: Any, actions: Any) -> None:
    """Pick a legal action for every slot by chance."""
    for place in range(len(slots)):
        pick_action(slots, actions, place)


@jit
def find_round_winners(slots: Any, winners: Any) -> None:
    """Write who won a round in the last step."""
    for place in range(len(slots)):
        winners[place] = round_winner(slots, place)


@jit
def find_winners(slots: Any, setup: Any, places: Any, winners: Any) -> None:
    """Write who won the games at some places."""
    for i in range(len(places)):
        winners[i] = winner_of_game(slots[places[i]], setup)


@jit
def reveal_slots(slots: Any, rows: Any, first: int, last: int) -> int:
    """Write what the seats that decide do not see."""
    for place in range(first, last):
        reveal_slot(slots, rows, place)
    return -1


# ── for a look at one game ────────────────────────────────────────────────────────────────────────


@jit
def show_player(slots: Any, seat: int, row: Any, mask: Any) -> None:
    """Show a game to one of its seats as if it had nothing to decide."""
    show_to(slots[0], seat, row, mask)


@jit
def move_in(slots: Any, setup: Any, action: int) -> int:
    """Return the move that an action stands for in a game."""
    slot = slots[0]
    return move_of(slot.state.table, slot.asked, slot.colors, action, setup[DECIDES])


@jit
def action_in(slots: Any, move: int) -> int:
    """Return the action that stands for a move in a game."""
    slot = slots[0]
    return action_of(slot.state.table, slot.asked, slot.colors, move)
