"""Reviewing: the review of a finished round as it is being made, here or on a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from http.client import HTTPException
from json import JSONDecodeError, loads
from threading import Event, Thread
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, build_opener

from pydantic import TypeAdapter, ValidationError

from unolab.review.parts import Review
from unolab.review.reading import read_review
from unolab.server.protocol import ReviewShown
from unolab.server.protocol.rest import Problem
from unolab.text.show import end_sentence
from unolab.tui.address import Address

ReviewSource = Callable[[str], AsyncIterator[ReviewShown]]
"""Makes the review of a round, by its id; a ValueError says why there is none."""

EVENT: Final[TypeAdapter[ReviewShown | Problem]] = TypeAdapter(ReviewShown | Problem)
PREFIX: Final = b"data:"
PATIENCE: Final = 60.0  # seconds without news from the server
HUNG_UP: Final = "the server hung up"


class Reviewing:
    """A review that is made once, whether somebody looks at it or not."""

    def __init__(self, id: str) -> None:
        """Know nothing yet of a round."""
        self.id = id
        self.done = 0
        self.of = 0
        self.review: Review | None = None
        self.names: list[str] = []
        self.bots: list[bool] = []
        """Who played: by now others may sit there."""
        self.problem = ""
        """Why there is no review, as a sentence."""

    async def follow(self, source: ReviewSource, show: Callable[[], None]) -> None:
        """Have it made; ``show`` is called whenever more is known."""
        try:
            async for shown in source(self.id):
                self.done, self.of = shown.done, shown.of
                if shown.review is not None:
                    self.names, self.bots = shown.review.names, shown.review.bots
                    self.review = await asyncio.to_thread(read_review, shown.review.model_dump())
                show()
            if self.review is None:
                raise ValueError(HUNG_UP)
        except ValueError as problem:
            self.problem = end_sentence(f"{str(problem)[:1].upper()}{str(problem)[1:]}")
            show()


async def fetch_review(address: Address, id: str) -> AsyncIterator[ReviewShown]:
    """Ask a server for a review, and read its answer as it comes."""
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[ReviewShown | ValueError | None] = asyncio.Queue()
    left = Event()

    def tell(one: ReviewShown | ValueError | None) -> None:
        if not left.is_set() and not loop.is_closed():
            loop.call_soon_threadsafe(news.put_nowait, one)

    def read() -> None:
        try:
            with build_opener(ProxyHandler({})).open(address.review(id), timeout=PATIENCE) as told:
                for line in told:
                    if left.is_set():
                        return
                    if line.startswith(PREFIX):
                        event = EVENT.validate_json(line[len(PREFIX) :])
                        tell(ValueError(event.text) if isinstance(event, Problem) else event)
            tell(None)
        except HTTPError as error:
            tell(ValueError(_explain(error)))
        except ValidationError:
            tell(ValueError("the server answers in a way that this version does not understand"))
        except (URLError, OSError, HTTPException):
            tell(ValueError(f"{address.host} does not answer: is the server running?"))

    Thread(target=read, name="unolab review", daemon=True).start()
    try:
        while (one := await news.get()) is not None:
            if isinstance(one, ValueError):
                raise one
            yield one
    finally:
        left.set()


def _explain(error: HTTPError) -> str:
    """Return the sentence with which a server refuses."""
    try:
        return str(loads(error.read())["text"])
    except (JSONDecodeError, KeyError, TypeError, UnicodeDecodeError, OSError):
        return f"the server answers {error.code}"
