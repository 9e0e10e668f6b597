"""The measuring of idle sockets: not how much, but that it measures."""

import pytest

from unolab.server.bench import idle

pytestmark = pytest.mark.slow


def test_idle_sockets_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "SETTLE", 0.2)
    told: list[str] = []
    figures = idle.measure_idle(9, 2, 1, told.append)
    found = {figure.id: figure.value for figure in figures}
    assert (found["sockets"], found["rooms"]) == (9, 2)
    assert {"memory_per_room", "memory_per_socket", "memory_per_round", "idle_cpu"} <= set(found)
    assert found["memory_full"] > 10
    assert told[0] == "2 rooms"


def test_more_sockets_than_the_system_allows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "raise_file_limit", lambda: 100)
    with pytest.raises(ValueError, match="allows 100 sockets"):
        idle.measure_idle(101, 1, 1, lambda _: None)
