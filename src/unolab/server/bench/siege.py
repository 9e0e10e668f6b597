"""Siege: measure what players notice while one address runs each attack in turn."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Final

from unolab.errors import show
from unolab.server.bench.attacks import ATTACKS
from unolab.server.bench.bench import WARM_UP, Load, memory_of, running_server
from unolab.server.protocol.rest import MOST_MOVES
from unolab.server.run import raise_file_limit
from unolab.simulation.figure import COUNT, Figure
from unolab.state import State

ROOMS: Final = 10
PACE: Final = 0.25  # seconds between two moves in a room: each of four people moves once a second
PHASE_SECONDS: Final = (6.0, 10.0, 6.0)  # before, during and after an attack
GONE_WITHIN: Final = 60.0  # seconds within which an attacker's connections must be gone
MEGABYTE: Final = 2**20


@dataclass(frozen=True)
class Latencies:
    """The latency of people's moves, in milliseconds."""

    moves: int
    p50: float
    p99: float

    @classmethod
    def of(cls, latencies: Sequence[float]) -> Latencies:
        """Summarize latencies."""
        if not latencies:
            raise ValueError("nobody moved: this machine is too busy to measure anything")
        ordered = sorted(latencies)
        middle, late = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
        return cls(len(ordered), middle * 1000, late * 1000)


@dataclass(frozen=True)
class AttackRow:
    """One attack, and what the others noticed."""

    attack: str
    attempts_per_second: float
    refused_per_second: float
    before: Latencies
    during: Latencies
    after: Latencies
    sockets_left: int
    """How many more connections the server has after the attack than before."""


@dataclass(frozen=True)
class Usage:
    """What a server holds, where the system reports it."""

    sockets: int
    threads: int
    memory_mb: float
    database_mb: float


@dataclass
class Siege:
    """The measurements."""

    source: str | None
    """The first source address of the attacks; None if the machine has only one address."""
    rows: list[AttackRow] = field(default_factory=list)
    at_first: Usage | None = None
    at_last: Usage | None = None
    seconds_to_settle: float | None = None
    """From the last attack until the server has no more connections than before the first."""
    newcomer_ms: float | None = None
    """Time for a newcomer to create a room, seat four people and see the first move."""
    lost: int = 0
    """Honest connections that were cut, and moves that were refused or lost."""

    def figures(self) -> Iterator[Figure]:
        """Yield every number that was measured."""
        for row in self.rows:
            for name in ("attempts", "refused"):
                pace = getattr(row, f"{name}_per_second")
                key = f"{row.attack}_{name}_per_second"
                yield Figure(key, pace, f"{name}/s", row.attack)
            for name in ("before", "during", "after"):
                phase: Latencies = getattr(row, name)
                about = f"{name} {row.attack}"
                yield Figure(f"{row.attack}_{name}_moves", phase.moves, COUNT, f"{about}, moves")
                yield Figure(f"{row.attack}_{name}_p50", phase.p50, "ms", f"{about}, p50")
                yield Figure(f"{row.attack}_{name}_p99", phase.p99, "ms", f"{about}, p99")
            about = f"after {row.attack}, sockets left"
            yield Figure(f"{row.attack}_sockets_left", row.sockets_left, COUNT, about)
        for when, left in (("before", self.at_first), ("after", self.at_last)):
            for name, value in vars(left).items() if left is not None else ():
                what, _, unit = name.partition("_")
                about = f"the server's {what} {when} all"
                yield Figure(f"{when}_all_{what}", value, unit.upper() or COUNT, about)
        if self.seconds_to_settle is not None:
            yield Figure("settle_seconds", self.seconds_to_settle, "seconds", "until it settled")
        if self.newcomer_ms is not None:
            yield Figure("newcomer_first_move", self.newcomer_ms, "ms", "a newcomer's first move")
        yield Figure("lost_connections", self.lost, COUNT, "connections and moves lost")


def check_names(names: Sequence[str]) -> list[str]:
    """Return the named attacks, by default all; refuse unknown names."""
    for name in names:
        if name not in ATTACKS:
            raise ValueError(f"unknown attack {show(name)}; known are {', '.join(ATTACKS)}")
    return [*dict.fromkeys(names)] or list(ATTACKS)


def measure_attacks(
    names: Sequence[str],
    tell: Callable[[str], None],
    siege: Siege,
    rooms: int = ROOMS,
    seconds: tuple[float, float, float] = PHASE_SECONDS,
) -> None:
    """Start a server, let people play on it and attack it; fill in ``siege``."""
    raise_file_limit()  # inherited by the processes started here
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rooms.sqlite")
        with running_server(f"sqlite:///{file.as_posix()}") as (address, process):
            look = Probe(process, file)
            asyncio.run(_Measuring(address, look, siege, tell, seconds).run(names, rooms))


class Probe:
    """A server as seen from outside."""

    def __init__(self, process: subprocess.Popen[str], database: Path) -> None:
        """Observe a process and its database."""
        self._process = process
        self._database = database

    def take(self) -> Usage:
        """Measure what it holds."""
        proc = Path(f"/proc/{self._process.pid}")
        files = list(self._database.parent.iterdir())
        return Usage(
            sockets=self.sockets(),
            threads=len(list((proc / "task").iterdir())) if proc.is_dir() else 0,
            memory_mb=memory_of(self._process.pid) / MEGABYTE,
            database_mb=sum(file.stat().st_size for file in files) / MEGABYTE,
        )

    def sockets(self) -> int:
        """Count its sockets."""
        found = 0
        folder = Path(f"/proc/{self._process.pid}/fd")
        for name in os.listdir(folder) if folder.is_dir() else ():
            try:
                found += os.readlink(folder / name).startswith("socket:")
            except OSError:  # closed meanwhile
                continue
        return found

    def check(self) -> None:
        """Refuse to measure a server that has ended."""
        if self._process.poll() is not None:
            raise ValueError(f"the server exited with {self._process.returncode}")


class _Measuring:
    def __init__(
        self,
        address: str,
        look: Probe,
        siege: Siege,
        tell: Callable[[str], None],
        seconds: tuple[float, float, float],
    ) -> None:
        self._address = address
        self._look = look
        self._siege = siege
        self._tell = tell
        self._seconds = seconds

    async def run(self, names: Sequence[str], rooms: int) -> None:
        siege = self._siege
        load = Load(self._address, rooms, PACE, source_of(0))
        await load.open(self._tell)
        await asyncio.sleep(WARM_UP)
        gc.disable()  # measure the server's pauses, not the clients'
        try:
            siege.at_first = self._look.take()
            game = longest_game()
            for number, name in enumerate(names, 1):
                self._tell(f"{number} of {len(names)}: {name}")
                # each from its own address, so that the limits used up by the last one do not help
                siege.rows.append(await self._measure(load, name, source_of(number), game))
                siege.lost = load.gone + load.refused + load.missing
                gc.collect()
                self._look.check()
            await self._settle(siege.at_first.sockets)
            siege.at_last = self._look.take()
            siege.newcomer_ms = await self._time_newcomer(source_of(0))
        finally:
            gc.enable()
            await load.close()

    async def _measure(self, load: Load, name: str, source: str | None, game: str) -> AttackRow:
        before, during, after = self._seconds
        attacker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "unolab.server.bench.attacks"),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # Ctrl-C is for us; it is stopped below
        )
        assert attacker.stdin is not None
        assert attacker.stdout is not None
        try:
            await attacker.stdout.readline()
            sockets = self._look.sockets()
            quiet = await load.measure_phase(before)
            host, _, port = self._address.partition(":")
            asked = {"name": name, "seconds": during, "host": host, "port": int(port)}
            asked |= {"source": source, "codes": load.codes, "game": game}
            attacker.stdin.write(json.dumps(asked).encode())
            attacker.stdin.close()
            attacked = await load.measure_phase(during)
            async with asyncio.timeout(GONE_WITHIN):
                said = await attacker.stdout.read()
                if await attacker.wait() != 0:
                    raise ValueError(f"the attacker exited with {attacker.returncode}")
            found = json.loads(said)
        finally:
            if attacker.returncode is None:
                attacker.kill()
                await attacker.wait()
        relieved = await load.measure_phase(after)
        return AttackRow(
            attack=name,
            attempts_per_second=found["attempts"] / during,
            refused_per_second=found["refused"] / during,
            before=Latencies.of(quiet),
            during=Latencies.of(attacked),
            after=Latencies.of(relieved),
            sockets_left=max(0, self._look.sockets() - sockets),
        )

    async def _settle(self, sockets: int) -> None:
        """Wait until the server has no more connections than at the start."""
        start = perf_counter()
        while self._look.sockets() > sockets and perf_counter() - start < GONE_WITHIN:
            await asyncio.sleep(0.1)
        self._siege.seconds_to_settle = perf_counter() - start

    async def _time_newcomer(self, source: str | None) -> float:
        start = perf_counter()
        newcomers = Load(self._address, 1, 0.0, source)
        newcomers.counting = True
        try:
            await newcomers.open(lambda _: None)
            async with asyncio.timeout(GONE_WITHIN):
                while not newcomers.latencies:
                    await asyncio.sleep(0.001)
            return (perf_counter() - start) * 1000
        finally:
            await newcomers.close()


def source_of(number: int) -> str | None:
    """Return an address of this machine: 0 is for honest people, the others are for attackers."""
    # other systems only have 127.0.0.1, which is not limited because it may be a proxy
    return f"127.0.0.{2 + number}" if sys.platform == "linux" else None


def longest_game() -> str:
    """Play the longest game that can be shown, with all cards in the hands of ten people."""
    state = State.deal("official", 10, 1)
    moves: list[str] = []
    while len(moves) < MOST_MOVES and not state.over:
        legal = [str(move) for move in state.legal]
        moves.append(next((move for move in ("+", "-") if move in legal), legal[0]))
        state = state.play(moves[-1])
    return f"official/10/1: {' '.join(moves)}"


def table_of_siege(siege: Siege) -> list[str]:
    """Format the measurements as a table."""
    width = max(map(len, ATTACKS))
    head = f"{'attack':{width}}  {'tries/s':>9}  {'refused/s':>9}"
    head += "".join(f"  {phase:>13}" for phase in ("before, ms", "during, ms", "after, ms"))
    lines = [head]
    for row in siege.rows:
        line = f"{row.attack:{width}}  {row.attempts_per_second:>9,.0f}"
        line += f"  {row.refused_per_second:>9,.0f}"
        for phase in (row.before, row.during, row.after):
            line += f"  {phase.p50:>5,.0f} / {phase.p99:>5,.0f}"
        lines.append(line + (f"  {row.sockets_left} sockets left" if row.sockets_left else ""))
    lines += ["", "p50 / p99 from sending a move to seeing it; tries are requests, connections or"]
    lines += ["frames; refused are refusals and connections that were cut."]
    if siege.source is None:
        lines.append("All came from 127.0.0.1, which has no connection limit.")
    lines.append(f"Honest connections cut, moves refused or lost: {siege.lost}")
    for name, left in (("before", siege.at_first), ("after", siege.at_last)):
        if left is not None:
            lines.append(
                f"The server {name}: {left.sockets} sockets, {left.threads} threads, "
                f"{left.memory_mb:,.0f} MB of memory, {left.database_mb:,.1f} MB of database"
            )
    if siege.seconds_to_settle is not None:
        lines.append(f"Seconds until its sockets were as before: {siege.seconds_to_settle:.1f}")
    if siege.newcomer_ms is not None:
        lines.append(
            f"Newcomers created a room, sat down and saw a move in {siege.newcomer_ms:,.0f} ms"
        )
    return lines
