"""RLCard's agents as players: they are offered what RLCard offers, and what is missing is said."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import unolab as uno
from unolab.errors import BadBot

pytestmark = pytest.mark.slow

BOTS = Path(__file__).parents[2] / "examples/bots"


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """The files anew: what was read of one is kept."""
    return Path(shutil.copytree(BOTS, tmp_path / "bots"))


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("R5 0> R7R5G5B1*W*F/B2", "r-7 r-5 g-5 r-wild g-wild b-wild y-wild"),
        ("R5 0> R7G3*F/B2", "r-7"),
        ("R5 0> B7G3*F/B2", "r-wild_draw_4 g-wild_draw_4 b-wild_draw_4 y-wild_draw_4"),
        ("R5 0> B7G3/B2", ""),
    ],
)
def test_what_is_offered(position: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BOTS))
    offer: Any = importlib.import_module("rlcard_offer")
    offered = offer.offers(uno.State.parse(position, "official").view(0))
    assert sorted(offered) == sorted(expected.split())


def test_the_rule_agent_plays() -> None:
    pytest.importorskip("rlcard")
    bot = uno.Bot.load(f"{BOTS / 'rlcard_rule.py'}:rlcard_rule")
    report = uno.simulate([bot, "random"], games=600, seed=5)
    assert report.interval[0][0] > 0.5


@pytest.mark.parametrize(
    ("file", "package", "sentence"),
    [
        ("rlcard_rule", "rlcard", "pip install rlcard is needed: there is no rlcard"),
        (
            "rlcard_dmc",
            "torch",
            "pip install 'rlcard[torch]' setuptools is needed: there is no torch",
        ),
    ],
)
def test_what_is_missing_is_said(
    file: str, package: str, sentence: str, bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(BadBot) as raised:
        uno.Bot.load(f"{bots / file}.py:{file}")
    assert str(raised.value).startswith(f"{file}.py: {sentence} (line ")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # RLCard's
def test_what_dmc_has_learned_is_played(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch: Any = pytest.importorskip("torch")
    for package in ("rlcard", "git"):  # DMCTrainer asks git about itself
        pytest.importorskip(package)
    file = bots / "rlcard_dmc.py"
    name = f"{file}:rlcard_dmc"
    model = bots / "dmc.tar"
    monkeypatch.setenv("DMC_MODEL", str(model))
    with pytest.raises(BadBot, match=r"no file .*dmc\.tar: name RLCard's model\.tar in DMC_MODEL"):
        uno.Bot.load(name)
    model.write_bytes(b"not a model")
    with pytest.raises(BadBot, match=r"dmc\.tar is no model\.tar of RLCard's for Uno"):
        uno.Bot.load(name)
    agents: Any = importlib.import_module("rlcard.agents.dmc_agent.model")
    agent = agents.DMCAgent([4, 4, 15], [61], device="cpu")
    for value in agent.parameters():
        value.data.zero_()
    agent.state_dict()["fc_layers.0.weight"][0, 240:255] = 1  # red cards are worth something
    for layer in range(2, 12, 2):
        agent.state_dict()[f"fc_layers.{layer}.weight"][0, 0] = 1
    torch.save({"model_state_dict": [agent.state_dict(), {}]}, model)
    bot: Any = uno.Bot.load(name)
    for position in ("R5 0> B5G5R5Y5*F/B2", "R5 0> Y5B5G5R5/B2"):
        assert str(bot.strategy(uno.State.parse(position, "official").view(0))) == "R5"
    assert uno.simulate([bot, "random", "random"], games=20, seed=1).games == 20
