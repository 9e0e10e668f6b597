"""Measure how many rooms one process can serve, with a real server and clients that play."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from unolab.errors import ResourceError
from unolab.server.protocol import VERSION
from unolab.simulation.figure import COUNT, Figure

SEATS_PER_ROOM: Final = 4
AT_A_TIME: Final = 20  # rooms opened at once
LATEST: Final = 20.0  # seconds after which a move counts as lost
NO_LIMITS: Final = "--no-limits"  # there are many clients, all on this machine
WARM_UP: Final = 2.0  # seconds of play before counting


class Load:
    """Rooms of four players each, and their measurements."""

    def __init__(
        self,
        address: str,
        rooms: int,
        pace: float,
        source: str | None = None,
        others: Sequence[str] = (),
    ) -> None:
        """Play in some rooms, each with a move every ``pace`` seconds; 0 means without a pause.

        ``source`` is the clients' address, if it matters. With ``others``, rooms are made at one
        server, and their players are at that one and at others in turn.
        """
        self.latencies: list[float] = []
        self.counting = False
        self.codes: list[str] = []
        self.pending: dict[BenchClient, float] = {}
        """The send times of counted moves that have not been seen yet."""
        self.missing = 0
        """Moves that were never seen."""
        self.refused = 0
        """Messages that the server refused."""
        self._address = address
        self._servers = [address, *others]
        self._source = None if source is None else (source, 0)
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
        """Count for a while; return for how long."""
        await asyncio.sleep(WARM_UP)
        start = perf_counter()
        self.counting = True
        await asyncio.sleep(seconds)
        self.counting = False
        return perf_counter() - start

    async def measure_phase(self, seconds: float) -> list[float]:
        """Return the latency of each move sent within some seconds, late ones included."""
        self.latencies = []
        self.counting = True
        await asyncio.sleep(seconds)
        self.counting = False
        end = perf_counter() + LATEST
        while self.pending and perf_counter() < end and not self.gone:
            await asyncio.sleep(0.01)
        now = perf_counter()
        missing = [now - sent for sent in self.pending.values()]
        self.missing += len(missing)
        self.pending.clear()
        return self.latencies + missing

    @property
    def gone(self) -> int:
        """The number of clients that lost their connection."""
        return sum(task.done() for task in self._tasks)

    async def close(self) -> None:
        """End the game."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _open_room(self) -> None:
        seats = [{"who": "me", "name": "0"}, *({"who": "open"} for _ in range(SEATS_PER_ROOM - 1))]
        made = await asyncio.to_thread(
            post_room,
            *(self._address, {"rules": "official+target=0", "seats": seats}, self._source),
        )
        clients = []
        for seat in range(SEATS_PER_ROOM):
            token = None if seat else made["token"]
            address = self._servers[seat % len(self._servers)]
            clients.append(BenchClient(self, address, made["code"], token, seat, self._pace))
        for client in clients:
            await client.enter(self._source)
        self.codes.append(made["code"])
        await clients[0].send(type="deal")
        self._tasks += [asyncio.create_task(client.play()) for client in clients]


class BenchClient:
    """A client that makes arbitrary moves at its pace."""

    def __init__(
        self, load: Load, address: str, code: str, token: str | None, seat: int, pace: float
    ) -> None:
        """Prepare to take a seat."""
        self._load = load
        self._address = address
        self._hello = {"room": code, "token": token, "version": VERSION}
        self._seat = seat
        self._pace = pace
        self._id = 0
        self._answered = -1  # number of the update that the last move answered

    async def enter(self, source: tuple[str, int] | None = None) -> None:
        """Connect and sit down."""
        self._socket: ClientConnection = await connect(
            f"ws://{self._address}/api/ws?room={self._hello['room']}",
            compression=None,
            max_queue=64,
            local_addr=source,
        )
        await self.send(type="hello", **self._hello)
        if self._hello["token"] is None:
            await self.send(type="sit", seat=self._seat, name=str(self._seat))
        while self._seat not in json.loads(await self._socket.recv()).get("seats", ()):
            pass  # nothing can be dealt before everyone sits

    async def send(self, **message: Any) -> None:
        """Send a message."""
        self._id += 1
        await self._socket.send(json.dumps({"id": self._id, **message}))

    async def play(self) -> None:
        """Make moves forever."""
        async with self._socket:
            async for text in self._socket:
                message = json.loads(text)
                if message["type"] == "update":
                    await self._look(message)
                self._load.refused += message["type"] == "refused"

    async def _look(self, update: dict[str, Any]) -> None:
        if update["number"] <= self._answered:  # for example, somebody came to watch
            return
        sent = self._load.pending.pop(self, None)
        if sent is not None:
            self._load.latencies.append(perf_counter() - sent)
        stage = update["room"]["stage"]
        if stage == "over" and not update["room"]["seats"][self._seat]["ready"]:
            self._answered = update["number"]
            await self.send(type="deal")
        if stage != "playing" or update["table"]["turn"] != self._seat:
            return
        kinds = ("play", "draw", "keep", "name", "challenge", "swap")
        choices = [c for c in update["hand"]["choices"] if c["kind"] in kinds]
        choice = random.choice(choices)
        if self._pace:
            await asyncio.sleep(self._pace)
        self._answered = update["number"]
        if self._load.counting:
            self._load.pending[self] = perf_counter()
        await self.send(type="move", move=choice["move"] + "!" * choice["uno"], at=update["number"])


def measure_rooms(
    rooms: int, seconds: float, tell: Callable[[str], None], database: str | None = None
) -> list[Figure]:
    """Measure latency at one move per second in every room, then throughput without a pause."""
    figures = [Figure("rooms", rooms, COUNT, "rooms")]
    with running_server(database, NO_LIMITS) as (address, process):
        empty = memory_of(process.pid)
        name = "at a move a second"
        figures += asyncio.run(_measure(address, rooms, 1.0, seconds, tell, "paced", name))
        each = (memory_of(process.pid) - empty) / rooms / 1024
        figures.append(Figure("memory_per_room", each, "kB", "memory per room"))
    with running_server(database, NO_LIMITS) as (address, _):
        few = min(rooms, 50)
        name = f"{few} rooms without a pause"
        figures += asyncio.run(_measure(address, few, 0.0, seconds, tell, "unpaced", name))
    return figures


async def _measure(
    address: str,
    rooms: int,
    pace: float,
    seconds: float,
    tell: Callable[[str], None],
    key: str,
    name: str,
) -> list[Figure]:
    load = Load(address, rooms, pace)
    await load.open(tell)
    tell(f"{name}: {seconds:.0f} s")
    gc.disable()  # measure the server's pauses, not the clients'
    took = await load.measure(seconds)
    gc.enable()
    await load.close()
    return figures_of(key, name, load.latencies, took)


def figures_of(key: str, name: str, latencies: list[float], seconds: float) -> list[Figure]:
    """Summarize the latencies of the moves made in some seconds."""
    if not latencies:
        raise ValueError(f"{name}: nobody moved in {seconds:.0f} seconds: try fewer rooms")
    ordered = sorted(latencies)
    middle, late = (1000 * ordered[len(ordered) * share // 100] for share in (50, 99))
    return [
        Figure(f"{key}_moves_per_second", len(ordered) / seconds, "moves/s", name),
        Figure(f"{key}_p50", middle, "ms", f"{name}, p50"),
        Figure(f"{key}_p99", late, "ms", f"{name}, p99"),
    ]


@contextmanager
def running_server(
    database: str | None, *options: str
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a server in a separate process; without a database, on a temporary file."""
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{Path(folder, 'rooms.sqlite').as_posix()}"
        command = [sys.executable, "-m", "unolab", "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--database", url, "--drain", "0", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                if not line:  # it has said why on stderr
                    raise ResourceError("the server that was to be measured did not start")
                yield line.split("http://")[1].split()[0], process
            finally:
                process.terminate()


def post_room(
    address: str, room: dict[str, Any], source: tuple[str, int] | None = None
) -> dict[str, Any]:
    """Create a room over HTTP."""
    connection = HTTPConnection(address, source_address=source)
    with closing(connection):
        kind = {"Content-Type": "application/json"}
        connection.request("POST", "/api/rooms", json.dumps(room), kind)
        answer = connection.getresponse()
        made: dict[str, Any] = json.load(answer)
    if answer.status != HTTPStatus.CREATED:
        raise ValueError(f"cannot create a room: {made['text']}")
    return made


def memory_of(pid: int) -> int:
    """Return the resident memory of a process in bytes, where the system reports it."""
    statm = Path(f"/proc/{pid}/statm")
    if not statm.is_file():
        return 0
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
