"""Servers know each other by passes; the secret behind them is never sent."""

import asyncio

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from unolab.server.fleet.passes import PassKey
from unolab.server.fleet.relay import ANSWER_HEADER, NONCE_HEADER, TRY_AGAIN, relay

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
        await relay(client, "{}", f"ws://127.0.0.1:{port}/api/ws", HERE, "there", HOME)
    assert client.closed == TRY_AGAIN
    assert len(asked) == 1
    assert SECRET.encode() not in asked[0]


def test_an_answer_is_good_for_one_question_to_one_server() -> None:
    answer = THERE.answer("nonce")
    assert HERE.believes(answer, "there", "nonce")
    assert not HERE.believes(answer, "there", "another")
    assert not HERE.believes(answer, "elsewhere", "nonce")
    assert not HERE.believes(PassKey("another secret", "there").answer("nonce"), "there", "nonce")
    assert not HERE.believes("", "there", "nonce")
    assert not PassKey("", "here").believes(PassKey("", "there").answer("n"), "there", "n")
    assert not HERE.believes(HERE.write("there", HOME), "there", HOME)


@pytest.mark.anyio
@pytest.mark.parametrize("who", ["there", "squatter"])
async def test_only_the_owner_is_sent_what_a_client_says(who: str) -> None:
    """Whoever listens at the address of a server that has ended gets nobody's token."""
    heard: list[str | bytes] = []
    client = Client()

    async def listen(connection: ServerConnection) -> None:
        async for message in connection:
            heard.append(message)
            await connection.close(1000)

    def prove(connection: ServerConnection, request: Request, response: Response) -> None:
        key = THERE if who == "there" else PassKey("a guess", "there")
        response.headers[ANSWER_HEADER] = key.answer(request.headers[NONCE_HEADER])

    async with serve(listen, "127.0.0.1", 0, process_response=prove) as server:
        port = server.sockets[0].getsockname()[1]
        url = f"ws://127.0.0.1:{port}/api/ws"
        reached = await relay(client, "the token", url, HERE, "there", HOME)
    assert reached == (who == "there")
    assert heard == (["the token"] if who == "there" else [])
    assert client.closed == (1000 if who == "there" else TRY_AGAIN)
