"""What the tests share: positions, moves and answers in the notation.

A hand written ``@`` (or ending in it) gets every card that the position does not mention, so that
the stock is exactly what follows the dash.
"""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from _pytest.mark import ParameterSet

from unolab import DECK, Card, IllegalMove, Match, Move, State
from unolab.cards import cards

PRESETS = ("official", "swing", "kata", "unoai", "nifty", "duel")
FULL = Counter(DECK)


def slowly(*values: object) -> list[ParameterSet]:
    """Try these values only where everything is compiled."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


def thoroughly(*values: object) -> list[ParameterSet]:
    """Try these values only with ``--thorough``."""
    marks = (pytest.mark.slow, pytest.mark.thorough)
    return [
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=marks)
        for value in values
    ]


def on(first: str, *others: str) -> pytest.MarkDecorator:
    """Run a test under each of these rules; as plain Python under the first, which is enough."""
    return pytest.mark.parametrize("rules", [first, *slowly(*others)])


everywhere = on(*PRESETS)


def filled(position: str) -> str:
    """Write out the hand ``@``."""
    head, _, draws = position.partition(" - ")
    top, _, hands, *marks = head.split(" ")
    under = "".join(mark[1:] for mark in marks if mark.startswith("_"))
    mentioned = cards(top.strip("-") + hands.replace("/", "").replace("@", "") + under + draws)
    rest = FULL - Counter(card.plain for card in mentioned)
    return position.replace("@", "".join(map(str, rest.elements())))


def at(position: str, rules: str = "official", seed: int = 0) -> State:
    """Set up a position."""
    return State.parse(filled(position), rules, seed)


def after(position: str, *moves: str, rules: str = "official", seed: int = 0) -> State:
    """Set up a position and make these moves."""
    state = at(position, rules, seed)
    for move in moves:
        state = state.play(move)
    return state


def opened(hands: str, turned: str, rules: str = "official") -> State:
    """Deal exactly these hands; the cards turned up, and the next draws, follow."""
    size = len(hands.partition("/")[0]) // 2
    players = hands.count("/") + 1
    dealt = hands.replace("/", "") + turned
    return State.deal(f"{rules}+hand_size={size}", players, cards=dealt)


def show(state: State) -> str:
    """Write a position without the number of its turn, which only some rules count."""
    return re.sub(r" ~\d+", "", str(state))


def legal(state: State) -> str:
    """List the moves of the seat to act; ``*W`` and ``*F`` stand for all four colours."""
    moves = [str(move) for move in state.legal]
    folded = []
    for face in "WF":
        ways = [color + face for color in "RYGB"]
        if set(ways) <= set(moves):
            moves = [move for move in moves if move not in ways]
            folded.append("*" + face)
    plays = sum(Move.parse(move).is_play for move in moves)
    return " ".join(moves[:plays] + folded + moves[plays:])


def with_draw(rules: str, moves: str) -> str:
    """Add the draw where a player who can play may draw all the same."""
    return f"{moves} +" if rules in ("official", "unoai", "duel") else moves


def asides(state: State) -> str:
    """List what may be done out of turn."""
    return " ".join(map(str, state.out_of_turn))


def hand(state: State, seat: int) -> str:
    """Write one hand."""
    return "".join(map(str, state.hands[seat]))


def refuses(state: State, *moves: str) -> None:
    """Check that none of these moves is allowed, and that trying changes nothing."""
    before = str(state)
    for move in moves:
        with pytest.raises(IllegalMove):
            state.play(move)
    assert str(state) == before


def count(state: State) -> int:
    """Count all cards, wherever they are."""
    on_top = state.top is not None
    return sum(state.sizes) + len(state.discards) + on_top + state.stock


def complete(state: State) -> bool:
    """Say whether no card was lost, doubled or left with a colour that it must not wear."""
    held = [card for held in state.hands for card in held]
    lying = [card.plain for card in (*state.discards, state.top) if card is not None]
    return Counter[Card](held + lying) <= FULL and count(state) == len(DECK)


def walk(state: State, seed: int, moves: int = 200) -> Iterator[State]:
    """Play at random, out of turn too, and yield every state on the way."""
    rng = Random(seed)
    yield state
    for _ in range(moves):
        if state.over:
            return
        state = state.play(rng.choice([*state.legal, *state.out_of_turn]))
        yield state


def round_over(match: Match) -> Match:
    """Play the round to its end, everyone playing the first card that fits."""
    while not match.state.over:
        match = match.play(match.state.legal[0])
    return match


def finished(match: Match) -> Match:
    """Play a match to its end in the same way."""
    match = round_over(match)
    while not match.over:
        match = round_over(match.next_round())
    return match
