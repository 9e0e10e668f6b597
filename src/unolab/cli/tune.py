"""Tuning: better settings for a bot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.common import (
    Json,
    On,
    RulesText,
    Threads,
    app,
    check_files,
    complete_bots,
    echo_all,
    examples,
    print_json,
    read_count,
    read_number,
)
from unolab.cli.progress import progress
from unolab.interrupt import STOPPED

if TYPE_CHECKING:
    from unolab.studies.tune import Status


@app.command(
    epilog=examples(
        "unolab tune cardranking --rules unoai",
        "unolab tune mixbot2 --parameters slack,limit --trials 300",
        "unolab tune scorebot --sampler cmaes --against greedy --players 2",
        "unolab tune my_bots.py:cautious --plot search.png",
    )
)
def tune(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="Whose settings; they start as given.", autocompletion=complete_bots
        ),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            show_default="random",
            help="Who it plays against; may be given more than once.",
            autocompletion=complete_bots,
        ),
    ] = None,
    players: Annotated[
        int,
        typer.Option(metavar="NUMBER", parser=read_number, help="How many sit at the table."),
    ] = 4,
    rules: RulesText = "official",
    parameters: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            show_default=False,
            help="What to search, as in slack,limit_wild; rank is short for all that begin with "
            "rank_. Without it, all of the bot's own but the switches.",
        ),
    ] = "",
    objective: Annotated[
        str, typer.Option(metavar="win|points", help="What counts: games won, or points.")
    ] = "win",
    sampler: Annotated[
        str, typer.Option(metavar="tpe|cmaes", help="How Optuna proposes settings.")
    ] = "tpe",
    trials: Annotated[
        int,
        typer.Option(metavar="NUMBER", parser=read_count, help="How many settings to try."),
    ] = 200,
    games: Annotated[
        int,
        typer.Option(
            metavar="NUMBER",
            parser=read_count,
            help="How many games the best of them play; the others are given up earlier.",
        ),
    ] = 256_000,
    fresh: Annotated[
        int,
        typer.Option(
            metavar="NUMBER", parser=read_count, help="How many fresh deals confirm the result."
        ),
    ] = 2_000_000,
    study: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            show_default="tune-BOT.db",
            help="Where the trials are kept: the same command goes on from there.",
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(metavar="NUMBER", parser=read_number, help="Another seed is another search."),
    ] = 0,
    threads: Threads = None,
    on: On = "cpu",
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the search, as in search.png.")
    ] = None,
    json: Json = False,
) -> None:
    """Search for better settings of a bot.

    What is found is confirmed on fresh deals.
    """
    check_files(None, plot)
    from unolab.studies.tune import tune

    file = study or default_study(bot)
    with live() as hear:
        result = tune(
            bot,
            against or ["random"],
            trials,
            players=players,
            rules=rules,
            objective=objective,
            sampler=sampler,
            games=games,
            parameters=[name.strip() for name in parameters.split(",") if name.strip()],
            seed=seed,
            study=file,
            fresh=fresh,
            threads=threads,
            on=on,
            progress=hear if json else taken_up(file, hear),
        )
    if plot is not None and result.run.tried:
        result.plot(plot)
    if json:
        print_json(result.to_dict())
    else:
        echo_all(result.lines())
    if result.interrupted:
        raise typer.Exit(STOPPED)


def default_study(bot: str) -> Path:
    """Name the file for the trials after the bot, without its settings."""
    name = re.sub(r"\(.*", "", re.sub(r".*\.py:", "", bot))
    return Path(f"tune-{re.sub(r'[^a-zA-Z0-9_]+', '-', name)}.db")


def taken_up(file: Path, hear: Callable[[Status], None] | None) -> Callable[[Status], None]:
    """Say first how far a search had come that is taken up again."""
    said = False

    def follow(status: Status) -> None:
        nonlocal said
        if status.done and not said:
            left = status.trials - status.done
            trials = "1 trial" if status.done == 1 else f"{status.done:,} trials"
            rest = f"{left:,} to go" if left > 0 else "none left"
            typer.echo(f"{trials} from {file}, {rest}", err=True)
        said = True
        if hear is not None:
            hear(status)

    return follow


@contextmanager
def live() -> Iterator[Callable[[Status], None] | None]:
    """Show a line that follows the search, where there is someone to watch it."""
    with progress() as show:

        def hear(status: Status) -> None:
            if show:
                share = status.confirmed or status.done / max(status.trials, 1)
                show(share, 1, said(status))

        yield hear if show else None


def said(status: Status) -> str:
    """Say in a line how far a search has come."""
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
    """Write a time in minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
