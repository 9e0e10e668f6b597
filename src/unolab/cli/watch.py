"""Watching: bots play some games, and everyone can see how and why."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from unolab.cli.common import (
    Bots,
    Json,
    RulesText,
    Seed,
    Verbose,
    app,
    columns,
    drawn_by_lot,
    echo_all,
    examples,
    print_json,
    read_count,
    said,
    stoppable,
)
from unolab.cli.game import facts, tell_game
from unolab.cli.progress import progress, short
from unolab.errors import BadOption
from unolab.interrupt import STOPPED
from unolab.rules import Rules
from unolab.text.show import BOLD, DIM, beside, header, paint

if TYPE_CHECKING:
    from unolab.game import Game


@app.command(
    epilog=examples(
        "unolab watch random random random",
        "unolab watch random random --rules party --seed 42 --verbose",
        "unolab watch mixbot2 greedy random --games 200 --quiet",
        "unolab watch hard medium easy --match --quiet",
        "unolab watch random random --games 5 --json",
    )
)
def watch(
    bots: Bots,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_count,
            show_default=False,
            help="How many, and what they came to; without it, one.",
        ),
    ] = None,
    match: Annotated[
        bool,
        typer.Option("--match", help="Play rounds to the target of the rules, or to 500."),
    ] = False,
    verbose: Verbose = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only a line for every game.")] = False,
    rules: RulesText = "official",
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Let bots play and show it move by move; or many games, and who did best."""
    agreed = Rules.parse(rules)
    agreed.check_players(len(bots))
    if verbose and quiet:
        raise BadOption("--verbose tells more and --quiet less: one of them is expected")
    if match and games is not None:
        raise BadOption("--match has as many rounds as it takes: leave out --games")
    chosen = drawn_by_lot(seed)
    names = [f"{seat} {short(bot, columns() // 3)}" for seat, bot in enumerate(bots)]
    count = None if match else games or 1
    again = shlex.join(
        [
            *("unolab", "watch", *bots, *said("--games", games)),
            *(["--match"] * match + ["--verbose"] * verbose + ["--quiet"] * quiet),
            *(*said("--rules", rules, "official"), "--seed", str(chosen)),
        ]
    )
    kept: list[Game] = []
    with stoppable("before the first game was over"):
        from unolab.bots import bots_of
        from unolab.gameloop import play, play_rounds
        from unolab.text.totals import Totals

        players = bots_of(bots)
        totals = Totals(names, agreed.low_score_wins)
        if count is None:
            dealt = (each.game for each in play_rounds(players, agreed, chosen))
        else:
            turns = range(count)
            dealt = (play(players, agreed, chosen, n, (n - 1) % len(players)) for n in turns)
        # games that are told in a terminal say themselves how far it is
        line = progress("games") if json or not sys.stdout.isatty() else nullcontext()
        try:
            with line as show:
                for game in dealt:
                    totals.add(game)
                    if json:
                        kept.append(game)
                    elif quiet:
                        echo_all(in_a_line(game, names, count, again))
                    else:
                        tell(game, names, count, again, verbose)
                    if show is not None and count is not None:
                        show(totals.games, count, totals.verdict)
                else:
                    count = totals.games
        except KeyboardInterrupt:
            if totals.games == 0:
                raise
    if json and games is None and not match:
        print_json(facts(kept[0]))
    elif json:
        each = [{"seats": bots, "turns": game.state.turns, **facts(game)} for game in kept]
        what = {"rules": str(agreed), "seed": chosen}
        print_json({**what, "games": each, "totals": totals.to_dict()})
    elif match or games not in (None, 1):
        typer.echo()
        echo_all(totals.lines(columns()))
    if count is None or totals.games < count:
        raise typer.Exit(STOPPED)


def tell(game: Game, names: Sequence[str], count: int | None, again: str, verbose: bool) -> None:
    """Print a game, one of so many."""
    if game.number == 0:
        echo_all(header(title(game, count), game.rules, columns(), again))
    if count != 1:
        which = (
            f"Round {game.number + 1}"
            if count is None
            else f"Game {game.number + 1:,} of {count:,}"
        )
        typer.echo("\n" + paint(f"{which}, deal {game.deal}", BOLD))
    tell_game(game, names, verbose)
    if count == 1:
        typer.echo(f"\nThis game as text, for unolab replay:\n{game}")


def in_a_line(game: Game, names: Sequence[str], count: int | None, again: str) -> Iterator[str]:
    """Write what came of a game, one of so many, as a line of a table."""
    number, label = max(4, len(str(count or ""))), max(6, *map(len, names))
    if game.number == 0:
        yield paint(f"Uno, {title(game, count)}", BOLD)
        yield from beside("Again  ", again, columns())
        yield ""
        yield paint(f"{'game':>{number}}  {'winner':{label}}  points  turns", DIM)
    winner = "nobody" if game.winner is None else names[game.winner]
    worth, turns = game.state.points, game.state.turns
    yield f"{game.number + 1:{number}}  {winner:{label}}  {worth:6,}  {turns:5,}"


def title(game: Game, count: int | None) -> str:
    """Say what is played."""
    if count is None:
        return f"a match to {game.rules.target} from deal {game.deal} on"
    return f"deal {game.deal}" if count == 1 else f"{count:,} games from deal {game.deal} on"
