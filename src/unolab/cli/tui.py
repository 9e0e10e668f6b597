"""The full-screen terminal game, against bots or in a room with others."""

from __future__ import annotations

import sys
from getpass import getuser
from importlib.util import find_spec
from typing import Annotated

import typer

from unolab.cli.common import app, examples
from unolab.cli.options import (
    OPPONENT_HELP,
    OPPONENTS,
    Opponents,
    RulesOption,
    Seed,
    complete_bots,
    exclude,
)
from unolab.cli.serve import NEEDED, Database
from unolab.errors import BadOption, ResourceError
from unolab.rules import Rules


@app.command(
    epilog=examples(
        "unolab tui",
        "unolab tui --rules party --opponents 5 --bot hard --new",
        "unolab tui --join http://localhost:8000/r/K7QMX2AB --name Ada",
    )
)
def tui(
    rules: RulesOption = "official",
    opponents: Opponents = OPPONENTS,
    bot: Annotated[
        str,
        typer.Option(
            metavar="BOT",
            help=OPPONENT_HELP,
            autocompletion=complete_bots,
        ),
    ] = "medium",
    seed: Seed = None,
    name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help="Your name. Default: last used, or your user name.",
        ),
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Skip the start screen and deal.")] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the game in progress, without asking.")
    ] = False,
    join: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            show_default=False,
            help="Play in a room on a server, as in http://localhost:8000/r/K7QMX2AB.",
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Play Uno full-screen in the terminal, with keys or mouse; every move is saved."""
    exclude("--new", new, resume=resume)
    exclude("--join", join, new=new, resume=resume, seed=seed)
    check_installed()
    from unolab.server.room.own_bots import bring
    from unolab.server.store.store import default_url
    from unolab.tui.address import Address
    from unolab.tui.app import Begin, UnoApp
    from unolab.tui.keepsake import Keepsake
    from unolab.tui.wish import Wish

    invited = bring(bot)
    called = name if name is not None else Keepsake().name or own_name()
    wish = Wish(called, Rules.parse(rules), (invited,) * opponents, seed)
    if wish.problem is not None:
        raise BadOption(wish.problem[:1].lower() + wish.problem[1:])
    address = None if join is None else Address.parse(join)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ResourceError("unolab tui needs a terminal: unolab play --terminal works without one")
    begin: Begin = "new" if new else "resume" if resume else "ask"
    game = UnoApp(wish, database or default_url(), begin, address)
    problem = game.run()
    if problem:
        raise BadOption(problem)
    if game.farewell is not None:
        typer.echo(game.farewell, err=True)


def check_installed() -> None:
    """Refuse with one sentence if its libraries are missing."""
    missing = [name for name in (*NEEDED, "textual") if find_spec(name) is None]
    if missing:
        raise ResourceError(
            f"the game in the terminal needs {', '.join(missing)}: pip install unolab; "
            "unolab play --terminal works without"
        )


def own_name() -> str:
    """Return the name of the user on this machine."""
    try:
        found = getuser().title()[:20]
    except (OSError, KeyError, ImportError):  # a user without a name
        found = ""
    return found if found.strip() and found.isprintable() else "Player"
