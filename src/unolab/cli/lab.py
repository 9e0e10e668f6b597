"""Compare rule sets."""

from __future__ import annotations

from typing import Annotated

import typer

from unolab.cli.cluster import Cluster, cluster_at
from unolab.cli.common import app, columns, echo_all, examples, print_json, stoppable
from unolab.cli.options import (
    FixedSeed,
    On,
    Output,
    Players,
    Threads,
    complete_bots,
    complete_rules,
    fill_table,
    games_option,
    with_groups,
)
from unolab.cli.progress import progress
from unolab.errors import BadOption
from unolab.interrupt import STOPPED
from unolab.rules import Rules

DUEL = ["mixbot2", "random"]
LAB_SEATS = 4


@app.command(
    epilog=examples(
        "unolab lab",
        "unolab lab --rules official,swing,official+seven_zero=true",
        "unolab lab --rules official,duel greedy random --plot lab.png",
    )
)
@with_groups
def lab(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help="The bot to watch, and then its opponents. Default: mixbot2 against three random.",
            autocompletion=complete_bots,
            show_default=False,
        ),
    ] = None,
    *,
    players: Players = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="TEXT,TEXT,...",
            help="Rule sets to compare with the first of them.",
            autocompletion=complete_rules,
            show_default="nine worth a look",
        ),
    ] = None,
    games: Annotated[int, games_option(" per rule set")] = 100_000,
    seed: FixedSeed = 0,
    on: On = "cpu",
    threads: Threads = None,
    cluster: Cluster = None,
    output: Output,
) -> None:
    """Compare what rules do to the game.

    Measures length, points, comebacks, the luck of the seat and the value of skill.
    """
    output.check()
    with stoppable("before a quarter of the rounds was played; a comparison needs that"):
        from unolab.studies.lab import DEFAULT, compare

        seated = fill_table(bots, players) if bots else fill_table(DUEL, players or LAB_SEATS)
        chosen = [text.strip() for text in rules.split(",")] if rules is not None else list(DEFAULT)
        if len({Rules.parse(text) for text in chosen}) == 1:
            raise BadOption(f"nothing to compare {chosen[0]} with: name another rule set")
        with cluster_at(cluster, on, threads) as executor, progress("rounds") as show:

            def hear(done: int, of: int) -> None:
                if show:
                    show(done, of, "")

            findings = compare(chosen, seated, games, seed, threads, hear, on, executor)
    output.write(findings.to_csv, findings.plot)
    if output.json:
        print_json(findings.to_dict())
    else:
        echo_all(findings.to_lines(columns()))
    if not findings.is_complete:
        raise typer.Exit(STOPPED)
