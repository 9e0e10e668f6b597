"""What the subcommands share: the app, and printing."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from unolab.interrupt import STOPPED, interruptible, say_stopped
from unolab.text.style import PLAIN_THEME

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

app = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def examples(*lines: str) -> str:
    r"""Format the examples in a help text; ``\b`` keeps their line breaks."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def repeat_option(option: str, value: object, default: object = None) -> list[str]:
    """Format an option that was given, for a command line that repeats the run."""
    return [] if value == default else [option, str(value)]


def choose_seed(seed: int | None, bits: int = 32) -> int:
    """Return the seed, or a random one that is short enough to type again."""
    if seed is not None:
        return seed
    from secrets import randbits

    return randbits(bits)


@contextmanager
def stoppable(when: str) -> Iterator[None]:
    """Exit on Ctrl-C with a message, while there is nothing to show yet."""
    try:
        with interruptible(when):
            yield
    except KeyboardInterrupt:
        say_stopped(when)
        raise typer.Exit(STOPPED) from None


def columns() -> int:
    """Return the output width, clamped to a readable range."""
    return min(max(shutil.get_terminal_size().columns, 60), 120)


def echo(line: str | Text) -> None:
    """Print a line, in colour on a terminal."""
    echo_all([line])


def echo_all(lines: Iterable[str | Text]) -> None:
    """Print lines, in colour on a terminal."""
    console = None
    for line in lines:
        if isinstance(line, str):
            typer.echo(line)
        else:
            console = console or make_console()
            console.print(line, soft_wrap=True)


def make_console() -> Console:
    """Make a console for styled text; without colours it prints no bold either."""
    from rich.console import Console
    from rich.theme import Theme

    plain = bool(os.environ.get("NO_COLOR"))
    return Console(theme=Theme(PLAIN_THEME), color_system=None if plain else "auto")


def print_json(value: object) -> None:
    """Print JSON."""
    typer.echo(json.dumps(value, indent=2))
