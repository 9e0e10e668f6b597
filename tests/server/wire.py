"""Plain TCP connections, on which anything can be sent, and what comes of it."""

import logging
import os
import socket
import struct
import sys
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from websockets.frames import Frame, Opcode

from tests.server.site import Site
from unolab.server.guard.limits import UNLIMITED

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
