"""Simulation: the same integers however the games are shared out, and every game again."""

import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import numpy as np
import pytest

import unolab as uno
from tests.conftest import JIT
from tests.kit import thoroughly
from unolab import BotFailed, Report, View, compiled, simulate
from unolab.engine.layout import TALLY
from unolab.engine.legal import FINE, why_not
from unolab.engine.record import Record
from unolab.errors import BadBot
from unolab.moves import CALL
from unolab.simulation import chunk, cores, cpu, run
from unolab.simulation.job import Job, job_of
from unolab.simulation.pool import Pool

Games = Callable[[int], int]
LINE_UP = ("mixbot2", "random", "greedy")


def last_legal(view: View) -> uno.Move:
    return view.legal[-1]


def total(job: Job, threads: int = 2) -> Report:
    return run(job, cpu.parts([job], Pool(threads=threads)))


# ── a pure function of line-up, rules, seed and games ─────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("duplicate", [False, True])
def test_threads_do_not_matter(games: Games, duplicate: bool) -> None:
    reports = [
        simulate(LINE_UP, games(2001), seed=5, threads=threads, duplicate=duplicate)
        for threads in (1, 2, 5)
    ]
    assert reports[0] == reports[1] == reports[2]
    assert reports[0].games >= games(2001)


@pytest.mark.parametrize(("first", "growth"), [(1, 1), (7, 1), (3, 1.7)])
def test_chunks_do_not_matter(
    games: Games, monkeypatch: pytest.MonkeyPatch, first: int, growth: float
) -> None:
    job = job_of(LINE_UP, games(1000), "party", seed=2**127, duplicate=True)
    whole = total(job)
    monkeypatch.setattr(cpu, "FIRST_CHUNK", first)
    monkeypatch.setattr(chunk, "CHUNK_GROWTH", growth)
    assert total(job, 3) == whole


@pytest.mark.slow
def test_parts_come_in_order(games: Games) -> None:
    job = job_of(["random"] * 2, games(4000), seed=1)
    played = 0
    for part in cpu.parts([job], Pool(threads=4)):
        some = int(part["ends"].sum())
        counted = Report(Job(job.bots, job.rules, job.seed, played + some), part)
        if played == 0:
            assert counted == total(job_of(["random"] * 2, some, seed=1))
        played += some
    assert played == job.games


def test_more_games_go_on_where_fewer_end() -> None:
    few, more = (simulate(["random"] * 3, n, seed=9) for n in (2, 4))
    assert [str(few[i]) for i in range(2)] == [str(more[i]) for i in range(2)]
    assert few.wins.sum() < more.wins.sum()


def test_seed_and_rules_do_matter() -> None:
    base = simulate(["random"] * 2, 3)
    assert base != simulate(["random"] * 2, 3, seed=1)
    assert base != simulate(["random"] * 2, 3, "swing")
    assert base != "a report"


# ── single games ──────────────────────────────────────────────────────────────────────────────────


def counted_one_by_one(report: Report) -> dict[str, Any]:
    """Count the games of a report from the games themselves."""
    n = report.players
    counts: dict[str, Any] = {
        "ends": [0, 0, 0],
        "turns": [0],
        "lengths": np.zeros(1024, int),
        **{field: np.zeros((n, n), int) for field in ("seated", "wins", "points")},
        **{field: np.zeros((n, n), int) for field in ("wins_by_pair", "points_by_pair")},
    }
    won, got = np.zeros(n, int), np.zeros(n, int)
    for i in range(report.games):
        state, order = report[i].state, report.seats(i)
        assert sorted(order) == [*range(n)]
        counts["ends"][0 if state.winner is not None else 2 if state.blocked == n else 1] += 1
        counts["turns"][0] += state.turns
        counts["lengths"][min(state.turns, 1023)] += 1
        for seat, bot in enumerate(order):
            place = (seat - state.dealer - 1) % n
            partner = report.rules.partners and (seat ^ 2) == state.winner
            wins = int(seat == state.winner or partner)
            counts["seated"][bot, place] += 1
            counts["wins"][bot, place] += wins
            counts["points"][bot, place] += state.scores[seat]
            won[bot] += wins
            got[bot] += state.scores[seat]
        if (i + 1) % report.job.rotations == 0:
            counts["wins_by_pair"] += np.outer(won, won)
            counts["points_by_pair"] += np.outer(got, got)
            won[:] = got[:] = 0
    return counts


@pytest.mark.parametrize(
    ("bots", "rules", "duplicate"),
    [
        (LINE_UP, "official", False),
        (LINE_UP, "official", True),
        (["cardranking", "random"], "unoai", True),
        (["greedy", "random", "random", "diversity"], "official+partners=true", False),
        (["greedy", "random", "random", "diversity"], "official+partners=true", True),
        (["random", "random"], "official+turn_limit=30", False),
        (["scorebot", "random"], "official+turn_limit=30", True),
        (["classes", "random"], "lowscore", False),
        (["random"] * 5, "party", True),
        ([last_legal, "random", "random"], "official", True),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_report_counts_its_games(bots: list[Any], rules: str, duplicate: bool) -> None:
    report = simulate(bots, 16 if JIT else 2, rules, seed=4, duplicate=duplicate, threads=2)
    n = report.players
    for field, expected in counted_one_by_one(report).items():
        found = report.tally[field][0]
        assert (found[:n, :n] if found.ndim == 2 else found).tolist() == np.array(
            expected
        ).tolist(), field
    if "turn_limit" in rules:
        assert not JIT or report.ends["turn_limit"] > 0
    assert sum(report.ends.values()) == report.games == len(report)


def test_in_a_duplicate_every_bot_has_every_seat_of_a_deal() -> None:
    report = simulate(LINE_UP, 4, duplicate=True)
    assert report.games == 6  # rounded up to whole deals
    for deal in range(2):
        games = [report[3 * deal + i] for i in range(3)]
        assert len({str(game.start) for game in games}) == 1
        assert len({game.dealer for game in games}) == 1
        assert {game.number for game in games} == {deal}
        seats = [report.seats(3 * deal + i) for i in range(3)]
        assert [sorted(column) for column in zip(*seats, strict=True)] == [[0, 1, 2]] * 3


@pytest.mark.slow
def test_seats_and_dealers_are_drawn_by_lot(games: Games) -> None:
    report = simulate(["random"] * 4, games(4000), seed=3)
    expected = report.games / 4
    seated = report.tally["seated"][0, :4, :4]
    assert seated.sum(axis=0).tolist() == seated.sum(axis=1).tolist() == [report.games] * 4
    assert abs(seated - expected).max() < 5 * expected**0.5


def test_a_game_that_was_not_played() -> None:
    report = simulate(["random"] * 2, 5)
    assert str(report[-1]) == str(report[4])
    for game in (5, -6):
        with pytest.raises(IndexError, match=f"there is no game {game}: 5 were played"):
            report[game]
    with pytest.raises(IndexError):
        report.seats(5)


# ── bots of one's own ─────────────────────────────────────────────────────────────────────────────


def lowest(view: View) -> int:
    return view.legal[0]


@compiled
def lowest_compiled(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    for action in range(CALL):
        if why_not(table, hand, action) == FINE:
            return action
    return -1


@pytest.mark.parametrize("rules", ["official", "party", "official+stacking=any+wd4=free", "kata"])
def test_plain_bots_play_as_their_compiled_twins_do(games: Games, rules: str) -> None:
    count = games(200)
    plain = simulate([lowest, "mixbot2", lowest], count, rules, seed=8, duplicate=True)
    twins: list[Any] = [lowest_compiled, "mixbot2", lowest_compiled]
    assert plain.tally == simulate(twins, count, rules, seed=8, duplicate=True).tally


class Watchful:
    """A bot that is asked for everything, and lets every chance out of turn go by."""

    everything = True

    def __init__(self) -> None:
        self.passes = 0

    def __call__(self, view: View) -> str | None:
        if view.seat != view.turn:
            self.passes += 1
            return None
        return str(view.legal[0])


def test_a_plain_bot_may_be_asked_for_everything(games: Games) -> None:
    bot = Watchful()
    report = simulate([bot, "random", "random"], games(200), "party")
    assert bot.passes > 0 or not JIT
    assert [str(bot) for bot in report.bots] == ["Watchful", "random", "random"]


def test_bots_of_the_same_name_are_told_apart() -> None:
    first, second = (lambda view: view.legal[0]), (lambda view: view.legal[-1])
    report = simulate([first, second, first, "random"], 1)
    names = ["<lambda>", "<lambda>-2", "<lambda>", "random"]
    assert [str(bot) for bot in report.bots] == names


def raising(view: View) -> str:
    raise RuntimeError("out of ideas")


def silent(view: View) -> None:
    return None


def stubborn(view: View) -> str:
    return "R7"


def babbling(view: View) -> str:
    return "red seven"


@compiled
def out_of_bounds(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return int(memory.notes[99])


@compiled
def stubborn_compiled(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return 7


@compiled
def babbling_compiled(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    return 12345


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (raising, "raising raised RuntimeError: out of ideas .line .* of test_simulate.py"),
        (silent, "silent answered None in its turn in game .*, official/2/3.*: "),
        (stubborn, "stubborn chose an illegal move in game .*: seat . cannot play R7 on"),
        (babbling, "babbling answered 'red seven', which is not a move, in .* .game"),
        (
            stubborn_compiled,
            "stubborn_compiled chose an illegal move in official/2/3.* cannot play R7",
        ),
        *thoroughly(
            (out_of_bounds, "out_of_bounds raised IndexError: index 99 .* in official/2/3.*game 0"),
            (
                babbling_compiled,
                "babbling_compiled answered 12345, which is not a move, in official/2/3",
            ),
        ),
    ],
)
def test_a_bot_that_fails_is_named(bot: Any, words: str) -> None:
    with pytest.raises(BotFailed, match=words):
        simulate([bot, "random"], 50, seed=3)
    assert not workers()


def test_a_compiled_bot_that_fails_among_plain_ones_is_named() -> None:
    with pytest.raises(BotFailed, match="stubborn_compiled chose an illegal move in "):
        simulate([lowest, stubborn_compiled], 50, seed=3)


# ── stopping, and how much is kept ────────────────────────────────────────────────────────────────


def workers() -> list[str]:
    return [t.name for t in threading.enumerate() if t.name.startswith("unolab")]


@pytest.mark.slow
def test_closing_stops_the_work() -> None:
    jobs = [job_of(["random"] * 2, 10**12)]
    with closing(cpu.parts(jobs, Pool(threads=3))) as parts:  # type: ignore[type-var]
        next(parts)
        assert workers()
    assert not workers()


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_played() -> None:
    seen: list[Report] = []

    def stop(report: Report) -> None:
        seen.append(report)
        raise KeyboardInterrupt

    report = simulate(["random"] * 2, 10**12, seed=1, progress=stop)
    assert report.interrupted
    assert report.games == seen[0].games > 0
    assert report.job.games == 10**12
    assert (report.tally == total(job_of(["random"] * 2, report.games, seed=1)).tally).all()
    assert "stopped after" in str(report)
    assert not workers()


def test_ctrl_c_before_the_first_game() -> None:
    def nothing() -> Iterator[Record]:
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        run(job_of(["random"] * 2, 10), nothing())


@pytest.mark.slow
def test_progress_is_told_of_more_and_more(games: Games) -> None:
    seen: list[Report] = []
    count = games(5000)
    report = simulate(["random"] * 2, count, progress=seen.append, pause=0.0)
    played = [one.games for one in seen]
    assert played == sorted(set(played))
    assert played[-1] == count
    assert seen[-1] == report
    assert not report.interrupted


@pytest.mark.slow
def test_memory_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu, "FIRST_CHUNK", 1)
    monkeypatch.setattr(
        chunk, "CHUNK_GROWTH", 1
    )  # 3,000 chunks, of which each has a tally of its own
    job = job_of(["random"] * 2, 3000)
    total(job)
    tracemalloc.start()
    try:
        total(job)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 50 * TALLY.itemsize


# ── what is asked for ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"bots": []}, "2 to 10 players, not 0"),
        ({"bots": ["random"]}, "2 to 10 players, not 1"),
        ({"bots": ["random"] * 11}, "2 to 10 players, not 11"),
        ({"bots": "random"}, "bots are a list"),
        ({"bots": ["random", "randon"]}, "unknown bot 'randon'"),
        ({"bots": ["random", 5]}, "5 is not a bot"),
        ({"games": 0}, "the number of games must be a whole number from 1 to 10..12, not 0"),
        ({"games": 10**12 + 1}, "not 1000000000001"),
        ({"games": 1e6}, "not 1000000.0"),
        ({"games": True}, "not True"),
        ({"seed": -1}, "the seed must be a whole number from 0 to 2..128 - 1, not -1"),
        ({"seed": 2**128}, "the seed must be"),
        ({"seed": "7"}, "the seed must be"),
        ({"threads": 0}, "the number of threads must be a whole number from 1 to 1024, not 0"),
        ({"threads": 1025}, "not 1025"),
        ({"threads": 1.5}, "not 1.5"),
        ({"on": "tpu"}, "on the cpu or the gpu, not on 'tpu'"),
        ({"rules": "oficial"}, "unknown preset"),
        ({"rules": "official+partners=true"}, "needs 4 players"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_nonsense_is_refused(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        simulate(**{"bots": ["random", "random"], "games": 10, **asked})


def test_a_bot_that_is_none_is_a_bad_bot() -> None:
    with pytest.raises(BadBot):
        simulate(["random", "nobody"], 10)


def test_the_function_and_its_package_have_different_names() -> None:
    import unolab.simulation.report

    assert uno.simulate is simulate
    assert unolab.simulation.report.Report is uno.Report


def test_all_cores_by_default() -> None:
    assert cores() >= 1
    assert JIT or not workers()
