"""Foreign bots: each runs in its own process, is asked over a pipe, and has limits.

The players are imported lazily: a bot that needs only ``unolab.foreign.classic`` must not wait for
the engine.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unolab.foreign.confinement.launcher import gaps
    from unolab.foreign.fault import KINDS, Fault
    from unolab.foreign.limits import Limits
    from unolab.foreign.player import Player
    from unolab.foreign.program import Program

__all__ = ["KINDS", "Fault", "Limits", "Player", "Program", "gaps"]

_ON_FIRST_USE = {
    "KINDS": "fault",
    "Fault": "fault",
    "Limits": "limits",
    "Player": "player",
    "Program": "program",
    "gaps": "confinement.launcher",
}


def __getattr__(name: str) -> object:
    """Import a name of this package on first use."""
    if name not in _ON_FIRST_USE:
        raise AttributeError(f"module 'unolab.foreign' has no attribute {name!r}")
    value = getattr(import_module(f"unolab.foreign.{_ON_FIRST_USE[name]}"), name)
    globals()[name] = value
    return value
