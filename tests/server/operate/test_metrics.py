"""What is counted, under which labels, and who may read it."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast, get_args

import httpx
import pytest
from fastapi import FastAPI
from prometheus_client.parser import text_string_to_metric_families

from tests.server.clients import Memory
from tests.server.lapse import wait
from tests.server.requests import SEATS
from tests.server.test_connection import room, served
from unolab.server.app import Settings, create_app
from unolab.server.guard.limits import UNLIMITED
from unolab.server.operate.metrics import PREFIX, Metrics
from unolab.server.operate.scrape import scrape_app
from unolab.server.protocol.words import Stage
from unolab.server.store.store import Store

pytestmark = [pytest.mark.anyio, pytest.mark.lapse, pytest.mark.slow]

PAGE = Path(__file__).parents[3] / "docs/hosting.md"


@asynccontextmanager
async def offered(memory: Memory | None = None) -> AsyncIterator[tuple[FastAPI, httpx.AsyncClient]]:
    """An application and a client of it."""
    app = create_app(cast(Store, memory or Memory()), Settings(limits=UNLIMITED))
    async with app.router.lifespan_context(app), client_of(app) as client:
        yield app, client


def client_of(app: Any, host: str = "127.0.0.1") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=f"http://{host}")


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(PREFIX + name, labels)


async def scraped(app: FastAPI) -> dict[tuple[str, tuple[str, ...]], float]:
    """What Prometheus reads."""
    async with client_of(scrape_app(app, only_here=True)) as client:
        answer = await client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        (sample.name.removeprefix(PREFIX), tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


async def test_requests_are_counted_by_route_and_never_by_path() -> None:
    async with offered() as (app, client):
        for code in ("ABCD2345", "EFGH2345"):
            await client.get(f"/api/rooms/{code}")
            await client.get(f"/api/rooms/{code}/")
            await client.get(f"/{code}")
            await client.request(code, "/api/health")
        await client.get("/api/health", headers={"Origin": "http://evil.test"})
        labels = {
            (sample.labels["route"], sample.labels["status"]): sample.value
            for family in app.state.metrics.requests.collect()
            for sample in family.samples
            if sample.name.endswith("_total")
        }
        assert labels["/api/rooms/{code}", "404"] == 2
        assert labels["other", "403"] == 1
        assert {route for route, _ in labels} <= {
            *("/api/rooms/{code}", "/api/health", "files", "other")
        }


async def test_page_of_metrics_is_not_among_those_of_the_players() -> None:
    async with offered() as (_, client):
        assert (await client.get("/metrics")).status_code == 404


async def test_metrics_are_read_only_and_by_names_of_this_machine() -> None:
    async with offered() as (app, _):
        async with client_of(scrape_app(app, only_here=True), "rebound.test") as client:
            assert (await client.get("/metrics")).status_code == 403
        async with client_of(scrape_app(app, only_here=False), "prometheus.test") as client:
            assert (await client.get("/metrics")).status_code == 200
            assert (await client.post("/metrics")).status_code == 405
            assert (await client.get("/")).status_code == 404


async def test_rooms_and_the_database_are_seen() -> None:
    memory = Memory()
    async with offered(memory) as (app, client):
        for _ in range(2):
            await client.post("/api/rooms", json={"seats": SEATS})
        seen = await scraped(app)
        assert [seen["rooms", (stage,)] for stage in get_args(Stage)] == [2, 0, 0, 0]
        assert (seen["room_events_total", ("created",)], seen["sockets", ()]) == (2, 0)
        assert (seen["database_up", ()], seen["ready", ()]) == (1, 1)
        memory.fails = True
        seen = await scraped(app)
        assert (seen["database_up", ()], seen["ready", ()]) == (0, 0)
        memory.fails = False
        app.state.readiness.draining = True
        seen = await scraped(app)
        assert (seen["database_up", ()], seen["ready", ()]) == (1, 0)


async def test_sockets_messages_and_refusals_are_counted() -> None:
    async with room() as (rooms, made, _):
        async with served(rooms, made, token=made.token) as socket:
            assert value(rooms.metrics, "sockets") == 1
            socket.say(id=2, type="ping")
            socket.say(id=2, type="ping")
            socket.say(id=3, type="move", move="+", at=1)
            socket.say("nonsense")
            await wait()
            assert sorted(socket.codes) == ["duplicate", "malformed", "round_over"]
        assert value(rooms.metrics, "sockets") == 0
        for kind, number in {"hello": 1, "ping": 1, "move": 1}.items():
            assert value(rooms.metrics, "messages_total", type=kind) == number
        for code in ("duplicate", "malformed", "round_over"):
            assert value(rooms.metrics, "refusals_total", code=code) == 1
        assert value(rooms.metrics, "move_seconds_count") == 0  # it was not acknowledged


def test_page_for_operators_has_every_metric() -> None:
    row = re.compile(r"^\| `unolab_(\w+)` \| (\w+) \| (.*?) \|", re.MULTILINE)
    told = {
        name: (kind, tuple(re.findall(r"`(\w+)`", labels)))
        for name, kind, labels in row.findall(PAGE.read_text("utf-8"))
    }
    found = {}
    for each in vars(Metrics()).values():
        if hasattr(each, "_labelnames"):
            kind = type(each).__name__.lower()
            name = each._name.removeprefix(PREFIX) + ("_total" if kind == "counter" else "")
            found[name] = (kind, tuple(each._labelnames))
    found["build_info"] = ("gauge", ("version", "protocol", "python"))
    assert told == found
