"""A referee for batches: it looks at every game after every step, compiled."""

from typing import Any

import numpy as np

from unolab.bots.observation.evidence import COPIES, KIND
from unolab.bots.observation.layout import KINDS, MOST, SIZE
from unolab.bots.observation.question import ACTIONS, DECISIONS, PASS, action_of, move_of
from unolab.engine.hand import copies
from unolab.engine.jit import jit
from unolab.engine.layout import NOTHING, OVER
from unolab.engine.legal import FINE, why_not
from unolab.engine.rng import U
from unolab.envs.slot import DECIDES, PLAYING
from unolab.moves import CALL, SWAP_WITH

EVERYTHING = (1 << len(DECISIONS)) - 1
FAULTS = (
    "none",
    "cards are lost or doubled",
    "a size is not that of the hand",
    "a byte is larger than its part allows",
    "there is nothing legal to do",
    "a legal action is no legal move",
    "mask and legal actions differ",
    "a move is not the action again",
    "the rewards do not add up to nothing",
    "a round goes on that is over",
    "a legal move is no legal action",
)


@jit
def judge(slots: Any, setup: Any, observations: Any, masks: Any, rewards: Any, dones: Any) -> Any:
    """Return the first game in which something is wrong, and what; 0 is nothing."""
    counts = np.zeros(KINDS, np.int64)
    for place in range(len(slots)):
        slot = slots[place]
        fault = judge_cards(slot.state, counts)
        if fault == 0:
            fault = judge_question(slot, setup, observations[place], masks[place])
        total = 0.0
        for player in range(rewards.shape[1]):
            total += rewards[place, player]
        if abs(total) > 1e-4:
            fault = 8
        if fault != 0:
            return place, fault
    return -1, 0


@jit
def judge_cards(state: Any, counts: Any) -> int:
    """Find every card of the deck exactly once."""
    table = state.table
    counts[:] = 0
    for seat in range(table.players):
        size = 0
        for card in range(62):
            held = copies(state.hands[seat], card)
            if held > 0:
                counts[KIND[card]] += held
                size += held
        if size != table.sizes[seat]:
            return 2
    for place in range(table.discarded):
        counts[KIND[table.discards[place]]] += 1
    for place in range(table.stock):
        counts[KIND[state.deck.cards[place]]] += 1
    if table.top != NOTHING:
        counts[KIND[table.top]] += 1
    for kind in range(KINDS):
        if counts[kind] != COPIES[kind]:
            return 1
    return 0


@jit
def judge_question(slot: Any, setup: Any, row: Any, mask: Any) -> int:
    """Check what is asked, and that every answer is a move that the engine allows."""
    for place in range(SIZE):
        if row[place] > MOST[place]:
            return 3
    if slot.status != PLAYING:
        return 0
    table = slot.state.table
    if table.phase == OVER:
        return 9
    seat = slot.asked
    hand = slot.state.hands[seat]
    decides = setup[DECIDES]
    found = 0
    for action in range(ACTIONS):
        word = slot.legal if action < 64 else slot.legal_high
        legal = word >> U(action & 63) & U(1) != U(0)
        if legal != (mask[action] == 1):
            return 6
        if not legal and decides == EVERYTHING and action != PASS:
            in_time = action >= CALL or not (slot.early and seat == table.turn)
            exists = action < SWAP_WITH or (action - SWAP_WITH) % 11 < table.players
            if in_time and exists:
                move = move_of(table, seat, slot.colors, action, decides)
                if why_not(table, hand, move) == FINE:
                    return 10
        if legal:
            found += 1
            if action == PASS:
                if seat == table.turn and not slot.early:
                    return 5
                continue
            move = move_of(table, seat, slot.colors, action, decides)
            if why_not(table, hand, move) != FINE:
                return 5
            if action_of(table, seat, slot.colors, move) != action:
                return 7
    return 0 if found > 1 else 4
