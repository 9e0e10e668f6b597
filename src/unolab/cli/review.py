"""Review games saved as text: what was luck, and what was skill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unolab.cli.common import app, columns, echo, echo_all, examples, print_json, stoppable
from unolab.cli.options import GameNumber, Json, Output, Plot, read_number
from unolab.cli.progress import progress, short
from unolab.errors import BadOption
from unolab.interrupt import STOPPED
from unolab.text.show import write_header
from unolab.text.style import BOLD, paint

if TYPE_CHECKING:
    from unolab.cli.progress import Show
    from unolab.game import Game
    from unolab.review.parts import Review, SeatReview

Named = tuple["Game", list[str]]
MOST_GAMES = 1000


@app.command(
    epilog=examples(
        "unolab review games.txt",
        "unolab review games.txt --game 3 --seat 0 --plot chances.svg",
        "unolab watch mixbot2 greedy --save - | unolab review -",
        "unolab watch mixbot2 greedy --games 200 --save - | unolab review - --compare",
    )
)
def review(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Games as text, one per line; - reads stdin.")
    ],
    game: GameNumber = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="NUMBER",
            parser=read_number,
            show_default=False,
            help="Only this seat (numbered from 0).",
        ),
    ] = None,
    compare: Annotated[
        bool,
        typer.Option(
            "--compare",
            help="Compare the players by their results without luck, which is much quicker.",
        ),
    ] = False,
    json: Json = False,
    plot: Plot = None,
) -> None:
    """Show what finished games owe to luck and to skill, and what would have been better."""
    Output(plot=plot).check()
    if compare and (plot, game, seat) != (None, None, None):
        raise BadOption("--compare takes all games: leave out --game, --seat and --plot")
    games = pick_games(file, game, seat)
    if compare:
        compare_players(games, json)
        return
    if plot is not None and len(games) > 1:
        raise BadOption(f"a plot shows one game, not {len(games)}: name it with --game")
    done: list[Review] = []
    with stoppable("before the first game was reviewed"):
        complete = go_through(games, done, seat, json)
    if plot is not None and done:
        draw_chances(done[0], games[0][1], seat, plot)
    if json:
        print_json(describe(done, games, complete))
    elif len(games) > 1:
        tell_total(done, games, seat)
    if not complete:
        raise typer.Exit(STOPPED)


def pick_games(file: str, number: int | None, seat: int | None) -> list[Named]:
    """Read the games to review, and refuse what can't be reviewed before anything is."""
    from unolab.text.archive import name_file, read_named

    games: list[Named] = []
    for place, named in enumerate(read_named(file)):
        if number in (None, place):
            check_game(named[0], place, seat)
            games.append(named)
        if place == number:
            break
        if len(games) > MOST_GAMES:
            raise BadOption(f"{name_file(file)} has more than {MOST_GAMES} games: name one, --game")
    if not games and number is not None:
        raise BadOption(f"there is no game {number} in {name_file(file)}")
    if not games:
        raise BadOption(f"there is no game in {name_file(file)}")
    return games


def check_game(game: Game, place: int, seat: int | None) -> None:
    """Refuse a game that is not over, and one without the seat."""
    if not game.over:
        raise BadOption(f"game {place} can't be reviewed: {game.deal} is still being played")
    if seat is not None and seat >= game.players:
        raise BadOption(f"there is no seat {seat} in game {place}: it has {game.players} players")


def go_through(games: list[Named], done: list[Review], seat: int | None, silent: bool) -> bool:
    """Review games and show them one by one; return whether all of them were."""
    from unolab.bots.search.judge import Judge
    from unolab.review.rounds import review_round

    judge = Judge()
    try:
        with progress() as show:
            for place, (game, names) in enumerate(games):
                done.append(review_round(game, judge, tell_progress(show, place, len(games))))
                if not silent:
                    tell_review(done[-1], names, seat, len(games) > 1)
    except KeyboardInterrupt:
        if not done:
            raise
        return len(done) == len(games)
    return True


def compare_players(games: list[Named], json: bool) -> None:
    """Print what every player won in these games, raw and without luck."""
    from unolab.review.comparison import compare
    from unolab.review.luck import list_results, measure_luck
    from unolab.simulation.statistics import NORMAL
    from unolab.text.review import write_comparison

    if len(games) < 2:
        raise BadOption("one game says nothing about the players: it takes two at least")
    played: dict[str, list[Any]] = {}
    done = 0
    with stoppable("before two games were looked at"), progress() as show:
        try:
            for game, names in games:
                luck = measure_luck(game, bots=[*map(find_bot, names)])
                for seat, (name, result) in enumerate(zip(names, list_results(game), strict=True)):
                    played.setdefault(name, []).append((result, luck, seat))
                done += 1
                if show is not None:
                    show(done, len(games), "games")
        except KeyboardInterrupt:
            if done < 2:
                raise
    found = {name: compare(rows) for name, rows in played.items() if len(rows) > 1}
    if json:
        players = [{"name": name} | one.to_dict() for name, one in found.items()]
        print_json({"complete": done == len(games), "games": done, "players": players})
    else:
        labels = {short(name, columns() // 3): one for name, one in found.items()}
        echo_all(write_comparison(labels, NORMAL))
    if done < len(games):
        raise typer.Exit(STOPPED)


def find_bot(name: str) -> str | None:
    """Return the bot that a player seems to be, which is foreseen; a wrong guess favours nobody."""
    from unolab.bots import Bot

    with suppress(ValueError):
        return str(Bot.parse(name.lstrip("0123456789 ")))
    return None


def tell_progress(show: Show | None, place: int, games: int) -> Any:
    """Make what hears of the moves of a game."""
    if show is None:
        return None
    text = f"game {place + 1} of {games}" if games > 1 else "moves"
    return lambda moves, of: show(place * of + moves, games * of, text)


def tell_review(found: Review, names: Sequence[str], seat: int | None, several: bool) -> None:
    """Print a review; of several games what they owe to luck, but not every decision."""
    from unolab.text.review import pick_seat, sum_up, write_review, write_table

    labels = [short(name, columns() // 6) for name in names]
    if several:
        echo(paint(f"deal {found.game.deal}", BOLD))
        echo(sum_up(found, labels, pick_seat(found) if seat is None else seat))
        echo_all(write_table([one for one in found.seats if seat in (None, one.seat)], labels))
        typer.echo()
        return
    echo_all(write_header(f"deal {found.game.deal}", found.game.rules, columns()))
    typer.echo()
    echo_all(write_review(found, labels, columns(), seat))


def group(done: list[Review], games: list[Named]) -> Iterator[tuple[list[str], list[SeatReview]]]:
    """Add up the games of each table: the same players in the same seats."""
    from unolab.review.parts import add_up

    tables: dict[tuple[str, ...], list[Review]] = {}
    for found, (_, names) in zip(done, games, strict=False):
        tables.setdefault(tuple(names), []).append(found)
    for table, reviews in tables.items():
        seats = zip(*(one.seats for one in reviews), strict=True)
        yield [*table], [add_up(rows) for rows in seats]


def tell_total(done: list[Review], games: list[Named], seat: int | None) -> None:
    """Print what the games of each table come to."""
    from unolab.text.review import write_table

    for names, seats in group(done, games):
        labels = [short(name, columns() // 6) for name in names]
        echo(paint("In all", BOLD))
        echo_all(write_table([one for one in seats if seat in (None, one.seat)], labels))


def describe(done: list[Review], games: list[Named], complete: bool) -> dict[str, Any]:
    """Write it for a program."""
    return {
        "complete": complete,
        "reviews": [
            {"names": names, "points": one.game.state.points} | one.to_dict()
            for one, (_, names) in zip(done, games, strict=False)
        ],
        "totals": [
            {"names": names, "seats": [seat.to_dict() for seat in seats]}
            for names, seats in group(done, games)
        ],
    }


def draw_chances(found: Review, names: Sequence[str], seat: int | None, path: Path) -> None:
    """Draw how the chances went."""
    from unolab.studies.chances import draw
    from unolab.text.review import pick_seat

    draw(found, names, pick_seat(found) if seat is None else seat, path)
