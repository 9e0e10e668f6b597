"""A line on stderr that says how far the work is; nobody but a person at a terminal sees it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from unolab.text.show import shorten

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

NAME: Final = 20  # the letters of a bot's name that such a line has room for

Show = Callable[[float, float, str], None]
"""It is told how much is done, of how much, and what else there is to say."""


@contextmanager
def progress(unit: str = "") -> Iterator[Show | None]:
    """Show a bar and a text and, if the work is counted in some unit, the pace and the time left.

    None where there is nobody to watch it.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    console = Console(stderr=True)
    bars = line(console, unit)
    try:
        with bars:
            task = bars.add_task("", total=None)
            yield lambda done, of, text: bars.update(
                task, completed=done, total=of, description=text
            )
    finally:  # Ctrl-C may come while the line is set up, when it has no end of its own yet
        bars.stop()
        console.show_cursor()


def line(console: Console, unit: str) -> Progress:
    """Lay out the line; where it is narrow, the text at its end is cut and nothing else."""
    from rich.progress import BarColumn, Progress, Task, TextColumn, TimeRemainingColumn
    from rich.table import Column
    from rich.text import Text

    class Pace(TextColumn):
        """How much is done in a second."""

        def render(self, task: Task) -> Text:
            pace = task.finished_speed or task.speed  # unknown at first
            return Text(f"{pace:,.0f} {unit}/s" if pace else "")

    whole, rest = Column(no_wrap=True), Column(no_wrap=True, overflow="ellipsis", ratio=1)
    counted = (Pace("", table_column=whole), TimeRemainingColumn(compact=True)) if unit else ()
    said = TextColumn("{task.description}", markup=False, table_column=rest)
    # what is on is cleared away in the end: what there is to say stands in the table
    return Progress(
        *(BarColumn(12), *counted, said),
        console=console,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # what goes into a file must not be shown here instead
        expand=True,
    )


def short(name: object, room: int = NAME) -> str:
    """Cut a long name."""
    return shorten(str(name), room)
