"""The report: complete, in one file, and safe whatever people call themselves."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from tests.tournament.samples import entries, misconduct, planned, played
from unolab.tournament.conduct import Conduct
from unolab.tournament.entry import Entry
from unolab.tournament.plan import plan_of
from unolab.tournament.report.html import render_page, write_command, write_html
from unolab.tournament.report.plot import PLOT_WIDTH, Scale, draw_histogram
from unolab.tournament.result import Result
from unolab.tournament.watch.page import hash_of

pytestmark = pytest.mark.slow  # the results are of real games
VOID = {"meta", "link", "br", "img", "input"}
NASTY = "<script>alert(1)</script"


class Reader(HTMLParser):
    """What a page has: its elements, their attributes, its text, and whether all are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        (self.scripts if "script" in self.open else self.words).append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words)


@pytest.fixture(scope="module")
def nasty() -> Result:
    """Two bots, a program that did wrong too often, and one with a name that is a script."""
    programs = [Entry("Eve", "python3 -c pass"), Entry(NASTY, "python3 -c '\"<b>&'")]
    conduct = [misconduct({"timeout": 19, NASTY: 3}), misconduct({"illegal": 1})]
    return played(plan_of([*entries(2), *programs], 40, seed=7), [Conduct(), Conduct(), *conduct])


def test_everything_is_there(nasty: Result, tmp_path: Path) -> None:
    write_html(nasty, tmp_path / "report.html")
    read = Reader((tmp_path / "report.html").read_text("utf-8"))
    assert read.open == []
    assert read.count["svg"] == 7  # the sign, and six pictures
    assert read.count["tr"] == 1 + 4 + 1 + 3
    for row in nasty.standings:
        for said in (row.name, row.strategy, f"{row.points:,}", f"{row.rating:.0f}"):
            assert said in read.text
    for said in ("22 out", "timeout 19", "the program did this: illegal", "--seed 7"):
        assert said in read.text


def test_what_people_write_stays_text(nasty: Result) -> None:
    read = Reader(render_page(nasty))
    assert read.count["script"] == 1
    assert read.count["b"] == 1 + 3  # of our own: the rules, and the podium
    policies = [value for _, value in read.attributes if value.startswith("default-src 'none'")]
    assert [hash_of(read.scripts[0]) in policy for policy in policies] == [True]


@pytest.mark.parametrize("form", ["table", "round-robin", "knockout"])
def test_nothing_is_fetched(form: str) -> None:
    written = render_page(
        played(planned(5, 8, form=form, **({} if form == "table" else {"seats": 3})))
    )
    for name, value in Reader(written).attributes:
        if name in ("src", "href", "srcset", "action", "data", "poster"):
            assert value.startswith("data:")
    assert re.findall(r"@import|url\(|(?<!xmlns=')https?://", written) == []


def test_result_without_games() -> None:
    plan = planned(3)
    written = render_page(Result(plan, {}, [Conduct() for _ in plan.entries], interrupted=True))
    assert "stopped after 0 of 42 games" in written
    assert "NaN" not in written.replace("isNaN", "")


def test_command_plays_it_again() -> None:
    plan = planned(6, 10, form="knockout", seats=3, match=True, faults=1_000_000)
    assert write_command(plan) == (
        "unolab tournament FILE 10 --form knockout --seats 3 --match "
        f"--rules {plan.rules} --seed 7 --faults 1000000"
    )


@pytest.mark.parametrize(("turns", "side"), [(10, "start"), (90, "end")])
def test_label_of_the_histogram_stays_inside(turns: int, side: str) -> None:
    lengths = np.zeros(100, np.int64)
    lengths[[turns, 95]] = 60, 40
    label = re.search(
        r'<text class="(\w+)" x="([\d.]+)"[^>]*>half are over in', draw_histogram(lengths, "")
    )
    assert label
    assert label[1] == side
    assert 0 < float(label[2]) < PLOT_WIDTH


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 0.9, [0, 0.2, 0.4, 0.6, 0.8]),
        (18, 37, [20, 25, 30, 35]),
        (1450, 1459, [1450, 1452, 1454, 1456, 1458]),
    ],
)
def test_round_values(low: float, high: float, ticks: list[float]) -> None:
    assert Scale(low, high, 0, 100).ticks() == pytest.approx(ticks)


def test_picture_has_everyone_who_played(nasty: Result, tmp_path: Path) -> None:
    nasty.plot(tmp_path / "result.svg")
    drawn = (tmp_path / "result.svg").read_text("utf-8")
    for text in (*nasty.names, "rating", "win rate in %", "points a game"):
        assert f"<!-- {text.split('(')[0].replace('<', '&lt;')[:8]}" in drawn or text[:8] in drawn
