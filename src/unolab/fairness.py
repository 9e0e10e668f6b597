"""Fair deals: a secret of the server and one of every player make the seed, and all can check it.

Before a round the server shows the *commitment* to its secret, the SHA-256 of it. Then every
player's device shows a commitment to a secret of its own, and only when all of these are fixed does
it show the secret itself. The seed is a hash of all the secrets, so one of them that was drawn at
random is enough to make the cards random. ``docs/fairness.md`` says what that proves and what not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_hex
from typing import Any, Final

from unolab.cards import DECK, Card
from unolab.errors import NotationError
from unolab.event import Event
from unolab.game import Game, read_seed
from unolab.shuffle import choose_swaps, is_long, swap_places

FORMAT: Final = "unolab proof 1"
LONGEST_PROOF: Final = 1_000_000  # characters of a proof
WILDS_IN_DECK: Final = 8
DRAWING: Final = ("drew", "took")  # the events with which cards leave the stock
SECRET: Final = re.compile("[0-9a-f]{64}")


def make_secret() -> str:
    """Make a secret: 256 random bits as 64 hexadecimal digits."""
    return token_hex(32)


def is_secret(text: str) -> bool:
    """Whether a text can be a secret, or the commitment to one."""
    return SECRET.fullmatch(text) is not None


def commit_to(secret: str) -> str:
    """Return the commitment to a secret: the SHA-256 of its text."""
    return sha256(secret.encode()).hexdigest()


def seed_of(source: str, shares: Sequence[Share]) -> int:
    """Return the seed of a round: from the server's secret and all shares, or as it was given."""
    if is_secret(source):
        return combine(source, [share.secret for share in shares if share.secret])
    return read_seed(source)


def combine(secret: str, others: Sequence[str]) -> int:
    """Return the seed that the server's secret and those of the players make, in their order."""
    text = " ".join(["unolab deal", secret, *others])
    return int(sha256(text.encode()).hexdigest(), 16)


@dataclass(frozen=True, slots=True)
class Share:
    """What one device added to a deal; the secret is empty if it was not told in time."""

    seat: int | None
    """The first of its seats; None for somebody who has bots play and watches."""
    commitment: str
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards that a seat took from the stock at one time."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealtCards:
    """Every card that came: the hands that were dealt, the card turned up, and all draws."""

    hands: tuple[tuple[Card, ...], ...]
    top: Card | None
    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked."""

    name: str
    passed: bool
    text: str


@dataclass(frozen=True, slots=True)
class Notes:
    """What a player's own device wrote down while the round was played."""

    commitment: str = ""
    """The server's, as it was shown before the deal."""
    secret: str = ""
    """The device's own."""
    seat: int | None = None
    hand: tuple[Card, ...] | None = None
    """The cards that were dealt to the seat."""
    draws: tuple[tuple[Card, ...], ...] | None = None
    """And those that it took, each time it did."""
    shares: tuple[str, ...] | None = None
    """All commitments of devices, as they were fixed before it revealed its secret."""
    number: int | None = None
    """The number of the round in its match."""
    drawings: int | None = None
    """How many times commitments were fixed for this deal."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A finished round with everything that it takes to check its cards."""

    game: Game
    commitment: str
    secret: str
    shares: tuple[Share, ...]
    cards: DealtCards
    notes: Notes = field(default_factory=Notes)

    @classmethod
    def parse(cls, text: str) -> Proof:
        """Read a proof as ``to_json`` writes it."""
        if len(text) > LONGEST_PROOF:
            raise NotationError(
                f"a proof has at most {LONGEST_PROOF:,} characters, not {len(text):,}"
            )
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise NotationError("this is no proof: expected a JSON object") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise NotationError(f'this is no proof: "format" is not "{FORMAT}"')
        try:
            return cls(
                game=Game.parse(data["game"]),
                commitment=_secret(data["commitment"]),
                secret=_secret(data["secret"]),
                shares=tuple(map(_share, data["shares"])),
                cards=DealtCards(
                    tuple(map(_cards, data["hands"])),
                    None if data["top"] is None else Card.parse(data["top"]),
                    tuple(Draw(_seat(d["seat"]), _cards(d["cards"])) for d in data["draws"]),
                ),
                notes=_notes(data.get("notes") or {}),
            )
        except KeyError as error:
            raise NotationError(f'this proof is incomplete: "{error.args[0]}" is missing') from None
        except (TypeError, AttributeError) as error:
            raise NotationError(f"this proof is malformed: {error}"[:100]) from None

    def to_json(self) -> dict[str, Any]:
        """Return the proof as it is kept in a file."""
        cards = self.cards
        return {
            "format": FORMAT,
            "game": str(self.game),
            "commitment": self.commitment,
            "secret": self.secret,
            "shares": [
                {"seat": share.seat, "commitment": share.commitment, "secret": share.secret}
                for share in self.shares
            ],
            "hands": [list(map(str, hand)) for hand in cards.hands],
            "top": None if cards.top is None else str(cards.top),
            "draws": [
                {"seat": draw.seat, "cards": list(map(str, draw.cards))} for draw in cards.draws
            ],
        }

    @property
    def used(self) -> list[str]:
        """The players' secrets that went into the seed."""
        return [share.secret for share in self.shares if share.secret]

    @property
    def is_conclusive(self) -> bool:
        """Whether what the player wrote down excludes that anybody chose the cards."""
        notes = self.notes
        seen = notes.commitment and notes.shares is not None and notes.number is not None
        whole = notes.secret in self.used and notes.drawings == 1
        return bool(seen) and whole and not self.left_out

    @property
    def left_out(self) -> list[Share]:
        """The shares whose secrets were not revealed in time."""
        return [share for share in self.shares if not share.secret]

    def leaves_out(self, secret: str) -> bool:
        """Whether a device committed to a secret that was not revealed in time."""
        commitment = commit_to(secret)
        committed = any(share.commitment == commitment for share in self.left_out)
        return committed and secret not in self.used

    def check(self) -> list[Check]:
        """Check everything; what the player wrote down counts where it is there."""
        return [*self._check_secrets(), *self._check_cards(), *self._check_notes()]

    def _check_secrets(self) -> Iterator[Check]:
        fits = commit_to(self.secret) == self.commitment
        yield Check("commitment", fits, "the server's secret fits its commitment")
        for share in self.shares:
            told = "the spectator" if share.seat is None else f"seat {share.seat}"
            if share.secret:
                fits = commit_to(share.secret) == share.commitment
                yield Check("share", fits, f"the secret of {told} fits its commitment")
            else:
                yield Check("left_out", True, f"{told} did not reveal its secret and was left out")
        seats = [share.seat for share in self.shares]
        fit = len({*seats}) == len(seats) and all(s is None or s < self.game.players for s in seats)
        yield Check("seats", fit, "every share is of another seat")
        seed = seed_of(self.secret, self.shares)
        yield Check("seed", self.game.seed == seed, "the seed follows from all the secrets")

    def _check_cards(self) -> Iterator[Check]:
        dealt = cards_of(self.game)
        yield Check("order", follows_shuffle(self.game), "the deck was shuffled by the seed")
        yield Check("hands", dealt.hands == self.cards.hands, "the hands are those of the deck")
        yield Check("top", dealt.top == self.cards.top, "the first card is that of the deck")
        number = sum(len(draw.cards) for draw in dealt.draws)
        same = dealt.draws == self.cards.draws
        cards = "the one card" if number == 1 else f"all {number} cards"
        yield Check("draws", same, f"{cards} drawn later fit the deck")
        yield Check("end", self.game.over, "the round was played to its end")

    def _check_notes(self) -> Iterator[Check]:
        notes = self.notes
        if notes.commitment:
            same = notes.commitment == self.commitment
            yield Check("noted_commitment", same, "the commitment is the one shown before the deal")
        if notes.secret and self.leaves_out(notes.secret):
            told = "your own secret was left out: it came too late, or the server left it out"
            yield Check("noted_left_out", True, told)
        elif notes.secret:
            used = notes.secret in self.used
            yield Check("noted_secret", used, "your own secret went into the seed")
        if notes.shares is not None:
            same = notes.shares == tuple(share.commitment for share in self.shares)
            told = "the players' commitments are those that were fixed before you revealed"
            yield Check("noted_shares", same, told)
        if notes.number is not None:
            same = notes.number == self.game.number
            yield Check("noted_number", same, "the number of the round is the one you saw")
        if notes.drawings is not None and notes.drawings > 1:
            told = f"secrets were exchanged {notes.drawings} times before this deal"
            yield Check("noted_drawings", True, told)
        yield from self._check_noted_cards()

    def _check_noted_cards(self) -> Iterator[Check]:
        notes = self.notes
        if notes.seat is None and notes.hand is None and notes.draws is None:
            return
        yield Check("noted_seat", self._has_noted_seat(), "your notes are about a seat of yours")
        if notes.seat is None or notes.seat >= self.game.players:
            return
        dealt = cards_of(self.game)
        if notes.hand is not None:
            same = sorted(notes.hand) == sorted(dealt.hands[notes.seat])
            yield Check("noted_hand", same, "your hand was the one you saw")
        if notes.draws is not None:
            drawn = [sorted(draw.cards) for draw in dealt.draws if draw.seat == notes.seat]
            same = drawn == [sorted(cards) for cards in notes.draws]
            yield Check("noted_draws", same, "you drew the cards that you saw")

    def _has_noted_seat(self) -> bool:
        """Whether the seat of the notes is at the table, and belongs to the device's own share."""
        seat = self.notes.seat
        if seat is None or seat >= self.game.players:
            return False
        shared = [share.seat for share in self.shares if share.secret == self.notes.secret]
        # a device with several seats has its share under the first of them
        return not self.notes.secret or all(at is not None and at <= seat for at in shared)


def cards_of(game: Game) -> DealtCards:
    """Play a game again and list every card that came off the stock."""
    start = game.start
    draws = _draws(start.events)  # the card turned up may have made somebody draw
    hands = [*map(list, start.hands)]
    for draw in draws:
        for card in draw.cards:
            hands[draw.seat].remove(card)
    for _, state in game.steps():
        draws += _draws(state.events)
    return DealtCards(tuple(map(tuple, hands)), start.top, tuple(draws))


def _draws(events: Sequence[Event]) -> list[Draw]:
    """List what each seat drew in one move; an event tells all that its seat drew in it."""
    drawn = {e.seat: e.cards for e in events if e.kind in DRAWING and e.cards}
    return [Draw(seat, cards) for seat, cards in drawn.items()]


def follows_shuffle(game: Game) -> bool:
    """Whether the cards of a game came in the order of the shuffle, as ``docs/fairness.md`` has it.

    Hands are dealt seat by seat, each from the end of the deck. Then the first card is turned up,
    and wilds that may not lie there go to the bottom. When the stock is empty, all that was played
    but the last card is shuffled anew, in the order in which it was played.
    """
    if not is_long(game.seed):
        return False
    dealt = cards_of(game)
    stock = Stock(game)
    if not all(stock.gives(hand) for hand in dealt.hands):
        return False
    if dealt.top is not None and not stock.turns_up(dealt.top):
        return False
    return all(
        stock.follows(events)
        for events in (game.start.events, *(state.events for _, state in game.steps()))
    )


class Stock:
    """The stock and the pile of a game, told by the shuffle alone: the engine has no part in it."""

    def __init__(self, game: Game) -> None:
        """Shuffle the deck."""
        self._game = game
        self._shuffles = 0
        self._cards = self._shuffle(DECK)
        self._pile: list[Card] = []

    def gives(self, cards: Sequence[Card]) -> bool:
        """Take as many cards off, and say whether they are these, in whatever order."""
        return sorted(self._take() for _ in cards) == sorted(cards)

    def turns_up(self, top: Card) -> bool:
        """Turn up the first card, and say whether it is this one."""
        refused: list[Card] = []
        while (card := self._take()) != top.plain and len(refused) < WILDS_IN_DECK:
            refused.append(card)
        self._cards = [*reversed(refused), *self._cards]
        self._pile.append(card)
        return card == top.plain and all(card.is_wild for card in refused)

    def follows(self, events: Sequence[Event]) -> bool:
        """Do what happened in one move, and say whether the cards that were drawn are those."""
        taken: dict[int, list[Card]] = {}
        for event in events:
            if event.kind == "played" and event.card is not None:
                self._pile.append(event.card.plain)
            elif event.kind in DRAWING and event.count:
                cards = taken.setdefault(event.seat, [])
                cards += [self._take() for _ in range(event.count)]
        drawn = {draw.seat: sorted(draw.cards) for draw in _draws(events)}
        return drawn == {seat: sorted(cards) for seat, cards in taken.items()}

    def _take(self) -> Card:
        if not self._cards:
            *played, top = self._pile
            self._cards, self._pile = self._shuffle(played), [top]
        return self._cards.pop()

    def _shuffle(self, cards: Sequence[Card]) -> list[Card]:
        swaps = choose_swaps(self._game.seed, self._game.number, self._shuffles)
        self._shuffles += 1
        return swap_places(cards, swaps)


# ── reading a file ────────────────────────────────────────────────────────────────────────────────


def _secret(text: object) -> str:
    if not isinstance(text, str) or not is_secret(text):
        raise NotationError("secrets and commitments are written with 64 hexadecimal digits")
    return text


def _share(data: dict[str, Any]) -> Share:
    secret = data["secret"] and _secret(data["secret"])
    seat = None if data["seat"] is None else _seat(data["seat"])
    return Share(seat, _secret(data["commitment"]), secret)


def _seat(number: object) -> int:
    if type(number) is not int or not 0 <= number < 10:
        raise NotationError(f"there is no seat {number!r:.20}: seats are 0 to 9")
    return number


def _count(number: object) -> int | None:
    if number is not None and (type(number) is not int or not 0 <= number < 1 << 48):
        raise NotationError(f"{number!r:.20} is no count")
    return number


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


def _notes(data: dict[str, Any]) -> Notes:
    seat, hand, draws = data.get("seat"), data.get("hand"), data.get("draws")
    return Notes(
        commitment=(data.get("commitment") and _secret(data["commitment"])) or "",
        secret=(data.get("secret") and _secret(data["secret"])) or "",
        seat=None if seat is None else _seat(seat),
        hand=None if hand is None else _cards(hand),
        draws=None if draws is None else tuple(map(_cards, draws)),
        shares=None if data.get("shares") is None else tuple(map(_secret, data["shares"])),
        number=_count(data.get("number")),
        drawings=_count(data.get("drawings")),
    )
