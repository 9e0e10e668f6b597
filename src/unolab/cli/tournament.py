"""Tournaments: a players file, many games, ratings and a report."""

from __future__ import annotations

import json as json_
import threading
import webbrowser
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unolab.cli.common import (
    Json,
    RulesText,
    Seed,
    Threads,
    app,
    columns,
    drawn_by_lot,
    echo_all,
    examples,
    print_json,
    read_count,
    read_number,
    read_positive,
    stoppable,
)
from unolab.errors import BadOption, NotationError, ResourceError, show, suggestion
from unolab.interrupt import STOPPED

if TYPE_CHECKING:
    from unolab.foreign import Fault
    from unolab.tournament import Entry, Result, Run
    from unolab.tournament.part import Part

JOURNAL: Final = "journal.jsonl"
FAULTS: Final = "faults.jsonl"
REPORT: Final = "report.html"
FIGURES: Final = "results.json"
TABLE: Final = "results.csv"
MOST: Final = 1_000  # folders beside a players file
SEED: Final = 53  # bits: too many for a program to try them all, and a number in any language


@app.command(
    epilog=examples(
        "unolab tournament players.txt 10000",
        "unolab tournament players.txt 50k --watch",
        "unolab tournament players.txt 1000 --form knockout --match",
        "unolab tournament players.txt 10000 --resume",
    )
)
def tournament(
    players: Annotated[
        Path, typer.Argument(metavar="FILE", help="Who plays: a line Name,strategy for each.")
    ],
    games: Annotated[
        int,
        typer.Argument(metavar="GAMES", parser=read_count, help="At every table, as in 10k."),
    ],
    form: Annotated[
        str | None,
        typer.Option(
            metavar="table|round-robin|knockout",
            show_default="table up to 4 players, else round-robin",
            help="Everybody at one table, every line-up, or the better half goes on.",
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER", parser=read_number, show_default="4", help="How many at a table."
        ),
    ] = None,
    match: Annotated[
        bool,
        typer.Option("--match", help="Play matches to the target of the rules, or 500."),
    ] = False,
    rules: RulesText = "nifty",
    seed: Seed = None,
    time: Annotated[
        float, typer.Option(metavar="SECONDS", help="What a program has for a move.")
    ] = 1.0,
    game_time: Annotated[
        float, typer.Option(metavar="SECONDS", help="And for all moves of a game.")
    ] = 10.0,
    memory: Annotated[
        int, typer.Option(metavar="MEGABYTES", parser=read_positive, help="And as memory.")
    ] = 512,
    faults: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_positive, help="So many disqualify.")
    ] = 20,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            show_default="FILE-results, numbered",
            help="Where the report goes, and what --resume needs.",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with a tournament that was stopped."),
    ] = False,
    games_file: Annotated[
        Path | None,
        typer.Option("--games", metavar="FILE", help="Write every game, for unolab replay."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Tell every game, turn by turn.")
    ] = False,
    debug: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="Write what this player prints to NAME.log; repeat it for several.",
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Open a page on which the bars grow.")
    ] = False,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Let programmed strategies compete, yours and others'.

    A strategy is a bot, a Python file with a name in it, or a command in any language.
    """
    from unolab.foreign import Limits, gaps
    from unolab.tournament import Journal, Run, plan_of, read_players
    from unolab.tournament.report.text import lines

    if json and verbose:
        raise BadOption("--json prints figures and --verbose tells games: choose one")
    entries = read_players(players)
    folder = folder_of(players, out, resume)
    begun = resume and seed is None
    chosen = known_seed(folder / JOURNAL) if begun else drawn_by_lot(seed, SEED)
    limits = Limits(move=time, game=game_time, memory=memory)
    plan = plan_of(entries, games, rules, chosen, form, seats, match, limits, faults)
    if games_file is not None and not games_file.absolute().parent.is_dir():
        raise ResourceError(f"there is no folder {games_file.parent}")
    if games_file is not None and games_file.exists() and not resume:
        raise ResourceError(f"{games_file} is there already: the games need a file of their own")
    if any(entry.is_foreign for entry in entries):
        for sentence in gaps():
            typer.echo(f"unolab: {sentence}", err=True)
    check_debug(debug or (), entries)
    make(folder)
    with Journal(folder / JOURNAL, plan, games_file) as journal:
        log = partial(log_fault, folder / FAULTS)
        told = tell if verbose else None
        hidden = telling(folder, entries)
        prints = {name: folder / f"{name}.log" for name in debug or ()}
        noted = games_file is not None
        run = Run(plan, threads, journal, told, noted, log, hidden, prints=prints)
        if resume and run.outcomes:
            left = plan.games_in_all - run.result().games
            typer.echo(f"{folder}: {left:,} of {plan.games_in_all:,} games left", err=True)
        if watch:
            result = watched(run, folder)
        else:
            from unolab.tournament.report.live import live

            with nullcontext() if verbose else live(plan) as hear:
                result = run.play(hear)
            write(result, folder)
    if json:
        print_json(result.to_dict())
    else:
        echo_all(lines(result, columns()))
        typer.echo(f"\nThe report: {folder / REPORT}")
        for name, path in prints.items():
            if path.exists():
                typer.echo(f"What {name} printed: {path}")
    if result.interrupted:
        typer.echo("unolab: stopped; the same command with --resume goes on", err=True)
        raise typer.Exit(STOPPED)


def check_debug(names: Iterable[str], entries: Iterable[Entry]) -> None:
    """Refuse to listen to a player that does not exist, or never prints."""
    known = {entry.name: entry for entry in entries}
    for name in names:
        if name not in known:
            hint = suggestion(name, known)
            raise BadOption(f"--debug: there is no player {show(name)}{hint}")
        if not known[name].is_foreign:
            raise BadOption(f"--debug: {name} is a bot of unolab's and prints nothing")
        if "/" in name or "\\" in name or name.startswith("."):
            raise BadOption(f"--debug: {name} can't be the name of a file: choose another")


# ── where things are kept ─────────────────────────────────────────────────────────────────────────


def folder_of(players: Path, out: Path | None, resume: bool) -> Path:
    """Choose the folder: a new one, or with ``resume`` the latest."""
    base = out or Path(f"{players.stem}-results")
    if out is not None:
        known = [out] if (out / JOURNAL).exists() else []
    else:
        numbered = [base, *(base.with_name(f"{base.name}-{n}") for n in range(2, MOST + 1))]
        known = [folder for folder in numbered if (folder / JOURNAL).exists()]
        base = next((folder for folder in numbered if not folder.exists()), base)
    if resume and not known:
        raise ResourceError(f"there is no tournament to resume in {base}: leave out --resume")
    if known and out is not None and not resume:
        raise ResourceError(
            f"there is a tournament in {out} already: --resume goes on with it, another --out "
            "begins a new one"
        )
    # the latest: numbers may have been used again
    return max(known, key=lambda folder: (folder / JOURNAL).stat().st_mtime) if resume else base


def make(folder: Path) -> None:
    """Make the folder before the games are played, not after."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise ResourceError(f"the folder {folder} can't be made: {error.strerror}") from None


def known_seed(journal: Path) -> int:
    """Return the seed of a tournament that was begun."""
    try:
        with journal.open("rb") as file:
            return int(json_.loads(file.readline())["seed"])
    except (ValueError, KeyError, TypeError):
        raise NotationError(f"{journal} is no journal of a tournament") from None


def log_fault(path: Path, name: str, fault: Fault) -> None:
    """Write down a fault, in a file that is there only if there are any."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json_.dumps({"player": name, **vars(fault)}) + "\n")


def write(result: Result, folder: Path) -> None:
    """Write the report, and the figures for other programs."""
    from unolab.tournament.report.html import write_html

    write_html(result, folder / REPORT)
    (folder / FIGURES).write_text(result.to_json() + "\n", "utf-8")
    (folder / TABLE).write_text(result.to_csv(), "utf-8")


# ── what programs must not read: who knows the seed, knows the cards ──────────────────────────────


def telling(folder: Path, entries: Iterable[Entry]) -> Iterator[Path]:
    """Yield what tells it: the results, our output, and what earlier tournaments left behind."""
    from unolab.foreign import Program

    yield folder
    yield from (Path(f"/proc/self/fd/{stream}").resolve() for stream in (1, 2))
    for beside in {entry.player.folder for entry in entries if isinstance(entry.player, Program)}:
        yield from beside.glob("*.uno")
        yield from (journal.parent for journal in beside.glob(f"*/{JOURNAL}"))
        if (beside / JOURNAL).exists():
            yield from (beside / name for name in (JOURNAL, FAULTS, REPORT, FIGURES, TABLE))


# ── while it runs ─────────────────────────────────────────────────────────────────────────────────


def tell(part: Part) -> None:
    """Tell games turn by turn."""
    from unolab.game import Game
    from unolab.text.show import BOLD, ending, paint
    from unolab.text.turns import turns

    for text in part.texts:
        written, _, seats = text.partition("  # ")
        game, names = Game.parse(written), seats.split(", ")
        typer.echo(paint(game.deal, BOLD))
        echo_all(turns(game, names, columns()))
        typer.echo("")
        echo_all(ending(game.state, names, columns()))
        typer.echo("")


def watched(run: Run, folder: Path) -> Result:
    """Play while somebody watches the page."""
    from unolab.tournament.watch.watch import Watch

    with Watch(run.plan, run.look) as page:
        typer.echo(
            f"the tournament is at {page.url}  (press the card there; Ctrl-C stops)", err=True
        )
        # some browsers keep the call waiting until they are closed
        threading.Thread(target=webbrowser.open, args=[page.url], daemon=True).start()
        with stoppable("before the first game"):
            page.wait()
        result = replace(run.play(page.hear), seconds=0.0)  # who watches sets the pace
        write(result, folder)
        page.report(folder / REPORT)
        if not result.interrupted:
            typer.echo("All games are played. Enter ends this, or closing the page.", err=True)
        page.end(result)
    return result
