"""A Result as a page: one file with tables and pictures that opens without a network."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from html import escape
from os import PathLike
from pathlib import Path
from string import Template
from typing import Final

import numpy as np

from unolab.foreign import Limits
from unolab.tournament.plan import Plan
from unolab.tournament.report import plot
from unolab.tournament.report.plot import Row
from unolab.tournament.report.text import heading, known, rank, reach, rounds, unit, verdict
from unolab.tournament.result import Result, Standing
from unolab.tournament.watch.page import hash_of, part

STEPS: Final = ("first", "second", "third")

FIGURES: Final = {
    "Interval": "The games are a sample, and the true value is not known exactly. In 95 of 100 "
    "such tournaments the interval holds it. It reckons with deals, not with games: each deal is "
    "played once from every seat, so games of one deal are alike.",
    "Won": "The share of the games that this player won.",
    "Points a game": "What the winner of a game gets for the cards in the others' hands, over all "
    "games of a player, won or not.",
    "Rating": "How strong everyone is on one scale: with 400 points more one is ten times as "
    "likely to win. 1500 is the average. It takes into account who met whom, and does not depend "
    "on the order of the games.",
    "Won against": "Of the games that one of the two won, the share that the row won. Both sat at "
    "the table, with others or without.",
    "Faults": "Answers of a program that were late, not legal, not readable or missing; the first "
    "legal move was played instead. Too many disqualify.",
    "Time a move": "From the question to the answer of a program, with the way there and back.",
}


def write_html(result: Result, path: str | PathLike[str]) -> None:
    """Write the page to a file."""
    Path(path).write_text(page(result), "utf-8")


def page(result: Result) -> str:
    """Write the page."""
    script = part("sort.js")
    template = Template(part("report.html"))
    won = f"{' and '.join(result.winners)} won" if result.winners else "Tournament"
    return template.substitute(
        title=escape(f"{won} · unolab"),
        heading=escape(heading(result)),
        body="\n".join(sections(result)),
        script=script,
        hash=hash_of(script),
    )


def sections(result: Result) -> Iterator[str]:
    """Write all parts of the page, from what matters most on down."""
    yield section("", podium(result) + "".join(map(paragraph, verdict(result))))
    yield section("Standings", standings(result))
    if result.plan.form == "knockout":
        yield section("Who went on", stages(result))
    yield section("In pictures", f'<div class="plots">{"".join(figures(result))}</div>')
    if any(conduct.faults for conduct in result.conduct):
        yield section("Faults", misdeeds(result))
    yield section("How it was played", conditions(result.plan))
    terms = "".join(f"<dt>{term}</dt><dd>{escape(said)}</dd>" for term, said in FIGURES.items())
    yield section("What the figures mean", f"<dl>{terms}</dl>")


def section(title: str, inner: str) -> str:
    """Put a part under its heading."""
    return f"<section>{f'<h2>{title}</h2>' if title else ''}\n{inner}</section>"


def paragraph(text: str) -> str:
    """Write a sentence."""
    return f'<p class="verdict">{escape(text)}</p>'


# ── tables ────────────────────────────────────────────────────────────────────────────────────────


def podium(result: Result) -> str:
    """Show the best three."""
    best = [row for row in result.standings[:3] if not row.disqualified]
    steps = "".join(
        f'<div class="step {STEPS[at]}"><i>{row.rank}</i><b>{escape(row.name)}</b>'
        f"<span>{worth(result, row)}</span></div>"
        for at, row in enumerate(best)
    )
    return f'<div class="podium">{steps}</div>' if result.complete else ""


def worth(result: Result, row: Standing) -> str:
    """Say what somebody is ranked by."""
    if result.plan.match:
        return f"{row.wins:,} of {row.games:,} matches"
    return f"{row.points:,} points, {row.points_per_game:.2f} a game"


def standings(result: Result) -> str:
    """Write the table that can be sorted."""
    programs = any(row.foreign for row in result.standings)
    single = "match" if result.plan.match else "game"
    heads = ["", "player", "strategy", unit(result), "won", "95 %", "points", f"a {single}", "±"]
    heads += ["rating", "±", *(["faults", "ms a move", "slowest"] if programs else [])]
    rows = []
    for row in result.standings:
        low, high = (f"{100 * end:.1f}" for end in row.win_interval)
        doubt, spread = reach(row.points_interval), reach(row.rating_interval)
        cells = [
            number(row.rank, rank(row)),
            f'<td class="left name">{escape(row.name)}</td>',
            f'<td class="left strategy" title="{escape(row.strategy)}">{escape(row.strategy)}</td>',
            number(row.games, f"{row.games:,}"),
            number(row.win_rate, known(row, f"{100 * row.win_rate:.2f} %")),
            number(row.win_interval[0], known(row, f"{low} to {high}")),
            number(row.points, f"{row.points:,}"),
            number(row.points_per_game, known(row, f"{row.points_per_game:.2f}")),
            number(doubt, known(row, f"{doubt:.2f}")),
            number(row.rating, known(row, f"{row.rating:.0f}")),
            number(spread, known(row, f"{spread:.0f}")),
        ]
        if programs:
            count = sum(row.faults.values())
            said = f"{count:,}" if row.foreign else ""
            cells.append(number(count, f"{said} out" if row.disqualified else said))
            cells += [milliseconds(row.time_per_move), milliseconds(row.slowest_move)]
        kind = "out" if row.disqualified else "first" if row.name in result.winners else "other"
        rows.append(f'<tr class="{kind}">{"".join(cells)}</tr>')
    return table(heads, rows, sortable=True)


def number(value: float, text: str) -> str:
    """Write a cell with the number that it is sorted by."""
    return f'<td data-value="{value:.6g}">{escape(text)}</td>'


def milliseconds(seconds: float | None) -> str:
    """Write a cell with a time, if there is one."""
    return number(seconds or 0, "" if seconds is None else f"{1000 * seconds:.2f}")


def table(heads: Sequence[str], rows: Sequence[str], sortable: bool = False) -> str:
    """Set a table; names and texts are flush left."""
    cells = []
    for head in heads:
        kind = ' class="left"' if head in ("player", "strategy", "what happened", "where") else ""
        inner = f'<button type="button">{head or "rank"}</button>' if sortable else head
        cells.append(f'<th scope="col"{kind}>{inner}</th>')
    return (
        f'<div class="scroll" tabindex="0"><table><thead><tr>{"".join(cells)}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def stages(result: Result) -> str:
    """Show the tables of a knock-out stage by stage, the best of each first."""
    columns = []
    by_stage = rounds(result)
    for at, heats in by_stage.items():
        on = {place for heat in by_stage.get(at + 1, ()) for place in heat.players}
        last = at == max(by_stage)
        lists = []
        for heat in heats:
            kinds = {place: "on" if place in on else "left" for place in heat.players}
            names = [(result.names[place], kinds[place]) for place in result.ranking(heat)]
            items = "".join(
                f'<li class="{"won" if last and name in result.winners else kind}">'
                f"{escape(name)}</li>"
                for name, kind in names
            )
            lists.append(f"<ol>{items}</ol>")
        title = "Final" if last and result.complete else f"Stage {at + 1}"
        columns.append(f"<div><b>{title}</b>{''.join(lists)}</div>")
    return f'<div class="stages" tabindex="0">{"".join(columns)}</div>'


def misdeeds(result: Result) -> str:
    """Write how often everyone did what wrong, and how each kind began."""
    rows = []
    for name, conduct in zip(result.names, result.conduct, strict=True):
        first = {fault.kind: fault for fault in conduct.details}
        for kind, count in conduct.faults.most_common():
            fault = first.get(kind)
            text = fault.text if fault else ""
            where = f"{fault.game} {fault.position}" if fault else ""
            rows.append(
                f'<tr><td class="left name">{escape(name)}</td><td>{escape(kind)}</td>'
                f'<td>{count:,}</td><td class="words">{escape(text)}</td>'
                f'<td class="words">{escape(where.strip())}</td></tr>'
            )
    heads = ["player", "kind", "how often", "what happened", "where"]
    return '<p class="note">The first of every kind is told.</p>' + table(heads, rows)


# ── pictures ──────────────────────────────────────────────────────────────────────────────────────


def figures(result: Result) -> Iterator[str]:
    """Draw all pictures, each with a sentence."""
    rows = result.standings
    fewer = ": fewer is better" if result.plan.rules.low_score_wins else ""
    points = [
        Row(
            r.name,
            r.points_per_game,
            *r.points_interval,
            f"{r.points_per_game:.2f}",
            r.disqualified,
        )
        for r in rows
    ]
    strengths = [
        Row(r.name, r.rating, *r.rating_interval, f"{r.rating:.0f}", r.disqualified) for r in rows
    ]
    average = float(result.points.sum()) / max(1, int(result.seated.sum()))
    yield figure(
        f"Points a {'match' if result.plan.match else 'game'}{fewer}",
        "With 95 % intervals; the dashed line is the average.",
        plot.dots(points, "points", average),
    )
    yield figure(
        "Ratings",
        "On one scale, with 95 % intervals: 400 more is ten times as likely to win.",
        plot.dots(strengths, "rating", 1500),
    )
    places = [result.names.index(row.name) for row in rows]
    yield figure(
        "Won against",
        "Of the games that one of two won, the share of the row in %: yellow is more than half, "
        "blue is less.",
        plot.matrix(
            [row.name for row in rows], result.shares[np.ix_(places, places)], "won against"
        ),
    )
    if result.lengths.any():
        single = "round" if result.plan.match else "game"
        yield figure(
            f"How long the {single}s were",
            f"Turns of a {single}, and how many {single}s in % took so many.",
            plot.histogram(result.lengths, "turns"),
        )
    yield from program_figures([row for row in rows if row.foreign])


def program_figures(programs: Sequence[Standing]) -> Iterator[str]:
    """Draw what programs were slow with, and what they did wrong."""
    timed = [time_row(row) for row in programs if row.time_per_move is not None]
    if timed:
        yield figure(
            "Time a move",
            "Of the programs, in milliseconds: the average, and a line to the slowest move.",
            plot.dots(timed, "milliseconds", log=True),
        )
    if any(row.faults for row in programs):
        yield figure(
            "Faults by player",
            "Of the programs; grey ones were disqualified.",
            plot.bars([fault_row(row) for row in programs], "faults"),
        )


def figure(title: str, said: str, drawn: str) -> str:
    """Put a picture below its title and a sentence."""
    return (
        f'<figure><figcaption><h2>{title}</h2><span class="note">{said}</span></figcaption>'
        f"<div>{drawn}</div></figure>"
    )


def time_row(row: Standing) -> Row:
    """Return the time of a program, in milliseconds."""
    mean, slowest = 1000 * (row.time_per_move or 0), 1000 * (row.slowest_move or 0)
    return Row(row.name, mean, mean, max(mean, slowest), f"{mean:.2f}", row.disqualified)


def fault_row(row: Standing) -> Row:
    """Return the faults of a program, with their kinds."""
    count = sum(row.faults.values())
    kinds = ", ".join(f"{kind} {times:,}" for kind, times in row.faults.items())
    return Row(row.name, count, 0, count, kinds or "none", row.disqualified)


# ── how it was played ─────────────────────────────────────────────────────────────────────────────


def conditions(plan: Plan) -> str:
    """Write what it takes to play the same tournament again."""
    rules = "".join(f"<li>{escape(sentence)}</li>" for sentence in plan.rules.describe())
    players = "\n".join(map(str, plan.entries))
    limits = plan.limits
    programs = (
        f"<p>A program has {limits.move:g} s for a move, {limits.game:g} s for all moves of a game "
        f"and {limits.memory:,} MB; {plan.faults:,} faults disqualify it.</p>"
        if any(entry.is_foreign for entry in plan.entries)
        else ""
    )
    differ = f"<p>They differ from the official game:</p><ul>{rules}</ul>" if rules else ""
    return (
        f"<p>The rules are <b>{escape(str(plan.rules))}</b>. Every deal was played once from every "
        f"seat.</p>{differ}{programs}<p>The players file:</p><pre>{escape(players)}</pre>"
        "<p>The same tournament again, with FILE for the players file above:</p>"
        f"<pre>{escape(command(plan))}</pre>"
    )


def command(plan: Plan) -> str:
    """Write the command that plays it again, with a players file of that content."""
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
