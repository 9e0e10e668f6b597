"""Reviews of finished rounds: the coach works, and the page sees how far it is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from unolab.game import Game
from unolab.server.coach.coach import Coach
from unolab.server.http.replays import moves_in
from unolab.server.http.watching import Watch
from unolab.server.protocol import ReviewOut, ReviewShown
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.sitting import FinishedRound

MOST_REVIEWED: Final = 300
"""Moves of the longest round that is reviewed: a minute of work; most rounds have some fifty."""


@dataclass(frozen=True, slots=True)
class ReviewPlan:
    """A finished round to be reviewed, and who played it."""

    game: str
    moves: int
    names: tuple[str, ...]
    avatars: tuple[int, ...]
    bots: tuple[bool, ...]

    @property
    def share(self) -> float:
        """Its cost, relative to the longest."""
        return self.moves / MOST_REVIEWED

    def show(self, made: bytes) -> ReviewShown:
        """Show the review that was made of it."""
        who = {"names": self.names, "avatars": self.avatars, "bots": self.bots}
        review = ReviewOut.model_validate(json.loads(made) | who)
        return ReviewShown(done=self.moves, of=self.moves, review=review)


def plan_review(played: FinishedRound) -> ReviewPlan:
    """Plan the review of a round of a room."""
    return _plan(
        played.game,
        tuple(chair.name for chair in played.chairs),
        tuple(chair.avatar for chair in played.chairs),
        tuple(chair.kind == "bot" for chair in played.chairs),
    )


def plan_review_from(line: str) -> ReviewPlan:
    """Plan the review of a game given as text, which is not read if it is too long."""
    _check_length(moves_in(line))
    game = Game.parse(line)
    seats = range(game.players)
    return _plan(game, tuple(f"Seat {seat}" for seat in seats), tuple(seats), (False,) * len(seats))


def _plan(
    game: Game, names: tuple[str, ...], avatars: tuple[int, ...], bots: tuple[bool, ...]
) -> ReviewPlan:
    _check_length(len(game.moves))
    if not game.over:
        raise Refusal("not_reviewed", "only a round that is over can be reviewed")
    return ReviewPlan(str(game), len(game.moves), names, avatars, bots)


def _check_length(moves: int) -> None:
    if moves > MOST_REVIEWED:
        text = f"rounds of more than {MOST_REVIEWED} moves are not reviewed"
        raise Refusal("too_long", text)


class Reviews:
    """Lets the coach make reviews, while their clients watch."""

    def __init__(self, coach: Coach) -> None:
        """Ask this coach."""
        self._coach = coach

    @asynccontextmanager
    async def run(
        self, address: str, plan: ReviewPlan
    ) -> AsyncIterator[AsyncIterator[ReviewShown]]:
        """Yield how far a review is, and at last the review; leaving the context ends it."""
        if (kept := self._coach.kept_review(plan.game)) is not None:
            yield _once(await asyncio.to_thread(plan.show, kept))
            return
        self._coach.check_reviews(address)
        watch = Watch[ReviewShown]()
        watch.tell(ReviewShown(done=0, of=plan.moves, review=None))
        making = asyncio.create_task(self._make(address, plan, watch))
        try:
            yield watch.look()
        finally:
            watch.left = True
            making.cancel()

    async def _make(self, address: str, plan: ReviewPlan, watch: Watch[ReviewShown]) -> None:
        def progress(done: int) -> None:
            watch.tell(ReviewShown(done=done, of=plan.moves, review=None))

        try:
            made = await self._coach.review(address, plan.game, progress)
            watch.tell(await asyncio.to_thread(plan.show, made), last=True)
        except Exception as error:
            watch.fail(error)


async def _once(shown: ReviewShown) -> AsyncIterator[ReviewShown]:
    yield shown
