"""The published evaluation of the bots, and the same measured here.

Every bot played 10,000,000 games against one ``random``, and against five. The figures were printed
with one decimal, and chance has a part in them as it has in ours: both are taken into account.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import copysign, sqrt
from os import PathLike
from typing import Any, Final, Literal, NamedTuple

from unolab.shuffle import LONG_SEEDS
from unolab.simulation import Executor, Report, run_all
from unolab.simulation.job import job_of
from unolab.simulation.machine import provenance
from unolab.simulation.plot import BLUE, GREEN, PALE, check, dots, figure_of, label
from unolab.simulation.statistics import NORMAL, round_to
from unolab.text.csvtable import to_csv
from unolab.text.style import write_beside

RULES: Final = "unoai"
PUBLISHED_ROUNDING: Final = 0.05  # how far a figure with one decimal may be from what was meant
BEYOND: Final = 4.0  # standard errors that chance does not explain: 1 in 16,000
FEWEST_GAMES: Final = 1_000  # games: with fewer, the standard errors themselves are a guess
WORTH_SEEING: Final = 1.0  # percentage points, or points: a smaller difference may stay unseen
PUBLISHED_ERRORS: Final = {
    2: (0.016, 0.012),
    6: (0.013, 0.027),
}  # the errors of the published figures


Verdict = Literal["agrees", "disagrees", "too_few_games"]
VERDICT_MARKS: Final[dict[Verdict, str]] = {"agrees": " ", "disagrees": "!", "too_few_games": "?"}


class Published(NamedTuple):
    """A row as it was published: games won in percent, and points per game, lost ones included."""

    bot: str
    players: int
    win_rate: float
    points: float
    expected_points: float
    """What the points are compared with: those published, but for one row."""


class Apart(NamedTuple):
    """How far a measured figure is from the published one."""

    by: float
    errors: float
    """The same in standard errors of both figures; what rounding explains counts for nothing."""
    error: float = 0.0
    """The standard error of both figures."""

    @property
    def verdict(self) -> Verdict:
        """Whether chance and rounding explain it, if there were enough games to see more."""
        if abs(self.errors) > BEYOND:
            return "disagrees"
        return "agrees" if self.error * BEYOND <= WORTH_SEEING else "too_few_games"


_FIGURES: Final[tuple[tuple[str, float, float, float, float], ...]] = (
    # two players: win rate, points; six players: win rate, points
    ("random", 50.0, 20.7, 16.7, 31.4),
    ("greedy", 55.4, 23.6, 15.8, 29.4),
    ("diversity", 57.5, 29.7, 22.9, 45.5),
    ("cardranking", 63.4, 30.8, 21.7, 42.7),
    ("cardranking:points", 59.5, 33.4, 21.4, 43.3),
    ("mixbot", 66.4, 33.2, 23.6, 46.2),
    ("mixbot:points", 63.6, 37.4, 23.5, 47.4),
    ("mixbot2", 68.8, 33.8, 24.2, 47.4),
    ("mixbot2:points", 66.6, 38.8, 24.1, 48.8),
    ("scorebot", 55.8, 22.8, 20.5, 39.6),
    ("scorebot:points", 55.5, 23.8, 20.5, 40.0),
    ("cardcounting", 57.5, 23.1, 22.4, 43.5),
    ("cardcounting:points", 57.4, 23.9, 22.4, 43.9),
)
_CORRECTED: Final = {("mixbot2:points", 2): 39.1}
NOTE: Final = (
    "38.8 was published, but the original program itself gives 39.07 when it is run again; so 39.1 "
    "is what our figure is compared with"
)


def _list_published() -> Iterator[Published]:
    for players in (2, 6):
        for bot, *figures in _FIGURES:
            win_rate, points = figures[:2] if players == 2 else figures[2:]
            expected = _CORRECTED.get((bot, players), points)
            yield Published(bot, players, win_rate, points, expected)


PUBLISHED: Final = tuple(_list_published())


@dataclass(frozen=True)
class EvaluationRow:
    """A row measured here, beside the published one; rates are in percent."""

    published: Published
    seed: int
    games: int
    seconds: float
    win_rate: float
    win_rate_error: float
    points: float
    points_error: float
    interrupted: bool = False

    @classmethod
    def of(cls, published: Published, report: Report) -> EvaluationRow:
        """Take the tested bot's figures from a Report; it is the first of the line-up."""
        return cls(
            published,
            report.seed,
            report.games,
            report.seconds,
            100 * float(report.win_rate[0]),
            100 * float(report.error[0]),
            float(report.points_per_game[0]),
            float(report.points_error[0]),
            report.interrupted,
        )

    @property
    def win_rate_apart(self) -> Apart:
        """How far the win rates are apart."""
        chance, _ = PUBLISHED_ERRORS[self.published.players]
        return apart(self.win_rate - self.published.win_rate, self.win_rate_error, chance)

    @property
    def points_apart(self) -> Apart:
        """How far the points are apart."""
        _, chance = PUBLISHED_ERRORS[self.published.players]
        return apart(self.points - self.published.expected_points, self.points_error, chance)

    @property
    def verdict(self) -> Verdict:
        """Whether chance and rounding explain both differences; the worst of both counts."""
        found = {self.judge(self.win_rate_apart), self.judge(self.points_apart)}
        order: tuple[Verdict, ...] = ("disagrees", "too_few_games", "agrees")
        return next(verdict for verdict in order if verdict in found)

    def judge(self, difference: Apart) -> Verdict:
        """Judge one difference, if there are enough games for that."""
        return difference.verdict if self.games >= FEWEST_GAMES else "too_few_games"

    def to_dict(self) -> dict[str, Any]:
        """Write the row for a program; the seed gives the same games to ``simulate``."""
        published, win_rate, points = self.published, self.win_rate_apart, self.points_apart
        return {
            "bot": published.bot,
            "players": published.players,
            "seed": self.seed,
            "games": self.games,
            "complete": not self.interrupted,
            "win_rate": round_to(self.win_rate / 100),
            "win_rate_error": round_to(self.win_rate_error / 100),
            "win_rate_published": round_to(published.win_rate / 100),
            "win_rate_difference": round_to(win_rate.by / 100),
            "win_rate_z": round_to(win_rate.errors, 2),
            "points_per_game": round_to(self.points),
            "points_per_game_error": round_to(self.points_error),
            "points_per_game_published": published.points,
            "points_per_game_expected": published.expected_points,
            "points_per_game_difference": round_to(points.by),
            "points_per_game_z": round_to(points.errors, 2),
            "verdict": self.verdict,
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True)
class Evaluation:
    """The rows that were played, for people, for programs, and as a picture."""

    rows: Sequence[EvaluationRow]
    seed: int
    games: int
    """How many each row was to have."""

    @property
    def is_complete(self) -> bool:
        """Whether all rows had all their games."""
        return len(self.rows) == len(PUBLISHED) and not self.rows[-1].interrupted

    @property
    def disagrees(self) -> bool:
        """Whether a row differs by more than chance explains."""
        return any(row.verdict == "disagrees" for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """Write it for a program."""
        return {
            **provenance(),
            "rules": RULES,
            "seed": self.seed,
            "games": sum(row.games for row in self.rows),
            "games_wanted": self.games * len(PUBLISHED),
            "complete": self.is_complete,
            "seconds": round(sum(row.seconds for row in self.rows), 3),
            "rows": [row.to_dict() for row in self.rows],
        }

    def to_csv(self) -> str:
        """Write a line for every row, with a line of headings."""
        return to_csv([row.to_dict() for row in self.rows])

    def plot(self, path: str | PathLike[str]) -> None:
        """Draw by how much the rows differ from the published ones, with 95 % intervals."""
        check(path)
        names = [f"{row.published.bot}, {row.published.players}" for row in self.rows][::-1]
        picture = figure_of((10, 1.2 + 0.3 * len(names)))
        panels = picture.subplots(1, 2, sharey=True)
        titles = ("win rate, percentage points", "points a game")
        pairs = [(row.win_rate_apart, row.points_apart) for row in self.rows][::-1]
        for place, (panel, title) in enumerate(zip(panels, titles, strict=True)):
            apart = [pair[place] for pair in pairs]
            ends = [(one.by - NORMAL * one.error, one.by + NORMAL * one.error) for one in apart]
            dots(panel, names, [one.by for one in apart], ends, (BLUE, GREEN)[place])
            panel.axvspan(-PUBLISHED_ROUNDING, PUBLISHED_ROUNDING, color=PALE, zorder=0)
            label(panel, f"{title}, more than published", "")
        picture.savefig(path, dpi=150)


def apart(by: float, error: float, other: float) -> Apart:
    """Weigh a difference: what rounding leaves of it, in the standard error of both figures."""
    both = sqrt(error**2 + other**2)
    return Apart(by, copysign(max(abs(by) - PUBLISHED_ROUNDING, 0.0), by) / both, both)


def evaluate(
    games: int = 200_000,
    seed: int = 0,
    on: str = "cpu",
    threads: int | None = None,
    progress: Callable[[Published, int], None] | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
) -> Iterator[EvaluationRow]:
    """Play the evaluation, row by row; ``progress`` hears the row and how many games are played.

    Each row has a seed of its own, so that what chance does to one says nothing about the others.
    Ctrl-C ends it early: the last row then is on the games that were played.
    """
    jobs = []
    for place, published in enumerate(PUBLISHED):
        bots = [published.bot, *["random"] * (published.players - 1)]
        own = (seed * len(PUBLISHED) + place) % LONG_SEEDS
        jobs.append(job_of(bots, games, RULES, own))
    place = 0

    def hear(report: Report) -> None:
        if progress:
            progress(PUBLISHED[place], place * games + report.games)

    for report in run_all(jobs, threads, on, executor, hear):
        hear(report)
        yield EvaluationRow.of(PUBLISHED[place], report)
        place += 1


# ── for people ────────────────────────────────────────────────────────────────────────────────────


def write_table(rows: Sequence[EvaluationRow], width: int = 80) -> Iterator[str]:
    """Write the rows as a table, and below it what is to be said about them."""
    for players in PUBLISHED_ERRORS:
        chosen = [row for row in rows if row.published.players == players]
        if not chosen:
            continue
        yield f"{players} players, against {players - 1} random"
        yield f"{'':19}{'win rate, %':>23}{'points':>28}"
        yield f"{'':19}" + " ".join([f"{'published':>9}{'here':>7}{'diff':>7}{'SE':>6}"] * 2)
        for row in chosen:
            one = row.published
            win_rate = _cells(row, f"{one.win_rate:.1f} ", row.win_rate, row.win_rate_apart)
            points = _cells(row, f"{one.points:.1f}{_mark(one):1}", row.points, row.points_apart)
            yield f"{one.bot:19}{win_rate}{points}".rstrip()
        yield ""
    for sign, remark in _remarks(rows):
        yield from write_beside(f"{sign:4}", remark, width)
    yield ""
    yield summary(rows)


def markdown(rows: Sequence[EvaluationRow]) -> Iterator[str]:
    """Write the rows as a Markdown table, and what is to be said about them."""
    head = ("published", "here", "diff", "SE")
    yield f"| bot | players | win rate, %: {' | '.join(head)} | points: {' | '.join(head)} |"
    yield "|---|" + "--:|" * 9
    for row in rows:
        one = row.published
        win_rate, points = row.win_rate_apart, row.points_apart
        cells = [
            f"`{one.bot}`",
            f"{one.players}",
            f"{one.win_rate:.1f}",
            f"{row.win_rate:.2f} ± {row.win_rate_error:.2f}",
            f"{win_rate.by:+.2f}",
            f"{_errors(win_rate)}{_emphasis(row.judge(win_rate))}",
            f"{one.points:.1f}{_mark(one)}",
            f"{row.points:.2f} ± {row.points_error:.2f}",
            f"{points.by:+.2f}",
            f"{_errors(points)}{_emphasis(row.judge(points))}",
        ]
        yield f"| {' | '.join(cells)} |"
    for sign, remark in (("±", "one standard error of our figure"), *_remarks(rows)):
        yield ""
        yield f"{sign}: {remark}."
    yield ""
    yield f"{summary(rows)}."


def summary(rows: Sequence[EvaluationRow]) -> str:
    """Say in a line how many rows agree, and how fast they were played."""
    games, seconds = sum(row.games for row in rows), sum(row.seconds for row in rows)
    of = f"{len(rows)} rows" if len(rows) == len(PUBLISHED) else f"the {len(rows)} rows played"
    counts = Counter(row.verdict for row in rows)
    agree, disagree, too_few = (counts[verdict] for verdict in VERDICT_MARKS)
    if too_few == len(rows):
        verdict = "too few games to tell"
    elif len(rows) == 1:
        verdict = f"the only row played {'agrees' if agree else 'does not agree'}"
    else:
        verdict = f"{agree} of {of} agree"
        verdict += f", {disagree} disagree" * bool(disagree)
        verdict += f", {too_few} had too few games to tell" * bool(too_few)
    speed = f", {games / seconds:,.0f} games/s" if seconds else ""
    return f"{verdict}; {games:,} games in {seconds:,.1f} s{speed}"


def _remarks(rows: Sequence[EvaluationRow]) -> Iterator[tuple[str, str]]:
    yield (
        "SE",
        "the difference in standard errors, those of both figures taken together; up to "
        f"{PUBLISHED_ROUNDING} is rounding and counts for nothing",
    )
    if any(_mark(row.published) for row in rows):
        yield "†", NOTE
    if rows and rows[-1].interrupted:
        last = rows[-1]
        yield "…", f"the last row, {last.published.bot}, was stopped after {last.games:,} games"
    if any(row.verdict == "too_few_games" for row in rows):
        yield (
            "?",
            f"too few games to tell: a difference of {WORTH_SEEING:.0f} would not show; "
            "try --games 200k",
        )
    if any(row.verdict == "disagrees" for row in rows):
        yield "!", f"more than {BEYOND:.0f} standard errors apart, which chance does not explain"


def _mark(published: Published) -> str:
    return "†" if published.points != published.expected_points else ""


def _emphasis(verdict: Verdict) -> str:
    mark = VERDICT_MARKS[verdict].strip()
    return f" **{mark}**" if mark else ""


def _errors(difference: Apart) -> str:
    return f"{difference.errors:+.1f}" if abs(difference.errors) >= 0.05 else "0"


def _cells(row: EvaluationRow, published: str, measured: float, difference: Apart) -> str:
    sign = VERDICT_MARKS[row.judge(difference)]
    return f"{published:>9}{measured:7.2f}{difference.by:+7.2f}{_errors(difference):>6}{sign}"
