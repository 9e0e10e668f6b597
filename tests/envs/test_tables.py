"""Batches with several tables, and stacks of their arrays."""

from __future__ import annotations

import numpy as np
import pytest

from tests.envs.test_batch import dealt, stroll
from unolab.envs import Batch, Lineup
from unolab.envs.batch import Buffers
from unolab.errors import BadOption


def test_long_games_crowd_out_short_ones_unless_tables_are_fixed() -> None:
    short, long = Lineup(2, "official+hand_size=1"), Lineup(2, "official+hand_size=10")
    shares = {}
    for tables in ("lot", "fixed"):
        batch = Batch(512, short, long, seed=2, tables=tables)
        stroll(batch, dealt(batch), 150)
        shares[tables] = np.mean([batch.lineup(game) == short for game in range(512)])
    assert shares["fixed"] == 0.5
    assert shares["lot"] < 0.4


@pytest.mark.parametrize(("games", "lineups"), [(94, 2), (160, 3), (512, 7), (3, 5), (64, 64)])
def test_fixed_tables_are_shared_evenly(games: int, lineups: int) -> None:
    tables = [Lineup(2 + n % 9, f"official+target={n}") for n in range(lineups)]
    batch = Batch(games, *tables, tables="fixed")
    batch.reset(batch.make_buffers())
    counts = [0] * lineups
    for game in range(games):
        counts[tables.index(batch.lineup(game))] += 1
    assert max(counts) - min(counts) <= 1


def test_arrays_are_stacked_and_copied() -> None:
    batch = Batch(8, Lineup(3), seed=1)
    stack, hidden = batch.make_buffers(3), batch.make_hidden(3)
    last, alone = Buffers(*(kind[-1] for kind in stack)), batch.make_buffers()
    batch.reset(last)
    batch.reveal(hidden[-1])
    for kind, one in zip(stack, alone, strict=True):
        assert kind.shape == (3, *one.shape)
        assert not kind[0].any()
        batch.copy_array(kind[-1], kind[0])
        assert (kind[0] == kind[-1]).all()
    assert hidden.shape == (3, *batch.make_hidden().shape)
    with pytest.raises(BadOption, match="steps"):
        batch.make_buffers(0)
