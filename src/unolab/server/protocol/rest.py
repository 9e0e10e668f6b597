"""What is asked and answered over HTTP, as models; ``docs/protocol.md`` has them too."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from unolab.rules import OPTIONS
from unolab.server.protocol import (
    VERSION,
    Avatar,
    BotText,
    Event,
    Feature,
    Message,
    Name,
    Pace,
    RulesText,
    Seat,
    Share,
    Stage,
    Strength,
    Table,
    Timer,
)

MOST_MOVES: Final = 2_000
"""Moves of a game that is shown: ten times as many as the longest of bots that play anything."""
LONGEST_GAME: Final = 24_000
"""Characters of a game as text: those of the moves, of a deal with long rules, and of comments."""

OptionText = Annotated[str, StringConstraints(max_length=40)]


class NewSeat(Message):
    """A seat of a room to be."""

    who: Literal["me", "local", "open", "bot"] = "open"
    """The one who asks, another person at the same device, anybody who comes, or a bot."""
    name: Name | None = None
    avatar: Avatar = 0
    bot: BotText | None = None


class NewContest(Message):
    """A tournament of bots to be."""

    table: Annotated[int, Field(ge=2, le=8)] = 4
    """How many sit at the table in a match."""
    matches: Annotated[int, Field(ge=1, le=30)] = 12


class NewRoom(Message):
    """A room to be."""

    rules: RulesText = "official"
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=10)]
    timer: Timer | None = None
    """By default 60 seconds among people, and none for who plays alone."""
    pace: Pace = "normal"
    open_hands: bool = False
    deal: Annotated[str, StringConstraints(min_length=5, max_length=1_200)] | None = None
    """A deal as text, ``official/4/42``, in place of rules and of a secret seed."""
    start: bool = False
    """Whether to deal as soon as the host says hello."""
    contest: NewContest | None = None
    """Let those at the seats, 3 to 8 bots, play a tournament."""


class RoomMade(Message):
    """A new room, and the secret that opens its seats."""

    code: str
    token: str
    seats: list[int]
    commitment: str
    """To the server's secret for the first round, as in Fair: known before any card is."""


class CodeAsked(Message):
    """A code to show before there is a room; the room is made when somebody comes in by it."""

    room: NewRoom
    code: Annotated[str, StringConstraints(max_length=16)] | None = None
    """The one that was reserved before, to keep it."""
    token: Annotated[str, StringConstraints(max_length=100)] | None = None
    """What came with it."""


class CodeReserved(RoomMade):
    """A code, and the secret that will open the seats of its room."""

    made: bool = False
    """Whether somebody has come in already: there is a room now."""


class RoundShown(Message):
    """What a round came to that is over."""

    id: str
    """Of its replay."""
    rules: str
    names: list[str]
    winner: int | None
    """The seat that won; None if nobody did."""
    points: int | None
    """What it was worth; None where no points are counted."""
    turns: int


class RoomShown(Message):
    """What may be known of a room from outside."""

    code: str
    stage: Stage
    rules: str
    seats: list[Seat]
    replays: list[str]
    """The rounds that are over."""
    rounds: list[RoundShown]
    """The last ones of these, with what they came to; the latest first."""


class RulesAsked(Message):
    """Rules to look at: a text, and changes to it."""

    rules: RulesText = "official"
    changes: Annotated[dict[str, bool | int | OptionText], Field(max_length=len(OPTIONS))] = Field(
        default_factory=dict
    )
    """By the names of options, each at most once."""
    players: Annotated[int, Field(ge=0, le=99)] | None = None


class RulesAnswer(Message):
    """What rules mean, or why they can't be."""

    rules: str | None
    """Their text, when they are possible."""
    said: list[str]
    """What differs from the official game."""
    values: dict[str, bool | int | str]
    problem: str | None
    """One sentence, when they are not possible."""
    clash: list[str] = Field(default_factory=list)
    """The options that don't go together."""


class OptionShown(Message):
    """An option of the rules."""

    name: str
    about: str
    values: list[bool | int | str]
    """All values, or the smallest and the largest number."""
    numbers: bool
    meanings: dict[str, str]
    """A sentence for each value, by its text; under "" the one for every other number."""


class PresetShown(Message):
    """Rules with a name."""

    name: str
    about: str
    values: dict[str, bool | int | str]


class BotShown(Message):
    """A bot that can be invited."""

    name: str
    about: str


class Catalogue(Message):
    """What there is to choose from."""

    version: int = VERSION
    presets: list[PresetShown]
    options: list[OptionShown]
    bots: list[BotShown]
    strengths: dict[Strength, str]
    """The bot that stands for each strength."""


class Network(Message):
    """How others reach this server, as told to the machine that it runs on."""

    local: bool
    """Whether only this machine can reach it."""
    address: str | None
    """What links for others begin with, if not with the address that was asked."""
    may_open: bool
    """Whether the page may open it to the network."""


class ReplayAsked(Message):
    """A game as text."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_GAME)]


class Frame(Message):
    """One moment of a game, with all cards."""

    move: str | None
    """The move that led here; None for the deal."""
    seat: int | None
    """Who made it."""
    events: list[Event]
    table: Table


class Replay(Message):
    """A game to be stepped through."""

    id: str | None
    text: str
    rules: str
    names: list[str]
    avatars: list[int]
    bots: list[bool]
    teams: list[int | None]
    """0 or 1 where partners play together."""
    has: list[Feature]
    """What can happen by these rules."""
    seed: str
    """As in the text of the game."""
    commitment: str | None
    """What was shown before the deal; None for a game loaded from text."""
    secret: str | None
    """What the server had committed to."""
    shares: list[Share]
    """What the players' devices added to it."""
    known: bool
    """Whether there was no secret: the deal was given, or the game was loaded from text."""
    frames: list[Frame]


class Health(Message):
    """Whether the server is well."""

    ok: bool
    """Whether the database takes what is written; where not, the status is 503."""
    version: str


class Problem(Message):
    """Why something was refused."""

    code: str
    text: str


class SimulationRow(Message):
    """How one bot does."""

    bot: str
    wins: int
    win_rate: float
    low: float
    """The win rate's interval of 95 %."""
    high: float
    points: float
    """A game, of all games."""
    points_low: float
    points_high: float
    beats: list[int]
    """The rows that it wins more often than, by more than chance does in one report of twenty."""


class SimulationMark(Message):
    """How the win rates stood after so many games; with a number for every row."""

    played: int
    win_rates: list[float]
    lows: list[float]
    highs: list[float]


class SimulationLengths(Message):
    """How long the games took."""

    width: int
    """Turns that each count is for."""
    counts: list[int]
    """Games that took up to so many turns, up to twice as many, ..."""
    longer: int
    """Games that took longer than all of these."""
    quartiles: list[int]
    """In how many turns a quarter, half and three quarters of the games were over."""


class SimulationShown(Message):
    """A simulation that is running, or has ended."""

    rules: str
    seed: int
    games: int
    """To be played in all."""
    played: int
    seconds: float
    done: bool
    rows: list[SimulationRow]
    course: list[SimulationMark]
    """How it stood early on, and now and then since: the intervals shrink."""
    lengths: SimulationLengths


ANSWERS: Final = (
    *(RoomMade, CodeReserved, RoomShown, RulesAnswer, Catalogue, Network, Replay, Health, Problem),
    SimulationShown,
)
QUESTIONS: Final = (NewRoom, CodeAsked, RulesAsked, ReplayAsked)
"""The models from which all others here can be reached."""
