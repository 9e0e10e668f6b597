"""Attacks: the worst that one address can do to a server, for ``unolab bench --attacks``.

Each is a function that runs until it is cancelled. They only attack this machine: the server must
have a local address. ``python -m unolab.server.bench.attacks`` runs one of them in a separate
process, and reads from stdin which one and its target.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import sys
from base64 import b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from ipaddress import ip_address
from itertools import count, cycle
from pathlib import Path
from typing import Any, Final
from weakref import WeakSet

from websockets.frames import Frame, Opcode

from unolab.server.codes import new_code
from unolab.server.protocol import LONGEST_MESSAGE, VERSION

BATCH: Final = 200  # frames sent at once
SLOWLY: Final = 0.5  # seconds between two bytes
TABS: Final = 90  # a few less than an address may have open
REQUEST_CONNECTIONS: Final = 20  # concurrent connections for requests
SILENT: Final = 1_500
CUT: Final = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, EOFError)


@dataclass
class Target:
    """The target of an attack, its source, and its outcome."""

    host: str
    port: int
    source: str | None
    """The source address of the attack."""
    codes: list[str]
    """Codes of rooms where others play: the attacker was sent the link."""
    game: str
    """The longest game there is, as text."""
    wires: WeakSet[RawConnection] = field(default_factory=WeakSet, init=False)
    """The connections that may still be open."""
    attempts: int = field(default=0, init=False)
    """Requests, connections, messages or frames, depending on the attack."""
    refused: int = field(default=0, init=False)
    """Refusals, and connections that were cut."""

    def __post_init__(self) -> None:
        """Refuse to attack another machine."""
        if not ip_address(self.host).is_loopback:
            raise ValueError(f"{self.host} is not this machine")

    async def connect(self, unread: bool = False) -> RawConnection:
        """Open a TCP connection; an ``unread`` one has a small receive buffer."""
        plain = socket.socket()
        try:
            plain.setblocking(False)
            if unread:
                plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            if self.source is not None:
                plain.bind((self.source, 0))
            await asyncio.get_running_loop().sock_connect(plain, (self.host, self.port))
            wire = RawConnection(
                *await asyncio.open_connection(sock=plain, limit=1 if unread else 2**16)
            )
            self.wires.add(wire)
            return wire
        except BaseException:
            plain.close()
            raise

    def request(self, method: str, path: str, body: bytes = b"", host: str = "uno.test") -> bytes:
        """Format a request."""
        length = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{length if body else ''}\r\n"
        return head.encode() + body

    async def open_socket(self, unread: bool = False) -> RawConnection:
        """Open a WebSocket by hand, to send arbitrary bytes over it."""
        wire = await self.connect(unread)
        key = b64encode(os.urandom(16)).decode()
        wire.writer.write(
            "GET /api/ws HTTP/1.1\r\nHost: uno.test\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        status = b"HTTP/1.1 101"
        if await wire.reader.readexactly(len(status)) != status:
            wire.close()
            raise EOFError
        if not unread:
            await wire.reader.readuntil(b"\r\n\r\n")
        return wire


@dataclass(eq=False)
class RawConnection:
    """A connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        """Send, and yield to other tasks."""
        self.writer.write(data)
        await self.writer.drain()
        await asyncio.sleep(0)

    async def say(self, **message: Any) -> None:
        """Send a message over a WebSocket."""
        await self.send(frame(Opcode.TEXT, json.dumps(message).encode()))

    async def hear(self) -> bytes:
        """Return the next text from a WebSocket."""
        while True:
            opcode, size = await self.reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            data = await self.reader.readexactly(size)
            if opcode & 0x0F == Opcode.CLOSE:
                raise EOFError
            if opcode & 0x0F == Opcode.TEXT:
                return data

    async def read_answer(self) -> tuple[int, bytes]:
        """Read the answer to a request: its status and its body."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        if length:
            body = await self.reader.readexactly(int(length))
        else:
            body = await self.reader.readuntil(b"0\r\n\r\n")
        if b"connection: close" in head:
            self.close()
        return int(head.split()[1]), body

    async def until_cut(self) -> None:
        """Read until the server closes it."""
        with suppress(OSError):
            while await self.reader.read(2**16):
                pass

    def close(self) -> None:
        """Close it at once."""
        self.writer.transport.abort()


Attack = Callable[[Target], Awaitable[None]]
Act = Callable[[], Awaitable[None]]
MakeRequest = Callable[[], bytes]


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    """Format a WebSocket frame."""
    return Frame(opcode, data, fin).serialize(mask=True)


async def crowd(number: int, act: Act) -> None:
    """Run this many copies in a loop, ignoring errors."""

    async def repeat() -> None:
        while True:
            with suppress(*CUT):
                await act()
            await asyncio.sleep(0)

    await asyncio.gather(*(repeat() for _ in range(number)))


async def ask_again(
    target: Target, make_request: MakeRequest, lines: int = REQUEST_CONNECTIONS
) -> None:
    """Make requests over several connections, and reopen those that are closed."""

    async def ask() -> None:
        target.attempts += 1
        try:
            wire = await target.connect()
        except OSError:
            target.refused += 1
            raise
        try:
            while not wire.writer.is_closing():
                await wire.send(make_request())
                status, _ = await wire.read_answer()
                target.refused += status >= 400
                target.attempts += not wire.writer.is_closing()
        except CUT:
            target.refused += 1
        finally:
            wire.close()

    await crowd(lines, ask)


async def flood(target: Target, frames: bytes, number: int) -> None:
    """Send the same frames over WebSockets, and reopen those that are cut."""

    async def pour() -> None:
        wire = await target.open_socket()
        reading = asyncio.create_task(wire.until_cut())
        try:
            while not reading.done():
                target.attempts += number
                await wire.send(frames)
            raise EOFError
        except CUT:
            target.refused += 1
        finally:
            reading.cancel()
            wire.close()

    await crowd(REQUEST_CONNECTIONS, pour)


async def make_room(target: Target, **fields: Any) -> tuple[str, str]:
    """Make a room; return its code and the token of its host."""
    wanted = {"seats": [{"who": "me", "name": "x"}, {"who": "open"}], **fields}
    wire = await target.connect()
    await wire.send(target.request("POST", "/api/rooms", json.dumps(wanted).encode()))
    status, body = await wire.read_answer()
    wire.close()
    if status != 201:
        raise EOFError
    made = json.loads(body)
    return made["code"], made["token"]


async def talk(target: Target, tabs: int, message: Callable[[], dict[str, Any]]) -> None:
    """Send messages from many tabs in a room of the attacker's own."""
    code, token = await make_room(target)

    async def tab() -> None:
        wire = await target.open_socket()
        reading = asyncio.create_task(hear_all(target, wire))
        try:
            await wire.say(id=0, type="hello", version=VERSION, room=code, token=token)
            for id in count(1):
                target.attempts += 1
                await wire.say(id=id, **message())
                if reading.done():
                    break
        finally:
            reading.cancel()
            wire.close()

    await crowd(tabs, tab)


async def hear_all(target: Target, wire: RawConnection) -> None:
    """Read messages until the server closes it, and count refusals."""
    with suppress(*CUT):
        while True:
            target.refused += b'"type":"refused"' in await wire.hear()
    target.refused += 1


# ── costly requests ───────────────────────────────────────────────────────────────────────────────


async def replays(target: Target) -> None:
    """Request the replay of the longest game, many times at once."""
    body = json.dumps({"text": target.game}).encode()
    await ask_again(
        target, lambda: target.request("POST", "/api/replays", body), 2 * REQUEST_CONNECTIONS
    )


async def simulations(target: Target) -> None:
    """Request the largest simulations."""
    players = "&".join(["bot=hard"] * 10)

    def make_request() -> bytes:
        seed = random.getrandbits(40)
        return target.request("GET", f"/api/simulation?{players}&games=20000000&seed={seed}")

    await ask_again(target, make_request)


def largest_file() -> str:
    """Return the path of the page's largest file."""
    found = (Path(str(files("unolab.server"))) / "static/assets").glob("*")
    return max(found, key=lambda file: file.stat().st_size).name


async def page(target: Target) -> None:
    """Load the page and its largest file, compressed, in a loop."""
    requests = cycle(
        target.request("GET", path).replace(b"\r\n\r\n", b"\r\nAccept-Encoding: gzip\r\n\r\n")
        for path in ("/", f"/assets/{largest_file()}")
    )
    await ask_again(target, lambda: next(requests), 2 * REQUEST_CONNECTIONS)


async def pictures(target: Target) -> None:
    """Request QR codes for long host names, a new one each time."""

    def make_request() -> bytes:
        host = f"{random.getrandbits(64):x}".ljust(random.choice([240, 3_000]), "x")
        return target.request("GET", f"/api/rooms/{random.choice(target.codes)}/qr.svg", host=host)

    await ask_again(target, make_request)


async def rules(target: Target) -> None:
    """Ask about rules with as many invalid changes as fit, and with thousands more."""
    fits, too_many = (
        json.dumps({"changes": {f"x{n}": [] for n in range(number)}}).encode()
        for number in (380, 4_000)
    )

    def make_request() -> bytes:
        return target.request("POST", "/api/rules", random.choice([fits, fits, too_many]))

    await ask_again(target, make_request)


async def guesses(target: Target) -> None:
    """Guess room codes over HTTP."""
    await ask_again(target, lambda: target.request("GET", f"/api/rooms/{new_code()}"))


async def rooms(target: Target) -> None:
    """Create rooms full of bots, as fast as possible."""
    seats = [{"who": "me", "name": "x"}, *[{"who": "bot", "bot": "hard"}] * 9]
    body = json.dumps({"seats": seats, "start": True}).encode()
    await ask_again(target, lambda: target.request("POST", "/api/rooms", body))


async def bots(target: Target) -> None:
    """Watch bots play without a pause in many rooms."""
    seats = [{"who": "bot", "bot": "hard"}] * 10

    async def watch() -> None:
        target.attempts += 1
        try:
            code, token = await make_room(target, seats=seats, pace="instant", start=True)
            wire = await target.open_socket()
        except CUT:
            target.refused += 1
            await asyncio.sleep(SLOWLY)
            raise
        await wire.say(id=0, type="hello", version=VERSION, room=code, token=token)
        for id in count(1):
            await wire.hear()
            await wire.say(id=id, type="hurry")

    await crowd(TABS // 2, watch)


# ── connections ───────────────────────────────────────────────────────────────────────────────────


async def silent(target: Target) -> None:
    """Keep many silent connections open."""
    await trickle(target, b"", b"", SILENT)


async def headers(target: Target) -> None:
    """Send the header of a request byte by byte, over many connections."""
    await trickle(target, b"GET / HTTP/1.1\r\nHost: uno.test\r\nX: ", b"x", SILENT)


async def bodies(target: Target) -> None:
    """Send the body of a request byte by byte, over many connections."""
    whole = target.request("POST", "/api/replays", b" " * 60_000)
    await trickle(target, whole[:-59_000], b" ", SILENT)


async def trickle(target: Target, first: bytes, then: bytes, number: int) -> None:
    """Open connections, and reopen those that are cut; send a start, then a trickle."""

    async def hold() -> None:
        target.attempts += 1
        wire = await target.connect()
        reading = asyncio.create_task(wire.until_cut())
        try:
            await wire.send(first)
            while not reading.done():
                await asyncio.wait([reading], timeout=SLOWLY)
                await wire.send(then)
        finally:
            target.refused += 1
            reading.cancel()
            wire.close()

    await crowd(number, hold)


async def unread(target: Target) -> None:
    """Watch rooms where others play, request a lot, and never read any of it."""

    async def watch() -> None:
        wire = await target.open_socket(unread=True)
        room = random.choice(target.codes)
        await wire.say(id=0, type="hello", version=VERSION, room=room)
        for id in count(1):
            target.attempts += 1
            await wire.say(id=id, type="ping")
            await asyncio.sleep(0.1)

    await crowd(TABS, count_cuts(target, watch))


async def unread_answers(target: Target) -> None:
    """Request long answers over HTTP, one after the other, and never read them."""

    async def fetch() -> None:
        wire = await target.connect(unread=True)
        while True:
            target.attempts += 1
            await wire.send(target.request("GET", "/api/openapi.json"))

    await crowd(REQUEST_CONNECTIONS, count_cuts(target, fetch))


def count_cuts(target: Target, act: Act) -> Act:
    """Count a connection that the server closes as a refusal."""

    async def act_and_count() -> None:
        try:
            await act()
        except CUT:
            target.refused += 1

    return act_and_count


# ── WebSockets ────────────────────────────────────────────────────────────────────────────────────


async def fields(target: Target) -> None:
    """Send messages with hundreds of unknown fields."""
    message = json.dumps({"id": 1, "type": "ping", **{f"x{n}": 0 for n in range(750)}})
    assert len(message) <= LONGEST_MESSAGE
    await flood(target, frame(Opcode.TEXT, message.encode()), 1)


async def pings(target: Target) -> None:
    """Send thousands of pings per second."""
    await flood(target, frame(Opcode.PING, b"x") * BATCH, BATCH)


async def long(target: Target) -> None:
    """Send messages over the size limit."""
    await flood(target, frame(Opcode.TEXT, b"x" * 10 * LONGEST_MESSAGE), 1)


async def fragments(target: Target) -> None:
    """Send a message as an endless series of empty fragments."""
    parts = frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * (BATCH - 1)
    await flood(target, parts, BATCH)


async def socket_guesses(target: Target) -> None:
    """Guess room codes over WebSockets."""
    await enter_again(target, new_code)


async def hellos(target: Target) -> None:
    """Enter and leave rooms where others play, as fast as possible."""
    await enter_again(target, lambda: random.choice(target.codes))


async def enter_again(target: Target, code: Callable[[], str]) -> None:
    """Enter rooms, and leave at once."""

    async def enter() -> None:
        target.attempts += 1
        try:
            wire = await target.open_socket()
            await wire.say(id=0, type="hello", version=VERSION, room=code())
            target.refused += b'"type":"refused"' in await wire.hear()
            wire.close()
        except CUT:
            target.refused += 1

    await crowd(REQUEST_CONNECTIONS, enter)


async def chat(target: Target) -> None:
    """Chat from many tabs in a room of the attacker's own."""
    await talk(target, TABS, lambda: {"type": "say", "text": "x" * 200})


async def changes(target: Target) -> None:
    """Change names and seats endlessly from many tabs in a room of the attacker's own."""

    def message() -> dict[str, Any]:
        if random.random() < 0.5:
            return {"type": "rename", "name": f"{random.getrandbits(60):x}", "avatar": 1}
        chairs = [{"keep": 0}, *[{"bot": random.choice(["hard", "easy"])}] * 9]
        return {"type": "arrange", "at": 1, "chairs": chairs}

    await talk(target, TABS, message)


ATTACKS: Final[dict[str, Attack]] = {
    act.__name__.replace("_", "-"): act
    for act in (
        *(replays, simulations, page, pictures, rules, guesses, rooms, bots),
        *(silent, headers, bodies, unread, unread_answers),
        *(fields, pings, long, fragments, socket_guesses, hellos, chat, changes),
    )
}
"""Attacks by name; each docstring says what it does."""


async def attack(name: str, target: Target, seconds: float) -> None:
    """Run one attack for a while."""
    with suppress(TimeoutError, *CUT):
        try:
            async with asyncio.timeout(seconds):
                await ATTACKS[name](target)
        finally:
            for wire in target.wires:
                wire.close()


def main() -> None:
    """Read the attack, target and duration; write the outcome."""
    print("ready", flush=True)  # all imports are done
    asked = json.load(sys.stdin)
    name, seconds = asked.pop("name"), asked.pop("seconds")
    target = Target(**asked)
    with suppress(KeyboardInterrupt):
        asyncio.run(attack(name, target, seconds))
    json.dump({"attempts": target.attempts, "refused": target.refused}, sys.stdout)


if __name__ == "__main__":
    main()
