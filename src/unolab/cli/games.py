"""How the commands print and save games: as text, as JSON, in a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from unolab.cli.common import columns, echo_all
from unolab.cli.options import check_file
from unolab.errors import ResourceError
from unolab.text.show import write_ending, write_story

if TYPE_CHECKING:
    from unolab.game import Game

WriteGame = Callable[["Game", Sequence[str]], None]


def tell_game(game: Game, names: Sequence[str], verbose: bool) -> None:
    """Print a game for a person: move by move, or turn by turn with the reasons."""
    typer.echo()
    if not verbose:
        echo_all(write_story(game, names, columns()))
        return
    from unolab.text.turns import write_turns

    echo_all(write_turns(game, names, columns()))
    typer.echo()
    echo_all(write_ending(game.state, names, columns()))


def describe_game(game: Game, seats: Sequence[str]) -> dict[str, Any]:
    """Return a game as JSON data."""
    return {
        "game": str(game),
        "rules": str(game.rules),
        "seats": list(seats),
        "winner": game.winner,
        "points": game.state.points,
        "scores": list(game.state.scores),
        "turns": game.state.turns,
        "moves": [str(move) for move in game.moves],
    }


def game_line(game: Game, seats: Sequence[str]) -> str:
    """Format a game as a line of a file, with the bots by seat."""
    return f"{game}  # {', '.join(seats)}"


@contextmanager
def saving(target: str | None) -> Iterator[WriteGame | None]:
    """Write games to a file as they finish, one per line; ``-`` is stdout, None writes nothing."""
    if target is None:
        yield None
    elif target == "-":
        yield lambda game, seats: print(game_line(game, seats), file=sys.stdout)
    else:
        with open(target, "w", encoding="utf-8") as file:
            yield lambda game, seats: print(game_line(game, seats), file=file, flush=True)


def check_saving(target: str | None) -> None:
    """Refuse a file that can't be written, or that already exists."""
    if target is None or target == "-":
        return
    path = Path(target)
    check_file(path)
    if path.exists():
        raise ResourceError(f"{target} already exists: --save needs a new file")
