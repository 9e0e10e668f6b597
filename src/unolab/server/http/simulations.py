"""Live simulations: one thread plays, and the page sees the bars grow."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import ceil, inf
from typing import Final

import numpy as np

from unolab.bots import ShippedBot
from unolab.errors import show
from unolab.rules import Rules
from unolab.server.http.watching import UNREAD, ViewerLeft, Watch
from unolab.server.protocol.refusal import Refusal, refusing
from unolab.server.protocol.rest import (
    SimulationLengths,
    SimulationMark,
    SimulationRow,
    SimulationShown,
)
from unolab.server.room.opponents import opponent
from unolab.simulation import Report, simulate

MOST_SIMULATED: Final = 20_000_000
TOLD: Final = 0.1  # seconds between two updates
APART: Final = 1.5  # ratio of the games at two successive marks
BARS: Final = 36  # maximum number of bars for the lengths
BAR_WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)  # turns per bar
ALMOST: Final = 0.99  # of all games are shown in bars


class TimeUp(Exception):
    """The time limit is over, and others are waiting."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """A valid simulation request."""

    bots: tuple[ShippedBot, ...]
    games: int
    rules: Rules
    seed: int

    @property
    def share(self) -> float:
        """Its cost, relative to the largest simulation with ten players."""
        return self.games * len(self.bots) / (MOST_SIMULATED * 10)


def plan(bots: Sequence[str], games: int, rules: str, seed: int) -> SimulationPlan:
    """Validate a request, or refuse it."""
    players = tuple(opponent(bot)[0] for bot in bots)
    with refusing("wrong_rules"):
        agreed = Rules.parse(rules)
        agreed.check_players(len(players))
    if not 1 <= games <= MOST_SIMULATED:
        raise Refusal("wrong", f"expected 1 to {MOST_SIMULATED:,} games, not {show(games)}")
    return SimulationPlan(players, games, agreed, seed)


class Simulations:
    """Runs a limited number of simulations at a time, one per address."""

    def __init__(self, at_a_time: int = 2, unread: float = UNREAD, seconds: float = inf) -> None:
        """Run at most this many at a time, each in one thread and with a time limit."""
        self._seconds = seconds
        self._most = at_a_time
        self._unread = unread
        self._pool = ThreadPoolExecutor(at_a_time, "unolab simulation")
        self._watches: dict[str, Watch[SimulationShown]] = {}

    def close(self) -> None:
        """Stop everything."""
        for watch in [*self._watches.values()]:
            watch.left = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    @asynccontextmanager
    async def run(
        self, address: str, plan: SimulationPlan
    ) -> AsyncIterator[AsyncIterator[SimulationShown]]:
        """Play, and yield updates from time to time; leaving the context ends it."""
        if self._most == len(self._watches) or address in self._watches:
            raise Refusal("busy", "the server is busy with other simulations: try again later")
        watch = self._watches[address] = Watch[SimulationShown](self._unread)
        playing = self._pool.submit(_play, plan, watch, self._seconds)
        # until the thread is done, not just until nobody watches
        playing.add_done_callback(lambda _: self._watches.pop(address))
        try:
            yield watch.look()
        finally:
            watch.left = True


def _play(plan: SimulationPlan, watch: Watch[SimulationShown], seconds: float) -> None:
    course: list[SimulationMark] = []
    told = 0.0
    latest: Report | None = None

    def progress(report: Report) -> None:
        nonlocal told, latest
        latest = report
        if not course or report.games >= APART * course[-1].played:
            course.append(_mark(report))
        if report.seconds - told >= TOLD:
            told = report.seconds
            watch.tell(_show(report, plan.games, course, done=False))
        if report.seconds > seconds:
            raise TimeUp

    try:
        try:
            report = simulate(
                *(plan.bots, plan.games, plan.rules, plan.seed),
                threads=1,
                progress=progress,
                pause=0.0,
            )
        except TimeUp:
            assert latest is not None
            report = latest
        if course and course[-1].played < report.games:
            course.append(_mark(report))
        watch.tell(_show(report, plan.games, course, done=True), last=True)
    except ViewerLeft:
        watch.end()
    except BaseException as error:
        watch.fail(error)


def _mark(report: Report) -> SimulationMark:
    """Record the current rates, rounded to what a chart can show."""
    return SimulationMark(
        played=report.games,
        win_rates=report.win_rate.round(5).tolist(),
        lows=report.interval[:, 0].round(5).tolist(),
        highs=report.interval[:, 1].round(5).tolist(),
    )


def _lengths(report: Report) -> SimulationLengths:
    """Group lengths into a few bars; the longest games, which are rare, in one number."""
    most = report.length(ALMOST)
    width = next((width for width in BAR_WIDTHS if most <= width * BARS), BAR_WIDTHS[-1])
    bars = min(BARS, max(1, ceil(most / width)))
    ends = report.lengths.cumsum()
    up_to = ends[np.minimum(np.arange(bars + 1) * width, len(ends) - 1)]
    up_to[0] = 0  # a game without a turn counts as a short one
    return SimulationLengths(
        width=width,
        counts=np.diff(up_to).tolist(),
        longer=int(ends[-1] - up_to[-1]),
        quartiles=list(report.quartiles),
    )


def _list_beaten(report: Report) -> list[list[int]]:
    """List for every bot those that it beats significantly."""
    entries = {standing.bot: standing.entries for standing in report.standings}
    beaten: list[list[int]] = [[] for _ in report.bots]
    for pair in report.comparisons:
        if pair.significant:
            for better in entries[pair.bot]:
                beaten[better] += entries[pair.other]
    return beaten


def _show(
    report: Report, games: int, course: Sequence[SimulationMark], done: bool
) -> SimulationShown:
    beaten = _list_beaten(report)
    return SimulationShown(
        rules=str(report.rules),
        seed=report.seed,
        games=games,
        played=report.games,
        seconds=report.seconds,
        done=done,
        rows=[
            SimulationRow(
                bot=str(bot),
                wins=int(report.wins[i]),
                win_rate=float(report.win_rate[i]),
                low=float(report.interval[i, 0]),
                high=float(report.interval[i, 1]),
                points=float(report.points_per_game[i]),
                points_low=float(report.points_interval[i, 0]),
                points_high=float(report.points_interval[i, 1]),
                beats=sorted(beaten[i]),
            )
            for i, bot in enumerate(report.bots)
        ],
        course=[*course],
        lengths=_lengths(report),
    )
