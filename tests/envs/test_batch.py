"""The batch: the engine's games, every legal action and no other, the same for all threads."""

import os
import pickle
import signal
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

import unolab as uno
from tests.envs.referee import FAULTS, judge
from unolab import Move, Rules, State, View
from unolab.bots.observation.layout import HIDDEN_PARTS, HIDDEN_SIZE, KINDS, PARTS
from unolab.bots.observation.question import DECISIONS, PASS
from unolab.engine.layout import COMPACT, dtype_of
from unolab.envs import MOST, REWARDS, Batch, Buffers, Decision, Lineup
from unolab.envs.slot import Slot
from unolab.errors import BadOption
from unolab.moves import CALL, CATCH, DRAW
from unolab.rules import PRESETS

pytestmark = pytest.mark.slow


def dealt(batch: Batch) -> Buffers:
    out = batch.make_buffers()
    batch.reset(out)
    return out


def stroll(batch: Batch, out: Buffers, steps: int) -> None:
    """Play at random."""
    actions = np.zeros(batch.games, np.int64)
    for _ in range(steps):
        batch.sample(actions)
        batch.step(actions, out)


def any_rules(rng: Random, players: int, target: int) -> Rules:
    """Make rules of which any other option may have any value."""
    while True:
        values: dict[str, Any] = {
            name: rng.choice(tuple(option.values)[:10])
            for name, option in uno.rules.OPTIONS.items()
        }
        values |= {"turn_limit": rng.choice([0, 300]), "target": target}
        try:
            rules = Rules(**values)
            rules.check_players(players)
        except ValueError:
            continue
        return rules


def any_lineup(rng: Random, target: int) -> Lineup:
    """Seat learners, and bots between them, by any rules."""
    players = rng.randint(2, 10)
    bots = ["random", "mixbot2(forget=0.5)", "greedy(challenge=0.5)", "ashtabna"]
    seats = [rng.choice(["learner", "learner", rng.choice(bots)]) for _ in range(players)]
    seats[rng.randrange(players)] = "learner"
    return Lineup(seats, any_rules(rng, players, target))


def test_nothing_is_ever_wrong_by_any_rules(thorough: bool) -> None:
    rng = Random(5)
    decisions = 10_000_000 if thorough else 60_000
    games, steps = (4096, 60) if thorough else (128, 60)
    while decisions > 0:
        target = rng.choice([0, 60])
        lineups = [any_lineup(rng, target) for _ in range(8)]
        few = [name for name in DECISIONS if rng.random() < 0.7]
        decides = rng.choice([few, tuple(DECISIONS)])
        batch = Batch(
            games,
            *lineups,
            seed=rng.getrandbits(128),
            decides=decides,
            form=rng.choice(["plain", "canonical"]),
            reward=rng.choice(list(REWARDS)),
            episode=rng.choice(["round", "match"]) if target else "round",
        )
        out = dealt(batch)
        for _ in range(steps):
            stroll(batch, out, 1)
            place, fault = judge(batch._slots, batch._setup, *out[:4])
            assert fault == 0, f"{FAULTS[fault]} in game {place} of {lineups}: {batch.state(place)}"
        decisions -= games * steps


@pytest.mark.parametrize("preset", PRESETS)
def test_actions_are_the_moves_of_the_engine(preset: str) -> None:
    rng = Random(preset)
    batch = Batch(8, Lineup(3, preset), seed=3, decides=tuple(DECISIONS), threads=1)
    out = dealt(batch)
    actions = np.zeros(8, np.int64)
    for _ in range(25):
        for game in range(8):
            view = batch.view(game)
            legal = batch.legal(game)
            moves = {batch.move(game, action) for action in legal}
            allowed: set[Move | None] = {move.by(None) for move in (*view.legal, *view.out_of_turn)}
            asked_early = PASS in legal and view.uno == view.seat
            if view.seat != view.turn or asked_early:
                allowed = {move.by(None) for move in view.out_of_turn} | {None}
            assert moves == allowed, str(view)
            assert all(batch.action(game, batch.move(game, action)) == action for action in legal)
            assert out.masks[game].nonzero()[0].tolist() == legal
            actions[game] = rng.choice(legal)
        batch.step(actions, out)


@pytest.mark.parametrize("preset", ["party", "duel"])
def test_games_are_those_of_the_engine(preset: str) -> None:
    """Whatever was decided, the same moves lead to the same positions."""
    batch = Batch(1, Lineup(4, preset), seed=9, seats="fixed", decides=tuple(DECISIONS))
    out = dealt(batch)
    state = batch.state(0)
    rng = Random(1)
    for _ in range(5_000):
        asked = batch.view(0).seat
        action = max(rng.choice(batch.legal(0)) for _ in range(2))  # rather pass than jump in
        if action == DRAW:
            action = batch.legal(0)[0]
        move = batch.move(0, action)
        if move is not None:
            state = state.play(move, asked)
        batch.step([action], out)
        if out.dones[0]:
            break
        state = play_forced(state, batch.state(0))
        assert str(state) == str(batch.state(0))
    assert out.dones[0]


def play_forced(state: State, end: State) -> State:
    """Make the moves that nobody was asked for: there is one way to go on."""
    while str(state) != str(end):
        (move,) = state.legal
        state = state.play(move)
    return state


@pytest.mark.parametrize("lineup", [2, ["learner", "mixbot2", "learner"]])
def test_threads_change_nothing(lineup: Any) -> None:
    ends = []
    for threads in (1, 2, 3):
        batch = Batch(1024, Lineup(lineup), seed=2, threads=threads)
        out = dealt(batch)
        stroll(batch, out, 30)
        ends.append([array.copy() for array in out])
    for one, two, three in zip(*ends, strict=True):
        assert (one == two).all()
        assert (one == three).all()


def test_seed_begins_its_series_again() -> None:
    batch = Batch(64, seed=4)
    out = dealt(batch)
    first = out.observations.copy()
    stroll(batch, out, 50)
    assert (out.observations != first).any()
    batch.reset(out)
    assert (out.observations != first).any()  # the series goes on
    batch.reset(out, seed=4)
    assert (out.observations == first).all()
    batch.reset(out, seed=5)
    assert (out.observations != first).any()


@pytest.mark.parametrize("opponent", ["greedy", "random", "mixbot2(forget=0.5)"])
def test_bots_play_as_in_a_simulation(opponent: str) -> None:
    """A learner that does what a bot would do gets the games of that bot.

    The bot leaves nothing to chance: a learner is not asked where there is nothing to decide, so
    it would draw fewer random numbers than the bot.
    """
    games = 40
    report = uno.simulate([play_first, opponent], games, "unoai", seed=8)
    batch = Batch(games, Lineup(["learner", opponent], "unoai"), seed=8, autoreset=False)
    out = dealt(batch)
    actions = np.zeros(games, np.int64)
    while not all(batch.is_over(game) for game in range(games)):
        for game in range(games):
            if not batch.is_over(game):
                actions[game] = batch.action(game, play_first(batch.view(game)))
        batch.step(actions, out)
    told = batch.facts(range(games), ("game", "turns", "winner"))
    assert told["game"].tolist() == [*range(games)]
    assert told["turns"].mean() == report.mean_length
    assert [(told["winner"] == player).sum() for player in range(2)] == report.wins.tolist()


def play_first(view: View) -> Move:
    """Play the first card that fits."""
    return view.legal[0]


# ── what is seen ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("form", ["plain", "canonical"])
@pytest.mark.parametrize("preset", ["official", "party"])
def test_hidden_cards_change_nothing(preset: str, form: str) -> None:
    rng = Random(6)
    batch = Batch(200, Lineup(4, preset), seed=6, form=form)
    out = dealt(batch)
    stroll(batch, out, 15)
    rows = np.zeros((200, HIDDEN_SIZE), np.uint8)
    batch.reveal(rows)
    before = rows.copy()
    shown = [batch.show(game, int(out.actors[game]))[0] for game in range(200)]
    question = PARTS["question"].stop
    for game in range(200):
        assert (shown[game][question:] == out.observations[game][question:]).all()
        guess = batch.view(game).sample(rng)
        batch._slots["state"][game] = guess.to_record()[0]
    for game in range(200):
        again = batch.show(game, int(out.actors[game]))[0]
        assert (again == shown[game]).all()
    batch.reveal(rows)
    assert (rows != before).any(axis=1).mean() > 0.95  # the hidden cards really are others


def test_revealed_cards_are_the_others_and_the_stock() -> None:
    batch = Batch(50, Lineup(3), seed=1, form="plain")
    out = dealt(batch)
    stroll(batch, out, 10)
    rows = np.zeros((50, HIDDEN_SIZE), np.uint8)
    batch.reveal(rows)
    for game in range(50):
        state, view = batch.state(game), batch.view(game)
        assert view.seat is not None
        for ahead in (1, 2):
            hand = state.hands[(view.seat + ahead * state.direction) % 3]
            part = rows[game, (ahead - 1) * KINDS : ahead * KINDS]
            assert part.sum() == len(hand)
            assert part[-2] == sum(str(card) == "*W" for card in hand)
        stock = HIDDEN_PARTS["stock"]
        assert rows[game, stock.start : stock.stop].sum() == state.stock


def test_plain_and_canonical_rows_tell_the_same() -> None:
    plain = Batch(64, Lineup(2), seed=1, form="plain")
    canonical = Batch(64, Lineup(2), seed=1)
    first, second = dealt(plain), dealt(canonical)
    for part in PARTS.values():
        one = np.sort(first.observations[:, part.start : part.stop])
        two = np.sort(second.observations[:, part.start : part.stop])
        assert (one == two).all(), part.name
    color = PARTS["color"].start
    in_force = second.observations[:, color : color + 4].sum(axis=1) == 1
    assert (second.observations[in_force, color] == 1).all()  # always the first
    assert (first.observations[:, color] == 1).mean() < 0.6


# ── rewards ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards(reward: str) -> None:
    batch = Batch(64, Lineup(3, "unoai"), seed=7, reward=reward, seats="fixed", autoreset=False)
    out = dealt(batch)
    total = np.zeros((64, 3))
    actions = np.zeros(64, np.int64)
    while not all(batch.is_over(game) for game in range(64)):
        batch.sample(actions)
        batch.step(actions, out)
        total += out.rewards
    for game in range(64):
        state = batch.state(game)
        got = total[game]
        assert got.sum() == pytest.approx(0, abs=1e-4)
        (winner,) = state.winners or (None,)
        if winner is None:
            assert not got.any()
        elif reward == "win":
            assert got.tolist() == [1 if seat == winner else -0.5 for seat in range(3)]
        elif reward == "points":
            assert got[winner] == pytest.approx(sum(state.left))
        else:
            order = sorted(range(3), key=lambda seat: (seat != winner, state.left[seat]))
            assert got[order[0]] == 1
            assert got[order[0]] >= got[order[1]] >= got[order[2]] >= -1


def test_partners_win_together() -> None:
    batch = Batch(32, Lineup(4, "official+partners=true"), seats="fixed", autoreset=False)
    out = dealt(batch)
    total = np.zeros((32, 4))
    actions = np.zeros(32, np.int64)
    for _ in range(3000):
        batch.sample(actions)
        batch.step(actions, out)
        total += out.rewards
    assert {tuple(row) for row in total.tolist()} <= {(1, -1, 1, -1), (-1, 1, -1, 1), (0,) * 4}
    assert (total == 1).any()


# ── where a batch begins ──────────────────────────────────────────────────────────────────────────


def test_rules_reach_the_engine_and_the_row() -> None:
    seen = set()
    for preset in PRESETS:
        batch = Batch(1, Lineup(4, preset))
        out = dealt(batch)
        table = batch.state(0).to_record()["table"][0]
        assert tuple(int(table["rules"][name]) for name in table["rules"].dtype.names) == (
            PRESETS[preset].codes()
        )
        part = PARTS["rules"]
        row = out.observations[0, part.start : part.stop]
        assert (row <= MOST[part.start : part.stop]).all()
        seen.add(tuple(row.tolist()))
    assert len(seen) == len(set(PRESETS.values()))


def test_a_series_begins_with_any_of_its_games() -> None:
    whole, part = Batch(6, seed=2), Batch(2, seed=2)
    out, rest = dealt(whole), part.make_buffers()
    part.reset(rest, first=3)
    assert np.array_equal(rest.observations, out.observations[3:5])
    part.reset(rest)
    assert np.array_equal(rest.observations[0], out.observations[5])
    with pytest.raises(BadOption, match="first must be a whole number from 0 to"):
        part.reset(rest, first=-1)


def test_only_games_that_are_wanted_go_on() -> None:
    batch = Batch(3, seed=2)
    out = dealt(batch)
    before = [out.observations[game].copy() for game in range(3)]
    actions = out.masks.argmax(axis=1)
    actions[1] = -1  # which is not looked at
    batch.step(actions, out, wanted=np.array([True, False, True]))
    stayed = [np.array_equal(out.observations[game], before[game]) for game in range(3)]
    assert stayed == [False, True, False]
    with pytest.raises(BadOption, match="call reset before anything else"):
        Batch(2).reset(Batch(2).make_buffers(), wanted=np.array([True, False]))


# ── other processes ───────────────────────────────────────────────────────────────────────────────

GO_ON = """
import pickle, sys
batch, out, actions = pickle.load(sys.stdin.buffer)
for _ in range(20):
    batch.sample(actions)
    batch.step(actions, out)
print(out.observations.sum(), out.rewards.sum())
"""


def test_batch_goes_on_in_another_process() -> None:
    batch = Batch(512, Lineup(["learner", "mixbot2", "greedy"]), seed=3, threads=2)
    out, actions = dealt(batch), np.zeros(512, np.int64)
    stroll(batch, out, 5)
    pickled = pickle.dumps((batch, out, actions))
    stroll(batch, out, 20)
    other = subprocess.run([sys.executable, "-c", GO_ON], input=pickled, capture_output=True)
    expected = [str(out.observations.sum()).encode(), str(out.rewards.sum()).encode()]
    assert other.stdout.split() == expected, other.stderr.decode()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
def test_fork_has_threads_of_its_own() -> None:
    batch = Batch(1024, threads=2)
    out = dealt(batch)
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        stroll(batch, out, 3)
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_threads_end_and_begin_again() -> None:
    batch = Batch(1024, threads=2)
    out = dealt(batch)
    pool = batch._pool
    assert pool is not None
    batch.close()
    with pytest.raises(RuntimeError, match="shutdown"):
        pool.submit(int)
    stroll(batch, out, 2)
    batch.close()


# ── questions that are easily got wrong ───────────────────────────────────────────────────────────


def test_evidence_of_a_very_long_round_stays_in_its_bytes() -> None:
    batch = Batch(64, Lineup(2, "official+turn_limit=1000000"), seed=1)
    out = dealt(batch)
    batch._slots["evidence"]["received"] += 40_000  # as after a hundred thousand turns
    batch._slots["evidence"]["ruled_out"] += 40_000
    stroll(batch, out, 30)
    assert (out.observations <= MOST).all()


def test_numbers_of_games_have_room_on_a_gpu() -> None:
    assert dtype_of(Slot, COMPACT)["game"].itemsize == 8


def test_who_may_catch_may_jump_in() -> None:
    """While a call is owed, the identical card may still be played."""
    batch = Batch(256, Lineup(4, "party"), seed=2, decides=tuple(DECISIONS))
    out = dealt(batch)
    both = 0
    for _ in range(300):
        stroll(batch, out, 1)
        both += int((out.masks[:, CATCH:].any(1) & out.masks[:, :DRAW].any(1)).sum())
    assert both > 0


def test_who_declines_to_call_is_not_asked_again() -> None:
    batch = Batch(256, Lineup(2), seed=2, decides=("calls",))
    out = dealt(batch)
    actions = np.zeros(256, np.int64)
    declined = 0
    for _ in range(300):
        batch.sample(actions)
        passes = (out.masks[:, CALL] == 1) & (out.masks[:, PASS] == 1)
        actions[passes] = PASS
        before, actors = out.observations.copy(), out.actors.copy()
        batch.step(actions, out)
        again = passes & (out.actors == actors) & (out.observations == before).all(1)
        assert not again.any()
        declined += int(passes.sum())
    assert declined > 50


def test_catch_is_not_lost_to_a_challenge() -> None:
    state = State.parse("R5 0> *FR7/Y1Y2Y3Y4Y5Y6Y7Y8Y9G1G2G3G4G5G6G7B2B3").play("GF")
    assert state.uno == 0
    decision = Decision(state.view(1), "plain", ("calls",))
    assert decision.forced is None
    assert decision.mask[CATCH:PASS].any()


ANYTHING: Any = Batch


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: ANYTHING(2, 2), "who plays is said by a Lineup"),
        (lambda: ANYTHING(2, decides=None), "decides must be a list of"),
        (lambda: ANYTHING(2, lineups=[Lineup(2)]), "unknown option 'lineups': one of games, seed"),
        (lambda: ANYTHING(2, reward=np.array(["win", "points"])), "reward must be one of win"),
        (lambda: ANYTHING(2, threads=0), "threads must be a whole number from 1"),
        (lambda: ANYTHING(True), "games must be a whole number"),
        (lambda: ANYTHING(2).reset([]), "make_buffers makes"),
        (lambda: Lineup("greedy"), "players are a number of learners, or a list"),
    ],
)
def test_mistakes_get_a_sentence(wrong: Any, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        wrong()


def test_numbers_of_numpy_are_numbers() -> None:
    three: Any = np.int64(3)
    assert len(Lineup(three).players) == 3
    batch = Batch(2)
    dealt(batch)
    first: Any = np.array(batch.legal(0)[0])
    half: Any = 1.5
    assert batch.move(0, first) is not None
    with pytest.raises(BadOption, match="an action is a number"):
        batch.move(0, half)
    with pytest.raises(BadOption, match="is illegal in game 0"):
        batch.move(0, 76)


def test_series_begins_for_all_games() -> None:
    batch = Batch(4, seed=1)
    out = dealt(batch)
    with pytest.raises(BadOption, match="a series begins for all games"):
        batch.reset(out, wanted=[True, False, False, False], seed=2)
    assert batch.seed == 1
