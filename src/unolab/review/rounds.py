"""Reviews of finished rounds and matches."""

from __future__ import annotations

from collections.abc import Callable

from unolab.bots.search.judge import Judge
from unolab.errors import BadOption
from unolab.game import Game
from unolab.match import Match
from unolab.review.parts import MatchReview, Review
from unolab.review.walk import Walk

Progress = Callable[[int, int], None]
"""Hears how many moves of how many have been reviewed."""


def review(
    played: Game | Match, judge: Judge | None = None, progress: Progress | None = None
) -> Review | MatchReview:
    """Review a finished round, or all finished rounds of a match."""
    judge = Judge() if judge is None else judge
    if isinstance(played, Match):
        games = [game for game in played.games if game.over]
        if not games:
            raise BadOption("there is nothing to review: no round of this match is over")
        return MatchReview(tuple(review_round(game, judge, progress) for game in games))
    return review_round(played, judge, progress)


def review_round(game: Game, judge: Judge, progress: Progress | None = None) -> Review:
    """Review a finished round."""
    if not game.over:
        raise BadOption(f"there is nothing to review yet: {game.deal} is still being played")
    walk = Walk(game, judge)
    for at, (move, after) in enumerate(game.steps()):
        walk.take_step(at, move, after)
        if progress is not None:
            progress(at + 1, len(game.moves))
    return walk.finish()
