"""RLCard's interface: ``make("uno")`` returns an environment that its agents and scripts can use.

By default it plays Uno on our engine. With ``config={"compatible": True}`` it plays the game of
RLCard 1.2.0 instead, fault by fault (quirks.py), to compare with what was published about it. The
package ``rlcard`` is needed for neither.

RLCard knows 61 actions: 60 cards to play, wilds with their colour, and ``draw``. The default rules
(game.RULES) are those that need no other. ``config={"rules": ...}`` accepts any rules; then

- ``draw`` is whatever is not playing a card: draw, take what is due, keep the card just drawn, let
  the chance to jump in go by. Only one of them is possible at a time;
- ``r-wild`` also names red for a wild that was turned up first;
- "Uno" is always said, and whoever forgets it is always caught; a wild draw four is challenged when
  our bots would; a seven swaps with the opponent who holds fewest cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from unolab.envs.check import check_names
from unolab.envs.rlcard.env import UnoEnv
from unolab.envs.rlcard.quirks import CompatibleEnv
from unolab.errors import BadOption, show

__all__ = ["CompatibleEnv", "UnoEnv", "make"]

CONFIG: Final = {
    "seed": "of all deals; random if omitted",
    "allow_step_back": "whether step_back may be called; False by default",
    "game_num_players": "2 to 10 players; 2 by default",
    "compatible": "True for the game of RLCard 1.2.0, with its faults",
    "rules": "the rules of Uno, as text",
    "observation": "planes, as in RLCard, or row: all that a player may see (unolab.envs.PARTS)",
}
"""What ``make`` can be told."""


def make(env_id: str = "uno", config: Mapping[str, Any] | None = None) -> UnoEnv:
    """Make the environment ``uno``; ``config`` may set what CONFIG lists."""
    if env_id != "uno":
        raise BadOption(f"the only environment here is uno, not {show(env_id)}")
    if not isinstance(config, Mapping | None):
        raise BadOption(f"config must be a dict, not {show(config)}")
    options = dict(config or {})
    check_names(options, CONFIG)
    if not options.pop("compatible", False):
        return UnoEnv(**options)
    for key in ("rules", "observation"):
        if key in options:
            raise BadOption(f"compatible means RLCard's own {key}: leave one of the two out")
    return CompatibleEnv(**options)
