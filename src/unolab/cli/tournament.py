"""Tournaments: a players file, many games, ratings and a report."""

from __future__ import annotations

import json as json_
import threading
import webbrowser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unolab.cli.cluster import Cluster, cluster_at
from unolab.cli.common import (
    app,
    choose_seed,
    columns,
    echo,
    echo_all,
    examples,
    print_json,
    stoppable,
)
from unolab.cli.games import check_saving
from unolab.cli.options import (
    On,
    Output,
    RulesOption,
    Save,
    Seed,
    Threads,
    Verbose,
    check_file,
    exclude,
    read_count,
    read_positive,
    with_groups,
)
from unolab.errors import BadOption, NotationError, ResourceError, show, suggestion
from unolab.interrupt import STOPPED

if TYPE_CHECKING:
    from unolab.foreign import Fault
    from unolab.tournament import Entry, Result, Run
    from unolab.tournament.part import Part
    from unolab.tournament.plan import Plan

JOURNAL: Final = "journal.jsonl"
FAULTS: Final = "faults.jsonl"
REPORT: Final = "report.html"
RESULTS_JSON: Final = "results.json"
RESULTS_CSV: Final = "results.csv"
GAMES: Final = 10_000
MOST_FOLDERS: Final = 1_000  # folders beside a players file
SEED_BITS: Final = 53  # bits: too many to brute-force, and exact in every language


def read_games(text: str | int) -> int:
    """Read a number of games; point to ``--save``, as ``--games`` used to name a file."""
    try:
        return read_count(text)
    except typer.BadParameter as error:
        raise typer.BadParameter(f"{error}; --save FILE writes the games") from None


@dataclass(frozen=True)
class Format:
    """Who meets whom, by which rules."""

    form: Annotated[
        str | None,
        typer.Option(
            metavar="table|round-robin|knockout",
            show_default="table up to 4 players, else round-robin",
            help="One table, every line-up, or the better half advances.",
        ),
    ] = None
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            metavar="NUMBER",
            parser=read_positive,
            show_default="4",
            help="Table size, 2 to 10.",
        ),
    ] = None
    match: Annotated[
        bool, typer.Option("--match", help="Play matches to the rules' target score, or 500.")
    ] = False
    rules: RulesOption = "nifty"


@dataclass(frozen=True)
class ProgramLimits:
    """Resource limits of programs, and how many faults they may make."""

    time: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time limit per move of a program.")
    ] = 1.0
    game_time: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time limit per game of a program.")
    ] = 10.0
    memory: Annotated[
        int,
        typer.Option(metavar="MEGABYTES", parser=read_positive, help="Memory limit of a program."),
    ] = 512
    faults: Annotated[
        int,
        typer.Option(
            metavar="NUMBER",
            parser=read_positive,
            help="Faults before a player is disqualified.",
        ),
    ] = 20


@dataclass(frozen=True)
class Records:
    """Where the report and the games are kept."""

    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            show_default="FILE-results, numbered",
            help="Folder for the report and what --resume needs.",
        ),
    ] = None
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue a tournament that was stopped.")
    ] = False
    save: Save = None

    @property
    def games(self) -> Path | None:
        """The file that games are written to."""
        return None if self.save is None else Path(self.save)

    def check(self) -> None:
        """Refuse a file of games that can't be written."""
        if self.save == "-":
            raise BadOption("--save needs a file here: --resume truncates it to where it stopped")
        if not self.resume:
            check_saving(self.save)
        elif self.games is not None:
            check_file(self.games)


@dataclass(frozen=True)
class Display:
    """What is shown while it runs."""

    verbose: Verbose = False
    debug: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="Write what this player prints to NAME.log; repeat for several.",
        ),
    ] = None
    watch: Annotated[
        bool, typer.Option("--watch", help="Watch the scores grow in the browser.")
    ] = False


@app.command(
    epilog=examples(
        "unolab tournament players.txt 10000",
        "unolab tournament players.txt 50k --watch",
        "unolab tournament players.txt 1000 --form knockout --match",
        "unolab tournament players.txt 10000 --resume",
    )
)
@with_groups
def tournament(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The players: a line Name,strategy for each.")
    ],
    number: Annotated[
        int | None,
        typer.Argument(metavar="GAMES", parser=read_games, help="Short for --games."),
    ] = None,
    *,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="NUMBER",
            parser=read_games,
            show_default="10,000",
            help="Number of games per table, as in 5000, 10_000, 2M or 1e6.",
        ),
    ] = None,
    seed: Seed = None,
    on: On = "cpu",
    threads: Threads = None,
    cluster: Cluster = None,
    format: Format,
    limits: ProgramLimits,
    records: Records,
    display: Display,
    output: Output,
) -> None:
    """Let strategies compete, yours and others'.

    A strategy is a bot, a Python file with a name in it, or a command in any language.
    """
    from unolab.tournament import Journal, Run, read_players

    exclude("GAMES", number, games=games)
    exclude("--json", output.json, verbose=display.verbose)
    exclude("--watch", display.watch, verbose=display.verbose)
    exclude("--on gpu", on == "gpu", save=records.save, verbose=display.verbose, match=format.match)
    exclude("--cluster", cluster, save=records.save, verbose=display.verbose)
    output.check()
    entries = read_players(file)
    folder = folder_of(file, records.out, records.resume)
    begun = records.resume and seed is None
    chosen = read_seed(folder / JOURNAL) if begun else choose_seed(seed, SEED_BITS)
    plan = plan_tournament(entries, number or games or GAMES, format, limits, chosen)
    records.check()
    warn_of_gaps(entries)
    check_debug(display.debug or (), entries)
    make_folder(folder)
    with (
        cluster_at(cluster, on, threads) as executor,
        Journal(folder / JOURNAL, plan, records.games) as journal,
    ):
        log = partial(log_fault, folder / FAULTS)
        told = tell if display.verbose else None
        hidden = list_secrets(folder, entries)
        prints = {name: folder / f"{name}.log" for name in display.debug or ()}
        kept = records.games is not None
        run = Run(
            *(plan, threads, journal, told, kept, log, hidden),
            prints=prints,
            on=on,
            executor=executor,
        )
        if records.resume and run.outcomes:
            left = plan.games_in_all - run.result().games
            typer.echo(f"{folder}: {left:,} of {plan.games_in_all:,} games left", err=True)
        result = play_watched(run, folder) if display.watch else play(run, folder, display.verbose)
    present_result(result, folder, output, prints)
    if result.interrupted:
        typer.echo("unolab: stopped; the same command with --resume continues", err=True)
        raise typer.Exit(STOPPED)


def present_result(
    result: Result, folder: Path, output: Output, prints: Mapping[str, Path]
) -> None:
    """Print a result, or write it as the options say, and tell where the rest lies."""
    from unolab.tournament.report.text import lines

    output.write(result.to_csv, result.plot)
    if output.json:
        print_json(result.to_dict())
        return
    echo_all(lines(result, columns()))
    typer.echo(f"\nReport: {folder / REPORT}")
    echo_all(f"What {name} printed: {path}" for name, path in prints.items() if path.exists())


def warn_of_gaps(entries: Iterable[Entry]) -> None:
    """Say what programs can't be kept from on this machine."""
    from unolab.foreign import gaps

    for sentence in gaps() if any(entry.is_foreign for entry in entries) else ():
        typer.echo(f"unolab: {sentence}", err=True)


def check_debug(names: Iterable[str], entries: Iterable[Entry]) -> None:
    """Refuse to log a player that does not exist or never prints."""
    known = {entry.name: entry for entry in entries}
    for name in names:
        if name not in known:
            hint = suggestion(name, known)
            raise BadOption(f"--debug: there is no player {show(name)}{hint}")
        if not known[name].is_foreign:
            raise BadOption(f"--debug: {name} is one of unolab's bots and prints nothing")
        if "/" in name or "\\" in name or name.startswith("."):
            raise BadOption(f"--debug: {name} can't be used as a file name: choose another")


def plan_tournament(
    entries: Sequence[Entry], games: int, format: Format, limits: ProgramLimits, seed: int
) -> Plan:
    """Plan the tournament from the options."""
    from unolab.foreign import Limits
    from unolab.tournament import plan_of

    return plan_of(
        entries,
        games,
        format.rules,
        seed,
        format.form,
        format.players,
        format.match,
        Limits(move=limits.time, game=limits.game_time, memory=limits.memory),
        limits.faults,
    )


# ── where things are kept ─────────────────────────────────────────────────────────────────────────


def folder_of(players: Path, out: Path | None, resume: bool) -> Path:
    """Choose the folder: a new one, or with ``resume`` the latest."""
    base = out or Path(f"{players.stem}-results")
    possible = [base]
    if out is None:
        possible += [base.with_name(f"{base.name}-{n}") for n in range(2, MOST_FOLDERS + 1)]
        base = next((folder for folder in possible if not folder.exists()), base)
    known = [folder for folder in possible if (folder / JOURNAL).exists()]
    if resume and not known:
        raise ResourceError(f"there is no tournament to resume in {base}: leave out --resume")
    if known and out is not None and not resume:
        raise ResourceError(
            f"{out} already has a tournament: --resume continues it, another --out starts a new one"
        )
    # by time: numbers may have been reused
    return max(known, key=lambda folder: (folder / JOURNAL).stat().st_mtime) if resume else base


def make_folder(folder: Path) -> None:
    """Create the folder, before any game is played."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise ResourceError(f"cannot create folder {folder}: {error.strerror}") from None


def read_seed(journal: Path) -> int:
    """Return the seed of a tournament to resume."""
    try:
        with journal.open("rb") as file:
            return int(json_.loads(file.readline())["seed"])
    except (ValueError, KeyError, TypeError):
        raise NotationError(f"{journal} is not the journal of a tournament") from None


def log_fault(path: Path, name: str, fault: Fault) -> None:
    """Log a fault, in a file that exists only if there are any."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json_.dumps({"player": name, **vars(fault)}) + "\n")


def write(result: Result, folder: Path) -> None:
    """Write the report, and the figures for other programs."""
    from unolab.tournament.report.html import write_html

    write_html(result, folder / REPORT)
    (folder / RESULTS_JSON).write_text(result.to_json() + "\n", "utf-8")
    (folder / RESULTS_CSV).write_text(result.to_csv(), "utf-8")


# ── what programs must not read: the seed gives away the cards ─────────────────────────────────


def list_secrets(folder: Path, entries: Iterable[Entry]) -> Iterator[Path]:
    """Yield what reveals it: the results, our output, and the files of earlier tournaments."""
    from unolab.foreign import Program

    yield folder
    yield from (Path(f"/proc/self/fd/{stream}").resolve() for stream in (1, 2))
    for beside in {entry.player.folder for entry in entries if isinstance(entry.player, Program)}:
        yield from beside.glob("*.uno")
        yield from (journal.parent for journal in beside.glob(f"*/{JOURNAL}"))
        if (beside / JOURNAL).exists():
            yield from (
                beside / name for name in (JOURNAL, FAULTS, REPORT, RESULTS_JSON, RESULTS_CSV)
            )


# ── while it runs ─────────────────────────────────────────────────────────────────────────────────


def tell(part: Part) -> None:
    """Print games turn by turn."""
    from unolab.game import Game
    from unolab.text.show import write_ending
    from unolab.text.style import BOLD, paint
    from unolab.text.turns import write_turns

    for text in part.texts:
        written, _, seats = text.partition("  # ")
        game, names = Game.parse(written), seats.split(", ")
        echo(paint(game.deal, BOLD))
        echo_all(write_turns(game, names, columns()))
        typer.echo("")
        echo_all(write_ending(game.state, names, columns()))
        typer.echo("")


def play(run: Run, folder: Path, verbose: bool) -> Result:
    """Play while the terminal shows how it goes."""
    from unolab.tournament.report.live import live

    with nullcontext() if verbose else live(run.plan) as hear:
        result = run.play(hear)
    write(result, folder)
    return result


def play_watched(run: Run, folder: Path) -> Result:
    """Play while the page shows it."""
    from unolab.tournament.watch.watch import Watch

    with Watch(run.plan, run.look) as page:
        typer.echo(
            f"the tournament is at {page.url}  (press the card there; Ctrl-C stops)", err=True
        )
        # some browsers block the call until they are closed
        threading.Thread(target=webbrowser.open, args=[page.url], daemon=True).start()
        with stoppable("before the first game"):
            page.wait()
        result = replace(run.play(page.hear), seconds=0.0)  # the viewer sets the pace
        write(result, folder)
        page.report(folder / REPORT)
        if not result.interrupted:
            typer.echo("All games are played. Press Enter or close the page to end.", err=True)
        page.end(result)
    return result
