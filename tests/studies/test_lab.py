"""The rule lab."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.command import refused, run
from unolab import Rules
from unolab.bots import bots_of
from unolab.simulation import Job, Report, simulate
from unolab.simulation.statistics import Estimate
from unolab.studies import lab
from unolab.studies.lab import DEFAULT, MEASURES, PARTS, Findings, compare

pytestmark = pytest.mark.slow  # the bots want to be compiled

TABLE = ["mixbot2", "random", "random"]
NAMES = [measure.name for measure in MEASURES]


def findings(*rules: str, games: int = 20 * PARTS, seed: int = 1) -> Findings:
    return compare(rules, TABLE, games, seed)


# ── chance ────────────────────────────────────────────────────────────────────────────────────────


def test_pure_chance_is_not_marked() -> None:
    values = np.random.default_rng(7).normal(size=(10, len(MEASURES), PARTS))
    found = Findings(tuple(bots_of(TABLE)), (Rules(),) * 10, 0, 1, values)
    assert not any(found.differs(i, j) for i in range(10) for j in range(len(MEASURES)))
    values[3, 2] += 2
    assert [i for i in range(10) if found.differs(i, 2)] == [3]


# ── what is measured ──────────────────────────────────────────────────────────────────────────────


def test_measures_are_those_of_the_reports() -> None:
    found = findings("official", "swing", games=PARTS, seed=2)
    assert found.values.shape == (2, len(MEASURES), PARTS)
    assert found.games == PARTS
    report = simulate(TABLE, 1, "swing", 2 * PARTS + 5)
    assert found.values[1, NAMES.index("turns"), 5] == report.mean_length
    assert found.values[1, NAMES.index("points"), 5] == report.points.sum()


def test_rules_that_bots_do_not_notice_change_nothing() -> None:
    found = findings("official", "classic2001", games=PARTS)
    for measure in range(len(MEASURES)):
        assert found.difference(1, measure) == Estimate(0.0, 0.0)
        assert not found.differs(1, measure)


def test_what_is_known_about_rules_is_found() -> None:
    found = findings("official", "official+seven_zero=true", "official+draw_until_playable=true")
    comebacks, points = NAMES.index("comebacks"), NAMES.index("points")
    assert found.differs(1, comebacks)
    assert found.difference(1, comebacks).value > 15
    assert found.differs(2, points)
    assert not found.differs(0, comebacks)
    assert found.estimate(0, NAMES.index("edge")).interval[0] > 0


def test_partners_have_half_the_games_for_their_share() -> None:
    found = compare(["official+partners=true"], ["random"] * 4, 50 * PARTS)
    low, high = found.estimate(0, NAMES.index("edge")).interval
    assert low < 0 < high
    assert found.estimate(0, NAMES.index("first seat")).margin < 10
    assert abs(found.estimate(0, NAMES.index("first seat")).value) < 10
    assert 60 < found.estimate(0, NAMES.index("points")).value < 110


def test_void_rounds_are_counted() -> None:
    found = findings("official", "official+turn_limit=1", games=PARTS)
    assert found.estimate(1, NAMES.index("void")) == Estimate(100.0, 0.0)
    assert found.differs(1, NAMES.index("void"))
    assert found.estimate(1, NAMES.index("points")).value == 0


def test_games_are_rounded_up_and_progress_gets_to_the_end() -> None:
    heard: list[tuple[int, int]] = []
    found = compare(
        ["official"], TABLE, PARTS + 1, progress=lambda done, of: heard.append((done, of))
    )
    assert found.games == 2 * PARTS
    assert heard[-1] == (4 * PARTS, 4 * PARTS)
    assert found.is_complete


def test_threads_change_nothing() -> None:
    one, two = (compare(["party"], TABLE, 4 * PARTS, threads=n) for n in (1, 2))
    assert (one.values == two.values).all()


# ── Ctrl-C ────────────────────────────────────────────────────────────────────────────────────────


def interrupt(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    def cut(jobs: Sequence[Job], *where: object) -> Iterator[Report]:
        for job in jobs[:after]:
            yield simulate(TABLE, 2, comebacks=job.comebacks)
        raise KeyboardInterrupt

    monkeypatch.setattr(lab, "run_all", cut)


def test_ctrl_c_leaves_the_parts_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, after=2 * 2 * 12 + 1)
    done = run("lab", "--rules", "official,swing", "--games", "80", *TABLE, "--json")
    found = json.loads(done.out)
    assert (done.code, found["games"], found["complete"]) == (130, 24, False)
    assert found["games_wanted"] == 80


def test_a_stopped_table_says_so() -> None:
    found = Findings(
        tuple(bots_of(TABLE)), (Rules(),) * 2, 0, 30, -np.zeros((2, len(MEASURES), PARTS // 4))
    )
    assert next(found.to_lines()) == (
        "mixbot2, random, random: stopped after 30 of 120 rounds per rule set"
    )
    assert "-0.0" not in json.dumps(found.to_dict())


def test_ctrl_c_at_once_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(monkeypatch, after=2 * 2 * 3)
    done = run("lab", "--rules", "official,swing", *TABLE)
    assert (done.code, done.out) == (130, "")
    assert done.err.startswith("unolab: stopped before a quarter of the rounds was played")


# ── the command ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("columns", [60, 80, 100, 120])
def test_the_table_fits_the_terminal(columns: int) -> None:
    lines = list(findings(*DEFAULT, games=PARTS).to_lines(columns))
    assert max(map(len, lines)) <= max(columns, 80)
    assert lines[0].startswith("mixbot2, random, random: 40 rounds")
    text = "\n".join(lines)
    for rules in DEFAULT:
        assert re.search(rf"^{re.escape(rules)}\b", text, re.MULTILINE)
    for name in NAMES:
        assert re.search(rf"^{name}  +\w", text, re.MULTILINE)


def test_the_default_is_four_at_a_table() -> None:
    found = run("lab", "--games", "40", "--json").json
    assert found["bots"] == ["mixbot2", "random", "random", "random"]
    assert [row["rules"] for row in found["rows"]] == list(DEFAULT)
    assert [name.replace(" ", "_") for name in NAMES] == list(found["rows"][0])[1:]
    for row in found["rows"]:
        low, high = row["turns"]["interval"]
        assert low <= row["turns"]["value"] <= high


def test_the_picture_is_drawn(tmp_path: Path) -> None:
    for name, start in (("lab.png", b"\x89PNG"), ("lab.svg", b"<?xml")):
        path = tmp_path / name
        rules = "official,swing,official+seven_zero=true"
        done = run("lab", "--rules", rules, "--games", "40", "--plot", str(path), *TABLE)
        assert done.code == 0, done.err
        assert path.read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--rules", "official,official+partners=true", "random", "random"],
            ["official+partners=true", "4"],
        ),
        (["random"], ["unolab: Uno is for 2 to 10 players, not 1"]),
        (["--rules", "official"], ["nothing to compare official with"]),
        (["--rules", "swing,swing"], ["nothing to compare swing with"]),
        (["--rules", ""], ["rules are empty"]),
        (["--rules", "official,"], ["rules are empty"]),
        (["--rules", "official,swung"], ["did you mean swing?"]),
        (["random", "rndom"], ["unknown bot 'rndom'"]),
        (["--games", "0"], ["--games"]),
        (["--games", "few"], ["--games"]),
        (["--plot", "lab.xyz"], ["xyz"]),
    ],
)
def test_wrong_input_is_refused_before_the_work(arguments: list[str], words: list[str]) -> None:
    refused(run("lab", *arguments), *words)
