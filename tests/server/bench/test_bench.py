"""The measuring of rooms: not how fast, but that it measures."""

from contextlib import suppress
from pathlib import Path

import pytest

from tests.command import refused, run
from tests.live import database_in
from tests.server.postgres import Postgres
from unolab.server.bench import bench
from unolab.server.bench.bench import figures_of, measure_rooms
from unolab.server.bench.fleet import measure_servers
from unolab.simulation.figure import Figure

pytestmark = pytest.mark.slow


def measured(told: list[str]) -> list[Figure]:
    """Measure for a second, and longer where that is too short for a single move."""
    for seconds in (1, 5, 25):
        told.clear()
        with suppress(ValueError):
            return measure_rooms(2, seconds, told.append)
    raise AssertionError("nobody moves")


def test_rooms_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "WARM_UP", 0.6)
    told: list[str] = []
    figures = measured(told)
    found = {figure.id: figure.value for figure in figures}
    measures = [
        f"{name}_{what}"
        for name in ("paced", "unpaced")
        for what in ("moves_per_second", "p50", "p99")
    ]
    assert set(found) == {"rooms", "memory_per_room", *measures}
    assert found["rooms"] == 2
    for measure in measures:
        assert found[measure] > 0
    assert told[0] == "2 of 2 rooms"


def test_figures_are_those_of_the_middle_and_of_the_slowest() -> None:
    latencies = [n / 1000 for n in range(200, 0, -1)]
    figures = figures_of("paced", "here", latencies, 50)
    assert [figure.value for figure in figures] == pytest.approx([4, 101, 199])
    assert [figure.title for figure in figures] == [
        "here, moves/s",
        "here, p50, ms",
        "here, p99, ms",
    ]


def test_nothing_to_count_is_said() -> None:
    with pytest.raises(ValueError, match=r"^here: nobody moved in 2 seconds: try fewer rooms$"):
        figures_of("paced", "here", [], 2)


@pytest.mark.thorough
def test_several_servers_are_measured(postgres: Postgres) -> None:
    told: list[str] = []
    figures = {f.id: f.value for f in measure_servers(4, 2, 3, told.append, postgres.new())}
    assert (figures["rooms"], figures["servers"]) == (4, 2)
    for way in ("direct", "spread"):
        for pace in ("paced", "unpaced"):
            for what in ("moves_per_second", "p50", "p99"):
                assert figures[f"{way}_{pace}_{what}"] > 0


def test_servers_are_measured_with_all_that_it_takes(tmp_path: Path) -> None:
    for options in (["--servers", "2"], ["--rooms", "4", "--servers", "2"]):
        refused(run("bench", *options), "--rooms NUMBER --servers NUMBER --database URL")
    sqlite = ["--rooms", "4", "--servers", "2", "--database", database_in(tmp_path)]
    refused(run("bench", *sqlite), "need a PostgreSQL database")
