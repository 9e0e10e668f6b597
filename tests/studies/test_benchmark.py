"""The benchmark: what is played, what it comes to, and what a file from a stranger is worth."""

import json
import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from hashlib import blake2b
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.command import refused, run
from unolab.bots import Bot
from unolab.errors import BadOption, BotFailed, NotationError, ResourceError
from unolab.foreign import Limits
from unolab.simulation import simulate
from unolab.simulation.statistics import student_t
from unolab.studies.benchmark import (
    POOL,
    Plan,
    Result,
    Run,
    benchmark,
    check_result,
    plan_of,
    read_file,
    write_file,
)
from unolab.studies.benchmark import play as playing
from unolab.studies.benchmark.calibration import calibrate
from unolab.studies.benchmark.file import MOST_BYTES, describe, read_result
from unolab.studies.benchmark.plan import RULE_SETS, SIZES, TABLES, Table
from unolab.studies.benchmark.pool import ANCHOR, POOL_VERSION, Member
from unolab.studies.benchmark.score import Average, Score
from unolab.studies.benchmark.text import lines, write_time
from unolab.tournament import Entry

pytestmark = pytest.mark.slow  # the bots want to be compiled

ROOT = Path(__file__).parents[2]
SMALL: dict[str, Any] = {"players": [2, 3], "opponents": ["random", "greedy"]}


def measure(player: str = "greedy", deals: int = 4, **more: Any) -> Result:
    return benchmark(Entry("Ada", player), plan_of(deals, **SMALL), **more)


@pytest.fixture(scope="module")
def result() -> Result:
    """A small one, of a bot that comes with unolab."""
    return measure("mixbot2", 6)


# ── what is played ────────────────────────────────────────────────────────────────────────────────


def test_the_tables_are_those_of_the_text() -> None:
    assert SIZES == (2, 3, 4, 6, 10)
    assert len(RULE_SETS) == 3
    assert len(TABLES) == len({table.name for table in TABLES}) == 3 * len(POOL) * 9
    assert len({table.seed(0) for table in TABLES}) == len(TABLES)
    assert all(table.agreed.turn_limit for table in TABLES)  # every game ends


def test_a_table_is_a_duplicate_simulation(result: Result) -> None:
    for table, score in result.scores.items():
        others = [table.opponent] * (table.players - table.copies)
        bots = ["mixbot2"] * table.copies + others
        games = 6 * table.players
        report = simulate(bots, games, table.agreed, table.seed(0), duplicate=True)
        assert sum(score.wins) == report.wins[: table.copies].sum()
        assert sum(score.losses) == report.wins[table.copies :].sum()
        assert score.turns == report.tally["turns"].sum()


def test_threads_change_nothing(result: Result) -> None:
    for threads in (1, 3):
        again = measure("mixbot2", 6, threads=threads)
        assert describe(again)["tables"] == describe(result)["tables"]


def test_more_deals_begin_with_the_same_ones(result: Result) -> None:
    for table, score in measure("mixbot2", 3).scores.items():
        assert score.wins == result.scores[table].wins[:3]


def test_a_copy_of_the_opponent_wins_its_share() -> None:
    same = benchmark(Entry("Ada", "greedy"), plan_of(5, opponents=["greedy"], players=[2, 4]))
    for table, score in same.scores.items():
        assert [*score.wins] == [table.copies] * 5


def test_the_pool_is_frozen() -> None:
    """A member that plays otherwise needs a new version, and so does the pool: see pool.py."""
    old = ["random", "greedy", "ashtabna", "mixbot2"]
    digest = blake2b(digest_size=8)
    for name in old:
        found = benchmark(name, plan_of(3, players=[2, 4], opponents=old))
        for score in found.scores.values():
            digest.update(bytes(score.wins) + bytes(score.losses))
    assert digest.hexdigest() == "1a1168c52fd828c1"


def test_a_member_with_other_weights_is_refused() -> None:
    with pytest.raises(ResourceError, match="greedy has other weights than version 7"):
        _ = Member("greedy", 7, "greedy", 1000.0, "00" * 32).bot


def test_tables_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadOption, match=r"no opponent 'gredy' \(did you mean greedy\?\)"):
        plan_of(opponents=["gredy"])
    with pytest.raises(BadOption, match="no table size 5"):
        plan_of(players=[5])
    with pytest.raises(BadOption, match="number of deals"):
        plan_of(0)


# ── what it comes to ──────────────────────────────────────────────────────────────────────────────


def test_intervals_are_clustered_by_deal() -> None:
    wins = [0, 3, 1, 2, 0, 3, 3, 1, 0, 2] * 30
    score = Score(4, bytearray(wins), bytearray(4 - won for won in wins))
    table = Table("official", 4, "random")
    deals, mean = len(wins), float(np.mean(wins))
    # as if there were one more deal that says nothing about the mean
    variance = np.mean(np.square(wins)) - mean**2 * deals / (deals + 1)
    error = sqrt(variance / deals) / 4
    assert score.win_rate == mean / 4
    assert score.measure.error(np.array([1.0, 0.0])) == pytest.approx(error)
    low, high = score.win_rate_interval
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.02)
    naive = 1.96 * sqrt(mean / 4 * (1 - mean / 4) / (4 * deals))
    assert (high - low) / 2 > 1.2 * naive
    two = Average([(table, score), (replace(table, opponent="greedy"), score)])
    assert two.fair_shares.value == pytest.approx(mean)
    assert two.fair_shares.margin == pytest.approx(student_t(598) * 4 * error / sqrt(2))


def test_the_better_bot_has_the_better_rating(result: Result) -> None:
    worse = measure("random", 6)
    assert result.rating.low > worse.rating.high
    assert result.covers_all is False
    assert result.complete


def test_undecided_games_are_counted() -> None:
    score = Score(4, bytearray([1, 0]), bytearray([2, 4]))
    assert (score.games, score.undecided) == (8, 1)


def test_ratings_of_the_pool_are_anchored() -> None:
    plan = plan_of(3, players=[2])
    found = calibrate([benchmark(Entry(name, name), plan) for name in POOL])
    assert found[ANCHOR] == POOL[ANCHOR].rating == 1000
    assert found["mixbot2"] > 1000
    with pytest.raises(BadOption, match="every member"):
        calibrate([])


def test_a_time_is_written_in_its_unit() -> None:
    times = (2.5, 0.0123, 4.56e-5, 7e-8, 0.0)
    assert [*map(write_time, times)] == ["2.5 s", "12.3 ms", "45.6 µs", "70 ns", "0 ns"]


def test_luck_is_taken_out_of_wins_and_losses() -> None:
    luck = [1.0, -1.0, 0.5, -0.5] * 10
    wins = bytearray(2 + round(part) for part in luck)
    score = Score(4, wins, bytearray(4 - won for won in wins))
    raw = score.win_rate
    assert score.times_fewer == 1
    score.luck = luck
    assert score.win_rate == pytest.approx(raw)  # this luck has a mean of zero
    assert score.measure.sums.sum() == score.games
    assert score.times_fewer > 2
    score.luck = [4.0] * 40
    assert 0 <= score.win_rate < raw


# ── Ctrl-C and time ───────────────────────────────────────────────────────────────────────────────


def test_ctrl_c_leaves_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "REPORT_PAUSE", 0.0)

    def stop(run: Run) -> None:
        if len(run.scores) == len(run.plan.tables):
            raise KeyboardInterrupt

    found = measure(deals=1_000_000, progress=stop)
    assert found.interrupted
    assert not found.complete
    assert found.games >= sum(table.players for table in found.scores)
    assert " (of 1,000,000) deals" in " ".join(lines(found))
    check_result(read_result(json.dumps(describe(found)).encode()))


def test_ctrl_c_before_anything_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "_take", stop)
    with pytest.raises(KeyboardInterrupt):
        measure()


def test_it_ends_when_the_time_is_up() -> None:
    found = measure(deals=1_000_000, seconds=0.3)
    assert not found.complete
    assert not found.interrupted
    with pytest.raises(BadOption, match="no deal was finished"):
        measure(seconds=0.0)


# ── players of all kinds ──────────────────────────────────────────────────────────────────────────

PLAIN = "def first(view):\n    return view.legal[0]\n"
FEW = plan_of(1, rules=["house"], players=[2, 3], opponents=["greedy"])
PATIENT = Limits(move=30, game=300, start=120)  # a busy machine starts a process slowly


def test_a_plain_bot_plays_the_same_here_and_in_a_process(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(PLAIN)
    entry = Entry("Ben", "plain.py:first", tmp_path)
    apart, here = (
        benchmark(entry, FEW, confined=confined, limits=PATIENT) for confined in (True, False)
    )
    one, other = describe(apart), describe(here)
    assert one["tables"] == other["tables"]
    assert one["player"] == other["player"]
    assert str(tmp_path) not in json.dumps(one)
    assert one["player"]["bot"] is None
    assert apart.seconds_per_move > 0
    assert check_result(read_result(json.dumps(one).encode())).fresh_deals == 0


def test_a_program_in_another_process_plays() -> None:
    command = f"{sys.executable} {ROOT / 'examples/bots/json_bot.py'}"
    entry = Entry("Cem", command, ROOT / "examples/bots")
    found = benchmark(entry, FEW, limits=PATIENT)
    assert found.complete
    assert found.faults == {}
    assert check_result(read_result(json.dumps(describe(found)).encode())).games == 2 + 3 + 3


def test_who_does_wrong_too_often_is_out(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def bad(view):\n    raise ValueError('oh')\n")
    entry = Entry("Dan", "bad.py:bad", tmp_path)
    one = plan_of(1, rules=["house"], players=[2], opponents=["greedy"])
    found = benchmark(entry, one, faults=10_000, limits=PATIENT)
    assert not found.disqualified
    assert set(found.faults) == {"exception"}
    assert "oh" in found.first_faults[0]
    assert "Faults: " in "\n".join(lines(found))
    with pytest.raises(BotFailed, match="Dan did wrong too often"):
        benchmark(entry, one, faults=1, limits=PATIENT)
    with pytest.raises(BotFailed, match="oh"):
        benchmark(entry, one, confined=False)


# ── files ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_file_is_what_was_played(result: Result, tmp_path: Path) -> None:
    path = tmp_path / "ada.json"
    write_file(result, path)
    again = read_file(path)
    assert describe(again) == describe(result)
    assert again.to_dict() == result.to_dict()
    checked = check_result(again)
    assert checked.games == sum(table.players for table in result.scores)
    assert checked.fresh_deals == 6 * len(result.scores)


def test_luck_is_measured_and_checked(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(PLAIN)
    entry = Entry("Ben", "plain.py:first", tmp_path)
    heard: list[tuple[int, int]] = []
    adjusted = benchmark(
        entry, FEW, limits=PATIENT, adjust=True, adjusting=lambda *told: heard.append(told)
    )
    plain = benchmark(entry, FEW, limits=PATIENT)
    for table, score in adjusted.scores.items():
        assert score.wins == plain.scores[table].wins
        assert len(score.luck) == 1
        assert any(score.luck)
    assert all(games <= of == adjusted.games for games, of in heard)
    assert "luck of the cards drawn is taken out" in " ".join(lines(adjusted))
    file = describe(adjusted)
    again = read_result(json.dumps(file).encode())
    assert describe(again) == file
    check_result(again)
    again.scores[next(iter(again.scores))].luck[0] += 1
    with pytest.raises(NotationError, match="won by luck"):
        check_result(again)
    file["judge"]["critic"] = "00"
    with pytest.raises(NotationError, match="judge: luck was measured by other networks"):
        read_result(json.dumps(file).encode())


Change = Callable[[dict[str, Any]], object]


def deal_with(file: dict[str, Any], change: Callable[[str], str]) -> None:
    """Change the record of the first game of the first table."""
    games = file["tables"][0]["sample"]["games"]
    games[0] = change(games[0])


BAD: dict[str, tuple[Change, str]] = {
    "a field more": (lambda f: f.update(code="x"), "code: extra"),
    "a field less": (lambda f: f.pop("seed"), "seed: field required"),
    "another format": (lambda f: f.update(format="unolab benchmark 2"), "format: "),
    "a text for a number": (lambda f: f.update(seed="0"), "seed: "),
    "a seed that is negative": (lambda f: f.update(seed=-1), "seed: "),
    "true for a number": (lambda f: f.update(deals_wanted=True), "deals_wanted: "),
    "another pool": (lambda f: f["pool"].update(version=99), "pool: measured against pool 99"),
    "other weights in it": (lambda f: f["pool"]["members"][0].update(weights="00"), "pool: "),
    "no tables": (lambda f: f.update(tables=[]), "tables: "),
    "a table twice": (lambda f: f["tables"].append(f["tables"][0]), "is there twice"),
    "a table that does not exist": (lambda f: f["tables"][0].update(players=5), "no table"),
    "a deal more won than lost": (lambda f: f["tables"][0].update(wins="1"), "wins has 1 deals"),
    "too many games won": (
        lambda f: f["tables"][0].update(wins="222222", losses="222222"),
        "deal 0 has 4 games won, but only 2",
    ),
    "luck of a deal more": (lambda f: f["tables"][0].update(luck=[0.0]), "luck has 1 deals"),
    "luck beyond measure": (lambda f: f["tables"][0].update(luck=[1e9] * 6), "luck.0: "),
    "a letter": (lambda f: f["tables"][0].update(wins="x11111"), "tables.0.wins: "),
    "a result changed": (
        lambda f: f["tables"][0].update(wins="222222", losses="000000"),
        "was drawn, not",
    ),
    "turns changed": (lambda f: f["tables"][1].update(turns=1), "was drawn, not"),
    "another name": (lambda f: f["player"].update(name="Eve"), "was drawn, not"),
    "a name that can't be printed": (lambda f: f["player"].update(name="A\n"), "player.name: "),
    "another bot": (lambda f: f["player"].update(bot="nobody"), "player.bot: unknown bot"),
    "a file as a bot": (lambda f: f["player"].update(bot="evil.py:bot"), "player.bot: "),
    "bot and code": (lambda f: f["player"].update(code="0" * 16), "either bot or code"),
    "weights of a bot without": (lambda f: f["player"].update(weights="0" * 64), "weights: "),
    "a game less": (lambda f: f["tables"][0]["sample"]["games"].pop(), "2 games are expected"),
    "another deal": (lambda f: f["tables"][0]["sample"].update(deal=99), "was drawn, not 99"),
    "a fault that does not exist": (lambda f: f["faults"].update(x=1), "no fault 'x'"),
    "complete, but it is not": (lambda f: f.update(deals_wanted=7), "complete: some table"),
    "more deals than wanted": (lambda f: f.update(deals_wanted=5), "deals_wanted: some table"),
    "a game cut off": (lambda f: deal_with(f, lambda text: text[:-4]), "deal "),
    "a game with a word": (lambda f: deal_with(f, lambda text: "hm " + text), "unknown move 'hm'"),
    "another game": (lambda f: deal_with(f, lambda text: "+ " + text), "is played there"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_refused_in_a_sentence(kind: str, result: Result) -> None:
    change, words = BAD[kind]
    file = deepcopy(describe(result))
    change(file)
    with pytest.raises(NotationError) as error:
        check_result(read_result(json.dumps(file).encode()))
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not the result"),
        (b'{"format": "other"}', "not the result"),
        (b'{"format": "unolab benchmark 1", "seed": NaN}', "NaN is not a number"),
        (b'{"format": "unolab benchmark 1", "seed": 1, "seed": 2}', "same key twice"),
        (b'{"format": "unolab benchmark 1", "seed": ' + b"9" * 9999 + b"}", "not JSON"),
    ],
)
def test_what_is_no_result_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        read_result(data)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(ResourceError, match="too large"):
        read_file(path)
    with pytest.raises(ResourceError, match="can't be read"):
        read_file(tmp_path / "none.json")


def forge(result: Result, **player: Any) -> dict[str, Any]:
    """Claim a result that draws its own samples: only replaying it can tell."""
    from unolab.studies.benchmark.result import Sample, draw_sample

    changed = replace(result, player=result.player._replace(**player))
    samples = {
        table: Sample(
            deal,
            tuple(" ".join(map(str, game.moves)) for game in games_of(table, deal)),
        )
        for table, deal in draw_sample(changed)
    }
    return describe(replace(changed, samples=samples))


def games_of(table: Table, deal: int) -> list[Any]:
    from unolab.simulation.seating import game_of

    job = table.job(Bot.parse("mixbot2"), 0, deal + 1)
    return [game_of(job, deal * table.players + at) for at in range(table.players)]


def test_a_bot_that_others_pose_as_is_found_out(result: Result) -> None:
    forged = forge(result, bot="greedy")  # with the games of mixbot2, which won more
    with pytest.raises(NotationError, match=r"tables\.\d+ \(.*\): deal \d+, game \d+: move"):
        check_result(read_result(json.dumps(forged).encode()))


def test_results_that_their_games_do_not_have_are_found_out(result: Result) -> None:
    better = {
        table: Score(score.players, bytearray([table.players] * 6), bytearray(6), score.turns)
        for table, score in result.scores.items()
    }
    for bot, code in (("mixbot2", None), (None, "0" * 16)):
        forged = forge(replace(result, scores=better), bot=bot, code=code)
        with pytest.raises(NotationError, match=r"is claimed to have [23] games won and 0 lost"):
            check_result(read_result(json.dumps(forged).encode()))


def refusal_of(told: dict[str, Any]) -> str:
    """Return why a result is refused."""
    try:
        check_result(read_result(json.dumps(told).encode()))
    except NotationError as error:
        return str(error)
    return ""


def test_moves_that_a_member_would_not_make_are_found_out(result: Result) -> None:
    """A program may move as it likes, and this one claims the moves of mixbot2."""
    honest = forge(result, bot=None, code="0" * 16)
    check_result(read_result(json.dumps(honest).encode()))
    found = free = 0
    for at, text in enumerate(honest["tables"][0]["sample"]["games"]):
        words = text.split()
        for place in range(len(words)):
            forged = deepcopy(honest)
            changed = [*words[:place], "+" if words[place] != "+" else "-", *words[place + 1 :]]
            forged["tables"][0]["sample"]["games"][at] = " ".join(changed)
            told = refusal_of(forged)
            assert told == "" or f"game {at}: " in told
            found += told != ""
            free += told == ""  # its own move, after which everything goes on as before
    assert found > 20
    assert free <= len(honest["tables"][0]["sample"]["games"])


def test_deals_outside_the_sample_are_found_out(result: Result) -> None:
    table, score = next(iter(result.scores.items()))
    lost = Score(score.players, bytearray(6), bytearray([2] * 6), score.turns)
    forged = forge(replace(result, scores={**result.scores, table: lost}))
    with pytest.raises(NotationError, match="claimed"):
        check_result(read_result(json.dumps(forged).encode()), random=Random(1))


# ── the command ───────────────────────────────────────────────────────────────────────────────────

TINY = ("--deals", "2", "--players", "2", "--opponents", "random")


def test_the_command_measures_and_checks(tmp_path: Path) -> None:
    path, table = str(tmp_path / "a.json"), tmp_path / "a.csv"
    done = run("benchmark", "greedy", *TINY, "--output", path, "--csv", str(table))
    assert (done.code, done.err) == (0, "")
    pool = f"pool {POOL_VERSION}"
    assert done.out.startswith(f"greedy against {pool}, seed 0: 3 tables, 2 deals at each")
    assert "Rating " in done.out
    assert len(table.read_text().splitlines()) == 4
    checked = run("benchmark", "--check", path)
    assert checked.code == 0
    assert "6 games were replayed, and 6 deals from scratch, and all agree" in checked.out
    assert run("benchmark", "--check", path, "--json").json["checked"]["games"] == 6


def test_the_command_refuses_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("{}")
    refused(run("benchmark"), "name a player")
    refused(run("benchmark", "greedy", "--check", str(path)), "--check cannot be combined")
    refused(run("benchmark", "--check", str(path)), "a.json: not the result of a benchmark")
    refused(run("benchmark", "nobody", *TINY), "there is no bot 'nobody'")
    refused(run("benchmark", "greedy", "--players", "5"), "no table size 5")
    refused(run("benchmark", "greedy", "--players", "x"), "whole number")
    refused(run("benchmark", "greedy", "--rules", "kata"), "no rule set 'kata'")
    refused(run("benchmark", "greedy", "--time", "0"), "--time")
    refused(run("benchmark", "greedy", "--output", str(tmp_path / "no/a.json")), "no folder")


def test_a_default_plan_has_all_tables() -> None:
    assert Plan().tables == TABLES
    assert Plan(deals=2).games == 2 * sum(table.players for table in TABLES)
