"""Training until a limit is reached: play, learn, save, and see how well the network plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from unolab.bots import Bot
from unolab.errors import BadOption, UnolabError
from unolab.simulation import simulate
from unolab.training.reading import READER, Reading
from unolab.training.record import Check, Record
from unolab.training.run import WEIGHTS, Run, make_folder

CHECK_SEED: Final = 20_240_229  # the deals of all checks, so that they can be compared
OLDER: Final = "weights-{}M.npz"  # by millions of decisions


@dataclass(frozen=True)
class Opponent:
    """A bot to be checked against, and at which table."""

    bot: str
    rules: str = "official"
    players: int = 2


class Status(NamedTuple):
    """How far a training has got."""

    done: float
    """From 0 to 1."""
    record: Record
    doing: str
    """What it is at, in a word or two."""


@dataclass(frozen=True)
class Limit:
    """When a training ends: after a time, or after so many decisions, from the start of the run."""

    minutes: float | None = None
    decisions: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        if self.minutes is None and self.decisions is None:
            raise BadOption("a training needs an end: minutes, or a number of decisions")
        if (self.minutes is not None and not 0 < self.minutes < 1e6) or (
            self.decisions is not None and self.decisions < 1
        ):
            raise BadOption("a training takes more than no time, and more than no decisions")

    def share(self, done: Record | Reading) -> float:
        """Return how much of it is reached."""
        shares = [done.seconds / 60 / self.minutes] if self.minutes else []
        shares += [done.decisions / self.decisions] if self.decisions else []
        return max(shares)


def train(
    run: Run,
    limit: Limit,
    opponents: Sequence[Opponent] = (),
    *,
    every: float = 5.0,
    games: int = 20_000,
    older: bool = False,
    threads: int | None = None,
    progress: Callable[[Status], None] | None = None,
) -> bool:
    """Train until the limit is reached; return False if Ctrl-C came before.

    ``every`` so many minutes the network is saved and plays ``games`` against each opponent, and
    against itself as it was at half of its decisions if ``older``. Whatever ends it, what was
    learned is saved.
    """
    saved = perf_counter()
    try:
        while (done := limit.share(run.record)) < 1:
            run.advance(done)
            if progress is not None:
                progress(Status(limit.share(run.record), run.record, "learning"))
            if perf_counter() - saved > 60 * every and limit.share(run.record) < 1:
                save_and_check(run, limit, opponents, games, older, threads, progress)
                saved = perf_counter()
        save_and_check(run, limit, opponents, games, older, threads, progress)
    except KeyboardInterrupt:
        run.save()
        return False
    except Exception:
        with suppress(UnolabError):  # weights that are no numbers any more can't be saved
            run.save()
        raise
    return True


def train_reader(
    reading: Reading,
    limit: Limit,
    folder: Path,
    progress: Callable[[float, Reading], None] | None = None,
) -> bool:
    """Let a reader learn until the limit is reached; return False if Ctrl-C came before.

    Whatever ends it, what was learned is saved, if that is anything.
    """
    if (folder / READER).exists():
        raise BadOption(f"there is a reader in {folder}: move it away, or name another folder")
    make_folder(folder)
    complete = False
    try:
        while (done := limit.share(reading)) < 1:
            reading.advance(done)
            if progress is not None:
                progress(min(1.0, limit.share(reading)), reading)
        complete = True
    except KeyboardInterrupt:
        pass
    except Exception:
        with suppress(UnolabError):  # weights that are no numbers any more can't be saved
            reading.save(folder)
        raise
    if reading.decisions:
        reading.save(folder)
    return complete


def save_and_check(
    run: Run,
    limit: Limit,
    opponents: Sequence[Opponent],
    games: int,
    older: bool,
    threads: int | None,
    progress: Callable[[Status], None] | None,
) -> None:
    """Save the network and let it play; the time for this does not count."""
    run.save()
    named = list(opponents)
    if older:
        named += older_selves(run.folder, run.record.decisions)
        run.network.save(run.folder / OLDER.format(run.record.decisions // 1_000_000))
    begin = perf_counter()
    for opponent in named:
        if progress is not None:
            word = f"playing against {opponent.bot}"
            progress(Status(limit.share(run.record), run.record, word))
        run.record.checks.append(check(run, opponent, games, threads))
    run.pause(perf_counter() - begin)
    run.save()


def older_selves(folder: Path, decisions: int) -> Iterator[Opponent]:
    """Find the network as it was at about half of its decisions."""
    ages = [int(file.stem.split("-")[1][:-1]) for file in folder.glob(OLDER.format("*"))]
    known = sorted(age for age in ages if age < decisions // 1_000_000)
    if known:
        half = min(known, key=lambda age: abs(age - decisions / 2e6))
        yield Opponent(str(folder / OLDER.format(half)))


def check(run: Run, opponent: Opponent, games: int, threads: int | None) -> Check:
    """Let the network that was saved play against a bot, on the same deals from every seat."""
    bots = [Bot.load(str(run.folder / WEIGHTS)), *[Bot.of(opponent.bot)] * (opponent.players - 1)]
    report = simulate(bots, games, opponent.rules, CHECK_SEED, threads, duplicate=True)
    own = next(standing for standing in report.standings if 0 in standing.entries)
    return Check(
        run.record.decisions,
        opponent.bot,
        opponent.rules,
        opponent.players,
        report.games,
        own.win_rate,
        own.interval,
    )
