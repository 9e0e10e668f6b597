"""Measure a player against a frozen pool, and check what others have measured."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unolab.cli.common import app, columns, echo_all, examples, print_json, stoppable
from unolab.cli.options import (
    Csv,
    FixedSeed,
    Json,
    Threads,
    check_file,
    complete_bots,
    exclude,
    read_count,
    read_number,
    read_positive,
    with_groups,
)
from unolab.cli.progress import progress
from unolab.errors import BadOption
from unolab.interrupt import STOPPED

if TYPE_CHECKING:
    from unolab.studies.benchmark import Checked, Plan, Result, Run
    from unolab.tournament import Entry

MINUTES: Final = 10.0
DISQUALIFIED: Final = 1


@dataclass(frozen=True)
class Extent:
    """How much is played, and where."""

    deals: Annotated[
        int,
        typer.Option(
            metavar="NUMBER", parser=read_count, help="Deals per table, each from every seat."
        ),
    ] = 1_000
    time: Annotated[
        float, typer.Option(metavar="MINUTES", help="Stop after this time, whatever is left.")
    ] = MINUTES
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,...", show_default="all three", help="Only these rule sets."
        ),
    ] = None
    players: Annotated[
        str | None,
        typer.Option(metavar="NUMBER,...", show_default="2,3,4,6,10", help="Only these sizes."),
    ] = None
    opponents: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,...", show_default="the pool", help="Only these opponents."
        ),
    ] = None

    adjust: Annotated[
        bool,
        typer.Option(
            "--adjust",
            help="Then take the luck of the draws out of the results: 0.1 to 0.2 s a game, as sure "
            "as up to twice as many games.",
        ),
    ] = False

    def plan(self, seed: int) -> Plan:
        """Plan what is played."""
        from unolab.studies.benchmark import plan_of

        if not 0 < self.time < float("inf"):
            raise BadOption(f"--time is a number of minutes, not {self.time}")
        sizes = split(self.players)
        numbers = None if sizes is None else [read_number(size) for size in sizes]
        return plan_of(self.deals, seed, split(self.rules), numbers, split(self.opponents))


@dataclass(frozen=True)
class PlayerLimits:
    """What a program may use, and how often it may do wrong."""

    move_time: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time limit per move of a program.")
    ] = 1.0
    memory: Annotated[
        int,
        typer.Option(metavar="MEGABYTES", parser=read_positive, help="Memory limit of a program."),
    ] = 512
    faults: Annotated[
        int,
        typer.Option(
            metavar="NUMBER", parser=read_positive, help="Faults before a player is disqualified."
        ),
    ] = 20
    trusted: Annotated[
        bool,
        typer.Option("--trusted", help="Run file.py:name in this process: faster, no limits."),
    ] = False


@app.command(
    epilog=examples(
        "unolab benchmark mixbot2",
        "unolab benchmark bots/spiteful.py:Spiteful --time 60 --output spiteful.json",
        'unolab benchmark "node bot.js" --name Rita --players 2,4',
        "unolab benchmark --check spiteful.json",
    )
)
@with_groups
def benchmark(
    player: Annotated[
        str | None,
        typer.Argument(
            metavar="PLAYER",
            help="A bot, file.py:name or a command, as in a tournament.",
            autocompletion=complete_bots,
            show_default=False,
        ),
    ] = None,
    *,
    name: Annotated[
        str | None,
        typer.Option(metavar="TEXT", show_default="from PLAYER", help="Name of the player."),
    ] = None,
    extent: Extent,
    seed: FixedSeed = 0,
    threads: Threads = None,
    limits: PlayerLimits,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", show_default=False, help="Write the result to send it in."),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", show_default=False, help="Check a result by replaying a sample."
        ),
    ] = None,
    json: Json = False,
    csv: Csv = None,
) -> None:
    """Measure a player against a frozen pool, on the same deals for everyone.

    With --check, read a result that somebody sent in, replay a sample of it and show it.
    """
    exclude("--check", check, player=player, output=output, name=name)
    if (player is None) == (check is None):
        raise BadOption("name a player, as in unolab benchmark mixbot2, or a file with --check")
    for path in (output, csv):
        if path is not None:
            check_file(path)
    checked = None
    if check is not None:
        with stoppable("before everything was checked"):
            result, checked = check_sent(check)
    else:
        plan = extent.plan(seed)
        with stoppable("before the first deal was played"):
            result = measure(entry_of(player or "", name), plan, extent, limits, threads)
    present(result, checked, output, csv, json)
    if result.interrupted:
        raise typer.Exit(STOPPED)
    if result.disqualified:
        raise typer.Exit(DISQUALIFIED)


def measure(
    entry: Entry, plan: Plan, extent: Extent, limits: PlayerLimits, threads: int | None
) -> Result:
    """Play while the terminal shows how far it is."""
    from unolab.foreign import Limits, gaps
    from unolab.studies.benchmark import benchmark as play

    for sentence in gaps() if entry.is_foreign and not limits.trusted else ():
        typer.echo(f"unolab: {sentence}", err=True)
    with progress("games") as show:

        def hear(run: Run) -> None:
            if show:
                show(run.games, plan.games, f"{entry.name}, {run.seconds:.0f} s")

        def hear_of_luck(games: int, of: int) -> None:
            if show:
                show(games, of, f"{entry.name}, luck")

        allowed = Limits(move=limits.move_time, game=10 * limits.move_time, memory=limits.memory)
        return play(
            entry,
            plan,
            seconds=60 * extent.time,
            threads=threads,
            limits=allowed,
            faults=limits.faults,
            confined=not limits.trusted,
            adjust=extent.adjust,
            progress=hear,
            adjusting=hear_of_luck,
        )


def check_sent(path: Path) -> tuple[Result, Checked]:
    """Read a file and replay a sample of it."""
    from unolab.studies.benchmark import check_result, read_file

    result = read_file(path)
    with progress("games") as show:
        return result, check_result(result, show and (lambda done, of: show(done, of, path.name)))


def present(
    result: Result, checked: Checked | None, output: Path | None, csv: Path | None, json: bool
) -> None:
    """Print a result, and write the files that were asked for."""
    from unolab.studies.benchmark import write_file
    from unolab.studies.benchmark.text import lines, write_checked

    if output is not None:
        write_file(result, output)
    if csv is not None:
        csv.write_text(result.to_csv(), "utf-8")
    if json:
        print_json({**result.to_dict(), "checked": checked and checked.to_dict()})
        return
    echo_all(lines(result, columns()))
    if checked:
        typer.echo(f"\n{write_checked(checked)}")
    if output is not None:
        typer.echo(f"\nResult: {output}; docs/benchmark.md says how to send it in")


def entry_of(player: str, name: str | None) -> Entry:
    """Name a player; without a name it gets one from its strategy."""
    from unolab.tournament import Entry
    from unolab.tournament.entry import LONGEST_PLAYER_NAME

    if name is None:
        last = player.rpartition(":")[2] if ".py:" in player else player
        words = last.partition("(")[0].replace(",", " ").split()
        name = Path(words[-1]).stem[:LONGEST_PLAYER_NAME] if words else "player"  # never a path
    return Entry(name, player)


def split(text: str | None) -> list[str] | None:
    """Read what is separated by commas."""
    return None if text is None else [part.strip() for part in text.split(",")]
