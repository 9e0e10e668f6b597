"""What a store says of its transactions, and of a database that is gone and comes back."""

import logging
from pathlib import Path

import pytest

from unolab.server.operate.metrics import PREFIX, Metrics
from unolab.server.store.store import NotSaved, Overtaken, Store

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(PREFIX + name, labels)


async def test_store_counts_its_commits(url: str) -> None:
    metrics = Metrics()
    store = await Store.open(url, metrics)
    try:
        await store.create("ABCD2345", "0")
        await store.append("ABCD2345", 1, "1")
        with pytest.raises(Overtaken):
            await store.append("ABCD2345", 7, "7")
    finally:
        await store.close()
    assert value(metrics, "entries_total", outcome="written") == 2
    assert value(metrics, "entries_total", outcome="failed") == 1
    assert value(metrics, "commit_seconds_count") == 3
    assert value(metrics, "commit_entries_sum") == 3
    assert value(metrics, "write_queue") == 0


async def test_lost_database_is_a_line_and_so_is_its_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise OSError("the disk is full")

    store = await Store.open(f"sqlite:///{tmp_path}/rooms.sqlite")
    try:
        await store.create("ABCD2345", "0")
        with monkeypatch.context() as patched:
            patched.setattr(store, "_commit", fail)
            for _ in range(3):
                with pytest.raises(NotSaved):
                    await store.append("ABCD2345", 1, "1")
        for number in (1, 2):
            await store.append("ABCD2345", number, "1")
    finally:
        await store.close()
    events = [(r.levelno, getattr(r, "event", "")) for r in caplog.records]
    assert events == [(logging.ERROR, "database_lost"), (logging.WARNING, "database_back")]
    assert "the disk is full" in caplog.text
