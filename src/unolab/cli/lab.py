"""Rules compared with each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unolab.cli.common import (
    Json,
    Threads,
    app,
    check_files,
    columns,
    complete_bots,
    complete_rules,
    echo_all,
    examples,
    print_json,
    read_count,
    read_number,
    stoppable,
)
from unolab.cli.progress import progress
from unolab.errors import BadOption
from unolab.interrupt import STOPPED
from unolab.rules import Rules


@app.command(
    epilog=examples(
        "unolab lab",
        "unolab lab --rules official,swing,official+seven_zero=true",
        "unolab lab --rules official,duel greedy random --plot lab.png",
    )
)
def lab(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help="Who plays: one to watch, and then its opponents. "
            "Without any: mixbot2 against three random.",
            autocompletion=complete_bots,
            show_default=False,
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="TEXT,TEXT,...",
            help="Which rules; the others are compared with the first.",
            autocompletion=complete_rules,
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_count, help="Rounds under each rules.")
    ] = 100_000,
    seed: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_number, help="The same seed, same deals.")
    ] = 0,
    threads: Threads = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw a picture, as in lab.png.")
    ] = None,
    json: Json = False,
) -> None:
    """Compare what rules do to the game.

    To its length, points, comebacks, the luck of the seat and the worth of skill.
    """
    check_files(None, plot)
    with stoppable("before a quarter of the rounds was played, which a comparison needs"):
        from unolab.studies.lab import DEFAULT, compare

        seated = bots or ["mixbot2", "random", "random", "random"]
        chosen = [text.strip() for text in rules.split(",")] if rules is not None else list(DEFAULT)
        if len({Rules.parse(text) for text in chosen}) == 1:
            raise BadOption(f"there is nothing to compare {chosen[0]} with: name others too")
        with progress("rounds") as show:

            def hear(done: int, of: int) -> None:
                if show:
                    show(done, of, "")

            findings = compare(chosen, seated, games, seed, threads, hear)
    if plot is not None:
        findings.plot(plot)
    if json:
        print_json(findings.to_dict())
    else:
        echo_all(findings.written(columns()))
    if not findings.is_complete:
        raise typer.Exit(STOPPED)
