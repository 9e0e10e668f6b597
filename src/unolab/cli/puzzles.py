"""Puzzles: find them, check them, and solve them in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.common import app, columns, echo_all, examples, stoppable
from unolab.cli.options import FixedSeed, Threads, complete_rules, read_count, read_positive
from unolab.cli.progress import progress
from unolab.errors import BadOption, IllegalMove, NotationError
from unolab.interrupt import STOPPED

if TYPE_CHECKING:
    from unolab.moves import Move
    from unolab.puzzles.puzzle import Puzzle

WRONG = 1

puzzles = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
app.add_typer(puzzles, name="puzzles", help="Find puzzles, check them, and solve them.")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A file of puzzles: one in a line.")]


@puzzles.command(
    epilog=examples(
        "unolab puzzles make puzzles.jsonl --count 50",
        "unolab puzzles make more.jsonl --count 200 --each 30 --rules official --players 3",
        "unolab puzzles make hold.jsonl --themes hold --themes color --seed 7",
    )
)
def make(
    file: File,
    *,
    count: Annotated[
        int,
        typer.Option(metavar="NUMBER", parser=read_count, help="Number of puzzles in the file."),
    ] = 100,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT",
            help="Rules to play by; may be given several times.",
            show_default="official",
            autocompletion=complete_rules,
        ),
    ] = None,
    players: Annotated[
        list[int] | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_positive,
            help="Number of players; may be given several times.",
            show_default="2, 3 and 4",
        ),
    ] = None,
    themes: Annotated[
        list[str] | None,
        typer.Option(
            metavar="THEME",
            help="What they are about; may be given several times.",
            show_default="everything",
        ),
    ] = None,
    each: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_positive,
            help="Maximum number of puzzles of a theme and strength.",
            show_default="no limit",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_positive,
            help="Maximum number of games to look through.",
            show_default="no limit",
        ),
    ] = None,
    seed: FixedSeed = 0,
    threads: Threads = None,
) -> None:
    """Find puzzles in games that bots play: positions in which one move is right.

    A file that is there is continued, so that you can stop at any time.
    """
    from unolab.puzzles.make import PLAYERS, RULES, Order, make_file
    from unolab.puzzles.mine import list_tables
    from unolab.puzzles.puzzle import MOST_PUZZLES
    from unolab.puzzles.themes import THEMES

    tables = list_tables(rules or RULES, players or PLAYERS)
    order = Order(count, tables, seed, tuple(themes or THEMES), each or MOST_PUZZLES, games)
    with stoppable(f"; the puzzles so far are in {file}"), progress("puzzles") as show:

        def hear(found: int, of: int, games: int) -> None:
            if show:
                show(found, of, f"{games:,} games")

        made = make_file(file, order, threads, hear)
    typer.echo(f"{made} puzzles are in {file}.")


@puzzles.command(epilog=examples("unolab puzzles check puzzles.jsonl"))
def check(file: File, *, threads: Threads = None) -> None:
    """Weigh every puzzle of a file again. Exits with 1 if one is not right."""
    from unolab.puzzles.check import check_all
    from unolab.puzzles.confirm import Standard
    from unolab.puzzles.puzzle import read_file

    found = read_file(file)
    done = wrong = 0
    try:
        with progress("puzzles") as show:
            for puzzle, fault in check_all(found, Standard(), threads):
                done += 1
                if fault:
                    wrong += 1
                    typer.echo(f"{puzzle.id}: {fault}")
                if show:
                    show(done, len(found), "")
    except KeyboardInterrupt:
        typer.echo(f"{done - wrong} of the {done} puzzles checked so far are right.")
        raise typer.Exit(STOPPED) from None
    typer.echo(f"{done - wrong} of {done} puzzles are right.")
    if wrong:
        raise typer.Exit(WRONG)


@puzzles.command(
    epilog=examples(
        "unolab puzzles solve", "unolab puzzles solve --number 12", "unolab puzzles solve FILE"
    )
)
def solve(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A file of puzzles; by default those of unolab."),
    ] = None,
    *,
    number: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_positive,
            help="Which puzzle, from 1 on.",
            show_default="random",
        ),
    ] = None,
) -> None:
    """Show a puzzle and ask for the move. Exits with 1 if it is wrong."""
    from secrets import randbelow

    from unolab.puzzles.check import find_fault
    from unolab.puzzles.puzzle import read_file
    from unolab.puzzles.shipped import load_puzzles
    from unolab.puzzles.text import write_answer, write_puzzle

    found = load_puzzles() if file is None else read_file(file)
    if not found:
        raise BadOption("there are no puzzles in it")
    number = number or 1 + randbelow(len(found))
    if number > len(found):
        raise BadOption(f"--number is from 1 to {len(found)}, not {number}")
    puzzle = found[number - 1]
    if fault := find_fault(puzzle):
        raise BadOption(f"puzzle {number} can't be shown: {fault}")
    echo_all(write_puzzle(puzzle, number, columns()))
    with stoppable("without an answer"):
        move = ask_for_move(puzzle)
    echo_all(write_answer(puzzle, move, columns()))
    if not puzzle.is_right(move):
        raise typer.Exit(WRONG)


def ask_for_move(puzzle: Puzzle) -> Move:
    """Ask for a move; a person may try again if it is none."""
    from unolab.puzzles.text import read_answer

    while True:
        try:
            return read_answer(puzzle, ask())
        except (IllegalMove, NotationError) as error:
            if not sys.stdin.isatty():
                raise
            said = str(error.reason if isinstance(error, IllegalMove) else error)
            typer.echo(f"{said[:1].upper()}{said[1:]}.")


def ask() -> str:
    """Ask for a move; the end of the input is as good as Ctrl-C."""
    try:
        answer: str = typer.prompt("Your move, as R7, GW or d to draw", prompt_suffix=" > ")
    except typer.Abort:
        raise KeyboardInterrupt from None
    return answer
