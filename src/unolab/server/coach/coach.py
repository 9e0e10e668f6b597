"""Coach: hints and reviews for the rooms and the page of a server."""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from threading import Lock, Thread
from typing import Final, NamedTuple, TypeVar

from unolab.server.coach.process import CoachFailed, CoachProcess
from unolab.server.coach.work import Advise, MakeReview
from unolab.server.guard.limits import Addresses, ServerLimits
from unolab.server.guard.networks import widest_network
from unolab.server.guard.workers import Checkpoint, Workers, WorkStopped
from unolab.server.protocol import Advice
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.coaching import Opinion
from unolab.state import View

log = logging.getLogger("unolab.server")

T = TypeVar("T")

KEPT: Final = 64  # reviews in memory: of at most some 300 kB each


class KeptReview(NamedTuple):
    """A review in memory, and for whom it was made."""

    made: bytes
    network: str


class Coach:
    """Asks the coach's process; questions wait in line, and reviews are kept."""

    def __init__(self, limits: ServerLimits) -> None:
        """Start no process before anybody could ask."""
        self._process = CoachProcess()
        self._asked = Addresses(*limits.hints)
        self._hints = Workers("hints", threads=1, waiting=200, each=10)
        self._reviews = Workers("reviews", threads=1, waiting=8, each=2)
        self._kept: OrderedDict[str, KeptReview] = OrderedDict()
        self._lock = Lock()

    def close(self) -> None:
        """Stop everything."""
        self._process.close()
        for part in (self._hints, self._reviews):
            part.close()

    def warm(self) -> None:
        """Get ready: somebody may ask soon."""
        Thread(target=self._process.warm, name="unolab coach", daemon=True).start()

    async def advise(self, address: str, view: View) -> Opinion:
        """Say what a seat should do, and how likely everyone wins."""
        if not self._asked.take(address):
            raise Refusal("too_fast", "too many questions to the coach: wait a moment")
        found = await _ask(
            self._hints.run(address, lambda check: self._process.ask(Advise(view), check))
        )
        advice = None if found["advice"] is None else Advice(**found["advice"])
        return Opinion(advice, found["chances"])

    def kept_review(self, game: str) -> bytes | None:
        """Return a review that was made before."""
        with self._lock:
            if game not in self._kept:
                return None
            self._kept.move_to_end(game)
            return self._kept[game].made

    def check_reviews(self, address: str) -> None:
        """Refuse a review if too many are asked for."""
        self._reviews.check(address)

    async def review(self, address: str, game: str, progress: Callable[[int], None]) -> bytes:
        """Review a finished round, given as text; return it as JSON."""

        def make(check: Checkpoint) -> bytes:
            made = self.kept_review(game)  # by whoever has asked for the same just before
            if made is None:
                made = self._process.ask(MakeReview(game), check, progress)
                self._keep(address, game, made)
            return made

        return await _ask(self._reviews.run(address, make))

    def _keep(self, address: str, game: str, made: bytes) -> None:
        """Keep a review; if there are too many, drop the oldest of whoever has the most."""
        with self._lock:
            self._kept[game] = KeptReview(made, widest_network(address))
            if len(self._kept) > KEPT:
                counts = Counter(kept.network for kept in self._kept.values())
                most = max(counts.values())
                oldest = next(g for g, kept in self._kept.items() if counts[kept.network] == most)
                del self._kept[oldest]


async def _ask(work: Awaitable[T]) -> T:
    """Wait for an answer; whatever goes wrong with the process, it is not the client's fault."""
    try:
        return await work
    except (CoachFailed, WorkStopped) as error:
        log.error("the coach: %s", error, extra={"event": "coach_failed"})
        raise Refusal("no_answer", "the coach can't answer now: try again later") from None
