"""The coach's process, as the server sees it: it is started when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final

from unolab.server.coach.work import DONE, FAILED, PROGRESS, Question, Stop, Warm, work
from unolab.server.guard.workers import Checkpoint

CHECKED: Final = 0.1  # seconds between two checks whether somebody still waits
TRIES: Final = 2  # it may have ended just now, because it was idle
SILENT: Final = 120.0
"""Seconds without a word after which a process that is asked hangs; it may have to compile."""
LOST: Final = "lost"


class CoachFailed(Exception):
    """The process has ended, or could not answer."""


class CoachProcess:
    """Asks a process from several threads; each waits for its own answer."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._lock = Lock()
        self._numbers = count()
        self._waiting: dict[int, SimpleQueue[tuple[str, Any]]] = {}
        self._pipe: Connection | None = None
        self._process: BaseProcess | None = None
        self._closed = False

    def ask(
        self,
        question: Question,
        check: Checkpoint,
        progress: Callable[[Any], None] = lambda done: None,
    ) -> Any:
        """Ask, and wait for the answer; ``check`` and ``progress`` may raise to give up."""
        for _ in range(TRIES):
            number, answers = self._send(question)
            try:
                kind, value = self._wait(answers, check, progress)
            except BaseException:
                self._stop(number)
                raise
            finally:
                self._waiting.pop(number, None)
            if kind == DONE:
                return value
            if kind != LOST:
                raise CoachFailed(value)
        raise CoachFailed("the process of the coach has ended")

    def warm(self) -> None:
        """Start it, so that it has loaded everything when it is asked."""
        if self._pipe is None:
            with suppress(CoachFailed):
                number, _ = self._send(Warm())
                self._waiting.pop(number, None)

    def _stop(self, number: int) -> None:
        """Say that nobody waits for an answer any more; a process that has ended knows."""
        with self._lock, suppress(OSError):
            if self._pipe is not None:
                self._pipe.send((number, Stop()))

    def _wait(
        self,
        answers: SimpleQueue[tuple[str, Any]],
        check: Checkpoint,
        progress: Callable[[Any], None],
    ) -> tuple[str, Any]:
        while True:
            with suppress(Empty):
                kind, value = answers.get(timeout=CHECKED)
                if kind != PROGRESS:
                    return kind, value
                progress(value)
            check()

    def _send(self, question: Question) -> tuple[int, SimpleQueue[tuple[str, Any]]]:
        """Send a question to the process, which is started if there is none."""
        with self._lock:
            if self._closed:
                raise CoachFailed("the server stops")
            if self._pipe is None:
                self._start()
            assert self._pipe is not None
            number, answers = next(self._numbers), SimpleQueue[tuple[str, Any]]()
            self._waiting[number] = answers
            try:
                self._pipe.send((number, question))
            except OSError:  # it has just ended
                self._pipe = None
                answers.put((LOST, None))
            return number, answers

    def _start(self) -> None:
        context = get_context("spawn")  # a fork would share the compiler's threads and locks
        self._pipe, there = context.Pipe()
        process = context.Process(target=work, args=(there,), name="unolab coach", daemon=True)
        try:
            process.start()
        except (OSError, AssertionError) as error:  # the latter in a process that may have none
            self._pipe = None
            raise CoachFailed(f"there is no process for the coach: {error}") from None
        finally:
            there.close()
        self._process = process
        listening = Thread(
            target=self._listen, args=(self._pipe, process), name="unolab coach", daemon=True
        )
        listening.start()

    def _listen(self, pipe: Connection, process: BaseProcess) -> None:
        """Hand out the answers of one process, until it ends or hangs."""
        end: tuple[str, Any] = LOST, None
        waited: set[int] = set()  # questions that were there when it was last silent
        with suppress(EOFError, OSError):
            while True:
                if pipe.poll(SILENT):
                    waited = set()
                    number, kind, value = pipe.recv()
                    if (answers := self._waiting.get(number)) is not None:
                        answers.put((kind, value))
                elif waited.isdisjoint(self._waiting):
                    waited = set(self._waiting)
                else:
                    end = FAILED, "it does not answer, and was ended"
                    break
        process.kill()  # before the lock, which somebody may hold who writes to it
        with self._lock:
            if self._pipe is pipe:
                self._pipe = None
            waiting, self._waiting = self._waiting, {}
            pipe.close()
        for answers in waiting.values():
            answers.put(end)

    def close(self) -> None:
        """End the process, whatever it does: it may be stopped, or read nothing."""
        self._closed = True
        if self._process is not None:
            self._process.kill()  # before the lock, which somebody may hold who writes to it
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()
