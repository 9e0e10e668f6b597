"""RLCard's rule agent, ``uno-rule-v1``, as a player for tournaments and the benchmark.

    unolab benchmark examples/bots/rlcard_rule.py:rlcard_rule

It needs the package ``rlcard``. The agent is RLCard's own; this file only translates. It is offered
what RLCard's game offers: to draw only if no card fits, a wild draw four only if no other does.
"""

import zlib
from unittest import mock

import numpy as np

from unolab import Move, View
from unolab.envs.rlcard.words import NAMES, name_action
from unolab.moves import DRAW

# on import RLCard runs pip to look for PyTorch, which nobody needs here and no player may
with mock.patch("subprocess.check_output", return_value=b""):
    from rlcard.models.uno_rule_models import UNORuleAgentV1

AGENT = UNORuleAgentV1()


def rlcard_rule(view: View) -> Move:
    """Ask the agent which card to play; what is no such question has its first answer."""
    plays = {name_action(move.action): move for move in view.legal if move.action < DRAW}
    if not plays:
        return view.legal[0]
    others = {name: move for name, move in plays.items() if not name.endswith("wild_draw_4")}
    offered = others or plays
    hand = [NAMES[card] for card in view.hand]
    np.random.seed(zlib.crc32(str(view).encode()))  # which the agent draws from
    state = {"raw_legal_actions": list(offered), "raw_obs": {"hand": hand}}
    return offered[str(AGENT.step(state))]
