"""What goes over a socket: every message between the server and whoever plays, as a model.

``docs/protocol.md`` tells the story; the page's TypeScript types are generated from this file and
from ``rest.py`` by ``typescript.py``. Cards, moves and rules are in unolab's notation.
A message of a client has a number that grows; what the server refuses names it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from unolab.server.room.names import LONGEST_NAME, check_name, check_visible

VERSION: Final = 2
"""Raised whenever a client written for the old one would misunderstand the new one."""

LONGEST_MESSAGE: Final = 8_192  # characters a client may send at once
PEOPLES_FACES: Final = 8  # of those that the page draws; the others are robots'

ColorLetter = Literal["R", "Y", "G", "B"]
Stage = Literal["lobby", "playing", "pause", "over"]
Door = Literal["open", "ask", "locked"]
Pace = Literal["calm", "normal", "quick", "instant"]
Strength = Literal["easy", "medium", "hard"]
Mood = Literal["ha", "wow", "ouch", "gotcha", "hurry", "nice"]
"""What a player can show with one tap."""
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
"""A strength (easy, medium, hard), or a bot of unolab with settings: ``mixbot2(slack=2)``."""
RulesText = Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
Timer = Annotated[int, Field(ge=0, le=300)]
"""Seconds a person has for a turn; 0 is as long as it takes."""


class Message(BaseModel):
    """A part of the protocol: fixed once made, and with no fields that nobody asked for."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        json_schema_serialization_defaults_required=True,
        use_attribute_docstrings=True,
    )


# ── what a room looks like ────────────────────────────────────────────────────────────────────────


class Seat(Message):
    """Who sits where."""

    kind: Literal["open", "person", "bot"]
    name: str
    avatar: int
    device: str | None = None
    """Whose it is, in eight letters that stay with a person who is renamed or moves to another
    seat; people at one device have the same."""
    bot: str | None = None
    """Its text, when it is a bot."""
    strength: Strength | None = None
    """Set when the bot was chosen by its strength."""
    here: bool = True
    """Whether a person is connected."""
    away: bool = False
    """Whether a bot plays for this person until they are back."""
    ready: bool = False
    """Whether this person wants the next round to be dealt."""
    host: bool = False
    bot_in: int | None = None
    """Milliseconds until a bot takes over from a person who is not connected."""
    team: int | None = None
    """0 or 1 where partners play together."""
    left: bool = False
    """Whether a bot plays on for somebody who has left, and who may come back."""


class Options(Message):
    """What the host decides besides the rules."""

    timer: Timer = 0
    pace: Pace = "normal"
    open_hands: bool = False
    """Whether everyone sees all cards; only ever done while nobody but bots plays."""
    usual_timer: bool = False
    """Whether nobody chose a time for a turn: it is 60 seconds among people, and none alone."""
    door: Door = "open"
    """Who may sit down: everyone, whom the host lets, or nobody new."""


class Waiting(Message):
    """Somebody who waits for a seat."""

    guest: int
    """By this number the host lets them in, or does not."""
    name: str
    avatar: int
    seat: int | None
    """The seat that they will have, if there is one for them."""
    admitted: bool
    """Whether the host has said yes: they sit down with the next deal."""
    asks: bool
    """Whether they need the host's word; others sit down by themselves."""


class Share(Message):
    """What one device adds to a deal."""

    seat: int | None
    """The first of its seats; None for somebody who watches bots."""
    commitment: str
    """The SHA-256 of its secret."""
    secret: str | None
    """None until it is told; it stays so if it was not told in time."""


class Fair(Message):
    """What it takes to check that nobody chose the cards; ``docs/fairness.md`` tells how."""

    commitment: str | None
    """The SHA-256 of the server's secret for the round being played, or just ended."""
    shares: list[Share]
    """What the players' devices added to it."""
    secret: str | None
    """The server's secret, once that round is over."""
    seed: str | None
    """The seed that the secrets made, once that round is over."""
    next_commitment: str
    """The same for the next round: shown before the deal, and before anybody else commits."""
    next_shares: list[Share]
    drawing: bool = False
    """Whether the commitments are fixed and secrets are awaited."""
    known: bool = False
    """Whether the players gave the deal themselves, so that there is no secret."""


class ContestRow(Message):
    """How a bot stands in a tournament."""

    rank: int
    """Equal ones share one."""
    name: str
    avatar: int
    bot: str
    played: int
    won: int
    points: int
    rating: int
    """Strength on a scale with 1500 in the middle, as in all tournaments of unolab."""
    reach: int
    """How far the rating's interval of 95 % reaches to either side."""


class ContestShown(Message):
    """A tournament of bots, which is played in a room for people to watch."""

    matches: int
    """In all."""
    played: int
    rows: list[ContestRow]
    """The best first."""


class Moment(Message):
    """Something that is worth telling of a round or a match, once it is over."""

    kind: MomentKind
    """caught: without Uno, by the other. doubted: challenged the other in vain. struck: took cards
    with one card left. drew: that many on one turn. hit: made the other take cards. bluff: saw
    through the other's. swapped: gave the other that many cards more. out: won the round."""
    round: int
    """The round of the match in which it happened."""
    seat: int
    other: int | None = None
    card: str | None = None
    """The card that it is about."""
    count: int = 0
    """How many cards. out: the points."""


class Room(Message):
    """A room, as everyone sees it."""

    code: str
    stage: Stage
    rules: str
    rules_said: list[str]
    """What differs from the official game, in English sentences."""
    options: Options
    seats: list[Seat]
    round: int
    """Rounds dealt in this match."""
    rounds: int
    """Rounds dealt in this room; the latest has the replay ``CODE-rounds``."""
    totals: list[int]
    """Points of everyone, with the round that has just ended."""
    target: int
    """The total that ends the match; 0 when it is one round."""
    standing: list[int]
    """The seats from the best total to the worst."""
    winners: list[int]
    """Who has won the match, once it is over."""
    story: list[Moment] = []
    """What was worth telling of the round that has just ended, or of the match; at most three."""
    fair: Fair
    dealing: bool = False
    """Whether the cards are about to be dealt, as soon as the devices have told their secrets."""
    spectators: int
    paused: bool
    deals_in: int | None = None
    """Milliseconds until the next round is dealt whoever is ready."""
    contest: ContestShown | None = None
    """The tournament that is played here, if it is one."""
    waiting: list[Waiting] = []
    """Those who wait for a seat, the first in the queue first."""


class Clock(Message):
    """How long the seat to act still has, in milliseconds."""

    left: int
    of: int


class Table(Message):
    """The open part of a round."""

    players: int
    dealer: int
    turn: int
    """The seat to act; when the round is over, the seat that won it or was to act last."""
    next: int
    """The seat that follows in the direction of play."""
    clockwise: bool
    phase: Phase
    """What the seat to act decides: a colour, a turn, the drawn card, a penalty, a swap."""
    top: str | None
    color: ColorLetter | None
    """The colour in force."""
    under: list[str]
    """The last two cards under the top, oldest first."""
    due: int
    """Cards that the seat to act has to take, unless it can answer."""
    stock: int
    sizes: list[int]
    uno: int | None
    """The seat that has one card, did not say "Uno", and may be caught."""
    catch_in: int | None = None
    """Milliseconds until catching is allowed, when somebody may be caught."""
    turns: int
    clock: Clock | None = None
    thinking: bool = False
    """Whether a bot decides for the seat to act."""
    winner: int | None = None
    winners: list[int] = []
    """Who has won the round, once it is over: the seat that went out, and its partner."""
    points: int = 0
    """What the round was worth, once it is over."""
    scores: list[int] = []
    """What everyone got from it."""
    left: list[int] = []
    """What the cards left in each hand are worth, once it is over."""
    hands: list[list[str]] | None = None
    """All cards: when the round is over, or when the hands of bots are open."""


class Challenge(Message):
    """What a challenge is about, and what it costs."""

    seat: int
    """Who played the wild draw four."""
    color: ColorLetter | None
    """The colour that was in force; None when the card under it is gone."""
    test: Literal["color", "playable"]
    """When it was a bluff: with a card of that colour in hand, or with any card that fitted."""
    guilty: int
    """Cards that they take if it was."""
    innocent: int
    """Cards that the challenger takes if it was not."""


class Choice(Message):
    """Something that may be done now."""

    move: str
    """What to send."""
    kind: ChoiceKind
    card: str | None = None
    """The card as it is in the hand."""
    color: ColorLetter | None = None
    """The colour that a wild gets or that is named."""
    seat: int | None = None
    """With whom hands are swapped, or who is caught."""
    uno: bool = False
    """Whether it leaves one card: add "!" to the move to say "Uno"."""
    challenge: Challenge | None = None


class Hand(Message):
    """What one seat knows and may do; sent to nobody else."""

    seat: int
    cards: list[str]
    drawn: str | None
    """The card just drawn, which may be played."""
    choices: list[Choice]


class Event(Message):
    """One thing that happened; only the fields that belong to its kind are set."""

    kind: EventKind
    seat: int
    """Who did it, or whom it befell."""
    card: str | None = None
    count: int = 0
    """drew, took, reshuffled: how many cards. over: the points."""
    cards: list[str] | None = None
    """drew, took: the cards, for that seat only. challenged: the hand shown, to the challenger."""
    color: ColorLetter | None = None
    other: int | None = None
    """caught: by whom. challenged: who played the draw four. swapped: with whom."""
    jumped: bool = False
    late: bool = False
    clockwise: bool | None = None
    guilty: bool | None = None
    void: bool = False
    scores: list[int] = []
    winners: list[int] = []


class Step(Message):
    """The events of one entry of the room's log."""

    number: int
    events: list[Event]


# ── from the server ───────────────────────────────────────────────────────────────────────────────


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
    """Where everything stands, and what happened since the last one."""

    type: Literal["update"] = "update"
    number: int
    """Entries in the room's log: an update with a smaller number is older."""
    seats: list[int]
    host: bool
    alone: bool
    """Whether nobody else plays, so that this client may pause the bots and hurry them."""
    room: Room
    table: Table | None
    hand: Hand | None
    """Of the seat that this client looks at."""
    steps: list[Step]
    sits: list[int] = []
    """The seats that this client may take at once."""
    may_queue: bool = False
    """Whether it may ask for a seat, or for one of those that become free."""
    guest: int | None = None
    """Its number among those who wait."""


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
    """Somebody shows a mood."""

    type: Literal["reacted"] = "reacted"
    seat: int
    mood: Mood


class Refused(Message):
    """A message that changed nothing, and why."""

    type: Literal["refused"] = "refused"
    id: int | None
    """The number of the message, if it could be read."""
    code: str
    """A word for programs: does_not_fit, not_your_turn, stale, too_fast, ..."""
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
    Welcome | Update | Dismissed | Said | Reacted | Refused | Pong, Field(discriminator="type")
]


# ── from a client ─────────────────────────────────────────────────────────────────────────────────


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
        StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
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
FROM_SERVER: Final[TypeAdapter[FromServer]] = TypeAdapter(FromServer)

FROM_SERVER_MODELS: Final = (Welcome, Update, Dismissed, Said, Reacted, Refused, Pong)
FROM_CLIENT_MODELS: Final = (
    *(Hello, Commit, Reveal, Move, Look, Sit, Rename, Leave, Queue, Unqueue, Admit, Decline),
    *(Remove, Handover, Arrange, Configure, Deal, Say, React, Hurry, Pause, Back, Ping),
)
"""The messages, from which all other models here can be reached."""
