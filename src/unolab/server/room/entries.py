"""The log of a room: everything that happened in it, one entry after the other.

A room is its log: replaying the entries gives the same room, with the same cards.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    StringConstraints,
    TypeAdapter,
    model_validator,
)

from unolab.bots import Bot, ShippedBot
from unolab.fairness import Share
from unolab.server.protocol import Options, Strength
from unolab.server.room.own_bots import PREFIX, is_own, own_bot


def _read_bot(kept: object) -> Bot | None:
    """Accept a bot or its text, None if that is empty; never a file."""
    if kept is None or isinstance(kept, ShippedBot):
        return kept
    if isinstance(kept, Bot) and is_own(kept):
        return kept
    if not isinstance(kept, str):
        raise ValueError("a bot is stored as text")
    if kept.startswith(PREFIX):
        return own_bot(kept) or Bot.parse("medium")
    return Bot.parse(kept) if kept else None


def _write_bot(bot: Bot | None) -> str:
    return "" if bot is None else str(bot)


RoomBot = Annotated[
    Bot | None, PlainValidator(_read_bot), PlainSerializer(_write_bot, return_type=str)
]
"""The bot at a seat, if any: one that may sit in a room, stored as text."""


# A row may have been tampered with: enforce the limits that we write with.
KeptName = Annotated[str, StringConstraints(max_length=100)]
KeptFace = Annotated[int, Field(ge=0, lt=1_000)]
KeptOwner = Annotated[str, StringConstraints(max_length=100)]
KeptRules = Annotated[str, StringConstraints(max_length=2_000)]
KeptDeal = Annotated[str, StringConstraints(max_length=2_200)]
KeptSeed = Annotated[str, StringConstraints(pattern="^x?[0-9a-f]{1,64}$")]
KeptSeat = Annotated[int, Field(ge=0, lt=10)]


class Kept(BaseModel):
    """A part of the log; fields added by later versions need a default."""

    model_config = ConfigDict(frozen=True)


class Chair(Kept):
    """A place at the table, and who sits there."""

    kind: Literal["open", "person", "bot"] = "open"
    name: KeptName = ""
    avatar: KeptFace = 0
    owner: KeptOwner = ""
    """A digest of the secret that opens the seat, if it is a person's."""
    bot: RoomBot = None
    strength: Strength | None = None
    under: Chair | None = None
    """The bot that returns when the person here leaves, or with the next deal."""
    left_by: KeptOwner = ""
    """The owner who left during a match: others need the host's permission to take it."""

    @property
    def names(self) -> list[str]:
        """The present and future names at this seat: that of the bot below comes back."""
        own = [] if self.kind == "open" else [self.name]
        return own if self.under is None else [*own, self.under.name]

    @model_validator(mode="after")
    def _check_bot(self) -> Self:
        if self.kind == "bot" and self.bot is None:
            raise ValueError("a bot's chair needs a bot")
        return self


Chairs = Annotated[tuple[Chair, ...], Field(min_length=2, max_length=10)]


class Contest(Kept):
    """A tournament of bots: the participants, the table size, and the number of matches."""

    chairs: Annotated[tuple[Chair, ...], Field(min_length=3, max_length=8)]
    table: Annotated[int, Field(ge=2, le=8)]
    matches: Annotated[int, Field(ge=1, le=30)]


class Created(Kept):
    """The room was created."""

    kind: Literal["created"] = "created"
    rules: KeptRules
    chairs: Chairs
    host: KeptOwner
    options: Options
    seed: KeptSeed
    """The server's secret for the first round: 64 hexadecimal digits. A seed as in the text of a
    game where the players gave it themselves, and in rooms from before there were secrets."""
    known: bool = False
    """Whether the players gave it themselves."""
    start: bool = False
    """Whether to deal as soon as the host comes."""
    contest: Contest | None = None
    """The tournament played here, if any: then the seats change with every match."""
    coach: bool = True
    """Whether hints and take-backs are allowed while one person plays against bots."""
    retried: KeptDeal = ""
    """The deal of the first round, if that is tried again from a position of it: the entries after
    this one lead there."""


class Sat(Kept):
    """Somebody took a seat, or changed name or face."""

    kind: Literal["sat"] = "sat"
    seat: KeptSeat
    name: KeptName
    avatar: KeptFace
    owner: KeptOwner
    bot_returns: bool = False
    """Whether the bot that had the seat returns when they leave."""


class Left(Kept):
    """Somebody gave up their seats."""

    kind: Literal["left"] = "left"
    owner: KeptOwner


class Removed(Kept):
    """The host removed somebody, who has to ask from now on or is banned."""

    kind: Literal["removed"] = "removed"
    owner: KeptOwner
    ban: bool = False
    masked: bool = False
    """Whether the bot that plays on has a name and a face of its own; earlier versions left those
    of the person."""


class Hosted(Kept):
    """Somebody else is the host from now on."""

    kind: Literal["hosted"] = "hosted"
    host: KeptOwner


class Arranged(Kept):
    """The host changed the seats."""

    kind: Literal["arranged"] = "arranged"
    chairs: Chairs


class Configured(Kept):
    """The host changed rules or options."""

    kind: Literal["configured"] = "configured"
    rules: KeptRules
    options: Options


class Dealt(Kept):
    """A round was dealt."""

    kind: Literal["dealt"] = "dealt"
    seed: KeptSeed
    """The server's secret for the round after this one, as in Created."""
    shares: tuple[Share, ...] = ()
    """What the players' devices added to the secret of this round."""
    dealer: Literal["rotate", "rules"] = "rotate"
    """Who deals: the next in turn, as in rooms from before the rules had a say in it, or as they
    say."""


class Moved(Kept):
    """Somebody made a move."""

    kind: Literal["moved"] = "moved"
    seat: KeptSeat
    move: Annotated[str, StringConstraints(max_length=20)]
    by: Literal["person", "bot", "stand-in", "given"]
    """Given moves were made before the room was."""


class Hinted(Kept):
    """The coach told a player what to do: the round does not count."""

    kind: Literal["hinted"] = "hinted"
    seat: KeptSeat


class TakenBack(Kept):
    """A player took back what happened since their last decision: the round does not count."""

    kind: Literal["taken_back"] = "taken_back"
    seat: KeptSeat
    moves: Annotated[int, Field(ge=0, lt=100_000)]
    """How many moves of the round are left. Stored, so that it never depends on what counts as a
    decision."""


class Stopped(Kept):
    """The round was stopped because it had too many moves, and the match with it."""

    kind: Literal["stopped"] = "stopped"


LogEntry = Annotated[
    Created
    | Sat
    | Left
    | Removed
    | Hosted
    | Arranged
    | Configured
    | Dealt
    | Moved
    | Hinted
    | TakenBack
    | Stopped,
    Field(discriminator="kind"),
]
ENTRY: Final[TypeAdapter[LogEntry]] = TypeAdapter(LogEntry)
