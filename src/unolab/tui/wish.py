"""Wish: the game that somebody wants to play against bots."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from unolab.bots import BOTS
from unolab.bots.strengths import STRENGTHS
from unolab.rules import ABOUT, PRESETS, Rules
from unolab.server.protocol import Pace
from unolab.server.protocol.rest import NewRoom, NewSeat
from unolab.server.room.own_bots import PREFIX
from unolab.text.show import count_points

MOST_OPPONENTS: Final = 9  # opponents
PACES: Final[tuple[Pace, ...]] = ("calm", "normal", "quick", "instant")


@dataclass(frozen=True, slots=True)
class Wish:
    """Who plays what; immutable, the start screen makes new ones."""

    name: str
    rules: Rules = field(default_factory=lambda: PRESETS["official"])
    bots: tuple[str, ...] = ("medium",) * 3
    seed: int | None = None
    pace: Pace = "normal"

    @property
    def problem(self) -> str | None:
        """Why it can't be played, if so."""
        if not is_name(self.name):
            return "A name has 1 to 20 visible characters."
        if not 1 <= len(self.bots) <= MOST_OPPONENTS:
            return f"1 to {MOST_OPPONENTS} opponents can play, not {len(self.bots)}."
        try:
            self.rules.check_players(len(self.bots) + 1)
        except ValueError as error:
            return f"{str(error)[:1].upper()}{str(error)[1:]}."
        return None

    @property
    def room(self) -> NewRoom:
        """The room to ask for."""
        me = NewSeat(who="me", name=self.name.strip())
        seats = [me, *(NewSeat(who="bot", bot=bot) for bot in self.bots)]
        deal = None if self.seed is None else f"{self.rules}/{len(seats)}/{self.seed}"
        return NewRoom(rules=str(self.rules), seats=seats, pace=self.pace, deal=deal, start=True)

    def with_opponents(self, count: int) -> Wish:
        """Play against more or fewer, the new ones like the last."""
        bots = (self.bots + (self.bots[-1],) * MOST_OPPONENTS)[:count]
        return replace(self, bots=bots)

    def with_bot(self, place: int, bot: str) -> Wish:
        """Replace one opponent."""
        return replace(self, bots=(*self.bots[:place], bot, *self.bots[place + 1 :]))

    @property
    def is_match(self) -> bool:
        """Whether rounds are played until somebody has enough points."""
        return self.rules.target > 0


def is_name(text: str) -> bool:
    """Whether this is a valid name."""
    name = text.strip()
    return 1 <= len(name) <= 20 and name.isprintable()


def list_opponents(*more: str) -> list[str]:
    """List who can be played against."""
    return [*dict.fromkeys([*STRENGTHS, *BOTS, *more])]


def describe_bot(bot: str) -> str:
    """Say in a few words what an opponent does."""
    about = {name: f"plays as {text}" for name, text in STRENGTHS.items()} | BOTS
    return about.get(bot, "your own" if bot.startswith(PREFIX) else "with settings of your own")


def describe_rules(rules: Rules) -> str:
    """Say what rules are for, or how they differ from the official rules."""
    text = str(rules)
    return ABOUT[text] if text in ABOUT else " ".join(rules.describe())


def list_lengths(rules: Rules) -> list[tuple[str, Rules]]:
    """List how long a game by these rules can be."""
    target = rules.target or PRESETS["official"].target
    match = (f"a match to {count_points(target)}", replace(rules, target=target))
    return [match, ("a single round", replace(rules, target=0))]
