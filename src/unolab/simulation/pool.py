"""Pool: where chunks of games are played: by threads of ours, or by anybody's executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import suppress
from threading import Thread
from typing import Any, Final, Protocol, Self, TypeVar

from unolab.cores import cores
from unolab.errors import BadOption, ResourceError, show

CHUNK_SECONDS: Final = 0.05  # how long a chunk is to take
CHUNK_SECONDS_ELSEWHERE: Final = 0.5  # the same in other processes, where each costs some ms
THREAD_GRACE: Final = 2.0  # seconds until a thread that does not finish is left alone
REPLACEMENTS: Final = 10  # of an executor that breaks

T = TypeVar("T")


class Executor(Protocol):
    """What ``concurrent.futures`` calls an executor; others have the same method.

    One that has ``workers`` tells how many chunks it can play at once. One that has
    ``hear_silence`` is told how many seconds nothing has come back, so that it can say why.
    """

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Begin to call a function, somewhere."""
        ...


class SameThread:
    """An executor that does everything at once: plain Python gains nothing from threads."""

    workers = 1

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Call a function; Ctrl-C is not kept in the future, but comes through."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class Pool:
    """An executor, and how to use it. A pool that was given one leaves it open when it closes."""

    def __init__(
        self,
        executor: Executor | Callable[[], Executor] | None = None,
        threads: int | None = None,
        alone: bool = False,
    ) -> None:
        """Take an executor, or a function that makes one; without any there are threads of ours.

        ``threads`` is their number, or that of the workers of an executor which does not tell.
        ``alone`` means that there is nothing that more than one thread could do at once.
        """
        made = hasattr(executor, "submit") and not isinstance(executor, type)
        self._make = None if made else executor
        self._threads = threads
        self._ours = executor is None or self._make is not None
        self._replaced = 0
        if executor is None:
            self._executor: Executor = (
                SameThread() if alone else ThreadPoolExecutor(threads or cores(), "unolab")
            )
        elif self._make is not None:
            self._executor = make_executor(self._make)
        else:
            self._executor = executor  # type: ignore[assignment]
        self.shares_memory = isinstance(self._executor, ThreadPoolExecutor | SameThread)
        self.chunk_seconds = CHUNK_SECONDS if self.shares_memory else CHUNK_SECONDS_ELSEWHERE

    @property
    def workers(self) -> int:
        """How many chunks can be played at once; nodes may come and go."""
        told = getattr(self._executor, "workers", None)
        told = told or self._threads or getattr(self._executor, "_max_workers", None)
        return max(int(told or cores()), 1)

    @property
    def ahead(self) -> int:
        """How many chunks are under way, so that nobody waits for the next one."""
        return 1 if isinstance(self._executor, SameThread) else 2 * self.workers

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Have a function called, in another executor if this one is broken."""
        while True:
            try:
                return self._executor.submit(fn, *args)
            except BrokenExecutor as error:
                self._replace(error)

    def hear_silence(self, seconds: float) -> None:
        """Tell the executor that nothing has come back for so long."""
        hear = getattr(self._executor, "hear_silence", None)
        if hear is not None:
            hear(seconds)

    def _replace(self, error: BrokenExecutor) -> None:
        """Replace an executor that is broken for good, as one of the standard library is."""
        self._replaced += 1
        if self._replaced > REPLACEMENTS:
            raise ResourceError(f"the executor broke {self._replaced} times: {error}") from error
        broken = self._executor
        if self._make is not None:
            made = make_executor(self._make)
        elif type(broken) is ProcessPoolExecutor:
            made = ProcessPoolExecutor(
                getattr(broken, "_max_workers", None),
                getattr(broken, "_mp_context", None),
                getattr(broken, "_initializer", None),
                getattr(broken, "_initargs", ()),
            )
        else:
            raise ResourceError(
                f"the executor is broken ({error}): give a function that makes one, and it is "
                "replaced"
            ) from error
        if self._ours:
            stop(broken)
        self._executor, self._ours = made, True

    def close(self) -> None:
        """Let threads finish their chunk; leave those alone in which a bot never returns."""
        if self._ours:
            stop(self._executor)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def make_executor(make: object) -> Executor:
    """Call the function that makes an executor."""
    made: object = make() if callable(make) else make  # whatever a person has given
    if not hasattr(made, "submit"):
        raise BadOption(f"an executor has a method submit, which {show(made)} has not")
    return made


def stop(executor: Executor) -> None:
    """Shut an executor down, without waiting for ever."""
    shutdown = getattr(executor, "shutdown", None)
    if shutdown is None:
        return

    def close() -> None:
        with suppress(Exception):
            shutdown(wait=True, cancel_futures=True)

    closing = Thread(target=close, daemon=True)
    closing.start()
    closing.join(THREAD_GRACE)
