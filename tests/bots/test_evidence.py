"""Evidence that is kept up to date is what the table tells at any time."""

from random import Random
from typing import Any

import pytest

from tests.kit import walk
from unolab import State
from unolab.bots.observation.evidence import keep_watching, watch_again
from unolab.bots.observation.look import EVIDENCE
from unolab.engine.jit import jit
from unolab.engine.record import make_record


@jit
def keep_one(evidences: Any, tables: Any, since: int) -> int:
    return keep_watching(evidences[0], tables[0], since)


@jit
def watch_one(evidences: Any, tables: Any) -> None:
    watch_again(evidences[0], tables[0])


@pytest.mark.parametrize(
    ("rules", "players"), [("official", 2), ("party", 3), ("stacking", 10), ("party", 10)]
)
def test_what_is_followed_is_what_is_seen_again(rules: str, players: int) -> None:
    kept, again = make_record(EVIDENCE), make_record(EVIDENCE)
    rng, watched, lost = Random(players), 0, 0
    for state in walk(State.deal(f"{rules}+turn_limit=400", players, seed=3), 3, moves=400):
        if rng.random() < 0.5:  # some events at a time
            continue
        table = state.view(None)._table
        watched = int(keep_one(kept, table, watched))
        watch_one(again, table)
        lost += watched == 0
        for name in ("left", "received", "ruled_out", "top", "drawer"):
            assert (kept[name] == again[name]).all(), (str(state), name)
        last = min(int(kept["noted"][0]), 4)
        recent = [
            [one["recent"][0][(int(one["noted"][0]) - 1 - back) % 4] for back in range(last)]
            for one in (kept, again)
        ]
        assert recent[0] == recent[1], str(state)
    assert lost, "no round was long enough for the table to forget"
