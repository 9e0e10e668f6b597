"""The log of a room: everything that happened in it, one entry after the other.

A room is its log: reading the entries again gives the same room, with the same cards.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    TypeAdapter,
)

from unolab.bots import Bot, ShippedBot
from unolab.fairness import Share
from unolab.server.protocol import Options, Strength


def _read_bot(kept: object) -> ShippedBot | None:
    """Take a bot or its text, nothing where the text is empty; never a file."""
    if kept is None or isinstance(kept, ShippedBot):
        return kept
    if not isinstance(kept, str):
        raise ValueError("a bot is kept as text")
    return Bot.parse(kept) if kept else None


def _write_bot(bot: ShippedBot | None) -> str:
    return "" if bot is None else str(bot)


RoomBot = Annotated[
    ShippedBot | None, PlainValidator(_read_bot), PlainSerializer(_write_bot, return_type=str)
]
"""The bot at a place, if there is one: all that may sit in a room, kept as its text."""


class Kept(BaseModel):
    """A part of the log; fields that a later version adds need a default."""

    model_config = ConfigDict(frozen=True)


class Chair(Kept):
    """A place at the table and who has it."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    avatar: int = 0
    owner: str = ""
    """A digest of the secret that opens the seat, when it is a person's."""
    bot: RoomBot = None
    strength: Strength | None = None


class Contest(Kept):
    """A tournament of bots: everyone who takes part, how many at the table, and how often."""

    chairs: tuple[Chair, ...]
    table: int
    matches: int


class Created(Kept):
    """The room was made."""

    kind: Literal["created"] = "created"
    rules: str
    chairs: tuple[Chair, ...]
    host: str
    options: Options
    seed: str
    """The server's secret for the first round: 64 hexadecimal digits. A seed as in the text of a
    game where the players gave it themselves, and in rooms from before there were secrets."""
    known: bool = False
    """Whether the players gave it themselves."""
    start: bool = False
    """Whether to deal as soon as the host comes."""
    contest: Contest | None = None
    """The tournament that is played here, if it is one: then the seats change with every match."""


class Sat(Kept):
    """Somebody took a seat, or changed name or face."""

    kind: Literal["sat"] = "sat"
    seat: int
    name: str
    avatar: int
    owner: str


class Left(Kept):
    """Somebody gave up their seats."""

    kind: Literal["left"] = "left"
    owner: str


class Arranged(Kept):
    """The host changed the seats."""

    kind: Literal["arranged"] = "arranged"
    chairs: tuple[Chair, ...]


class Configured(Kept):
    """The host changed rules or options."""

    kind: Literal["configured"] = "configured"
    rules: str
    options: Options


class Dealt(Kept):
    """A round was dealt."""

    kind: Literal["dealt"] = "dealt"
    seed: str
    """The server's secret for the round after this one, as in Created."""
    shares: tuple[Share, ...] = ()
    """What the players' devices added to the secret of this round."""


class Moved(Kept):
    """Somebody made a move."""

    kind: Literal["moved"] = "moved"
    seat: int
    move: str
    by: Literal["person", "bot", "stand-in"]


class Stopped(Kept):
    """The round was ended because it had too many moves, and the match with it."""

    kind: Literal["stopped"] = "stopped"


Entry = Annotated[
    Created | Sat | Left | Arranged | Configured | Dealt | Moved | Stopped,
    Field(discriminator="kind"),
]
ENTRY: Final[TypeAdapter[Entry]] = TypeAdapter(Entry)
