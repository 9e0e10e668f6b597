"""A training run: a folder with what was learned, how, and how well it plays.

``run.json`` is its record, ``weights.npz`` the network, which plays as a bot, ``critic.npz`` the
critic and ``state.npz`` what it takes to go on. A run that was stopped goes on from there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import jax
import numpy as np

from unolab.bots import Bot
from unolab.bots.neural.network import BROKEN, Critic, Network, read_arrays
from unolab.envs.batch import Batch
from unolab.envs.lineup import Lineup
from unolab.errors import BadOption, ResourceError
from unolab.training.lineups import read_lineup, write_lineup
from unolab.training.model import (
    is_on_gpu,
    make_critic,
    make_layers,
    to_critic,
    to_layers,
    to_network,
)
from unolab.training.ppo import (
    ALIGNED,
    Learner,
    Rollout,
    collect,
    describe,
    learn,
    make_learner,
)
from unolab.training.record import Point, Record
from unolab.training.settings import Settings

RECORD: Final = "run.json"
WEIGHTS: Final = "weights.npz"
CRITIC: Final = "critic.npz"
STATE: Final = "state.npz"
POINTS: Final = 10  # rollouts from one point of the curve to the next
LANES: Final = 2  # on a GPU: while some games are played, the network answers in others


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
        self._rollouts = make_rollouts(settings, lineups, seed, threads)
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
        make_folder(folder)
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
        # has to wait here: the batches are going to write into the same arrays
        shown = [*map(float, figures)]
        record.rollouts += 1
        record.decisions += int(samples.own.sum())
        record.seconds = perf_counter() - self._begin
        if record.rollouts % POINTS == 1:
            rounds = [one for one in self._rollouts if one.batch.episode == "round"]
            shown += describe(rounds or self._rollouts)
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


class Share(NamedTuple):
    """Games that are played side by side in one batch."""

    episode: str
    games: int
    lineups: Sequence[Lineup]
    frozen: Network | None = None
    """On a GPU, the network that plays for all players but the first."""


def share_games(settings: Settings, lineups: Sequence[Lineup]) -> list[Share]:
    """Say what is played in which batch: rounds, then matches."""
    with_target = [one for one in lineups if one.rules.target]
    matches = round(settings.matches * settings.games) if with_target else 0
    both = ("round", settings.games - matches, lineups), ("match", matches, with_target)
    shares = [Share(episode, games, tables) for episode, games, tables in both if games]
    if not is_on_gpu():
        return shares
    parts = [part for share in shares for part in split_by_opponents(share)]
    largest = max(parts, key=lambda part: part.games)
    lanes: list[Share] = []
    for part in parts:
        count = LANES if part is largest else 1
        lanes += [part._replace(games=round_up(part.games / count))] * count
    return lanes


def split_by_opponents(share: Share) -> list[Share]:
    """Split games by the kind of their opponents, as a GPU needs it.

    Tables with bots take longer, and a network answers for all games of a batch at once.
    """
    kinds: dict[str, tuple[Network | None, list[Lineup]]] = {}
    for lineup in share.lineups:
        network = find_frozen(lineup)
        kind = network.hash if network else "bots" if any(lineup.players) else "none"
        seats = Lineup(len(lineup.players), lineup.rules) if network else lineup
        kinds.setdefault(kind, (network, []))[1].append(seats)
    each = share.games / len(share.lineups)
    return [
        Share(share.episode, ceil(each * len(tables)), tables, network)
        for network, tables in kinds.values()
    ]


def find_frozen(lineup: Lineup) -> Network | None:
    """Return the network that plays for all but the learner, if one does.

    On a GPU it is taken out of the line-up; on a processor it is a bot like others.
    """
    first, *others = lineup.players
    if not any(bot and bot.network and not bot.looks_ahead for bot in others):
        return None
    bot = others[0]
    if first is not None or bot is None or {*others} != {bot}:
        raise BadOption("on a GPU a network has to play all seats of a table but the learner's")
    if bot.settings:
        raise BadOption(f"on a GPU a network plays without settings, not as {bot}")
    return bot.network


def make_rollouts(
    settings: Settings, lineups: Sequence[Lineup], seed: int, threads: int | None
) -> list[Rollout]:
    """Make all games, in as many batches as there are kinds of them."""
    shares = share_games(settings, lineups)
    players = [player for one in shares for table in one.lineups for player in table.players]
    bots = [*dict.fromkeys(player for player in players if player is not None)]
    return [
        Rollout(
            make_batch(share, seed + (place << 112), threads, bots),
            settings.steps,
            to_layers(share.frozen) if share.frozen else None,
        )
        for place, share in enumerate(shares)
    ]


def round_up(games: float) -> int:
    """Round a number of games up to one that a Rollout on a GPU takes."""
    return ceil(games / ALIGNED) * ALIGNED


def play_all(rollouts: Sequence[Rollout], learner: Learner, keys: Sequence[Any]) -> None:
    """Play on in all batches: on a GPU side by side, else each has all cores."""
    if is_on_gpu():
        with ThreadPoolExecutor(len(rollouts)) as pool:
            list(pool.map(lambda rollout, key: rollout.play(learner, key), rollouts, keys))
    else:
        for rollout, key in zip(rollouts, keys, strict=True):
            rollout.play(learner, key)


def make_batch(share: Share, seed: int, threads: int | None, bots: Sequence[Bot]) -> Batch:
    """Make games where JAX computes; on a GPU one kernel serves all batches with these bots."""
    # with tables by lot most places would in the end be at those with the longest games
    fixed = {"seats": "fixed", "tables": "fixed"}
    options: dict[str, Any] = {"episode": share.episode, "seed": seed, **fixed}
    if not is_on_gpu():
        return Batch(share.games, *share.lineups, threads=threads, **options)
    from unolab.envs.gpu import GpuBatch

    return GpuBatch(share.games, *share.lineups, illegal="end", stream=None, guests=bots, **options)


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


def make_folder(folder: Path) -> None:
    """Make a folder for what is learned, if there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResourceError(f"{folder} can't be made: {error.strerror}") from None


def replace_file(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file beside the old one, and put it in its place when it is whole."""
    new = file.with_name(f"new-{file.name}")
    write(new)
    os.replace(new, file)
