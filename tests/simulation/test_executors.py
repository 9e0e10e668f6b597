"""Games on anybody's executor: the same integers, whatever happens to the workers."""

import os
import pickle
import random
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context
from pathlib import Path
from time import sleep
from typing import Any

import pytest

import unolab as uno
from unolab import Report, simulate
from unolab.errors import BadBot, BadOption, BotFailed, ResourceError
from unolab.simulation import handout, pool, run_all, travel
from unolab.simulation.chunk import ChunkPlayer
from unolab.simulation.job import job_of
from unolab.state import View
from unolab.studies.bench import measure_cluster

LINE_UP = ("mixbot2", "random", "greedy(challenge=0.5)")
GAMES = 3_000
posix = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut the games into many chunks."""
    monkeypatch.setattr(pool, "CHUNK_SECONDS", 0.001)
    monkeypatch.setattr(pool, "CHUNK_SECONDS_ELSEWHERE", 0.002)


@pytest.fixture(scope="module")
def expected() -> Report:
    return simulate(LINE_UP, GAMES, "party", seed=4, duplicate=True)


def play(executor: Any, **more: Any) -> Report:
    return simulate(LINE_UP, GAMES, "party", seed=4, duplicate=True, executor=executor, **more)


def processes(workers: int) -> ProcessPoolExecutor:
    """Make processes that have nothing in common with ours."""
    return ProcessPoolExecutor(workers, get_context("spawn"))


@pytest.fixture(scope="module")
def spawned() -> Iterator[ProcessPoolExecutor]:
    with processes(1) as executor:
        yield executor


# ── the same integers ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_of_others(threads: int, expected: Report) -> None:
    with ThreadPoolExecutor(threads) as executor:
        assert play(executor) == expected
        assert play(executor) == expected  # it was left open


def test_a_class_makes_an_executor(expected: Report) -> None:
    assert play(ThreadPoolExecutor) == expected


@pytest.mark.slow
def test_processes(spawned: ProcessPoolExecutor, expected: Report) -> None:
    assert play(spawned) == expected


class Disorderly(Executor):
    """Keep futures for a while, and finish them in any order; lose some of them."""

    def __init__(
        self, lost: Callable[[int], bool] = lambda number: False, forever: bool = False
    ) -> None:
        self.chance = random.Random(1)
        self.lost = lost
        self.forever = forever
        self.asked = 0
        self.kept: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.cancelled = 0
        self.lost_before: set[str] = set()  # once, unless it is forever

    workers = 4
    delay = 0.001  # seconds

    def submit(self, fn: Any, /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked += 1
        lost = self.lost(self.asked) and (self.forever or repr(args) not in self.lost_before)
        if lost:
            self.lost_before.add(repr(args))

        def finish() -> None:
            if lost:
                future.set_exception(BrokenExecutor("gone"))
            else:
                future.set_result(fn(*args))

        self.kept.append((future, finish))
        threading.Timer(self.delay, self.finish_one).start()
        return future

    def finish_one(self) -> None:
        future, finish = self.kept.pop(self.chance.randrange(len(self.kept)))
        if future.set_running_or_notify_cancel():
            finish()
        else:
            self.cancelled += 1


def test_the_order_does_not_matter(expected: Report) -> None:
    assert play(Disorderly()) == expected


def test_every_third_chunk_is_lost(expected: Report) -> None:
    executor = Disorderly(lambda number: number % 3 == 0)
    assert play(executor) == expected


def test_what_somebody_cancels_is_played_again(expected: Report) -> None:
    class Cancelling(Disorderly):
        def submit(self, fn: Any, /, *args: Any, **named: Any) -> Future[Any]:
            future = super().submit(fn, *args)
            if self.asked % 5 == 2:
                future.cancel()
            return future

    executor = Cancelling()
    assert play(executor) == expected
    assert executor.cancelled


def test_a_chunk_that_is_always_lost_ends_it() -> None:
    executor = Disorderly(lambda number: True, forever=True)
    with pytest.raises(ResourceError, match=r"lost 5 times with the worker .*: gone"):
        play(executor)


def test_the_figures_of_a_benchmark() -> None:
    with ThreadPoolExecutor(2) as executor:
        found = {figure.id: figure.value for figure in measure_cluster(executor, games=500)}
    assert found["cluster_workers"] == 2
    assert found["cluster_games_per_second"] > 0
    assert found["cluster_worker_speed"] > 0


def test_several_jobs_in_one_stream() -> None:
    jobs = [job_of(LINE_UP[:players], 300 * players, seed=players) for players in (2, 3)]
    alone = [simulate(job.bots, job.games, seed=job.seed) for job in jobs]
    with ThreadPoolExecutor(3) as executor:
        assert list(run_all(jobs, executor=executor)) == alone


# ── workers that die ──────────────────────────────────────────────────────────────────────────────


class Killer(ProcessPoolExecutor):
    """Kill a worker now and then."""

    def __init__(self, times: int = 1) -> None:
        super().__init__(1 + times, get_context("spawn"))
        self.times, self.asked = times, 0

    def submit(self, fn: Any, /, *args: Any, **named: Any) -> Future[Any]:
        future = super().submit(fn, *args)
        self.asked += 1
        if self.asked == 12 and self.times:
            self.times -= 1
            os.kill(next(iter(self._processes)), signal.SIGKILL)
        return future


@pytest.mark.thorough
@posix
@pytest.mark.slow
def test_a_killed_worker_costs_nothing(expected: Report) -> None:
    made: list[Killer] = []

    def make() -> Killer:
        made.append(Killer(times=0 if made else 1))
        return made[-1]

    assert play(make) == expected
    assert len(made) == 2


@posix
@pytest.mark.slow
def test_a_broken_process_pool_is_replaced(expected: Report) -> None:
    with processes(1) as executor:
        asleep = executor.submit(sleep, 60)
        os.kill(next(iter(executor._processes)), signal.SIGKILL)
        assert isinstance(asleep.exception(), BrokenExecutor)
        assert play(executor) == expected


def test_an_executor_that_can_not_be_replaced_is_a_sentence() -> None:
    class Broken(Executor):
        def submit(self, fn: Any, /, *args: Any, **named: Any) -> Future[Any]:
            raise BrokenExecutor("all nodes are gone")

    with pytest.raises(ResourceError, match=r"broken \(all nodes are gone\): give a function"):
        play(Broken())


# ── what travels ──────────────────────────────────────────────────────────────────────────────────


def lowest(view: View) -> uno.Move:
    return min(view.legal)


def roundtrip(bots: Sequence[Any], games: int = 60) -> None:
    job = job_of(bots, games, seed=8)
    there = pickle.loads(pickle.dumps(ChunkPlayer(job)))
    mine, theirs = (player(0, games)[0] for player in (ChunkPlayer(job), there))
    assert (mine == theirs).all()


def test_bots_travel() -> None:
    preference = 7

    def closure(view: View) -> uno.Move:
        return max(view.legal, key=lambda move: int(move) % preference)

    roundtrip(["mixbot2:points(forget=0.3)", "hard", lowest, closure], 20)


OWN_BOT = """
import unolab as uno
from unolab.bots.tools import DRAW, NONE, any_of, jit, lowest_bit, playable, played

LIMIT = 1

@jit
def choose(cards, memory, rng):
    return lowest_bit(cards) if memory.settings[0] > LIMIT else any_of(cards, rng)

@uno.compiled(patience=(3, 0, 8))
def mine(table, hand, memory, rng):
    cards = playable(table, hand)
    return DRAW if cards == NONE else played(choose(cards, memory, rng), hand, rng)
"""


@pytest.mark.slow
def test_compiled_functions_of_ones_own_travel(
    tmp_path: Path, spawned: ProcessPoolExecutor
) -> None:
    file = tmp_path / "bots_of_mine.py"
    file.write_text(OWN_BOT, "utf-8")
    line_up = [f"{file}:mine(patience=2)", "random"]
    assert simulate(line_up, 500, seed=1, executor=spawned) == simulate(line_up, 500, seed=1)


def test_a_bot_that_can_not_travel_is_a_sentence() -> None:
    lock = threading.Lock()

    def locked(view: View) -> uno.Move:
        with lock:
            return view.legal[0]

    with pytest.raises(BadBot, match=r"locked can't be sent to other processes: .*lock"):
        pickle.dumps(ChunkPlayer(job_of([locked, "random"])))


UNCOMPILABLE = """
import unolab as uno

@uno.compiled
def mine(table, hand, memory, rng):
    return [hand, "text"][0] + table
"""


@pytest.mark.slow
def test_a_bot_that_can_not_be_compiled_breaks_no_worker(
    tmp_path: Path, spawned: ProcessPoolExecutor
) -> None:
    (tmp_path / "bad.py").write_text(UNCOMPILABLE, "utf-8")
    with pytest.raises(BadBot, match="mine can't be compiled"):
        simulate([f"{tmp_path / 'bad.py'}:mine", "random"], 10, executor=spawned)
    assert simulate(["random"] * 2, 10, executor=spawned).games == 10


def test_a_bot_whose_module_is_missing_elsewhere_is_a_sentence() -> None:
    parcel = travel.Parcel("theirs", "", (), b"cno_such_module_anywhere\nbot\n.")
    with pytest.raises(BadBot, match=r"theirs can't be loaded by a worker: No module named"):
        travel.unpack_bot(parcel)


@pytest.mark.parametrize(
    ("theirs", "words"),
    [
        ("0.0.1 abc", "a worker has unolab .* and this machine .*: install the same version"),
        (f"{uno.__version__} abc", "a worker has other code of unolab"),
    ],
)
def test_another_version_is_refused(
    theirs: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    luggage = travel.pack(job_of(LINE_UP))
    monkeypatch.setattr(travel, "edition", lambda: theirs)
    with pytest.raises(ResourceError, match=words):
        travel.unpack(luggage)


# ── what a bot does wrong, and what a person does ─────────────────────────────────────────────────


def stubborn(view: View) -> str:
    return "R7"


@pytest.mark.slow
def test_a_bot_that_fails_is_not_asked_again(spawned: ProcessPoolExecutor) -> None:
    with pytest.raises(BotFailed, match=r"stubborn chose an illegal move in game 0, official/2/7"):
        simulate([stubborn, "random"], 200, seed=7, executor=spawned)


def test_ctrl_c_cancels_the_rest() -> None:
    def stop(report: Report) -> None:
        raise KeyboardInterrupt

    executor = Disorderly()
    report = play(executor, progress=stop, pause=0)
    assert report.interrupted
    assert 0 < report.games < GAMES
    alone = simulate(LINE_UP, report.games, "party", seed=4, duplicate=True)
    assert (report.tally == alone.tally).all()
    assert all(future.cancelled() or future.done() for future, _ in executor.kept)


def test_silence_is_told(monkeypatch: pytest.MonkeyPatch, expected: Report) -> None:
    monkeypatch.setattr(handout, "SIGN_OF_LIFE", 0.001)
    heard: list[float] = []

    class Slow(Disorderly):
        delay = 0.03

        def hear_silence(self, seconds: float) -> None:
            heard.append(seconds)

    assert play(Slow()) == expected
    assert heard


@pytest.mark.parametrize("wrong", [7, lambda: None])
def test_what_is_no_executor_is_refused(wrong: Any) -> None:
    with pytest.raises(BadOption, match="an executor has a method submit"):
        play(wrong)


def test_a_gpu_is_not_an_executor() -> None:
    with ThreadPoolExecutor(1) as executor, pytest.raises(BadOption, match="on the cpu"):
        play(executor, on="gpu")
