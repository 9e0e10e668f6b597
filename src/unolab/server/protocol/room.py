"""A room as its clients see it: seats, table, hand, events, and what may be done."""

from __future__ import annotations

from typing import Literal

from unolab.server.protocol.words import (
    ChoiceKind,
    ColorLetter,
    Door,
    EventKind,
    Feature,
    Help,
    Message,
    MomentKind,
    Pace,
    Phase,
    Stage,
    Strength,
    Timer,
)


class Seat(Message):
    """Who sits where."""

    kind: Literal["open", "person", "bot"]
    name: str
    avatar: int
    device: str | None = None
    """An identifier of its device in eight letters, which stays with a person who is renamed or
    changes seats; people at one device share it."""
    bot: str | None = None
    """Its text, if it is a bot."""
    strength: Strength | None = None
    """Set if the bot was chosen by its strength."""
    here: bool = True
    """Whether a person is connected."""
    away: bool = False
    """Whether a bot plays for this person until they return."""
    ready: bool = False
    """Whether this person is ready for the next round."""
    host: bool = False
    bot_in: int | None = None
    """Milliseconds until a bot takes over for a disconnected person."""
    team: int | None = None
    """0 or 1 if partners play together."""
    left: bool = False
    """Whether a bot plays on for somebody who has left and may come back."""


class Options(Message):
    """What the host decides besides the rules."""

    timer: Timer = 0
    pace: Pace = "normal"
    open_hands: bool = False
    """Whether everyone sees all cards; applies only while bots alone play."""
    usual_timer: bool = False
    """Whether the turn timer is the default: 60 seconds among people, none for one person."""
    door: Door = "open"
    """Who may sit down: everyone, those the host lets in, or nobody new."""


class Waiting(Message):
    """Somebody waiting for a seat."""

    guest: int
    """The number by which the host admits or declines them."""
    name: str
    avatar: int
    seat: int | None
    """The seat that they will get, if there is one for them."""
    admitted: bool
    """Whether the host has admitted them: they sit down with the next deal."""
    asks: bool
    """Whether they need the host's permission; others are seated automatically."""


class Share(Message):
    """What one device contributes to a deal."""

    seat: int | None
    """The first of its seats; null for somebody who watches bots."""
    commitment: str
    """The SHA-256 of its secret."""
    secret: str | None
    """Null until it is revealed; stays null if it is not revealed in time."""


class Fair(Message):
    """What it takes to check that nobody chose the cards; see ``docs/fairness.md``."""

    commitment: str | None
    """The SHA-256 of the server's secret for the round being played, or just ended."""
    shares: list[Share]
    """What the players' devices contributed."""
    secret: str | None
    """The server's secret, once that round is over."""
    seed: str | None
    """The seed derived from the secrets, once that round is over."""
    next_commitment: str
    """The same for the next round: shown before the deal, and before anybody else commits."""
    next_shares: list[Share]
    drawing: bool = False
    """Whether the commitments are fixed and secrets are expected."""
    known: bool = False
    """Whether the players gave the deal themselves, so that there is no secret."""


class ContestRow(Message):
    """The standing of a bot in a tournament."""

    rank: int
    """Ties share a rank."""
    name: str
    avatar: int
    bot: str
    played: int
    won: int
    points: int
    rating: int
    """Strength on a scale with 1500 in the middle, as in all tournaments of unolab."""
    reach: int
    """Half the width of the rating's 95 % confidence interval."""


class ContestShown(Message):
    """A tournament of bots, played in a room for people to watch."""

    matches: int
    """In all."""
    played: int
    rows: list[ContestRow]
    """The best first."""


class Moment(Message):
    """A highlight of a round or a match, once it is over."""

    kind: MomentKind
    """caught: without Uno, by the other. doubted: challenged the other in vain. struck: took cards
    with one card left. drew: that many on one turn. hit: made the other take cards. bluff: saw
    through the other's. swapped: gave the other that many cards more. out: won the round."""
    round: int
    """The round of the match in which it happened."""
    seat: int
    other: int | None = None
    card: str | None = None
    """The card involved."""
    count: int = 0
    """How many cards. out: the points."""


class Room(Message):
    """A room, as everyone sees it."""

    code: str
    stage: Stage
    rules: str
    rules_said: list[str]
    """What differs from the official game, in English sentences."""
    has: list[Feature]
    """What can happen by these rules; the rest need not be shown."""
    options: Options
    seats: list[Seat]
    round: int
    """Rounds dealt in this match."""
    rounds: int
    """Rounds dealt in this room; the latest has the replay ``CODE-rounds``."""
    totals: list[int]
    """Everyone's points, including the round that has just ended."""
    target: int
    """The total that ends the match; 0 if it is a single round."""
    standing: list[int]
    """The seats from the best total to the worst."""
    winners: list[int]
    """Who has won the match, once it is over."""
    story: list[Moment] = []
    """Highlights of the round that has just ended, or of the match; at most three."""
    fair: Fair
    dealing: bool = False
    """Whether the cards are dealt as soon as the devices have revealed their secrets."""
    spectators: int
    paused: bool
    deals_in: int | None = None
    """Milliseconds until the next round is dealt, even if not everyone is ready."""
    contest: ContestShown | None = None
    """The tournament that is played here, if it is one."""
    coach: bool = False
    """Whether hints, chances and take-backs are allowed: one person plays against bots, and nobody
    watches."""
    helped: Help = ""
    """What help was used in this round, or the one that has just ended; such a round does not
    count."""
    waiting: list[Waiting] = []
    """Those waiting for a seat, in the order of the queue."""


class Clock(Message):
    """The time left for the seat to act, in milliseconds."""

    left: int
    of: int


class Table(Message):
    """The public part of a round."""

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
    """The current colour."""
    under: list[str]
    """The last two cards under the top, oldest first."""
    due: int
    """The number of cards that the seat to act has to take, unless it can answer."""
    stock: int
    sizes: list[int]
    uno: int | None
    """The seat that has one card, did not say "Uno", and may be caught."""
    catch_in: int | None = None
    """Milliseconds until catching is allowed, if somebody may be caught."""
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
    """The points that everyone got for it."""
    left: list[int] = []
    """What the cards left in each hand are worth, once it is over."""
    hands: list[list[str]] | None = None
    """All cards, when the round is over or the bots' hands are open."""


class Challenge(Message):
    """What a challenge is about, and what it costs."""

    seat: int
    """Who played the wild draw four."""
    color: ColorLetter | None
    """The colour before it; null if the card under it is gone."""
    test: Literal["color", "playable"]
    """What counts as a bluff: holding a card of that colour, or any card that fits."""
    guilty: int
    """The number of cards they take if it was a bluff."""
    innocent: int
    """The number of cards the challenger takes if it was not."""


class Choice(Message):
    """A move that is allowed now."""

    move: str
    """What to send."""
    kind: ChoiceKind
    card: str | None = None
    """The card as it is in the hand."""
    color: ColorLetter | None = None
    """The colour that is chosen."""
    seat: int | None = None
    """The seat to swap hands with, or to catch."""
    uno: bool = False
    """Whether it leaves one card: add "!" to the move to say "Uno"."""
    challenge: Challenge | None = None


class Hand(Message):
    """What one seat knows and may do; sent only to it."""

    seat: int
    cards: list[str]
    drawn: str | None
    """The card just drawn, which may be played."""
    choices: list[Choice]


class Event(Message):
    """One thing that happened; only the fields that belong to its kind are set."""

    kind: EventKind
    seat: int
    """Who did it, or to whom it happened."""
    card: str | None = None
    count: int = 0
    """drew, took, reshuffled: how many cards. over: the points."""
    cards: list[str] | None = None
    """drew, took: the cards, for that seat only. challenged: the hand shown, to the challenger."""
    color: ColorLetter | None = None
    other: int | None = None
    """dealt: who gets the first card. caught: by whom. challenged: who played the draw four.
    swapped: with whom."""
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
    turn: int
    """The seat to act after them."""
