"""The measuring of rooms: not how fast, but that it measures."""

from contextlib import suppress

import pytest

from unolab.server.bench.bench import figures_of, measure_rooms

pytestmark = pytest.mark.slow


def measured(told: list[str]) -> dict[str, float]:
    """Measure for a second, and longer where that is too short for a single move."""
    for seconds in (1, 5, 25):
        told.clear()
        with suppress(ValueError):
            return measure_rooms(2, seconds, told.append)
    raise AssertionError("nobody moves")


def test_rooms_are_measured() -> None:
    told: list[str] = []
    figures = measured(told)
    paced, fast = "at a move a second", "2 rooms without a pause"
    measures = [
        f"{name}, {unit}" for name in (paced, fast) for unit in ("moves/s", "p50 ms", "p99 ms")
    ]
    assert set(figures) == {"rooms", "memory per room, kB", *measures}
    assert figures["rooms"] == 2
    for measure in measures:
        assert figures[measure] > 0
    assert told[0] == "2 of 2 rooms"


def test_figures_are_those_of_the_middle_and_of_the_slowest() -> None:
    latencies = [n / 1000 for n in range(200, 0, -1)]
    assert figures_of("here", latencies, 50) == {
        "here, moves/s": 4,
        "here, p50 ms": pytest.approx(101),
        "here, p99 ms": pytest.approx(199),
    }


def test_nothing_to_count_is_said() -> None:
    with pytest.raises(ValueError, match=r"^here: nobody moved in 2 seconds: try fewer rooms$"):
        figures_of("here", [], 2)
