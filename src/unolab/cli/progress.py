"""A progress line on stderr, shown only in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from unolab.text.show import shorten

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

SHORT_NAME: Final = 20  # characters of a bot's name that fit on the line

Show = Callable[[float, float, str], None]
"""Called with the work done, the total, and a text."""


@contextmanager
def progress(unit: str = "") -> Iterator[Show | None]:
    """Show a bar and a text and, if the work has a unit, the rate and the time left.

    Yields None outside a terminal.
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
    finally:  # Ctrl-C may come during setup, before the line cleans up after itself
        bars.stop()
        console.show_cursor()


def line(console: Console, unit: str) -> Progress:
    """Lay out the line; if it is too long, only the text at the end is cut."""
    from rich.progress import BarColumn, Progress, Task, TextColumn, TimeRemainingColumn
    from rich.table import Column
    from rich.text import Text

    class Pace(TextColumn):
        """Work done per second."""

        def render(self, task: Task) -> Text:
            pace = task.finished_speed or task.speed  # unknown at first
            return Text(f"{pace:,.0f} {unit}/s" if pace else "")

    whole, rest = Column(no_wrap=True), Column(no_wrap=True, overflow="ellipsis", ratio=1)
    counted = (Pace("", table_column=whole), TimeRemainingColumn(compact=True)) if unit else ()
    said = TextColumn("{task.description}", markup=False, table_column=rest)
    # the line is cleared at the end: the table has the result
    return Progress(
        *(BarColumn(12), *counted, said),
        console=console,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # output to a file must not be shown here instead
        expand=True,
    )


def short(name: object, room: int = SHORT_NAME) -> str:
    """Truncate a long name."""
    return shorten(str(name), room)
