"""Workers: several processes that listen to the same port, each with its own rooms."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, redirect_stderr, suppress
from io import StringIO
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from time import monotonic
from typing import Final

from unolab.server.app import Settings
from unolab.server.operate.logs import write_logs

log = logging.getLogger("unolab.server")

AGAIN_AFTER: Final = 1.0  # seconds between two starts of the same worker, twice as long each time
LONGEST_PAUSE: Final = 30.0  # seconds
WELL_AFTER: Final = 60.0  # seconds after which a worker that ends had been well
READY: Final = "ready"  # what a worker says when it listens
STOP_WITHIN: Final = 30.0  # seconds before a worker that does not stop is killed


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
    stopped, stop = socket.socketpair()
    # told by a message and not by an exception, which could come in the middle of a start
    signal.signal(signal.SIGTERM, lambda _, __: stop.close())
    workers: list[Worker] = []
    try:
        for number in range(count):
            place = None if metrics is None else (metrics[0], metrics[1] + number)
            workers.append(Worker(number, database, settings, listening, place))
        for worker in workers:
            if stopped in wait([stopped, worker.reader]):
                return
            if (word := worker.read_word()) != READY:
                raise ValueError(word or "a worker ended while it started")
        ready()
        while True:
            running = [worker.process.sentinel for worker in workers if worker.due is None]
            soonest = min((worker.due for worker in workers if worker.due), default=None)
            seconds = None if soonest is None else max(0.0, soonest - monotonic())
            if stopped in wait([stopped, *running], seconds):
                return
            for worker in workers:
                worker.look_after()
    finally:
        _stop([worker.process for worker in workers], STOP_WITHIN + settings.drain)
        stopped.close()
        stop.close()


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
        self._name = f"worker {number + 1}"
        self._arguments = number, database, settings, listening, metrics
        self._pause = AGAIN_AFTER
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")  # a fork would share the compiler's threads and locks
        self.reader, writer = context.Pipe(duplex=False)
        work = (*self._arguments, writer)
        self.process = context.Process(target=_work, args=work, name=self._name)
        self.due: float | None = None  # when it is to be started again, if it has ended
        self._started = monotonic()
        self.process.start()
        writer.close()

    def look_after(self) -> None:
        """Note that it has ended, or start it again when it is time."""
        if self.due is None:
            if self.process.exitcode is not None:
                with self.reader:
                    word = self.read_word()
                self._put_off(f"code {self.process.exitcode}" if word in (None, READY) else word)
        elif monotonic() >= self.due:
            try:
                self._start()
            except OSError as error:  # there is no memory, or too many processes
                self._put_off(str(error))

    def _put_off(self, why: str | None) -> None:
        log.error("%s ended: %s", self._name, why, extra={"event": "worker_ended"})
        if monotonic() - self._started > WELL_AFTER:
            self._pause = AGAIN_AFTER
        self.due = self._started + self._pause
        self._pause = min(LONGEST_PAUSE, 2 * self._pause)

    def read_word(self) -> str | None:
        """Return the last thing that it said: READY, or why it can't serve; None if nothing."""
        word: str | None = None
        with suppress(EOFError, OSError):
            word = self.reader.recv()
            while self.reader.poll():
                word = self.reader.recv()
        return word


def _work(
    number: int,
    database: str,
    settings: Settings,
    listening: socket.socket,
    metrics: tuple[str, int] | None,
    started: Connection,
) -> None:
    """Be a worker, and report when it listens, or why it can't."""
    from unolab.server.run import compile_all, listen, serve

    def ready() -> None:
        started.send(READY)

    Thread(target=_end_with_parent, daemon=True).start()

    with suppress(KeyboardInterrupt), ExitStack() as sockets:
        try:
            scraped = None
            if metrics is not None:
                scraped = sockets.enter_context(listen(*metrics, option="--metrics-port"))
            with redirect_stderr(StringIO()):  # the parent has said that it compiles
                compile_all()
            serve(database, settings, listening, ready, scraped, number)
        except (ValueError, OSError) as error:
            started.send(str(error))


def _end_with_parent() -> None:
    """Stop if nobody is there any more who would start this process again, or free the port."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _stop(processes: list[BaseProcess], seconds: float) -> None:
    """Let all workers finish what they do, and wait for them."""
    processes = [process for process in processes if process.pid is not None]  # has been started
    for process in processes:
        process.terminate()
    until = monotonic() + seconds
    for process in processes:
        process.join(max(0.0, until - monotonic()))
        if process.exitcode is None:
            process.kill()
