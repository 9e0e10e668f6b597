"""RLCard's Deep Monte-Carlo agent as a player for tournaments and the benchmark.

    DMC_MODEL=model.tar unolab benchmark examples/bots/rlcard_dmc.py:rlcard_dmc --trusted

It needs ``rlcard[torch]``, ``setuptools`` where Python is 3.12 or newer, and what RLCard's
``DMCTrainer`` has saved: ``model.tar`` beside this file, or the file that DMC_MODEL names. Without
``--trusted`` it cannot see DMC_MODEL.

The agent is RLCard's own, the one that was trained for the first seat; this file only translates.
"""

import os
import pickle
from pathlib import Path

from rlcard_offer import importing, offers

from unolab import Move, View
from unolab.envs.rlcard.words import ACTION_LIST, ACTION_SPACE, NAMES, draw_planes
from unolab.errors import BadBot

with importing("'rlcard[torch]' setuptools"):
    import torch
    from rlcard.agents.dmc_agent.model import DMCAgent

torch.set_num_threads(1)  # games run side by side; one move is too little to share


def load(path: Path) -> DMCAgent:
    """Read the agent of the first seat."""
    if not path.is_file():
        raise BadBot(f"there is no file {path}: name RLCard's model.tar in DMC_MODEL")
    agent = DMCAgent([4, 4, 15], [len(ACTION_LIST)], device="cpu")
    try:
        saved = torch.load(path, map_location="cpu", weights_only=True)
        agent.load_state_dict(saved["model_state_dict"][0])
    except (OSError, EOFError, pickle.UnpicklingError, RuntimeError, LookupError, TypeError):
        raise BadBot(f"{path} is no model.tar of RLCard's for Uno") from None
    return agent


AGENT = load(Path(os.environ.get("DMC_MODEL") or Path(__file__).with_name("model.tar")))


def rlcard_dmc(view: View) -> Move:
    """Ask the agent which card to play; to any other question the first legal move answers."""
    offered = offers(view)
    if len(offered) < 2:
        return next(iter(offered.values()), view.legal[0])
    hand = [NAMES[card] for card in view.hand]
    state = {
        "obs": draw_planes(hand, None if view.top is None else NAMES[view.top]),
        "legal_actions": {ACTION_SPACE[name]: None for name in offered},
        "raw_legal_actions": list(offered),
    }
    with torch.inference_mode():
        action, _ = AGENT.eval_step(state)
    return offered[ACTION_LIST[action]]
