"""The figures of unolab bench --envs."""

import pytest

from unolab.envs import Batch
from unolab.studies.envbench import check_same_games, measure_envs

pytestmark = pytest.mark.slow


def test_every_figure_is_measured() -> None:
    heard: list[str] = []
    figures = {figure.id: figure.value for figure in measure_envs(heard.append, seconds=0.01)}
    assert figures["times_rlcard_decisions"] == pytest.approx(
        figures["batch_decisions_per_second"] / figures["rlcard_decisions_per_second"]
    )
    assert figures["times_rlcard_games"] > 10  # on any machine, however busy
    assert figures["vector_decisions_per_second"] > 0
    assert any("RLCard" in line for line in heard)


def test_other_games_are_noticed() -> None:
    check_same_games(Batch, games=8, steps=5)
    with pytest.raises(ValueError, match="the GPU's games are not those of the processor"):
        check_same_games(lambda games, lineup, seed: Batch(games, lineup, seed=seed + 1), 8, 5)
