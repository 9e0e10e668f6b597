"""The rules and the cards."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from unolab.cards import DECK, Card, Face
from unolab.cli.common import app, columns, echo, echo_all, examples, print_json
from unolab.cli.options import Json, complete_rules
from unolab.errors import BadOption
from unolab.rules import ABOUT, OPTIONS, PRESETS, Option, Rules
from unolab.text.show import explain_options, explain_purpose, list_rules, write_deck
from unolab.text.style import BOLD, paint, write_beside

COMPARED_WITH = "official"


@app.command(
    epilog=examples(
        "unolab rules",
        "unolab rules party",
        "unolab rules party --all",
        "unolab rules official+stacking=same+wd4=strict",
    )
)
def rules(
    text: Annotated[
        str | None,
        typer.Argument(
            metavar="TEXT",
            help="A preset and what differs from it, as in official+jump_in=true.",
            autocompletion=complete_rules,
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Print the complete rules, option by option.")
    ] = False,
    json: Json = False,
) -> None:
    """List the presets and the options, or explain a rule set.

    The explanation compares it with the official rules.
    """
    if text is None:
        if everything:
            raise BadOption("--all needs a rule set, as in unolab rules party --all")
        if json:
            print_json({"presets": ABOUT, "options": {o.name: shape(o) for o in OPTIONS.values()}})
        else:
            echo_all(list_rules(columns()))
        return
    agreed = Rules.parse(text)
    if json:
        print_json(
            {
                "rules": str(agreed),
                "compared_with": COMPARED_WITH,
                "differences": agreed.describe(),
                "options": {name: getattr(agreed, name) for name in OPTIONS},
            }
        )
        return
    echo(paint(str(agreed), BOLD))
    if everything:
        echo_all(explain_options(agreed, columns()))
        return
    for sentence in explain_purpose(agreed):
        echo_all(write_beside("  ", sentence, columns()))
    differences = agreed.describe()
    if differences:
        typer.echo("Compared with the official rules:")
    for sentence in differences:
        echo_all(write_beside("  ", sentence, columns()))


@app.command(epilog=examples("unolab deck", "unolab deck --json"))
def deck(json: Json = False) -> None:
    """List the 108 cards."""
    if json:
        print_json([{"value": value_of(card), "color": color_of(card)} for card in DECK])
    else:
        echo_all(write_deck())


def value_of(card: Card) -> int | str:
    """Return what a card shows, for JSON."""
    if card.face <= Face.NINE:
        return int(card.face)
    return str(card.face).title().replace("Two", "2").replace("Four", "4")


def color_of(card: Card) -> str:
    """Return the colour of a card, for JSON."""
    return "Any" if card.color is None else str(card.color).title()


def shape(option: Option) -> dict[str, Any]:
    """Return an option as JSON data."""
    numbers = option.numbers
    values = {"values": list(option.values)} if numbers is None else {}
    bounds = {} if numbers is None else {"from": numbers[0], "to": numbers[-1]}
    default = getattr(PRESETS[COMPARED_WITH], option.name)
    return {"about": option.about, "official": default, **values, **bounds}
