"""The numbers of a bot: names, ranges, published values, and the places where it finds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Final

from unolab.bots.kit.choice import CARD_KINDS
from unolab.bots.kit.manners import BLUFF_SLOT, CHALLENGE_SLOT, FORGET_SLOT, JUDGE_SLOT
from unolab.engine.layout import number
from unolab.errors import BotSettings, show, suggestion

# Places in ``memory.settings``; those for each kind of card are six in a row
RANK: Final = number(0)
END_RANK: Final = number(6)
LIMIT: Final = number(12)
END_LIMIT: Final = number(18)
DRAWN_LIMIT: Final = number(24)
SLACK: Final = number(30)
COLOR_FIRST: Final = number(31)
COMMON_COLOR: Final = number(32)
ENDGAME: Final = number(33)
COUNTING: Final = number(34)
WEIGHT: Final = number(0)
COUNT_WEIGHT: Final = number(6)
WEIGHTS: Final = number(0)  # where a network is, in this process
CRITIC: Final = number(1)  # where the critic is that goes with it
READER: Final = number(2)  # where what reads hands is
NETWORK_SLOTS: Final = WEIGHTS, CRITIC, READER
SEARCH: Final = number(3)  # how a network searches, six in a row
OWN_SLOTS: Final = 38  # the last four are every bot's


@dataclass(frozen=True)
class Parameter:
    """A number that a bot plays by. ``points`` is its value where points are what counts.

    ``likely`` is where a search looks for a better one, if not everywhere. Of parameters that have
    the same ``order``, only which is larger than which matters.
    """

    name: str
    slot: int
    default: float
    low: float
    high: float
    about: str
    whole: bool = True
    points: float | None = None
    likely: tuple[float, float] | None = None
    order: str = ""

    @property
    def is_switch(self) -> bool:
        """Whether it is 1 or 0."""
        return self.whole and (self.low, self.high) == (0, 1)

    def value(self, variant: str) -> float:
        """Return the published value, for win rate or for points."""
        return self.points if variant == "points" and self.points is not None else self.default

    def check(self, bot: str, value: object) -> float:
        """Return a value that is one, or raise BotSettings."""
        number = as_number(value)
        fine = number is not None and self.low <= number <= self.high
        if number is None or not fine or (self.whole and number != int(number)):
            kind = "a whole number" if self.whole else "a number"
            raise BotSettings(
                f"{bot}: {self.name} is {kind} from {short(self.low)} to {short(self.high)}, "
                f"not {show(value) if number is None else short(number)}"
            )
        return number


def as_number(value: object) -> float | None:
    """Take a number, NumPy's too; None if it is none."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def short(value: float) -> str:
    """Write a number as one types it."""
    return f"{int(value)}" if abs(value) < 1e15 and value == int(value) else f"{value!r}"


def by_kind(
    name: str,
    slot: int,
    about: str,
    win: Sequence[float],
    points: Sequence[float] | None = None,
    low: float = 1,
    high: float = 6,
    whole: bool = True,
    likely: tuple[float, float] | None = None,
    order: str = "",
) -> Iterator[Parameter]:
    """Make six parameters, one for each kind of card."""
    for place, kind in enumerate(CARD_KINDS):
        other = None if points is None else points[place]
        yield Parameter(
            f"{name}_{kind}",
            slot + place,
            win[place],
            low,
            high,
            about,
            whole,
            other,
            likely,
            order,
        )


def switch(name: str, slot: int, about: str) -> Parameter:
    """Make a parameter that is 1 or 0, and is 1 where nothing is said."""
    return Parameter(name, slot, 1, 0, 1, about)


FORGET: Final = Parameter(
    "forget", FORGET_SLOT, 0, 0, 1, 'how often it forgets to say "Uno"', whole=False
)
ALWAYS: Final = (
    FORGET,
    Parameter("challenge", CHALLENGE_SLOT, 0, 0, 1, "how often it doubts a draw four", whole=False),
    Parameter("judge", JUDGE_SLOT, 0, 0, 1, "whether it judges which to doubt instead: 1 or 0"),
    Parameter(
        "bluff",
        BLUFF_SLOT,
        0,
        0,
        1,
        "how often it bluffs with a draw four where that pays",
        whole=False,
    ),
)


def parameter_of(bot: str, parameters: Iterable[Parameter], name: str) -> Parameter:
    """Find a parameter by its name, or raise BotSettings."""
    known = {parameter.name: parameter for parameter in parameters}
    if name not in known:
        hint = suggestion(name, known)
        those = ", ".join(known) or "none"
        raise BotSettings(f"{bot} has no setting {show(name)}{hint}; it has {those}")
    return known[name]
