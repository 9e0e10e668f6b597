"""The main command: a game against bots, in the browser or in the terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import urlencode

import typer

from unolab.cli.common import app, choose_seed, columns, echo, examples
from unolab.cli.options import (
    OPPONENT_HELP,
    OPPONENTS,
    Opponents,
    RulesOption,
    Seed,
    complete_bots,
    exclude,
    read_number,
)
from unolab.cli.progress import progress
from unolab.cli.serve import PORT, Database, check_installed, start
from unolab.errors import BadOption
from unolab.rules import Rules

if TYPE_CHECKING:
    from unolab.game import Game
    from unolab.review import Review

DELAY: Final = 0.6  # seconds after a bot's move, for a person to read it
PORTS: Final = 20  # tried in turn


@app.command(
    epilog=examples(
        "unolab play",
        "unolab play --rules party --opponents 5 --bot mixbot2",
        "unolab play --bot my_bot.py:keep_wilds",
        "unolab play --terminal --opponents 1 --rules duel --name Ada",
    )
)
def play(
    rules: RulesOption = "official",
    opponents: Opponents = OPPONENTS,
    bot: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            show_default="medium, or random with --terminal",
            help=OPPONENT_HELP,
            autocompletion=complete_bots,
        ),
    ] = None,
    seed: Seed = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Your name.")] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play here, line by line, instead of in the browser.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_number,
            show_default=str(PORT),
            help="Port of the page, or the next free one.",
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address instead of opening a browser.")
    ] = False,
    database: Database = None,
) -> None:
    """Play Uno against bots, in the browser or here in the terminal."""
    exclude("--terminal", terminal, port=port, no_browser=no_browser, database=database)
    if name is not None and not (name.isprintable() and 1 <= len(name.strip()) <= 20):
        raise BadOption("a name has 1 to 20 printable characters")
    agreed = Rules.parse(rules)
    agreed.check_players(opponents + 1)
    if terminal:
        play_here(
            agreed,
            opponents,
            bot or "random",
            choose_seed(seed),
            name or "You",
        )
        return
    check_installed()
    from unolab.server.app import Settings
    from unolab.server.guard.limits import OWN_MACHINE
    from unolab.server.room.own_bots import bring

    bot = None if bot is None else bring(bot)
    asked = {"bot": bot, "seed": seed, "name": name}
    wish = {key: value for key, value in asked.items() if value is not None}
    path = "/"
    if wish or rules != "official" or opponents != OPPONENTS:  # one click deals this game
        path += "?" + urlencode({"rules": str(agreed), "opponents": opponents, **wish})
    settings = Settings(limits=OWN_MACHINE, hosts=("localhost", "127.0.0.1"), may_open=True)
    where = "127.0.0.1", PORT if port is None else port
    start(*where, database, settings, path, opens=not no_browser, attempts=PORTS)


def play_here(rules: Rules, opponents: int, bot: str, seed: int, name: str) -> None:
    """Play in the terminal, line by line."""
    from unolab.bots import seated
    from unolab.match import Match
    from unolab.text.terminal import Terminal

    if sys.stdin.isatty():
        with suppress(ImportError):  # Windows edits lines without it
            import readline  # noqa: F401 - importing it enables it
    match = Match(rules, opponents + 1, seed)
    # compile, and refuse a bot that does not exist, before the table is shown
    seated([bot], 0)[0](match.state.view(match.state.turn))
    match.play(match.state.legal[0])
    Terminal(match, bot, ask, echo, pause, name.strip(), columns(), review).run()


def review(game: Game) -> Review:
    """Review a round, and show how far it is."""
    from unolab.bots.search.judge import Judge
    from unolab.review.rounds import review_round

    with progress() as show:
        tell = None if show is None else lambda done, of: show(done, of, "moves")
        return review_round(game, Judge(), tell)


def ask(prompt: str) -> str:
    """Prompt for a line, and echo it if the terminal does not."""
    line = input(prompt)
    if not sys.stdin.isatty():
        typer.echo(line)
    return line


def pause() -> None:
    """Give a person time to read."""
    from time import sleep

    if sys.stdout.isatty():
        sleep(DELAY)
