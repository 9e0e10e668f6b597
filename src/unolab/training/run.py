"""A training run: a folder with what was learned, how, and how well it plays.

``run.json`` is its record, ``weights.npz`` the network, which plays as a bot, ``critic.npz`` the
critic and ``state.npz`` what it takes to go on. A run that was stopped goes on from there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import jax
import numpy as np

from unolab.bots import Bot
from unolab.bots.neural.network import BROKEN, Critic, Network, read_arrays
from unolab.envs.batch import Batch
from unolab.envs.lineup import Lineup
from unolab.errors import BadOption, ResourceError
from unolab.training.lineups import read_lineup, write_lineup
from unolab.training.model import (
    Layers,
    is_on_gpu,
    make_critic,
    make_layers,
    to_critic,
    to_layers,
    to_network,
)
from unolab.training.ppo import Learner, Rollout, collect, learn, make_learner
from unolab.training.record import Point, Record
from unolab.training.settings import Settings

RECORD: Final = "run.json"
WEIGHTS: Final = "weights.npz"
CRITIC: Final = "critic.npz"
STATE: Final = "state.npz"
POINTS: Final = 10  # rollouts from one point of the curve to the next
LANES: Final = 2  # on a GPU: while some games are played, the network answers in others
ROW_BYTES: Final = 16  # on a GPU an array that JAX takes has to begin at a multiple of so many


class Run:
    """A training that can be stopped and resumed."""

    def __init__(
        self,
        folder: Path,
        record: Record,
        learner: Learner,
        lineups: Sequence[Lineup],
        threads: int | None = None,
    ) -> None:
        """Set up the games."""
        self.folder = folder
        self.record = record
        self.learner = learner
        settings = record.settings
        # a run that is resumed must not see the same deals again
        seed = settings.seed + (record.rollouts << 64)
        lineups, frozen = freeze(lineups)
        bots = [*dict.fromkeys(bot for one in lineups for bot in one.players if bot is not None)]
        self._rollouts = [
            Rollout(
                make_batch(games, some, episode, seed + (place << 112), threads, bots),
                settings.steps,
                frozen,
            )
            for place, (episode, games, some) in enumerate(share_games(settings, lineups))
        ]
        self._key = jax.random.key(settings.seed)
        self._begin = perf_counter() - record.seconds

    @classmethod
    def begin(
        cls,
        folder: Path,
        settings: Settings,
        lineups: Sequence[Lineup],
        start: Network | Path | None = None,
        threads: int | None = None,
        critic: Critic | None = None,
    ) -> Run:
        """Begin with a network, with what another run has learned, or with nothing.

        From another run its critic comes along, and a network may bring one: then nothing has to
        warm up.
        """
        if (folder / RECORD).exists():
            raise BadOption(f"there is a run in {folder}: resume it, or name another folder")
        learner, hash_of_start = None, ""
        if isinstance(start, Path):
            learner, before = read_run(start)
            settings = replace(
                settings,
                width=before.settings.width,
                depth=before.settings.depth,
                critic_width=before.settings.critic_width,
                critic_depth=before.settings.critic_depth,
                warm_up=0,
            )
            hash_of_start = before.hash
            learner = make_learner(learner.average, learner.critic)
        elif start is not None:
            settings = replace(settings, width=start.width, depth=start.depth)
            if critic is not None:
                settings = replace(
                    settings,
                    critic_width=critic.width,
                    critic_depth=critic.depth,
                    warm_up=0,
                )
            learner, hash_of_start = first_learner(settings, start, critic), start.hash
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ResourceError(f"{folder} can't be made: {error.strerror}") from None
        record = Record(settings, [*map(write_lineup, lineups)], hash_of_start)
        return cls(folder, record, learner or first_learner(settings, None), lineups, threads)

    @classmethod
    def resume(
        cls, folder: Path, lineups: Sequence[Lineup] | None = None, threads: int | None = None
    ) -> Run:
        """Go on where a run was stopped, by default at the same tables."""
        learner, record = read_run(folder)
        tables = [*map(read_lineup, record.lineups)] if lineups is None else lineups
        record.lineups = [*map(write_lineup, tables)]
        return cls(folder, record, learner, tables, threads)

    def advance(self, done: float) -> None:
        """Play a rollout and learn from it; ``done`` is how far the training has got, 0 to 1."""
        record, settings = self.record, self.record.settings
        *keys, order = jax.random.split(
            jax.random.fold_in(self._key, record.rollouts), len(self._rollouts) + 1
        )
        play_all(self._rollouts, self.learner, keys)
        samples = collect(self._rollouts, settings)
        warm = record.rollouts >= settings.warm_up
        self.learner, figures = learn(self.learner, samples, settings, done, warm, order)
        shown = [*map(float, figures)]  # waits until all is computed
        record.rollouts += 1
        record.decisions += len(samples.actions)
        record.seconds = perf_counter() - self._begin
        if record.rollouts % POINTS == 1:
            shown += self._rollouts[0].figures()
            record.points.append(Point(record.decisions, record.seconds, *shown))

    def pause(self, seconds: float) -> None:
        """Let some time not count that was spent on something else."""
        self._begin += seconds

    @property
    def network(self) -> Network:
        """What was learned so far, as it would play."""
        return to_network(self.learner.average)

    @property
    def critic(self) -> Critic:
        """What tells how likely everyone wins, for one who sees all cards.

        It corrects the network that learns, and not the average of it that plays.
        """
        return to_critic(self.learner.critic)

    def save(self) -> None:
        """Write what was learned; a file is either the old one or the new one, never a part."""
        network = self.network
        self.record.hash = network.hash
        replace_file(self.folder / WEIGHTS, network.save)
        replace_file(self.folder / CRITIC, self.critic.save)
        replace_file(self.folder / STATE, self._write_state)
        replace_file(
            self.folder / RECORD, lambda file: file.write_text(self.record.write(), "utf-8")
        )

    def _write_state(self, file: Path) -> None:
        leaves = [np.asarray(leaf) for leaf in jax.tree.leaves(self.learner)]
        np.savez(file, *leaves, allow_pickle=False)


def freeze(lineups: Sequence[Lineup]) -> tuple[Sequence[Lineup], Layers | None]:
    """Take the networks out of line-ups that a GPU is to play: it runs them for all games at once.

    On a processor a network is a bot like others, and stays where it is.
    """
    bots = {bot for one in lineups for bot in one.players if bot is not None}
    networks = {bot.network for bot in bots if bot.network and not bot.critic}
    if not is_on_gpu() or not networks:
        return lineups, None
    alone = all(one.players[0] is None and None not in one.players[1:] for one in lineups)
    if len(bots) > 1 or not alone:
        raise BadOption("on a GPU a learner plays against one network alone, or against none")
    seats = [Lineup(len(one.players), one.rules) for one in lineups]
    return seats, to_layers(next(iter(networks)))


def share_games(
    settings: Settings, lineups: Sequence[Lineup]
) -> Iterator[tuple[str, int, Sequence[Lineup]]]:
    """Yield what an episode is, with how many games and which line-ups: rounds, then matches."""
    matches = [one for one in lineups if one.rules.target]
    games = round(settings.matches * settings.games) if matches else 0
    rounds = settings.games - games
    if not is_on_gpu():
        shares = [("round", rounds, lineups), ("match", games, matches)]
    else:
        # tables with bots play by themselves: others would wait for them
        mixed = [one for one in lineups if any(one.players)]
        alone = [one for one in lineups if not any(one.players)]
        share = round(rounds * len(mixed) / len(lineups))
        lane = "round", (rounds - share) // LANES, alone
        quick = [one for one in matches if not any(one.players)]
        shares = [*[lane] * LANES, ("round", share, mixed), ("match", games, quick or matches)]
    for episode, share, some in shares:
        if share:
            yield episode, make_even(share) if is_on_gpu() else share, some


def make_even(games: int) -> int:
    """Round a number of games up, so that JAX takes every row of arrays of the batch as it is."""
    return -(-games // ROW_BYTES) * ROW_BYTES


def play_all(rollouts: Sequence[Rollout], learner: Learner, keys: Sequence[Any]) -> None:
    """Play on in all batches: on a GPU side by side, else each has all cores."""
    if is_on_gpu():
        with ThreadPoolExecutor(len(rollouts)) as pool:
            list(pool.map(lambda rollout, key: rollout.play(learner, key), rollouts, keys))
    else:
        for rollout, key in zip(rollouts, keys, strict=True):
            rollout.play(learner, key)


def make_batch(
    games: int,
    lineups: Sequence[Lineup],
    episode: str,
    seed: int,
    threads: int | None,
    bots: Sequence[Bot],
) -> Batch:
    """Make games where JAX computes; on a GPU one kernel serves all batches with these bots."""
    # with tables by lot most places would in the end be at those with the longest games
    fixed = {"seats": "fixed", "tables": "fixed"}
    options: dict[str, Any] = {"episode": episode, "seed": seed, **fixed}
    if not is_on_gpu():
        return Batch(games, *lineups, threads=threads, **options)
    from unolab.envs.gpu import GpuBatch

    return GpuBatch(games, *lineups, illegal="end", stream=None, guests=bots, **options)


def first_learner(
    settings: Settings, start: Network | None, critic: Critic | None = None
) -> Learner:
    """Make what learns: from a network and a critic, or from such that know nothing."""
    key, critic_key = jax.random.split(jax.random.key(settings.seed))
    return make_learner(
        to_layers(start) if start else make_layers(key, settings.width, settings.depth),
        to_layers(critic)
        if critic
        else make_critic(critic_key, settings.critic_width, settings.critic_depth),
    )


def read_run(folder: Path) -> tuple[Learner, Record]:
    """Read what a run has learned, and its record."""
    record = Record.read(folder / RECORD)
    return read_state(folder / STATE, first_learner(record.settings, None)), record


def read_state(file: Path, like: Learner) -> Learner:
    """Read what a run had learned; ``like`` is what it is made of."""
    leaves, made_of = jax.tree.flatten(like)
    most = sum(leaf.nbytes for leaf in leaves) + (1 << 20)
    try:
        kept = read_arrays(file, most)
        found = [kept[f"arr_{place}"] for place in range(len(kept))]
    except (OSError, *BROKEN) as error:
        raise ResourceError(f"{file} can't be resumed from: {type(error).__name__}") from None
    if [(one.shape, one.dtype) for one in found] != [(one.shape, one.dtype) for one in leaves]:
        raise ResourceError(f"{file} belongs to a run with other settings")
    learner: Learner = jax.tree.unflatten(made_of, [*map(jax.numpy.asarray, found)])
    return learner


def replace_file(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file beside the old one, and put it in its place when it is whole."""
    new = file.with_name(f"new-{file.name}")
    write(new)
    os.replace(new, file)
