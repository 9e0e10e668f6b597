"""Foreign bots: each runs in its own process, is asked over a pipe, and has limits.

The players are imported lazily: a bot that needs only ``unolab.foreign.classic`` must not wait for
the engine.
"""

from typing import TYPE_CHECKING

from unolab.lazy import import_on_use

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


__getattr__ = import_on_use(globals(), _ON_FIRST_USE)
