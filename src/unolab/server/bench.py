"""How many rooms one process can serve: a real server, and clients that play."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from unolab.server.protocol import VERSION

SEATS: Final = 4
AT_A_TIME: Final = 20  # rooms that are opened together
WARM_UP: Final = 2.0  # seconds of play that are not counted


class Load:
    """Rooms of four that play, and what was measured of them."""

    def __init__(self, address: str, rooms: int, pace: float) -> None:
        """Play in some rooms, each with a move every ``pace`` seconds; 0 is without a pause."""
        self.latencies: list[float] = []
        self.counting = False
        self._address = address
        self._rooms = rooms
        self._pace = pace
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, tell: Callable[[str], None]) -> None:
        """Seat everyone."""
        for first in range(0, self._rooms, AT_A_TIME):
            count = min(AT_A_TIME, self._rooms - first)
            await asyncio.gather(*(self._open_room() for _ in range(count)))
            tell(f"{first + count} of {self._rooms} rooms")

    async def measure(self, seconds: float) -> float:
        """Count for a while; return how long it was."""
        await asyncio.sleep(WARM_UP)
        start = perf_counter()
        self.counting = True
        await asyncio.sleep(seconds)
        self.counting = False
        return perf_counter() - start

    async def close(self) -> None:
        """End the game."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _open_room(self) -> None:
        seats = [{"who": "me", "name": "0"}, *({"who": "open"} for _ in range(SEATS - 1))]
        made = await asyncio.to_thread(
            _post, self._address, {"rules": "official+target=0", "seats": seats}
        )
        clients = [Player(self, self._address, made["code"], made["token"], 0, self._pace)]
        for seat in range(1, SEATS):
            clients.append(Player(self, self._address, made["code"], None, seat, self._pace))
        for client in clients:
            await client.enter()
        await clients[0].send(type="deal")
        self._tasks += [asyncio.create_task(client.play()) for client in clients]


class Player:
    """A client that makes any move, at its pace."""

    def __init__(
        self, load: Load, address: str, code: str, token: str | None, seat: int, pace: float
    ) -> None:
        """Prepare to come to a seat."""
        self._load = load
        self._address = address
        self._hello = {"room": code, "token": token, "version": VERSION}
        self._seat = seat
        self._pace = pace
        self._id = 0
        self._sent: float | None = None

    async def enter(self) -> None:
        """Connect and sit down."""
        self._socket: ClientConnection = await connect(
            f"ws://{self._address}/api/ws", compression=None, max_queue=64
        )
        await self.send(type="hello", **self._hello)
        await self._socket.recv()
        if self._hello["token"] is None:
            await self.send(type="sit", seat=self._seat, name=str(self._seat))

    async def send(self, **message: Any) -> None:
        """Send a message."""
        self._id += 1
        await self._socket.send(json.dumps({"id": self._id, **message}))

    async def play(self) -> None:
        """Make moves, for ever."""
        async with self._socket:
            async for text in self._socket:
                message = json.loads(text)
                if message["type"] == "update":
                    await self._look(message)

    async def _look(self, update: dict[str, Any]) -> None:
        if self._sent is not None:
            if self._load.counting:
                self._load.latencies.append(perf_counter() - self._sent)
            self._sent = None
        stage = update["room"]["stage"]
        if stage == "over" and not update["room"]["seats"][self._seat]["ready"]:
            await self.send(type="deal")
        if stage != "playing" or update["table"]["turn"] != self._seat:
            return
        kinds = ("play", "draw", "keep", "name", "challenge", "swap")
        choices = [c for c in update["hand"]["choices"] if c["kind"] in kinds]
        choice = random.choice(choices)
        if self._pace:
            await asyncio.sleep(self._pace)
        self._sent = perf_counter()
        await self.send(type="move", move=choice["move"] + "!" * choice["uno"], at=update["number"])


def measure_rooms(
    rooms: int, seconds: float, tell: Callable[[str], None], database: str | None = None
) -> dict[str, float]:
    """Measure latency at a move a second in every room, then moves a second without a pause."""
    figures: dict[str, float] = {"rooms": rooms}
    with _server(database) as (address, process):
        empty = _memory(process.pid)
        figures |= asyncio.run(_measure(address, rooms, 1.0, seconds, tell, "at a move a second"))
        figures["memory per room, kB"] = (_memory(process.pid) - empty) / rooms / 1024
    with _server(database) as (address, _):
        few = min(rooms, 50)
        figures |= asyncio.run(
            _measure(address, few, 0.0, seconds, tell, f"{few} rooms without a pause")
        )
    return figures


async def _measure(
    address: str, rooms: int, pace: float, seconds: float, tell: Callable[[str], None], name: str
) -> dict[str, float]:
    load = Load(address, rooms, pace)
    await load.open(tell)
    tell(f"{name}: {seconds:.0f} s")
    gc.disable()  # what is measured are the pauses of the server, not those of the clients
    took = await load.measure(seconds)
    gc.enable()
    await load.close()
    return figures_of(name, load.latencies, took)


def figures_of(name: str, latencies: list[float], seconds: float) -> dict[str, float]:
    """Sum up how long each move took, of those that were made in some seconds."""
    if not latencies:
        raise ValueError(f"{name}: nobody moved in {seconds:.0f} seconds: try fewer rooms")
    ordered = sorted(latencies)
    return {
        f"{name}, moves/s": len(ordered) / seconds,
        f"{name}, p50 ms": ordered[len(ordered) // 2] * 1000,
        f"{name}, p99 ms": ordered[len(ordered) * 99 // 100] * 1000,
    }


@contextmanager
def _server(database: str | None) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a server in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{Path(folder, 'rooms.sqlite').as_posix()}"
        command = [sys.executable, "-m", "unolab", "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--no-limits", "--database", url]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                yield line.split("http://")[1].split()[0], process
            finally:
                process.terminate()


def _post(address: str, room: dict[str, Any]) -> dict[str, Any]:
    body = json.dumps(room).encode()
    asked = Request(f"http://{address}/api/rooms", body, {"Content-Type": "application/json"})
    with urlopen(asked) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


def _memory(pid: int) -> int:
    """Return how many bytes a process has in memory, where the system tells."""
    statm = Path(f"/proc/{pid}/statm")
    if not statm.is_file():
        return 0
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
