"""Threads for one kind of work: who gets a turn, who is refused, and what happens to the rest."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from unolab.server.guard.workers import Checkpoint, Workers, WorkStopped
from unolab.server.protocol.refusal import Refusal

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PATIENCE = 30  # seconds after which a thread that is waited for has failed


class Job:
    """Work that begins when it is its turn and ends when the test says so."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.may_end = threading.Event()
        self.stopped = threading.Event()
        self.thread = 0

    def __call__(self, check: Checkpoint) -> int:
        self.thread = threading.get_ident()
        self.begun.set()
        try:
            while not self.may_end.wait(0.01):
                check()
        except WorkStopped:
            self.stopped.set()
            raise
        return self.thread

    async def begins(self) -> None:
        assert await asyncio.to_thread(self.begun.wait, PATIENCE)

    async def stops(self) -> None:
        assert await asyncio.to_thread(self.stopped.wait, PATIENCE)


@asynccontextmanager
async def workers(threads: int = 1, waiting: int = 10, each: int = 5) -> AsyncIterator[Workers]:
    working = Workers("things", threads, waiting, each)
    try:
        yield working
    finally:
        working.close()


async def test_work_is_done_in_its_own_thread() -> None:
    async with workers() as working:
        threads = [await working.run("a", lambda _: threading.current_thread()) for _ in range(5)]
        assert len(set(threads)) == 1
        assert threads[0] is not threading.current_thread()
        assert threads[0].name.startswith("unolab things")


async def test_address_has_one_turn_at_a_time() -> None:
    async with workers(threads=2) as working:
        first, second, other = Job(), Job(), Job()
        ours = [asyncio.create_task(working.run("a", job)) for job in (first, second)]
        await first.begins()
        theirs = asyncio.create_task(working.run("b", other))
        await other.begins()  # although it came last
        assert not second.begun.is_set()
        other.may_end.set()
        await theirs
        assert not second.begun.is_set()  # a thread is free, but it is not its turn
        first.may_end.set()
        await second.begins()
        second.may_end.set()
        await asyncio.gather(*ours)


async def test_too_many_are_refused_at_once() -> None:
    async with workers(waiting=3, each=2) as working:
        jobs = [Job() for _ in range(3)]
        waiting = [asyncio.create_task(working.run("a", job)) for job in jobs[:2]]
        await jobs[0].begins()
        for _ in range(2):
            with pytest.raises(Refusal, match="busy with other things") as refused:
                await working.run("a", Job())
            assert refused.value.code == "busy"
        waiting.append(asyncio.create_task(working.run("b", jobs[2])))
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="busy"):
            await working.run("c", Job())
        for job in jobs:
            job.may_end.set()
        await asyncio.gather(*waiting)
        assert await working.run("c", lambda _: 7) == 7


async def test_networks_of_one_customer_share_a_turn_and_half_of_the_queue() -> None:
    networks = [f"2001:db8:0:{number:x}::/64" for number in range(6)]
    async with workers(threads=2, waiting=8, each=2) as found:
        jobs = [Job() for _ in networks]
        asked = [
            asyncio.create_task(found.run(network, job))
            for network, job in zip(networks[:4], jobs, strict=False)
        ]
        other = Job()
        last = asyncio.create_task(found.run("192.0.2.1", other))
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refusal:
            await found.run(networks[4], jobs[4])
        assert refusal.value.code == "busy"
        await other.begins()
        assert [job.begun.is_set() for job in jobs] == [True, *[False] * 5]
        for job in (*jobs, other):
            job.may_end.set()
        await asyncio.gather(*asked, last)
        assert found._turns == {}


async def test_work_stops_when_nobody_waits_for_it() -> None:
    async with workers(each=2) as working:
        job, never = Job(), Job()
        tasks = [asyncio.create_task(working.run("a", work)) for work in (job, never)]
        await job.begins()
        for task in reversed(tasks):
            task.cancel()
        assert await asyncio.gather(*tasks, return_exceptions=True)
        await job.stops()
        assert await working.run("b", lambda _: 7) == 7  # its turn comes after all others
        assert not never.begun.is_set()
        while working.waiting:
            await asyncio.sleep(0.01)


async def test_close_stops_everything() -> None:
    async with workers() as working:
        job = Job()
        task = asyncio.create_task(working.run("a", job))
        await job.begins()
        working.close()
        await job.stops()
        with pytest.raises(WorkStopped):
            await task


async def test_error_is_for_whoever_waits() -> None:
    def fail(_: Checkpoint) -> None:
        raise ValueError("no such thing")

    async with workers() as working:
        with pytest.raises(ValueError, match="no such thing"):
            await working.run("a", fail)
        assert working.waiting == 0
