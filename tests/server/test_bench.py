"""The measuring of rooms: not how fast, but that it measures."""

import pytest

from unolab.server.bench import measure_rooms

pytestmark = pytest.mark.slow


def test_rooms_are_measured() -> None:
    told: list[str] = []
    figures = measure_rooms(2, 1, told.append)
    assert figures["rooms"] == 2
    paced, fast = "at a move a second", "2 rooms without a pause"
    assert 0 < figures[f"{paced}, moves/s"] <= 2.5
    assert figures[f"{fast}, moves/s"] > 2 * figures[f"{paced}, moves/s"]
    for name in (paced, fast):
        assert 0 < figures[f"{name}, p50 ms"] <= figures[f"{name}, p99 ms"]
    assert told[0] == "2 of 2 rooms"
