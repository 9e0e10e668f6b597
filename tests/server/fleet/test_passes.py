"""Servers know each other by passes; the secret behind them is never sent."""

import asyncio

import pytest

from unolab.server.fleet.passes import PassKey
from unolab.server.fleet.relay import PASS_HEADER, TRY_AGAIN, relay

SECRET = "of the database"
HERE, THERE = PassKey(SECRET, "here"), PassKey(SECRET, "there")
HOME = "192.0.2.1"


def test_a_pass_is_good_for_one_address_at_one_server() -> None:
    shown = HERE.write("there", HOME)
    assert THERE.accepts(shown, HOME)
    assert not THERE.accepts(shown, "192.0.2.2")
    assert not HERE.accepts(shown, HOME)
    assert not PassKey("another secret", "there").accepts(shown, HOME)
    assert not THERE.accepts("", HOME)
    assert not THERE.accepts("\u00fc" * 64, HOME)


def test_without_a_secret_nobody_is_let_in() -> None:
    nobody = PassKey("", "there")
    assert not nobody.accepts(nobody.write("there", HOME), HOME)


def test_the_secret_is_not_shown() -> None:
    assert SECRET not in repr(HERE)


class Client:
    """The socket of somebody who waits."""

    closed: int | None = None

    async def receive(self) -> dict[str, object]:
        return await asyncio.Future()

    async def send_text(self, data: str) -> None:
        raise AssertionError(data)

    async def close(self, code: int) -> None:
        self.closed = code


@pytest.mark.anyio
async def test_nobody_is_followed_elsewhere() -> None:
    """Whoever listens at the address of a server that has ended gets a pass for that one only."""
    asked: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        to = f"ws://127.0.0.1:{port}/again"
        writer.write(f"HTTP/1.1 302 Found\r\nLocation: {to}\r\n\r\n".encode())
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    client = Client()
    async with server:
        headers = {PASS_HEADER: HERE.write("there", HOME)}
        await relay(client, "{}", f"ws://127.0.0.1:{port}/api/ws", headers)
    assert client.closed == TRY_AGAIN
    assert len(asked) == 1
    assert SECRET.encode() not in asked[0]
