"""The rule lab: what rules do to the game, side by side.

The same deals are played under all rules, in many parts. A measure has one value for each part, so
that chance can be judged by how much they differ; and two rules are compared part by part, where
the luck of the deal is the same on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from unolab.bots import Bot, Compiled, PlainBot, bots_of
from unolab.errors import BadOption
from unolab.rules import Rules
from unolab.shuffle import LONG_SEEDS
from unolab.simulation import Executor, Report, run_all
from unolab.simulation.job import MOST_GAMES, job_of, whole
from unolab.simulation.machine import provenance
from unolab.simulation.plot import BLUE, INK, check, figure_of
from unolab.simulation.statistics import RISK, Estimate, round_to
from unolab.simulation.text import NAME_IN_SENTENCE
from unolab.text.csvtable import to_csv
from unolab.text.show import shorten
from unolab.text.style import write_beside

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PARTS: Final = 40
FEWEST_PARTS: Final = 10  # parts that allow a guess at how much chance does
SURE: Final = 0.05  # how likely a table has any mark that only chance put there
DEFAULT: Final = (
    "official",
    "swing",
    "kata",
    "nifty",
    "stacking",
    "party",
    "official+draw_until_playable=true",
    "official+jump_in=true",
    "official+seven_zero=true",
)
"""Rules worth a look, where nothing else is asked for."""

GREY: Final = "#6B6B6B"
GRID_COLOR: Final = "#C8C8C8"

Values = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class RuleMeasure(NamedTuple):
    """Something to be measured: of the bots at play, and of a table with equal bots only."""

    name: str
    of: Callable[[Report, Report], float]
    about: str
    percent: bool = True

    @property
    def id(self) -> str:
        """The name for programs."""
        return self.name.replace(" ", "_")

    @property
    def title(self) -> str:
        """The name as the head of a column."""
        return self.name + (" %" if self.percent else "")


def _won(report: Report) -> int:
    return max(report.ends["won"], 1)


def _points(report: Report) -> float:
    sides = 2 if report.rules.partners else 1  # partners score the same points both
    return float(report.points.sum()) / sides / _won(report)


def _edge(report: Report) -> float:
    # the mean is the fair share also where partners win together or some rounds are void
    return 100 * float(report.win_rate[0] - report.win_rate.mean())


MEASURES: Final = (
    RuleMeasure(
        "turns", lambda at_play, equals: at_play.mean_length, "how long a round lasts", False
    ),
    RuleMeasure(
        "points",
        lambda at_play, equals: _points(at_play),
        "what a round is worth: the cards that the losers have left",
        False,
    ),
    RuleMeasure(
        "comebacks",
        lambda at_play, equals: 100 * (at_play.comebacks or 0.0),
        "rounds won by someone who had been five or more cards behind the shortest hand",
    ),
    RuleMeasure(
        "first seat",
        lambda at_play, equals: 100 * equals.first_place_edge,
        "by how much the seat after the dealer wins more than its share, all seats being {last}",
    ),
    RuleMeasure(
        "edge",
        lambda at_play, equals: _edge(at_play),
        "by how much {first} wins more than its share at this table",
    ),
    RuleMeasure(
        "void",
        lambda at_play, equals: 100 * (1 - at_play.ends["won"] / at_play.games),
        "rounds that nobody wins, because of a turn limit or because nobody can do anything",
    ),
)


@dataclass(frozen=True, eq=False)
class Findings:
    """What the lab found: ``values`` by rules, measure and part."""

    bots: tuple[Bot, ...]
    rules: tuple[Rules, ...]
    seed: int
    games: int
    values: Values

    @property
    def is_complete(self) -> bool:
        """Whether all parts were played."""
        return self.values.shape[2] == PARTS

    @property
    def wanted(self) -> int:
        """How many rounds there would be per rule set if nobody had stopped it."""
        return self.games // self.values.shape[2] * PARTS

    @property
    def heading(self) -> str:
        """Who played, and how many rounds."""
        players = ", ".join(shorten(str(bot), NAME_IN_SENTENCE) for bot in self.bots)
        if self.is_complete:
            return f"{players}: {self.games:,} rounds per rule set"
        return f"{players}: stopped after {self.games:,} of {self.wanted:,} rounds per rule set"

    def estimate(self, rules: int, measure: int) -> Estimate:
        """Return what was measured, both given by their place."""
        return Estimate.of(self.values[rules, measure].tolist())

    def difference(self, rules: int, measure: int) -> Estimate:
        """Return by how much rules differ from the first ones."""
        return self._apart(rules, measure)

    def _apart(self, rules: int, measure: int, risk: float = RISK) -> Estimate:
        apart = self.values[rules, measure] - self.values[0, measure]
        return Estimate.of(apart.tolist(), risk)

    def differs(self, rules: int, measure: int) -> bool:
        """Whether rules differ from the first ones, so that chance does not explain it.

        All comparisons of the table share one chance of a false alarm (Bonferroni).
        """
        tests = (len(self.rules) - 1) * len(MEASURES)
        if rules == 0:
            return False
        apart = self._apart(rules, measure, SURE / tests)
        return abs(apart.value) > apart.margin

    def about(self) -> Iterator[tuple[str, str]]:
        """Explain every measure in a line."""
        first, last = (shorten(str(self.bots[place]), NAME_IN_SENTENCE) for place in (0, -1))
        for measure in MEASURES:
            yield measure.name, measure.about.format(first=first, last=last)

    def to_dict(self) -> dict[str, Any]:
        """Write everything for a program."""
        return {
            **provenance(),
            "bots": [str(bot) for bot in self.bots],
            "seed": self.seed,
            "games": self.games,
            "games_wanted": self.wanted,
            "complete": self.is_complete,
            "rows": self._rows(),
        }

    def to_csv(self) -> str:
        """Write a line for every rule set, with a line of headings."""
        return to_csv(self._rows())

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {"rules": str(rules)} | {m.id: self._facts(i, j) for j, m in enumerate(MEASURES)}
            for i, rules in enumerate(self.rules)
        ]

    def _facts(self, rules: int, measure: int) -> dict[str, Any]:
        scale = 0.01 if MEASURES[measure].percent else 1.0  # programs are told fractions
        found = scale * self.estimate(rules, measure)
        apart = scale * self.difference(rules, measure)
        return {
            "value": round_to(found.value),
            "interval": [*map(round_to, found.interval)],
            "difference": round_to(apart.value),
            "difference_interval": [*map(round_to, apart.interval)],
            "differs": self.differs(rules, measure),
        }

    def to_lines(self, width: int = 80) -> Iterator[str]:
        """Write the findings as a table, and below it what each column means."""
        yield from write_beside("", self.heading, width)
        yield ""
        texts = [str(rules) for rules in self.rules]
        label = max(map(len, texts))
        rows = [[self._cell(i, j) for j in range(len(MEASURES))] for i in range(len(texts))]
        widths = [
            max(len(measure.title) + 1, *(len(row[j]) for row in rows)) + 1
            for j, measure in enumerate(MEASURES)
        ]
        heads = [f"{m.title + ' ':>{w}}" for m, w in zip(MEASURES, widths, strict=True)]
        beneath = label + sum(widths) > width  # then the rules stand on a line of their own
        label = max(width - sum(widths), 0) if beneath else label
        yield (" " * label + "".join(heads)).rstrip()
        for text, row in zip(texts, rows, strict=True):
            if beneath:
                yield text
                text = ""
            cells = "".join(f"{cell:>{w}}" for cell, w in zip(row, widths, strict=True))
            yield f"{text:{label}}{cells}".rstrip()
        yield ""
        signs = [
            *self.about(),
            ("±", "the half of a 95 % interval"),
            ("*", f"differs from {texts[0]} on the same deals by more than chance explains"),
        ]
        indent = max(len(name) for name, _ in signs) + 2
        for name, text in signs:
            yield from write_beside(f"{name:{indent}}", text, width)

    def _cell(self, rules: int, measure: int) -> str:
        found = self.estimate(rules, measure)
        sign = "+" if MEASURES[measure].name in ("first seat", "edge") else ""
        mark = "*" if self.differs(rules, measure) else " "
        if MEASURES[measure].name == "void":
            return f"{found.value:.2f}{mark}"
        return f"{found.value:{sign}.2f} ±{found.margin:.2f}{mark}"

    def plot(self, path: str | PathLike[str]) -> None:
        """Draw the findings, one panel for each measure: a file of the kind that its name says."""
        check(path)
        shown = [j for j in range(len(MEASURES)) if self.values[:, j].any()]
        figure = figure_of((2.2 * len(shown) + 2.6, 0.36 * len(self.rules) + 1.9))
        panels = figure.subplots(1, len(shown), sharey=True, squeeze=False)[0]
        for panel, measure in zip(panels, shown, strict=True):
            self._draw(panel, measure)
        texts = [str(rules).replace("+", "\n+ ", 1) for rules in self.rules]
        panels[0].set_yticks(range(len(texts)), texts)
        panels[0].set_ylim(len(texts) - 0.5, -0.5)
        figure.suptitle(self.heading, fontsize=10, x=0.01, ha="left")
        figure.supxlabel(
            f"95 % intervals; filled: differs from {self.rules[0]} by more than chance explains",
            fontsize=8,
            color=INK,
        )
        figure.savefig(path, dpi=150)

    def _draw(self, panel: Axes, measure: int) -> None:
        for place in range(len(self.rules)):
            found = self.estimate(place, measure)
            differs = self.differs(place, measure)
            color = BLUE if differs else GREY
            panel.errorbar(
                found.value,
                place,
                xerr=found.margin,
                fmt="o",
                markersize=5.5,
                color=color,
                markerfacecolor=color if differs else "white",  # told without the colour too
                markeredgewidth=1.4,
                capsize=2.5,
                linewidth=1.4,
            )
        # what the others are compared with
        panel.axvline(self.estimate(0, measure).value, color=GRID_COLOR, linewidth=1, zorder=0)
        panel.set_title(MEASURES[measure].title, fontsize=9)
        panel.grid(axis="y", color=GRID_COLOR, linewidth=0.5, alpha=0.6)
        panel.tick_params(length=0, labelsize=8, labelcolor=INK)
        panel.margins(x=0.12)
        for side in ("top", "left", "right"):
            panel.spines[side].set_visible(False)
        panel.spines["bottom"].set_color(GRID_COLOR)


def compare(
    rules: Sequence[Rules | str],
    bots: Sequence[Bot | str | PlainBot | Compiled],
    games: int = 100_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    on: str = "cpu",
    executor: Executor | Callable[[], Executor] | None = None,
) -> Findings:
    """Play the same deals under all rules and return the findings.

    The games are rounded up to whole parts. Each rule set has two series: the bots as given,
    and all seats taken by the last of them. ``progress`` hears how many games are done, and of how
    many. Ctrl-C ends it early, with the parts that are done.
    """
    if isinstance(rules, str):
        raise BadOption(f"expected a list of rules to compare, not {rules!r:.40}")
    line_up = tuple(bots_of(bots))
    Rules().check_players(len(line_up))
    agreed = tuple(check_rules(text, len(line_up)) for text in rules)
    if not agreed:
        raise BadOption("the lab needs rules to compare")
    games = whole("the number of games", games, 1, MOST_GAMES, "10**12")
    seed = whole("the seed", seed, 0, LONG_SEEDS - 1, "2**128 - 1")
    size = -(-games // PARTS)
    total = 2 * len(agreed) * PARTS * size
    tables = (line_up, True), (line_up[-1:] * len(line_up), False)
    jobs = [
        job_of(table, size, each, (seed * PARTS + part) % LONG_SEEDS, comebacks=comebacks)
        for part in range(PARTS)
        for each in agreed
        for table, comebacks in tables
    ]
    parts: list[list[list[float]]] = []
    found: list[list[float]] = []
    reports: list[Report] = []
    try:
        for done, report in enumerate(run_all(jobs, threads, on, executor), 1):
            if report.interrupted:
                raise KeyboardInterrupt
            if progress:
                progress(done * size, total)
            reports.append(report)
            if len(reports) == len(tables):
                found.append([measure.of(*reports) for measure in MEASURES])
                reports = []
            if len(found) == len(agreed):
                parts.append(found)
                found = []
    except KeyboardInterrupt:
        if len(parts) < FEWEST_PARTS:
            raise
    values = np.moveaxis(np.array(parts), 0, 2)
    return Findings(line_up, agreed, seed, size * len(parts), values)


def check_rules(rules: Rules | str, players: int) -> Rules:
    """Return rules that so many players can sit down to, or say which are not for them."""
    agreed = Rules.of(rules)
    try:
        agreed.check_players(players)
    except ValueError as error:
        raise BadOption(f"{agreed} cannot be played at this table: {error}") from None
    return agreed
