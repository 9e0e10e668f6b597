"""The reasons of the coach in words, and what it says about a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from unolab.review.reasons import Reason
from unolab.text.show import address_player

Say = Callable[[Reason, str], str]
"""Makes words of a reason and of the name of the player that it is about."""

WORDS: Final[dict[str, Say]] = {
    "wins": lambda reason, name: "it wins",
    "next_has_few": lambda reason, name: f"{name} has only {count_cards(reason.cards)} left",
    "holds_up": lambda reason, name: f"it keeps {name} from playing",
    "makes_draw": lambda reason, name: f"{name} must draw {reason.cards}",
    "drew_on": lambda reason, name: f"{name} had to draw on {reason.color}",
    "named": lambda reason, name: f"{name} chose {reason.color}",
    "own_color": lambda reason, name: f"{count_cards(reason.cards)} of the hand are {reason.color}",
    "keeps_wild": lambda reason, name: "it keeps the wild for later",
    "spends_wild": lambda reason, name: "now is the time for the wild",
    "keeps_action": lambda reason, name: "it keeps the action card for later",
    "sheds": lambda reason, name: f"more {reason.color} cards can follow",
    "honest": lambda reason, name: f"the draw four is a bluff in only {reason.percent} % of cases",
    "bluff": lambda reason, name: f"the draw four is a bluff in {reason.percent} % of cases",
    "passes_on": lambda reason, name: f"it passes on {count_cards(reason.cards)}",
    "takes_fewest": lambda reason, name: f"{name} has {count_cards(reason.cards)}",
    "draws_choice": lambda reason, name: "a new card is worth more than what the hand has",
    "saves_points": lambda reason, name: f"it gets rid of {reason.points} points",
    "all_alike": lambda reason, name: "there is little between the moves",
}
"""What every reason says."""


def write_reason(reason: Reason, names: Sequence[str]) -> str:
    """Say a reason, as the end of a sentence."""
    name = "" if reason.seat is None else address_player(names[reason.seat])
    return WORDS[reason.key](reason, name)


def write_reasons(reasons: Sequence[Reason], names: Sequence[str]) -> str:
    """Say several reasons in one go."""
    return ", ".join(write_reason(reason, names) for reason in reasons)


def count_cards(cards: int | None) -> str:
    """Write a number of cards."""
    return "1 card" if cards == 1 else f"{cards} cards"
