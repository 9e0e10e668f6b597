"""Space: which settings of a bot are searched, and between which bounds.

A point of the space has a number for every parameter. For most it is the value itself; for ranks,
where only the order matters, it is a place between 0 and 1, and the places in order become 1, 2, 3
and so on. So equal orders are equal settings, and nearby points are similar orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Self

from unolab.bots import Bot
from unolab.bots.settings import ALWAYS, Parameter, parameter_of
from unolab.errors import BotSettings

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution

Point = Mapping[str, float]


@dataclass(frozen=True)
class Space:
    """The settings of a bot that are searched; all others stay as the bot has them."""

    bot: Bot
    parameters: tuple[Parameter, ...]

    @classmethod
    def of(cls, bot: Bot, names: Sequence[str] = ()) -> Self:
        """Take the parameters with these names, or all but the switches and what all bots have.

        ``rank`` stands for ``rank_number``, ``rank_skip`` and so on.
        """
        if not names:
            own = [parameter for parameter in bot.parameters if parameter not in ALWAYS]
            if not own:
                raise BotSettings(f"{bot} has no settings to search")
            numbers = [parameter for parameter in own if not parameter.is_switch]
            return cls(bot, tuple(numbers or own))
        known = {parameter.name for parameter in bot.parameters}
        chosen: set[str] = set()
        for name in names:
            family = families(name) & known
            chosen |= family or {parameter_of(bot.name, bot.parameters, name).name}
        return cls(bot, tuple(p for p in bot.parameters if p.name in chosen))

    @property
    def names(self) -> list[str]:
        """Return the names of the parameters."""
        return [parameter.name for parameter in self.parameters]

    @cached_property
    def start(self) -> dict[str, float]:
        """Return the point where the bot is as it was given."""
        values = self.bot.values()
        return {p.name: self._place(p) if p.order else values[p.name] for p in self.parameters}

    def bot_at(self, point: Point) -> Bot:
        """Return the bot with the settings of a point."""
        if point == self.start:
            return self.bot  # as it was given, even with ranks that are equal
        settings = self.bot.values()
        for parameter in self.parameters:
            if not parameter.order:
                settings[parameter.name] = round_value(parameter, point[parameter.name])
        for order in {parameter.order for parameter in self.parameters if parameter.order}:
            kinds = [p for p in self.bot.parameters if p.order == order]
            places = {p.name: point.get(p.name, self._place(p)) for p in kinds}
            ranked = sorted(places, key=lambda name: places[name])
            settings |= {name: place for place, name in enumerate(ranked, 1)}
        return Bot(self.bot.name, self.bot.variant, settings, self.bot.strategy)

    def near(self, point: Point, rng: Random) -> dict[str, float]:
        """Return a point that differs from another in one or two numbers."""
        moved = dict(point)
        for parameter in rng.sample(self.parameters, min(len(self.parameters), rng.choice((1, 2)))):
            low, high = bounds(parameter, self.start[parameter.name])
            discrete = parameter.whole and not parameter.order
            moved[parameter.name] = (
                rng.randint(int(low), int(high)) if discrete else rng.uniform(low, high)
            )
        return moved

    def distributions(self) -> dict[str, BaseDistribution]:
        """Describe the space to Optuna."""
        from optuna.distributions import FloatDistribution, IntDistribution

        made: dict[str, BaseDistribution] = {}
        for parameter in self.parameters:
            low, high = bounds(parameter, self.start[parameter.name])
            if parameter.whole and not parameter.order:
                made[parameter.name] = IntDistribution(int(low), int(high))
            else:
                made[parameter.name] = FloatDistribution(low, high)
        return made

    def _place(self, parameter: Parameter) -> float:
        """Return where a rank of the bot stands among its kind, between 0 and 1."""
        values = self.bot.values()
        kinds = [p.name for p in self.bot.parameters if p.order == parameter.order]
        ranked = sorted(kinds, key=lambda name: values[name])
        return (ranked.index(parameter.name) + 0.5) / len(ranked)


def families(name: str) -> set[str]:
    """List the names of the parameters by kind of card that one name stands for."""
    from unolab.bots.kit.choice import CARD_KINDS

    return {f"{name}_{kind}" for kind in CARD_KINDS}


def bounds(parameter: Parameter, start: float) -> tuple[float, float]:
    """Return between which values to search; where the search starts is among them."""
    if parameter.order:
        return 0.0, 1.0
    low, high = parameter.likely or (parameter.low, parameter.high)
    return min(low, start), max(high, start)


def round_value(parameter: Parameter, value: float) -> float:
    """Cut a value down to three digits: more can't be told apart, and it has to be typed."""
    if parameter.whole:
        return value
    return min(max(float(f"{value:.3g}"), parameter.low), parameter.high)
