"""Run: a tournament being played, on all cores, in an order that does not depend on them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import numpy as np

from unolab.engine.layout import TALLY
from unolab.errors import BadOption
from unolab.foreign import Fault
from unolab.game import Game
from unolab.simulation import REPORT_PAUSE, Executor, cores
from unolab.simulation.chunk import ChunkPlayer, ChunkSize
from unolab.simulation.handout import Silence, hand_out
from unolab.simulation.pool import Pool
from unolab.tournament.block import Block, job_of, play_block
from unolab.tournament.conduct import Conduct
from unolab.tournament.gpu import Gpu
from unolab.tournament.journal import Journal
from unolab.tournament.knockout import choose_next
from unolab.tournament.outcome import Outcome
from unolab.tournament.part import SPAN, Part, add_conduct
from unolab.tournament.plan import Heat, Plan
from unolab.tournament.programs import Programs
from unolab.tournament.result import Result
from unolab.tournament.worker import WorkerProcesses

MANY_GAMES: Final = 2_000  # games for which it pays to start workers


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played, and who sat where."""

    game: Game
    names: tuple[str, ...]


class BlockPlan(NamedTuple):
    """Some games of a table that are played together."""

    heat: Heat
    first: int
    games: int
    totals: tuple[int, ...]  # what programs are told of the points


class Run:
    """A tournament from its plan to its result; what a journal has already is not played again.

    With ``notes`` every game is written down: in the journal's file of games, and for ``told``,
    which is called with every part in their order. ``log`` is told of every fault of a program.
    From programs, the journal is ``hidden`` and what else would tell them the seed.
    """

    def __init__(
        self,
        plan: Plan,
        threads: int | None = None,
        journal: Journal | None = None,
        told: Callable[[Part], None] | None = None,
        notes: bool = False,
        log: Callable[[str, Fault], None] | None = None,
        hidden: Iterable[Path] = (),
        apart: bool | None = None,
        prints: Mapping[str, Path] | None = None,
        on: str = "cpu",
        executor: Executor | Callable[[], Executor] | None = None,
    ) -> None:
        """Start from what was played already.

        ``apart`` says whether tables with programs are played by processes of ours, see worker.py;
        without it, they are where that pays. ``prints`` are files for what some players print.
        ``on`` is where tables of compiled bots are played, and ``executor`` who plays them instead
        of our threads. Programs stay here, where their files and their confinement are, and so do
        games that are written down.
        """
        self.plan = plan
        self.threads = threads or cores()
        self.journal = journal
        self.told = told
        self.notes = notes or told is not None
        self.log = log
        self._gpu = Gpu(plan) if on == "gpu" else None
        if executor is not None and self._gpu is not None:
            raise BadOption("an executor plays on the cpu: leave one of them out")
        if executor is not None and all(map(self._is_asked, plan.heats)):
            raise BadOption(
                "programs and Python files play on this machine, where they are confined, and "
                "there is no table without them: leave the cluster out"
            )
        self._executor = executor
        secret = (*hidden, *(journal.files if journal else ()))
        self.programs = Programs(plan, secret, prints)
        foreign = any(entry.is_foreign for entry in plan.entries)
        if apart is None:
            apart = self.threads > 2 and plan.games_in_all >= MANY_GAMES and not prints
        self.workers = WorkerProcesses(plan, secret) if foreign and apart else None
        self.outcomes: dict[Heat, Outcome] = {}
        self.lengths = np.zeros(TALLY["lengths"].shape, np.int64)
        self.conduct: dict[int, Conduct] = {}
        self._spans: dict[Heat, list[tuple[int, ...]]] = {}  # the points after so many deals
        self._players: dict[Heat, ChunkPlayer] = {}
        self._pace = 0.0  # seconds of a compiled game
        self._played = 0
        self._latest: Part | None = None
        self._start = self._heard = perf_counter()
        self._costs = 0.0  # seconds to work out the standings
        for part in journal.parts() if journal is not None else ():
            self._count(part)

    def play(self, hear: Callable[[Result], None] | None = None) -> Result:
        """Play what is left; Ctrl-C ends it, and the Result is on what was played."""
        complete = interrupted = False
        try:
            self._warm_up()
            self._start = self._heard = perf_counter()
            with closing(self._parts()) as parts:
                for part in parts:
                    if part is not None:
                        self._take(part)
                    self._tell(hear)
            complete = True
        except KeyboardInterrupt:
            interrupted = True
        finally:
            self.programs.close()
            if self.workers is not None:
                self.workers.close()
            if self.journal is not None:
                self.journal.flush()
        return self.result(interrupted, complete)

    def result(self, interrupted: bool = False, complete: bool = False) -> Result:
        """Return the result so far."""
        conduct = [self.conduct.get(place, Conduct()) for place in range(len(self.plan.entries))]
        seconds = perf_counter() - self._start
        return Result(
            self.plan,
            dict(self.outcomes),
            conduct,
            self.lengths.copy(),
            seconds,
            self._played,
            interrupted,
            complete,
        )

    def look(self) -> PlayedGame | None:
        """Return the game that was played last."""
        part, latest = self._latest, self.programs.latest
        if part is not None and not part.texts:  # compiled bots are quick: it is played once more
            block = Block(job_of(self.plan, part.heat), self.plan.names(part.heat.players))
            block.play(part.first + part.games - 1)
            latest = block.texts[-1]
        elif part is not None and self.workers is not None:
            latest = part.texts[-1]
        if not latest:
            return None
        text, _, names = latest.partition("  # ")
        return PlayedGame(Game.parse(text), tuple(names.split(", ")))

    # ── the order of play ─────────────────────────────────────────────────────────────────────────

    def _parts(self) -> Generator[Part | None]:
        """Play stage after stage; all but a knock-out have one. None is a sign of life."""
        heats = self.plan.heats
        while True:
            yield from self._stage(heats)
            if self.plan.form != "knockout" or len(heats) == 1:
                return
            heats = self.plan.stage(heats[0].stage + 1, choose_next(self.result(), heats))

    def _stage(self, heats: tuple[Heat, ...]) -> Generator[Part | None]:
        """Hand out blocks, and collect them in the same order."""
        here = Pool(None, self.threads)
        away = here if self._executor is None else Pool(self._executor, self.threads)

        def submit(block: BlockPlan) -> Future[Any]:
            if self._is_chunk(block.heat) and self._gpu is None:
                return away.submit(self._player(block.heat), block.first, block.games)
            return here.submit(self._play_block, block)

        # beyond a span of deals, what programs are told of the points would not be known yet
        most = SPAN if any(map(self._is_asked, heats)) else None
        silence = Silence()
        works = self._blocks(heats, away)
        with here, away, closing(hand_out(works, submit, lambda: away.ahead, most)) as done:
            try:
                for one in done:
                    if one is None:
                        away.hear_silence(silence.seconds)
                        yield None
                        continue
                    silence.end()
                    block, played = one
                    if not isinstance(played, Part):
                        tally, self._pace = played
                        played = Part(block.heat, block.first, block.games, tally)
                    yield self._replay_if_stale(played)
            except BaseException:
                self.programs.retire()
                if self.workers is not None:
                    self.workers.close()
                raise

    def _replay_if_stale(self, part: Part) -> Part:
        """Replay a block if a player was disqualified meanwhile.

        So who is out from which game on does not depend on what was played at the same time.
        """
        if part.out == self._out(part.heat):
            return part
        return self._play_block(BlockPlan(part.heat, part.first, part.games, part.totals))

    def _out(self, heat: Heat) -> frozenset[int]:
        """Return who at a table is disqualified."""
        faults = {place: self.conduct.get(place, Conduct()).faults for place in heat.players}
        return frozenset(p for p, kinds in faults.items() if kinds.total() >= self.plan.faults)

    def _blocks(self, heats: tuple[Heat, ...], pool: Pool) -> Iterator[BlockPlan]:
        """Cut what is left of every table into blocks; a deal at a time where programs play."""
        size = ChunkSize(pool.chunk_seconds)
        for heat in heats:
            game = self.outcomes[heat].games if heat in self.outcomes else 0
            deal = len(heat.players)
            while game < heat.games:
                deals = 1
                if not self._is_asked(heat):
                    if self._pace:
                        size.learn(self._pace, deal)
                    deals = size.choose(-(-(heat.games - game) // deal), pool.workers)
                games = min(deals * deal, heat.games - game)
                yield BlockPlan(heat, game, games, self._totals(heat, game // deal))
                game += games

    def _totals(self, heat: Heat, deal: int) -> tuple[int, ...]:
        """Return the points that programs are told: those up to the last span but one.

        Those of the last span may not be known yet, when many games are played at a time.
        """
        known = deal // SPAN - 1 if self._is_asked(heat) else 0
        return self._spans[heat][known - 1] if known > 0 else (0,) * len(heat.players)

    # ── a block ───────────────────────────────────────────────────────────────────────────────────

    def _play_block(self, block: BlockPlan) -> Part:
        """Play some games of a table, here."""
        heat, first, games, totals = block
        if self._is_chunk(heat):
            if self._gpu is not None:
                tally, self._pace = self._gpu.play_chunk(self._player(heat).job, first, games)
            else:
                tally, self._pace = self._player(heat)(first, games)
            return Part(heat, first, games, tally)
        asked = (heat, first, games, self._out(heat), totals)
        if self.workers is not None and self._is_asked(heat):
            return self.workers.play(*asked)
        return play_block(self.plan, self.programs, *asked)

    def _warm_up(self) -> None:
        """Compile everything before the clock starts, and once for all workers."""
        heat = self.plan.heats[0]
        if self._gpu is None and self._executor is None:
            self._player(heat)(0, 0)
        if self.notes or any(entry.is_foreign for entry in self.plan.entries):
            Block(job_of(self.plan, heat), self.plan.names(heat.players)).play(0)

    def _is_chunk(self, heat: Heat) -> bool:
        """Whether games of a table are but counted, and so can be played anywhere."""
        return not self._is_asked(heat) and not self.notes

    def _is_asked(self, heat: Heat) -> bool:
        return any(self.plan.entries[place].is_foreign for place in heat.players)

    def _player(self, heat: Heat) -> ChunkPlayer:
        """Return what plays the games of a table."""
        if heat not in self._players:
            self._players[heat] = ChunkPlayer(job_of(self.plan, heat))
        return self._players[heat]

    def _take(self, part: Part) -> None:
        """Record a part, count it and report it."""
        if self.journal is not None:
            self.journal.add(part)
        self._count(part)
        self._played += part.games
        self._latest = part
        if self.told is not None:
            self.told(part)
        if self.log is not None:
            for name, fault in part.faults:
                self.log(name, fault)

    def _count(self, part: Part) -> None:
        outcome = Outcome.of(part.tally, len(part.heat.players))
        if part.heat in self.outcomes:
            outcome = self.outcomes[part.heat] + outcome
        self.outcomes[part.heat] = outcome
        self.lengths += part.tally["lengths"][0]
        self.conduct = add_conduct(self.conduct, part.conduct)
        if part.conduct and part.ends_span:
            self._spans.setdefault(part.heat, []).append(tuple(outcome.points.tolist()))
        self.programs.retire(self._out(part.heat))
        if outcome.games == part.heat.games:
            self._players.pop(part.heat, None)
            self._spans.pop(part.heat, None)

    def _tell(self, hear: Callable[[Result], None] | None) -> None:
        """Report from time to time, less often if reporting takes long."""
        now = perf_counter()
        if hear is None or now - self._heard < max(REPORT_PAUSE, 10 * self._costs):
            return
        result = self.result()
        _ = result.standings
        self._costs = perf_counter() - now
        hear(result)
        self._heard = perf_counter()
