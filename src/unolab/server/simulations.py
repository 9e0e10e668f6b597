"""Simulations that somebody watches: one thread plays, the page sees the bars grow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from unolab.errors import show
from unolab.rules import Rules
from unolab.server.opponents import opponent
from unolab.server.refusal import Refusal, refusing
from unolab.server.rest import SimulationRow, SimulationShown
from unolab.simulation import Report, simulate

MOST_GAMES: Final = 20_000_000


class Left(Exception):
    """Nobody watches any more."""


class Simulations:
    """As many simulations at a time as the machine may be asked for, one for each address."""

    def __init__(self, at_a_time: int = 2) -> None:
        """Play at most so many at a time, each in one thread."""
        self._most = at_a_time
        self._busy: set[str] = set()

    @asynccontextmanager
    async def run(
        self, address: str, bots: Sequence[str], games: int, rules: str, seed: int
    ) -> AsyncIterator[AsyncIterator[SimulationShown]]:
        """Play, and show from time to time how it stands; leaving the context ends it."""
        players = [opponent(bot)[0] for bot in bots]
        with refusing("wrong_rules"):
            agreed = Rules.parse(rules)
            agreed.check_players(len(players))
        if not 1 <= games <= MOST_GAMES:
            raise Refusal("wrong", f"1 to {MOST_GAMES:,} games can be watched, not {show(games)}")
        if self._most == len(self._busy) or address in self._busy:
            raise Refusal("busy", "the server is busy with other simulations: try again later")
        self._busy.add(address)
        loop = asyncio.get_running_loop()
        arriving: asyncio.Queue[SimulationShown | BaseException] = asyncio.Queue()
        left = False

        def progress(report: Report) -> None:
            if left:
                raise Left
            loop.call_soon_threadsafe(arriving.put_nowait, _shown(report, games, done=False))

        def play() -> None:
            try:
                last = _shown(
                    simulate(players, games, agreed, seed, threads=1, progress=progress),
                    games,
                    done=True,
                )
            except Left:
                return
            except BaseException as error:
                loop.call_soon_threadsafe(arriving.put_nowait, error)
            else:
                loop.call_soon_threadsafe(arriving.put_nowait, last)

        async def watch() -> AsyncIterator[SimulationShown]:
            while True:
                latest = await arriving.get()
                while not arriving.empty():
                    latest = arriving.get_nowait()
                if isinstance(latest, BaseException):
                    raise latest
                yield latest
                if latest.done:
                    return

        playing = loop.run_in_executor(None, play)
        try:
            yield watch()
        finally:
            left = True
            playing.add_done_callback(lambda _: self._busy.discard(address))


def _shown(report: Report, games: int, done: bool) -> SimulationShown:
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
                points=float(report.points[i] / report.games),
            )
            for i, bot in enumerate(report.bots)
        ],
    )
