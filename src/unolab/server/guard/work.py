"""Work: expensive requests. They run in their own threads and are charged to the address."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from types import MappingProxyType
from typing import Final, TypeVar

from fastapi import Request
from fastapi.responses import Response
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from unolab.server.coach.coach import Coach
from unolab.server.guard.guard import address_of
from unolab.server.guard.leaving import while_connected
from unolab.server.guard.limits import Addresses, ServerLimits
from unolab.server.guard.workers import Checkpoint, Workers
from unolab.server.http.pictures import picture_of
from unolab.server.http.reviews import ReviewPlan, Reviews, plan_review_from
from unolab.server.http.simulations import Simulations, plan
from unolab.server.protocol import Message
from unolab.server.protocol.puzzles import DailyExpert
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import MOST_MOVES, Problem

Shown = TypeVar("Shown", bound=Message)

SQUEEZED: Final = 600  # bytes above which an answer is compressed
LEVEL: Final = 6  # of compression: level 9 takes twice the time for hardly less
PICTURE_COST: Final = 10  # requests that drawing a QR code counts as
DAILY_COST: Final = 10  # and the Expert's round, though it is played once a day only


class Work:
    """The expensive work of a server, apart from its rooms."""

    def __init__(self, requests: Addresses, limits: ServerLimits, coach: Coach) -> None:
        """Charge costs to the request limit of each address; the coach makes reviews."""
        self._requests = requests
        self._limits = limits
        # one thread: two would not be quicker, and the rooms would wait for both
        self._replays = Workers("replays", threads=1, waiting=60, each=20)
        self._pictures = Workers("pictures", threads=1, waiting=60, each=40)
        self._daily = Workers("deals of the day", threads=1, waiting=60, each=10)
        self._simulations = Simulations(seconds=limits.simulation_within)
        self._coach = coach
        self._reviews = Reviews(coach)

    def close(self) -> None:
        """Stop everything."""
        for part in (self._replays, self._pictures, self._daily, self._simulations):
            part.close()

    async def replay(
        self,
        request: Request,
        moves: int,
        make: Callable[[Checkpoint], bytes],
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> Response:
        """Answer with a replay, built and compressed in a thread."""
        self.charge(request, self._limits.replay_cost * moves / MOST_MOVES)
        squeeze = "gzip" in request.headers.get("accept-encoding", "")

        def work(check: Checkpoint) -> tuple[bytes, bool]:
            made = make(check)
            if squeeze and len(made) >= SQUEEZED:
                return gzip.compress(made, LEVEL), True
            return made, False

        body, squeezed = await while_connected(
            request, self._replays.run(address_of(request.scope), work)
        )
        coding = {"Content-Encoding": "gzip"} if squeezed else {}
        headers = {"Vary": "Accept-Encoding", **headers, **coding}
        return Response(body, media_type="application/json", headers=headers)

    async def draw(self, request: Request, link: str) -> bytes:
        """Return the QR code of a link."""
        self.charge(request, PICTURE_COST)
        address = address_of(request.scope)
        return await while_connected(
            request, self._pictures.run(address, lambda _: picture_of(link))
        )

    async def daily(self, request: Request, play: Callable[[], DailyExpert]) -> DailyExpert:
        """Return what the strongest bot made of a deal of the day, played in a thread."""
        self.charge(request, DAILY_COST)
        address = address_of(request.scope)
        return await while_connected(request, self._daily.run(address, lambda _: play()))

    async def simulate(
        self, request: Request, bots: Sequence[str], games: int, rules: str, seed: int
    ) -> StreamingResponse:
        """Answer with a simulation, which ends no later than the answer."""
        planned = plan(bots, games, rules, seed)
        self.charge(request, self._limits.simulation_cost * planned.share)
        run = self._simulations.run(address_of(request.scope), planned)
        return Stream(run, await run.__aenter__())

    async def review(self, request: Request, planned: ReviewPlan) -> StreamingResponse:
        """Answer with a review, which is made no longer than the client waits for it."""
        if self._coach.kept_review(planned.game) is None:
            self.charge(request, self._limits.review_cost * planned.share)
        run = self._reviews.run(address_of(request.scope), planned)
        return Stream(run, await run.__aenter__())

    async def review_text(self, request: Request, line: str) -> StreamingResponse:
        """Answer with the review of a game given as text."""
        reading = self._replays.run(address_of(request.scope), lambda _: plan_review_from(line))
        return await self.review(request, await while_connected(request, reading))

    def charge(self, request: Request, cost: float) -> None:
        """Charge a cost to the request limit of an address, or refuse it."""
        if not self._requests.take(address_of(request.scope), cost):
            raise Refusal("too_fast", "too many requests: wait a moment")


class Stream(StreamingResponse):
    """Work that goes on, as server-sent events."""

    def __init__(
        self,
        run: AbstractAsyncContextManager[AsyncIterator[Shown]],
        arriving: AsyncIterator[Shown],
    ) -> None:
        """Stream work that was started."""
        super().__init__(_events(arriving), media_type="text/event-stream")
        self._run = run

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, and end the work even if sending fails."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._run.__aexit__(None, None, None)


async def _events(arriving: AsyncIterator[Shown]) -> AsyncIterator[str]:
    """Write what arrives; what is refused on the way is the last event."""
    try:
        async for shown in arriving:
            yield _event(shown)
    except Refusal as refusal:
        yield _event(Problem(code=refusal.code, text=refusal.text))


def _event(shown: Message) -> str:
    return f"data: {shown.model_dump_json()}\n\n"
