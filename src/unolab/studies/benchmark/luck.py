"""Luck: what the cards that were drawn did for a player, so that fewer games say as much.

A critic that sees all cards compares the cards that came with others that could have come. The
mean of that is zero, whoever plays and however wrong the critic may be (review/luck.py). So it can
be taken out of the results without favouring anybody (score.py). How the opponents play is known,
and foreseen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from time import perf_counter
from typing import Final, NamedTuple

from unolab.bots import Bot
from unolab.game import Game
from unolab.review.luck import make_quick_judge, measure_luck
from unolab.simulation import REPORT_PAUSE
from unolab.simulation.handout import hand_out
from unolab.simulation.pool import Pool
from unolab.simulation.seating import find_seats
from unolab.studies.benchmark.plan import Table
from unolab.studies.benchmark.play import Run
from unolab.tournament.block import PLACEHOLDER

DIGITS: Final = 3
"""Of the luck of a deal: the rest is noise."""


class Deal(NamedTuple):
    """A deal of a table."""

    table: Table
    number: int


def measure_run(run: Run, hear: Callable[[int], None] | None = None) -> None:
    """Measure the luck in all games of a run, table by table.

    ``hear`` is told now and then of how many games. Ctrl-C leaves the tables to come as they are.
    """
    found: dict[Table, list[float]] = {}
    games, heard = 0, perf_counter()

    def measure(deal: Deal) -> float:
        return measure_deal(deal.table, run.plan.seed, deal.number, run.games_of(*deal))

    try:
        with Pool(None, run.threads) as pool:
            submit = partial(pool.submit, measure)
            with closing(hand_out(list_deals(run), submit, lambda: pool.ahead)) as done:
                for one in done:
                    if one is not None:
                        (table, _), luck = one
                        found.setdefault(table, []).append(luck)
                        games += table.players
                        if len(found[table]) == run.scores[table].deals:
                            run.scores[table].luck = found[table]
                    if hear is not None and perf_counter() - heard >= REPORT_PAUSE:
                        heard = perf_counter()
                        hear(games)
    except KeyboardInterrupt:
        run.interrupted = True


def list_deals(run: Run) -> Iterator[Deal]:
    """List all deals that were played."""
    for table, score in run.scores.items():
        for deal in range(score.deals):
            yield Deal(table, deal)


def measure_deal(table: Table, seed: int, deal: int, games: tuple[str, ...]) -> float:
    """Return the luck of the player's seats in the games of a deal, in games won."""
    job = table.job(Bot.parse(PLACEHOLDER), seed, deal + 1)
    total = 0.0
    for rotation, moves in enumerate(games):
        order, dealer = find_seats(job, deal * table.players + rotation)
        game = Game(table.agreed, table.players, job.seed, deal, dealer, moves.split())
        theirs = [None if place < table.copies else str(job.bots[place]) for place in order]
        luck = measure_luck(game, make_quick_judge(), theirs).draws
        total += sum(luck[seat] for seat, bot in enumerate(theirs) if bot is None)
    return round(total, DIGITS)


def describe_judge() -> dict[str, str]:
    """Name the networks that say what luck is."""
    judge = make_quick_judge()
    return {"network": judge.network.hash, "critic": judge.critic.hash}
