"""Measure what idle rooms and WebSockets cost one process, from another one."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from unolab.server.bench.bench import (
    AT_A_TIME,
    NO_LIMITS,
    SEATS_PER_ROOM,
    memory_of,
    post_room,
    running_server,
)
from unolab.server.protocol import VERSION
from unolab.server.run import raise_file_limit
from unolab.simulation.figure import COUNT, Figure

SETTLE: Final = 2.0  # seconds until nothing is sent any more
DEALT_WITHIN: Final = 120.0  # seconds
PLAYING: Final = '"stage":"playing"'  # in an update
WARM_UP: Final = 8  # rooms opened before counting: the first ones fill caches


class Crowd:
    """Rooms and the clients in them, who read and do nothing."""

    def __init__(self, address: str, tell: Callable[[str], None]) -> None:
        """Start with nobody."""
        self._address = address
        self._tell = tell
        self._reading: list[asyncio.Task[None]] = []
        self._hosts: list[ClientConnection] = []
        self._playing: set[ClientConnection] = set()

    async def open_rooms(self, rooms: int) -> list[dict[str, Any]]:
        """Create rooms in which nobody is connected yet."""
        seats = [{"who": "me"}, *({"who": "open"} for _ in range(SEATS_PER_ROOM - 1))]
        made: list[dict[str, Any]] = []
        while len(made) < rooms:
            some = min(AT_A_TIME, rooms - len(made))
            wanted = {"rules": "official", "seats": seats, "timer": 0}  # nobody has to move
            posts = (asyncio.to_thread(post_room, self._address, wanted) for _ in range(some))
            made += await asyncio.gather(*posts)
        self._tell(f"{rooms} rooms")
        return made

    async def connect(self, rooms: list[dict[str, Any]], sockets: int) -> None:
        """Connect to the rooms in turn.

        In every room the first client is the host, the next ones sit down, and the rest watch.
        """
        for number in range(0, sockets, AT_A_TIME):
            some = range(number, min(number + AT_A_TIME, sockets))
            entering = (self._enter(rooms[n % len(rooms)], n // len(rooms)) for n in some)
            entered = await asyncio.gather(*entering)
            self._hosts += [each for n, each in zip(some, entered, strict=True) if n < len(rooms)]
            if number % 1_000 == 0:
                self._tell(f"{number} of {sockets} sockets")

    async def deal(self) -> None:
        """Begin a round in every room, and wait until everyone has seen it."""
        for host in self._hosts:
            await host.send('{"id": 2, "type": "deal"}')
        async with asyncio.timeout(DEALT_WITHIN):
            while len(self._playing) < len(self._reading):
                await asyncio.sleep(0.1)

    async def _enter(self, room: dict[str, Any], seat: int) -> ClientConnection:
        socket = await connect(
            f"ws://{self._address}/api/ws", compression=None, ping_interval=None, open_timeout=60
        )
        token = room["token"] if seat == 0 else None
        hello = {"id": 1, "type": "hello", "version": VERSION}
        await socket.send(json.dumps({**hello, "room": room["code"], "token": token}))
        await socket.recv()
        if 0 < seat < SEATS_PER_ROOM:
            sit = {"id": 2, "type": "sit", "seat": seat, "name": str(seat)}
            await socket.send(json.dumps(sit))
        self._reading.append(asyncio.create_task(self._read(socket)))
        return socket

    async def _read(self, socket: ClientConnection) -> None:
        async with socket:
            async for text in socket:
                if PLAYING in str(text):
                    self._playing.add(socket)

    @property
    def gone(self) -> int:
        """The number of clients that lost their connection."""
        return sum(task.done() for task in self._reading)

    async def close(self) -> None:
        """Hang up."""
        for task in self._reading:
            task.cancel()
        await asyncio.gather(*self._reading, return_exceptions=True)


def measure_idle(
    sockets: int,
    rooms: int,
    seconds: float,
    tell: Callable[[str], None],
    database: str | None = None,
) -> list[Figure]:
    """Measure the memory of rooms and sockets, and the CPU time of a server with idle ones."""
    files = raise_file_limit()
    if files is not None and sockets > files:
        raise ValueError(f"this machine allows {files:,} sockets in a process: try fewer")
    with running_server(database, NO_LIMITS) as (address, process):
        return asyncio.run(_measure(address, process.pid, sockets, rooms, seconds, tell))


async def _measure(
    address: str, pid: int, sockets: int, rooms: int, seconds: float, tell: Callable[[str], None]
) -> list[Figure]:
    first, crowd = Crowd(address, lambda _: None), Crowd(address, tell)
    await first.connect(await first.open_rooms(WARM_UP), WARM_UP * SEATS_PER_ROOM)
    await first.deal()
    await asyncio.sleep(SETTLE)
    empty = memory_of(pid)
    try:
        made = await crowd.open_rooms(rooms)
        with_rooms = memory_of(pid)
        began = perf_counter()
        await crowd.connect(made, sockets)
        per_second = sockets / (perf_counter() - began)
        await asyncio.sleep(SETTLE)
        with_sockets = memory_of(pid)
        playing = None
        if sockets >= rooms * SEATS_PER_ROOM:
            await crowd.deal()
            await asyncio.sleep(SETTLE)
            playing = memory_of(pid)
        tell(f"idle for {seconds:.0f} s")
        used = _cpu_of(pid)
        await asyncio.sleep(seconds)
        used = _cpu_of(pid) - used
        if crowd.gone:
            raise ValueError(f"{crowd.gone} of {sockets} sockets were lost: try fewer")
        total = memory_of(pid)
    except (OSError, WebSocketException) as error:
        raise ValueError(f"not all of {sockets} sockets can be opened: {error}") from None
    finally:
        await crowd.close()
        await first.close()
    per_room, per_socket = (with_rooms - empty) / rooms, (with_sockets - with_rooms) / sockets
    figures = [
        Figure("rooms", rooms, COUNT, "rooms"),
        Figure("sockets", sockets, COUNT, "idle sockets"),
        Figure("sockets_per_second", per_second, "sockets/s", "connecting"),
        Figure("memory_empty", empty / 1e6, "MB", "memory, empty"),
        Figure("memory_full", total / 1e6, "MB", "memory, full"),
        Figure("memory_per_room", per_room / 1e3, "kB", "per room"),
        Figure("memory_per_socket", per_socket / 1e3, "kB", "per socket"),
    ]
    if playing is not None:
        each = (playing - with_sockets) / rooms / 1e3
        figures.append(Figure("memory_per_round", each, "kB", "per room in play, in addition"))
    figures.append(Figure("idle_cpu", 100 * used / seconds, "%", "CPU time while idle"))
    return figures


def _cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process so far, where the system reports them."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.is_file():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
