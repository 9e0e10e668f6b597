"""Requests and answers over HTTP, as models; documented in ``docs/protocol.md``."""

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
    Help,
    Message,
    Name,
    Pace,
    ReviewShown,
    RulesText,
    Seat,
    Share,
    Stage,
    Strength,
    Table,
    Timer,
)
from unolab.server.protocol.puzzles import (
    Daily,
    DailyExpert,
    PuzzleAnswer,
    PuzzleList,
    PuzzleShown,
    PuzzleTried,
)

MOST_MOVES: Final = 2_000
"""Maximum moves of a replay: ten times the longest game of bots that play at random."""
LONGEST_GAME: Final = 24_000
"""Maximum characters of a game as text: moves, a deal with long rules, and comments."""
MOST_GIVEN: Final = 300
"""Maximum moves of a game that a new room goes on with: as many as a review has."""
LONGEST_DEAL: Final = 1_200 + 8 * MOST_GIVEN
"""Maximum characters of the same."""

OptionText = Annotated[str, StringConstraints(max_length=40)]


class NewSeat(Message):
    """A seat of a new room."""

    who: Literal["me", "local", "open", "bot"] = "open"
    """The creator, another person at the same device, anybody who joins, or a bot."""
    name: Name | None = None
    avatar: Avatar = 0
    bot: BotText | None = None


class NewContest(Message):
    """A new tournament of bots."""

    table: Annotated[int, Field(ge=2, le=8)] = 4
    """The number of seats in a match."""
    matches: Annotated[int, Field(ge=1, le=30)] = 12


class NewRoom(Message):
    """A new room."""

    rules: RulesText = "official"
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=10)]
    timer: Timer | None = None
    """By default 60 seconds among people, and no limit for one person."""
    pace: Pace = "normal"
    open_hands: bool = False
    deal: Annotated[str, StringConstraints(min_length=5, max_length=LONGEST_DEAL)] | None = None
    """A deal as text, ``official/4/42``, instead of rules and a secret seed. With a
    colon and moves, as in the text of a game, the round goes on from there, and does not count."""
    start: bool = False
    """Whether to deal as soon as the host says hello."""
    contest: NewContest | None = None
    """Let those at the seats, 3 to 8 bots, play a tournament."""
    coach: bool = True
    """Whether hints and take-backs are allowed while one person plays against bots."""


class RoomMade(Message):
    """A new room, and the secret that opens its seats."""

    code: str
    token: str
    seats: list[int]
    commitment: str
    """The commitment to the server's secret for the first round, as in Fair."""


class CodeAsked(Message):
    """A code to show before there is a room; the room is created when somebody enters it."""

    room: NewRoom
    code: Annotated[str, StringConstraints(max_length=16)] | None = None
    """The code reserved before, to renew it."""
    token: Annotated[str, StringConstraints(max_length=100)] | None = None
    """The token that came with it."""


class CodeReserved(RoomMade):
    """A code, and the secret that will open the seats of its room."""

    made: bool = False
    """Whether somebody has entered, so that the room exists now."""


class RoundShown(Message):
    """The result of a finished round."""

    id: str
    """The id of its replay."""
    rules: str
    names: list[str]
    winner: int | None
    """The seat that won; null if nobody did."""
    points: int | None
    """What it was worth; null if points are not counted."""
    turns: int
    helped: Help = ""
    """What help was used in it; such a round does not count."""


class RoomShown(Message):
    """What outsiders may know of a room."""

    code: str
    stage: Stage
    rules: str
    seats: list[Seat]
    replays: list[str]
    """The number of finished rounds."""
    rounds: list[RoundShown]
    """The results of the last of these, the latest first."""


class RulesAsked(Message):
    """Rules to look at: a text, and changes to it."""

    rules: RulesText = "official"
    changes: Annotated[dict[str, bool | int | OptionText], Field(max_length=len(OPTIONS))] = Field(
        default_factory=dict
    )
    """New values by option, each at most once."""
    players: Annotated[int, Field(ge=0, le=99)] | None = None


class RulesAnswer(Message):
    """What rules mean, or why they are invalid."""

    rules: str | None
    """Their text, if they are valid."""
    said: list[str]
    """What differs from the official game."""
    values: dict[str, bool | int | str]
    problem: str | None
    """One sentence, if they are invalid."""
    clash: list[str] = Field(default_factory=list)
    """The options that conflict."""


class OptionShown(Message):
    """An option of the rules."""

    name: str
    about: str
    values: list[bool | int | str]
    """All values, or the smallest and the largest number."""
    numbers: bool
    meanings: dict[str, str]
    """A sentence for each value, by its text; "" is for every other number."""


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
    """Whether it is reachable from this machine only."""
    address: str | None
    """The base URL of links for others, if not that of the request."""
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
    strengths: list[Strength | None]
    """Of the bots that were invited by their strength."""
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
    """The server's health."""

    ok: bool
    """Whether it is ready for players; if not, the status is 503."""
    state: Literal["ready", "draining", "no_database"]
    """Why not: it is about to stop, or the database can't be written."""
    version: str


class Problem(Message):
    """Why something was refused."""

    code: str
    text: str


class SimulationRow(Message):
    """The results of one bot."""

    bot: str
    wins: int
    win_rate: float
    low: float
    """The 95 % confidence interval of the win rate."""
    high: float
    points: float
    """Points per game, over all games."""
    points_low: float
    points_high: float
    beats: list[int]
    """The rows that it beats significantly, at the 5 % level for the whole report."""


class SimulationMark(Message):
    """The win rates after this many games, with a number for every row."""

    played: int
    win_rates: list[float]
    lows: list[float]
    highs: list[float]


class SimulationLengths(Message):
    """The lengths of the games."""

    width: int
    """The width of each bar, in turns."""
    counts: list[int]
    """The number of games of up to one width, up to two widths, ..."""
    longer: int
    """The number of games longer than all of these."""
    quartiles: list[int]
    """A quarter, half and three quarters of the games took at most this many turns."""


class SimulationShown(Message):
    """A simulation, running or finished."""

    rules: str
    seed: int
    games: int
    """To be played in total."""
    played: int
    seconds: float
    done: bool
    rows: list[SimulationRow]
    course: list[SimulationMark]
    """The course so far: the intervals shrink."""
    lengths: SimulationLengths


ANSWERS: Final = (
    *(RoomMade, CodeReserved, RoomShown, RulesAnswer, Catalogue, Network, Replay, Health, Problem),
    *(SimulationShown, ReviewShown, Daily, DailyExpert, PuzzleList, PuzzleShown),
    PuzzleAnswer,
)
QUESTIONS: Final = (NewRoom, CodeAsked, RulesAsked, ReplayAsked, PuzzleTried)
"""The models that refer to all others here."""
