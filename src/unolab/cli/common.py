"""What the subcommands share: the app, arguments that several have, and ways to print."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Final

import typer

from unolab.errors import ResourceError
from unolab.interrupt import STOPPED, heard, say_stopped
from unolab.rules import ABOUT

app = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

UNITS: Final = {"": 1, "k": 1_000, "m": 1_000_000, "b": 1_000_000_000}


def complete_bots(incomplete: str) -> list[tuple[str, str]]:
    """List the bots for the shell."""
    from unolab.bots import BOTS
    from unolab.bots.strengths import STRENGTHS

    known = BOTS | {name: f"a strength: {text}" for name, text in STRENGTHS.items()}
    return [(name, about) for name, about in known.items() if name.startswith(incomplete)]


def complete_rules(incomplete: str) -> list[tuple[str, str]]:
    """List the presets for the shell."""
    return [(name, about) for name, about in ABOUT.items() if name.startswith(incomplete)]


def read_number(text: str | int, least: int = 0) -> int:
    """Read a whole number, or take a default; too large a one is refused where it is used."""
    if not re.fullmatch("[0-9]{1,40}", str(text)) or int(text) < least:
        raise typer.BadParameter(f"a whole number from {least} on is expected, not {text!r:.40}")
    return int(text)


def read_positive(text: str | int) -> int:
    """Read a whole number that is not 0."""
    return read_number(text, 1)


MOST: Final = 10**12


def read_count(text: str | int) -> int:
    """Read a large whole number as people write it: 10_000, 250k, 2M, 1e6; or take a default."""
    found = re.fullmatch(
        r"([0-9][0-9_]{0,20}(?:\.[0-9]{1,9})?(?:e[0-9]{1,2})?)([kmb]?)", str(text), re.I
    )
    count = Decimal(found[1]) * UNITS[found[2].lower()] if found else Decimal(0)
    if not 1 <= count <= MOST or count % 1:
        raise typer.BadParameter(
            f"a whole number from 1 to 10**12 is expected, as in 5000, 2M or 1e6, not {text!r:.40}"
        )
    return int(count)


Bots = Annotated[
    list[str],
    typer.Argument(metavar="BOT", help="Who plays, 2 to 10 of them.", autocompletion=complete_bots),
]
RulesText = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="TEXT",
        help="A preset and what differs from it, as in official+jump_in=true.",
        autocompletion=complete_rules,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        parser=read_number,
        show_default=False,
        help="The same seed deals the same cards and plays the same game; without one, chance.",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        parser=read_positive,
        show_default=False,
        help="How many games at a time; without it, as many as there are cores.",
    ),
]
On = Annotated[str, typer.Option(metavar="cpu|gpu", help="Which processor plays the games.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="A line for every turn: hand, card and reason.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def examples(*lines: str) -> str:
    r"""Write the last part of a help text; ``\b`` keeps its lines apart."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def said(option: str, value: object, default: object = None) -> list[str]:
    """Repeat an option that was given."""
    return [] if value == default else [option, str(value)]


def drawn_by_lot(seed: int | None, bits: int = 32) -> int:
    """Return the seed, or one by chance that is short enough to type again."""
    if seed is not None:
        return seed
    from secrets import randbits

    return randbits(bits)


@contextmanager
def stoppable(when: str) -> Iterator[None]:
    """Let Ctrl-C end the work with a sentence, where there is nothing to show yet."""
    try:
        with heard(when):
            yield
    except KeyboardInterrupt:
        say_stopped(when)
        raise typer.Exit(STOPPED) from None


def check_files(csv: Path | None, plot: Path | None) -> None:
    """Refuse a file that can't be written before the games are played, not after."""
    for path in (csv, plot):
        if path is not None and not path.absolute().parent.is_dir():
            raise ResourceError(f"there is no folder {path.parent}")
        if path is not None and path.is_dir():
            raise ResourceError(f"{path} is a folder: the name of a file is expected")
    if plot is not None:
        from unolab.simulation.plot import check

        try:
            check(plot)
        except ImportError as error:
            raise ResourceError(str(error)) from None


def columns() -> int:
    """Return the width to write for, neither unreadably narrow nor wide."""
    return min(max(shutil.get_terminal_size().columns, 60), 120)


def echo_all(lines: Iterable[str]) -> None:
    """Print lines, painted where there is a terminal."""
    for line in lines:
        typer.echo(line)


def print_json(value: object) -> None:
    """Print JSON."""
    typer.echo(json.dumps(value, indent=2))
