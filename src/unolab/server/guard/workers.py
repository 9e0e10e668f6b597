"""Workers: a thread pool for one kind of work, so that it can't hold up anything else."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

from unolab.server.guard.networks import widest_network
from unolab.server.protocol.refusal import Refusal

T = TypeVar("T")

Checkpoint = Callable[[], None]
"""Called by work between its steps; raises WorkStopped if nobody waits for the result."""


class WorkStopped(Exception):
    """Nobody waits for the result."""


class Workers:
    """A few threads and a queue. Every network has one turn at a time, so nobody is starved.

    The networks of one customer, who may have thousands, share the turn and half of the queue.
    """

    def __init__(self, name: str, threads: int, waiting: int, each: int) -> None:
        """Allow at most ``waiting`` requests, queued or running, and ``each`` per address."""
        self._name = name
        self._pool = ThreadPoolExecutor(threads, f"unolab {name}")
        self._most = waiting
        self._each = each
        self._waiting: Counter[str] = Counter()
        self._widely: Counter[str] = Counter()  # the same, by the widest network
        self._turns: dict[str, asyncio.Lock] = {}
        self._stops: set[Event] = set()

    def check(self, address: str) -> None:
        """Refuse another request if there are too many."""
        widely = self._widely[widest_network(address)] >= max(self._each, self._most // 2)
        if self._waiting[address] >= self._each or widely or self.waiting >= self._most:
            raise Refusal("busy", f"the server is busy with other {self._name}: try again later")

    async def run(self, address: str, work: Callable[[Checkpoint], T]) -> T:
        """Run work in a thread; it ends early if the caller is cancelled."""
        self.check(address)
        stop = Event()
        self._waiting[address] += 1
        self._widely[widest_network(address)] += 1
        self._stops.add(stop)
        turn = asyncio.create_task(self._take_turn(address, work, stop))
        turn.add_done_callback(lambda turn: self._leave(address, stop, turn))
        try:
            return await asyncio.shield(turn)
        finally:
            stop.set()

    @property
    def waiting(self) -> int:
        """The number of requests queued or running."""
        return self._waiting.total()

    def close(self) -> None:
        """Stop everything."""
        for stop in self._stops:
            stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _take_turn(self, address: str, work: Callable[[Checkpoint], T], stop: Event) -> T:
        def check() -> None:
            if stop.is_set():
                raise WorkStopped

        # not cancelled with the caller: the turn lasts until the thread is done
        async with self._turns.setdefault(widest_network(address), asyncio.Lock()):
            check()
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, check)

    def _leave(self, address: str, stop: Event, turn: asyncio.Task[T]) -> None:
        self._stops.discard(stop)
        widest = widest_network(address)
        self._waiting[address] -= 1
        self._widely[widest] -= 1
        if not self._waiting[address]:
            del self._waiting[address]
        if not self._widely[widest]:
            del self._widely[widest], self._turns[widest]
        if not turn.cancelled():
            turn.exception()  # marks it as retrieved
