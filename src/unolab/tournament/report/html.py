"""A Result as a page: one file with tables and pictures that opens without a network."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from unolab.foreign import Limits
from unolab.tournament.plan import Plan
from unolab.tournament.report import plot
from unolab.tournament.report.plot import IntervalRow
from unolab.tournament.report.text import (
    half_width,
    name_unit,
    or_dash,
    rounds,
    verdict,
    write_heading,
    write_rank,
)
from unolab.tournament.result import Result, Standing
from unolab.tournament.watch.page import hash_of, part

PODIUM: Final = ("first", "second", "third")

GLOSSARY: Final = {
    "Interval": "The games are a sample, and the true value is not known exactly. In 95 of 100 "
    "such tournaments the interval contains it. It counts deals, not games: each deal is played "
    "once from every seat, so games of one deal are alike.",
    "Won": "The share of the games that this player won.",
    "Points a game": "The winner of a game scores the cards in the others' hands; this is the "
    "average over all games of a player, won or not.",
    "Rating": "How strong everyone is on one scale: with 400 points more one is ten times as "
    "likely to win. 1500 is the average. It takes into account who met whom, and does not depend "
    "on the order of the games.",
    "Won against": "Of the games that one of the two won, the share that the row won. Both sat at "
    "the table, with others or without.",
    "Faults": "Answers of a program that were late, illegal, unreadable or missing; the first "
    "legal move was played instead. Too many disqualify a program.",
    "Time a move": "From the question to a program's answer, including the transfer.",
}


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table."""

    text: str
    value: float | None = None
    """The number that it is sorted by."""
    kind: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table."""

    cells: Sequence[TableCell]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table."""

    heads: Sequence[str]
    rows: Sequence[TableRow]


@dataclass(frozen=True, slots=True)
class ReportFigure:
    """A picture with a title and a sentence."""

    title: str
    note: str
    drawing: Markup


def write_html(result: Result, path: str | PathLike[str]) -> None:
    """Write the page to a file."""
    Path(path).write_text(render_page(result), "utf-8")


def render_page(result: Result) -> str:
    """Write the page."""
    script = part("sort.js")
    won = f"{' and '.join(result.winners)} won" if result.winners else "Tournament"
    return read_template().render(
        title=f"{won} · unolab",
        heading=write_heading(result),
        podium=list_podium(result),
        verdict=verdict(result),
        standings=list_standings(result),
        stages=list_stages(result) if result.plan.form == "knockout" else (),
        figures=draw_figures(result),
        faults=list_faults(result),
        plan=result.plan,
        has_programs=any(entry.is_foreign for entry in result.plan.entries),
        command=write_command(result.plan),
        glossary=GLOSSARY,
        script=Markup(script),  # our own, and the policy of the page knows its hash
        hash=hash_of(script),
    )


@cache
def read_template() -> Template:
    """Load the template; whatever is put into it stays text."""
    loader = FileSystemLoader(Path(__file__).with_name("templates"))
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined).get_template(
        "report.html"
    )


# ── tables ────────────────────────────────────────────────────────────────────────────────────────


def list_podium(result: Result) -> list[tuple[str, dict[str, Any]]]:
    """List the best three of a tournament that is over."""
    if not result.complete:
        return []
    best = [row for row in result.standings[:3] if not row.disqualified]
    return [
        (step, {"rank": row.rank, "name": row.name, "worth": write_worth(result, row)})
        for step, row in zip(PODIUM, best, strict=False)
    ]


def write_worth(result: Result, row: Standing) -> str:
    """Say what somebody is ranked by."""
    if result.plan.match:
        return f"{row.wins:,} of {row.games:,} matches"
    return f"{row.points:,} points, {row.points_per_game:.2f} a game"


def list_standings(result: Result) -> ReportTable:
    """Write the table that can be sorted."""
    programs = any(row.foreign for row in result.standings)
    single = "match" if result.plan.match else "game"
    heads = [
        "",
        "player",
        "strategy",
        name_unit(result),
        "won",
        "95 %",
        "points",
        f"a {single}",
        "±",
    ]
    heads += ["rating", "±", *(["faults", "ms a move", "slowest"] if programs else [])]
    rows = []
    for row in result.standings:
        cells = [*write_figures(row), *(write_conduct(row) if programs else ())]
        kind = "out" if row.disqualified else "first" if row.name in result.winners else "other"
        rows.append(TableRow(cells, kind))
    return ReportTable(heads, rows)


def write_figures(row: Standing) -> list[TableCell]:
    """Write the cells that everyone has."""
    low, high = (f"{100 * end:.1f}" for end in row.win_interval)
    doubt, spread = half_width(row.points_interval), half_width(row.rating_interval)
    return [
        TableCell(write_rank(row), row.rank),
        TableCell(row.name, kind="left name"),
        TableCell(row.strategy, kind="left strategy", title=row.strategy),
        TableCell(f"{row.games:,}", row.games),
        TableCell(or_dash(row, f"{100 * row.win_rate:.2f} %"), row.win_rate),
        TableCell(or_dash(row, f"{low} to {high}"), row.win_interval[0]),
        TableCell(f"{row.points:,}", row.points),
        TableCell(or_dash(row, f"{row.points_per_game:.2f}"), row.points_per_game),
        TableCell(or_dash(row, f"{doubt:.2f}"), doubt),
        TableCell(or_dash(row, f"{row.rating:.0f}"), row.rating),
        TableCell(or_dash(row, f"{spread:.0f}"), spread),
    ]


def write_conduct(row: Standing) -> list[TableCell]:
    """Write the cells that only programs have something in."""
    count = sum(row.faults.values())
    said = f"{count:,}" if row.foreign else ""
    return [
        TableCell(f"{said} out" if row.disqualified else said, count),
        write_milliseconds(row.time_per_move),
        write_milliseconds(row.slowest_move),
    ]


def write_milliseconds(seconds: float | None) -> TableCell:
    """Write a time, if there is one."""
    return TableCell("" if seconds is None else f"{1000 * seconds:.2f}", seconds or 0)


def list_stages(result: Result) -> list[dict[str, Any]]:
    """List the tables of a knock-out stage by stage, the best of each first."""
    by_stage = rounds(result)
    listed = []
    for at, heats in by_stage.items():
        on = {place for heat in by_stage.get(at + 1, ()) for place in heat.players}
        is_last = at == max(by_stage)

        def kind(place: int, on: set[int] = on, is_last: bool = is_last) -> str:
            if is_last and result.names[place] in result.winners:
                return "won"
            return "on" if place in on else "left"

        tables = [
            [(result.names[place], kind(place)) for place in result.ranking(heat)] for heat in heats
        ]
        title = "Final" if is_last and result.complete else f"Stage {at + 1}"
        listed.append({"title": title, "tables": tables})
    return listed


def list_faults(result: Result) -> ReportTable:
    """List the faults of everyone by kind, with the first of each."""
    rows = []
    for name, conduct in zip(result.names, result.conduct, strict=True):
        first = {fault.kind: fault for fault in conduct.details}
        for kind, count in conduct.faults.most_common():
            fault = first.get(kind)
            text = fault.text if fault else ""
            where = f"{fault.game} {fault.position}".strip() if fault else ""
            told = [TableCell(text, kind="words"), TableCell(where, kind="words")]
            rows.append(
                TableRow(
                    [
                        TableCell(name, kind="left name"),
                        TableCell(kind),
                        TableCell(f"{count:,}"),
                        *told,
                    ]
                )
            )
    return ReportTable(["player", "kind", "how often", "what happened", "where"], rows)


# ── pictures ──────────────────────────────────────────────────────────────────────────────────────


def draw_figures(result: Result) -> list[ReportFigure]:
    """Draw all figures that have something to show."""
    drawn = (draw_points, draw_ratings, draw_pairings, draw_lengths, draw_times, draw_faults)
    return [figure for draw in drawn if (figure := draw(result)) is not None]


def draw_points(result: Result) -> ReportFigure:
    """Draw what everyone got in a game."""
    fewer = ": fewer is better" if result.plan.rules.low_score_wins else ""
    average = float(result.points.sum()) / max(1, int(result.seated.sum()))
    rows = [
        IntervalRow(
            row.name,
            row.points_per_game,
            *row.points_interval,
            f"{row.points_per_game:.2f}",
            row.disqualified,
        )
        for row in result.standings
    ]
    return ReportFigure(
        f"Points a {'match' if result.plan.match else 'game'}{fewer}",
        "With 95 % intervals; the dashed line is the average.",
        plot.draw_dots(rows, "points", average),
    )


def draw_ratings(result: Result) -> ReportFigure:
    """Draw how strong everyone is."""
    rows = [
        IntervalRow(
            row.name, row.rating, *row.rating_interval, f"{row.rating:.0f}", row.disqualified
        )
        for row in result.standings
    ]
    return ReportFigure(
        "Ratings",
        "On one scale, with 95 % intervals: 400 more is ten times as likely to win.",
        plot.draw_dots(rows, "rating", 1500),
    )


def draw_pairings(result: Result) -> ReportFigure:
    """Draw who won against whom."""
    names = [row.name for row in result.standings]
    places = [result.names.index(name) for name in names]
    return ReportFigure(
        "Won against",
        "Of the games that one of two won, the share of the row in %: yellow is more than half, "
        "blue is less.",
        plot.draw_matrix(names, result.shares[np.ix_(places, places)], "won against"),
    )


def draw_lengths(result: Result) -> ReportFigure | None:
    """Draw how long the games were."""
    if not result.lengths.any():
        return None
    single = "round" if result.plan.match else "game"
    return ReportFigure(
        f"How long the {single}s were",
        f"Turns of a {single}, and how many {single}s in % took so many.",
        plot.draw_histogram(result.lengths, "turns"),
    )


def draw_times(result: Result) -> ReportFigure | None:
    """Draw how long the programs took for a move."""
    rows = [
        time_of(row) for row in result.standings if row.foreign and row.time_per_move is not None
    ]
    if not rows:
        return None
    return ReportFigure(
        "Time a move",
        "Of the programs, in milliseconds: the average, and a line to the slowest move.",
        plot.draw_dots(rows, "milliseconds", log=True),
    )


def draw_faults(result: Result) -> ReportFigure | None:
    """Draw what the programs did wrong."""
    programs = [row for row in result.standings if row.foreign]
    if not any(row.faults for row in programs):
        return None
    return ReportFigure(
        "Faults by player",
        "Of the programs; grey ones were disqualified.",
        plot.draw_bars([faults_of(row) for row in programs], "faults"),
    )


def time_of(row: Standing) -> IntervalRow:
    """Return the time of a program, in milliseconds."""
    mean, slowest = 1000 * (row.time_per_move or 0), 1000 * (row.slowest_move or 0)
    return IntervalRow(row.name, mean, mean, max(mean, slowest), f"{mean:.2f}", row.disqualified)


def faults_of(row: Standing) -> IntervalRow:
    """Return the faults of a program, with their kinds."""
    count = sum(row.faults.values())
    kinds = ", ".join(f"{kind} {times:,}" for kind, times in row.faults.items())
    return IntervalRow(row.name, count, 0, count, kinds or "none", row.disqualified)


# ── how it was played ─────────────────────────────────────────────────────────────────────────────


def write_command(plan: Plan) -> str:
    """Write the command that plays the same tournament again."""
    usual = Limits()
    words = ["unolab", "tournament", "FILE", str(plan.games), "--form", plan.form]
    if plan.form != "table":
        words += ["--seats", str(plan.seats)]
    if plan.match:
        words.append("--match")
    words += ["--rules", str(plan.rules), "--seed", str(plan.seed)]
    for option, value, default in (
        ("--time", plan.limits.move, usual.move),
        ("--game-time", plan.limits.game, usual.game),
        ("--memory", plan.limits.memory, usual.memory),
        ("--faults", plan.faults, 20),
    ):
        if value != default:
            words += [option, str(value).removesuffix(".0")]
    return shlex.join(words)
