"""Frames of a WebSocket: counted however they come, and closed with a reason."""

import json
import socket
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from tests.server.site import site
from tests.server.wire import PATIENT, SOON, closed_with, flood, frame, no_traceback, upgraded
from unolab.server.guard.frames import MOST_FRAGMENTS, POLICY, TOO_BIG, Frames
from unolab.server.guard.limits import UNLIMITED, Bucket, ServerLimits
from unolab.server.guard.transport import NOT_TEXT
from unolab.server.protocol import VERSION

pytestmark = pytest.mark.slow


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


def test_usual_limits_are_no_obstacle_for_a_client() -> None:
    with site(ServerLimits()) as client:
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
