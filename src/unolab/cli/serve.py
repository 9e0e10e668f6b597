"""The page: play it on this machine, or offer it to others."""

from __future__ import annotations

import threading
import webbrowser
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.common import app, examples, read_number
from unolab.errors import ResourceError

if TYPE_CHECKING:
    from unolab.server.app import Settings

NEEDED = ("fastapi", "uvicorn", "websockets", "sqlalchemy", "aiosqlite", "segno")

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        show_default=False,
        help="Where games are kept, as in postgresql+asyncpg://user@host/name; "
        "without it, a SQLite file in your data folder.",
    ),
]

MOST_DAYS = 36_500  # a hundred years
MOST_CONNECTIONS = 10_000  # as many as a server has in all


def read_days(text: str | int) -> int:
    """Read a number of days that a calendar has."""
    days = read_number(text)
    if days > MOST_DAYS:
        raise typer.BadParameter(f"at most {MOST_DAYS:,} days are counted, not {text!r:.40}")
    return days


def read_connections(text: str | int) -> int:
    """Read how many connections an address may have."""
    number = read_number(text, 1)
    if number > MOST_CONNECTIONS:
        raise typer.BadParameter(f"at most {MOST_CONNECTIONS:,} are possible, not {text!r:.40}")
    return number


@app.command(
    epilog=examples(
        "unolab serve",
        "unolab serve --host 127.0.0.1 --port 8080",
        "unolab serve --database postgresql+asyncpg://uno@localhost/uno",
        "unolab serve --host 127.0.0.1 --allow-host uno.example.org",
        "unolab serve --connections 400",
    )
)
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")
    ] = "0.0.0.0",
    port: Annotated[
        int, typer.Option(metavar="NUMBER", parser=read_number, help="On which port.")
    ] = 8000,
    database: Database = None,
    away_after: Annotated[
        int,
        typer.Option(
            metavar="SECONDS",
            parser=read_number,
            help="When a bot takes over for somebody who has lost the connection.",
        ),
    ] = 30,
    keep_days: Annotated[
        int,
        typer.Option(metavar="DAYS", parser=read_days, help="When games are deleted; 0 is never."),
    ] = 0,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="Answer to this name only; repeat it for several. Any name if omitted.",
        ),
    ] = None,
    connections: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_connections,
            show_default="100",
            help="How many devices or tabs may be connected at a time from one address.",
        ),
    ] = None,
    no_limits: Annotated[
        bool,
        typer.Option("--no-limits", help="Trust everyone: no limits for an address or a client."),
    ] = False,
) -> None:
    """Offer the game to others: rooms with a link, for browsers and programs."""
    check_installed()
    from unolab.server.app import Settings
    from unolab.server.guard.guard import read_name
    from unolab.server.guard.limits import UNLIMITED, Limits

    if no_limits and connections is not None:
        raise typer.BadParameter("--connections is a limit: leave it out, or --no-limits")
    limits = UNLIMITED if no_limits else Limits()
    settings = Settings(
        hosts=tuple(read_name(name) for name in allow_host or ()),
        limits=limits if connections is None else limits.with_connections(connections),
        away_after=away_after,
        keep_days=keep_days,
    )
    start(host, port, database, settings)


def check_installed() -> None:
    """Refuse in a sentence when the server's libraries are not there."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ResourceError(
            f"the page needs {', '.join(missing)}: pip install unolab; "
            "unolab play --terminal needs nothing"
        )


def start(
    host: str,
    port: int,
    database: str | None,
    settings: Settings,
    path: str = "",
    opens: bool = False,
    attempts: int = 1,
) -> None:
    """Run a server until Ctrl-C, on one of some ports; open its page if asked."""
    from unolab.server.run import addresses, compile_all, listen
    from unolab.server.run import serve as run
    from unolab.server.store.store import default_url

    with listen(host, port, attempts) as listening:
        compile_all()
        places = [place + path for place in addresses(host, listening.getsockname()[1])]

        def ready() -> None:
            typer.echo(f"unolab is at {'  or  '.join(places)}  (Ctrl-C stops it; games are kept)")
            if opens:
                # some browsers keep the call waiting until they are closed
                threading.Thread(target=webbrowser.open, args=places[:1], daemon=True).start()

        try:
            run(database or default_url(), settings, listening, ready)
        except KeyboardInterrupt:
            typer.echo("stopped; every game goes on when the server is started again", err=True)
