"""The game: read it, look at its rules and its cards, measure its speed.

What needs the engine is imported inside the subcommands, so that help and completion come at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unolab.cards import DECK, Card, Face
from unolab.cli.common import (
    Json,
    Verbose,
    app,
    columns,
    complete_rules,
    echo_all,
    examples,
    print_json,
    read_number,
    read_positive,
    stoppable,
)
from unolab.cli.progress import short
from unolab.cli.serve import check_installed
from unolab.errors import BadOption
from unolab.interrupt import STOPPED
from unolab.rules import ABOUT, OPTIONS, PRESETS, Option, Rules
from unolab.text.show import (
    BOLD,
    beside,
    deck_table,
    ending,
    header,
    paint,
    rules_list,
    rules_of,
    story,
)

if TYPE_CHECKING:
    from unolab.game import Game


@app.command(
    epilog=examples(
        "unolab replay games.txt",
        "unolab replay games.txt --game 3 --verbose",
        "unolab watch random random --seed 1 | tail -n 1 | unolab replay -",
    )
)
def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="One game a line, as text; - reads the input.")
    ],
    game: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", parser=read_number, help="Show only this one, from 1."),
    ] = None,
    verbose: Verbose = False,
    json: Json = False,
) -> None:
    """Show games that were kept as text, move by move."""
    from unolab.text.archive import called, read_named

    found = 0
    shown: list[dict[str, Any]] = []
    for found, (one, names) in enumerate(read_named(file), 1):
        if game is not None and found != game:
            continue
        if json:
            shown.append(facts(one))
        else:
            if found > 1 and game is None:
                typer.echo("\n")
            echo_all(header(f"deal {one.deal}", one.rules, columns()))
            tell_game(one, [short(name, columns() // 3) for name in names], verbose)
        if found == game:
            break
    if found == 0:
        raise BadOption(f"there is no game in {called(file)}")
    if game is not None and not 0 < game <= found:
        raise BadOption(f"there is no game {game} in {called(file)}: it has {found}")
    if json:
        print_json(shown)


@app.command(
    epilog=examples(
        "unolab rules", "unolab rules party", "unolab rules official+stacking=same+wd4=strict"
    )
)
def rules(
    text: Annotated[
        str | None, typer.Argument(metavar="[TEXT]", autocompletion=complete_rules)
    ] = None,
    json: Json = False,
) -> None:
    """List the presets and the options, or say what some rules mean."""
    if text is None:
        if json:
            print_json({"presets": ABOUT, "options": {o.name: shape(o) for o in OPTIONS.values()}})
        else:
            echo_all(rules_list(columns()))
        return
    agreed = Rules.parse(text)
    if json:
        values = {name: getattr(agreed, name) for name in OPTIONS}
        print_json({"rules": str(agreed), "differences": agreed.describe(), "options": values})
        return
    typer.echo(paint(str(agreed), BOLD))
    for sentence in rules_of(agreed):
        echo_all(beside("  ", sentence, columns()))


@app.command(epilog=examples("unolab deck", "unolab deck --json"))
def deck(json: Json = False) -> None:
    """List the 108 cards."""
    if json:
        print_json([{"value": value_of(card), "color": color_of(card)} for card in DECK])
    else:
        echo_all(deck_table())


@app.command(
    epilog=examples(
        "unolab bench",
        "unolab bench --gpu",
        "unolab bench --rooms 500",
        "unolab bench --attacks",
        "unolab bench --attack replays --attack pings",
    )
)
def bench(
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure the GPU, and compare it.")] = False,
    rooms: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            parser=read_positive,
            help="Measure the server instead, with so many rooms of four clients.",
        ),
    ] = None,
    attacks: Annotated[
        bool,
        typer.Option(
            "--attacks",
            help="Measure what people in rooms notice while one address attacks the server.",
        ),
    ] = False,
    attack: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", show_default=False, help="Only this attack; repeat it for several."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Measure how fast games are played on this machine."""

    def tell(line: str) -> None:
        typer.echo(line, err=True)

    if attacks or attack:
        measure_siege(attack or [], tell, json)
        return
    if rooms is not None:
        check_installed()
        from unolab.server.bench.bench import measure_rooms

        figures = measure_rooms(rooms, 20, tell)
    else:
        from unolab.studies.bench import measure, measure_gpu

        figures = (measure_gpu if gpu else measure)(tell)
    if json:
        print_json(figures)
        return
    width = max(map(len, figures))
    for name, figure in figures.items():
        shown = f"{figure:,.0f}" if figure >= 1_000 else f"{figure:,.3g}"
        typer.echo(f"{name:{width}}  {shown:>12}")


def measure_siege(names: list[str], tell: Callable[[str], None], json: bool) -> None:
    """Measure a server under attack; after Ctrl-C print what there is."""
    check_installed()
    from unolab.server.bench.siege import (
        Siege,
        check_names,
        measure_attacks,
        source_of,
        table_of_siege,
    )

    names = check_names(names)
    siege = Siege(source_of(1))
    with stoppable("before the first attack was measured"):
        try:
            measure_attacks(names, tell, siege)
        except KeyboardInterrupt:
            if not siege.rows:
                raise
    if json:
        print_json(siege.to_dict())
    else:
        echo_all(table_of_siege(siege))
    if len(siege.rows) < len(names):
        raise typer.Exit(STOPPED)


def tell_game(game: Game, names: Sequence[str], verbose: bool) -> None:
    """Print a game for a person: move by move, or turn by turn with the reasons."""
    typer.echo()
    if not verbose:
        echo_all(story(game, names, columns()))
        return
    from unolab.text.turns import turns

    echo_all(turns(game, names, columns()))
    typer.echo()
    echo_all(ending(game.state, names, columns()))


def facts(game: Game) -> dict[str, Any]:
    """Write a game for a program."""
    return {
        "game": str(game),
        "winner": game.winner,
        "points": game.state.points,
        "scores": list(game.state.scores),
        "moves": [str(move) for move in game.moves],
    }


def value_of(card: Card) -> int | str:
    """Name what a card shows, for a program."""
    if card.face <= Face.NINE:
        return int(card.face)
    return str(card.face).title().replace("Two", "2").replace("Four", "4")


def color_of(card: Card) -> str:
    """Name the colour of a card, for a program."""
    return "Any" if card.color is None else str(card.color).title()


def shape(option: Option) -> dict[str, Any]:
    """Write an option for a program."""
    numbers = option.numbers
    values = {"values": list(option.values)} if numbers is None else {}
    bounds = {} if numbers is None else {"from": numbers[0], "to": numbers[-1]}
    default = getattr(PRESETS["official"], option.name)
    return {"about": option.about, "official": default, **values, **bounds}
