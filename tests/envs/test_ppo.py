"""The example that learns: it does learn, keeps what it has learned, and plays it as a bot."""

from __future__ import annotations

import importlib
import os
import re
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import unolab as uno
from unolab.envs import Batch, Lineup
from unolab.errors import BadOption

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
ENOUGH = 300  # seconds that nothing takes unless it never comes
SMALL = ["--games", "256", "--minibatches", "8", "--width", "64", "--fresh", "2000"]
pytest.importorskip("jax")  # there are no wheels for some machines
ppo: Any = importlib.import_module("examples.ppo")
trained_bot: Any = importlib.import_module("examples.trained_bot")


def command(out: Path, *options: str) -> list[str]:
    """Write the command; JAX gets a process of its own, since it dislikes those that fork."""
    return [sys.executable, str(ROOT / "examples/ppo.py"), *SMALL, "--out", str(out), *options]


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What some seconds of training against random bring."""
    out = tmp_path_factory.mktemp("ppo") / "weights.npz"
    options = ["--against", "random", "--decisions", "3e5"]
    done = subprocess.run(command(out, *options), capture_output=True, text=True, check=True)
    won = re.search(
        r"^wins ([\d.]+)% ± [\d.]+% of 2,000 fresh games against random$", done.stdout, re.M
    )
    assert won, done.stdout
    assert float(won[1]) > 55  # it wins 64, and random actions win 4
    assert re.search(r"^0\.3 M decisions, [\d,]+/s, 0\.0 min left, won \d", done.stdout, re.M)
    return out


def test_it_learns_and_draws_the_curve(weights: Path) -> None:
    assert weights.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_what_was_learned_plays_in_a_simulation(weights: Path) -> None:
    report = uno.simulate([trained_bot.Trained(weights), "random"], games=600, seed=5)
    assert report.interval[0][0] > 0.52


def test_the_bot_is_found_on_the_command_line(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PPO_WEIGHTS", str(weights))
    bot = uno.Bot.load(f"{ROOT / 'examples/trained_bot.py'}:Trained")
    assert uno.play([bot, "random"], seed=1) == uno.play(
        [trained_bot.Trained(weights), "random"], seed=1
    )


def test_bad_weights_get_a_sentence(weights: Path, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"no weights in .*none\.npz: examples/ppo\.py makes some"):
        trained_bot.Trained(tmp_path / "none.npz")
    with np.load(weights) as file:
        np.savez(tmp_path / "old.npz", **{**file, "version": 0})
    with pytest.raises(BadOption, match="another version"):
        trained_bot.Trained(tmp_path / "old.npz")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--against", "gredy"], "ppo.py: unknown bot 'gredy' (did you mean greedy?); known are"),
        (["--steps", "0"], "ppo.py: error: --steps must be a number greater than 0"),
        (
            ["--out", "no-folder/ppo.npz"],
            "ppo.py: error: --out must be a file in a folder that exists",
        ),
    ],
)
def test_bad_options_get_a_sentence(
    options: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    program, *arguments = command(tmp_path / "none.npz", *options)[1:]
    monkeypatch.setattr(sys, "argv", ["ppo.py", *arguments])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(program, run_name="__main__")
    said = capsys.readouterr().err if end.value.code == 2 else str(end.value.code)
    assert said.splitlines()[-1].startswith(sentence)


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    out = tmp_path / "weights.npz"
    program = command(out, "--fresh", "100")
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout
            until_progress(running.stdout)
            running.send_signal(signal.SIGINT)
            rest, _ = running.communicate(timeout=ENOUGH)
        finally:
            running.kill()
    assert "stopped; what was learned is kept" in rest
    assert running.returncode == 0
    assert trained_bot.Trained(out).weights["in"].shape == (463, 64)


def until_progress(output: Any) -> None:
    """Read until the first progress line is there."""
    text, start = "", time.monotonic()
    while "left" not in text:
        assert time.monotonic() - start < ENOUGH
        text += output.read(1)


def test_advantages_are_those_of_every_single_game() -> None:
    """The same, written down for one decision after another."""
    batch = Batch(64, Lineup(["learner", "random"]), seed=2)
    rollout = ppo.Rollout(batch, 40)
    batch.reset(rollout.at(0))
    rng = np.random.default_rng(1)
    rollout.values[:] = rng.normal(size=rollout.values.shape)
    for step in range(40):
        batch.sample(rollout.actions[step])
        batch.step(rollout.actions[step], rollout.at(step + 1))
    found = rollout.advantages()
    dones, rewards = rollout.seen.dones, rollout.seen.rewards[..., 0]
    assert dones.sum() > 40
    for game in range(64):
        for step in range(40):
            ends = np.flatnonzero(dones[step + 1 :, game])
            stop = step + 1 + ends[0] if len(ends) else 40
            values = rollout.values[step : stop + 1, game].astype(float)
            later = values[1:] * ppo.DISCOUNT
            if len(ends):
                later[-1] = max(rewards[stop, game], 0)
            weights = (ppo.DISCOUNT * ppo.LAMBDA) ** np.arange(len(later))
            expected = ((later - values[:-1]) * weights).sum()
            assert found[step, game] == pytest.approx(expected, abs=1e-4)
