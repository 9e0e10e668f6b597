"""RLCard's rule agent, ``uno-rule-v1``, as a player for tournaments and the benchmark.

    unolab benchmark examples/bots/rlcard_rule.py:rlcard_rule

It needs the package ``rlcard``. The agent is RLCard's own; this file only translates. It is offered
what RLCard's game offers: to draw only if no card fits, a wild draw four only if no other does.
"""

import zlib

import numpy as np
from rlcard_offer import importing, offers

from unolab import Move, View
from unolab.envs.rlcard.words import NAMES

with importing("rlcard"):
    from rlcard.models.uno_rule_models import UNORuleAgentV1

AGENT = UNORuleAgentV1()


def rlcard_rule(view: View) -> Move:
    """Ask the agent which card to play; to any other question the first legal move answers."""
    offered = offers(view)
    if not offered:
        return view.legal[0]
    hand = [NAMES[card] for card in view.hand]
    np.random.seed(zlib.crc32(str(view).encode()))  # which the agent draws from
    state = {"raw_legal_actions": list(offered), "raw_obs": {"hand": hand}}
    return offered[str(AGENT.step(state))]
