"""How many connections an address has, over real sockets."""

import asyncio
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, cast

import pytest
from fastapi import FastAPI

from tests.server.site import Site, site
from tests.server.wire import (
    GET,
    OTHER,
    is_cut,
    line,
    many_addresses,
    read_all,
    upgraded,
)
from unolab.server import run
from unolab.server.guard.limits import UNLIMITED, Counters, ServerLimits
from unolab.server.guard.networks import network_of
from unolab.server.guard.transport import Peers

pytestmark = pytest.mark.slow


@many_addresses
def test_one_address_has_so_many_connections_from_the_start() -> None:
    limits = replace(UNLIMITED, tcp_connections=100)
    with site(limits) as client, ExitStack() as stack:
        lines = [stack.enter_context(line(client, OTHER)) for _ in range(100)]
        for connection in lines:  # all of them are taken, and one has said something
            connection.sendall(GET)
            assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        with line(client, OTHER) as one_more:
            assert is_cut(one_more)
        with line(client, "127.0.0.3") as other:
            other.sendall(GET)
            assert other.recv(65_536).startswith(b"HTTP/1.1 200")
        assert client.get("/api/health").status_code == 200
        lines[0].close()
        assert until_answered(client, OTHER)


@many_addresses
def test_websocket_counts_as_the_connection_it_was() -> None:
    with site(replace(UNLIMITED, tcp_connections=2)) as client:
        for _ in range(5):
            with upgraded(client, OTHER), upgraded(client, OTHER), line(client, OTHER) as third:
                assert is_cut(third)
            assert until_answered(client, OTHER)
        for _ in range(5):  # each is forgotten when it ends, however it does
            with line(client, OTHER) as connection:
                connection.sendall(b"nonsense\r\n\r\n")
                assert b"400" in read_all(connection)
        with upgraded(client, OTHER), upgraded(client, OTHER):
            pass


@many_addresses
def test_new_connections_have_a_rate() -> None:
    with site(replace(UNLIMITED, accepted=(0.001, 3))) as client:
        for _ in range(3):
            with line(client, OTHER) as connection:
                connection.sendall(GET)
                assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        with line(client, OTHER) as connection:
            assert is_cut(connection)
        assert client.get("/api/health").status_code == 200


def test_proxy_on_this_machine_is_not_one_address_but_all_have_a_limit() -> None:
    with site(replace(UNLIMITED, tcp_connections=1, all_connections=5)) as client:
        with ExitStack() as stack:
            for _ in range(5):
                connection = stack.enter_context(line(client))
                connection.sendall(GET)
                assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
            with line(client) as sixth:
                assert is_cut(sixth)
        assert until_answered(client)


def until_answered(client: Site, source: str = "127.0.0.1") -> bool:
    """Try until a connection is taken: the end of another one takes a moment to be noticed."""
    for _ in range(1000):
        with line(client, source) as connection:
            try:
                connection.sendall(GET)
                if connection.recv(65_536).startswith(b"HTTP/1.1 200"):
                    return True
            except (BrokenPipeError, ConnectionResetError):
                continue
    return False


def test_counts_of_a_network_and_its_neighbours() -> None:
    counts = Counters(2)
    one = network_of("2001:db8:1:1::1")
    assert counts.enter(one)
    assert counts.enter(one)
    assert not counts.enter(one)
    others = [network_of(f"2001:db8:1:{number:x}::1") for number in range(2, 100)]
    assert sum(counts.enter(other) for other in others) == 14
    counts.leave(one)
    assert counts.enter(others[-1])
    assert not counts.enter(others[-2])


def test_peer_that_is_refused_is_not_counted() -> None:
    peers = Peers(replace(UNLIMITED, tcp_connections=1), 2)
    assert peers.accept("192.0.2.1")
    for _ in range(5):
        assert not peers.accept("192.0.2.1")
    assert peers.accept(None)
    assert not peers.accept(None)
    peers.leave(None)
    peers.leave("192.0.2.1")
    assert peers.accept("192.0.2.1")


def test_as_many_files_may_be_open_as_possible() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] != resource.RLIM_INFINITY and before[1] < 2048:
        pytest.skip("this machine allows few files")
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, before[1]))
        connections = run.raise_file_limit()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert hard == before[1]
        assert soft >= min(before[1], run.MOST_FILES) or before[1] == resource.RLIM_INFINITY
        assert connections is not None
        assert 1024 < connections < soft
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


class Lingering:
    """A connection with a transport that is closed but for what nobody reads."""

    def __init__(self) -> None:
        self.transport = self
        self.closing = self.aborted = False

    def is_closing(self) -> bool:
        return self.closing

    def abort(self) -> None:
        self.aborted = True


def test_connection_that_never_closes_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((100.0, 130.0, 131.0))
    monkeypatch.setattr(run, "monotonic", lambda: next(times))
    server = run.Server(run.configure(FastAPI(), ServerLimits(read_within=30)), lambda: None)
    one, other = Lingering(), Lingering()
    server.server_state.connections = cast(Any, {one, other})
    one.closing = True
    for _ in range(2):
        asyncio.run(server.on_tick(0))
        assert not one.aborted
    asyncio.run(server.on_tick(0))
    assert one.aborted
    assert not other.aborted
