"""Reports: how sure they are, and the forms they take."""

import builtins
import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import JIT
from tests.kit import thoroughly
from unolab import Move, Report, View, simulate
from unolab.simulation.job import job_of
from unolab.simulation.plot import short
from unolab.simulation.report import Comparison
from unolab.simulation.statistics import Measure, covariances, p_value, wilson
from unolab.simulation.text import lines, verdict

GAMES = 80 if JIT else 8
LINE_UP = ("mixbot2", "random", "greedy", "random")


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate(LINE_UP, GAMES, seed=7)


@pytest.fixture(scope="module")
def duplicate() -> Report:
    return simulate(LINE_UP, GAMES, seed=7, duplicate=True, comebacks=True)


# ── statistics ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (500, 1000, 0.4691, 0.5309)],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=5e-5)


def test_p_values() -> None:
    assert p_value(0) == 1
    assert p_value(1.959964) == p_value(-1.959964) == pytest.approx(0.05, abs=1e-7)
    assert p_value(5) == pytest.approx(5.733e-7, rel=1e-3)


def deals_of(report: Report) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """What every bot got from every deal, wins and points, from the single games."""
    shape = report.deals, report.players
    wins, points = np.zeros(shape), np.zeros(shape)
    for i in range(report.games):
        game, deal, order = report[i], i // report.job.rotations, report.seats(i)
        if game.winner is not None:
            wins[deal, order[game.winner]] += 1
        for seat, got in enumerate(game.state.scores):
            points[deal, order[seat]] += got
    return wins, points


@pytest.mark.slow
@pytest.mark.parametrize("which", ["report", "duplicate"])
def test_errors_are_those_of_the_deals(which: str, request: pytest.FixtureRequest) -> None:
    report = request.getfixturevalue(which)
    for each, error, rate in zip(
        deals_of(report),
        (report.error, report.points_error),
        (report.win_rate, report.points_per_game),
        strict=True,
    ):
        per_game = each / report.job.rotations
        assert rate == pytest.approx(per_game.mean(axis=0))
        # one deal more, see statistics.py: a small difference for the 20 deals here
        naive = per_game.std(axis=0) / math.sqrt(report.deals)
        extra = per_game.mean(axis=0) ** 2 / (report.deals + 1) / report.deals
        assert error**2 == pytest.approx(naive**2 + extra)


@pytest.mark.slow
def test_a_comparison_is_that_of_the_deals(duplicate: Report) -> None:
    wins, points = deals_of(duplicate)
    found = {(c.bot, c.other): c for c in duplicate.comparisons}
    assert len(found) == 3
    comparison = found["mixbot2", "random"]
    for each, difference, z in (
        (wins, comparison.difference, comparison.z),
        (points, comparison.points_difference, comparison.points_z),
    ):
        between = each[:, 0] - (each[:, 1] + each[:, 3]) / 2
        assert difference == pytest.approx(between.mean() / 4)
        assert z == pytest.approx(between.sum() / math.sqrt((between**2).sum()))


def test_without_duplicates_the_intervals_are_plain_wilson(report: Report) -> None:
    slack = 1 / report.games  # variances are estimated as if there were one game more
    for rate, interval in zip(report.win_rate, report.interval, strict=True):
        assert tuple(interval) == pytest.approx(wilson(float(rate), report.games), slack)
    assert report.variance_ratio == 1


def test_large_numbers_keep_their_digits() -> None:
    sums = np.array([5 * 10**11, 5 * 10**11])
    products = np.array([[5 * 10**11, 0], [0, 5 * 10**11]])
    wins = Measure(sums, products, 10**12, 10**12)
    low, high = wins.rate_interval(np.array([1.0, 0.0]))
    assert high - low == pytest.approx(2 * 1.96e-6 / 2, rel=1e-3)
    assert covariances(sums, products, 10**12) == pytest.approx(
        np.array([[0.25, -0.25], [-0.25, 0.25]])
    )


def test_one_game_is_not_sure_of_anything() -> None:
    report = simulate(["mixbot2", "random"], 1)
    assert (report.interval[:, 1] - report.interval[:, 0] > 0.7).all()
    assert not any(comparison.significant for comparison in report.comparisons)
    assert report.comparisons[0].interval[0] < 0
    assert str(report)


def test_nothing_is_told_apart_where_nobody_wins() -> None:
    report = simulate(["mixbot2", "random"], 6, "official+turn_limit=3")
    assert report.ends == {"won": 0, "turn_limit": 6, "stuck": 0}
    assert report.win_rate.tolist() == [0, 0]
    assert report.interval[:, 0].tolist() == [0, 0]
    assert (report.comparisons[0].z, report.comparisons[0].p) == (0, 1)
    assert "Nobody won 6 games (100.00 %) that reached the turn limit." in str(report)
    assert "can't be told apart" in str(report)


@pytest.mark.slow
@pytest.mark.parametrize("duplicate", [True, *thoroughly(False)])
def test_intervals_cover_the_truth(duplicate: bool) -> None:
    """Of the intervals from short series, 95 % have what a long one finds."""
    series, bots = 400, ["cardranking", "random"]
    truth = simulate(bots, 200_000, "unoai", seed=10**9)
    rate, points = truth.win_rate[0], truth.comparisons[0].points_difference
    covered = np.zeros(3)
    for seed in range(series):
        report = simulate(bots, 100, "unoai", seed, threads=1, duplicate=duplicate)
        comparison = report.comparisons[0]
        sign = 1 if comparison.bot == bots[0] else -1
        covered += [
            low <= value <= high
            for (low, high), value in (
                (report.interval[0], rate),
                (comparison.interval, sign * (2 * rate - 1)),
                (comparison.points_interval, sign * points),
            )
        ]
    assert (abs(covered / series - 0.95) < 4 * math.sqrt(0.05 * 0.95 / series)).all()


@pytest.mark.thorough
@pytest.mark.slow
def test_what_is_alike_is_seldom_told_apart() -> None:
    series, told_apart = 400, 0
    bots = ["random", "random(challenge=1)"]  # which makes no difference where nobody may
    for seed in range(series):
        report = simulate(bots, 60, "official+wd4=free", seed, threads=1)
        told_apart += report.comparisons[0].significant
    assert abs(told_apart / series - 0.05) < 4 * math.sqrt(0.05 * 0.95 / series)


@pytest.mark.slow
def test_duplicates_vary_less() -> None:
    report = simulate(["cardranking", "random"], 100_000, "unoai", duplicate=True)
    assert (report.variance_ratio or 0) > 1.01
    free = simulate(["cardranking", "random"], 100_000, "unoai")
    assert report.error[0] < free.error[0]
    assert abs(report.win_rate[0] - free.win_rate[0]) < 5 * (report.error[0] + free.error[0])


# ── what it says ──────────────────────────────────────────────────────────────────────────────────


def test_arrays_fit_together(report: Report) -> None:
    assert report.wins.dtype == report.points.dtype == report.lengths.dtype == np.int64
    assert report.wins.sum() == report.ends["won"]
    assert report.by_place.shape == (4, 4)
    assert report.lengths.sum() == report.games == GAMES
    assert report.mean_length == pytest.approx(report.lengths @ np.arange(1024) / GAMES)
    lengths = np.repeat(np.arange(1024), report.lengths)
    assert report.quartiles == tuple(lengths[np.array([1, 2, 3]) * GAMES // 4 - 1])
    assert report.length(1) == lengths[-1]
    first = sum(report.tally["wins"][0, :4, 0])
    assert report.first_place_edge == pytest.approx(first / GAMES - 0.25)
    assert report.comebacks is None


def test_comebacks(duplicate: Report) -> None:
    assert duplicate.comebacks is not None
    assert 0 <= duplicate.comebacks <= 1
    assert "of the winners were 5 or more cards behind" in str(duplicate)


def test_the_same_bot_several_times_is_one_standing(report: Report) -> None:
    standings = {standing.bot: standing for standing in report.standings}
    assert set(standings) == {"mixbot2", "random", "greedy"}
    both = standings["random"]
    assert both.entries == (1, 3)
    assert both.win_rate == pytest.approx(report.win_rate[[1, 3]].mean())
    assert both.points_per_game == pytest.approx(report.points_per_game[[1, 3]].mean())
    single = standings["greedy"]
    assert single.interval == tuple(report.interval[2])
    assert single.error == report.error[2]
    rates = [standing.win_rate for standing in report.standings]
    assert rates == sorted(rates, reverse=True)


def test_text(report: Report) -> None:
    text = str(report)
    assert text.startswith(f"official, 4 players, seed 7: {GAMES} games")
    assert "random, each of 2" in text
    assert "% by place" in text
    assert "A game takes" in text
    assert max(map(len, text.splitlines())) <= 100
    assert repr(report) == f"<Report of {GAMES} games: mixbot2, random, greedy, random>"


def test_text_of_a_duplicate(duplicate: Report) -> None:
    assert f"each of {GAMES // 4} deals once from every seat" in str(duplicate)
    assert "The duplicate deals are worth" in str(duplicate)


@pytest.mark.slow
def test_of_many_bots_only_neighbours_are_compared() -> None:
    report = simulate(["random", "greedy", "classes", "ashtabna", "scorebot", "mixbot"], 6)
    assert len(report.comparisons) == 15
    text = str(report)
    assert text.count("percentage points") == 5
    assert "Only neighbours are listed here; --json has all 15 pairs." in text


def test_fewer_points_may_be_better() -> None:
    assert "fewer are better" in str(simulate(["random"] * 2, 4, "lowscore"))
    assert "fewer are better" not in str(simulate(["random"] * 2, 4))


def test_a_narrow_text_has_names_on_lines_of_their_own() -> None:
    long = "random(challenge=1.0)"
    report = simulate([long, *["random"] * 9], 6)
    shown = list(lines(report, 60))
    assert max(map(len, shown)) <= 60
    assert str(report.bots[0]) in shown
    assert "random, each of 9" in shown
    assert max(map(len, lines(report, 120))) > 60


def test_a_difference_is_100_points_at_most() -> None:
    low = Comparison("a", "b", 1.0, (-0.4, 2.4), 1, 0.3, 0, (0, 0), 0, 1, significant=False)
    assert "100.00 percentage points (-40.00 to 100.00, p = 0.3)" in verdict(low)


# ── other forms ───────────────────────────────────────────────────────────────────────────────────


def test_json(report: Report) -> None:
    facts = json.loads(report.to_json())
    assert facts == json.loads(json.dumps(report.to_dict()))
    assert [bot["bot"] for bot in facts["bots"]] == list(LINE_UP)
    assert [bot["wins"] for bot in facts["bots"]] == report.wins.tolist()
    assert [bot["win_rate_interval"] for bot in facts["bots"]] == report.interval.tolist()
    assert facts["games"] == facts["games_wanted"] == GAMES
    assert sum(facts["lengths"]) == GAMES
    assert {c["bot"] for c in facts["comparisons"]} <= set(LINE_UP)
    again = simulate(
        [bot["bot"] for bot in facts["bots"]], facts["games"], facts["rules"], facts["seed"]
    )
    assert again == report


def test_json_knows_no_nan() -> None:
    report = simulate(["random", "random"], 1)  # each of them had one place only
    assert "NaN" not in report.to_json()
    assert report.to_dict()["bots"][0]["win_rate_by_place"].count(None) == 1
    assert "-" in str(report)


def test_csv(report: Report) -> None:
    rows = [*csv.DictReader(io.StringIO(report.to_csv()))]
    assert [row["bot"] for row in rows] == list(LINE_UP)
    assert [int(row["wins"]) for row in rows] == report.wins.tolist()
    assert [float(row["points_per_game"]) for row in rows] == report.points_per_game.tolist()
    assert [float(row["win_rate_interval_high"]) for row in rows] == report.interval[:, 1].tolist()
    assert [float(row["win_rate_by_place_3"]) for row in rows] == report.by_place[:, 3].tolist()


@pytest.mark.parametrize(
    ("kind", "start"), [("svg", b"<?xml"), *thoroughly(("png", b"\x89PNG"), ("pdf", b"%PDF"))]
)
def test_picture(report: Report, tmp_path: Path, kind: str, start: bytes) -> None:
    path = tmp_path / f"report.{kind}"
    report.plot(path)
    assert path.read_bytes().startswith(start)


def test_long_names_are_broken_in_a_picture() -> None:
    long = "mixbot2(slack=2,limit_wild=3,end_limit_draw_four=7)"
    assert short(long).split("\n") == ["mixbot2(slack=2,limit_wild=3,", "end_limit_draw_four=7)"]
    assert short("random") == "random"
    assert short("/a/very/long/folder/" * 9).count("\n") == 3
    assert short("/a/very/long/folder/" * 9).endswith("…")


def test_no_picture_in_a_missing_folder(report: Report, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no folder"):
        report.plot(tmp_path / "missing" / "report.png")


def test_games_of_a_report(report: Report) -> None:
    assert report[:2] == [report[0], report[1]]
    assert report[GAMES:] == []
    with pytest.raises(TypeError, match="a game has a whole number, not 'a'"):
        report["a"]  # type: ignore[call-overload]


def test_no_picture_of_that_kind(report: Report, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"a picture is a \.png, \.svg or \.pdf file"):
        report.plot(tmp_path / "x.bmp")
    assert not list(tmp_path.iterdir())


def test_a_picture_needs_matplotlib(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ModuleNotFoundError(name)
        return known(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(
        ImportError, match=r"a picture needs Matplotlib: pip install 'unolab\[plot]'"
    ):
        report.plot(tmp_path / "report.png")


def test_reports_can_be_made_by_hand(report: Report) -> None:
    job = job_of(LINE_UP, GAMES, seed=7)
    assert Report(job, report.tally) == report
    assert Report(job, report.tally).games_per_second == 0
    with pytest.raises(TypeError):
        hash(report)


def test_long_names_do_not_break_the_table() -> None:
    def bot(view: View) -> Move:
        return view.legal[0]

    bot.__name__ = "a_name_that_says_everything_" * 4 + "at_its_end"
    report = simulate([bot, "random"], 5)
    for width in (60, 80):
        written = [*lines(report, width)]
        assert max(map(len, written)) <= width
        assert any(line.startswith("a_name") and line.endswith("at_its_end") for line in written)
