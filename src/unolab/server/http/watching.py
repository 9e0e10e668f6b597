"""Watching: work in a thread, and a client that sees how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Final, Generic, TypeVar

News = TypeVar("News")

UNREAD: Final = 30.0  # seconds before work ends because nobody reads its updates


class ViewerLeft(Exception):
    """The client has stopped watching."""


class Watch(Generic[News]):
    """How far some work is: a thread writes, the loop reads. Only the latest is kept."""

    def __init__(self, unread: float = UNREAD) -> None:
        """Stop after ``unread`` seconds in which nobody reads it."""
        self._loop = asyncio.get_running_loop()
        self._latest: tuple[News, bool] | BaseException | None = None
        self._news = asyncio.Event()
        self._unread = unread
        self._looked = monotonic()
        self.left = False

    def tell(self, news: News, last: bool = False) -> None:
        """Store an update from a thread; raise ViewerLeft if nobody reads it."""
        self.check()
        self._loop.call_soon_threadsafe(self._take, (news, last))

    def check(self) -> None:
        """Raise ViewerLeft if nobody reads what is told."""
        if self.left or monotonic() - self._looked > self._unread:
            raise ViewerLeft

    def fail(self, error: BaseException) -> None:
        """Let the reader know what went wrong."""
        self._pass_on(error)

    def end(self) -> None:
        """Release a reader that is still waiting."""
        self._pass_on(None)

    def _pass_on(self, end: BaseException | None) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._take, end)

    def _take(self, news: tuple[News, bool] | BaseException | None) -> None:
        self._latest = news
        self._news.set()

    async def look(self) -> AsyncIterator[News]:
        """Yield updates until it is over."""
        done = False
        while not done:
            self._looked = inf  # a waiting reader is up to date; compiling may take long
            await self._news.wait()
            self._looked = monotonic()
            self._news.clear()
            if isinstance(self._latest, BaseException):
                raise self._latest
            if self._latest is None:
                return
            news, done = self._latest
            yield news
