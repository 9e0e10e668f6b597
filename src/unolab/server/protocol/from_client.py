"""Messages from a client. Each has a larger number than the one before."""

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
    """A message from a client; each has a larger number than the one before."""

    id: Annotated[int, Field(ge=0, lt=2**53)]


class Hello(Numbered):
    """The first message: which room, and as whom."""

    type: Literal["hello"]
    version: int
    """The version of the protocol that the client was written for."""
    room: Code
    token: Token | None = None
    """Without one the client is a spectator, who may sit down later."""
    since: Annotated[int, Field(ge=0, lt=2**53)] = 0
    """The number of the last update received: the answer has the events since then."""
    commitment: Secret | None = None
    """To a secret for the next deal, as in Commit."""
    views: bool = False
    """Whether updates come with ``view``, for programs that know how to read positions."""


class Commit(Numbered):
    """Take part in the next deal with a secret of one's own: this is its SHA-256."""

    type: Literal["commit"]
    commitment: Secret
    rounds: Annotated[int, Field(ge=0, lt=2**53)]
    """As in the update that it answers: the number of rounds dealt before."""


class Reveal(Numbered):
    """Reveal that secret, once ``fair.drawing`` says that all commitments are fixed."""

    type: Literal["reveal"]
    secret: Secret
    rounds: Annotated[int, Field(ge=0, lt=2**53)]


class Move(Numbered):
    """Make a move."""

    type: Literal["move"]
    move: Annotated[str, StringConstraints(min_length=1, max_length=8)]
    at: Annotated[int, Field(ge=0, lt=2**53)]
    """The number of the update that it answers; refused if the table has changed since."""
    seat: SeatNumber | None = None
    """Which seat makes it, for clients that have several."""


class Look(Numbered):
    """Show another of the client's seats (or none), when people share a device."""

    type: Literal["look"]
    seat: SeatNumber | None


class Sit(Numbered):
    """Take an open seat, or a bot's, while no round is being played."""

    type: Literal["sit"]
    seat: SeatNumber
    name: Name
    avatar: Avatar = 0


class Rename(Numbered):
    """Change the name or face of a player of this client."""

    type: Literal["rename"]
    name: Name
    avatar: Avatar
    seat: SeatNumber | None = None


class Leave(Numbered):
    """Give up the seat for good: a bot plays on, or it becomes open."""

    type: Literal["leave"]


class Queue(Numbered):
    """Wait for a seat: this one or, with null, any; ask the host if necessary."""

    type: Literal["queue"]
    name: Name
    avatar: Avatar = 0
    seat: SeatNumber | None = None


class Unqueue(Numbered):
    """Stop waiting for a seat."""

    type: Literal["unqueue"]


class Admit(Numbered):
    """Host: let somebody who is waiting sit down."""

    type: Literal["admit"]
    guest: Annotated[int, Field(ge=0, lt=2**53)]
    seat: SeatNumber | None = None
    """Which seat they get; null means the one they asked for, or any."""


class Decline(Numbered):
    """Host: decline somebody who is waiting."""

    type: Literal["decline"]
    guest: Annotated[int, Field(ge=0, lt=2**53)]
    ban: bool = False
    """Whether to ban them from this room."""


class Remove(Numbered):
    """Host: remove a person from the table, at any time; a bot plays on, or it becomes open."""

    type: Literal["remove"]
    at: Annotated[int, Field(ge=0, lt=2**53)]
    """The number of the update that it answers, as for Arrange."""
    seat: SeatNumber
    ban: bool = False
    """Whether to ban them from this room."""


class Handover(Numbered):
    """Host: make another person at the table the host."""

    type: Literal["handover"]
    at: Annotated[int, Field(ge=0, lt=2**53)]
    seat: SeatNumber


class Chair(Message):
    """One place of a new arrangement: somebody already there, a bot, or nobody."""

    keep: SeatNumber | None = None
    bot: BotText | None = None


class Arrange(Numbered):
    """Host: change the number of seats, their order, and the bots."""

    type: Literal["arrange"]
    at: Annotated[int, Field(ge=0, lt=2**53)]
    """The number of the update that it answers; refused if somebody has sat down since."""
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
    """Start, continue with the next round, or play again; among several people, say "ready"."""

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
    """Let the thinking bot act at once; when paused, this is a single step."""

    type: Literal["hurry"]


class Pause(Numbered):
    """Pause the bots, or resume."""

    type: Literal["pause"]
    paused: bool


class Hint(Numbered):
    """Ask what to do; only where one person plays against bots, and such a round does not count."""

    type: Literal["hint"]
    at: Annotated[int, Field(ge=0, lt=2**53)]
    """The number of the update that it is about; refused if the table has changed since."""


class Weigh(Numbered):
    """Ask for everyone's chance to win, as far as the own seat can know; only where hints are."""

    type: Literal["weigh"]
    at: Annotated[int, Field(ge=0, lt=2**53)]


class TakeBack(Numbered):
    """Return to the own seat's last decision in this round; only where hints are allowed.

    The hidden cards stay the same, in the same order. Such a round does not count.
    """

    type: Literal["take_back"]
    at: Annotated[int, Field(ge=0, lt=2**53)]
    """The number of the update that it is about; refused if the own seat has moved since."""


class Back(Numbered):
    """Resume playing, after a bot has taken over."""

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
    | Hint
    | Weigh
    | TakeBack
    | Back
    | Ping,
    Field(discriminator="type"),
]

FROM_CLIENT: Final[TypeAdapter[FromClient]] = TypeAdapter(FromClient)
