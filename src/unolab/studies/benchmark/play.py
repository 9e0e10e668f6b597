"""Playing a benchmark: every table's deals, on all cores, until they or the time are used up.

Compiled bots play in the simulation, and programs as in a tournament: in processes of their own,
with limits, and a fallback for what they do wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from functools import cache
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any, Final, NamedTuple

from unolab.bots import Bot
from unolab.foreign import Limits
from unolab.simulation import REPORT_PAUSE
from unolab.simulation.chunk import ChunkPlayer
from unolab.simulation.handout import hand_out
from unolab.simulation.job import Job
from unolab.simulation.pool import Pool
from unolab.studies.benchmark.plan import SIZES, Plan, Table
from unolab.studies.benchmark.pool import POOL
from unolab.studies.benchmark.score import Score
from unolab.tournament.block import Block, play_block
from unolab.tournament.conduct import Conduct
from unolab.tournament.entry import Entry
from unolab.tournament.plan import Heat, check_limits
from unolab.tournament.plan import Plan as TournamentPlan
from unolab.tournament.programs import Programs

FAULTS: Final = 20  # of a program, until the benchmark is over for it
PACE_GAMES: Final = 400  # games to measure the pace of a compiled bot
PACE_TABLE: Final = 4
MOST_COPIES: Final = max(SIZES) - 1  # seats that a player may have at a table


class Work(NamedTuple):
    """Some deals of a table."""

    table: Table
    first: int
    deals: int


class Played(NamedTuple):
    """What became of some deals; programs also have a conduct, and their games as text."""

    score: Score
    conduct: Conduct
    texts: tuple[tuple[str, ...], ...]


class Run:
    """A benchmark being played. What a deal comes to does not depend on who plays it when."""

    def __init__(
        self,
        plan: Plan,
        entry: Entry,
        limits: Limits | None = None,
        faults: int = FAULTS,
        threads: int | None = None,
    ) -> None:
        """Prepare; nothing runs yet."""
        self.plan = plan
        self.entry = entry
        self.faults = faults
        self.scores: dict[Table, Score] = {}
        self.conduct = Conduct()
        self.interrupted = False
        self.seconds = 0.0
        self._limits = check_limits(limits or Limits())
        self._threads = threads
        self._players: dict[Table, ChunkPlayer] = {}
        self._programs: dict[str, Programs] = {}
        self._notes = Notes()
        self._start = perf_counter()

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(table.players * score.deals for table, score in self.scores.items())

    @property
    def disqualified(self) -> bool:
        """Whether the player did wrong too often."""
        return self.conduct.faults.total() >= self.faults

    @property
    def complete(self) -> bool:
        """Whether all deals were played."""
        wanted = self.plan.deals
        return all(table in self.scores for table in self.plan.tables) and all(
            score.deals == wanted for score in self.scores.values()
        )

    def play(
        self, seconds: float | None = None, hear: Callable[[Run], None] | None = None
    ) -> None:
        """Play until all deals are played or the time is up; Ctrl-C ends it, too."""
        self._warm_up()
        self._start = heard = perf_counter()
        end = None if seconds is None else self._start + seconds
        try:
            with Pool(None, self._threads) as pool:
                works = self._works(end)
                with closing(hand_out(works, self._submitter(pool), lambda: pool.ahead)) as done:
                    for one in done:
                        if one is not None:
                            self._take(*one)
                        self.seconds = perf_counter() - self._start
                        if hear is not None and perf_counter() - heard >= REPORT_PAUSE:
                            heard = perf_counter()
                            hear(self)
                        if self.disqualified:
                            break
        except KeyboardInterrupt:
            self.interrupted = True
            if not self.scores:
                raise
        finally:
            for programs in self._programs.values():
                programs.retire()
                programs.close()

    def games_of(self, table: Table, deal: int) -> tuple[str, ...]:
        """Return the moves of the games of a deal, one text for every rotation."""
        if self.entry.is_foreign:
            return self._notes.read(table, deal)
        assert isinstance(self.entry.player, Bot)
        block = Block(table.job(self.entry.player, self.plan.seed, deal + 1), self._names(table))
        for game in range(deal * table.players, (deal + 1) * table.players):
            block.play(game)
        return tuple(map(moves_in, block.texts))

    def close(self) -> None:
        """Forget the games."""
        self._notes.close()

    @property
    def seconds_per_move(self) -> float:
        """Return how long the player takes for a move; of a compiled bot the engine included."""
        player = self.entry.player
        return (self.conduct.time_per_move or 0.0) if self.entry.is_foreign else pace_of(player)

    # ── the order of play ─────────────────────────────────────────────────────────────────────────

    def _works(self, end: float | None) -> Iterator[Work]:
        """Cut the deals into pieces, one deal each where programs play; stop when time is up."""
        for table, first, deals in self.plan.passes():
            step = 1 if self.entry.is_foreign else deals
            for deal in range(first, first + deals, step):
                if end is not None and perf_counter() >= end:
                    return
                yield Work(table, deal, step)

    def _submitter(self, pool: Pool) -> Callable[[Work], Future[Any]]:
        ask = self._ask if self.entry.is_foreign else self._simulate
        return lambda work: pool.submit(ask, work)

    def _warm_up(self) -> None:
        """Compile everything before the clock starts, and once for all threads."""
        for name in {table.opponent for table in self.plan.tables}:
            _ = POOL[name].bot.address
        table = self.plan.tables[0]
        if self.entry.is_foreign:
            Block(table.job(POOL[table.opponent].bot, 0, 1), self._names(table)).play(0)
        else:
            self._player(table)(0, 0)

    def _take(self, work: Work, played: Played) -> None:
        score = self.scores.setdefault(work.table, Score(work.table.players))
        for place, texts in enumerate(played.texts):
            self._notes.add(work.table, work.first + place, texts)
        score.add(played.score)
        self.conduct += played.conduct

    # ── some deals ────────────────────────────────────────────────────────────────────────────────

    def _simulate(self, work: Work) -> Played:
        """Let compiled bots play some deals."""
        player = self._player(work.table)
        score = simulate(player, work.table, range(work.first, work.first + work.deals))
        return Played(score, Conduct(), ())

    def _player(self, table: Table) -> ChunkPlayer:
        if table not in self._players:
            assert isinstance(self.entry.player, Bot)
            job = table.job(self.entry.player, self.plan.seed, self.plan.deals)
            self._players[table] = ChunkPlayer(job)
        return self._players[table]

    def _ask(self, work: Work) -> Played:
        """Let a program and members of the pool play some deals."""
        table, programs = work.table, self._process_pool(work.table)
        other = MOST_COPIES + list(POOL).index(table.opponent)
        places = [*range(table.copies), *[other] * (table.players - table.copies)]
        games = self.plan.deals * table.players
        heat = Heat(0, tuple(places), games, table.seed(self.plan.seed))
        first, count = work.first * table.players, work.deals * table.players
        part = play_block(
            programs.plan, programs, heat, first, count, (), (0,) * table.players
        )
        score = Score(table.players)
        score.count(table, part.tally)
        conduct = sum(part.conduct.values(), Conduct())
        return Played(score, conduct, (tuple(map(moves_in, part.texts)),))

    def _process_pool(self, table: Table) -> Programs:
        """Return the processes for a rule set, which they are told when they start.

        They are shared by its tables, all of which have deals of their own. There is an entry for
        every copy of the player, so that each has its own process, and one for each member.
        """
        if table.rules not in self._programs:
            members = (Entry(member.name, member.strategy) for member in POOL.values())
            entries = [*[self.entry] * MOST_COPIES, *members]
            plan = TournamentPlan(
                *(tuple(entries), 1, table.agreed, self.plan.seed, "table", len(entries)),
                match=False,
                limits=self._limits,
                faults=self.faults + 1,  # counted here, over all processes
            )
            self._programs[table.rules] = Programs(plan)
        return self._programs[table.rules]

    def _names(self, table: Table) -> Sequence[str]:
        return seat_names(self.entry.name, table)


class Notes:
    """The games of programs, in a file of the system's until it is known which are wanted."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115: it is closed by close
        self._places: dict[tuple[Table, int], tuple[int, int]] = {}

    def add(self, table: Table, deal: int, texts: Sequence[str]) -> None:
        """Keep the games of a deal."""
        data = "\n".join(texts).encode()
        self._places[table, deal] = self._file.seek(0, 2), len(data)
        self._file.write(data)

    def read(self, table: Table, deal: int) -> tuple[str, ...]:
        """Return the games of a deal."""
        start, length = self._places[table, deal]
        self._file.seek(start)
        return tuple(self._file.read(length).decode().split("\n"))

    def close(self) -> None:
        """Forget all of them."""
        self._file.close()


def simulate(player: ChunkPlayer, table: Table, deals: Sequence[int]) -> Score:
    """Let compiled bots play some deals, and count each of them."""
    score = Score(table.players)
    for deal in deals:
        score.count(table, player(deal * table.players, table.players)[0])
    return score


def seat_names(name: str, table: Table) -> Sequence[str]:
    """Name those in the line-up of a table."""
    return [name] * table.copies + [table.opponent] * (table.players - table.copies)


def moves_in(text: str) -> str:
    """Return the moves of a game as a block writes it, without the deal and the names."""
    return text.partition(": ")[2].partition("  # ")[0]


@cache
def pace_of(bot: Bot) -> float:
    """Measure how long a compiled bot takes for a turn, among its own kind."""
    table = Table("official", PACE_TABLE, next(iter(POOL)))
    player = ChunkPlayer(Job((bot,) * PACE_TABLE, table.agreed, 0, PACE_GAMES, PACE_TABLE))
    player(0, 0)
    start = perf_counter()
    tally, _ = player(0, PACE_GAMES)
    return (perf_counter() - start) / int(tally["turns"].sum())
