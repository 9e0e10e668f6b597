"""Interfaces whose packages are missing, and options that nobody knows."""

import subprocess
import sys
from typing import Any

import gymnasium
import pytest

from unolab.envs import Batch, pettingzoo
from unolab.errors import BadOption

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("interface", "module", "package"),
    [
        ("gymnasium", "gymnasium", "Gymnasium"),
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("pettingzoo", "gymnasium", "Gymnasium"),
        ("openspiel", "pyspiel", "OpenSpiel"),
        ("picture", "PIL", "Pillow"),
    ],
)
def test_missing_package_gets_one_sentence(interface: str, module: str, package: str) -> None:
    lines = f"import sys; sys.modules[{module!r}] = None; import unolab.envs.{interface}"
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)
    sentence = f"ImportError: {package} is not installed: pip install 'unolab[rl]'"
    assert done.stderr.splitlines()[-1] == sentence


@pytest.mark.parametrize(
    "make",
    [
        lambda **options: Batch(2, **options),
        lambda **options: gymnasium.make("unolab/Uno-v0", **options),
        lambda **options: gymnasium.make_vec("unolab/Uno-v0", num_envs=2, **options),
        pettingzoo.env,
        pettingzoo.parallel_env,
    ],
)
def test_unknown_option_gets_one_sentence(make: Any) -> None:
    sentence = r"^unknown option 'rewards': one of .*reward, .*\(did you mean reward\?\)$"
    with pytest.raises(BadOption, match=sentence):
        make(rewards="win")


def test_rlcard_needs_no_package() -> None:
    lines = "import sys; sys.modules['rlcard'] = None; import unolab.envs.rlcard"
    assert subprocess.run([sys.executable, "-c", lines]).returncode == 0
