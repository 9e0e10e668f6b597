"""Metrics: the instruments of one server, in a registry of its own.

Every label has few values, all of them from this source code. Nothing that a client writes becomes
a label: each new value is a time series that is kept in memory, here and in Prometheus.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
)

from unolab import __version__
from unolab.server.protocol import VERSION

PREFIX: Final = "unolab_"

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SIZES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)


ROOM_EVENTS: Final = ("created", "loaded", "unloaded", "crashed", "overtaken", "unreadable")


class Metrics:
    """The instruments. Whoever adds a part to the server adds its own with the three methods."""

    def __init__(self) -> None:
        """Start counting at zero."""
        self.registry = CollectorRegistry(auto_describe=False)
        ProcessCollector(registry=self.registry)  # process_resident_memory_bytes and others
        build = Info(f"{PREFIX}build", "What runs.", registry=self.registry)
        build.info(
            {
                "version": __version__,
                "protocol": str(VERSION),
                "python": platform.python_version(),
            }
        )
        self.ready = self.gauge("ready", "1 if it is ready for players, 0 while not.")
        self.database_up = self.gauge("database_up", "1 if the database can be written.")

        self.rooms = self.gauge("rooms", "Rooms in memory.", ["stage"])
        self.room_events = self.counter(
            "room_events", "What happened to rooms, such as loaded or overtaken.", ["event"]
        )
        for event in ROOM_EVENTS:  # from the start: a rate is taken from the second value on
            self.room_events.labels(event)
        self.reads_queued = self.gauge("reads_queued", "Room logs being read or waiting for it.")

        self.owned_rooms = self.gauge("owned_rooms", "Rooms on which this server has the lease.")
        self.lease_age = self.gauge("lease_age_seconds", "Time since the lease was renewed.")
        self.relays = self.gauge("relays", "WebSockets connected through to other servers.")

        self.sockets = self.gauge("sockets", "Open WebSockets.")
        self.handshakes = self.counter("handshakes", "New WebSockets, by outcome.", ["outcome"])
        self.clients = self.gauge("clients", "Clients in rooms, as player or spectator.", ["role"])
        self.messages = self.counter("messages", "Valid messages from clients.", ["type"])
        self.refusals = self.counter(
            "refusals", "Messages and requests refused, by code.", ["code"]
        )
        self.requests = self.counter(
            "requests", "HTTP requests by route and status.", ["route", "status"]
        )

        self.moves = self.counter("moves", "Moves on disk, by who made them.", ["by"])
        self.move_seconds = self.histogram(
            "move_seconds", "Time from receiving a person's move to acknowledging it.", SECONDS
        )

        self.entries = self.counter("entries", "Entries written to disk, or not.", ["outcome"])
        for outcome in ("written", "failed"):
            self.entries.labels(outcome)
        self.commit_seconds = self.histogram("commit_seconds", "Time of a transaction.", SECONDS)
        self.commit_entries = self.histogram("commit_entries", "Entries in a transaction.", SIZES)
        self.write_queue = self.gauge("write_queue", "Entries waiting to be written.")

        self.loop_lag = self.histogram(
            "loop_lag_seconds", "How late the event loop runs what is due.", SECONDS
        )

    def gauge(self, name: str, about: str, labels: Sequence[str] = ()) -> Gauge:
        """Add a number that goes up and down; it begins at 0."""
        return Gauge(PREFIX + name, about, labels, registry=self.registry)

    def counter(self, name: str, about: str, labels: Sequence[str] = ()) -> Counter:
        """Add a number that only grows; its name gets ``_total``."""
        return Counter(PREFIX + name, about, labels, registry=self.registry)

    def histogram(
        self, name: str, about: str, buckets: Sequence[float], labels: Sequence[str] = ()
    ) -> Histogram:
        """Add a distribution over some buckets."""
        return Histogram(PREFIX + name, about, labels, registry=self.registry, buckets=buckets)

    def note_commit(self, seconds: float, written: int, failed: int) -> None:
        """Count a transaction and its entries."""
        self.commit_seconds.observe(seconds)
        self.commit_entries.observe(written + failed)
        self.entries.labels("written").inc(written)
        if failed:
            self.entries.labels("failed").inc(failed)
