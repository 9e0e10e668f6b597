"""Tables of compiled bots on a GPU: one kernel for all of them."""

from __future__ import annotations

from importlib import import_module
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING

from unolab.bots import Bot
from unolab.engine.record import Record
from unolab.errors import BadOption
from unolab.simulation.job import Job
from unolab.tournament.plan import Plan

if TYPE_CHECKING:
    from unolab.simulation.gpu import Play


class Gpu:
    """A GPU that plays some games of a table at a time; threads take turns."""

    def __init__(self, plan: Plan) -> None:
        """Refuse what it can't play."""
        if plan.match:
            raise BadOption("a GPU cannot play matches: play on the cpu")
        players = [entry.player for entry in plan.entries]
        self._bots = [one for one in players if isinstance(one, Bot) and one.is_compiled]
        if len(self._bots) < 2:
            raise BadOption("a GPU plays tables of compiled bots, and there is none here")
        for bot in self._bots:
            bot.check_gpu()
        self._tables: dict[Job, Play] = {}
        self._lock = Lock()
        import_module("unolab.simulation.gpu").engine()  # refuses where there is none

    def play_chunk(self, job: Job, first: int, games: int) -> tuple[Record, float]:
        """Play and count some games; return the tally and the seconds a game took."""
        with self._lock:
            if job not in self._tables:
                gpu = import_module("unolab.simulation.gpu")
                self._tables.clear()  # the last one is enough, and takes room on the device
                self._tables[job] = gpu.player_of(job, self._bots)
            start = perf_counter()
            tally = self._tables[job](first, first + games)
            return tally, max(perf_counter() - start, 1e-9) / max(games, 1)
