"""Tuning: better settings for a bot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.cluster import Cluster, cluster_at
from unolab.cli.common import app, echo_all, examples, print_json
from unolab.cli.options import (
    FixedSeed,
    On,
    Output,
    RulesOption,
    Threads,
    complete_bots,
    exclude,
    games_option,
    read_count,
    read_positive,
    with_groups,
)
from unolab.cli.progress import progress
from unolab.interrupt import STOPPED

if TYPE_CHECKING:
    from unolab.studies.tune import Status


@dataclass(frozen=True)
class Goal:
    """What to maximize, and at which table."""

    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            show_default="random",
            help="Opponent; repeat for several.",
            autocompletion=complete_bots,
        ),
    ] = None
    players: Annotated[
        int,
        typer.Option(
            "--players",
            metavar="NUMBER",
            parser=read_positive,
            help="Table size, 2 to 10: the opponents take turns to fill it.",
        ),
    ] = 4
    rules: RulesOption = "official"
    parameters: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            show_default="all of the bot's own but the switches",
            help="Settings to search, as in slack,limit_wild; rank is short for rank_...",
        ),
    ] = ""
    objective: Annotated[
        str, typer.Option(metavar="win|points", help="What to maximize: wins, or points.")
    ] = "win"


@app.command(
    epilog=examples(
        "unolab tune cardranking --rules unoai",
        "unolab tune mixbot2 --parameters slack,limit --trials 300",
        "unolab tune scorebot --sampler cmaes --against greedy --players 2",
        "unolab tune my_bots.py:cautious --plot search.png",
        "unolab tune mixbot2 --storage postgresql+psycopg://unolab@db/tuning",
    )
)
@with_groups
def tune(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="The bot to tune, starting from its settings.",
            autocompletion=complete_bots,
        ),
    ],
    *,
    goal: Goal,
    sampler: Annotated[
        str, typer.Option(metavar="tpe|cmaes", help="Optuna sampler that proposes settings.")
    ] = "tpe",
    trials: Annotated[
        int,
        typer.Option(metavar="NUMBER", parser=read_count, help="Number of settings to try."),
    ] = 200,
    games: Annotated[int, games_option(" per trial")] = 256_000,
    fresh: Annotated[
        int,
        typer.Option(
            metavar="NUMBER", parser=read_count, help="Number of fresh deals to confirm the result."
        ),
    ] = 2_000_000,
    study: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            show_default="tune-BOT.db",
            help="File for the trials; the same command resumes from it.",
        ),
    ] = None,
    storage: Annotated[
        str | None,
        typer.Option(
            metavar="URL|FILE",
            show_default=False,
            help="Search together with other machines: a database, or a journal file.",
        ),
    ] = None,
    seed: FixedSeed = 0,
    on: On = "cpu",
    threads: Threads = None,
    cluster: Cluster = None,
    output: Output,
) -> None:
    """Search for better settings of a bot.

    The result is confirmed on fresh deals.
    """
    exclude("--study", study, storage=storage)
    output.check()
    from unolab.studies.tune import tune
    from unolab.studies.tune.shared import hide_password

    file = study or default_study(bot)
    place = str(file) if storage is None else hide_password(storage)
    with cluster_at(cluster, on, threads) as executor, live() as hear:
        result = tune(
            bot,
            goal.against or ["random"],
            trials,
            players=goal.players,
            rules=goal.rules,
            objective=goal.objective,
            sampler=sampler,
            games=games,
            parameters=[name.strip() for name in goal.parameters.split(",") if name.strip()],
            seed=seed,
            study=file if storage is None else None,
            storage=storage,
            fresh=fresh,
            threads=threads,
            on=on,
            progress=hear if output.json else announce_resumed(place, hear),
            executor=executor,
        )
    if result.run.tried:
        output.write(result.to_csv, result.plot)
    if output.json:
        print_json(result.to_dict())
    else:
        echo_all(result.lines())
    if result.interrupted:
        raise typer.Exit(STOPPED)


def default_study(bot: str) -> Path:
    """Name the file for the trials after the bot, without its settings."""
    name = re.sub(r"\(.*", "", re.sub(r".*\.py:", "", bot))
    return Path(f"tune-{re.sub(r'[^a-zA-Z0-9_]+', '-', name)}.db")


def announce_resumed(place: str, hear: Callable[[Status], None] | None) -> Callable[[Status], None]:
    """Print first how far a resumed search had got."""
    said = False

    def follow(status: Status) -> None:
        nonlocal said
        if status.done and not said:
            left = status.trials - status.done
            trials = "1 trial" if status.done == 1 else f"{status.done:,} trials"
            rest = f"{left:,} to go" if left > 0 else "none left"
            typer.echo(f"{trials} from {place}, {rest}", err=True)
        said = True
        if hear is not None:
            hear(status)

    return follow


@contextmanager
def live() -> Iterator[Callable[[Status], None] | None]:
    """Show the progress of the search in a terminal."""
    with progress() as show:

        def hear(status: Status) -> None:
            if show:
                share = status.confirmed or status.done / max(status.trials, 1)
                show(share, 1, describe_progress(status))

        yield hear if show else None


def describe_progress(status: Status) -> str:
    """Describe in one line how far a search has got."""
    pace = f"{status.games / max(status.seconds, 0.001):,.0f} games/s"
    if status.confirmed:
        return f"confirming on fresh deals · {pace}"
    left = "" if status.left is None else f" · {time(status.left)} left"
    best = f" · best so far {status.best}" if status.gain > 0 else ""
    return (
        f"trial {min(status.done + 1, status.trials)} of {status.trials} · "
        f"{status.given_up} given up · {pace}{left}{best}"
    )


def time(seconds: float) -> str:
    """Format a time in minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
