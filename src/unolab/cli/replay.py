"""Replay games saved as text."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from unolab.cli.common import app, columns, echo_all, examples, print_json
from unolab.cli.games import describe_game, tell_game
from unolab.cli.options import GameNumber, Json, Verbose, exclude
from unolab.cli.progress import short
from unolab.errors import BadOption
from unolab.text.show import write_header


@app.command(
    epilog=examples(
        "unolab replay games.txt",
        "unolab replay games.txt --game 3 --verbose",
        "unolab watch random random --save - | unolab replay -",
    )
)
def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Games as text, one per line; - reads stdin.")
    ],
    game: GameNumber = None,
    verbose: Verbose = False,
    json: Json = False,
) -> None:
    """Show saved games move by move."""
    from unolab.text.archive import name_file, read_named

    exclude("--json", json, verbose=verbose)
    count = 0
    shown: list[dict[str, Any]] = []
    for number, (one, names) in enumerate(read_named(file)):
        count += 1
        if game is not None and number != game:
            continue
        if json:
            shown.append(describe_game(one, names))
        else:
            if number > 0 and game is None:
                typer.echo("\n")
            echo_all(write_header(f"deal {one.deal}", one.rules, columns()))
            tell_game(one, [short(name, columns() // 3) for name in names], verbose)
        if number == game:
            break
    if count == 0:
        raise BadOption(f"there is no game in {name_file(file)}")
    if game is not None and game >= count:
        last = "only game 0" if count == 1 else f"games 0 to {count - 1}"
        raise BadOption(f"there is no game {game} in {name_file(file)}: it has {last}")
    if json:
        print_json({"games": shown})
