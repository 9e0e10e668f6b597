"""Perft: how many ways there are to go on from a deal, counted by the engine and by the oracle.

A line of a ``.perft`` file is a deal, the cards that come off the deck (hands, first card, draws),
the moves made before counting, and the counts by depth. All cards that can come are listed, so
chance plays no part. Write the counts anew with ``python -m tests.core.test_perft``.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, Self

import pytest

from tests.oracle import Oracle
from unolab import PRESETS, Game, State
from unolab.cards import cards

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "perft"
NODES = 4_000  # that a line may have at its greatest depth
DEEPEST = 7


class Line(NamedTuple):
    """A line of a file: ``official+hand_size=1/2/0 R1/R2/R5/Y1Y2: R1 ; 1 2 ; 2 5``."""

    deal: str
    dealt: str
    moves: list[str]
    counts: list[int]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a line; the depths are 1, 2, 3, ..."""
        start, *counts = text.split(" ; ")
        head, _, moves = start.partition(":")
        deal, dealt = head.split()
        depths = {int(depth): int(n) for depth, n in map(str.split, counts)}
        assert list(depths) == list(range(1, len(depths) + 1))
        return cls(deal, dealt, moves.split(), list(depths.values()))

    def __str__(self) -> str:
        start = f"{self.deal} {self.dealt}" + (": " + " ".join(self.moves) if self.moves else "")
        return " ; ".join([start, *(f"{i} {n}" for i, n in enumerate(self.counts, 1))])

    def state(self) -> State:
        """Start the engine."""
        game = Game.parse(self.deal)
        table = game.rules, game.players, game.seed, game.number, game.dealer
        state = State.deal(*table, cards=self.dealt.replace("/", ""))
        for move in self.moves:
            state = state.play(move)
        return state

    def oracle(self) -> Oracle:
        """Start the oracle."""
        game = Game.parse(self.deal)
        table = game.rules, game.players, game.seed, game.number, game.dealer
        oracle = Oracle(*table, cards=[str(card) for card in cards(self.dealt.replace("/", ""))])
        for move in self.moves:
            oracle.play(move)
        return oracle


def by_engine(state: State, depth: int) -> list[int]:
    """Count the sequences of one move, two moves and so on, in turn and out of turn."""
    ordered = state.to_record()["deck"]["ordered"][0]
    assert ordered or state.over, f"a card could come that is not listed: {state}"
    moves = [*state.legal, *state.out_of_turn]
    below = [by_engine(state.play(move), depth - 1) for move in moves if depth > 1]
    return [len(moves), *map(sum, zip_longest(*below, fillvalue=0))]


def by_oracle(oracle: Oracle, depth: int) -> list[int]:
    """Count the same without the engine."""
    moves = [*oracle.legal(), *oracle.out_of_turn()]
    below = []
    for move in moves if depth > 1 else ():
        after = deepcopy(oracle, {id(oracle.rules): oracle.rules})
        after.play(move)
        below.append(by_oracle(after, depth - 1))
    return [len(moves), *map(sum, zip_longest(*below, fillvalue=0))]


def lines(preset: str) -> list[Line]:
    text = (FOLDER / f"{preset}.perft").read_text("utf-8")
    return [Line.parse(line) for line in text.splitlines() if not line.startswith("#")]


def test_every_preset_has_a_file() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{preset}.perft" for preset in PRESETS}
    for preset in PRESETS:
        assert {Line.parse(str(line)) == line for line in lines(preset)} == {True}


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_perft(preset: str, thorough: bool) -> None:
    """Both engines count what the file says."""
    for line in lines(preset)[:: 1 if thorough else 3]:
        assert line.deal.startswith(preset)
        assert by_engine(line.state(), len(line.counts)) == line.counts, line
        assert by_oracle(line.oracle(), len(line.counts)) == line.counts, line


def counted(line: Line) -> Line:
    """Count a line anew, as deep as it may go."""
    counts: list[int] = []
    for depth in range(1, DEEPEST + 1):
        deeper = by_engine(line.state(), depth)
        if deeper[-1] > NODES or len(deeper) < depth:
            break
        counts = deeper
    return line._replace(counts=counts)


if __name__ == "__main__":
    for path in FOLDER.iterdir():
        old = path.read_text("utf-8").splitlines()
        new = [text if text.startswith("#") else str(counted(Line.parse(text))) for text in old]
        path.write_text("\n".join(new) + "\n", "utf-8")
