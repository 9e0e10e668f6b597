"""Run a server: open the store, compile what is needed, listen."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from ipaddress import ip_address
from time import monotonic, perf_counter
from types import FrameType
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from prometheus_client import disable_created_metrics
from starlette.types import ASGIApp
from uvicorn.server import ServerState

from unolab import __version__
from unolab.bots import seated
from unolab.bots.strengths import STRENGTHS
from unolab.server.app import Settings, create_app
from unolab.server.fleet.peers import PeerGate, name_place, warn_of_unreachable
from unolab.server.fleet.relay import PEER_PATH
from unolab.server.guard.limits import PEER_LIMITS, ServerLimits
from unolab.server.guard.logs import log_sparingly
from unolab.server.guard.transport import Config, NewConnection
from unolab.server.http.reach import ANY, Reach, own_address
from unolab.server.operate.health import Readiness
from unolab.server.operate.logs import write_logs
from unolab.server.operate.metrics import Metrics
from unolab.server.operate.scrape import scrape_app
from unolab.server.room.shown import events_of, hand_of, open_hands, table_of
from unolab.server.store.store import Store
from unolab.state import State

log = logging.getLogger("unolab.server")

LAST_PORT: Final = 65_535
PING: Final = 20.0  # seconds; detects sleeping phones
GRACEFUL: Final = 3  # seconds for connections to close
TICK: Final = 0.1  # seconds between two calls of uvicorn's on_tick
SAME_SIGNAL: Final = 1.0  # seconds in which systemd and the parent of workers both send SIGTERM
MOST_FILES: Final = 65_536
OTHER_FILES: Final = 200  # besides connections: the database, programs that play, the page


def serve(
    database: str,
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    scraped: socket.socket | None = None,
    worker: int = 0,
) -> None:
    """Serve until Ctrl-C; ``ready`` is called when the page can be opened.

    The metrics are served on the socket ``scraped``, if there is one. ``worker`` is the number of
    this process among those that listen to the same socket.
    """
    # the compiler's million objects stay forever, and messages have no cycles: collecting garbage
    # as often as usual would only pause every room
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    sys.setswitchinterval(0.001)  # replay threads must not keep the rooms waiting
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(database, settings, listening, ready, scraped, worker))


async def _serve(
    database: str,
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    scraped: socket.socket | None,
    worker: int,
) -> None:
    write_logs(settings.log_format)
    log_sparingly()
    # no second series for each, with the time of its creation
    disable_created_metrics()  # type: ignore[no-untyped-call]
    metrics = Metrics()
    # before listening: a wrong address fails at once
    store = await Store.open(database, metrics)
    host, port = listening.getsockname()[:2]
    reach = Reach(settings.hosts, host, port, settings.may_open)
    files = raise_file_limit()
    with ExitStack() as sockets:
        leases, peers = None, None
        if store.can_share:
            peers = sockets.enter_context(listen_for_peers(settings.peer))
            place = name_place(host, port, worker, peers.getsockname()[0])
            leases = store.share(_peer_url(peers), place, settings.lease)
            await leases.join()
            warn_of_unreachable(leases.me, await leases.others())
        app = create_app(store, settings, reach, metrics, leases)
        if peers is not None and files is not None:
            # each socket may be relayed to another server, and each of theirs to this one
            files //= 3
        config = configure(app, settings.limits, files)
        server = Server(config, ready, settings.drain, app.state.readiness, metrics)
        if peers is None:
            reach.listen = server.listen_also
        else:
            gate = PeerGate(lambda: app.state.rooms, settings.limits)
            server.listen_to_peers(peers, configure(gate, PEER_LIMITS, files))
        if scraped is not None:
            await show_metrics(app, scraped)
        await server.serve(sockets=[listening])


def _peer_url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"ws://{f'[{host}]' if ':' in host else host}:{port}{PEER_PATH}"


async def show_metrics(app: FastAPI, listening: socket.socket) -> asyncio.Server:
    """Serve the metrics of an application on a socket of their own."""
    only_here = ip_address(listening.getsockname()[0]).is_loopback
    config = configure(scrape_app(app, only_here), ServerLimits())
    config.load()
    states = {"server_state": ServerState(), "app_state": {}}
    loop = asyncio.get_running_loop()
    return await loop.create_server(
        lambda: NewConnection(config, **states, _loop=None), sock=listening
    )


def configure(app: ASGIApp, limits: ServerLimits, files: int | None = None) -> Config:
    """Configure uvicorn; ``files`` is the number of open files left for connections."""
    return Config(
        app,
        limits,
        files,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,  # costs more than it saves for short messages
        log_config=None,  # see operate/logs.py
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=GRACEFUL,
        server_header=False,
    )


def raise_file_limit() -> int | None:
    """Raise the limit on open files to the maximum; return how many connections that allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    infinite = resource.RLIM_INFINITY
    wanted = MOST_FILES if hard == infinite else min(hard, MOST_FILES)
    if soft != infinite and soft < wanted:
        with suppress(ValueError, OSError):  # some systems allow less than they report
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_FILES if soft == infinite else max(soft - OTHER_FILES, soft // 2)


class Server(uvicorn.Server):
    """A server with a callback when it listens, and a timeout for closing connections.

    On SIGTERM it first drains: it is no longer ready, but serves on for some seconds, in which a
    balancer notices. Then it closes all connections with a code that means "reconnect". A second
    signal, more than a moment later, or Ctrl-C, ends it at once.
    """

    def __init__(
        self,
        config: Config,
        ready: Callable[[], None],
        drain: float = 0.0,
        readiness: Readiness | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        """Store the callback."""
        super().__init__(config)
        self._drain = drain
        self._drained_at: float | None = None
        self._readiness = readiness or Readiness()
        self._metrics = metrics
        self._ticked: float | None = None
        self._config = config
        self._ready = ready
        self._read_within = config.limits.read_within
        self._closing: dict[asyncio.Transport, float] = {}
        self._peers: tuple[socket.socket, Config] | None = None

    def listen_to_peers(self, listening: socket.socket, config: Config) -> None:
        """Accept connections of the other servers too, which have an application of their own."""
        config.load()
        self._peers = listening, config

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then call back."""
        await super().startup(sockets)
        if self.started:
            if self._peers is not None:
                await self._accept(*self._peers)
            self._ready()
            places = ", ".join(
                str(each.getsockname()[:2]) for server in self.servers for each in server.sockets
            )
            event = {"event": "started", "version": __version__, "address": places}
            log.info("unolab %s listens on %s", __version__, places, extra=event)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain on the first SIGTERM; nothing is logged here, in the middle of anything."""
        if sig != signal.SIGTERM or self._drain <= 0 or self.should_exit:
            super().handle_exit(sig, frame)
        elif self._drained_at is None:
            self._captured_signals.append(sig)
            self._drained_at = monotonic() + self._drain
        elif monotonic() > self._drained_at - self._drain + SAME_SIGNAL:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections, then the rooms and the store."""
        self._readiness.draining = True
        began = monotonic()
        log.info("stopping", extra={"event": "stopping"})
        await super().shutdown(sockets)
        seconds = round(monotonic() - began, 3)
        log.info("stopped", extra={"event": "stopped", "seconds": seconds})

    async def listen_also(self, host: str, port: int) -> None:
        """Accept connections on another address."""
        await self._accept(socket.create_server((host, port)), self._config)

    async def _accept(self, listening: socket.socket, config: Config) -> None:
        def accept() -> asyncio.Protocol:
            states = {"server_state": self.server_state, "app_state": self.lifespan.state}
            return NewConnection(config, **states, _loop=None)

        loop, backlog = asyncio.get_running_loop(), self.config.backlog
        self.servers.append(await loop.create_server(accept, sock=listening, backlog=backlog))

    async def on_tick(self, counter: int) -> bool:
        """Cut closing connections whose clients do not read; measure delays; end a drain."""
        self._note_lag()
        if self._drained_at is not None:
            self._go_on_draining(self._drained_at)
        if counter % 10 == 0:  # once per second
            self._cut_closing()
        ends = await super().on_tick(counter)
        self._ticked = perf_counter()
        return ends

    def _note_lag(self) -> None:
        if self._metrics is not None and self._ticked is not None:
            self._metrics.loop_lag.observe(max(0.0, perf_counter() - self._ticked - TICK))

    def _go_on_draining(self, until: float) -> None:
        if not self._readiness.draining:
            self._readiness.draining = True
            event = {"event": "draining", "seconds": self._drain}
            log.warning("draining: stops in %g seconds", self._drain, extra=event)
        if monotonic() >= until:
            self.should_exit = True

    def _cut_closing(self) -> None:
        now = monotonic()
        transports = [connection.transport for connection in self.server_state.connections]
        closing = [transport for transport in transports if transport.is_closing()]
        self._closing = {each: self._closing.get(each, now) for each in closing}
        for transport, since in self._closing.items():
            if now - since > self._read_within:
                transport.abort()


def listen(host: str, port: int, attempts: int = 1, option: str = "--port") -> socket.socket:
    """Bind a port, or one of the next ones; raise a ValueError if none is free."""
    if not 0 <= port <= LAST_PORT:
        raise ValueError(f"{port} is not a port: expected 0 to {LAST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + attempts, LAST_PORT + 1)):
        try:
            return socket.create_server((host, candidate), family=family)
        except OSError as error:
            problem = error
    # an unknown name has a negative errno; socket hides the kind of error
    if problem.errno == errno.EADDRNOTAVAIL or (problem.errno or 0) < 0:
        raise ValueError(f"{host!r} is not an address of this machine: try 127.0.0.1 or 0.0.0.0")
    if isinstance(problem, PermissionError):
        raise ValueError(f"no permission to bind port {port}: choose one above 1023 with {option}")
    raise ValueError(f"port {port} is in use: choose another with {option}")


def listen_for_peers(host: str) -> socket.socket:
    """Bind a port where the other servers of a database reach this one, by address or by name.

    They are told the address that is bound, so it has to be one.
    """
    try:
        found = [str(each[4][0]) for each in socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        found = []
    if any(ip_address(each).is_unspecified for each in found):
        raise ValueError(f"--peer is where other servers reach this one: {host} is no such address")
    for each in found:
        with suppress(ValueError):  # the next one of a name that has several
            return listen(each, 0)
    raise ValueError(f"--peer {host!r:.80} is not an address of this machine")


def addresses(host: str, port: int) -> list[str]:
    """List the addresses of the page: for this machine, and for others in the same network."""
    if host not in ANY:
        shown = f"[{host}]" if ":" in host else host
        return [f"http://{shown}:{port}"]
    hosts = ["localhost", own_address()]
    return [f"http://{host}:{port}" for host in hosts if host is not None]


def compile_all() -> None:
    """Compile what a room needs, so that players need not wait for it."""
    state = State.deal("party", len(STRENGTHS), 1)
    bots = seated([*STRENGTHS], 1)
    while not state.over:
        for seat in state.asked:
            table_of(state.view(None), hands=open_hands(state))
            hand_of(state, seat)
            move = bots[seat](state.view(seat))
            if move is not None:
                state = state.play(move, seat)
                events_of(state.events)
                break


def _loop_factory() -> Callable[[], Any] | None:
    try:
        import uvloop
    except ImportError:  # not available on Windows
        return None
    factory: Callable[[], Any] = uvloop.new_event_loop
    return factory
