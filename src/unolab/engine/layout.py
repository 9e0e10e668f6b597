"""The records: what the state of a game is made of, field by field.

Each class is read twice: by the reader and the type checker as a class, and by ``dtype_of`` as the
layout of a NumPy record. What everyone may see is ``Table``; what one player may see besides is
that player's ``Hand``. A bot is handed these two and can reach nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, cast, get_type_hints

import numpy as np

# One kind of number everywhere, because Numba compiles a function once for each. A GPU gives less
# room to them, and least to a Small: a seat, a card, a count of cards.
Int = Annotated[int, "int"]
Small = Annotated[int, "small"]
Word = Annotated[int, "u8"]
Seats = Annotated[list[int], "i4", 10]
Pile = Annotated[list[int], "u1", 112]  # 108 cards, rounded up to whole words
Ring = Annotated[list[int], "u2", 256]
Counts = Annotated[list[int], "i8", 10]
Pairs = Annotated[list[list[int]], "i8", (10, 10)]  # by bot and place, or by bot and bot

# The engine's constants are NumPy's numbers: Numba would compile a function again for every plain
# int that it is called with.
number: Final = cast("Callable[[int], int]", np.int64)


def lookup(values: Iterable[int], kind: type = np.int64) -> list[int]:
    """Make a table for the engine to look things up in."""
    return np.array(list(values), kind)  # type: ignore[return-value]


NOBODY: Final = number(-1)
NOTHING: Final = number(62)  # the top card when there is none

# Phases: what the seat to act has to decide
COLOR, TURN, DRAWN, PENALTY, SWAP, OVER = map(number, range(6))
PHASES: Final = ("color", "turn", "drawn", "penalty", "swap", "over")

# Choices of the rules, each by its place in the option's list
OPENING_OFFICIAL, OPENING_OPEN_WILD, OPENING_NO_WILDS, OPENING_INERT, OPENING_NONE = range(5)
DRAWN_MAY, DRAWN_MUST, DRAWN_KEEP = range(3)
STACK_NONE, STACK_SAME, STACK_UP, STACK_ANY = range(4)
WD4_CHALLENGE, WD4_STRICT, WD4_FREE = range(3)
TEST_COLOR, TEST_PLAYABLE = range(2)
DEALER_ROTATE, DEALER_FIXED, DEALER_RANDOM = range(3)


class Rng:
    """A random stream: the two words of xoroshiro128++."""

    a: Word
    b: Word


class RuleNumbers:
    """The rules as numbers, in the order of ``Rules``; a choice is its place in the list."""

    hand_size: Small
    opening: Small
    draw_when_able: Small
    draw_until_playable: Small
    drawn_card: Small
    stacking: Small
    wd4: Small
    wd4_test: Small
    two_player_reverse_skips: Small
    draw_plays_again: Small
    uno_penalty: Small
    last_card_draws: Small
    jump_in: Small
    seven_zero: Small
    target: Int
    low_score_wins: Small
    partners: Small
    turn_limit: Int
    dealer: Small


class Table:
    """What lies open: everyone may see all of it."""

    rules: RuleNumbers
    players: Small
    dealer: Small
    turn: Small  # the seat to act
    step: Small  # direction of play: 1 or -1
    phase: Small
    top: Small  # the card on top, a wild with its colour; NOTHING when there is none
    due: Small  # cards pending on the seat to act
    stock: Small  # how many cards are left to draw
    discarded: Small  # how many lie under the top
    uno: Small  # the seat that owes a call, or NOBODY
    said: Small  # whether "Uno" was said with the seven whose swap is due
    blocked: Small  # turns in a row in which nothing could be played or drawn
    turns: Int  # turns begun in this round
    winner: Small  # NOBODY until the round is over, and after a void one
    points: Int  # what the round was worth
    logged: Int  # events since the deal
    sizes: Seats  # cards in each hand
    gains: Seats  # what each seat got from this round
    totals: Seats  # what each seat had before it
    discards: Pile  # under the top, oldest first
    log: Ring  # the last 256 events, see log.py


class Hand:
    """What one player sees alone. ``two`` has the cards held at least twice, and so on."""

    seat: Small
    drawn: Small  # the card just drawn that may be played, or NOTHING
    one: Word
    two: Word
    three: Word
    four: Word


class Deck:
    """What nobody sees."""

    rng: Rng
    cards: Pile  # the stock; a draw takes any of them
    ordered: Small  # how many cards at the end of the stock have a fixed order, the next one last
    bluff: Small  # whether the wild draw four on top broke the rule when it was played
    shuffles: Small  # made from a long seed so far; 0 in all games where a draw takes any card
    swaps: Pile  # the choices of the next of them, see shuffle.py


class StateRecord:
    """Everything about one round."""

    table: Table
    hands: Annotated[list[Hand], Hand, 10]
    deck: Deck


class Cards:
    """Cards of which some may be there more than once, written as in a Hand."""

    one: Word
    two: Word
    three: Word
    four: Word


class Memory:
    """What a bot keeps for itself during a game; ``seen`` and the notes are set at the start."""

    seen: Int  # events read so far: -1 tells a bot that a game begins
    settings: Annotated[list[float], "f8", 42]  # the bot's numbers, which never change
    notes: Annotated[list[int], "i8", 16]  # what it wants to remember, all 0 at the start
    own: Cards  # the hand as it was
    # What a bot that counts cards keeps, see bots/counting.py
    top: Small
    unseen: Cards
    held: Annotated[list[Cards], Cards, 10]
    # The hand in an order, see bots/order.py
    listed: Int
    order: Pile
    arranged: Cards  # the hand when it was put in order


class Mind:
    """A bot: its function, and what it is handed of its own."""

    bot: Word  # the address of the function, see jit.py
    rng: Rng
    memory: Memory


class SeatSeed:
    """The seed of a seat's random stream, from which nobody can get back to that of the deck."""

    low: Word
    high: Word


class Minds:
    """The bots round the table. Chance belongs to the seat, whoever takes it."""

    order: Seats  # which bot sits at each seat
    seeds: Annotated[list[SeatSeed], SeatSeed, 10]
    each: Annotated[list[Mind], Mind, 10]


class Score:
    """What the bots got from one deal, which may be played several times with the seats rotated."""

    game: Int  # the game that is being played
    wins: Counts  # by bot
    points: Counts
    lags: Counts  # by seat: how many cards behind it was at worst, in this game


class Tally:
    """What many games came to, all of it in whole numbers: parts add up in any order."""

    ends: Annotated[list[int], "i8", 3]  # games won, ended by the turn limit, and stuck
    turns: Annotated[list[int], "i8", 1]
    lengths: Annotated[list[int], "i8", 1024]  # games by their turns, the last for all longer ones
    lags: Annotated[list[int], "i8", 128]  # by how many cards the winner was behind at worst
    seated: Pairs  # by bot and place: 0 is the first after the dealer
    wins: Pairs
    points: Pairs
    wins_by_pair: Pairs  # by bot and bot: the products of what they got from a deal, summed
    points_by_pair: Pairs


ROOMY: Final = {"int": "i8", "small": "i8"}
COMPACT: Final = {"int": "i4", "small": "i2"}


def dtype_of(record: type, room: dict[str, str] = ROOMY) -> np.dtype[Any]:
    """Lay out a record class for NumPy, every field at a multiple of its own size."""
    return _laid_out(record, room)[0]


def _laid_out(record: type, room: dict[str, str]) -> tuple[np.dtype[Any], int]:
    """Return the layout and its alignment, which NumPy forgets of a record within a record."""
    names, formats, offsets = [], [], []
    end = 0
    widest = 1
    for name, hint in get_type_hints(record, include_extras=True).items():
        kind, *shape = getattr(hint, "__metadata__", (hint,))
        if isinstance(kind, type):
            laid, size = _laid_out(kind, room)
        else:
            laid = np.dtype(room.get(kind, kind))
            size = laid.itemsize
        field = np.dtype((laid, shape[0])) if shape else laid
        names.append(name)
        formats.append(field)
        offsets.append(-(-end // size) * size)
        end = offsets[-1] + field.itemsize
        widest = max(widest, size)
    whole = -(-end // widest) * widest
    fields: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": whole}
    # np.record lets plain Python write state.table.turn too, when nothing is compiled
    return np.dtype((np.record, np.dtype(fields, align=True))), widest


STATE: Final = dtype_of(StateRecord)
TABLE: Final = dtype_of(Table)
HAND: Final = dtype_of(Hand)
MEMORY: Final = dtype_of(Memory)
RNG: Final = dtype_of(Rng)
MINDS: Final = dtype_of(Minds)
SCORE: Final = dtype_of(Score)
TALLY: Final = dtype_of(Tally)
