"""The published evaluation, and how ours is compared with it."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.command import refused, run
from unolab.bots import BOTS, Bot
from unolab.simulation import Report, simulate
from unolab.studies import evaluation as tables
from unolab.studies.evaluation import (
    PUBLISHED,
    EvaluationRow,
    Published,
    apart,
    evaluate,
    markdown,
    summary,
    write_table,
)

pytestmark = pytest.mark.slow  # the bots want to be compiled

GAMES = 300


def row(win_rate: float, points: float, published: Published = PUBLISHED[0]) -> EvaluationRow:
    """Make a row as it comes from 1,000,000 games."""
    return EvaluationRow(published, 0, 1_000_000, 2.0, win_rate, 0.05, points, 0.04)


def near(published: Published) -> EvaluationRow:
    return row(published.win_rate, published.expected_points, published)


# ── what was published ────────────────────────────────────────────────────────────────────────────


def test_every_setting_has_a_row_for_two_and_for_six() -> None:
    assert len(PUBLISHED) == 26
    assert len({(row.bot, row.players) for row in PUBLISHED}) == 26
    assert {row.players for row in PUBLISHED} == {2, 6}
    assert {Bot.parse(row.bot).name for row in PUBLISHED} == {*BOTS} - {
        "classes",
        "ashtabna",
        "neural",
        "expert",
    }


def test_what_was_published_is_kept_where_something_else_is_expected() -> None:
    other = [row for row in PUBLISHED if row.points != row.expected_points]
    assert other == [Published("mixbot2:points", 2, 66.6, 38.8, 39.1)]


# ── differences ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("by", "errors"), [(0.0, 0), (0.05, 0), (-0.05, 0), (0.10, 1), (-0.10, -1), (0.55, 10)]
)
def test_rounding_is_no_difference(by: float, errors: float) -> None:
    found = apart(by, 0.03, 0.04)
    assert found.by == by
    assert found.errors == pytest.approx(errors)
    assert (found.verdict == "agrees") == (abs(errors) <= 4)


def test_a_row_agrees_if_both_figures_do() -> None:
    assert row(50.2, 20.8).verdict == "agrees"
    assert row(50.5, 20.8).verdict == "disagrees"
    assert row(50.2, 21.2).verdict == "disagrees"


def test_a_few_games_tell_nothing() -> None:
    few = replace(row(50.2, 20.8), win_rate_error=5.0, points_error=4.0)
    assert few.verdict == "too_few_games"
    assert replace(few, win_rate=80.0).verdict == "disagrees"  # that much shows in any case
    assert summary([few] * 26).startswith("too few games to tell; ")
    assert replace(few, win_rate=80.0, games=5).verdict == "too_few_games"
    some = [few, *map(near, PUBLISHED[1:])]
    assert summary(some).startswith("25 of 26 rows agree, 1 had too few games to tell; ")
    assert "a difference of 1 would not show" in " ".join(write_table(some))


def test_points_are_compared_with_what_is_expected() -> None:
    published = next(row for row in PUBLISHED if row.expected_points == 39.1)
    assert row(66.6, 39.1, published).points_apart.errors == 0
    assert row(66.6, 38.8, published).verdict == "disagrees"


# ── evaluate ──────────────────────────────────────────────────────────────────────────────────────


def test_a_row_is_the_first_bot_of_a_simulation() -> None:
    first = next(evaluate(GAMES, seed=3))
    report = simulate(["random", "random"], GAMES, "unoai", first.seed)
    assert first.win_rate == 100 * report.wins[0] / GAMES
    assert first.points == report.points[0] / GAMES
    assert first.win_rate_error == pytest.approx(100 * 0.5 / GAMES**0.5, rel=0.1)


def test_every_row_has_its_own_seed() -> None:
    assert len({row.seed for seed in (0, 1) for row in evaluate(1, seed)}) == 52


def test_progress_goes_on_from_row_to_row() -> None:
    heard: list[tuple[Published, int]] = []
    rows = evaluate(GAMES, progress=lambda row, done: heard.append((row, done)))
    next(rows), next(rows)
    assert heard == sorted(heard, key=lambda one: one[1])
    assert heard[-1] == (PUBLISHED[1], 2 * GAMES)


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ctrl-C come in the third row."""

    def cut(*arguments: object) -> Iterator[Report]:
        yield from [simulate(["random"] * 2, GAMES, "unoai", 1)] * 2
        raise KeyboardInterrupt

    monkeypatch.setattr(tables, "run_all", cut)


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_leaves_the_rows_that_are_done() -> None:
    done = run("tables", "--json")
    assert done.code == 130
    facts = json.loads(done.out)
    assert [row["bot"] for row in facts["rows"]] == ["random", "greedy"]
    assert not facts["complete"]


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_is_told_in_the_last_line() -> None:
    assert "too few games to tell; 600 games" in run("tables").out.splitlines()[-1]


def test_ctrl_c_in_a_row_leaves_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*arguments: object) -> Iterator[Report]:
        yield replace(simulate(["random"] * 2, GAMES, "unoai", 1), interrupted=True)

    monkeypatch.setattr(tables, "run_all", cut)
    done = run("tables")
    assert (done.code, done.err) == (130, "")
    assert f"the last row, random, was stopped after {GAMES:,} games" in done.out
    assert "too few games to tell; " in done.out


def test_ctrl_c_at_once_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*arguments: object) -> Iterator[Report]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(tables, "run_all", cut)
    for option in ((), ("--json",)):
        done = run("tables", *option)
        assert (done.code, done.out) == (130, "")
        assert done.err == "unolab: stopped before the first row had a game\n"


# ── the table ─────────────────────────────────────────────────────────────────────────────────────


def test_the_table_fits_the_terminal_and_says_what_is_wrong() -> None:
    good = list(map(near, PUBLISHED))
    lines = list(write_table(good))
    assert max(map(len, lines)) <= 80
    assert "!" not in "".join(lines)
    assert "39.07" in " ".join(lines)
    assert summary(good) == "26 of 26 rows agree; 26,000,000 games in 52.0 s, 500,000 games/s"
    bad = [row(49.0, 20.7), *good[1:]]
    lines = list(write_table(bad))
    assert re.search(r"^random +50\.0 +49\.00 +-1\.00 -18\.1! ", "\n".join(lines), re.MULTILINE)
    assert "which chance does not explain" in lines[-3]
    assert summary(bad).startswith("25 of 26 rows agree, 1 disagree; ")


def test_markdown_has_a_line_for_every_row() -> None:
    lines = list(markdown(list(map(near, PUBLISHED))))
    cells = [line.split("|") for line in lines if line.startswith("|")]
    assert {len(line) for line in cells} == {12}
    assert [line[1].strip(" `") for line in cells[2:]] == [row.bot for row in PUBLISHED]
    assert "38.8†" in "".join(lines)
    assert "±: one standard error of our figure." in lines


def test_json_is_for_programs() -> None:
    facts = run("tables", "--games", "100", "--seed", "5", "--json").json
    rows = facts["rows"]
    assert (facts["games"], facts["games_wanted"], facts["complete"]) == (2600, 2600, True)
    assert [(row["bot"], row["players"]) for row in rows] == [(p.bot, p.players) for p in PUBLISHED]
    first = rows[0]
    assert first["win_rate_published"] == 0.5
    assert first["win_rate_difference"] == pytest.approx(first["win_rate"] - 0.5)
    assert {row["verdict"] for row in rows} == {"too_few_games"}


def test_the_command_prints_text_or_markdown() -> None:
    text = run("tables", "--games", "100")
    assert text.code == 0
    assert text.out.startswith("2 players, against 1 random\n")
    assert re.search(r"^too few games to tell; 2,600 games in .* games/s$", text.out, re.MULTILINE)
    assert run("tables", "--games", "100", "--markdown").out.startswith("| bot | players |")


def test_the_exit_code_says_that_a_row_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    good = list(map(near, PUBLISHED))
    for rows, code in ((good, 0), ([row(49.0, 20.7), *good[1:]], 1)):
        monkeypatch.setattr(tables, "evaluate", lambda *arguments, rows=rows: iter(rows))
        assert run("tables").code == code


def test_a_csv_file_and_a_picture(tmp_path: Path) -> None:
    table, picture = tmp_path / "tables.csv", tmp_path / "tables.png"
    run("tables", "--games", "20", "--csv", str(table), "--plot", str(picture))
    lines = table.read_text("utf-8").splitlines()
    assert (len(lines), lines[0][:17]) == (27, "bot,players,seed,")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], ["--games"]),
        (["--games", "many"], ["--games", "2M"]),
        (["--json", "--markdown"], ["--json cannot be combined with --markdown"]),
        (["--on", "moon"], ["moon"]),
        (["--seed", "x"], ["--seed"]),
    ],
)
def test_wrong_input_is_refused(arguments: list[str], words: list[str]) -> None:
    refused(run("tables", *arguments), *words)
