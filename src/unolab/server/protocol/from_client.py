"""What a client asks of the server. Every message has a number that grows."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field, StringConstraints, TypeAdapter

from unolab.server.protocol.names import check_visible
from unolab.server.protocol.words import (
    LONGEST_REMARK,
    Avatar,
    BotText,
    Code,
    Door,
    Message,
    Mood,
    Name,
    Pace,
    RulesText,
    SeatNumber,
    Secret,
    Timer,
    Token,
)


class Numbered(Message):
    """A message of a client; each has a larger number than the one before."""

    id: Annotated[int, Field(ge=0, lt=2**53)]


class Hello(Numbered):
    """The first message: which room, and as whom."""

    type: Literal["hello"]
    version: int
    """The version of the protocol that the client was written for."""
    room: Code
    token: Token | None = None
    """Without one a spectator comes in, who may sit down later."""
    since: Annotated[int, Field(ge=0, lt=2**53)] = 0
    """The number of the last update that was seen: what happened after it is told."""
    commitment: Secret | None = None
    """To a secret for the next deal, as in Commit."""
    views: bool = False
    """Whether updates come with ``view``, for programs that know how to read positions."""


class Commit(Numbered):
    """Take part in the next deal with a secret of one's own, whose SHA-256 this is."""

    type: Literal["commit"]
    commitment: Secret
    rounds: Annotated[int, Field(ge=0, lt=2**53)]
    """As in the update that it answers: how many rounds were dealt before."""


class Reveal(Numbered):
    """Tell that secret, once ``fair.drawing`` says that all commitments are fixed."""

    type: Literal["reveal"]
    secret: Secret
    rounds: Annotated[int, Field(ge=0, lt=2**53)]


class Move(Numbered):
    """Make a move, or try to."""

    type: Literal["move"]
    move: Annotated[str, StringConstraints(min_length=1, max_length=8)]
    at: Annotated[int, Field(ge=0, lt=2**53)]
    """The number of the update that it answers; refused when the table has moved on since."""
    seat: SeatNumber | None = None
    """Which seat makes it, for clients that have several."""


class Look(Numbered):
    """Show another of the own seats (or none), when people share a device."""

    type: Literal["look"]
    seat: SeatNumber | None


class Sit(Numbered):
    """Take a seat that is open, or a bot's, while no round is being played."""

    type: Literal["sit"]
    seat: SeatNumber
    name: Name
    avatar: Avatar = 0


class Rename(Numbered):
    """Change one's own name or face."""

    type: Literal["rename"]
    name: Name
    avatar: Avatar
    seat: SeatNumber | None = None


class Leave(Numbered):
    """Give up the seat for good: a bot plays on, or it is open again."""

    type: Literal["leave"]


class Queue(Numbered):
    """Wait for a seat: for this one or, with null, for any; where need be, ask the host."""

    type: Literal["queue"]
    name: Name
    avatar: Avatar = 0
    seat: SeatNumber | None = None


class Unqueue(Numbered):
    """Do not wait any longer."""

    type: Literal["unqueue"]


class Admit(Numbered):
    """Host: let somebody sit down who waits."""

    type: Literal["admit"]
    guest: Annotated[int, Field(ge=0, lt=2**53)]
    seat: SeatNumber | None = None
    """Which seat they get; with null the one they asked for, or any."""


class Decline(Numbered):
    """Host: do not let somebody sit down who waits."""

    type: Literal["decline"]
    guest: Annotated[int, Field(ge=0, lt=2**53)]
    ban: bool = False
    """Whether they may not come back to this room."""


class Remove(Numbered):
    """Host: remove a person from the table, at any time; a bot plays on, or the seat is open."""

    type: Literal["remove"]
    at: Annotated[int, Field(ge=0, lt=2**53)]
    """The number of the update that it answers, as for Arrange."""
    seat: SeatNumber
    ban: bool = False
    """Whether they may not come back to this room."""


class Handover(Numbered):
    """Host: let another person at the table be the host."""

    type: Literal["handover"]
    at: Annotated[int, Field(ge=0, lt=2**53)]
    seat: SeatNumber


class Chair(Message):
    """One place of a new arrangement: somebody who is there already, a bot, or nobody."""

    keep: SeatNumber | None = None
    bot: BotText | None = None


class Arrange(Numbered):
    """Host: change the number of seats, their order, and the bots."""

    type: Literal["arrange"]
    at: Annotated[int, Field(ge=0, lt=2**53)]
    """The number of the update that it answers; refused when somebody has sat down since."""
    chairs: Annotated[list[Chair], Field(min_length=2, max_length=10)]


class Configure(Numbered):
    """Host: change the rules (between matches) and the options."""

    type: Literal["configure"]
    rules: RulesText | None = None
    timer: Timer | None = None
    pace: Pace | None = None
    open_hands: bool | None = None
    door: Door | None = None


class Deal(Numbered):
    """Begin, go on with the next round, or play again; among several people, be ready for it."""

    type: Literal["deal"]


class Say(Numbered):
    """Say something to the table."""

    type: Literal["say"]
    text: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_REMARK),
        AfterValidator(check_visible),
    ]


class React(Numbered):
    """Show the table a mood."""

    type: Literal["react"]
    mood: Mood


class Hurry(Numbered):
    """Let the bot that thinks act at once; when paused, this is one step."""

    type: Literal["hurry"]


class Pause(Numbered):
    """Stop the bots, or let them go on."""

    type: Literal["pause"]
    paused: bool


class Back(Numbered):
    """Play on, after a bot has taken over."""

    type: Literal["back"]


class Ping(Numbered):
    """Ask whether the server is there."""

    type: Literal["ping"]


FromClient = Annotated[
    Hello
    | Commit
    | Reveal
    | Move
    | Look
    | Sit
    | Rename
    | Leave
    | Queue
    | Unqueue
    | Admit
    | Decline
    | Remove
    | Handover
    | Arrange
    | Configure
    | Deal
    | Say
    | React
    | Hurry
    | Pause
    | Back
    | Ping,
    Field(discriminator="type"),
]

FROM_CLIENT: Final[TypeAdapter[FromClient]] = TypeAdapter(FromClient)
