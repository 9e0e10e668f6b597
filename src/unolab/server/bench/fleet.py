"""Measure several servers that share a database, with clients in processes of their own.

Clients cost as much as the servers: each server gets a process of clients, which make rooms there.
Players are measured twice: at the server that has their room, as behind a balancer that goes by the
room's code, and at all servers in turn, so that most messages take one hop more.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from unolab.server.bench.bench import NO_LIMITS, Load, figures_of, memory_of, running_server
from unolab.server.store.store import Store
from unolab.simulation.figure import COUNT, Figure

UNPACED_ROOMS: Final = 50  # per server

WAYS: Final = {"direct": "at the room's server", "spread": "at any server"}


class Played(NamedTuple):
    """The latencies of all moves, for how long there were any, and in which rooms."""

    latencies: list[float]
    seconds: float
    codes: list[str]


def measure_servers(
    rooms: int, servers: int, seconds: float, tell: Callable[[str], None], database: str
) -> list[Figure]:
    """Measure latency at one move per second in every room, then throughput without a pause."""
    figures = [Figure("rooms", rooms, COUNT, "rooms"), Figure("servers", servers, COUNT, "servers")]
    for way, where in WAYS.items():
        with ExitStack() as stack:
            running = [
                stack.enter_context(running_server(database, NO_LIMITS)) for _ in range(servers)
            ]
            addresses = [address for address, _ in running]
            empty = sum(memory_of(process.pid) for _, process in running)
            tell(f"{rooms} rooms, {where}: a move a second")
            paced = _measure(addresses, rooms, 1.0, seconds, way == "spread")
            figures += figures_of(f"{way}_paced", f"{where}, a move a second", *paced[:2])
            used = sum(memory_of(process.pid) for _, process in running) - empty
            each = used / rooms / 1024
            figures.append(Figure(f"{way}_memory_per_room", each, "kB", f"{where}, per room"))
            few = min(rooms, UNPACED_ROOMS * servers)
            tell(f"{few} rooms, {where}: without a pause")
            unpaced = _measure(addresses, few, 0.0, seconds, way == "spread")
            figures += figures_of(f"{way}_unpaced", f"{where}, without a pause", *unpaced[:2])
        asyncio.run(_delete(database, [*paced.codes, *unpaced.codes]))
    return figures


def _measure(
    addresses: Sequence[str], rooms: int, pace: float, seconds: float, spread: bool
) -> Played:
    """Play in rooms at all servers."""
    context = get_context("spawn")
    shares = [rooms // len(addresses) + (i < rooms % len(addresses)) for i in range(len(addresses))]
    players: list[Connection] = []
    processes = []
    for place, share in enumerate(shares):
        ours, theirs = context.Pipe()
        others = [*addresses[place + 1 :], *addresses[:place]] if spread else []
        arguments = (theirs, addresses[place], others, share, pace, seconds)
        processes.append(context.Process(target=_play, args=arguments, daemon=True))
        processes[-1].start()
        theirs.close()
        players.append(ours)
    try:
        for player in players:
            player.recv()  # everyone sits
        for player in players:
            player.send(None)  # all at once
        results = [player.recv() for player in players]
    except EOFError:
        raise ValueError("clients could not play: try fewer rooms") from None
    finally:
        for process in processes:
            process.terminate()
            process.join()
    return Played(
        [one for each in results for one in each.latencies],
        max(each.seconds for each in results),
        [code for each in results for code in each.codes],
    )


async def _delete(database: str, codes: Sequence[str]) -> None:
    """Leave no rooms behind."""
    store = await Store.open(database)
    await store.delete(codes)
    await store.close()


def _play(
    parent: Connection,
    address: str,
    others: Sequence[str],
    rooms: int,
    pace: float,
    seconds: float,
) -> None:
    """Be the clients of one server."""

    async def play() -> Played:
        load = Load(address, rooms, pace, others=others)
        await load.open(lambda _: None)
        parent.send(None)
        await asyncio.to_thread(parent.recv)
        gc.disable()  # measure the servers' pauses, not the clients'
        took = await load.measure(seconds)
        await load.close()
        return Played(load.latencies, took, load.codes)

    parent.send(asyncio.run(play()))
