"""The options of the rules as data: their values, what each means to a player, what clashes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from unolab.errors import NotationError, show, suggestion

OptionValue = str | int  # a bool is an int too


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One question that the rules leave open, and its possible answers."""

    name: str
    about: str
    """What it decides, in a few words."""
    meanings: Mapping[OptionValue | None, str]
    """A sentence for each value; the sentence under None speaks for every other number."""
    numbers: range | None = None
    """The numbers allowed; None if ``meanings`` lists every value."""

    @property
    def values(self) -> tuple[OptionValue, ...] | range:
        """Every value; the place of a choice in this tuple is its code."""
        if self.numbers is not None:
            return self.numbers
        return tuple(value for value in self.meanings if value is not None)

    @property
    def kind(self) -> type[OptionValue]:
        """The type of the values: bool, int or str."""
        return type(self.values[0])

    @property
    def expected(self) -> str:
        """Say what may be written: ``one of none, same, up, any``."""
        if self.numbers is not None:
            return f"a whole number from {self.numbers[0]} to {self.numbers[-1]}"
        spelled = [self.text(value) for value in self.values]
        return "true or false" if self.kind is bool else f"one of {', '.join(spelled)}"

    def meaning(self, value: OptionValue) -> str:
        """Say in one sentence what a value means to a player."""
        return (self.meanings.get(value) or self.meanings[None]).format(value)

    def text(self, value: OptionValue) -> str:
        """Spell a value as the rules text does."""
        return str(value).lower()

    def read(self, text: str) -> OptionValue:
        """Read a value from the rules text, the inverse of :meth:`text`."""
        if self.numbers is None:
            for value in self.values:
                if self.text(value) == text:
                    return value
            hint = suggestion(text, map(self.text, self.values))
            raise NotationError(f"{self.name} must be {self.expected}, not {show(text)}{hint}")
        plain = text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
        if plain and len(text) <= 9 and int(text) in self.numbers:
            return int(text)
        raise NotationError(f"{self.name} must be {self.expected}, not {show(text)}")

    def check(self, value: object) -> None:
        """Raise ValueError unless this is one of the values and exactly of their type."""
        if type(value) is not self.kind or value not in self.values:
            expected = "True or False" if self.kind is bool else self.expected
            hint = suggestion(value, map(self.text, self.values)) if self.kind is str else ""
            raise ValueError(f"{self.name} must be {expected}, not {show(value)}{hint}")

    def code(self, value: OptionValue) -> int:
        """Turn a value into the small integer that the compiled engine reads."""
        return tuple(self.meanings).index(value) if isinstance(value, str) else int(value)


_ALL = (
    Option(
        "hand_size",
        "cards dealt to each player",
        {1: "Each player starts with 1 card.", None: "Each player starts with {} cards."},
        range(1, 11),
    ),
    Option(
        "opening",
        "the first card turned up",
        {
            "official": "The first card takes effect: after a Wild the first player names the "
            "colour, and a Wild Draw Four goes back into the deck.",
            "open_wild": "A Wild turned up first has no colour, so any card may follow it.",
            "no_wilds": "A Wild turned up first goes back into the deck, as a Wild Draw Four does.",
            "inert": "The first card has no effect, and a wild card turned up first goes back.",
            "none": "No card is turned up, and the first player may begin with any card.",
        },
    ),
    Option(
        "draw_when_able",
        "drawing when a card could be played",
        {
            False: "Whoever can play a card must play one; only those who cannot play draw.",
            True: "A player may draw even when able to play.",
        },
    ),
    Option(
        "draw_until_playable",
        "how many cards a turn's draw takes",
        {
            False: "A player who draws takes one card.",
            True: "A player who draws goes on until a card comes that can be played.",
        },
    ),
    Option(
        "drawn_card",
        "a drawn card that can be played",
        {
            "may": "A drawn card that can be played may be played at once or kept.",
            "must": "A drawn card that can be played must be played at once.",
            "keep": "A drawn card is never played at once: drawing ends the turn.",
        },
    ),
    Option(
        "stacking",
        "answering a draw card with another",
        {
            "none": "A draw card cannot be answered with another.",
            "same": "A draw card may be answered with another of the same kind; the sum passes on.",
            "up": "A draw card may be answered with another of the same kind, and a Draw Two also "
            "with a Wild Draw Four; the sum passes on.",
            "any": "A draw card may be answered with any other draw card; the sum passes on.",
        },
    ),
    Option(
        "wd4",
        "when a Wild Draw Four may be played",
        {
            "challenge": "A Wild Draw Four may always be played, and the next player may challenge "
            "it: a bluffer draws the 4 cards, a wrong challenger draws 6.",
            "strict": "A Wild Draw Four may be played only when it is not a bluff, so there is "
            "nothing to challenge.",
            "free": "A Wild Draw Four may always be played, and nobody may challenge it.",
        },
    ),
    Option(
        "wd4_test",
        "what makes a Wild Draw Four a bluff",
        {
            "color": "A Wild Draw Four is a bluff if its player holds a card of the colour in "
            "force.",
            "playable": "A Wild Draw Four is a bluff if its player could have played any other "
            "card, more draw fours aside.",
        },
    ),
    Option(
        "two_player_reverse_skips",
        "a Reverse between two players",
        {
            False: "With two players a Reverse does nothing.",
            True: "With two players a Reverse works like a Skip.",
        },
    ),
    Option(
        "draw_plays_again",
        "who moves after a draw card",
        {
            False: "After a draw card the turn goes to the player after the one who drew.",
            True: "Whoever makes another player draw with a draw card takes one more turn.",
        },
    ),
    Option(
        "uno_penalty",
        "cards for a missed Uno call",
        {
            0: "Nobody needs to call Uno.",
            1: "A player caught without having called Uno draws 1 card.",
            None: "A player caught without having called Uno draws {} cards.",
        },
        range(11),
    ),
    Option(
        "last_card_draws",
        "a draw card played last",
        {
            False: "A draw card played as the last card makes nobody draw.",
            True: "A draw card played as the last card still makes the next player draw, "
            "and those cards count.",
        },
    ),
    Option(
        "jump_in",
        "playing out of turn",
        {
            False: "Cards are played in turn only.",
            True: "Anyone holding a card identical to the top one, wilds excepted, may play it "
            "out of turn, and play continues from there.",
        },
    ),
    Option(
        "seven_zero",
        "sevens and zeros",
        {
            False: "Sevens and zeros are ordinary numbers.",
            True: "Whoever plays a 7 swaps hands with a player of their choice; "
            "a 0 moves every hand one seat on in the direction of play.",
        },
    ),
    Option(
        "target",
        "points that end the match",
        {
            0: "The match is a single round.",
            1: "The match ends when a total reaches 1 point.",
            None: "The match ends when a total reaches {:,} points.",
        },
        range(1_000_001),
    ),
    Option(
        "low_score_wins",
        "who scores what",
        {
            False: "Whoever goes out scores the cards left in the other hands, "
            "and the highest total wins.",
            True: "Everyone scores the cards left in their own hand, and the lowest total wins.",
        },
    ),
    Option(
        "partners",
        "playing alone or in teams",
        {
            False: "Everyone plays alone.",
            True: "Four players form two teams, partners sitting opposite; a team whose player "
            "goes out scores both opponents' cards.",
        },
    ),
    Option(
        "turn_limit",
        "turns after which a round is void",
        {
            0: "A round may last as long as it takes, up to 10,000 turns.",
            1: "A round that is not won after 1 turn is void, and nobody scores.",
            None: "A round that is not won after {:,} turns is void, and nobody scores.",
        },
        range(1_000_001),
    ),
    Option(
        "dealer",
        "who deals the next round",
        {
            "rotate": "The last seat deals the first round, and then the deal goes round "
            "clockwise.",
            "fixed": "The last seat deals every round, so the first seat always begins.",
            "random": "The dealer of every round is drawn by lot.",
        },
    ),
)

OPTIONS = {option.name: option for option in _ALL}
"""Every option by name, in the order of the fields of Rules."""


class Clash(NamedTuple):
    """Two settings that cannot go together."""

    settings: tuple[tuple[str, tuple[OptionValue, ...]], ...]
    """The options, each with the values that clash."""
    why: str
    instead: str

    @property
    def names(self) -> list[str]:
        """The options that clash."""
        return [name for name, _ in self.settings]

    def applies(self, value_of: Callable[[str], OptionValue | None]) -> bool:
        """Whether these settings clash."""
        return all(value_of(name) in values for name, values in self.settings)

    def find(self, value_of: Callable[[str], OptionValue]) -> str:
        """Return the sentence that refuses these settings, or nothing."""
        if not self.applies(value_of):
            return ""
        first, second = (f"{n}={OPTIONS[n].text(value_of(n))}" for n, _ in self.settings)
        return f"{first} cannot go with {second}: {self.why}; use {self.instead}"


_STACKED = ("stacking", ("same", "up", "any"))

CLASHES = (
    Clash(
        (_STACKED, ("wd4", ("challenge",))),
        "a draw four that was passed on leaves nobody to challenge",
        "wd4=strict or wd4=free",
    ),
    Clash(
        (_STACKED, ("draw_plays_again", (True,))),
        "when the sum has passed from player to player, nobody can say whose extra turn it is",
        "stacking=none or draw_plays_again=false",
    ),
    Clash(
        (("draw_until_playable", (True,)), ("drawn_card", ("keep",))),
        "the drawing would go on until a card can be played, and then that card could not be",
        "drawn_card=may or drawn_card=must",
    ),
    Clash(
        (("partners", (True,)), ("low_score_wins", (True,))),
        "a team scores what its opponents hold, but a low score counts one's own cards",
        "one of the two",
    ),
)
