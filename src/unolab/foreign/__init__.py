"""Foreign bots: each runs in its own process, is asked over a pipe, and has limits."""

from unolab.foreign.confinement.launcher import gaps
from unolab.foreign.fault import FAULT_KINDS, Fault
from unolab.foreign.limits import Limits
from unolab.foreign.player import Player
from unolab.foreign.program import Program

__all__ = ["FAULT_KINDS", "Fault", "Limits", "Player", "Program", "gaps"]
