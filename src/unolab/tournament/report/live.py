"""The standings while a tournament is played; nobody but a person at a terminal sees them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from unolab.tournament.conduct import Conduct
from unolab.tournament.plan import Plan
from unolab.tournament.report.text import describe_form, half_width, name_unit, or_dash, write_rank
from unolab.tournament.result import Result, Standing

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

Hear = Callable[[Result], None]

ABOVE: Final = 6  # the lines of a terminal that are not for players
PLAYER_COLORS: Final = (
    "bright_yellow",
    "bright_green",
    "bright_blue",
)  # red is for the winner, later


@contextmanager
def live(plan: Plan, console: Console | None = None) -> Iterator[Hear | None]:
    """Show bars that follow the games; None if stderr is no terminal."""
    if console is None and not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live

    console = console or Console(stderr=True)
    # what is on is cleared away in the end: what there is to say stands in the table
    screen = Live(console=console, transient=True, auto_refresh=False)

    def show(result: Result) -> None:
        screen.update(draw_standings(result, console.width, console.height), refresh=True)

    try:
        with screen:
            show(Result(plan, {}, [Conduct() for _ in plan.entries]))
            yield show
    finally:  # Ctrl-C may come while it is set up, when it has no end of its own yet
        screen.stop()
        console.show_cursor()


def draw_standings(result: Result, width: int, height: int) -> RenderableType:
    """Draw a line for each player who fits, the best first, and the progress below."""
    from rich.bar import Bar
    from rich.console import Group
    from rich.constrain import Constrain
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    rows = result.standings[: max(3, height - ABOVE)]
    of_wins = result.plan.match
    values = [row.win_rate if of_wins else row.points_per_game for row in rows]
    most = max(*values, 1e-9)
    done = result.games / result.games_wanted  # the bars grow as the games are played
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column(no_wrap=True, overflow="ellipsis")
    table.add_column(ratio=1)
    for _ in range(3):
        table.add_column(justify="right", no_wrap=True)
    table.expand = True
    for row, value in zip(rows, values, strict=True):
        color = PLAYER_COLORS[result.names.index(row.name) % len(PLAYER_COLORS)]
        reached = f"{100 * value:.1f} %" if of_wins else f"{value:.2f}"
        doubt = half_width(row.win_interval) * 100 if of_wins else half_width(row.points_interval)
        table.add_row(
            write_rank(row),
            Text(row.name, "dim" if row.disqualified else "bold"),
            Bar(most, 0, value * done, color="grey50" if row.disqualified else color),
            or_dash(row, f"{reached} ± {doubt:.1f}"),
            or_dash(row, f"{row.rating:.0f}"),
            Text(count_faults(row), "red"),
        )
    hidden = len(result.names) - len(rows)
    more = Text(f"and {hidden} more" if hidden else "", "dim")
    bar = Table.grid(padding=(0, 1), expand=True)
    bar.add_column(ratio=1)
    bar.add_column(no_wrap=True)
    bar.add_row(
        ProgressBar(result.games_wanted, result.games, complete_style="bright_red"), pace(result)
    )
    measure = "matches won" if of_wins else "points a game"
    head = Text(f"{describe_form(result)}, {result.plan.rules}: {measure}, rating", "dim")
    # after its last column a terminal may begin a new line, which would not be cleared away
    return Constrain(Group(head, table, *([more] if hidden else []), bar), width - 1)


def count_faults(row: Standing) -> str:
    """Count somebody's faults."""
    count = sum(row.faults.values())
    some = f"{count:,} fault{'s' if count > 1 else ''}" if count else ""
    return f"out: {some}" if row.disqualified else some


def pace(result: Result) -> str:
    """Say how many games are played, how fast, and how much time is left."""
    said = f"{result.games:,} of {result.games_wanted:,} {name_unit(result)}"
    speed = result.games_per_second
    if speed > 0:
        left = timedelta(seconds=round((result.games_wanted - result.games) / speed))
        said += f"  {speed:,.0f}/s  {left} left"
    return said
