"""A line on stderr that says how far the work is; nobody but a person at a terminal sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """Show a bar; it is told what is being played, how many games are done, and of how many."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Speed(TextColumn):
        """Games a second."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.finished_speed or task.speed or 0:,.0f} games/s")

    console = Console(stderr=True)
    shown = (TextColumn("{task.description}"), BarColumn(), Speed(""), TimeRemainingColumn())
    # what is on is cleared away in the end: what there is to say stands in the table
    with Progress(*shown, console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task("", total=None)
        yield lambda what, done, of: bars.update(task, description=what, completed=done, total=of)
