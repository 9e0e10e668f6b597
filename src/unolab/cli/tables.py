"""Repeat the published evaluation."""

from __future__ import annotations

from typing import Annotated

import typer

from unolab.cli.cluster import Cluster, cluster_at
from unolab.cli.common import app, columns, echo_all, examples, print_json, stoppable
from unolab.cli.options import (
    FixedSeed,
    On,
    Output,
    Threads,
    exclude,
    games_option,
    with_groups,
)
from unolab.cli.progress import progress
from unolab.interrupt import STOPPED

DISAGREES = 1


@app.command(
    epilog=examples(
        "unolab tables",
        "unolab tables --games 2M --seed 1",
        "unolab tables --games 10M --on gpu --markdown > evaluation.md",
    )
)
@with_groups
def tables(
    *,
    games: Annotated[int, games_option(" per row")] = 200_000,
    seed: FixedSeed = 0,
    on: On = "cpu",
    threads: Threads = None,
    cluster: Cluster = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table.")] = False,
    output: Output,
) -> None:
    """Repeat the published evaluation of the bots and compare.

    Exits with 1 if a row differs by more than chance explains.
    """
    exclude("--json", output.json, markdown=markdown)
    output.check()
    with stoppable("before the first row had a game"):
        from unolab.studies.evaluation import (
            PUBLISHED,
            Evaluation,
            EvaluationRow,
            Published,
            evaluate,
            write_table,
        )
        from unolab.studies.evaluation import markdown as as_markdown

        rows: list[EvaluationRow] = []
        with cluster_at(cluster, on, threads) as executor, progress("games") as show:

            def hear(row: Published, done: int) -> None:
                if show:
                    show(done, games * len(PUBLISHED), f"{row.bot}, {row.players} players")

            try:
                rows.extend(evaluate(games, seed, on, threads, hear, executor))
            except KeyboardInterrupt:
                if not rows:
                    raise
    found = Evaluation(rows, seed, games)
    output.write(found.to_csv, found.plot)
    if output.json:
        print_json(found.to_dict())
    else:
        echo_all(as_markdown(rows) if markdown else write_table(rows, columns()))
    if not found.is_complete:
        raise typer.Exit(STOPPED)
    if found.disagrees:
        raise typer.Exit(DISAGREES)
