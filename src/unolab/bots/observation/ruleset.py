"""The part of an observation that tells the rules: a byte for each choice, or a number."""

from __future__ import annotations

from typing import Any

from unolab.bots.observation.layout import RULE_BYTES
from unolab.engine.jit import inlined, jit
from unolab.engine.layout import RuleNumbers, number
from unolab.rules import OPTIONS

_FIRST = {name: number(place) for place, (name, _) in reversed([*enumerate(RULE_BYTES)])}
assert tuple(_FIRST) == tuple(reversed(OPTIONS))

HAND_SIZE = _FIRST["hand_size"]
OPENING = _FIRST["opening"]
DRAW_WHEN_ABLE = _FIRST["draw_when_able"]
DRAW_UNTIL_PLAYABLE = _FIRST["draw_until_playable"]
DRAWN_CARD = _FIRST["drawn_card"]
STACKING = _FIRST["stacking"]
WD4 = _FIRST["wd4"]
WD4_TEST = _FIRST["wd4_test"]
TWO_PLAYER_REVERSE_SKIPS = _FIRST["two_player_reverse_skips"]
DRAW_PLAYS_AGAIN = _FIRST["draw_plays_again"]
UNO_PENALTY = _FIRST["uno_penalty"]
LAST_CARD_DRAWS = _FIRST["last_card_draws"]
JUMP_IN = _FIRST["jump_in"]
SEVEN_ZERO = _FIRST["seven_zero"]
TARGET = _FIRST["target"]
LOW_SCORE_WINS = _FIRST["low_score_wins"]
PARTNERS = _FIRST["partners"]
TURN_LIMIT = _FIRST["turn_limit"]
DEALER = _FIRST["dealer"]


@inlined
def count_digits(value: int) -> int:
    """Return how many binary digits a number has, which is told of those that fit no byte."""
    digits = number(0)
    while value > 0:
        value >>= 1
        digits += 1
    return digits


@jit
def write_rules(rules: RuleNumbers, row: Any, first: int) -> None:
    """Write the rules into the bytes about them (layout.RULE_BYTES), which are zeros so far."""
    row[first + HAND_SIZE] = rules.hand_size
    row[first + OPENING + rules.opening] = 1
    row[first + DRAW_WHEN_ABLE] = rules.draw_when_able
    row[first + DRAW_UNTIL_PLAYABLE] = rules.draw_until_playable
    row[first + DRAWN_CARD + rules.drawn_card] = 1
    row[first + STACKING + rules.stacking] = 1
    row[first + WD4 + rules.wd4] = 1
    row[first + WD4_TEST + rules.wd4_test] = 1
    row[first + TWO_PLAYER_REVERSE_SKIPS] = rules.two_player_reverse_skips
    row[first + DRAW_PLAYS_AGAIN] = rules.draw_plays_again
    row[first + UNO_PENALTY] = rules.uno_penalty
    row[first + LAST_CARD_DRAWS] = rules.last_card_draws
    row[first + JUMP_IN] = rules.jump_in
    row[first + SEVEN_ZERO] = rules.seven_zero
    row[first + TARGET] = count_digits(rules.target)
    row[first + LOW_SCORE_WINS] = rules.low_score_wins
    row[first + PARTNERS] = rules.partners
    row[first + TURN_LIMIT] = count_digits(rules.turn_limit)
    row[first + DEALER + rules.dealer] = 1
