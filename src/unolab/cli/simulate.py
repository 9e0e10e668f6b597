"""Simulation: many games, and what they say about the bots."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.cluster import Cluster, cluster_at
from unolab.cli.common import (
    app,
    choose_seed,
    columns,
    echo_all,
    examples,
    print_json,
    repeat_option,
    stoppable,
)
from unolab.cli.games import check_saving, describe_game, game_line, saving
from unolab.cli.options import (
    Bots,
    GameNumber,
    Games,
    On,
    Output,
    Players,
    RulesOption,
    Save,
    Seed,
    Threads,
    exclude,
    fill_table,
    with_groups,
)
from unolab.cli.progress import progress, short
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
        "unolab simulate mixbot2 random --games 10B --cluster 10.0.0.5:6379",
    )
)
@with_groups
def simulate(
    bots: Bots,
    *,
    games: Games = 100_000,
    players: Players = None,
    rules: RulesOption = "official",
    seed: Seed = None,
    duplicate: Annotated[
        bool,
        typer.Option("--duplicate", help="Play every deal from every seat, to reduce luck."),
    ] = False,
    on: On = "cpu",
    threads: Threads = None,
    cluster: Cluster = None,
    game: GameNumber = None,
    save: Save = None,
    output: Output,
) -> None:
    """Play many games and say which bot is better.

    Says by how much, with 95 % confidence intervals.
    """
    Rules.parse(rules).check_players(len(bots) if players is None else players)
    line_up = fill_table(bots, players)
    chosen = choose_seed(seed)
    exclude("--game", game, csv=output.csv, plot=output.plot, save=save, cluster=cluster)
    exclude("--save -", save == "-", json=output.json)
    check_saving(save)
    with stoppable("before the first game was over"):
        from unolab.simulation import parts_of, run
        from unolab.simulation.job import job_of
        from unolab.simulation.text import lines

        if game is not None:  # a series has no end: any game of it can be played
            print_game(job_of(line_up, game + 1, rules, chosen, duplicate), game, output.json)
            return
        job = job_of(line_up, games, rules, chosen, duplicate)
        output.check()
        with cluster_at(cluster, on, threads) as executor:
            parts = parts_of([job], threads, on, executor)
            with live(job.games) as hear:
                report = run(job, parts, hear)
    output.write(report.to_csv, report.plot)
    save_games(report, save)
    if output.json:
        print_json(report.to_dict())
    elif save != "-":
        echo_all(lines(report, columns()))
        same = [*bots, *repeat_option("--players", players)]
        same += repeat_option("--rules", rules, "official")
        again = [*same, "--seed", str(chosen), *(["--duplicate"] if duplicate else [])]
        number = ["--game", str(report.games - 1)]
        typer.echo("\nReplay one game (numbered from 0):")
        typer.echo(shlex.join(["unolab", "simulate", *again, *number]))
    if report.interrupted:
        raise typer.Exit(STOPPED)


def save_games(report: Report, save: str | None) -> None:
    """Replay the games of a report and save them."""
    with saving(save) as write:
        for number in range(report.games) if write else ():
            seats = [str(report.bots[bot]) for bot in report.seats(number)]
            write(report[number], seats)  # type: ignore[misc]


def print_game(job: Job, game: int, json: bool) -> None:
    """Print one game of a series, with the bots in the order of their seats."""
    from unolab.simulation.seating import find_seats, game_of

    seats = [str(job.bots[bot]) for bot in find_seats(job, game)[0]]
    found = game_of(job, game)
    if json:
        print_json({"games": [describe_game(found, seats)]})
    else:
        typer.echo(game_line(found, seats))


# ── while it runs ─────────────────────────────────────────────────────────────────────────────────


@contextmanager
def live(games: int) -> Iterator[Callable[[Report], None] | None]:
    """Show the progress of the games in a terminal."""
    with progress("games") as show:
        yield show and (lambda report: show(report.games, games, status(report)))


def status(report: Report) -> str:
    """Name the leader."""
    best = report.standings[0]
    low, high = (f"{100 * end:.1f}" for end in best.interval)
    return f"{short(best.bot)} leads: {100 * best.win_rate:.1f} % ({low} to {high})"
