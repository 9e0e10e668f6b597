"""The command ``unolab``: every subcommand is a few lines over the module it names."""

from __future__ import annotations

import os
import re
import sys
from typing import Annotated

import typer

from unolab import __version__
from unolab.cli import (
    bench,
    benchmark,
    bots,
    lab,
    play,
    puzzles,
    replay,
    review,
    rules,
    serve,
    simulate,
    tables,
    tournament,
    train,
    tui,
    tune,
    verify,
    watch,
)
from unolab.cli.common import app, examples
from unolab.cli.options import RENAMED
from unolab.interrupt import STOPPED, say_stopped

__all__ = [
    "app",
    "bench",
    "benchmark",
    "bots",
    "lab",
    "main",
    "play",
    "puzzles",
    "replay",
    "review",
    "rules",
    "serve",
    "simulate",
    "tables",
    "tournament",
    "train",
    "tui",
    "tune",
    "verify",
    "watch",
]

ORDER = (
    *("play", "tui", "serve", "watch", "simulate", "tournament", "benchmark", "tables", "lab"),
    *("tune", "train", "bots", "rules", "deck", "replay", "review", "verify", "bench"),
)
app.registered_commands.sort(key=lambda command: ORDER.index(command.callback.__name__))  # type: ignore[union-attr]


@app.callback(
    invoke_without_command=True,
    epilog=examples(
        "unolab play                      play against three bots, in the browser",
        "unolab tui                       the same in the terminal",
        "unolab serve                     host it for friends: rooms with a link",
        "unolab watch random random       watch two bots",
        "unolab simulate mixbot2 random   which of two bots is better, and by how much",
        "unolab tournament FILE 10000     strategies that others wrote, against each other",
        "unolab lab                       what rules do to the game, compared",
        "unolab rules party               what these house rules say",
    ),
)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Play Uno, host it for friends, watch bots play it, and study it."""
    if version:
        typer.echo(f"unolab {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line; report user errors in one sentence."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a name may not fit the terminal's encoding
    try:
        code = app(prog_name="unolab", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        message = name_new_option(error) or error.format_message()
        code = refuse(message[:1].lower() + message[1:])
    except ValueError as error:
        code = refuse(str(error))
    except KeyboardInterrupt:
        say_stopped()
        code = STOPPED
    except OSError as error:
        # what is left in the buffer must not fail again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
        if not isinstance(error, BrokenPipeError):  # the reader has just seen enough
            refuse(str(error).partition("] ")[2] or str(error))
    if code == STOPPED and sys.stderr.isatty():
        print(file=sys.stderr)  # the shell's prompt gets a new line
    sys.exit(code)


def name_new_option(error: typer.TyperException) -> str | None:
    """Say what a renamed option is called now."""
    option, context = (getattr(error, name, None) for name in ("option_name", "ctx"))
    new = RENAMED.get((getattr(context, "info_name", ""), option or ""))
    return new and f"no such option: {option}; it is now {new}"


def refuse(message: str) -> int:
    """Print a message on one line and return the exit code."""
    line = " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", message).split())
    line = line.removesuffix(".") if len(line) <= 400 else line[:397] + "..."
    print(f"unolab: {line}", file=sys.stderr)
    return 2
