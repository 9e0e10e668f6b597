"""Clients that do not behave, over real sockets: each is cut off, and nobody else notices."""

import json
import socket
from dataclasses import replace
from threading import Event

import httpx
import pytest
from starlette.types import Receive, Scope, Send
from websockets.frames import Opcode

from tests.server.site import serving, site
from tests.server.wire import (
    GET,
    PATIENT,
    SOON,
    flood,
    frame,
    is_cut,
    line,
    no_traceback,
    read_all,
    upgrade,
    upgraded,
)
from unolab.server.guard.guard import SECURITY_HEADERS
from unolab.server.guard.limits import UNLIMITED

pytestmark = pytest.mark.slow


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
        assert {name: headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS
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
