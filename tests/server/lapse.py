"""An event loop in which time passes at once: an hour of waiting takes no time, and no luck."""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Selector(selectors.DefaultSelector):
    """Never waits for a clock: when there is nothing else to do, the time is simply later."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0 if timeout else timeout)
        if timeout and not ready:
            self.passed += timeout
        return ready


class Lapse(asyncio.SelectorEventLoop):
    """Keeps the time of its selector."""

    def __init__(self) -> None:
        self._passing = Selector()
        super().__init__(self._passing)

    def time(self) -> float:
        return self._passing.passed

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Run it now: a thread would take its own time."""
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


async def wait(seconds: float = 0.001) -> None:
    """Let time pass; everything that can happen before does."""
    await asyncio.sleep(seconds)
