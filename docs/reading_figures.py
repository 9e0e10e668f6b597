"""How well worlds fit: python docs/reading_figures.py [--decisions 20000] [--worlds 300]

``neural`` plays, with itself or against others. At its decisions worlds are dealt, and it is
counted in how many of them each opponent holds a card of each colour, and a wild. What that lacks
of what they hold is given in bits for each such question: by the reader, and dealt by chance. The
last columns say how often a draw four that may be challenged was a bluff, and how often in worlds.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from unolab.bots.neural.block import place_weights
from unolab.bots.neural.network import READ, Reader
from unolab.bots.observation.evidence import COLOR, watch_again
from unolab.bots.observation.layout import COLORS, SEATS
from unolab.bots.observation.question import seat_ahead
from unolab.bots.search.judge import make_paths
from unolab.bots.search.reading import read_hands
from unolab.bots.search.worlds import deal_hidden
from unolab.bots.strategies.neural import load_network, load_reader
from unolab.cards import CARD_NUMBERS, WILD_CARD
from unolab.engine.hand import copies
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import RNG, number
from unolab.engine.legal import may_challenge
from unolab.engine.rng import U, open_stream
from unolab.engine.step import accused
from unolab.envs import Batch, Lineup

SEED = 8_000_000  # deals that no training has seen
QUESTIONS = COLORS + 1  # of an opponent: which colours it holds, and whether a wild
GAMES = 2048
BEGINNING, EVERY = 40, 8  # steps that are left out at first, and from one that counts to the next
TABLES = (2, "learner"), (4, "learner"), (2, "mixbot2"), (4, "mixbot2")


@inlined
def look_into(hand: Any, held: Any) -> None:
    """Write which colours a hand has, and whether a wild."""
    for question in range(QUESTIONS):
        held[question] = 0
    for card in range(CARD_NUMBERS):
        if copies(hand, card) > 0:
            held[COLORS if card >= WILD_CARD else COLOR[card]] = 1


@jit
def deal_worlds(
    slots: Any, paths: Any, reader: int, worlds: int, shares: Any, truth: Any, bluffs: Any
) -> None:
    """Deal worlds at the decision of every game; a reader of 0 knows nothing."""
    rng = np.empty(1, RNG)[0]
    held = np.empty(QUESTIONS)
    for game in range(len(slots)):
        table = slots[game].state.table
        seat = slots[game].asked
        paths[0].state = slots[game].state
        paths[0].asked = seat
        watch_again(paths[0].evidence, paths[0].state.table)
        odds = np.zeros((SEATS, READ), np.float32)
        if reader != 0:
            odds = read_hands(paths[0], reader)
        open_to_doubt = may_challenge(table) and accused(table) != seat
        if open_to_doubt:
            bluffs[0] += 1
            bluffs[1] += slots[game].state.deck.bluff
        for ahead in range(1, table.players):
            look_into(paths[0].state.hands[seat_ahead(table, seat, ahead)], held)
            truth[game, ahead - 1] = held
        for world in range(worlds):
            paths[1] = paths[0]
            open_stream(rng, U(game), U(seat), world, 0)
            deal_hidden(paths[1].state, seat, odds, rng)
            if open_to_doubt:
                bluffs[2] += paths[1].state.deck.bluff / worlds
            for ahead in range(1, table.players):
                look_into(paths[1].state.hands[seat_ahead(table, seat, ahead)], held)
                shares[game, ahead - 1] += held


def measure(players: int, other: str, reader: int, decisions: int, worlds: int) -> tuple[Any, Any]:
    """Return the bits that worlds lack, by question, and the counts of bluffs."""
    import jax

    from unolab.training.model import run_layers, to_layers

    layers = to_layers(load_network())
    choose = jax.jit(lambda rows, masks: run_layers(layers, rows, masks)[0].argmax(1))
    batch = Batch(GAMES, Lineup(["learner", *[other] * (players - 1)], "official"), seed=SEED)
    seen, paths = batch.make_buffers(), make_paths()
    batch.reset(seen)
    lacking, bluffs, counted, step = np.zeros((players - 1, QUESTIONS)), np.zeros(3), 0, 0
    while counted < decisions:
        if step >= BEGINNING and step % EVERY == 0:
            shares, truth = np.zeros((2, GAMES, players - 1, QUESTIONS))
            deal_worlds(batch._slots, paths, reader, number(worlds), shares, truth, bluffs)
            likely = (shares + 0.5) / (worlds + 1)
            lacking -= np.log2(np.where(truth == 1, likely, 1 - likely)).sum(0)
            counted += GAMES
        batch.step(np.asarray(choose(seen.observations, seen.masks)).astype(np.int64), seen)
        step += 1
    return lacking / counted, bluffs


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=int, default=20_000)
    parser.add_argument("--worlds", type=int, default=300)
    parser.add_argument("--reader", help="another one than that which comes with unolab")
    options = parser.parse_args()
    reader = Reader.load(options.reader) if options.reader else load_reader()
    print("players  against  worlds        bits  colours  wilds  bluffs  in worlds")
    for players, other in TABLES:
        for name, address in (("by chance", 0), ("by reader", place_weights(reader))):
            bits, bluffs = measure(players, other, address, options.decisions, options.worlds)
            asked, true, dealt = bluffs
            shown = "" if not asked else f"{true / asked:6.1%}  {dealt / asked:9.1%}"
            against = "itself" if other == "learner" else other
            print(
                f"{players:7}  {against:7}  {name:10}  {bits.mean():6.3f}  "
                f"{bits[:, :COLORS].mean():7.3f}  {bits[:, COLORS].mean():5.3f}  {shown}",
                flush=True,
            )


if __name__ == "__main__":
    main()
