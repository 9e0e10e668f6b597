"""The published evaluation, played again."""

from __future__ import annotations

from typing import Annotated

import typer

from unolab.cli.common import (
    Json,
    On,
    Threads,
    app,
    columns,
    echo_all,
    examples,
    print_json,
    read_count,
    read_number,
    stoppable,
)
from unolab.cli.progress import progress
from unolab.interrupt import STOPPED


@app.command(
    epilog=examples(
        "unolab tables",
        "unolab tables --games 2M --seed 1",
        "unolab tables --games 10M --on gpu --markdown > evaluation.md",
    )
)
def tables(
    games: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_count, help="Games of each of 26 rows.")
    ] = 200_000,
    seed: Annotated[
        int,
        typer.Option(
            metavar="NUMBER", parser=read_number, help="Every row makes its own seed from it."
        ),
    ] = 0,
    on: On = "cpu",
    threads: Threads = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table.")] = False,
    json: Json = False,
) -> None:
    """Play the published evaluation of the bots again, and compare."""
    if json and markdown:
        raise typer.BadParameter("--json and --markdown are two ways to print: choose one")
    with stoppable("before the first row had a game"):
        from unolab.studies.evaluation import PUBLISHED, Published, Row, evaluate, written
        from unolab.studies.evaluation import markdown as as_markdown

        rows: list[Row] = []
        with progress("games") as show:

            def hear(row: Published, done: int) -> None:
                if show:
                    show(done, games * len(PUBLISHED), f"{row.bot}, {row.players} players")

            try:
                rows.extend(evaluate(games, seed, on, threads, hear))
            except KeyboardInterrupt:
                if not rows:
                    raise
    if json:
        print_json([row.to_dict() for row in rows])
    else:
        echo_all(as_markdown(rows) if markdown else written(rows, columns()))
    if len(rows) < len(PUBLISHED) or rows[-1].interrupted:
        raise typer.Exit(STOPPED)
