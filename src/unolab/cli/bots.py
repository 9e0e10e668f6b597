"""The bots and their settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from unolab.cli.common import app, columns, echo, echo_all, examples, print_json
from unolab.cli.options import Json, complete_bots
from unolab.text.style import BOLD, paint, write_beside

if TYPE_CHECKING:
    from unolab.bots import Bot
    from unolab.bots.settings import Parameter


@app.command(
    epilog=examples(
        "unolab bots", "unolab bots mixbot2", "unolab bots my_bot.py:cautious", "unolab bots --json"
    )
)
def bots(
    bot: Annotated[
        str | None,
        typer.Argument(metavar="BOT", help="Show its settings.", autocompletion=complete_bots),
    ] = None,
    json: Json = False,
) -> None:
    """List the bots, or the settings of one."""
    from unolab.bots import BOTS, Bot
    from unolab.bots.strengths import STRENGTHS

    if bot is not None:
        one = Bot.load(bot)
        if json:
            print_json(facts(one))
        else:
            echo(paint(str(one), BOLD))
            echo_all(describe_bot(one, columns()))
        return
    if json:
        print_json([facts(Bot.parse(name)) for name in BOTS])
        return
    width = max(map(len, BOTS))
    echo_all(f"{name:{width}}  {about}" for name, about in BOTS.items())
    echo("\nor by strength:")
    echo_all(f"{name:{width}}  {text}" for name, text in STRENGTHS.items())


def describe_bot(bot: Bot, width: int) -> list[str]:
    """Describe a bot and its settings."""
    from unolab.bots.settings import short

    told = [*write_beside("  ", summarize(bot), width), ""]
    parameters = bot.parameters
    if not parameters:
        return [*told, "  It has no settings."]
    points = any(parameter.points is not None for parameter in parameters)
    heads = ["set to"] * bool(bot.settings) + ["default"] + ["points"] * points
    rows = [("setting", *heads, "from", "to")]
    for one in parameters:
        published = [one.default, one.value("points")] if points else [one.default]
        cells = [*map(short, [*published, one.low, one.high])]
        if bot.settings:
            changed = bot.settings.get(one.name)
            cells.insert(0, "" if changed is None else short(changed))
        rows.append((one.name, *cells))
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    said = ""
    for row, meaning in zip(rows, ["", *(one.about for one in parameters)], strict=True):
        name, *values = row
        meaning, said = "" if meaning == said else meaning, meaning  # print a shared one once
        shown = [f"{value:>{size}}" for value, size in zip(values, widths[1:], strict=True)]
        told += write_beside(
            "  " + "  ".join([f"{name:{widths[0]}}", *shown]) + "  ", meaning, width
        )
    if points:
        told += ["", f"  {bot.name}:points plays for points; {bot.name} for the win."]
    return told


def summarize(bot: Bot) -> str:
    """Summarize what a bot does; for a bot of the user's, with its docstring."""
    from unolab.bots import BOTS

    own = (getattr(bot.strategy, "__doc__", None) or "").strip().partition("\n")[0]
    return BOTS.get(bot.name) or own or "a bot of your own"


def facts(bot: Bot) -> dict[str, Any]:
    """Return a bot as JSON data."""
    return {
        "name": bot.name,
        "text": str(bot),
        "about": summarize(bot),
        "variants": [""] + ["points"] * any(p.points is not None for p in bot.parameters),
        "parameters": [shape(one, bot) for one in bot.parameters],
    }


def shape(parameter: Parameter, bot: Bot) -> dict[str, Any]:
    """Return a parameter as JSON data."""
    return {
        "name": parameter.name,
        "about": parameter.about,
        "value": bot.values()[parameter.name],
        "default": parameter.default,
        "points": parameter.value("points"),
        "from": parameter.low,
        "to": parameter.high,
        "whole": parameter.whole,
    }
