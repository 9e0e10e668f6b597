"""Scrape: the metrics as text, for Prometheus, on an address of their own.

Not on the players' address: a proxy passes on everything from there, and with several processes
behind one port nobody could tell whose figures these are.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final, get_args

from fastapi import FastAPI
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from unolab.server.guard.frames import POLICY
from unolab.server.guard.guard import Guard
from unolab.server.guard.limits import Addresses, ServerLimits
from unolab.server.http.reach import OWN_NAMES
from unolab.server.operate.health import Readiness
from unolab.server.operate.metrics import Metrics
from unolab.server.protocol.words import Stage
from unolab.server.rooms import Rooms

PATH: Final = "/metrics"
AT_ONCE: Final = 500  # rooms counted before others get their turn
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)


def scrape_app(app: FastAPI, only_here: bool) -> ASGIApp:
    """Make the application that shows the metrics of another; ``only_here`` if on loopback."""
    limits = ServerLimits()
    # on loopback a browser of this machine is the only way in for others (DNS rebinding)
    hosts = OWN_NAMES if only_here else ()
    return Guard(Scrape(app), limits, Addresses(*limits.requests), hosts)


class Scrape:
    """An application with one page."""

    def __init__(self, app: FastAPI) -> None:
        """Show the metrics of a server's application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http":
            await (await self._answer(scope))(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY})

    async def _answer(self, scope: Scope) -> Response:
        if scope["path"] != PATH:
            return PlainTextResponse(f"the metrics are at {PATH}\n", 404)
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("read only\n", 405)
        state = self._app.state
        await observe(state.metrics, state.rooms, state.readiness)
        return Response(generate_latest(state.metrics.registry), media_type=CONTENT_TYPE_LATEST)


async def observe(metrics: Metrics, rooms: Rooms, readiness: Readiness) -> None:
    """Set the gauges that are counted only when somebody looks."""
    works = await rooms.well()
    metrics.database_up.set(works)
    metrics.ready.set(works and not readiness.draining)
    stages, players, clients = Counter[Stage](), 0, 0
    for number, room in enumerate(rooms.in_memory(), 1):
        stages[room.sitting.stage] += 1
        owners = room.sitting.owners
        players += sum(client.owner in owners for client in room.company.clients)
        clients += len(room.company.clients)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    for stage in STAGES:
        metrics.rooms.labels(stage).set(stages[stage])
    metrics.clients.labels("player").set(players)
    metrics.clients.labels("spectator").set(clients - players)
