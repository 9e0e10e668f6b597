"""Playing a benchmark: every table's deals, on all cores, until they or the time are used up.

Bots play in the simulation, and programs as in a tournament: in processes of their own, with
limits, and a fallback for what they do wrong. A process only ever plays one rotation of the deals,
or it would meet cards again that it held at another seat. So programs play one rotation at all
tables before the next begins: few processes are alive at a time, and few are started.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache, partial
from math import inf
from tempfile import TemporaryFile
from threading import Lock
from time import perf_counter
from typing import Final, NamedTuple, NoReturn

from unolab.bots import Bot
from unolab.errors import BadOption, BotFailed
from unolab.foreign import Limits
from unolab.simulation import REPORT_PAUSE
from unolab.simulation.chunk import ChunkPlayer
from unolab.simulation.handout import hand_out
from unolab.simulation.job import Job
from unolab.simulation.pool import Pool
from unolab.simulation.seating import game_of
from unolab.studies.benchmark.plan import LONGEST_PASS, RULE_SETS, SIZES, Plan, Table
from unolab.studies.benchmark.player import Player
from unolab.studies.benchmark.pool import POOL
from unolab.studies.benchmark.score import Score
from unolab.tournament.block import Block, play_block
from unolab.tournament.conduct import Conduct
from unolab.tournament.entry import Entry
from unolab.tournament.part import Part
from unolab.tournament.plan import Heat, check_limits
from unolab.tournament.plan import Plan as TournamentPlan
from unolab.tournament.programs import Programs

FAULTS: Final = 20  # of a program, until the benchmark is over for it
PACE_GAMES: Final = 400  # games to measure the pace of a compiled bot
PACE_TABLE: Final = 4
MOST_COPIES: Final = max(SIZES) - 1  # seats that a player may have at a table


class Work(NamedTuple):
    """Some deals of a table, or one rotation of a deal."""

    table: Table
    first: int
    deals: int = 1
    rotation: int | None = None


class Run:
    """A benchmark being played. What a deal comes to does not depend on who plays it when."""

    def __init__(
        self,
        plan: Plan,
        player: Player,
        limits: Limits | None = None,
        faults: int = FAULTS,
        threads: int | None = None,
    ) -> None:
        """Prepare; nothing runs yet."""
        self.plan = plan
        self.player = player
        self.faults = faults
        self.scores: dict[Table, Score] = {}
        self.conduct = Conduct()
        self.interrupted = False
        self.games = 0
        self.seconds = 0.0
        self.threads = threads
        self._limits = check_limits(limits or Limits())
        self._chunks: dict[Table, ChunkPlayer] = {}
        self._programs: dict[str, Programs] = {}
        self._opening = Lock()  # threads ask for them at once
        self._parts: dict[tuple[Table, int], list[Part]] = {}  # of deals with rotations to come
        self._notes = Notes()
        self._start = perf_counter()

    @property
    def disqualified(self) -> bool:
        """Whether the player did wrong too often."""
        return self.conduct.faults.total() >= self.faults

    @property
    def complete(self) -> bool:
        """Whether all deals were played."""
        wanted, none = self.plan.deals, Score(0)
        return all(self.scores.get(table, none).deals == wanted for table in self.plan.tables)

    def play(self, seconds: float | None = None, hear: Callable[[Run], None] | None = None) -> None:
        """Play until all deals are played or the time is up; Ctrl-C ends it, too."""
        self._warm_up()
        self._start = heard = perf_counter()
        try:
            with Pool(None, self.threads, self._is_plain) as pool:
                works = self._works(inf if seconds is None else self._start + seconds)
                submit = partial(pool.submit, self._ask if self._is_program else self._simulate)
                with closing(hand_out(works, submit, lambda: pool.ahead)) as done:
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
        finally:
            for programs in self._programs.values():
                programs.retire()
                programs.close()
        if not self.scores:
            self._explain_nothing()

    def _explain_nothing(self) -> NoReturn:
        """Say why there is no result."""
        if self.interrupted:
            raise KeyboardInterrupt
        if self.conduct.details:
            raise BotFailed(f"{self.player.name} did wrong too often: {self.conduct.details[0]}")
        raise BadOption("no deal was finished in this time: allow more of it, or fewer tables")

    def games_of(self, table: Table, deal: int) -> tuple[str, ...]:
        """Return the moves of the games of a deal, one text for every rotation."""
        if self.player.bot is None:
            return self._notes.read(table, deal)
        job = table.job(self.player.bot, self.plan.seed, deal + 1)
        games = range(deal * table.players, (deal + 1) * table.players)
        return tuple(" ".join(map(str, game_of(job, game).moves)) for game in games)

    def close(self) -> None:
        """Forget the games."""
        self._notes.close()

    @property
    def seconds_per_move(self) -> float:
        """How long the player takes for a move; the engine included, unless it is a program."""
        bot = self.player.bot
        return (self.conduct.time_per_move or 0.0) if bot is None else pace_of(bot)

    # ── the order of play ─────────────────────────────────────────────────────────────────────────

    def _works(self, end: float) -> Iterator[Work]:
        """Cut the deals into pieces: a few at every table, then more, until the time is up."""
        first, size = 0, 1
        while first < self.plan.deals:
            size = min(size, self.plan.deals - first)
            began = perf_counter()
            for work in (
                self._rotations(first, size) if self._is_program else self._deals(first, size)
            ):
                if perf_counter() >= end:
                    return
                yield work
            # what is begun should end in time: rotations that are missing make a deal worthless
            now = perf_counter()
            first += size
            size = min(
                first, LONGEST_PASS, int((end - now) / (now - began) * size) if end < inf else first
            )
            if size < 1:
                return

    def _deals(self, first: int, deals: int) -> Iterator[Work]:
        """Cut a pass into works for bots."""
        yield from (Work(table, first, deals) for table in self.plan.tables)

    def _rotations(self, first: int, deals: int) -> Iterator[Work]:
        """Cut a pass into works for programs."""
        for rules in RULE_SETS:
            tables = [table for table in self.plan.tables if table.rules == rules]
            for rotation in range(max(SIZES)):
                for table in tables:
                    if rotation < table.players:
                        for deal in range(first, first + deals):
                            yield Work(table, deal, 1, rotation)

    @property
    def _is_program(self) -> bool:
        return self.player.bot is None

    @property
    def _is_plain(self) -> bool:
        """Whether plain Python plays, which gains nothing from threads."""
        return self.player.bot is not None and not self.player.bot.is_compiled

    def _warm_up(self) -> None:
        """Compile everything before the clock starts, and once for all threads."""
        for name in {table.opponent for table in self.plan.tables}:
            _ = POOL[name].bot.address
        table = self.plan.tables[0]
        if self._is_program:
            Block(table.job(POOL[table.opponent].bot, 0, 1), seat_names("", table)).play(0)
        else:
            self._chunk_player(table)(0, 0)

    def _take(self, work: Work, played: Score | Part) -> None:
        """Count what was played."""
        score = self.scores.get(work.table, Score(work.table.players))
        if isinstance(played, Score):
            self.games += played.games
            score.add(played)
        else:
            self.games += 1
            self.conduct += sum(played.conduct.values(), Conduct())
            parts = self._parts.setdefault((work.table, work.first), [])
            parts.append(played)
            if len(parts) < work.table.players:
                return
            del self._parts[work.table, work.first]
            score.count(work.table, [part.tally for part in parts])
            texts = [moves_in(text) for part in parts for text in part.texts]
            self._notes.add(work.table, work.first, texts)
        self.scores[work.table] = score

    # ── some deals ────────────────────────────────────────────────────────────────────────────────

    def _simulate(self, work: Work) -> Score:
        """Let bots play some deals."""
        deals = range(work.first, work.first + work.deals)
        return simulate(self._chunk_player(work.table), work.table, deals)

    def _chunk_player(self, table: Table) -> ChunkPlayer:
        if table not in self._chunks:
            assert self.player.bot is not None
            job = table.job(self.player.bot, self.plan.seed, self.plan.deals)
            self._chunks[table] = ChunkPlayer(job)
        return self._chunks[table]

    def _ask(self, work: Work) -> Part:
        """Let a program and members of the pool play a rotation of a deal."""
        table, programs = work.table, self._processes(work.table)
        assert work.rotation is not None
        other = MOST_COPIES + list(POOL).index(table.opponent)
        places = [*range(table.copies), *[other] * (table.players - table.copies)]
        games = self.plan.deals * table.players
        heat = Heat(0, tuple(places), games, table.seed(self.plan.seed))
        game = work.first * table.players + work.rotation
        return play_block(programs.plan, programs, heat, game, 1, (), (0,) * table.players)

    def _processes(self, table: Table) -> Programs:
        """Return the processes for a rule set, which they are told when they start.

        They are shared by its tables, all of which have deals of their own. There is an entry for
        every copy of the player, so that each has its own process, and one for each member.
        """
        with self._opening:
            return self._open(table)

    def _open(self, table: Table) -> Programs:
        """Start processes unless they run, and let those of other rules rest."""
        if table.rules not in self._programs:
            members = (Entry(member.name, member.strategy) for member in POOL.values())
            entries = (*[self.player.entry] * MOST_COPIES, *members)
            plan = TournamentPlan(
                *(entries, 1, table.agreed, self.plan.seed, "table", len(entries)),
                match=False,
                limits=self._limits,
                faults=self.faults + 1,  # counted here, over all processes
            )
            self._programs[table.rules] = Programs(plan)
        for rules, programs in self._programs.items():
            if rules != table.rules:
                programs.close_idle()
        return self._programs[table.rules]


class Notes:
    """The games of programs, in a file of the system's until it is known which are wanted."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 closed by close
        self._reading = Lock()
        self._places: dict[tuple[Table, int], tuple[int, int]] = {}

    def add(self, table: Table, deal: int, texts: Sequence[str]) -> None:
        """Keep the games of a deal."""
        data = "\n".join(texts).encode()
        self._places[table, deal] = self._file.seek(0, 2), len(data)
        self._file.write(data)

    def read(self, table: Table, deal: int) -> tuple[str, ...]:
        """Return the games of a deal."""
        start, length = self._places[table, deal]
        with self._reading:
            self._file.seek(start)
            return tuple(self._file.read(length).decode().split("\n"))

    def close(self) -> None:
        """Forget all of them."""
        self._file.close()


def simulate(player: ChunkPlayer, table: Table, deals: Sequence[int]) -> Score:
    """Let bots play some deals, and count each of them."""
    score = Score(table.players)
    for deal in deals:
        score.count(table, [player(deal * table.players, table.players)[0]])
    return score


def seat_names(name: str, table: Table) -> Sequence[str]:
    """Name those in the line-up of a table."""
    return [name] * table.copies + [table.opponent] * (table.players - table.copies)


def moves_in(text: str) -> str:
    """Return the moves of a game as a block writes it, without the deal and the names."""
    return text.partition(": ")[2].partition("  # ")[0]


@cache
def pace_of(bot: Bot) -> float:
    """Measure how long a bot takes for a turn, among its own kind."""
    table = Table("official", PACE_TABLE, next(iter(POOL)))
    games = PACE_GAMES if bot.is_compiled else PACE_TABLE
    player = ChunkPlayer(Job((bot,) * PACE_TABLE, table.agreed, 0, games, PACE_TABLE))
    player(0, 0)
    start = perf_counter()
    tally, _ = player(0, games)
    return (perf_counter() - start) / int(tally["turns"].sum())
