"""A training run: a folder with what was learned, how, and how well it plays.

``run.json`` is its record, ``weights.npz`` the network, which plays as a bot, ``critic.npz`` the
critic and ``state.npz`` what it takes to go on. A run that was stopped goes on from there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from zipfile import BadZipFile

import jax
import numpy as np

from unolab.bots.neural.network import Critic, Network
from unolab.envs.batch import Batch
from unolab.envs.lineup import Lineup
from unolab.errors import BadOption, ResourceError
from unolab.training.lineups import read_lineup, write_lineup
from unolab.training.model import make_critic, make_layers, to_critic, to_layers, to_network
from unolab.training.ppo import Learner, Rollout, learn, make_learner
from unolab.training.record import Point, Record
from unolab.training.settings import Settings

RECORD: Final = "run.json"
WEIGHTS: Final = "weights.npz"
CRITIC: Final = "critic.npz"
STATE: Final = "state.npz"
POINTS: Final = 10  # rollouts from one point of the curve to the next


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
        options: dict[str, Any] = {"seats": "fixed", "seed": seed}
        self._rollout = Rollout(
            make_batch(settings.games, lineups, threads, options), settings.steps
        )
        self._key = jax.random.key(settings.seed)
        self._rng = np.random.default_rng([settings.seed, record.rollouts])
        self._begin = perf_counter() - record.seconds

    @classmethod
    def begin(
        cls,
        folder: Path,
        settings: Settings,
        lineups: Sequence[Lineup],
        start: Network | Path | None = None,
        threads: int | None = None,
    ) -> Run:
        """Begin with a network, with what another run has learned, or with nothing.

        From another run its critic comes along, so that nothing has to warm up.
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
            settings = replace(settings, width=start.width, depth=len(start.weights) - 1)
            learner, hash_of_start = first_learner(settings, start), start.hash
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
        self._rollout.play(self.learner, jax.random.fold_in(self._key, record.rollouts))
        samples = self._rollout.samples(settings)
        warm = record.rollouts >= settings.warm_up
        self.learner, figures = learn(self.learner, samples, settings, done, warm, self._rng)
        shown = [*map(float, figures)]  # waits until all is computed
        record.rollouts += 1
        record.decisions += len(samples.actions)
        record.seconds = perf_counter() - self._begin
        if record.rollouts % POINTS == 1:
            shown += self._rollout.figures()
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


def make_batch(
    games: int, lineups: Sequence[Lineup], threads: int | None, options: dict[str, Any]
) -> Batch:
    """Make the games where JAX computes: with threads, or on a GPU."""
    if jax.default_backend() == "gpu":
        from unolab.envs.gpu import GpuBatch

        return GpuBatch(games, *lineups, illegal="end", **options)
    return Batch(games, *lineups, threads=threads, **options)


def first_learner(settings: Settings, start: Network | None) -> Learner:
    """Make what learns: from a network, or one that knows nothing."""
    key, critic_key = jax.random.split(jax.random.key(settings.seed))
    if start is not None:
        layers = to_layers(start)
    else:
        layers = make_layers(key, settings.width, settings.depth)
    return make_learner(
        layers, make_critic(critic_key, settings.critic_width, settings.critic_depth)
    )


def read_run(folder: Path) -> tuple[Learner, Record]:
    """Read what a run has learned, and its record."""
    record = Record.read(folder / RECORD)
    return read_state(folder / STATE, first_learner(record.settings, None)), record


def read_state(file: Path, like: Learner) -> Learner:
    """Read what a run had learned; ``like`` is what it is made of."""
    leaves, made_of = jax.tree.flatten(like)
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
            found = [kept[f"arr_{place}"] for place in range(len(kept.files))]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, MemoryError) as error:
        raise ResourceError(f"{file} can't be resumed from: {type(error).__name__}") from None
    if [leaf.shape for leaf in found] != [leaf.shape for leaf in leaves]:
        raise ResourceError(f"{file} belongs to a run with other settings")
    learner: Learner = jax.tree.unflatten(made_of, [*map(jax.numpy.asarray, found)])
    return learner


def replace_file(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file beside the old one, and put it in its place when it is whole."""
    new = file.with_name(f"new-{file.name}")
    write(new)
    os.replace(new, file)
