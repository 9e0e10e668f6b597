"""Player: who is measured, and how it is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from unolab.bots import Bot
from unolab.tournament.entry import Entry


class PlayerFacts(NamedTuple):
    """What a result says about who was measured, which is neither a path nor a command.

    ``bot`` is the text of one that comes with unolab; of any other there is the hash of its
    ``code``. ``weights`` is the hash of a network.
    """

    name: str
    bot: str | None
    code: str | None
    weights: str | None


@dataclass(frozen=True)
class Player:
    """A bot that plays in this process, or else a program in processes of its own."""

    entry: Entry
    bot: Bot | None

    @classmethod
    def of(cls, entry: Entry, confined: bool = True) -> Player:
        """Take a player of a tournament.

        A Python file is a program, unless it is not ``confined``: then it is trusted to do no harm
        and to forget a deal when it sits elsewhere.
        """
        if isinstance(entry.player, Bot):
            return cls(entry, entry.player)
        return cls(entry, None if confined else Bot.load(str(entry.folder / entry.strategy)))

    @property
    def name(self) -> str:
        """What it is called."""
        return self.entry.name

    @property
    def facts(self) -> PlayerFacts:
        """What a result says about it."""
        shipped = self.bot is not None and self.bot.is_shipped
        return PlayerFacts(
            self.name,
            str(self.bot) if shipped else None,
            None if shipped else self.entry.fingerprint,
            self.bot.weights if self.bot else None,
        )
