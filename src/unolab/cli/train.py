"""Training a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from unolab.cli.common import app, echo, examples, print_json
from unolab.cli.options import (
    FixedSeed,
    Json,
    Plot,
    Threads,
    check_file,
    complete_bots,
    complete_rules,
    read_count,
    read_positive,
    with_groups,
)
from unolab.cli.progress import progress
from unolab.errors import BadOption, ResourceError
from unolab.interrupt import STOPPED

if TYPE_CHECKING:
    from unolab.envs.lineup import Lineup
    from unolab.training import Status
    from unolab.training.loop import Limit
    from unolab.training.reading import Reading
    from unolab.training.run import Run
    from unolab.training.settings import Schedule, Settings

MINUTES: Final = 10.0


@dataclass(frozen=True)
class Tables:
    """Where the network learns."""

    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            metavar="TEXT",
            show_default="every preset, and rules made up by chance",
            help="Rules to learn; repeat for several.",
            autocompletion=complete_rules,
        ),
    ] = None
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="NUMBERS",
            show_default="2 to 10, most often 2 and 4",
            help="Table sizes to learn, as in 2,3,4.",
        ),
    ] = None
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            show_default="itself",
            help="Learn to beat this bot; repeat for several, learner being itself.",
            autocompletion=complete_bots,
        ),
    ] = None

    def opponents(self) -> list[str]:
        """List the bots that it learns to beat."""
        return [bot for bot in self.against or [] if bot != "learner"]

    def lineups(self) -> list[Lineup]:
        """List the tables."""
        from unolab.training.lineups import mix, mix_everything

        if not (self.rules or self.players or self.against):
            return mix_everything()
        return mix(self.rules or ["official"], read_sizes(self.players), self.against or [])


@dataclass(frozen=True)
class Shape:
    """The network, and how it learns."""

    width: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_positive, help="Width of a new network.")
    ] = 256
    depth: Annotated[
        int,
        typer.Option(metavar="NUMBER", parser=read_positive, help="Its number of hidden layers."),
    ] = 3
    rate: Annotated[
        str,
        typer.Option(metavar="FROM,TO", help="Learning rate, at the start and at the end."),
    ] = "6e-4,3e-5"
    entropy: Annotated[
        str,
        typer.Option(metavar="FROM,TO", help="Weight of the entropy bonus, likewise."),
    ] = "0.02,0.001"
    side_by_side: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_count, help="Games side by side.")
    ] = 4096
    matches: Annotated[
        float,
        typer.Option(
            metavar="PART",
            help="Part of them, from 0 to 1, that are matches to the rules' target, not rounds.",
        ),
    ] = 0.0
    steps: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_positive, help="Steps of a rollout.")
    ] = 32
    batch: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_count, help="Decisions per update.")
    ] = 16_384


@app.command(
    epilog=examples(
        "unolab train runs/first --minutes 30",
        "unolab train runs/duel --rules official --players 2 --check mixbot2",
        "unolab train runs/first --resume --minutes 60",
        "unolab train runs/answer --against neural --start neural --players 2",
        "unolab train runs/duel --reader --minutes 5",
        "unolab simulate runs/first/weights.npz mixbot2",
    )
)
@with_groups
def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the run.")],
    *,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="NUMBER", show_default="10", help="Time to train, in all."),
    ] = None,
    decisions: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_count,
            show_default=False,
            help="Decisions to learn from, in all, whatever time that takes.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in FOLDER.")] = False,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|FOLDER|neural",
            show_default="a new network",
            help="Weights or a run to begin with.",
        ),
    ] = None,
    reader: Annotated[
        bool,
        typer.Option(
            "--reader",
            help="Learn to read hands in games of the network in FOLDER, or of --start, which "
            "stays as it is: FOLDER/reader.npz.",
        ),
    ] = False,
    tables: Tables,
    shape: Shape,
    check: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            show_default="random, greedy and mixbot2",
            help="Bot to be checked against while it learns; repeat for several.",
            autocompletion=complete_bots,
        ),
    ] = None,
    every: Annotated[
        float, typer.Option(metavar="MINUTES", help="Time from one check to the next.")
    ] = 5.0,
    check_games: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_count, help="Games per check.")
    ] = 20_000,
    seed: FixedSeed = 0,
    threads: Threads = None,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """Train a network by self-play, or to beat a bot.

    FOLDER/weights.npz plays as a bot wherever one is named. Ctrl-C keeps what was learned.
    """
    if reader and (resume or check or plot):
        raise BadOption(
            "a reader learns from the beginning and does not play: leave --resume, --check and "
            "--plot out"
        )
    if resume:
        check_resumed(shape, start, seed, minutes, decisions)
    if plot is not None:
        check_file(plot)
    try:
        import unolab.training.run  # noqa: F401 (the first that needs JAX)
    except ImportError:
        raise ResourceError("training needs JAX and Optax: pip install 'unolab[train]'") from None
    from unolab.bots import Bot
    from unolab.training.loop import Limit, Opponent, train
    from unolab.training.plot import draw

    if minutes is None and decisions is None:
        minutes = MINUTES
    limit = Limit(minutes, decisions)
    if reader:
        learn_to_read(folder, limit, tables, shape, start, seed, threads, json)
        return
    for bot in check or []:
        Bot.of(bot)  # refused now, not after the first minutes
    if resume:
        run = resume_run(folder, tables, threads)
    else:
        run = begin_run(folder, tables, shape, start, seed, threads)
    opponents = [
        Opponent(bot, str(lineup.rules), len(lineup.players))
        for lineup in first_tables(tables)
        for bot in check or tables.opponents() or ["random", "greedy", "mixbot2"]
    ]
    with live() as hear:
        complete = train(
            run, limit, opponents, every=every, games=check_games, older=not tables.opponents(),
            threads=threads, progress=hear,
        )  # fmt: skip
    draw(run.record, plot or run.folder / "curve.png")
    if json:
        print_json(run.record.to_dict())
    else:
        summarise(run)
    if not complete:
        raise typer.Exit(STOPPED)


def check_resumed(
    shape: Shape, start: str | None, seed: int, minutes: float | None, decisions: int | None
) -> None:
    """Refuse what a run has settled when it began, and ask how much longer it is to go on."""
    if shape != Shape() or start is not None or seed:
        raise BadOption("--resume goes on with the settings of the run: leave the others out")
    if minutes is None and decisions is None:
        raise BadOption(
            "--resume needs --minutes or --decisions, counted from the start of the run"
        )


def begin_run(
    folder: Path, tables: Tables, shape: Shape, start: str | None, seed: int, threads: int | None
) -> Run:
    """Begin a run."""
    from unolab.bots.neural.network import Network
    from unolab.bots.strategies.neural import load_critic, load_network
    from unolab.training.run import Run

    network: Network | Path | None = None
    critic = None
    if start == "neural":
        network, critic = load_network(), load_critic()
    elif start is not None:
        network = Path(start) if Path(start).is_dir() else Network.load(start)
    settings = settings_of(shape, seed)
    return Run.begin(folder, settings, tables.lineups(), network, threads, critic)


def settings_of(shape: Shape, seed: int) -> Settings:
    """Return the settings of a training."""
    from unolab.training.settings import Settings

    return Settings(
        width=shape.width,
        depth=shape.depth,
        games=shape.side_by_side,
        matches=shape.matches,
        steps=shape.steps,
        batch=shape.batch,
        rate=read_schedule("--rate", shape.rate),
        entropy=read_schedule("--entropy", shape.entropy),
        seed=seed,
    )


def learn_to_read(
    folder: Path,
    limit: Limit,
    tables: Tables,
    shape: Shape,
    start: str | None,
    seed: int,
    threads: int | None,
    json: bool,
) -> None:
    """Let a reader learn, and say how well it reads."""
    from unolab.bots.neural.network import Network
    from unolab.bots.strategies.neural import load_network
    from unolab.training.lineups import mix_reading
    from unolab.training.loop import train_reader
    from unolab.training.reading import READER, Reading
    from unolab.training.run import WEIGHTS

    if start == "neural":
        network = load_network()
    else:
        named = folder if start is None else Path(start)
        network = Network.load(named / WEIGHTS if named.is_dir() else named)
    named_tables = tables.rules or tables.players or tables.against
    lineups = tables.lineups() if named_tables else mix_reading()
    reading = Reading(network, settings_of(shape, seed), lineups, threads)
    with progress() as show:

        def hear(done: float, reading: Reading) -> None:
            if show:
                show(done, 1, describe_reading(reading, done))

        complete = train_reader(reading, limit, folder, hear)
    if json:
        print_json(reading.to_dict())
    else:
        echo(
            f"{reading.decisions:,} decisions in {reading.seconds / 60:.1f} minutes; loss: "
            f"{reading.loss:.3f} bits per pair of cards (1 is guessing)"
        )
        echo(f"reader: {folder / READER} ({reading.hash[:12]})")
    if not complete:
        raise typer.Exit(STOPPED)


def describe_reading(reading: Reading, done: float) -> str:
    """Describe in one line how far a reader has got."""
    pace = reading.decisions / max(reading.seconds, 0.001)
    return (
        f"learning to read · {reading.decisions / 1e6:,.1f} M decisions · {pace:,.0f}/s · "
        f"{write_left(reading.seconds, done)} left · loss {reading.loss:.3f}"
    )


def resume_run(folder: Path, tables: Tables, threads: int | None) -> Run:
    """Go on with a run, at the same tables unless others are named."""
    from unolab.training.run import Run

    named = tables.rules or tables.players or tables.against
    return Run.resume(folder, tables.lineups() if named else None, threads)


def first_tables(tables: Tables) -> list[Lineup]:
    """List the tables at which the network is checked: the first of each size."""
    from unolab.training.lineups import mix

    sizes = read_sizes(tables.players)
    return mix((tables.rules or ["official"])[:1], sizes[:2])


def read_sizes(text: str | None) -> list[int]:
    """Read a list of table sizes."""
    if text is None:
        return [2, 4]
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise BadOption(f"--players takes numbers such as 2,3,4, not {text!r:.40}") from None


def read_schedule(option: str, text: str) -> Schedule:
    """Read a number at the start and one at the end."""
    from unolab.training.settings import Schedule

    parts = text.split(",")
    try:
        first, last = float(parts[0]), float(parts[-1])
    except ValueError:
        first = last = 0.0
    if len(parts) > 2 or not (0 < first < 1 and 0 < last < 1):
        raise BadOption(f"{option} takes one or two numbers from 0 to 1, not {text!r:.40}")
    return Schedule(first, last)


@contextmanager
def live() -> Iterator[Callable[[Status], None] | None]:
    """Show how the training goes in a terminal."""
    with progress() as show:

        def hear(status: Status) -> None:
            if show:
                show(status.done, 1, describe_progress(status))

        yield hear if show else None


def describe_progress(status: Status) -> str:
    """Describe in one line how far a training has got."""
    record = status.record
    pace = record.decisions / max(record.seconds, 0.001)
    last = f" · {record.checks[-1].win_rate:.1%} against {record.checks[-1].against}"
    return (
        f"{status.doing} · {record.decisions / 1e6:,.1f} M decisions · {pace:,.0f}/s · "
        f"{write_left(record.seconds, status.done)} left{last if record.checks else ''}"
    )


def write_left(seconds: float, done: float) -> str:
    """Write the time that is left, as in 4:05."""
    left = int(seconds * (1 / max(done, 1e-6) - 1))
    return f"{left // 60}:{left % 60:02}"


def summarise(run: Run) -> None:
    """Print what came of it."""
    record = run.record
    echo(
        f"{record.decisions:,} decisions in {record.seconds / 60:.1f} minutes, "
        f"{record.decisions / max(record.seconds, 0.001):,.0f} a second"
    )
    latest = record.checks[-1].decisions if record.checks else 0
    for check in record.checks:
        if check.decisions == latest:
            echo(f"wins {check}")
    echo(f"weights: {run.folder / 'weights.npz'} ({record.hash[:12]})")
