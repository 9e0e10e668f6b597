"""Every attack of ``unolab bench --attacks``, for a moment: those who play notice nothing."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.command import run
from tests.kit import thoroughly
from unolab.server.bench.attacks import ATTACKS, Target, attack
from unolab.server.bench.bench import Load, running_server
from unolab.server.bench.siege import (
    AttackRow,
    Latencies,
    Probe,
    Siege,
    Usage,
    longest_game,
    measure_attacks,
    source_of,
    table_of_siege,
)
from unolab.server.run import raise_file_limit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="one loopback address only"),
]

PATIENT = 60.0  # seconds that nothing takes unless it never comes
MOMENT = 0.4  # seconds of an attack
PLACE = list(ATTACKS).index
USUAL = ("replays", "rooms", "silent", "bodies")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Probe]]:
    raise_file_limit()
    file: Path = tmp_path_factory.mktemp("siege") / "rooms.sqlite"
    with running_server(f"sqlite:///{file.as_posix()}") as (address, process):
        yield address, Probe(process, file)


@pytest.fixture(scope="module")
def game() -> str:
    return longest_game()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENT):
        while not true():
            await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    "name", [*USUAL, *thoroughly(*(name for name in ATTACKS if name not in USUAL))]
)
def test_people_play_on_under_attack(name: str, server: tuple[str, Probe], game: str) -> None:
    address, look = server
    host, _, port = address.partition(":")

    async def siege() -> tuple[Load, Target]:
        load = Load(address, 1, 0.01, source_of(0))
        sockets = look.sockets()
        await load.open(lambda _: None)
        target = Target(host, int(port), source_of(PLACE(name) + 1), load.codes, game)
        try:
            moves, _ = await asyncio.gather(
                load.measure_phase(MOMENT), attack(name, target, MOMENT)
            )
            while not moves:  # a machine with much to do
                moves = await load.measure_phase(MOMENT)
            assert (load.missing, load.refused, load.gone) == (0, 0, 0)
        finally:
            await load.close()
        await until(lambda: look.sockets() <= sockets)
        return load, target

    _, target = asyncio.run(siege())
    assert target.attempts > 0
    look.check()
    with urlopen(f"http://{address}/api/health", timeout=PATIENT) as answer:
        assert json.load(answer)["ok"] is True


def test_attacks_stay_on_this_machine() -> None:
    with pytest.raises(ValueError, match=r"^192\.0\.2\.1 is not this machine$"):
        Target("192.0.2.1", 80, None, [], "")


def test_attacks_are_measured(thorough: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not how well it went, but that it was measured: with processes and all."""
    monkeypatch.setattr("unolab.server.bench.siege.WARM_UP", 0.2)
    names = ["rules", "fields"] if thorough else ["rules"]
    siege, told = Siege(source_of(1)), list[str]()
    measure_attacks(names, told.append, siege, rooms=1, seconds=(0.7, 0.7, 0.7))
    numbered = [f"{number} of {len(names)}: {name}" for number, name in enumerate(names, 1)]
    assert told == ["1 of 1 rooms", *numbered]
    assert [row.attack for row in siege.rows] == names
    for row in siege.rows:
        assert row.attempts_per_second > 0
        assert all(phase.moves > 0 for phase in (row.before, row.during, row.after))
    assert siege.at_first is not None
    assert siege.at_last is not None
    assert siege.at_last.sockets == siege.at_first.sockets
    assert siege.newcomer_ms is not None
    assert siege.lost == 0


def phase(p99: float) -> Latencies:
    return Latencies(100, 10.0, p99)


ROW = AttackRow("pings", 12_345.0, 7.0, phase(20), phase(180), phase(30), 2)


def test_table_says_what_was_found() -> None:
    left = Usage(43, 3, 204.0, 1.5)
    lines = table_of_siege(Siege("127.0.0.3", [ROW], left, left, 0.5, 92.0))
    assert "12,345" in lines[1]
    assert lines[1].endswith("10 /    20     10 /   180     10 /    30  2 sockets left")
    assert "The server after: 43 sockets, 3 threads, 204 MB of memory, 1.5 MB of database" in lines
    assert lines[-1] == "Newcomers created a room, sat down and saw a move in 92 ms"
    assert not any("127.0.0.1" in line for line in lines)
    assert any("127.0.0.1" in line for line in table_of_siege(Siege(None)))


def test_ctrl_c_prints_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(names: list[str], tell: Callable[[str], None], siege: Siege) -> None:
        tell(f"measuring {', '.join(names)}")
        siege.rows.append(ROW)
        raise KeyboardInterrupt

    monkeypatch.setattr("unolab.server.bench.siege.measure_attacks", measure)
    done = run("bench", "--attack", "pings", "--attack", "rules", "--json")
    assert (done.code, done.err) == (130, "measuring pings, rules\n")
    found = {figure["id"]: figure["value"] for figure in json.loads(done.out)}
    assert [found[f"pings_during_{what}"] for what in ("moves", "p50", "p99")] == [100, 10.0, 180]
    assert not any(figure["complete"] for figure in json.loads(done.out))


def test_unknown_attack_is_refused() -> None:
    done = run("bench", "--attack", "dragons")
    assert done.code == 2
    assert "unknown attack 'dragons'; known are replays, simulations, " in done.err


def test_look_finds_out_that_a_server_has_ended(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""], text=True) as process:
        process.wait()
    with pytest.raises(ValueError, match=r"^the server exited with 0$"):
        Probe(process, tmp_path / "rooms.sqlite").check()
