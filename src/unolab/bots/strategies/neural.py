"""neural: a trained network that decides everything but whether to call and catch."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from unolab.bots.kit.manners import BROKEN, FORGET_SLOT, by_chance
from unolab.bots.neural.forward import best_action, find_block
from unolab.bots.neural.network import Critic, Network, Reader
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.look import EVIDENCE, look_at
from unolab.bots.observation.question import ACTIONS, ASKED, move_of
from unolab.bots.observation.question import DECIDED_BITS as DECIDES
from unolab.bots.observation.question import PASS as LET_PASS
from unolab.bots.settings import WEIGHTS
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import NOBODY, Hand, Memory, Rng, Table, number
from unolab.engine.legal import may_jump_in
from unolab.engine.run import PASS
from unolab.moves import SAYS_UNO

WEIGHTS_FOLDER: Final = Path(__file__).parent.parent / "neural" / "weights"


@cache
def load_network() -> Network:
    """Load the weights that come with unolab."""
    return Network.load(WEIGHTS_FOLDER / "neural.npz")


@cache
def load_critic() -> Critic:
    """Load the critic that comes with unolab: it corrects this network, and no other."""
    return Critic.load(WEIGHTS_FOLDER / "critic.npz")


@cache
def load_reader() -> Reader:
    """Load the reader that comes with unolab: it knows how this network plays."""
    return Reader.load(WEIGHTS_FOLDER / "reader.npz")


NETWORKS: Final = (load_network,)


def neural(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Do what the network scores highest, and say "Uno" with it."""
    if not is_asked(table, hand):
        return PASS
    return forget_uno(decide(table, hand, memory), memory, rng)


@inlined
def is_asked(table: Table, hand: Hand) -> bool:
    """Whether there is anything to do: it is its turn, somebody owes a call, or it may jump in."""
    return table.turn == hand.seat or table.uno != NOBODY or may_jump_in(table, hand)


@inlined
def forget_uno(move: int, memory: Memory, rng: Rng) -> int:
    """Leave out "Uno" as often as the bot forgets to say it."""
    if move & SAYS_UNO == 0 or not by_chance(memory, rng, FORGET_SLOT):
        return move
    return move - SAYS_UNO


@inlined
def make_move(table: Table, seat: int, colors: int, action: int) -> int:
    """Return the move that an answer of the network stands for."""
    return PASS if action == LET_PASS else move_of(table, seat, colors, action, DECIDES)


@jit
def decide(table: Table, hand: Hand, memory: Memory) -> int:
    """Return the move that scores highest, or the only one."""
    evidence = np.empty(1, EVIDENCE)[0]
    row = np.empty(SIZE, np.uint8)
    mask = np.empty(ACTIONS, np.int8)
    move, colors = look_at(table, hand, evidence, DECIDES, True, row, mask)
    if move != ASKED:
        return number(move)
    address = int(memory.settings[WEIGHTS])
    if address == 0:
        return BROKEN  # whoever seated it forgot its weights
    block = find_block(address)
    return make_move(table, hand.seat, colors, best_action(block, row, mask))
