"""The protocol's field types, and the base of all messages."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from unolab.server.protocol.names import LONGEST_NAME, check_name

VERSION: Final = 2
"""Incremented whenever a client of the old version would misunderstand the new one."""

LONGEST_MESSAGE: Final = 8_192  # characters a client may send at once
LONGEST_REMARK: Final = 200  # characters of a chat message
PEOPLES_FACES: Final = 8  # of those the page draws; the others are robots

ColorLetter = Literal["R", "Y", "G", "B"]
Stage = Literal["lobby", "playing", "pause", "over"]
Door = Literal["open", "ask", "locked"]
Pace = Literal["calm", "normal", "quick", "instant"]
Strength = Literal["easy", "medium", "hard", "expert"]
Mood = Literal["ha", "wow", "ouch", "gotcha", "hurry", "nice"]
"""Reactions that a player can send with one tap."""
Phase = Literal["color", "turn", "drawn", "penalty", "swap", "over"]
ChoiceKind = Literal["play", "draw", "keep", "challenge", "name", "swap", "call", "catch", "jump"]
EventKind = Literal[
    "dealt",
    "played",
    "drew",
    "took",
    "kept",
    "skipped",
    "reversed",
    "named",
    "said",
    "caught",
    "challenged",
    "swapped",
    "rotated",
    "reshuffled",
    "over",
    "match",
]

Feature = Literal["calls", "challenges", "drawn", "keeping", "swaps", "points", "fewest"]
"""What rules may have or not: "Uno" is called; a wild draw four can be challenged; a drawn card can
be played, and kept all the same; hands are swapped with a 7; points are counted, and the fewest
win."""

Help = Literal["", "hint", "taken_back", "retried"]
"""What help was used in a round; a take-back says more than a hint. A round that is retried began
from a position of one that was over, so its hidden cards may be known."""

MomentKind = Literal["caught", "doubted", "struck", "drew", "hit", "bluff", "swapped", "out"]


Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME),
    AfterValidator(check_name),
]
Code = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9 -]{4,16}$")]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
Secret = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""A secret for a deal or the SHA-256 of one, in hexadecimal."""
Avatar = Annotated[int, Field(ge=0, lt=PEOPLES_FACES)]
SeatNumber = Annotated[int, Field(ge=0, le=9)]
BotText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
"""A strength (easy, medium, hard, expert), or a bot with settings: ``mixbot2(slack=2)``."""
RulesText = Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
Timer = Annotated[int, Field(ge=0, le=300)]
"""Seconds per turn for a person; 0 means no limit."""


class Message(BaseModel):
    """A part of the protocol: immutable, and without unknown fields."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        json_schema_serialization_defaults_required=True,
        use_attribute_docstrings=True,
    )
