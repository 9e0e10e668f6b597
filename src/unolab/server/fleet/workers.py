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
from time import monotonic, sleep
from types import FrameType
from typing import Final

from unolab.server.app import Settings

log = logging.getLogger("unolab.server")

AGAIN_AFTER: Final = 1.0  # seconds between two starts of the same worker
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
    context = get_context("spawn")  # a fork would share the compiler's threads and locks
    processes: dict[int, BaseProcess] = {}
    readers: dict[int, Connection] = {}
    started = [0.0] * count

    def start(number: int) -> None:
        reader, writer = context.Pipe(duplex=False)
        place = None if metrics is None else (metrics[0], metrics[1] + number)
        arguments = (number, database, settings, listening, place, writer)
        process = context.Process(target=_work, args=arguments, name=f"worker {number + 1}")
        process.start()
        processes[number], readers[number] = process, reader
        writer.close()
        started[number] = monotonic()

    def stop(_: int, __: FrameType | None) -> None:
        raise Stopped

    signal.signal(signal.SIGTERM, stop)
    try:
        for number in range(count):
            start(number)
        for reader in readers.values():
            if (problem := _read_problem(reader)) is not None:
                raise ValueError(problem)
        ready()
        while True:
            wait([process.sentinel for process in processes.values()])
            for number, process in list(processes.items()):
                if process.exitcode is not None:
                    with readers[number] as reader:
                        why = _read_problem(reader) or f"code {process.exitcode}"
                    log.error("worker %d ended: %s", number + 1, why)
                    sleep(max(0.0, AGAIN_AFTER - (monotonic() - started[number])))
                    start(number)
    except Stopped:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is being done
        _stop([*processes.values()], STOP_WITHIN + settings.drain)


def _read_problem(reader: Connection) -> str | None:
    """Return the last thing that a worker said: why it can't serve, or nothing."""
    problem: str | None = None
    with suppress(EOFError):
        problem = reader.recv()
        while reader.poll():
            problem = reader.recv()
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
