"""Deals that begin as a test needs it, found by trying one after the other."""

from collections.abc import Callable

from unolab import State
from unolab.errors import IllegalMove

from ..live import deals

ADA, BEN, CEM = range(3)


def deal(rules: str, players: int, fits: Callable[[State], bool]) -> tuple[str, State]:
    """Find a deal, and what it looks like."""
    found = next(deals(rules, players, fits))
    seed = int(found.rsplit("/", 1)[1])
    return found, State.deal(rules, players, seed)


def held(state: State, seat: int) -> list[str]:
    """List the cards of a seat, in the notation."""
    return [str(card) for card in state.hands[seat]]


def fitting(state: State) -> list[str]:
    """List the plain numbers that the seat to act can play."""
    moves = [str(move) for move in state.legal if move.is_play]
    return [move for move in moves if move[1].isdigit()]


def out_in_two() -> str:
    """Find a deal for two that Ada wins in two moves, with two Skips, one of which fits first."""

    def skips(state: State) -> bool:
        top, cards = str(state.top), held(state, ADA)
        if state.turn != ADA or not top[1].isdigit() or {card[1] for card in cards} != {"S"}:
            return False
        return [card[0] == top[0] for card in cards].count(True) == 1

    return deal("official+hand_size=2", 2, skips)[0]


def after(state: State, *moves: str) -> State | None:
    """Play moves of the seats to act; there is nothing after one that cannot be made."""
    for move in moves:
        try:
            state = state.play(move)
        except IllegalMove:
            return None
    return state
