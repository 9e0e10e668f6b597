"""Compiled bots: what they are given, what they can follow, and the loops that let them play."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.conftest import JIT
from unolab import BadBot, Game, Move, Rules, State, play
from unolab.bots import bots_of, minds_of, seated
from unolab.bots.bot import find_shipped
from unolab.bots.kit import choice
from unolab.bots.own import bot_of
from unolab.engine import calls, layout, log
from unolab.engine.hand import bit
from unolab.engine.jit import address_of, inlined
from unolab.engine.layout import (
    COMPACT,
    HAND,
    MEMORY,
    MINDS,
    NOBODY,
    OVER,
    RNG,
    SCORE,
    TABLE,
    TALLY,
    Hand,
    Memory,
    Rng,
    Table,
    dtype_of,
)
from unolab.engine.log import entry, first_unread, kind_of, seat_of, value_of
from unolab.engine.record import Record, hand_of, make_record, table_of
from unolab.engine.run import PASS, run, start_game
from unolab.engine.series import run_series
from unolab.engine.setup import blank_state, words
from unolab.errors import BotFailed
from unolab.event import EVENT_KINDS
from unolab.game import as_noted
from unolab.moves import DRAW, SAYS_UNO, SEAT_UNIT

at_random = inlined(bot_of(find_shipped("random")))
SHORT = "unoai+hand_size=3"


def follower(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Count the events of every kind, note the cards that were played; play at random."""
    if memory.seen < 0:  # a new game
        for kind in range(16):
            memory.notes[kind] = 0
        memory.own.one = 0
        memory.own.two = 0
    for number in range(first_unread(table, memory), table.logged):
        happened = entry(table, number)
        memory.notes[kind_of(happened)] += 1
        if kind_of(happened) == log.PLAYED:
            if seat_of(happened) == hand.seat:
                memory.own.one |= bit(value_of(happened))
            else:
                memory.own.two |= bit(value_of(happened))
    memory.seen = table.logged
    return at_random(table, hand, memory, rng)


def stubborn(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Let every chance go by, even when it is to act, which is not allowed."""
    return PASS


def minds_with(bot: int, players: int, seed: int) -> Record:
    """Seat the same compiled bot everywhere."""
    minds = make_record(MINDS)
    minds["each"]["bot"] = bot
    minds["order"][0] = range(10)
    calls.seat_bots(minds, players, 0)
    return minds


def compiled(bot: Callable[[Any, Any, Any, Any], int]) -> int:
    return address_of(bot, TABLE, HAND, MEMORY, RNG)


def finish(game: Game, minds: Record) -> Game:
    """Let bots play a game to its end."""
    record, moves = game.start.to_record(), []
    while record["table"]["phase"][0] != OVER:
        turn = int(record["table"]["turn"][0])
        moves.append(as_noted(Move(calls.let_bots_move(record, minds, NOBODY)), turn))
    return game.extended(moves, State.from_record(game.rules, record))


# ── what a bot can follow ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", ["official", "party", "unoai"])
def test_a_bot_can_follow_the_game(rules: str) -> None:
    """Reading on where it stopped, it has seen every event when it is asked for the last time."""
    minds = minds_with(compiled(follower), 3, seed=8)
    for number in range(3):
        calls.seat_bots(minds, 3, number)
        game = finish(Game(rules, 3, seed=8, number=number), minds)
        events = list(game.start.events)
        for _, state in game.steps():
            events += state.events
        for seat in range(3):
            memory = minds["each"]["memory"][0, seat]
            past = events[: memory["seen"]]
            assert len(events) - len(past) < 20
            told = Counter({EVENT_KINDS[kind]: 0 for kind in EVENT_KINDS})
            for kind, count in enumerate(memory["notes"].tolist()):
                told[EVENT_KINDS[kind]] += count
            assert +told == Counter(event.kind for event in past)
            played = {(e.seat == seat, int(e.card)) for e in past if e.card is not None}
            own, others = (
                sum(1 << c for mine, c in played if mine == who) for who in (True, False)
            )
            assert (memory["own"]["one"], memory["own"]["two"]) == (own, others)


def test_a_bot_that_slept_reads_what_is_left() -> None:
    """The table keeps the last 256 events."""
    state = State.deal("unoai+turn_limit=200", 2, seed=1)
    while not state.over:
        state = state.play(state.legal[-1])
    record = state.to_record()
    memory = make_record(MEMORY)[0]
    logged = int(record["table"]["logged"][0])
    assert logged > log.LOG_SIZE
    assert first_unread(record["table"][0], memory) == logged - log.LOG_SIZE
    memory.seen = logged - 1
    assert first_unread(record["table"][0], memory) == logged - 1
    assert kind_of(entry(record["table"][0], logged - 1)) == log.VOID


# ── what a bot is given ───────────────────────────────────────────────────────────────────────────

Given = dict[int, tuple[bytes, bytes]]


def spy(given: Given) -> int:
    """Make a bot that writes down all that it gets, by seat, and passes."""
    if not JIT:

        def note(table: Any, hand: Any, memory: Any, rng: Any) -> int:
            given[int(hand.seat)] = table.tobytes(), hand.tobytes()
            return PASS

        return compiled(note)

    def peek(table: int, hand: int, memory: int, rng: int) -> int:
        held = ctypes.string_at(hand, HAND.itemsize)
        seat = int(np.frombuffer(held, HAND)["seat"][0])
        given[seat] = ctypes.string_at(table, TABLE.itemsize), held
        return PASS

    pointer = ctypes.c_void_p
    callback = ctypes.CFUNCTYPE(ctypes.c_int64, pointer, pointer, pointer, pointer)(peek)
    KEPT.append(callback)
    return ctypes.cast(callback, pointer).value or 0


KEPT: list[object] = []


def given_in(state: State) -> Given:
    """Ask spies at every seat for a move, and return what they got."""
    given: Given = {}
    assert calls.let_bots_move(state.to_record(), minds_with(spy(given), 3, seed=0), NOBODY) < 0
    return given


@pytest.mark.parametrize("rules", ["official", "party", "duel"])
def test_a_bot_gets_what_a_view_has(rules: str) -> None:
    """The same bytes as a View of its seat, and the same whatever it cannot see."""
    rng = Random(5)
    state = State.deal(rules, 3, seed=5)
    for _ in range(40 if JIT else 15):
        if state.over:
            break
        seat = state.turn
        view = state.view(seat)
        shown = given_in(state)[seat]
        assert shown == (view._table.tobytes(), view._hand.tobytes())
        assert given_in(view.sample(rng))[seat] == given_in(view.sample(rng))[seat] == shown
        state = state.play(rng.choice([*state.legal, *state.out_of_turn]))


@pytest.mark.parametrize(
    ("rules", "one_deal", "other_deal", "moves"),
    [
        (  # what others hold and draw
            "official",
            "R1G1*W/R2Y3*F/R4Y6G2/R5/Y9G9G3B9",
            "R1G1*W/R2R3*F/R4BSB2/R5/B9G8G3Y7",
            "R1 R2 R4 RW + + + +",
        ),
        (  # whether a draw four is a bluff
            "official",
            "R1G1*W/Y3G3*F/R4Y6G2/R5/Y9",
            "R1G1*W/Y3R3*F/R4BSB2/R5/Y9",
            "R1 GF",
        ),
        ("party", "R1G1*W/R7Y3B3/R4Y6G2/R5/Y9", "R1G1*W/R7G8*F/B6BSB2/R5/Y9", "R1 R7 >2"),
        ("party", "R1G1*W/R0Y3B3/R4Y6G2/R5/Y9", "R1G1*W/R0Y3B3/B6BSB2/R5/Y9", "R1"),
        ("kata", "R1G1*W/RDY3B3/R4Y6G2/R5/Y9Y8", "R1G1*W/RDG8*F/B6BSB2/R5/G3R3", "R1 RD"),
        ("stacking", "R1G1*W/RDY3B3/YDY6G2/R5/Y9Y8", "R1G1*W/RDG8*F/YDBSB2/R5/G3R3", "R1 RD YD"),
    ],
)
def test_nothing_hidden_reaches_a_bot(
    rules: str, one_deal: str, other_deal: str, moves: str
) -> None:
    """Two games that look the same to seat 0 put the same bytes before its bot."""
    states = [
        State.deal(f"{rules}+hand_size=3", 3, seed, cards=deal.replace("/", ""))
        for seed, deal in enumerate((one_deal, other_deal))
    ]
    for move in [None, *moves.split()]:
        states = [state if move is None else state.play(move) for state in states]
        assert states[0] != states[1]
        first, second = (state.to_record() for state in states)
        assert table_of(first).tobytes() == table_of(second).tobytes()
        assert hand_of(first, 0).tobytes() == hand_of(second, 0).tobytes()


# ── the loops ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rotated", [False, True])
@pytest.mark.parametrize("players", [2, 5])
def test_a_series_is_the_sum_of_its_games(players: int, rotated: bool) -> None:
    seed, first, games = 2**70 + 3, 1000, 10
    rules = f"{SHORT}+turn_limit=30"
    record, tally, score = (
        blank_state(Rules.parse(rules), players),
        make_record(TALLY),
        make_record(SCORE),
    )
    bots = ["random", "greedy", "mixbot2", "diversity", "random"][:players]
    minds = minds_of(bots_of(bots), seed)
    rotations = players if rotated else 1
    series = (*words(seed), first * rotations, games, rotations)
    assert run_series(record, minds, score, tally, *series, False) == 0
    expected, deals = make_record(TALLY), [[0] * players for _ in range(games // rotations)]
    for game in range(first * rotations, first * rotations + games):
        calls.begin_game(record, minds, *words(seed), game, rotations)
        seats = minds["order"][0, :players].tolist()
        dealer, number = int(record["table"]["dealer"][0]), game // rotations
        state = play([bots[bot] for bot in seats], rules, seed, number, dealer).state
        expected["ends"][0, 0 if state.winner is not None else 1] += 1
        expected["turns"] += state.turns
        expected["lengths"][0, state.turns] += 1
        for seat, bot in enumerate(seats):
            place = (seat - dealer - 1) % players
            expected["seated"][0, bot, place] += 1
            expected["wins"][0, bot, place] += state.winner == seat
            expected["points"][0, bot, place] += state.scores[seat]
            deals[number - first][bot] += state.winner == seat
    assert expected["ends"][0, 0] > 0
    for deal in deals:
        expected["wins_by_pair"][0, :players, :players] += np.outer(deal, deal)
    for field in set(TALLY.names or ()) - {"points_by_pair"}:
        assert tally[field].tolist() == expected[field].tolist(), field


def test_a_series_can_be_played_game_by_game() -> None:
    """It counts the same for whoever stops between the games, and for whoever looks closely."""
    rules, seed, games = f"{SHORT}+turn_limit=30", 5, 6
    record, minds = (
        blank_state(Rules.parse(rules), 2),
        minds_of(bots_of(["random", "greedy"]), seed),
    )
    whole, single = make_record(TALLY), make_record(TALLY)
    assert (
        run_series(record, minds, make_record(SCORE), whole, *words(seed), 0, games, 2, True) == 0
    )
    score = make_record(SCORE)
    for game in range(games):
        calls.begin_game(record, minds, *words(seed), game, 2)
        assert calls.let_bots_finish(record, minds, NOBODY) == 0
        calls.end_game(record, minds, score, single, game % 2 == 1)
    for field in set(TALLY.names or ()) - {"lags"}:
        assert whole[field].tolist() == single[field].tolist(), field
    assert whole["lags"].sum() == whole["ends"][0, 0] > 0 == single["lags"].sum()


def test_a_game_of_a_series() -> None:
    record = State.deal("party", 3, seed=1).to_record()
    minds = minds_of(bots_of(["random"] * 3), 9)
    start_game(record[0], minds[0], *words(9), 4)
    assert run(record[0], minds[0], NOBODY) == 0
    assert (
        State.from_record(Rules.parse("party"), record) == play(["random"] * 3, "party", 9, 4).state
    )


def test_an_erring_bot_stops_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    minds = minds_with(compiled(stubborn), 3, seed=1)
    start = State.deal(SHORT, 3, seed=1)
    record = start.to_record()
    assert run(record[0], minds[0], NOBODY) < 0
    assert State.from_record(start.rules, record) == start
    assert calls.let_bots_move(record, minds, NOBODY) < 0
    for closely in (False, True):
        score = make_record(SCORE)
        assert run_series(record, minds, score, make_record(TALLY), *words(1), 7, 5, 1, closely) < 0
        assert score["game"][0] == 7
    monkeypatch.setattr("unolab.gameloop.minds_of", lambda *_: minds)
    with pytest.raises(BotFailed, match="random chose an illegal move in unoai"):
        play(["random"] * 3, SHORT, seed=1)


def draws_and_says_uno(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Say "Uno" with a draw, which no move can."""
    return DRAW + SAYS_UNO


def draws_for_another(table: Table, hand: Hand, memory: Memory, rng: Rng) -> int:
    """Name a seat, which is not the bot's to name."""
    return DRAW + 3 * SEAT_UNIT


@pytest.mark.parametrize("bot", [draws_and_says_uno, draws_for_another])
def test_a_move_that_does_not_exist(bot: Callable[[Any, Any, Any, Any], int]) -> None:
    start = State.deal(SHORT, 3, seed=1, dealer=0)
    record = start.to_record()
    minds = minds_with(compiled(bot), 3, seed=1)
    assert calls.let_bots_move(record, minds, NOBODY) == -1 - start.turn
    assert State.from_record(start.rules, record) == start


@pytest.mark.parametrize("rules", ["party", "official"])
def test_bots_can_be_asked_one_by_one(rules: str) -> None:
    """Shown Views, they play the game that the compiled loop plays."""
    bots = seated(["random"] * 3, seed=4)
    game = Game(rules, 3, seed=4)
    while not game.over:
        state = game.state
        others = [(state.turn + state.direction * k) % 3 for k in (1, 2)]
        asked = [seat for seat in others if state.view(seat).out_of_turn] + [state.turn]
        assert state.asked == tuple(asked)
        answers = ((seat, bots[seat](state.view(seat))) for seat in state.asked)
        seat, move = next((seat, move) for seat, move in answers if move is not None)
        game = game.play(move, seat)
    assert game.state.asked == ()
    assert game == play(["random"] * 3, rules, seed=4)


def test_an_unknown_bot() -> None:
    with pytest.raises(BadBot, match=r"^unknown bot 'rando' \(did you mean random\?\); known"):
        play(["random", "rando"])
    with pytest.raises(BadBot, match="unknown bot 'zzz'; known are "):
        bots_of(["zzz"])


# ── compact records ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", ["official", "party", "unoai", "official+target=1000000"])
def test_compact_records_hold_all_that_happens(rules: str) -> None:
    """What a GPU keeps in less room comes back the same, at every move of a game."""
    compact = dtype_of(layout.StateRecord, COMPACT), dtype_of(layout.Minds, COMPACT)
    assert [dtype.itemsize % 8 for dtype in compact] == [0, 0]
    record = State.deal(rules, 3, seed=6).to_record()
    minds = minds_of(bots_of(["mixbot2", "scorebot", "cardcounting"]), 6)
    while record["table"]["phase"][0] != OVER:
        calls.let_bots_move(record, minds, NOBODY)
        for whole, dtype in zip((record, minds), compact, strict=True):
            small, back = np.zeros(1, dtype), np.zeros(1, whole.dtype)
            small[...] = whole
            back[...] = small
            assert back.tobytes() == whole.tobytes()


@pytest.mark.slow
def test_bots_that_never_end_a_round_are_stopped() -> None:
    """Without a limit in the rules a round is void after 10,000 turns."""
    hoarder = "scorebot(" + ",".join(f"weight_{kind}=1" for kind in choice.CARD_KINDS) + ")"
    game = play([hoarder, hoarder], "official", seed=1)
    assert game.over
    assert game.winner is None
    assert game.state.turns == 10_000
