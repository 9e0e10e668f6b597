"""Rooms and connections without a network: a store in memory and sockets made of queues."""

import asyncio
import json
from collections.abc import Collection
from datetime import datetime
from typing import Any, cast

from fastapi import WebSocket

from tests.server.secrecy import Witness
from unolab.server.connection import Connection
from unolab.server.guard.limits import UNLIMITED, ServerLimits
from unolab.server.protocol import FROM_SERVER, Message
from unolab.server.room.coaching import Adviser
from unolab.server.rooms import Rooms
from unolab.server.store.store import CodeTaken, NotSaved, Overtaken, Store


class Memory:
    """A store that forgets when the test ends."""

    def __init__(self) -> None:
        self.rooms: dict[str, list[str]] = {}
        self.fails = False

    async def create(self, code: str, entry: str) -> None:
        if code in self.rooms:
            raise CodeTaken(code)
        self.rooms[code] = [entry]

    async def append(self, code: str, number: int, entry: str) -> None:
        await asyncio.sleep(0)
        if self.fails:
            raise NotSaved("the disk is full")
        if number != len(self.rooms[code]):
            raise Overtaken("somebody else writes here")
        self.rooms[code].append(entry)

    async def load(self, code: str) -> list[str]:
        if self.fails:
            raise OSError("the disk is gone")
        return list(self.rooms.get(code, ()))

    async def length(self, code: str) -> int:
        return len(await self.load(code))

    async def mentions(self, code: str, text: str) -> bool:
        return any(text in entry for entry in self.rooms.get(code, ()))

    async def check(self) -> str | None:
        return "the disk is gone" if self.fails else None

    async def forget(self, before: datetime) -> int:
        return 0

    async def forget_unused(self, before: datetime, besides: Collection[str] = ()) -> int:
        return 0

    async def close(self) -> None: ...


def rooms_of(
    memory: Memory,
    limits: ServerLimits = UNLIMITED,
    idle: float = 600,
    coach: Adviser | None = None,
) -> Rooms:
    return Rooms(cast(Store, memory), limits, 30, idle, keep_days=0, coach=coach)


class Socket:
    """The server's end of a WebSocket; ``stuck`` is a client that does not read."""

    def __init__(self) -> None:
        self.scope = {"client": ("192.0.2.1", 1)}
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[str] = []
        self.closed: int | None = None
        self.reads = asyncio.Event()
        self.reads.set()

    async def receive(self) -> dict[str, Any]:
        return await self.incoming.get()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.sent.append(text)

    async def close(self, code: int) -> None:
        await self.reads.wait()
        self.closed = code
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": code})

    def say(self, raw: str | bytes = "", **fields: Any) -> None:
        raw = json.dumps(fields) if fields else raw
        key = "text" if isinstance(raw, str) else "bytes"
        self.incoming.put_nowait({"type": "websocket.receive", key: raw})

    def hang_up(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})

    @property
    def messages(self) -> list[Any]:
        return [json.loads(text) for text in self.sent]

    @property
    def codes(self) -> list[str]:
        """Why messages were refused."""
        return [message["code"] for message in self.messages if message["type"] == "refused"]


class Judged(Connection):
    """A connection whose every message is judged before it is queued."""

    witness: Witness | None = None

    def post(self, message: Message) -> None:
        if self.witness is not None:
            FROM_SERVER.validate_json(self.witness.judge(self, message))
        super().post(message)


def connect(socket: Socket, rooms: Rooms, limits: ServerLimits = UNLIMITED) -> Judged:
    return Judged(cast(WebSocket, socket), rooms, limits)
