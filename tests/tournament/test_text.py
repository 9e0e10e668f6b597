"""What a tournament says in a terminal, at its end and on the way."""

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console
from rich.text import Text

from tests.tournament.samples import entries, misconduct, planned, played
from unolab.text.show import shorten
from unolab.tournament.conduct import Conduct
from unolab.tournament.entry import Entry
from unolab.tournament.plan import plan_of
from unolab.tournament.report.live import live
from unolab.tournament.report.text import DASH, lines
from unolab.tournament.result import Result

pytestmark = pytest.mark.slow  # the results are of real games
PROGRAM = "python3 -c pass"


@pytest.fixture(scope="module")
def table() -> Result:
    return played(planned(4))


@pytest.fixture(scope="module")
def with_faults() -> Result:
    """Ada and Ben, a program that did wrong too often, and one that did so once."""
    programs = [Entry("Eve", PROGRAM), Entry("Mal", PROGRAM)]
    conduct = [misconduct({"timeout": 19, "garbage": 3}), misconduct({"illegal": 1})]
    plan = plan_of([*entries(2), *programs], 40, seed=7)
    return played(plan, [Conduct(), Conduct(), *conduct])


def text(result: Result, width: int = 100) -> str:
    return "\n".join(lines(result, width))


def test_table_has_everyone_in_order(table: Result) -> None:
    rows = re.findall(r"^ \d+  (\w+)  (\w+) +40 +(\d+\.\d) %", text(table), re.M)
    expected = [(s.name, s.strategy, f"{100 * s.win_rate:.1f}") for s in table.standings]
    assert rows == expected
    first, second = table.standings[:2]
    ahead = first.points_per_game - second.points_per_game
    said = re.search(
        rf"{first.name} wins with (\d+\.\d\d) points a game more than {second.name}",
        text(table).replace("\n  ", " "),
    )
    assert said is not None
    assert float(said[1]) == pytest.approx(ahead, abs=0.0051)  # it may lie between two hundredths


@pytest.mark.parametrize("width", [60, 80, 100, 120])
def test_no_line_is_too_long(with_faults: Result, table: Result, width: int) -> None:
    for result in (with_faults, table):
        assert max(map(len, lines(result, width))) <= width
        for name in result.names:
            assert re.search(rf"^ [\d{DASH}]  {name}\b", text(result, width), re.M)


def test_faults_are_named(with_faults: Result) -> None:
    said = text(with_faults, 120)
    assert "Eve: 22 faults, disqualified (timeout 19 and garbage 3).\n" in said
    assert "Mal: 1 fault (illegal 1).\n" in said
    assert "at R5 0> R7G3/7/7: the program did this: illegal." in said
    assert re.search(rf"^ {DASH}  Eve .* 22 out +0\.25$", said, re.M)
    assert "Ada:" not in said


def test_stages_of_a_knockout() -> None:
    result = played(planned(6, 8, form="knockout"))
    said = text(result)
    left = re.findall(r"^Stage 1, table \d: (.+) went on, (.+) left\.$", said, re.M)
    assert len(left) == 2
    final = re.search(r"^Final: (.+)\.$", said, re.M)
    assert final
    assert final[1].startswith(result.winners[0])
    assert "at the last table" in said


def test_few_games_can_be_chance_and_many_are_not() -> None:
    strong = [Entry("Ada", "mixbot2"), Entry("Ben", "random")]
    assert "too few games to be sure" in text(played(plan_of(strong, 4, seed=1)))
    assert "is more than chance" in text(played(plan_of(strong, 4_000, seed=1)))
    equal = [Entry("Ada", "mixbot2"), Entry("Ben", "mixbot")]
    assert "can be chance" in text(played(plan_of(equal, 80, seed=1)))


def test_nobody_wins_where_all_are_disqualified(with_faults: Result) -> None:
    everyone = [misconduct({"timeout": 20}) for _ in with_faults.names]
    said = text(replace(with_faults, conduct=everyone))
    assert "Nobody wins: all players are disqualified." in said
    assert len(re.findall(rf"^ {DASH}  (?:Ada|Ben|Eve|Mal) ", said, re.M)) == 4


def test_nothing_is_known_without_a_game() -> None:
    plan = planned(3, form="round-robin", seats=3)
    said = text(Result(plan, {}, [Conduct() for _ in plan.entries], interrupted=True))
    assert "1 table of 3" in said
    assert re.search(rf"^ 1  Ada  mixbot2 +0( +{DASH}){{2}} +0( +{DASH}){{4}}$", said, re.M)


def test_interrupted(table: Result) -> None:
    some = replace(table, interrupted=True, complete=False)
    assert "stopped after 40 of 40 games" in text(some)
    assert "--resume" in text(some)
    assert "wins with" not in text(some)


def test_long_text_is_cut_in_the_middle() -> None:
    assert shorten("abcdefghij", 10) == "abcdefghij"
    assert shorten("abcdefghijk", 7) == "abc…ijk"


# ── while it runs ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("width", [40, 80])
def test_live_shows_all_and_clears_up(with_faults: Result, width: int) -> None:
    screen = Console(file=io.StringIO(), force_terminal=True, width=width, height=30)
    with live(with_faults.plan, screen) as hear:
        assert hear is not None
        hear(with_faults)
        shown = screen.file.getvalue()  # type: ignore[attr-defined]
    for word in ("0 of 40 games", "40 of 40 games", "Ada", "out: 22 faults", "1 fault", "rating"):
        assert word in shown
    plain = Text.from_ansi(shown).plain.splitlines()
    assert max(map(len, plain)) < width  # some terminals begin a new line after a full one
    cleared = screen.file.getvalue().removeprefix(shown)  # type: ignore[attr-defined]
    assert cleared.count("\x1b[2K") >= 4
    assert "\x1b[?25h" in cleared


def test_live_is_for_a_terminal_only(table: Result) -> None:
    with live(table.plan) as hear:
        assert hear is None
