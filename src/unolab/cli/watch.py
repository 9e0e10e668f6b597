"""Watch bots play, move by move and with their reasons."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.common import (
    app,
    choose_seed,
    columns,
    echo,
    echo_all,
    examples,
    print_json,
    repeat_option,
    stoppable,
)
from unolab.cli.games import check_saving, describe_game, saving, tell_game
from unolab.cli.options import (
    Bots,
    Output,
    Players,
    RulesOption,
    Save,
    Seed,
    Verbose,
    exclude,
    fill_table,
    games_option,
    with_groups,
)
from unolab.cli.progress import progress, short
from unolab.interrupt import STOPPED
from unolab.rules import Rules
from unolab.text.show import write_header
from unolab.text.style import BOLD, DIM, concat, paint, write_beside

if TYPE_CHECKING:
    from rich.text import Text

    from unolab.bots import Bot
    from unolab.game import Game
    from unolab.text.totals import Totals


@app.command(
    epilog=examples(
        "unolab watch random random random",
        "unolab watch random random --rules party --seed 42 --verbose",
        "unolab watch mixbot2 greedy random --games 200 --quiet",
        "unolab watch hard medium easy --match --quiet",
        "unolab watch random random --games 5 --save - | unolab replay -",
    )
)
@with_groups
def watch(
    bots: Bots,
    *,
    games: Annotated[int | None, games_option(show_default="1")] = None,
    players: Players = None,
    match: Annotated[
        bool, typer.Option("--match", help="Play matches to the rules' target score, or 500.")
    ] = False,
    verbose: Verbose = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print one line per game.")] = False,
    rules: RulesOption = "official",
    seed: Seed = None,
    save: Save = None,
    output: Output,
) -> None:
    """Watch bots play: one game move by move, or many games and who did best."""
    agreed = Rules.parse(rules)
    agreed.check_players(len(bots) if players is None else players)
    exclude("--verbose", verbose, quiet=quiet)
    exclude("--match", match, games=games)
    exclude("--json", output.json, verbose=verbose, quiet=quiet)
    exclude("--save -", save == "-", json=output.json, verbose=verbose, quiet=quiet)
    check_saving(save)
    output.check()
    seated = fill_table(bots, players)
    chosen = choose_seed(seed)
    again = shlex.join(
        [
            *("unolab", "watch", *bots, *repeat_option("--games", games)),
            *repeat_option("--players", players),
            *(["--match"] * match + ["--verbose"] * verbose + ["--quiet"] * quiet),
            *(*repeat_option("--rules", rules, "official"), "--seed", str(chosen)),
        ]
    )
    silent = output.json or save == "-"
    way = "silent" if silent else "quiet" if quiet else "verbose" if verbose else "told"
    shown = Shown(seated, None if match else games or 1, again, way)
    with stoppable("before the first game was over"), saving(save) as write:
        from unolab.bots import bots_of

        table = [str(bot) for bot in bots_of(seated)]
        played = play_games(bots_of(seated), agreed, chosen, shown.count)
        kept, totals, complete = follow(played, table, agreed, shown, write, output.json)
    draw(output, totals)
    if output.json:
        print_json(
            {
                "rules": str(agreed),
                "seed": chosen,
                "complete": complete,
                "games": [describe_game(game, table) for game in kept],
                "totals": totals.to_dict(),
            }
        )
    elif shown.count != 1 and not silent:
        typer.echo()
        echo_all(totals.lines(columns()))
    if not complete:
        raise typer.Exit(STOPPED)


def play_games(table: Sequence[Bot], rules: Rules, seed: int, count: int | None) -> Iterator[Game]:
    """Let bots play ``count`` games, the dealer rotating, or the rounds of a match."""
    from unolab import gameloop

    if count is None:
        return (match.game for match in gameloop.play_rounds(table, rules, seed))
    return gameloop.play_games(table, rules, seed, count)


def follow(
    played: Iterable[Game],
    table: Sequence[str],
    rules: Rules,
    shown: Shown,
    write: Callable[[Game, Sequence[str]], None] | None,
    keep: bool,
) -> tuple[list[Game], Totals, bool]:
    """Show games as they are played; return those kept, the totals, and whether all were played."""
    from unolab.text.totals import Totals

    kept: list[Game] = []
    totals = Totals(shown.names, rules.low_score_wins)
    # games printed in a terminal are progress enough
    line = progress("games") if keep or not sys.stdout.isatty() else nullcontext()
    try:
        with line as show:
            for game in played:
                totals.add(game)
                if write is not None:
                    write(game, table)
                if keep:
                    kept.append(game)
                shown.show(game)
                if show is not None and shown.count is not None:
                    show(totals.games, shown.count, totals.verdict)
    except KeyboardInterrupt:
        if totals.games == 0:
            raise
        return kept, totals, totals.games == shown.count
    return kept, totals, True


def draw(output: Output, totals: Totals) -> None:
    """Write the requested CSV and plot."""
    from unolab.simulation.plot import draw_totals

    output.write(totals.to_csv, partial(draw_totals, totals))


@dataclass(frozen=True)
class Shown:
    """How games are shown, one after the other."""

    bots: Sequence[str]
    count: int | None
    """The number of games, if it is known."""
    again: str
    """The command that repeats them."""
    way: str
    """Told, verbose, quiet or silent."""

    @cached_property
    def names(self) -> list[str]:
        """The bots with their seats, short enough for the screen."""
        return [f"{seat} {short(bot, columns() // 3)}" for seat, bot in enumerate(self.bots)]

    def show(self, game: Game) -> None:
        """Print a game, a line about it, or nothing."""
        if self.way == "quiet":
            echo_all(format_line(game, self.names, self.count, self.again))
        elif self.way != "silent":
            tell(game, self.names, self.count, self.again, self.way == "verbose")


def tell(game: Game, names: Sequence[str], count: int | None, again: str, verbose: bool) -> None:
    """Print a game, one of ``count``."""
    if game.number == 0:
        echo_all(write_header(title(game, count), game.rules, columns(), again))
    if count != 1:
        which = "Round" if count is None else "Game"
        echo(concat("\n", paint(f"{which} {game.number:,}, deal {game.deal}", BOLD)))
    tell_game(game, names, verbose)
    if count == 1:
        typer.echo(f"\nThis game as text, for unolab replay:\n{game}")


def format_line(
    game: Game, names: Sequence[str], count: int | None, again: str
) -> Iterator[str | Text]:
    """Format the result of a game, one of ``count``, as a line of a table."""
    number, label = max(4, len(str(count or ""))), max(6, *map(len, names))
    if game.number == 0:
        yield paint(f"Uno, {title(game, count)}", BOLD)
        yield from write_beside("Again  ", again, columns())
        yield ""
        yield paint(f"{'game':>{number}}  {'winner':{label}}  points  turns", DIM)
    winner = "nobody" if game.winner is None else names[game.winner]
    worth, turns = game.state.points, game.state.turns
    yield f"{game.number:{number}}  {winner:{label}}  {worth:6,}  {turns:5,}"


def title(game: Game, count: int | None) -> str:
    """Describe what is played."""
    if count is None:
        return f"a match to {game.rules.target} from deal {game.deal} on"
    return f"deal {game.deal}" if count == 1 else f"{count:,} games from deal {game.deal} on"
