"""Messages from the server."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, TypeAdapter

from unolab.server.protocol.coach import Advice
from unolab.server.protocol.room import Hand, Room, Step, Table
from unolab.server.protocol.words import VERSION, Message, Mood


class Welcome(Message):
    """The answer to hello."""

    type: Literal["welcome"] = "welcome"
    version: int = VERSION
    code: str
    token: str | None
    """The secret that opens the seats again; None for a spectator. Keep it."""
    seats: list[int]
    """The seats of this client: none, one, or several people at one device."""
    host: bool


class Update(Message):
    """The state of everything, and the events since the last update."""

    type: Literal["update"] = "update"
    number: int
    """The length of the room's log: an update with a smaller number is older."""
    seats: list[int]
    host: bool
    alone: bool
    """Whether nobody else plays, so that this client may pause the bots and hurry them."""
    room: Room
    table: Table | None
    hand: Hand | None
    """The hand of the seat that this client looks at."""
    steps: list[Step]
    sits: list[int] = []
    """The seats that this client may take at once."""
    may_queue: bool = False
    """Whether it may ask for a seat, or for one that becomes free."""
    must_ask: bool = False
    """Whether it would need the host's permission for that."""
    guest: int | None = None
    """Its number in the queue."""
    taken_back: int | None = None
    """Set after a take-back: steps received before with a larger number than this did not happen.
    """
    view: str | None = None
    """Everything that the seat of the hand sees, as text; only if hello asked for it."""


class Dismissed(Message):
    """The host has removed this client from the table, or does not let it sit down."""

    type: Literal["dismissed"] = "dismissed"
    code: Literal["removed", "declined", "banned"]
    text: str
    """A sentence in English."""


class Said(Message):
    """Somebody speaks."""

    type: Literal["said"] = "said"
    seat: int
    name: str
    text: str


class Reacted(Message):
    """Somebody sent a reaction."""

    type: Literal["reacted"] = "reacted"
    seat: int
    mood: Mood


class Hinted(Message):
    """The answer to hint and weigh, from what the own seat can know."""

    type: Literal["hinted"] = "hinted"
    id: int
    at: int
    """As in the question."""
    advice: Advice | None
    """Null if there is nothing to decide, and in the answer to weigh."""
    chances: list[float] | None
    """Everyone's chance to win, by seat."""


class Refused(Message):
    """A refused message, and why."""

    type: Literal["refused"] = "refused"
    id: int | None
    """The number of the message, if it could be read."""
    code: str
    """A code for programs: does_not_fit, not_your_turn, stale, too_fast, ..."""
    text: str
    """A sentence in English."""
    top: str | None = None
    """does_not_fit: the card that lies on top."""
    due: int = 0


class Pong(Message):
    """The answer to ping."""

    type: Literal["pong"] = "pong"
    id: int


FromServer = Annotated[
    Welcome | Update | Dismissed | Said | Reacted | Hinted | Refused | Pong,
    Field(discriminator="type"),
]

FROM_SERVER: Final[TypeAdapter[FromServer]] = TypeAdapter(FromServer)
