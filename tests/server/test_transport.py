"""Clients that do not behave, over real sockets: each is cut off, and nobody else notices."""

import asyncio
import json
import logging
import os
import socket
import struct
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from threading import Event
from typing import Any, cast

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from tests.server.site import Site, serving, site
from unolab.server import run
from unolab.server.guard.frames import MOST_FRAGMENTS, POLICY, TOO_BIG, Frames
from unolab.server.guard.guard import HEADERS
from unolab.server.guard.limits import UNLIMITED, Bucket, Counts, Limits
from unolab.server.guard.logs import Sparing
from unolab.server.guard.networks import network_of
from unolab.server.guard.transport import NOT_TEXT, Peers
from unolab.server.protocol import VERSION

pytestmark = pytest.mark.slow

PATIENT = 30.0  # seconds that nothing takes unless it never comes
SOON = replace(UNLIMITED, header_within=0.3, body_within=0.3, read_within=0.3)
GET = b"GET /api/health HTTP/1.1\r\nHost: uno.test\r\n\r\n"
OTHER = "127.0.0.2"  # of this machine too, but none of a trusted proxy
many_addresses = pytest.mark.skipif(sys.platform != "linux", reason="one loopback address only")


@contextmanager
def line(client: Site, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A plain TCP connection."""
    address, _, port = client.host.partition(":")
    with socket.create_connection((address, int(port)), PATIENT, (source, 0)) as connection:
        yield connection


def is_cut(connection: socket.socket) -> bool:
    """Wait for the end of a connection on which nothing else comes."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def read_all(connection: socket.socket) -> bytes:
    """Read until the end."""
    read = bytearray()
    try:
        while data := connection.recv(65_536):
            read += data
    except ConnectionResetError:
        pass
    return bytes(read)


@contextmanager
def upgraded(client: Site, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection that was made a WebSocket by hand, so that anything can be sent over it."""
    with line(client, source) as connection:
        connection.sendall(upgrade(client))
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += connection.recv(1)
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        yield connection


def upgrade(client: Site, method: str = "GET") -> bytes:
    key = b64encode(os.urandom(16)).decode()
    return (
        f"{method} /api/ws HTTP/1.1\r\nHost: {client.host}\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    ).encode()


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def closed_with(connection: socket.socket) -> int | None:
    """Return the code of the frame that a server closes with."""
    read = read_all(connection)
    at = 0
    while at + 2 <= len(read):
        opcode, size = read[at] & 0x0F, read[at + 1] & 0x7F
        start = at + 2
        if size == 126:
            size, start = struct.unpack_from("!H", read, start)[0], start + 2
        if opcode == Opcode.CLOSE:
            return int(struct.unpack_from("!H", read, start)[0])
        at = start + size
    return None


def flood(connection: socket.socket, data: bytes, times: int) -> bool:
    """Send again and again; return whether the connection was cut."""
    try:
        for _ in range(times):
            connection.sendall(data)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


class Faults(logging.Handler):
    """What was logged with a traceback; uvicorn's own loggers are hidden from pytest's."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.texts.append(record.getMessage())


@contextmanager
def no_traceback() -> Iterator[None]:
    """Check that a server which runs already logs no traceback meanwhile."""
    faults = Faults()
    loggers = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio", "unolab.server")]
    for logger in loggers:
        logger.addHandler(faults)
    yield
    for logger in loggers:
        logger.removeHandler(faults)
    assert faults.texts == []


# ── time ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        b"POST /api/rules HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n",
        b"POST /api/rules HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
    ],
    ids=["nothing", "a byte", "header", "no body", "body", "expect"],
)
def test_request_that_does_not_come_is_cut_off(sent: bytes) -> None:
    with site(SOON) as client, line(client) as connection:
        connection.sendall(sent)
        assert b"HTTP/1.1 2" not in read_all(connection)
        assert client.get("/api/health").status_code == 200


@pytest.mark.parametrize("sent", [b"", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n"])
def test_byte_now_and_then_does_not_help(sent: bytes) -> None:
    with site(SOON) as client, line(client) as connection:
        connection.settimeout(0.05)
        for times in range(600):
            try:
                connection.sendall(sent if sent and times == 0 else b"G")
                if connection.recv(65_536) == b"":
                    return
            except TimeoutError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                return
        pytest.fail("it was never cut off")


def test_next_request_has_its_own_time_and_no_more() -> None:
    with site(SOON) as client, line(client) as connection:
        for _ in range(3):
            connection.sendall(GET)
            assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        connection.sendall(GET[:10])
        assert is_cut(connection)


def test_request_that_comes_in_pieces_in_time_is_answered() -> None:
    with site(replace(SOON, header_within=PATIENT)) as client, line(client) as connection:
        for start in range(0, len(GET), 5):
            connection.sendall(GET[start : start + 5])
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")


def test_answer_that_nobody_reads_is_dropped() -> None:
    """Many requests at once on a line that is never read: the server's side does not wait."""
    with site(SOON) as client, line(client) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        assert flood(connection, GET.replace(b"health", b"openapi.json"), 1_000_000)


def test_time_of_a_request_is_not_that_of_its_answer() -> None:
    """A WebSocket stays, though nothing was sent over it for longer than a header may take."""
    with site(SOON) as client, upgraded(client) as connection, line(client) as silent:
        assert is_cut(silent)
        connection.sendall(frame(Opcode.PING, b"still here"))
        assert b"still here" in connection.recv(100)


# ── how many ──────────────────────────────────────────────────────────────────────────────────────


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
    counts = Counts(2)
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
    server = run.Server(run.configured(FastAPI(), Limits(read_within=30)), lambda: None)
    one, other = Lingering(), Lingering()
    server.server_state.connections = cast(Any, {one, other})
    one.closing = True
    for _ in range(2):
        asyncio.run(server.on_tick(0))
        assert not one.aborted
    asyncio.run(server.on_tick(0))
    assert one.aborted
    assert not other.aborted


# ── what is sent ──────────────────────────────────────────────────────────────────────────────────

BOUNDED = replace(UNLIMITED, frames=(0.001, 100))


@pytest.mark.parametrize(
    ("first", "again", "code"),
    [
        (b"", frame(Opcode.PING), POLICY),
        (b"", frame(Opcode.PONG), POLICY),
        (b"", frame(Opcode.TEXT), POLICY),
        (frame(Opcode.TEXT, b"x", fin=False), frame(Opcode.CONT, fin=False), POLICY),
        (b"", frame(Opcode.BINARY, b"x" * 16_000), POLICY),
        (b"", frame(Opcode.TEXT, b"x" * 17_000), TOO_BIG),
        (b"", b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", TOO_BIG),
    ],
    ids=["pings", "pongs", "empty", "parts", "much", "long", "endless"],
)
def test_flood_over_a_socket_is_cut_off(first: bytes, again: bytes, code: int) -> None:
    with site(BOUNDED) as client, upgraded(client) as connection, client.talk() as other:
        connection.sendall(first)
        flood(connection, again * 100, 1000)
        assert closed_with(connection) in (code, None)  # what was not read resets the connection
        other.connection.send("hello")
        assert json.loads(other.connection.recv(timeout=PATIENT))["code"] == "malformed"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(Opcode.PING) * 101, POLICY),
        (
            frame(Opcode.TEXT, b"x", fin=False) + frame(Opcode.CONT, fin=False) * MOST_FRAGMENTS,
            POLICY,
        ),
        (frame(Opcode.TEXT, b"x" * 17_000)[:8], TOO_BIG),
        (frame(Opcode.TEXT, b'{"id": "\xff"}'), NOT_TEXT),
        (frame(Opcode.TEXT, b"\xe2\x82", fin=False) + frame(Opcode.CONT, b"\x41"), NOT_TEXT),
    ],
    ids=["pings", "parts", "long", "no text", "no text in parts"],
)
def test_socket_is_closed_with_a_reason_and_without_a_traceback(sent: bytes, code: int) -> None:
    with site(BOUNDED) as client, no_traceback(), upgraded(client) as connection:
        connection.sendall(sent)
        assert closed_with(connection) == code


def test_message_in_parts_with_a_ping_between_is_read() -> None:
    with site(BOUNDED) as client, upgraded(client) as connection:
        parts = [
            frame(Opcode.TEXT, "…".encode()[:1], fin=False),
            frame(Opcode.PING, b"between"),
            frame(Opcode.CONT, "…".encode()[1:], fin=False),
            frame(Opcode.CONT, b""),
        ]
        for part in parts:
            connection.sendall(part)
        read = b""
        while b"malformed" not in read:
            read += connection.recv(1000)
        assert b"between" in read


def test_client_that_pings_and_never_reads_is_cut_off() -> None:
    """Before 30 MB of it came, and before the server finds out that it does not answer."""
    with site(SOON) as client, upgraded(client) as connection:
        made = client.post("/api/rooms", json={"seats": [{"who": "me", "name": "Ada"}, {}]}).json()
        hello = {"id": 1, "type": "hello", "version": VERSION, "room": made["code"]}
        connection.sendall(frame(Opcode.TEXT, json.dumps(hello).encode()))
        connection.recv(100)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        assert flood(connection, frame(Opcode.PING, b"x" * 125) * 500, 460)


def test_upgrade_that_is_none_is_not_kept() -> None:
    with site(UNLIMITED) as client:
        for sent in (
            upgrade(client, "POST"),
            upgrade(client).replace(b"Version: 13", b"Version: 99"),
            upgrade(client).replace(b"\r\n\r\n", b"\r\n" + b"A: b\r\n" * 200 + b"\r\n"),
        ):
            with line(client) as connection:
                connection.sendall(sent)
                assert b" 101 " not in read_all(connection)


def test_who_speaks_before_the_answer_leaves_no_traceback() -> None:
    asked = Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            asked.set()
            while (await receive())["type"] != "websocket.disconnect":
                pass

    with serving(slow) as client, no_traceback(), line(client) as connection:
        connection.sendall(upgrade(client))
        assert asked.wait(PATIENT)
        connection.sendall(b"\xff\x80\0\0\0\0")
        assert is_cut(connection)


# a proxy that goes by the length sees the next request begin elsewhere
WHOLE = b"POST /api/rules HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
WHOLE += b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: " + b"a" * 100_000, 400),
        (b"GET /api/health HTTP/1.1\r\nHost: " + b"a" * 3000 + b"\r\n\r\n", 400),
        (b"POST /api/rules HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx", 411),
        (WHOLE, 411),
    ],
    ids=["nonsense", "tls", "no host", "two hosts", "long header", "long host", "pieces", "whole"],
)
def test_bad_request_is_answered_with_all_headers(sent: bytes, status: int) -> None:
    with site(UNLIMITED) as client, line(client) as connection:
        connection.sendall(sent)
        head, _, body = read_all(connection).partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        assert first.startswith(f"HTTP/1.1 {status} ")
        headers = httpx.Headers(dict(each.split(": ", 1) for each in rest))
        assert {name: headers.get(name) for name in HEADERS} == HEADERS
        assert json.loads(body)["code"] == "malformed"


def test_nonsense_after_the_answer_leaves_no_traceback() -> None:
    chunked = b"POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    with site(UNLIMITED) as client, no_traceback():
        for asked, rest in (
            (GET, b"\x00\x01\r\n\r\n"),
            (GET, b"GET\r\n\r\n"),
            (chunked, b"nonsense\r\n"),
        ):
            with line(client) as connection:
                connection.sendall(asked)
                assert connection.recv(65_536).startswith(b"HTTP/1.1 ")
                flood(connection, rest, 1)
                read_all(connection)


def test_body_without_end_is_cut_off_when_it_was_answered() -> None:
    with site(UNLIMITED) as client, line(client) as connection:
        size = 1 << 40
        head = f"POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: {size}\r\n\r\n".encode()
        connection.sendall(head)
        assert flood(connection, b"x" * 65_536, 100_000)


# ── frames ────────────────────────────────────────────────────────────────────────────────────────


class Recording(Bucket):
    """A bucket that keeps what was taken."""

    def __init__(self) -> None:
        super().__init__(0, 1e12)
        self.taken: list[float] = []

    def take(self, cost: float = 1) -> bool:
        self.taken.append(cost)
        return super().take(cost)


@given(
    st.lists(
        st.tuples(
            st.sampled_from([Opcode.TEXT, Opcode.BINARY]),
            st.sampled_from([0, 1, 125, 126, 127, 300, 65_535, 65_536]),
        )
        | st.tuples(st.sampled_from([Opcode.PING, Opcode.PONG]), st.integers(0, 125)),
        max_size=4,
    ),
    st.lists(st.integers(1, 5_000), min_size=1),
    st.booleans(),
)
def test_frames_are_counted_however_they_come(
    sent: list[tuple[Opcode, int]], cuts: list[int], masked: bool
) -> None:
    data = b"".join(Frame(kind, b"\x88" * n).serialize(mask=masked) for kind, n in sent)
    bucket = Recording()
    frames = Frames(bucket, 100_000)
    at = number = 0
    while at < len(data):
        piece = data[at : at + cuts[number % len(cuts)]]
        assert frames.feed(piece) is None
        at, number = at + len(piece), number + 1
    assert bucket.taken == [1 + size / 1024 for _, size in sent]


@given(st.lists(st.binary(max_size=50), max_size=50))
def test_any_bytes_are_looked_at(pieces: list[bytes]) -> None:
    frames = Frames(Bucket(0, 5), 1000)
    codes = {frames.feed(piece) for piece in pieces}
    assert codes <= {None, POLICY, TOO_BIG}


def test_parts_are_counted_for_each_message() -> None:
    frames = Frames(Bucket(0, 1e9), 1000)
    message = frame(Opcode.TEXT, b"a", fin=False) + frame(Opcode.CONT, b"b") * 5
    for _ in range(10):
        assert frames.feed(message) is None
    assert frames.feed(frame(Opcode.CONT, fin=False) * MOST_FRAGMENTS) == POLICY


# ── the log ───────────────────────────────────────────────────────────────────────────────────────


def test_log_is_not_flooded(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("tests.flooded")
    sparing = Sparing((0, 3))
    logger.addFilter(sparing)

    def warn(number: int) -> None:
        logger.warning("Nonsense number %d", number)

    def fail(fault: Callable[[], object]) -> None:
        try:
            fault()
        except Exception:
            logger.exception("a bug")

    for number in range(1000):
        warn(number)
        fail(lambda: int("x"))
    fail(lambda: [][0])  # another fault on the same line of the log
    logger.warning("something else")
    told = [record.getMessage() for record in caplog.records]
    assert [text for text in told if text.startswith("Nonsense")] == [
        f"Nonsense number {number}" for number in range(3)
    ]
    assert told.count("a bug") == 4
    assert told[-1] == "something else"


def test_log_says_how_many_lines_are_missing(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("tests.flooded.again")
    sparing = Sparing((0, 1))
    logger.addFilter(sparing)
    for number in range(8):
        if number == 7:
            sparing._kinds.take = lambda *_: True  # type: ignore[method-assign]
        logger.warning("%d %% nonsense", 100)
    told = [record.getMessage() for record in caplog.records]
    assert told[1:] == ["100 % nonsense (6 more like this were not written)"]


def test_usual_limits_are_no_obstacle_for_a_client() -> None:
    with site(Limits()) as client:
        made: Any = client.post(
            "/api/rooms", json={"seats": [{"who": "me", "name": "Ada"}, {"who": "open"}]}
        ).json()
        with connect(f"ws://{client.host}/api/ws") as connection:
            for number in range(1, 50):
                hello = {"type": "hello", "version": VERSION, "room": made["code"]}
                connection.send(json.dumps({"id": number} | (hello if number == 1 else PING)))
                connection.recv(timeout=PATIENT)
            connection.ping().wait(PATIENT)


PING = {"type": "ping"}
