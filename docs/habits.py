"""How the trained player plays, counted: python docs/habits.py [--weights FILE] [--players N]

Prints the frequencies on docs/strength.md, from games of ``neural`` against itself.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np

from unolab.bots.neural.network import Network
from unolab.bots.observation.layout import PARTS, QUESTIONS
from unolab.bots.strategies.neural import load_network
from unolab.cards import FACES, Face
from unolab.envs import HIDDEN_PARTS, Batch, Lineup
from unolab.moves import CHALLENGE, DRAW, KEEP

GAMES = 2048
TURN, DRAWN, PENALTY = (QUESTIONS.index(name) for name in ("turn", "drawn", "penalty"))


class Seen:
    """Decisions, and what was chosen."""

    def __init__(self, observations: Any, masks: Any, actions: Any, hidden: Any) -> None:
        self.observations = observations
        self.legal = masks != 0
        self.actions = actions
        self.bluff = hidden[:, HIDDEN_PARTS["bluff"].start] != 0
        plays = self.legal[:, :DRAW].reshape(-1, 4, FACES)
        self.colored = plays[:, :, : Face.WILD].any((1, 2))
        self.wild = plays[:, :, Face.WILD].any(1)
        self.draw_four = plays[:, :, Face.WILD_DRAW_FOUR].any(1)
        self.face = np.where(actions < DRAW, actions % FACES, -1)

    def part(self, name: str) -> Any:
        """Return a part of the observations."""
        return self.observations[:, PARTS[name].start : PARTS[name].stop]

    def asked(self, question: int) -> Any:
        """Return where this is asked."""
        return self.part("question")[:, question] != 0

    @property
    def next_size(self) -> Any:
        """How many cards the next player has."""
        return self.part("counts")[:, 1]

    @property
    def own_size(self) -> Any:
        """How many cards the player has."""
        return self.part("counts")[:, 0]


def play(network: Network, players: int, rules: str, steps: int) -> Iterator[Seen]:
    """Let the network play against itself."""
    batch = Batch(GAMES, Lineup(players, rules), seed=11)
    out, hidden = batch.make_buffers(), batch.make_hidden()
    batch.reset(out)
    for _ in range(steps):
        batch.reveal(hidden)
        actions = network.run(out.observations, out.masks)[0].argmax(1)
        yield Seen(out.observations.copy(), out.masks.copy(), actions, hidden.copy())
        batch.step(actions, out)


class Rate:
    """How often something was done where it could be."""

    def __init__(self, about: str) -> None:
        self.about = about
        self.done = self.cases = 0

    def add(self, cases: Any, done: Any) -> None:
        """Count cases, and those in which it was done."""
        self.cases += int(cases.sum())
        self.done += int((cases & done).sum())

    def __str__(self) -> str:
        share = self.done / max(1, self.cases)
        error = 1.96 * (share * (1 - share) / max(1, self.cases)) ** 0.5
        return f"{100 * share:5.1f} ± {100 * error:.1f} %  {self.about} ({self.cases:,} cases)"


def count(decisions: Iterator[Seen]) -> list[Rate]:
    """Count habits."""
    rates: dict[str, Rate] = {}

    def note(about: str, cases: Any, done: Any) -> None:
        rates.setdefault(about, Rate(about)).add(cases, done)

    for seen in decisions:
        turn = seen.asked(TURN)
        close = seen.next_size <= 2
        able = turn & (seen.colored | seen.wild | seen.draw_four) & seen.legal[:, DRAW]
        draws = seen.actions == DRAW
        note("draws although it could play", able, draws)
        only_wild = able & ~seen.colored
        note("... when only a wild fits", only_wild, draws)
        note("... when a coloured card fits", able & seen.colored, draws)
        both = turn & seen.colored & (seen.wild | seen.draw_four)
        plays_wild = seen.face >= Face.WILD
        note("plays a wild although a coloured card fits", both, plays_wild)
        note("... when the next player has one or two cards", both & close, plays_wild)
        note("... when it has three cards or fewer itself", both & (seen.own_size <= 3), plays_wild)
        own = seen.part("own").astype(int)[:, :52].reshape(-1, 4, 13).sum(2)
        held = turn & seen.draw_four & (own[:, 0] > 0) & (seen.part("color")[:, 0] != 0)
        note("bluffs with a draw four (has the colour)", held, seen.face == Face.WILD_DRAW_FOUR)
        dares = seen.asked(PENALTY) & seen.legal[:, CHALLENGE]
        note("challenges a draw four", dares, seen.actions == CHALLENGE)
        challenged = dares & (seen.actions == CHALLENGE)
        note("... and is right", challenged, seen.bluff)
        drawn = seen.asked(DRAWN) & seen.legal[:, KEEP]
        note("keeps a card just drawn that fits", drawn, seen.actions == KEEP)
        plays = np.flatnonzero(turn & plays_wild)
        named = seen.actions[plays] // FACES
        most = own[plays].max(1)
        longest = own[plays, named] == most
        everywhere = np.ones(len(plays), bool)
        note("names a colour of which it has most", everywhere, longest)
        bounds = seen.part("bounds")[plays, :4]
        lacks = (bounds == 0).any(1)
        note(
            "names a colour that the next player seems to lack, if there is one",
            lacks,
            bounds[np.arange(len(plays)), named] == 0,
        )
        number = turn & seen.legal[:, :DRAW].reshape(-1, 4, FACES)[:, :, : Face.SKIP].any((1, 2))
        action = seen.legal[:, :DRAW].reshape(-1, 4, FACES)[:, :, Face.SKIP : Face.WILD].any((1, 2))
        hits = (seen.face >= Face.SKIP) & (seen.face < Face.WILD)
        note("prefers an action card to a number", number & action, hits)
        note("... then, against one or two cards of the next player", number & action & close, hits)
    return [*rates.values()]


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rules", default="official")
    parser.add_argument("--steps", type=int, default=300)
    options = parser.parse_args()
    network = Network.load(options.weights) if options.weights else load_network()
    for rate in count(play(network, options.players, options.rules, options.steps)):
        print(rate)


if __name__ == "__main__":
    main()
