"""Chance made explicit: deals and moves whose cards are chosen one by one from outside.

A deal or a move is tried with the cards chosen so far. If the engine takes more cards than that,
it is not made yet: another card has to be chosen, from the stock as it is at that point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from unolab.bots.observation.evidence import KIND
from unolab.cards import DECK, Card
from unolab.engine import calls, log
from unolab.engine.record import CARDS, Record, copy_record
from unolab.moves import SEAT_UNIT, Move
from unolab.rules import Rules
from unolab.state import State

KINDS: Final = tuple(sorted({*DECK}, key=lambda card: KIND[card]))
"""What chance can choose: the kinds of cards."""
Stock = Counter[Card]


def deal(rules: Rules, players: int, chosen: Sequence[Card]) -> State | Stock:
    """Deal these cards, or return what the next one is chosen from.

    A card turned up that may not open goes back into the stock for another: all the same as
    choosing among those that may.
    """
    stock = Counter(DECK)
    stock.subtract(chosen)
    dealt = players * rules.hand_size
    if len(chosen) < dealt:
        return +stock
    state = _deal(rules, players, chosen)
    if _stream(state) == _untouched(rules, players):
        return state
    if len(chosen) == dealt:
        return Counter({card: stock[card] for card in _openers(rules, players) if stock[card] > 0})
    return +stock


def make(state: State, seat: int, move: Move, chosen: Sequence[Card]) -> State | Stock:
    """Make a move with these cards, or return what the next one is chosen from."""
    before = state.to_record()
    stock = _list_stock(before)
    first, later = chosen[: len(stock)], chosen[len(stock) :]
    _lay_on_top(before, stock, first)
    _fix_order(before)
    after, pile = _try(before, seat, move)
    if later:
        _choose_swaps(before, pile, later)
        after, _ = _try(before, seat, move)
    drawn = len(stock) + len(pile) - int(after["table"]["stock"][0])
    if drawn > len(chosen):
        left = Counter(pile if len(chosen) >= len(stock) else stock)
        left.subtract(later if len(chosen) >= len(stock) else first)
        return +left
    _forget_order(after)
    return State.from_record(state.rules, after, state.to_record())


# ── the deal ──────────────────────────────────────────────────────────────────────────────────────


def _deal(rules: Rules, players: int, cards: Sequence[Card]) -> State:
    return State.deal(rules, players, dealer=players - 1, cards=cards)


def _stream(state: State) -> tuple[int, int]:
    """Return where the engine's own random stream is, which moves on with every card it chooses."""
    rng = state.to_record()["deck"]["rng"][0]
    return int(rng["a"]), int(rng["b"])


@lru_cache
def _untouched(rules: Rules, players: int) -> tuple[int, int]:
    return _stream(_deal(rules, players, DECK))


@lru_cache
def _openers(rules: Rules, players: int) -> tuple[Card, ...]:
    """Return the cards that may be turned up first: those that are not put back by the engine."""
    openers = []
    for card in KINDS:
        others = list(DECK)
        others.remove(card)
        hands = others[: players * rules.hand_size]
        top = _deal(rules, players, [*hands, card, *others[len(hands) :]]).top
        if top is not None and top.plain == card:
            openers.append(card)
    return tuple(openers)


# ── a move ────────────────────────────────────────────────────────────────────────────────────────


def _list_stock(record: Record) -> list[Card]:
    count = int(record["table"]["stock"][0])
    return [CARDS[card] for card in record["deck"]["cards"][0, :count]]


def _lay_on_top(record: Record, stock: Sequence[Card], first: Sequence[Card]) -> None:
    """Let these be the next cards of the stock."""
    rest = list(stock)
    for card in first:
        rest.remove(card)
    record["deck"]["cards"][0, : len(stock)] = [*rest, *reversed(first)]


def _fix_order(record: Record) -> None:
    """Let the stock lie as it does, and the next shuffle leave everything in its place."""
    deck = record["deck"]
    deck["ordered"] = record["table"]["stock"]
    deck["shuffles"] = 1
    deck["swaps"][0] = np.arange(deck["swaps"].shape[1])


def _forget_order(record: Record) -> None:
    """Let the stock have no order again."""
    for field in ("ordered", "shuffles", "swaps"):
        record["deck"][field] = 0


def _choose_swaps(record: Record, pile: Sequence[Card], cards: Sequence[Card]) -> None:
    """Let the next shuffle of a pile bring these cards to its top."""
    left = list(pile)
    for place, card in zip(range(len(pile) - 1, -1, -1), cards, strict=False):
        other = left.index(card, 0, place + 1)
        record["deck"]["swaps"][0, place] = other
        left[place], left[other] = left[other], left[place]


def _try(record: Record, seat: int, move: Move) -> tuple[Record, list[Card]]:
    """Make a move on a copy; return it, and the pile that was shuffled meanwhile, in its order."""
    after = copy_record(record)
    code = calls.attempt(after, seat, move % SEAT_UNIT)
    assert code == 0, f"{move} of seat {seat} was legal when it was chosen"
    table = after["table"][0]
    for number in range(int(record["table"]["logged"][0]), int(table["logged"])):
        kind, _, count = log.unpack(int(table["log"][number % log.LOG_SIZE]))
        if kind == log.RESHUFFLED:
            return after, [CARDS[card] for card in after["deck"]["cards"][0, :count]]
    return after, []
