"""Serve the page, for this machine or for others."""

from __future__ import annotations

import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, nullcontext, redirect_stderr
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from unolab.cli.common import app, examples
from unolab.cli.options import exclude, read_number
from unolab.errors import BadOption, ResourceError

if TYPE_CHECKING:
    from unolab.server.app import Settings

NEEDED = (
    *("fastapi", "uvicorn", "websockets", "sqlalchemy", "aiosqlite", "segno"),
    "prometheus_client",
)

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        show_default="a SQLite file in your data folder",
        help="Database of the games, as in postgresql+asyncpg://user@host/name.",
    ),
]

PORT = 8000
MOST_DAYS = 36_500  # a hundred years
MOST_CONNECTIONS = 10_000  # the total of a server
MOST_WORKERS = 256
LONGEST_LEASE = 600
LONGEST_DRAIN = 3_600  # seconds


def up_to(most: int, unit: str = "", least: int = 0) -> Callable[[str | int], int]:
    """Make a parser of whole numbers that refuses those above a limit."""

    def read(text: str | int) -> int:
        number = read_number(text, least)
        if number > most:
            raise typer.BadParameter(f"expected at most {most:,}{unit}, not {text!r:.40}")
        return number

    return read


@app.command(
    epilog=examples(
        "unolab serve",
        "unolab serve --host 127.0.0.1 --port 8080",
        "unolab serve --database postgresql+asyncpg://uno@localhost/uno",
        "unolab serve --host 127.0.0.1 --allow-host uno.example.org",
        "unolab serve --connections 400",
        "unolab serve --workers 4 --database postgresql+asyncpg://uno@localhost/uno",
        "unolab serve --metrics-port 9464 --log-format json --drain 15",
    )
)
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to bind; 0.0.0.0 binds all.")
    ] = "0.0.0.0",
    port: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_number, help="Port to bind.")
    ] = PORT,
    database: Database = None,
    away_after: Annotated[
        int,
        typer.Option(
            metavar="SECONDS",
            parser=read_number,
            help="Timeout before a bot takes over for a disconnected player.",
        ),
    ] = 30,
    keep_days: Annotated[
        int,
        typer.Option(
            metavar="DAYS",
            parser=up_to(MOST_DAYS, " days"),
            help="Delete games after this time; 0 means never.",
        ),
    ] = 0,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="Host name to accept; repeat for several. Default: any.",
        ),
    ] = None,
    connections: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=up_to(MOST_CONNECTIONS, least=1),
            show_default="100",
            help="Connections per address (devices or tabs).",
        ),
    ] = None,
    no_limits: Annotated[
        bool,
        typer.Option("--no-limits", help="Trust everyone: no limits per address or client."),
    ] = False,
    workers: Annotated[
        int,
        typer.Option(
            metavar="NUMBER",
            parser=up_to(MOST_WORKERS, least=1),
            help="Processes that share the port and a PostgreSQL database.",
        ),
    ] = 1,
    peer: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Address of this machine for the other servers of its PostgreSQL database.",
        ),
    ] = "127.0.0.1",
    lease: Annotated[
        int,
        typer.Option(
            metavar="SECONDS",
            parser=up_to(LONGEST_LEASE, " seconds", least=1),
            help="Silence after which the others take over its rooms.",
        ),
    ] = 10,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_number,
            show_default="no metrics",
            help="Port of the metrics for Prometheus, at /metrics.",
        ),
    ] = None,
    metrics_host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to bind for the metrics.")
    ] = "127.0.0.1",
    log_format: Annotated[
        Literal["text", "json"], typer.Option(help="Format of the log on stderr.")
    ] = "text",
    drain: Annotated[
        int,
        typer.Option(
            metavar="SECONDS",
            parser=up_to(LONGEST_DRAIN, " seconds"),
            help="Time to serve on after SIGTERM while not ready, for a balancer to notice.",
        ),
    ] = 2,
) -> None:
    """Host the game for others: rooms with a link, for browsers and programs."""
    check_installed()
    from unolab.server.app import Settings
    from unolab.server.guard.guard import read_name
    from unolab.server.guard.limits import UNLIMITED, ServerLimits

    exclude("--no-limits", no_limits, connections=connections)
    limits = UNLIMITED if no_limits else ServerLimits()
    settings = Settings(
        hosts=tuple(read_name(name) for name in allow_host or ()),
        limits=limits if connections is None else limits.with_connections(connections),
        away_after=away_after,
        keep_days=keep_days,
        peer=peer,
        lease=lease,
        drain=drain,
        log_format=log_format,
    )
    metrics = None if metrics_port is None else (metrics_host, metrics_port)
    start(host, port, database, settings, workers=workers, metrics=metrics)


def check_installed() -> None:
    """Refuse with one sentence if the server's libraries are missing."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ResourceError(
            f"the page needs {', '.join(missing)}: pip install unolab; "
            "unolab play --terminal works without"
        )


def start(
    host: str,
    port: int,
    database: str | None,
    settings: Settings,
    path: str = "",
    opens: bool = False,
    attempts: int = 1,
    workers: int = 1,
    metrics: tuple[str, int] | None = None,
) -> None:
    """Run a server until Ctrl-C, on the first free port; open its page if asked.

    ``metrics`` are the host and the port of its metrics, if they are wanted; those of the second
    worker are at the next port, and so on.
    """
    from unolab.server.fleet.workers import run_workers
    from unolab.server.run import addresses, compile_all, listen
    from unolab.server.run import serve as run
    from unolab.server.store.database import is_shared
    from unolab.server.store.store import default_url

    url = database or default_url()
    if workers > 1 and sys.platform == "win32":
        raise BadOption("Windows lets only one process serve a port: start several servers instead")
    if workers > 1 and not is_shared(url):
        raise BadOption(
            "several workers need a PostgreSQL database: --database postgresql://user@host/name"
        )
    with ExitStack() as sockets:
        listening = sockets.enter_context(listen(host, port, attempts))
        scraped = None
        if metrics is not None and workers == 1:
            scraped = sockets.enter_context(listen(*metrics, option="--metrics-port"))
        speaks = settings.log_format == "text"  # else the log is all there is
        with nullcontext() if speaks else redirect_stderr(StringIO()):
            compile_all()
        places = [place + path for place in addresses(host, listening.getsockname()[1])]

        def ready() -> None:
            if speaks:
                where = "  or  ".join(places)
                typer.echo(f"unolab is at {where}  (Ctrl-C stops it; games are kept)")
            if opens:
                # some browsers block the call until they are closed
                threading.Thread(target=webbrowser.open, args=places[:1], daemon=True).start()

        try:
            if workers > 1:
                run_workers(workers, url, settings, listening, ready, metrics)
            else:
                run(url, settings, listening, ready, scraped)
        except KeyboardInterrupt:
            if speaks:
                typer.echo("stopped; games continue when the server restarts", err=True)
