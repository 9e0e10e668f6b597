"""Making a file of puzzles: ``python -m unolab.puzzles.make`` needs no more than NumPy and Numba.

The file grows line by line, so that nothing is lost when it is stopped. A file that is there is
continued: with the same seed and the same tables it ends up as if it had been made in one go.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from unolab.errors import BadOption, ResourceError, UnolabError, show
from unolab.interrupt import STOPPED, interruptible
from unolab.puzzles.confirm import Standard
from unolab.puzzles.mine import Table, list_tables, mine_game
from unolab.puzzles.puzzle import MOST_PUZZLES, STRENGTHS, Puzzle, read_file
from unolab.puzzles.themes import THEMES
from unolab.puzzles.threads import do_all

RULES: Final = ("official",)
PLAYERS: Final = (2, 3, 4)

Progress = Callable[[int, int, int], None]
"""Called with the puzzles found, those wanted, and the games played."""


@dataclass(frozen=True)
class Order:
    """Which puzzles are wanted."""

    count: int
    tables: tuple[Table, ...]
    seed: int = 0
    themes: tuple[str, ...] = THEMES
    each: int = MOST_PUZZLES
    """At most so many of a theme and strength."""
    games: int | None = None
    """At most so many games are played; None: as many as it takes."""
    standard: Standard = field(default_factory=Standard)

    def __post_init__(self) -> None:
        """Refuse what can't be found."""
        for theme in self.themes:
            if theme not in THEMES:
                raise BadOption(f"unknown theme {show(theme)}; known: {', '.join(THEMES)}")
        if not 1 <= self.count <= MOST_PUZZLES or self.each < 1:
            raise BadOption(f"from 1 to {MOST_PUZZLES:,} puzzles can be made")
        kinds = len(self.themes) * len(STRENGTHS)
        if self.each * kinds < self.count:
            raise BadOption(
                f"{self.each} of each theme and strength are {self.each * kinds}, "
                f"fewer than {self.count}"
            )

    def wants(self, puzzle: Puzzle, made: Counter[tuple[str, int]]) -> bool:
        """Whether a puzzle is wanted, besides those that were made."""
        return puzzle.theme in self.themes and made[kind_of(puzzle)] < self.each


def make_file(
    file: Path, order: Order, threads: int | None = None, progress: Progress | None = None
) -> int:
    """Write puzzles to a file until there are as many as wanted; return how many there are."""
    before = read_file(file) if file.exists() else ()
    if len(before) >= order.count:
        return len(before)
    try:
        with file.open("a", encoding="utf-8") as lines:
            made = len(before)
            for puzzle in make_puzzles(order, before, threads, progress):
                lines.write(puzzle.to_line() + "\n")
                lines.flush()
                made += 1
    except OSError as error:
        raise ResourceError(f"can't write {file}: {error.strerror}") from None
    return made


def make_puzzles(
    order: Order,
    before: Sequence[Puzzle] = (),
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Puzzle]:
    """Find puzzles, going on behind those that were found before."""
    made = Counter(map(kind_of, before))
    known = {puzzle.view for puzzle in before}
    first = max((number_of(puzzle, order.seed) + 1 for puzzle in before), default=0)
    left = order.count - len(before)
    numbers = count(first) if order.games is None else iter(range(first, order.games))

    def mine(number: int) -> Puzzle | None:
        return mine_game(order.tables, order.seed, number, order.standard, order.themes)

    if progress:
        progress(len(before), order.count, 0)
    with closing(do_all(numbers, mine, threads)) as games:
        for number, puzzle in games:
            if puzzle is not None and order.wants(puzzle, made) and puzzle.view not in known:
                made[kind_of(puzzle)] += 1
                known.add(puzzle.view)
                left -= 1
                yield puzzle
            if progress:
                progress(order.count - left, order.count, number + 1 - first)
            if not left:
                return


def kind_of(puzzle: Puzzle) -> tuple[str, int]:
    """Return what a puzzle is about and how hard it is."""
    return puzzle.theme, puzzle.strength


def number_of(puzzle: Puzzle, seed: int) -> int:
    """Return the number of the game that a puzzle is from."""
    game = puzzle.position
    if game.seed != seed:
        raise BadOption(
            f"the puzzles in the file have seed {game.seed}, not {seed}: name that or another file"
        )
    return game.number


def main(arguments: Sequence[str] | None = None) -> int:
    """Make a file of puzzles, as ``unolab puzzles make`` does."""
    parser = ArgumentParser("python -m unolab.puzzles.make", description="Find puzzles.")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--count", type=int, default=100, help="puzzles in the file")
    parser.add_argument("--rules", nargs="+", default=RULES, metavar="TEXT")
    parser.add_argument("--players", nargs="+", type=int, default=PLAYERS, metavar="NUMBER")
    parser.add_argument("--themes", nargs="+", default=THEMES, metavar="THEME")
    parser.add_argument(
        "--each", type=int, default=MOST_PUZZLES, help="at most of a theme and strength"
    )
    parser.add_argument("--games", type=int, default=None, help="at most so many games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=None)
    wanted = parser.parse_args(arguments)
    try:
        tables = list_tables(wanted.rules, wanted.players)
        themes = tuple(wanted.themes)
        order = Order(wanted.count, tables, wanted.seed, themes, wanted.each, wanted.games)
        with interruptible(""):
            make_file(wanted.file, order, wanted.threads, say_progress)
    except UnolabError as error:
        print(f"unolab: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"\nstopped; the puzzles so far are in {wanted.file}", file=sys.stderr)
        return STOPPED
    print(file=sys.stderr)
    return 0


def say_progress(found: int, of: int, games: int) -> None:
    """Print a line that replaces the last one."""
    print(f"\r{found} of {of} puzzles, {games:,} games", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
