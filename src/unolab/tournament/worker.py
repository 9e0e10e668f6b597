"""WorkerProcesses: processes of ours that play tables with programs.

Python runs one thread at a time, and a conversation with a program is mostly Python. So where there
are many cores, every table with programs is played in a process of its own. It is told the plan,
then one block after the other, and answers with Parts; all of it pickled, in both directions.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, Final

from unolab.tournament.block import play_block
from unolab.tournament.part import Part
from unolab.tournament.plan import Plan
from unolab.tournament.programs import Programs

TRIES: Final = 3  # how often a block is played if its worker dies, which only the system can do
WORKER_SCRIPT: Final = (
    "import sys; sys.path[:] = {}; from unolab.tournament.worker import main; main()"
)


class WorkerProcesses:
    """Workers that wait for the next block; another is started when all are busy."""

    def __init__(self, plan: Plan, hidden: Iterable[Path] = ()) -> None:
        """Start with none; ``hidden`` is what programs must not read."""
        self.plan = plan
        self.hidden = tuple(hidden)
        self._idle: list[Worker] = []
        self._all: list[Worker] = []
        self._closed = False
        self._lock = Lock()

    def play(self, *block: object) -> Part:
        """Let a worker play a block, see ``play_block``."""
        for attempt in range(TRIES):
            worker = self._take()
            try:
                answer = worker.play(block)
            except (EOFError, OSError, ValueError, pickle.UnpicklingError):
                worker.close()
                if self._closed or attempt == TRIES - 1:
                    raise
                continue
            with self._lock:
                self._idle.append(worker)
            if isinstance(answer, Exception):
                raise answer
            return answer
        raise AssertionError

    def _take(self) -> Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
            worker = Worker(self.plan, self.hidden)
            self._all.append(worker)
            return worker

    def processes(self) -> list[int]:
        """Return the numbers of the processes."""
        with self._lock:
            return [worker.process.pid for worker in self._all]

    def close(self) -> None:
        """End all of them at once, and with them their programs."""
        with self._lock:
            self._closed = True
            for worker in self._all:
                worker.close()


class Worker:
    """A process that plays blocks."""

    def __init__(self, plan: Plan, hidden: tuple[Path, ...]) -> None:
        """Start it and tell it what is played."""
        command = [sys.executable, "-c", WORKER_SCRIPT.format(sys.path)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._say((plan, hidden))

    def play(self, block: tuple[object, ...]) -> Part | Exception:
        """Let it play a block."""
        self._say(block)
        assert self.process.stdout is not None
        answer: Part | Exception = pickle.load(self.process.stdout)
        return answer

    def _say(self, what: object) -> None:
        assert self.process.stdin is not None
        write(self.process.stdin, what)

    def close(self) -> None:
        """End it."""
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):  # what was not sent need not be
                assert stream is not None
                stream.close()
        self.process.wait()


def write(stream: BinaryIO | Any, what: object) -> None:
    """Send something to the other side."""
    pickle.dump(what, stream, pickle.HIGHEST_PROTOCOL)
    stream.flush()


# ── in the process ────────────────────────────────────────────────────────────────────────────────


def main() -> None:
    """Play blocks until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us is told, and ends us
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may get between the answers
    tasks = sys.stdin.buffer
    plan, hidden = pickle.load(tasks)
    programs = Programs(plan, hidden)
    try:
        while True:
            block = pickle.load(tasks)
            try:
                answer: Part | Exception = play_block(plan, programs, *block)
            except Exception as error:
                answer = error
            write(answers, answer)
    except (EOFError, BrokenPipeError):
        programs.close()
