"""Environments for reinforcement learning, on the engine and with all of its rules.

``Batch`` is the core: thousands of games side by side. ``gymnasium``, ``pettingzoo``, ``openspiel``
and ``rlcard`` are thin interfaces over it, and ``Decision`` lets what was trained play as a bot.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from unolab.lazy import import_on_use

if TYPE_CHECKING:
    from unolab.bots.observation.layout import HIDDEN_PARTS, MOST, PARTS, VERSION
    from unolab.bots.observation.question import ACTIONS, DECISIONS
    from unolab.envs.actions import action_text, describe_action, parse_action
    from unolab.envs.batch import Batch, Buffers
    from unolab.envs.decision import Decision
    from unolab.envs.describe import describe
    from unolab.envs.lineup import Lineup
    from unolab.envs.reward import REWARDS

__all__ = [
    "ACTIONS",
    "DECISIONS",
    "HIDDEN_PARTS",
    "MOST",
    "PARTS",
    "REWARDS",
    "VERSION",
    "Batch",
    "Buffers",
    "Decision",
    "Lineup",
    "action_text",
    "describe",
    "describe_action",
    "parse_action",
]

_ON_FIRST_USE = {
    "ACTIONS": "unolab.bots.observation.question",
    "Batch": "batch",
    "Buffers": "batch",
    "DECISIONS": "unolab.bots.observation.question",
    "Decision": "decision",
    "HIDDEN_PARTS": "unolab.bots.observation.layout",
    "Lineup": "lineup",
    "MOST": "unolab.bots.observation.layout",
    "PARTS": "unolab.bots.observation.layout",
    "REWARDS": "reward",
    "VERSION": "unolab.bots.observation.layout",
    "action_text": "actions",
    "describe": "describe",
    "describe_action": "actions",
    "parse_action": "actions",
}

__getattr__ = import_on_use(globals(), _ON_FIRST_USE)


def _register() -> None:
    """Let Gymnasium know the environment; what makes it is imported when one is made.

    Gymnasium must be imported for this, which is nothing beside NumPy and the engine.
    """
    from gymnasium import register

    where = "unolab.envs.gymnasium"
    register(
        "unolab/Uno-v0",
        entry_point=f"{where}:UnoEnv",
        vector_entry_point=f"{where}:UnoVectorEnv",
    )


if find_spec("gymnasium") is not None:
    _register()
