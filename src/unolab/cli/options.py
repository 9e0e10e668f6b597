"""Options shared by several commands: one name, one meaning and one help text each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from decimal import Decimal
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, get_type_hints

import typer

from unolab.errors import BadOption, ResourceError
from unolab.rules import ABOUT

UNITS: Final = {"": 1, "k": 1_000, "m": 1_000_000, "b": 1_000_000_000}
MOST_COUNT: Final = 10**12

RENAMED: Final = {
    ("bench", "--gpu"): "--on gpu",
    ("tournament", "--seats"): "--players",
}
"""Renamed options, by command."""

OPPONENT_HELP: Final = "Bot to play against: easy, medium, hard, expert, a name, or my_bot.py:name."


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


def complete_bots(incomplete: str) -> list[tuple[str, str]]:
    """List the bots for the shell."""
    from unolab.bots import BOTS
    from unolab.bots.strengths import STRENGTHS

    known = {name: f"a strength: {text}" for name, text in STRENGTHS.items()} | BOTS
    return [(name, about) for name, about in known.items() if name.startswith(incomplete)]


def complete_rules(incomplete: str) -> list[tuple[str, str]]:
    """List the presets for the shell."""
    return [(name, about) for name, about in ABOUT.items() if name.startswith(incomplete)]


def read_number(text: str | int, least: int = 0) -> int:
    """Read a whole number or use a default; an upper limit is checked where it is used."""
    if not re.fullmatch("[0-9]{1,40}", str(text)) or int(text) < least:
        raise typer.BadParameter(f"expected a whole number from {least} on, not {text!r:.40}")
    return int(text)


def read_positive(text: str | int) -> int:
    """Read a whole number that is not 0."""
    return read_number(text, 1)


def read_count(text: str | int) -> int:
    """Read a large whole number as people write it: 10_000, 250k, 2M, 1e6; or use a default."""
    found = re.fullmatch(
        r"([0-9][0-9_]{0,20}(?:\.[0-9]{1,9})?(?:e[0-9]{1,2})?)([kmb]?)", str(text), re.I
    )
    count = Decimal(found[1]) * UNITS[found[2].lower()] if found else Decimal(0)
    if not 1 <= count <= MOST_COUNT or count % 1:
        raise typer.BadParameter(
            f"expected a whole number from 1 to 10**12, as in 5000, 2M or 1e6, not {text!r:.40}"
        )
    return int(count)


def read_processor(text: str) -> str:
    """Read the processor that plays the games."""
    if text not in ("cpu", "gpu"):
        raise typer.BadParameter(f"expected cpu or gpu, not {text!r:.40}")
    return text


# ── the options ───────────────────────────────────────────────────────────────────────────────────


def games_option(per: str = "", **more: Any) -> Any:
    """Describe ``--games``: always a number; ``per`` says of what."""
    help_text = f"Number of games{per}, as in 5000, 10_000, 2M or 1e6."
    return typer.Option("--games", metavar="NUMBER", parser=read_count, help=help_text, **more)


def seed_option(**more: Any) -> Any:
    """Describe ``--seed``."""
    help_text = "Seed of the deals: the same seed gives the same games."
    return typer.Option("--seed", metavar="NUMBER", parser=read_number, help=help_text, **more)


Bots = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT",
        help="The bots that play, as in mixbot2 or my_bot.py:name.",
        autocompletion=complete_bots,
    ),
]
RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="TEXT",
        help="A preset and what differs from it, as in official+jump_in=true.",
        autocompletion=complete_rules,
    ),
]
Games = Annotated[int, games_option()]
Seed = Annotated[int | None, seed_option(show_default="random")]
FixedSeed = Annotated[int, seed_option()]
Players = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="NUMBER",
        parser=read_positive,
        show_default="the number of bots named",
        help="Table size, 2 to 10: copies of the last bot fill it.",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        metavar="NUMBER",
        parser=read_positive,
        show_default="all cores",
        help="Number of threads.",
    ),
]
On = Annotated[
    str,
    typer.Option(
        "--on", metavar="cpu|gpu", parser=read_processor, help="Processor that plays the games."
    ),
]
GameNumber = Annotated[
    int | None,
    typer.Option(
        "--game",
        metavar="NUMBER",
        parser=read_number,
        show_default=False,
        help="Only this game (numbered from 0).",
    ),
]
Save = Annotated[
    str | None,
    typer.Option(
        "--save",
        metavar="FILE",
        show_default=False,
        help="Write the games to a file, for unolab replay; - is stdout.",
    ),
]
Verbose = Annotated[bool, typer.Option("--verbose", help="Show every turn: hand, card and reason.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Csv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FILE", show_default=False, help="Write the table as CSV."),
]
Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        show_default=False,
        help="Draw the result: a .png, .svg or .pdf file.",
    ),
]
OPPONENTS: Final = 3
Opponents = Annotated[
    int,
    typer.Option(
        "--opponents", metavar="NUMBER", parser=read_number, help="Number of opponents, 1 to 9."
    ),
]


# ── options that come together ────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Output:
    """Output formats for a table of results, besides text."""

    json: Json = False
    csv: Csv = None
    plot: Plot = None

    def check(self) -> None:
        """Refuse a file that can't be written before the games are played, not after."""
        for path in (self.csv, self.plot):
            if path is not None:
                check_file(path)
        if self.plot is not None:
            from unolab.simulation.plot import check

            try:
                check(self.plot)
            except ImportError as error:
                raise ResourceError(str(error)) from None

    def write(self, to_csv: Callable[[], str], plot: Callable[[Path], None]) -> None:
        """Write the files that were asked for."""
        if self.csv is not None:
            self.csv.write_text(to_csv(), "utf-8")
        if self.plot is not None:
            plot(self.plot)


def check_file(path: Path) -> None:
    """Refuse a file that can't be written."""
    if not path.absolute().parent.is_dir():
        raise ResourceError(f"there is no folder {path.parent}")
    if path.is_dir():
        raise ResourceError(f"{path} is a folder, not a file")


Command = TypeVar("Command", bound=Callable[..., None])


def with_groups(command: Command) -> Command:
    """Expand dataclass parameters into one Typer option per field."""
    hints = get_type_hints(command, include_extras=True)
    parameters: list[inspect.Parameter] = []
    groups: dict[str, Any] = {}
    for name, parameter in inspect.signature(command).parameters.items():
        hint = hints[name]
        if not is_dataclass(hint):
            parameters.append(parameter.replace(annotation=hint, kind=parameter.KEYWORD_ONLY))
            continue
        groups[name] = hint
        inner = get_type_hints(hint, include_extras=True)
        for field in fields(hint):
            default = parameter.empty if field.default is MISSING else field.default
            parameters.append(
                inspect.Parameter(
                    field.name,
                    parameter.KEYWORD_ONLY,
                    default=default,
                    annotation=inner[field.name],
                )
            )

    @wraps(command)
    def call(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {p.name: p.annotation for p in parameters}
    return call  # type: ignore[return-value]


def exclude(option: str, value: object, **others: object) -> None:
    """Refuse an option if any of the others is given too."""
    for name, other in others.items():
        if is_given(value) and is_given(other):
            raise BadOption(f"{option} cannot be combined with --{name.replace('_', '-')}")


def is_given(value: object) -> bool:
    """Whether an option was given; 0 counts as given."""
    return value is not None and value is not False and value != []


def fill_table(bots: list[str], players: int | None) -> list[str]:
    """Seat more of the last bot until the table is full."""
    if players is None:
        return bots
    if players < len(bots):
        raise BadOption(f"{len(bots)} bots don't fit at a table of {players}")
    return bots + bots[-1:] * (players - len(bots))
