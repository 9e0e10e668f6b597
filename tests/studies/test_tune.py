"""Tuning: the space, the search, its file, the verdict, and the command."""

import json
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.command import Screen, refused, run, without_notice
from tests.kit import thoroughly
from unolab.bots import Bot
from unolab.studies.tune import Confirmation, Estimate, Search, Status, TuningResult, tune
from unolab.studies.tune.run import Tuning
from unolab.studies.tune.space import Space

pytestmark = pytest.mark.slow  # thousands of games

QUICK: dict[str, Any] = {"players": 2, "rules": "unoai", "games": 2000, "fresh": 640}
WORST = "cardranking(rank_draw_two=1,rank_wild=6)"
OWN = """
from unolab.bots import compiled
from unolab.bots.kit.choice import any_of
from unolab.engine.hand import with_color
from unolab.engine.legal import playable

@compiled(pride=(0.5, 0.0, 1.0), sloth=(3, 0, 9))
def idle(table, hand, memory, rng):
    cards = playable(table, hand)
    if cards == 0:
        return 60
    card = any_of(cards, rng)
    return with_color(card, 0) if card >= 60 else card
"""


def space(bot: str, *names: str) -> Space:
    return Space.of(Bot.parse(bot), names)


def story(result: TuningResult) -> list[tuple[object, ...]]:
    """What a search did, trial by trial."""
    return [
        (trial.number, settings, trial.params, trial.intermediate_values, trial.state)
        for settings, trial in result.run.tried.items()
    ]


# ── the space ─────────────────────────────────────────────────────────────────────────────────────


def test_switches_and_manners_are_left_out_unless_named() -> None:
    assert {"slack", "rank_wild", "end_wild", "limit_skip"} <= {*space("mixbot2").names}
    assert not {"counting", "color_first", "forget", "challenge"} & {*space("mixbot2").names}
    assert space("mixbot2", "counting", "challenge").names == ["counting", "challenge"]


def test_a_family_goes_by_its_first_name() -> None:
    assert len(space("mixbot2", "rank").names) == 6
    assert len(space("mixbot2", "end", "slack").names) == 7
    assert "end_limit_wild" not in space("mixbot2", "end").names


@pytest.mark.parametrize("bot", ["cardranking", "mixbot2:points", "scorebot", WORST])
def test_the_search_starts_with_the_bot_as_it_is(bot: str) -> None:
    where = space(bot)
    assert where.bot_at(where.start) == Bot.parse(bot)


def test_only_the_order_of_ranks_counts() -> None:
    where = space("cardranking", "rank")
    keys = ["rank_number", "rank_reverse", "rank_skip"]
    keys += ["rank_draw_two", "rank_wild", "rank_draw_four"]
    one = where.bot_at(dict(zip(keys, (0.9, 0.1, 0.3, 0.35, 0.8, 0.7), strict=True)))
    other = where.bot_at(dict(zip(keys, (0.99, 0.0, 0.6, 0.61, 0.9, 0.8), strict=True)))
    assert one == other
    assert [one.values()[key] for key in keys] == [6, 1, 2, 3, 5, 4]


def test_a_rank_alone_moves_between_the_others() -> None:
    moved = space("cardranking", "rank_wild").bot_at({"rank_wild": 0.99})
    assert [moved.values()[f"rank_{kind}"] for kind in ("wild", "draw_two", "skip")] == [6, 5, 4]
    assert str(moved) == (
        "cardranking(rank_number=3,rank_reverse=2,rank_skip=4,rank_draw_two=5,rank_wild=6,"
        "rank_draw_four=1)"
    )


def test_values_are_looked_for_where_they_are_likely() -> None:
    limits = space("mixbot2(limit_wild=40)", "limit_wild", "limit_skip", "slack").distributions()
    bounds = {name: (limit.low, limit.high) for name, limit in limits.items()}  # type: ignore[attr-defined]
    assert bounds == {"limit_skip": (-1, 8), "limit_wild": (-1, 40), "slack": (0, 4)}


def test_weights_can_be_typed() -> None:
    assert str(space("scorebot", "weight_skip").bot_at({"weight_skip": 0.123456})) == (
        "scorebot(weight_skip=0.123)"
    )


# ── the search ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Every run of games: the bot, how many, the seed."""
    runs: list[tuple[str, int, int]] = []
    play = Tuning.play_each

    def noted(self: Tuning, bot: Bot, games: int, seeds: Sequence[int]) -> Iterator[float]:
        runs.extend((str(bot), games, seed) for seed in seeds)
        return play(self, bot, games, seeds)

    monkeypatch.setattr(Tuning, "play_each", noted)
    return runs


@pytest.mark.parametrize("sampler", ["cmaes", *thoroughly("tpe")])
def test_bad_settings_are_improved(sampler: str) -> None:
    result = tune(WORST, trials=25, sampler=sampler, **QUICK)
    assert result.verdict is not None
    assert result.verdict.is_better
    assert result.best == result.verdict.best
    assert "Better by" in str(result)
    assert str(result.best) in str(result)


def test_trials_play_the_same_deals_and_no_game_twice(played: list[tuple[str, int, int]]) -> None:
    result = tune("cardranking", trials=15, **QUICK | {"games": 8000})
    assert result.run.search.rungs == [500, 2000, 8000]
    search = [row for row in played if row[1] >= 500]
    assert max(Counter(search).values()) == 1
    assert len({(games, seed) for _, games, seed in search}) == 3
    fresh = {seed for _, games, seed in played if games < 500}
    assert len(fresh) == 128  # 64 to choose by and 64 to confirm
    first, *others = result.run.tried.values()
    assert set(first.intermediate_values.values()) == {0.0}
    assert len(others) == 14
    assert len(result.run.completed) < 8


def test_points_may_count_too() -> None:
    result = tune(WORST, trials=2, objective="points", **QUICK)
    assert result.verdict is not None
    assert result.verdict.start_mean.value > 1  # points, not a share
    assert "points a game" in str(result) or "noise" in str(result)


def test_few_points_are_good_where_they_hurt() -> None:
    search = Search.of("cardranking", players=2, rules="lowscore", objective="points")
    assert search.sign == -1
    assert Tuning(search).play(search.bot, 100, seed=1) < 0


def test_a_small_space_is_searched_to_its_end() -> None:
    result = tune("mixbot2", parameters=["slack"], trials=50, **QUICK)
    slacks = {int(bot.values()["slack"]) for bot in map(Bot.parse, result.run.tried)}
    assert slacks == {0, 1, 2, 3, 4}


def test_opponents_fill_the_table() -> None:
    search = Search.of("cardranking", ["greedy", "random"], players=4)
    assert [str(bot) for bot in search.opponents] == ["greedy", "random", "greedy"]


def test_progress_is_told() -> None:
    heard: list[Status] = []
    tune("cardranking", trials=4, progress=heard.append, **QUICK)
    assert [heard[0].done, heard[-1].done, heard[-1].confirmed] == [0, 4, 1.0]
    assert heard[-1].games > 4 * 500
    assert heard[-1].best.startswith("cardranking")


def test_own_bots_can_be_tuned(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    study = tmp_path / "study.db"
    result = tune(f"{tmp_path}/own.py:idle", trials=3, study=study, **QUICK)
    assert result.run.search.space.names == ["pride", "sloth"]
    assert "no better than noise: the difference is +0.000 to +0.000" in str(result)
    (tmp_path / "own.py").write_text(OWN + "\n# changed\n")
    with pytest.raises(ValueError, match="whose file has changed since"):
        tune(f"{tmp_path}/own.py:idle", trials=3, study=study, **QUICK)


# ── the verdict ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("low", "high", "words", "best"),
    [
        (0.001, 0.003, "Better by 0.200 percentage points (+0.100 to +0.300)", "greedy"),
        (-0.001, 0.005, "no better than noise: the difference is -0.100 to +0.500", "random"),
        (-0.003, -0.001, "is worse by 0.200 percentage points (-0.300 to -0.100)", "random"),
    ],
)
def test_a_verdict_in_words(low: float, high: float, words: str, best: str) -> None:
    bots = Bot.parse("greedy"), Bot.parse("random")
    some, mean = Estimate((low + high) / 2, (high - low) / 2), Estimate(0.3, 0.1)
    result = TuningResult(
        Tuning(Search.of("cardranking")), Confirmation(*bots, 1000, mean, mean, some)
    )
    assert words in str(result)
    assert str(result.best) == best
    assert [*result.lines()][-1] == f"best: {best}"


def test_differences_have_one_sign_where_points_hurt() -> None:
    bots = Bot.parse("greedy"), Bot.parse("random")
    some, mean = Estimate(2, 1), Estimate(-30, 1)
    search = Search.of("cardranking", rules="lowscore", objective="points")
    text = str(TuningResult(Tuning(search), Confirmation(*bots, 1000, mean, mean, some)))
    assert "difference      -2.000   -3.000 to -1.000" in text
    assert "Better by 2.000 points a game (-3.000 to -1.000) on 1,000 fresh deals." in text


def test_what_lies_far_below_stands_at_the_edge_of_the_picture() -> None:
    from unolab.simulation.plot import figure_of
    from unolab.studies.tune.plot import draw_points

    axes = figure_of((4, 3)).add_subplot()
    values = np.array([0.0, 1.0, 2.0, 1.0, 0.5, 1.5, 0.0, 1.0, 0.2, 0.1, 0.3, -90.0])
    draw_points(axes, np.arange(12.0), values, values < 0.5)
    marks = {str(line.get_label()): line for line in axes.get_lines()}
    assert [*marks] == ["given up early", "played all games", "further down"]
    assert sum(len(line.get_xdata()) for line in marks.values()) == 12
    assert marks["further down"].get_ydata() == [axes.get_ylim()[0]]


# ── its file ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("sampler", ["tpe", *thoroughly("cmaes")])
def test_a_search_taken_up_again_is_the_same(sampler: str, tmp_path: Path) -> None:
    wanted: dict[str, Any] = {"parameters": ["rank", "slack"], "sampler": sampler} | QUICK
    whole = tune("mixbot2", trials=14, **wanted)
    for trials in (1, 6, 14):
        parts = tune("mixbot2", trials=trials, study=tmp_path / "study.db", **wanted)
        assert len(parts.run.tried) == trials
    assert story(parts) == story(whole)
    assert parts.verdict == whole.verdict


def test_ctrl_c_loses_only_the_trial_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = tmp_path / "study.db"
    whole = tune("cardranking", trials=8, **QUICK)
    with monkeypatch.context() as patch:
        games = iter(range(7))
        play = Tuning.play

        def cut(self: Tuning, *rest: Any) -> float:
            if next(games, None) is None:
                raise KeyboardInterrupt
            return play(self, *rest)

        patch.setattr(Tuning, "play", cut)
        stopped = tune("cardranking", trials=8, study=study, **QUICK)
    assert stopped.interrupted
    assert stopped.verdict is None
    assert 0 < len(stopped.run.tried) < 8
    assert story(stopped) == story(whole)[: len(stopped.run.tried)]
    assert story(tune("cardranking", trials=8, study=study, **QUICK)) == story(whole)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"objective": "points"}, "objective win instead of points"),
        ({"players": 3}, "players 2 instead of 3"),
        ({"rules": "official"}, "rules unoai instead of official"),
        ({"sampler": "cmaes"}, "sampler tpe instead of cmaes"),
        ({"seed": 5}, "seed 0 instead of 5"),
        ({"parameters": ["rank_wild"]}, "instead of rank_wild"),
    ],
)
def test_another_search_is_refused(changed: dict[str, Any], words: str, tmp_path: Path) -> None:
    study = tmp_path / "study.db"
    tune("cardranking", trials=1, study=study, **QUICK)
    with pytest.raises(ValueError, match=words):
        tune("cardranking", trials=1, study=study, **QUICK | changed)


def test_what_is_no_study_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("Not a database, but long enough to be one. " * 100)
    with closing(sqlite3.connect(tmp_path / "other.db")) as database:
        database.execute("CREATE TABLE things (name TEXT)")
    before = (tmp_path / "other.db").read_bytes()
    for file, words in (
        ("text.db", "is not a study: file is not a database"),
        ("other.db", "is not a study but another database"),
        (".", "is a folder"),
        ("missing/study.db", "there is no folder"),
    ):
        with pytest.raises(ValueError, match=words):
            tune("cardranking", trials=1, study=tmp_path / file, **QUICK)
    assert (tmp_path / "other.db").read_bytes() == before


def test_a_damaged_study_is_refused(tmp_path: Path) -> None:
    study = tmp_path / "study.db"
    tune("cardranking", trials=1, study=study, **QUICK)
    with closing(sqlite3.connect(study)) as database:
        database.execute("DROP TABLE trial_values")
    with pytest.raises(ValueError, match=r"is damaged: trial 0 is incomplete"):
        tune("cardranking", trials=1, study=study, **QUICK)


def test_a_study_of_something_else_is_refused(tmp_path: Path) -> None:
    import optuna

    url = f"sqlite:///{tmp_path}/study.db"
    study = optuna.create_study(storage=url, study_name="unolab")
    study.add_trial(optuna.trial.create_trial(value=1.0))
    study._storage.remove_session()
    study._storage._backend.engine.dispose()  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="something else than a bot"):
        tune("cardranking", trials=1, study=tmp_path / "study.db", **QUICK)


# ── the command ───────────────────────────────────────────────────────────────────────────────────

COMMAND = ("tune", WORST, "--players", "2", "--rules", "unoai", "--trials", "4")
GAMES = ("--games", "2k", "--fresh", "640")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_prints_what_it_found(here: Path) -> None:
    done = run(*COMMAND, *GAMES, "--plot", "search.png")
    assert (done.code, done.err) == (0, "")
    assert "4 settings tried" in done.out
    assert f"as given  {WORST}" in done.out
    assert (here / "tune-cardranking.db").is_file()
    assert (here / "search.png").read_bytes().startswith(b"\x89PNG")


def test_the_command_speaks_json_and_goes_on(here: Path) -> None:
    first = run(*COMMAND, *GAMES, "--json").json
    again = run(*COMMAND, *GAMES, "--json").json
    assert first == again
    assert first["bot"] == WORST
    assert Bot.parse(first["best"]).name == "cardranking"
    assert first["trials"][0] == {
        "settings": WORST,
        "games": 2000,
        "difference": 0.0,
        "given_up": False,
    }
    assert {"settings", "games", "mean", "start", "difference", "better"} == {*first["confirmed"]}


def test_the_command_follows_the_search_on_a_terminal(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from unolab.cli.tune import describe_progress, live

    monkeypatch.setattr(sys, "stderr", Screen())
    with live() as progress:
        assert progress is not None
        tune("cardranking", trials=2, progress=progress, **QUICK)
    status = Status(36, 200, 25, "cardranking(rank_wild=2)", 0.003, 400_000, 2.0, 70.0, 0.0)
    assert describe_progress(status) == (
        "trial 37 of 200 · 25 given up · 200,000 games/s · 1:10 left · "
        "best so far cardranking(rank_wild=2)"
    )


def test_the_command_stops_at_ctrl_c(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Tuning.play
    games = iter(range(5))

    def cut(self: Tuning, *rest: Any) -> float:
        if next(games, None) is None:
            raise KeyboardInterrupt
        return play(self, *rest)

    monkeypatch.setattr(Tuning, "play", cut)
    done = run(*COMMAND, *GAMES)
    assert done.code == 130
    assert "Best so far: cardranking" in done.out or "Nothing found" in done.out
    assert done.out.endswith(
        "The trials are in tune-cardranking.db: the same command continues from there.\n"
    )
    with closing(sqlite3.connect(here / "tune-cardranking.db")) as database:
        (kept,) = database.execute("SELECT count(*) FROM trials").fetchone()
    monkeypatch.setattr(Tuning, "play", play)
    assert run(*COMMAND, *GAMES).err == (
        f"{kept} trial{'s' * (kept != 1)} from tune-cardranking.db, {4 - kept} to go\n"
    )
    assert run(*COMMAND, *GAMES).err == "4 trials from tune-cardranking.db, none left\n"


def test_the_command_stops_before_its_first_trial(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(self: Tuning, *rest: Any) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tuning, "play", cut)
    done = run(*COMMAND, *GAMES)
    assert (done.code, done.out) == (130, "Stopped before the first settings had played.\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tune", "random"), ["random has no settings to search"]),
        (("tune", "mixbot3"), ["unknown bot", "mixbot2"]),
        (("tune", "mixbot2", "--parameters", "slak"), ["mixbot2 has no setting 'slak'", "slack"]),
        (("tune", "mixbot2", "--sampler", "tpa"), ["the sampler is tpe or cmaes, not 'tpa'"]),
        (("tune", "mixbot2", "--objective", "fun"), ["the objective is win or points"]),
        (("tune", "mixbot2", "--players", "11"), ["2 to 10 players"]),
        (("tune", "mixbot2", "--players", "2", "--against", "greedy", "--against", "random"), [
            "with 2 players there is room for 1 opponent, not 2"
        ]),
        (("tune", "mixbot2", "--plot", "search.doc"), ["a picture is a .png"]),
        (("tune", "mixbot2", "--trials", "0"), ["a whole number from 1"]),
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence(
    here: Path, arguments: tuple[str, ...], words: list[str]
) -> None:
    refused(run(*arguments), *words)
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("missing", ["optuna", "cmaes"])
def test_what_is_missing_is_said(missing: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    refused(run("tune", "mixbot2"), "tuning needs Optuna: pip install 'unolab[tune]'")


def test_help() -> None:
    done = run("tune", "--help")
    assert done.out.startswith("Usage: unolab tune ")
    assert max(map(len, done.out.splitlines())) <= 80
    assert json.dumps(without_notice(done.err)) == '""'
