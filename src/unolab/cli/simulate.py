"""Simulation: many games, and what they say about the bots."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.common import (
    Bots,
    Json,
    On,
    RulesText,
    Seed,
    Threads,
    app,
    check_files,
    columns,
    drawn_by_lot,
    echo_all,
    examples,
    print_json,
    read_count,
    read_number,
    read_positive,
    said,
    stoppable,
)
from unolab.cli.game import facts
from unolab.cli.progress import progress, short
from unolab.errors import BadOption
from unolab.interrupt import STOPPED
from unolab.rules import Rules

if TYPE_CHECKING:
    from unolab.simulation import Report
    from unolab.simulation.job import Job


@app.command(
    epilog=examples(
        "unolab simulate mixbot2 random --games 1M",
        "unolab simulate mixbot2 random --players 6 --duplicate",
        "unolab simulate my_bots.py:cautious greedy --plot report.png",
        "unolab simulate mixbot2 random --seed 7 --game 123",
    )
)
def simulate(
    bots: Bots,
    games: Annotated[
        int,
        typer.Option(
            metavar="NUMBER", parser=read_count, help="How many, as in 5000, 10_000, 2M or 1e6."
        ),
    ] = 100_000,
    players: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_positive,
            show_default=False,
            help="How many sit at the table: more of the last bot fill it up.",
        ),
    ] = None,
    rules: RulesText = "official",
    seed: Seed = None,
    duplicate: Annotated[
        bool,
        typer.Option(
            "--duplicate", help="Play every deal once from every seat: less is left to chance."
        ),
    ] = False,
    on: On = "cpu",
    threads: Threads = None,
    json: Json = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a line for every bot to a file.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw a picture, as in report.png.")
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_number,
            show_default=False,
            help="Print only this game, from 0 on, as text for unolab replay.",
        ),
    ] = None,
) -> None:
    """Let many games say which bot is better.

    By how much, and how sure that is: with 95 % intervals.
    """
    Rules.parse(rules).check_players(len(bots) if players is None else players)
    line_up = filled(bots, players)
    chosen = drawn_by_lot(seed)
    if game is not None and (csv or plot):
        raise BadOption("--game prints a single game: there is nothing for --csv or --plot")
    with stoppable("before the first game was over"):
        from unolab.simulation import parts_of, run
        from unolab.simulation.job import job_of
        from unolab.simulation.text import lines

        if game is not None:  # a series goes on for ever: how many games were played is no matter
            print_game(job_of(line_up, game + 1, rules, chosen, duplicate), game, json)
            return
        job = job_of(line_up, games, rules, chosen, duplicate)
        check_files(csv, plot)
        parts = parts_of(job, threads, on)
        with live(job.games) as hear:
            report = run(job, parts, hear)
    if json:
        print_json(report.to_dict())
    else:
        echo_all(lines(report, columns()))
        same = [*bots, *said("--players", players), *said("--rules", rules, "official")]
        again = [*same, "--seed", str(chosen), *(["--duplicate"] if duplicate else [])]
        number = ["--game", str(report.games - 1)]
        typer.echo("\nA single game again, the first being 0:")
        typer.echo(shlex.join(["unolab", "simulate", *again, *number]))
    if csv is not None:
        csv.write_text(report.to_csv(), "utf-8")
    if plot is not None:
        report.plot(plot)
    if report.interrupted:
        raise typer.Exit(STOPPED)


def filled(bots: list[str], players: int | None) -> list[str]:
    """Seat more of the last bot until the table is full."""
    if players is None:
        return bots
    if players < len(bots):
        raise BadOption(f"{len(bots)} bots don't fit at a table of {players}")
    return bots + bots[-1:] * (players - len(bots))


def print_game(job: Job, game: int, json: bool) -> None:
    """Print one game of a series, with the bots in the order of their seats."""
    from unolab.simulation.seating import game_of, seating

    seats = [str(job.bots[bot]) for bot in seating(job, game)[0]]
    found = game_of(job, game)
    if json:
        print_json({**facts(found), "seats": seats})
    else:
        typer.echo(f"{found}  # {', '.join(seats)}")


# ── while it runs ─────────────────────────────────────────────────────────────────────────────────


@contextmanager
def live(games: int) -> Iterator[Callable[[Report], None] | None]:
    """Show a line that follows the games, where there is someone to watch it."""
    with progress("games") as show:
        yield show and (lambda report: show(report.games, games, status(report)))


def status(report: Report) -> str:
    """Say who leads."""
    best = report.standings[0]
    low, high = (f"{100 * end:.1f}" for end in best.interval)
    return f"{short(best.bot)} leads: {100 * best.win_rate:.1f} % ({low} to {high})"
