"""Line-ups: who sits at a table of a batch, and by which rules they play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from unolab.bots import Bot
from unolab.bots.observation.layout import SEATS
from unolab.envs.check import as_whole
from unolab.envs.slot import LEARNER
from unolab.errors import BadOption, show
from unolab.rules import Rules

LEARNS: Final = "learner"


class Lineup:
    """Who plays by which rules: learners and bots."""

    def __init__(
        self, players: int | Sequence[str | Bot] = 2, rules: str | Rules = "official"
    ) -> None:
        """Take a number of learners, or a list of ``"learner"`` and bots."""
        self.rules = Rules.of(rules)
        named = list_players(players, self.rules)
        self.players = tuple(None if one == LEARNS else Bot.of(one) for one in named)
        """The bot of each player; None where a learner plays."""
        if all(self.players):
            raise BadOption('a line-up needs a learner: write "learner" for at least one player')
        for bot in self.players:
            if bot is not None and not bot.is_compiled:
                raise BadOption(
                    f"{bot} is plain Python and can't play in a batch: compile it with "
                    "@unolab.compiled, or let it answer as a learner"
                )

    @property
    def learners(self) -> tuple[int, ...]:
        """Which of the players learn."""
        return tuple(player for player, bot in enumerate(self.players) if bot is None)

    def encode(self, roster: Sequence[Bot]) -> list[int]:
        """Write the line-up as a row of numbers; a bot is its place in the roster."""
        places = [int(LEARNER) if bot is None else roster.index(bot) for bot in self.players]
        empty = [int(LEARNER)] * (SEATS - len(places))
        return [*self.rules.codes(), len(places), *places, *empty]

    def __repr__(self) -> str:
        players = [LEARNS if bot is None else str(bot) for bot in self.players]
        return f"Lineup({players}, {str(self.rules)!r})"


def list_players(players: Any, rules: Rules) -> list[str | Bot]:
    """Return who plays, of a number of learners or a list."""
    learners = as_whole(players)
    if learners is not None:
        check_players(rules, learners)
        return [LEARNS] * learners
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise BadOption(
            "players are a number of learners, or a list such as ['learner', 'greedy'], not "
            f"{show(players)}"
        )
    check_players(rules, len(players))
    return [*players]


def check_players(rules: Rules, players: int) -> None:
    """Raise BadOption unless that many players can sit down to these rules."""
    try:
        rules.check_players(players)
    except ValueError as error:
        raise BadOption(str(error)) from None
