"""Workers: several processes that listen to the same port, each with its own rooms."""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from types import FrameType
from typing import Final

from unolab.server.app import Settings
from unolab.server.operate.logs import write_logs

log = logging.getLogger("unolab.server")

AGAIN_AFTER: Final = 1.0  # seconds between two starts of the same worker, twice as long each time
LONGEST_PAUSE: Final = 30.0  # seconds
WELL_AFTER: Final = 60.0  # seconds after which a worker that ends had been well
STOP_WITHIN: Final = 30.0  # seconds before a worker that does not stop is killed


class Stopped(Exception):
    """Somebody has asked us to stop."""


def run_workers(
    count: int,
    database: str,
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    metrics: tuple[str, int] | None = None,
) -> None:
    """Serve with several processes until Ctrl-C or SIGTERM; one that dies is started again.

    ``metrics`` are the host and the port of the first worker's; the others have the next ports.
    """
    write_logs(settings.log_format)
    workers: list[Worker] = []

    def stop(_: int, __: FrameType | None) -> None:
        raise Stopped

    signal.signal(signal.SIGTERM, stop)
    try:
        for number in range(count):
            place = None if metrics is None else (metrics[0], metrics[1] + number)
            workers.append(Worker(number, database, settings, listening, place))
        for worker in workers:
            if (problem := worker.read_problem()) is not None:
                raise ValueError(problem)
        ready()
        while True:
            running = [worker.process.sentinel for worker in workers if worker.due is None]
            soonest = min((worker.due for worker in workers if worker.due), default=None)
            wait(running, None if soonest is None else max(0.0, soonest - monotonic()))
            for worker in workers:
                worker.look_after()
    except Stopped:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is being done
        _stop([worker.process for worker in workers], STOP_WITHIN + settings.drain)


class Worker:
    """A process that serves. When it ends it is started again, later each time."""

    def __init__(
        self,
        number: int,
        database: str,
        settings: Settings,
        listening: socket.socket,
        metrics: tuple[str, int] | None,
    ) -> None:
        """Start it."""
        self._number = number
        self._arguments = number, database, settings, listening, metrics
        self._pause = AGAIN_AFTER
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")  # a fork would share the compiler's threads and locks
        self._reader, writer = context.Pipe(duplex=False)
        name = f"worker {self._number + 1}"
        self.process = context.Process(target=_work, args=(*self._arguments, writer), name=name)
        self.process.start()
        writer.close()
        self._started = monotonic()
        self.due: float | None = None  # when it is to be started again, if it has ended

    def look_after(self) -> None:
        """Note that it has ended, or start it again when it is time."""
        if self.due is not None:
            if monotonic() >= self.due:
                self._start()
        elif self.process.exitcode is not None:
            with self._reader:
                why = self.read_problem() or f"code {self.process.exitcode}"
            event = {"event": "worker_ended"}
            log.error("worker %d ended: %s", self._number + 1, why, extra=event)
            if monotonic() - self._started > WELL_AFTER:
                self._pause = AGAIN_AFTER
            self.due = self._started + self._pause
            self._pause = min(LONGEST_PAUSE, 2 * self._pause)

    def read_problem(self) -> str | None:
        """Return the last thing that it said: why it can't serve, or nothing."""
        problem: str | None = None
        with suppress(EOFError):
            problem = self._reader.recv()
            while self._reader.poll():
                problem = self._reader.recv()
        return problem


def _work(
    number: int,
    database: str,
    settings: Settings,
    listening: socket.socket,
    metrics: tuple[str, int] | None,
    started: Connection,
) -> None:
    """Be a worker, and report when it listens, or why it can't."""
    from unolab.server.run import listen, serve

    def ready() -> None:
        started.send(None)

    with suppress(KeyboardInterrupt), ExitStack() as sockets:
        try:
            scraped = None
            if metrics is not None:
                scraped = sockets.enter_context(listen(*metrics, option="--metrics-port"))
            serve(database, settings, listening, ready, scraped, number)
        except (ValueError, OSError) as error:
            started.send(str(error))


def _stop(processes: list[BaseProcess], seconds: float) -> None:
    """Let all workers finish what they do, and wait for them."""
    for process in processes:
        process.terminate()
    until = monotonic() + seconds
    for process in processes:
        process.join(max(0.0, until - monotonic()))
        if process.exitcode is None:
            process.kill()
