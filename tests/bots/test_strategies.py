"""The strategies against their slow second telling, on whole games and on odd positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

from tests.bot_oracle import STRATEGIES, Counts, choices, fits
from tests.kit import FULL, at, thoroughly, walk
from unolab import PRESETS, Card, Event, Move, State, View
from unolab.bots import Bot, bots_of, minds_of
from unolab.engine import calls
from unolab.engine.layout import NOBODY, OVER
from unolab.engine.record import Record, copy_record
from unolab.moves import SAYS_UNO, SEAT_UNIT

pytestmark = pytest.mark.slow  # games in plain Python take long; the core is covered without

Scale = Callable[[int], int]

WITH_POINTS = ("cardranking", "mixbot", "mixbot2", "scorebot", "cardcounting")
ALL = (*STRATEGIES, *(f"{name}:points" for name in WITH_POINTS))
COUNTING = ("mixbot2", "cardcounting")
FIXED = ("scorebot", "cardcounting", "ashtabna")  # chance has no part in what they choose
PLACES = ("one", "two", "three", "four")


def collection(cards: Any) -> Counter[Card]:
    """Read a collection of cards: a word with those held once at least, one for twice, ..."""
    words = [int(cards[place]) for place in PLACES]
    return Counter({card: sum(word >> card & 1 for word in words) for card in FULL})


def counted(minds: Record, bot: int, players: int) -> Counts:
    """Read what a bot that counts cards thinks of everyone."""
    held = minds["each"]["memory"]["held"][0, bot]
    return {seat: collection(held[seat]) for seat in range(players)}


def ask(minds: Record, view: View) -> Move:
    """Ask a bot; forget about "Uno"."""
    assert view.seat is not None
    return Move(calls.ask_bot(view._table, view._hand, minds, view.seat) % SAYS_UNO)


def is_choice(view: View) -> bool:
    """Say whether the strategy is asked, and not the manners."""
    return view.uno is None and view.phase in ("turn", "drawn", "penalty") and view.due < 1000


class Decision(NamedTuple):
    bot: int
    view: View
    move: Move


def decisions(
    bots: list[Bot], minds: Record, rules: str, seed: int, number: int = 0
) -> Iterator[Decision]:
    """Let bots play a game and yield what those to act saw and did."""
    state = State.deal(rules, len(bots), seed, number)
    record = state.to_record()
    while record["table"]["phase"][0] != OVER:
        before = State.from_record(state.rules, copy_record(record))
        code = int(calls.let_bots_move(record, minds, NOBODY))
        assert code >= 0, f"{bots[-1 - code]} made an illegal move in {before}"
        seat = code // SEAT_UNIT - 1
        if seat == before.turn and is_choice(before.view(seat)):
            yield Decision(seat, before.view(seat), Move(code % SAYS_UNO))


TRIED = [("unoai", 2), ("unoai", 4), ("party", 3), ("official", 6), ("nifty", 4), ("swing", 2)]
PLAYED = product(("unoai", "party", "official", "nifty", "duel", "swing"), (2, 3, 4, 6))
ALSO = [pair for pair in PLAYED if pair not in TRIED]


@pytest.mark.parametrize(("rules", "players"), [*TRIED, *thoroughly(*ALSO)])
@pytest.mark.parametrize("bot", ALL)
def test_every_choice_is_one_of_the_strategy(
    bot: str, rules: str, players: int, games: Scale
) -> None:
    bots = bots_of([bot, *["random", "greedy", bot][: players - 1], *["random"] * (players - 4)])
    for number in range(games(10 if rules == "unoai" else 3)):
        minds = minds_of(bots, 5, number)
        for seat, view, move in decisions(bots, minds, f"{rules}+turn_limit=500", 5, number):
            if str(bots[seat]) == bot:
                counts = counted(minds, seat, players) if bot.startswith(COUNTING) else None
                assert move in choices(bot, view, counts), str(view)


def tried(bot: str, view: View, times: int) -> set[Move]:
    """Ask a bot many times, without a memory of its own."""
    minds = minds_of(bots_of([bot] * view.players), 3)
    found = set()
    for _ in range(times):
        minds["each"]["memory"]["seen"] = -1
        found.add(ask(minds, view))
    return found


@pytest.mark.parametrize("rules", ["unoai", "party", *thoroughly("official", "nifty", "stacking")])
@pytest.mark.parametrize("bot", ALL)
def test_every_choice_of_the_strategy_is_made(bot: str, rules: str, games: Scale) -> None:
    """From positions that bots would not get into by themselves."""
    for seed in range(games(12)):
        start = State.deal(rules, 2 + seed % 5, seed=seed)
        for state in [*walk(start, seed, moves=40)][seed % 3 :: 9]:
            view = state.view(state.turn)
            if state.over or not is_choice(view):
                continue
            minds = minds_of(bots_of([bot] * view.players), seed)
            move = ask(minds, view)
            allowed = choices(bot, view, counted(minds, state.turn, view.players))
            assert move in allowed, str(view)
            if not bot.startswith(FIXED) and len(allowed) <= 4:
                assert tried(bot, view, 120) == allowed, str(view)


def test_chance_has_no_favourites(games: Scale) -> None:
    """A card held twice counts twice for random, once for the others; colours are all alike."""
    times = games(20_000)
    for bot, position, shares in [
        ("random", "R5 0> R7R7R1B2/B1B2", {"R7": 2 / 3, "R1": 1 / 3}),
        ("random", "R5 0> *WB1B2/B1B2", {f"{color}W": 1 / 4 for color in "RYGB"}),
        ("cardranking", "R5 0> R7R7R1B2/B1B2", {"R7": 1 / 2, "R1": 1 / 2}),
        ("greedy", "R5 0> R7G7R5R3/B1B2", {"R7": 1.0}),
        ("greedy", "R5 0> RSRVRDRDR9/B1B2", {"RS": 1 / 3, "RV": 1 / 3, "RD": 1 / 3}),
        ("greedy", "R5 0> *WB1B2G1G2/B1B2", {"BW": 1 / 2, "GW": 1 / 2}),
        ("diversity", "R5 0> *W*FB1/B1B2", {"BW": 1 / 2, "BF": 1 / 2}),
        ("mixbot", "R5 0> R1R1R2Y5/B1B2", {"R1": 1 / 2, "R2": 1 / 2}),
    ]:
        view = at(position, "unoai").view(0)
        minds = minds_of(bots_of([bot] * 2), 9)
        found = Counter(str(ask(minds, view)) for _ in range(times))
        assert found.keys() == shares.keys()
        for move, share in shares.items():
            error = (share * (1 - share) / times) ** 0.5
            assert abs(found[move] / times - share) <= 5 * error, (bot, position, move)


# ── counting ──────────────────────────────────────────────────────────────────────────────────────


class Table:
    """What a seat that counts cards thinks of the others, kept turn by turn as it is described."""

    def __init__(self, seat: int, view: View) -> None:
        self.seat = seat
        most = unseen(view)
        self.counts = {
            other: {card: most[card] for card in FULL}
            for other in range(view.players)
            if other != seat
        }

    def turn(self, player: int, before: Card | None, events: list[Event], view: View) -> None:
        """Take note of a finished turn: play, draw, or draw and play; then a forced draw."""
        most = unseen(view)
        drawn = [event for event in events if event.kind == "drew"]
        played = [event.card.plain for event in events if event.card is not None]
        for other, count in self.counts.items():
            if drawn and played:
                if other == player:
                    self._drop(count, before)
                else:
                    self._cap(count, most, played)
            elif drawn:
                if player == self.seat:
                    self._cap(count, most, drawn[0].cards or ())
                elif other == player:
                    for card in FULL:
                        count[card] = min(count[card] + 1, most[card])
                    self._drop(count, before)
            elif other == player:
                count[played[0]] = max(count[played[0]] - 1, 0)
            elif player != self.seat:
                self._cap(count, most, played)
            for event in events:
                if event.kind != "took":
                    continue
                if event.seat == self.seat:
                    self._cap(count, most, event.cards or ())
                elif other == event.seat:
                    for card in FULL:
                        count[card] = min(count[card] + event.count, most[card])

    @staticmethod
    def _drop(count: dict[Card, int], top: Card | None) -> None:
        for card in FULL:
            if fits(top, card):
                count[card] = 0

    @staticmethod
    def _cap(count: dict[Card, int], most: Counter[Card], cards: Any) -> None:
        for card in cards:
            count[card] = min(count[card], most[card])


def unseen(view: View) -> Counter[Card]:
    """Count the cards that are neither in the own hand nor on the pile."""
    lying = [card.plain for card in (*view.discards, view.top) if card is not None]
    return FULL - Counter([*view.hand, *lying])


def moves_of(
    bots: list[Bot], minds: Record, rules: str, seed: int, number: int
) -> Iterator[tuple[State, int]]:
    """Let bots play a game; yield the state after every move, with who made it."""
    state = State.deal(rules, len(bots), seed, number)
    record = state.to_record()
    while not state.over:
        before = copy_record(record)
        code = int(calls.let_bots_move(record, minds, NOBODY))
        assert code >= 0
        state = State.from_record(state.rules, copy_record(record), before)
        yield state, code // SEAT_UNIT - 1


@pytest.mark.parametrize("players", [2, 6, *thoroughly(3)])
@pytest.mark.parametrize("bot", COUNTING)
def test_cards_are_counted_as_described(bot: str, players: int, games: Scale) -> None:
    """Whenever a turn begins, up to the first reshuffle.

    The bot reads the log only when it is asked, so it learns of its own new cards later or earlier
    than it would turn by turn; that comes to the same. A reshuffle in the middle of a turn does
    not: there the bot takes things in the order in which they happen, and the description as they
    stand at the end of the turn.
    """
    bots = bots_of([bot, *["random"] * (players - 1)])
    compared = 0
    for number in range(games(25)):
        minds = minds_of(bots, 2, number)
        start = State.deal("unoai", players, 2, number)
        table = Table(0, start.view(0))
        events: list[Event] = []
        before = start
        for state, player in moves_of(bots, minds, "unoai", 2, number):
            if player == 0 and before.phase == "turn":
                found = counted(minds, 0, players)
                for other, count in table.counts.items():
                    assert found[other] == count, f"{number}: seat {other} in {before.view(0)}"
                    compared += 1
            events += state.events_for(0)
            if any(event.kind == "reshuffled" for event in events):
                break
            if state.phase != "drawn":
                table.turn(player, before.top, events, state.view(0))
                events = []
            before = state
    assert compared > 5


@pytest.mark.parametrize("rules", [*PRESETS, "official+jump_in=true+seven_zero=true"])
def test_what_is_unseen_is_known(rules: str, games: Scale) -> None:
    """All cards but the own and those that lie open, and nobody can have more of them."""
    bots = bots_of(["mixbot2", "random", "cardcounting", "greedy"])
    for number in range(games(6)):
        minds = minds_of(bots, 4, number)
        for seat, view, _ in decisions(bots, minds, f"{rules}+turn_limit=400", 4, number):
            if view.phase == "penalty" or seat % 2:
                continue
            most = collection(minds["each"]["memory"]["unseen"][0, seat])
            assert +most == unseen(view), str(view)
            for other, count in counted(minds, seat, 4).items():
                assert other == seat or all(count[card] <= most[card] for card in FULL)


def test_counting_can_begin_in_the_middle(games: Scale) -> None:
    """At a position that was set up, after moves from there, and after too many of them to read."""
    *_, late = walk(State.deal("unoai", 3, seed=1), 7, moves=games(400))
    set_up = at("R5 0> R7G3*W/B2B2/Y9 _R1R2GWB5R5", "unoai")
    assert not late.over
    for state in (set_up, set_up.play("R7").play("+"), late):
        minds = minds_of(bots_of(["mixbot2"] * 3), 0)
        view = state.view(state.turn)
        ask(minds, view)
        assert +collection(minds["each"]["memory"]["unseen"][0, state.turn]) == unseen(view)
