"""The catalogue of rules and bots: the same data that ``unolab rules`` prints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from unolab.bots import BOTS
from unolab.bots.strengths import STRENGTHS
from unolab.rules import ABOUT, CLASHES, OPTIONS, PRESETS, Option, Rules
from unolab.server.protocol import Strength
from unolab.server.protocol.rest import (
    BotShown,
    Catalogue,
    OptionShown,
    PresetShown,
    RulesAnswer,
    RulesAsked,
)


def catalogue() -> Catalogue:
    """List presets, options and bots."""
    return Catalogue(
        presets=[
            PresetShown(name=name, about=ABOUT[name], values=_values(rules))
            for name, rules in PRESETS.items()
        ],
        options=[_option(option) for option in OPTIONS.values()],
        bots=[BotShown(name=name, about=about) for name, about in BOTS.items()],
        strengths={strength: STRENGTHS[strength] for strength in get_args(Strength)},
    )


def answer(asked: RulesAsked) -> RulesAnswer:
    """Explain rules, or why they are invalid; never fails."""
    values: dict[str, Any] = {}
    try:
        base = Rules.parse(asked.rules)
        values = _values(base) | asked.changes
        for name, value in asked.changes.items():
            if name not in OPTIONS:
                raise ValueError(f"unknown option {name[:40]!r}; known are {', '.join(OPTIONS)}")
            OPTIONS[name].check(value)
        rules = replace(base, **asked.changes)  # type: ignore[arg-type]
        if asked.players is not None:
            rules.check_players(asked.players)
    except ValueError as error:
        return RulesAnswer(
            rules=None, said=[], values=values, problem=str(error), clash=_clash(values)
        )
    said = rules.describe()
    return RulesAnswer(rules=str(rules), said=said, values=_values(rules), problem=None)


def _clash(values: dict[str, Any]) -> list[str]:
    """Name the options that conflict."""
    return next((clash.names for clash in CLASHES if clash.applies(values.get)), [])


def _values(rules: Rules) -> dict[str, bool | int | str]:
    return {name: getattr(rules, name) for name in OPTIONS}


def _option(option: Option) -> OptionShown:
    numbers = option.numbers
    values = option.values if numbers is None else (numbers[0], numbers[-1])
    return OptionShown(
        name=option.name,
        about=option.about,
        values=list(values),
        numbers=numbers is not None,
        meanings={
            "" if value is None else option.text(value): text
            for value, text in option.meanings.items()
        },
    )
