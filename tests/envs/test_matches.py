"""Matches as episodes: rounds to a target with the totals kept, as the engine plays them."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

import unolab as uno
from unolab import Bot, Game, Match, Rules
from unolab.bots.observation.layout import PARTS
from unolab.bots.observation.question import DECISIONS
from unolab.cards import WILD_CARD
from unolab.engine.hand import NONE, with_color
from unolab.engine.jit import lowest_bit
from unolab.engine.legal import playable
from unolab.envs import REWARDS, Batch, Decision, Lineup
from unolab.envs.pettingzoo import parallel_env
from unolab.errors import BadOption
from unolab.moves import DRAW
from unolab.simulation.chunk import ChunkPlayer
from unolab.simulation.job import Job

pytestmark = pytest.mark.slow

RULES = [
    ("kata+target=150", 2),
    ("official+target=100", 3),
    ("lowscore+target=150", 3),
    ("stacking+target=100+dealer=fixed", 3),
    ("official+partners=true+target=200", 4),
    ("party+target=100+dealer=random", 4),
]


@pytest.mark.parametrize(("rules", "players"), RULES)
def test_matches_are_those_of_the_engine(rules: str, players: int) -> None:
    """The same moves lead a Match through the same rounds, to the same winners."""
    everything = tuple(DECISIONS)
    batch = Batch(
        1,
        Lineup(players, rules),
        seed=4,
        episode="match",
        seats="fixed",
        decides=everything,
        autoreset=False,
    )
    out = batch.make_buffers()
    batch.reset(out)
    first = Game(rules, players, seed=4, dealer=batch.state(0).dealer)  # drawn by lot, as always
    match = follow_forced(Match(rules, players, 4)._with((first,)), batch)
    rng = Random(1)
    later = 0
    while not batch.is_over(0):
        view = batch.view(0)
        assert view.totals == match.state.totals
        assert view.dealer == match.state.dealer
        part = PARTS["totals"]
        shown = out.observations[0, part.start : part.start + players]
        ahead = [(view.seat + view.direction * i) % players for i in range(players)]  # type: ignore[operator]
        percent = [view.totals[seat] * 100 // match.rules.target for seat in ahead]
        assert shown.tolist() == percent
        if len(match.games) > 1 and view.turn == view.seat and view.uno is None:
            decision = Decision(view, decides=everything)
            assert (decision.observation == out.observations[0]).all()
            later += 1
        action = choose(rng, batch.legal(0))
        move = batch.move(0, action)
        if move is not None:
            match = match.play(move, view.seat)
        batch.step([action], out)
        assert bool(out.dones[0]) == batch.is_over(0)
        match = follow_forced(match, batch)
    assert match.over
    assert len(match.games) > 1
    assert later > 10
    assert batch.facts_of(0, ("rounds",)) == {"rounds": len(match.games)}
    won = tuple(seat for seat in range(players) if out.rewards[0, seat] > 0)
    assert won == match.winners
    assert batch.facts_of(0, ("winner",)) == {"winner": won[0]}


def choose(rng: Random, legal: list[int]) -> int:
    """Choose an action that helps to bring a round to its end."""
    cards = [action for action in legal if action < 60]
    return rng.choice(cards if cards and rng.random() < 0.9 else legal)


def follow_forced(match: Match, batch: Batch) -> Match:
    """Make the moves that nobody was asked for, and deal the next round where one has ended."""
    while True:
        if match.state.over:
            if match.over:
                return match
            match = match.next_round()
        if not batch.is_over(0) and is_same(match, batch):
            return match
        forced = Decision(match.state.view(match.state.turn), decides=tuple(DECISIONS)).forced
        assert forced is not None
        match = match.play(forced)


def is_same(match: Match, batch: Batch) -> bool:
    state = batch.state(0)
    return str(state) == str(match.state) and state.totals == match.state.totals


def play_to_the_end(batch: Batch) -> tuple[Any, Any]:
    """Play all games at random; return what they were worth, and by game the rounds won."""
    out, actions = batch.make_buffers(), batch.make_actions()
    batch.reset(out)
    worth = np.zeros(out.rewards.shape)
    rounds = np.zeros(out.rewards.shape, np.int64)
    winners = np.zeros(batch.games, np.int8)
    while not all(batch.is_over(game) for game in range(batch.games)):
        batch.sample(actions)
        batch.step(actions, out)
        worth += out.rewards
        assert not out.rewards[~out.dones].any()
        batch.find_round_winners(winners)
        won = winners >= 0
        rounds[won.nonzero()[0], winners[won]] += 1
    return worth, rounds


@pytest.mark.parametrize("rules", ["kata+target=120", "kata+target=120+low_score_wins=true"])
@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_of_matches(reward: str, rules: str) -> None:
    batch = Batch(
        32, Lineup(3, rules), seed=7, reward=reward, seats="fixed", autoreset=False, episode="match"
    )
    worth, _ = play_to_the_end(batch)
    lowest = "low" in rules
    for game in range(32):
        state = batch.state(game)
        totals = np.add(state.totals, state.scores)
        assert totals.max() >= 120
        good = -totals if lowest else totals
        best = good == good.max()
        if reward == "win":
            lost = -best.sum() / (3 - best.sum())
            assert worth[game] == pytest.approx(np.where(best, 1, lost))
        elif reward == "points":
            assert worth[game] == pytest.approx(good * 1.5 - good.sum() / 2)
        else:
            ahead = np.sign(good[:, None] - good[None, :]).sum(1) / 2
            assert worth[game] == pytest.approx(ahead)


def test_winners_of_rounds_are_told() -> None:
    batch = Batch(32, Lineup(3, "kata+target=200"), seed=3, autoreset=False, episode="match")
    _, rounds = play_to_the_end(batch)
    told = batch.facts(range(32), ("rounds", "winner"))
    assert (rounds.sum(1) == told["rounds"]).all()
    assert (rounds[np.arange(32), told["winner"]] > 0).all()
    for game in range(32):
        state = batch.state(game)
        seats = [batch.seat(game, player) for player in range(3)]
        totals = [state.totals[seat] + state.scores[seat] for seat in seats]
        assert [total > 0 for total in totals] == [won > 0 for won in rounds[game]]


def test_round_tells_its_winner_even_when_the_next_is_dealt() -> None:
    batch = Batch(64, Lineup(3, "kata"), seed=3)
    out, actions, winners = batch.make_buffers(), batch.make_actions(), np.zeros(64, np.int8)
    batch.reset(out)
    ended = 0
    for _ in range(60):
        batch.sample(actions)
        batch.step(actions, out)
        batch.find_round_winners(winners)
        assert (winners == np.where(out.dones, out.rewards.argmax(1), -1)).all()
        ended += int(out.dones.sum())
    assert ended > 50
    batch.reset(out)
    batch.find_round_winners(winners)
    assert (winners == -1).all()


def test_threads_and_seeds_change_nothing_in_matches() -> None:
    ends = []
    for threads in (1, 3):
        lineup = Lineup(["learner", "mixbot2", "learner"], "kata+target=100+dealer=random")
        batch = Batch(1536, lineup, seed=2, threads=threads, episode="match")
        out, actions = batch.make_buffers(), batch.make_actions()
        batch.reset(out)
        for _ in range(60):
            batch.sample(actions)
            batch.step(actions, out)
        ends.append([*(array.copy() for array in out)])
    for one, three in zip(*ends, strict=True):
        assert (one == three).all()
    part = PARTS["totals"]
    assert ends[0][0][:, part.start : part.stop].any()


@uno.compiled(everything=True)
def lowest(table: Any, hand: Any, memory: Any, rng: Any) -> int:
    """Play the first card that fits, and leave nothing to chance."""
    cards = playable(table, hand)
    if cards == NONE:
        return DRAW
    card = lowest_bit(cards)
    return card if card < WILD_CARD else with_color(card, 0)


@pytest.mark.parametrize("dealer", ["rotate", "random"])
def test_bots_play_as_in_a_simulation_of_matches(dealer: str) -> None:
    """Seats, deals and the chance of a bot are the same in all rounds."""
    games, rules = 20, f"unoai+target=300+dealer={dealer}"
    bots = Bot.of(lowest), Bot.parse("mixbot2(forget=0.5)")
    tally, _ = ChunkPlayer(Job(bots, Rules.of(rules), 8, games, matches=True))(0, games)
    lineup = Lineup(["learner", bots[1]], rules)
    batch = Batch(games, lineup, seed=8, autoreset=False, episode="match")
    out, actions = batch.make_buffers(), batch.make_actions()
    batch.reset(out)
    while not all(batch.is_over(game) for game in range(games)):
        for game in range(games):
            if not batch.is_over(game):
                view = batch.view(game)
                assert view.seat is not None
                actions[game] = batch.action(game, bots[0].seat(view.seat)(view))
        batch.step(actions, out)
    told = batch.facts(range(games), ("rounds", "winner"))
    assert told["rounds"].sum() == tally["lengths"].sum()
    won = [(told["winner"] == player).sum() for player in range(2)]
    assert won == tally["wins"][0].sum(1)[:2].tolist()
    points = np.zeros(2, np.int64)
    for state, game in ((batch.state(game), game) for game in range(games)):
        for player in range(2):
            seat = batch.seat(game, player)
            points[player] += state.totals[seat] + state.scores[seat]
    assert points.tolist() == tally["points"][0].sum(1)[:2].tolist()


def test_match_needs_a_target() -> None:
    message = r"a match is played to a target, and unoai has none: add one, as in unoai\+target=500"
    with pytest.raises(BadOption, match=message):
        Batch(2, Lineup(2), Lineup(2, "unoai"), episode="match")
    with pytest.raises(BadOption, match="episode must be one of round, match, not 'game'"):
        Batch(2, episode="game")
    Batch(2, Lineup(2, "unoai+target=500"), episode="match")


def test_gymnasium_plays_matches() -> None:
    options: dict[str, Any] = {"rules": "kata+target=200", "players": 3, "episode": "match"}
    env: Any = gymnasium.make("unolab/Uno-v0", **options)
    envs: Any = gymnasium.make_vec("unolab/Uno-v0", num_envs=3, **options)
    seen, info = env.reset(seed=5)
    all_seen, _ = envs.reset(seed=5)
    part = PARTS["totals"]
    over, scored = False, False
    while not over:
        assert (seen["observation"] == all_seen["observation"][0]).all()
        scored |= bool(seen["observation"][part.start : part.stop].any())
        actions = all_seen["action_mask"].argmax(1)
        seen, reward, over, _, info = env.step(actions[0])
        all_seen, rewards, dones, _, infos = envs.step(actions)
        assert (over, reward) == (dones[0], rewards[0])
    assert scored
    assert info["rounds"] > 1
    assert (info["winner"] == 0) == (reward > 0)
    assert (infos["rounds"][0], infos["winner"][0]) == (info["rounds"], info["winner"])


def test_pettingzoo_plays_matches() -> None:
    env = parallel_env(3, "kata+target=150", episode="match")
    seen, _ = env.reset(seed=1)
    while env.agents:
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        seen, rewards, _, _, infos = env.step(actions)
    assert infos["player_0"]["rounds"] > 1
    assert rewards[f"player_{infos['player_0']['winner']}"] == 1
