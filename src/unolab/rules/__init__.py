"""Rules: nineteen options, the presets, and both as text."""

from unolab.rules.options import CLASHES, OPTIONS, Option
from unolab.rules.presets import ABOUT
from unolab.rules.ruleset import PRESETS, Rules

__all__ = ["ABOUT", "CLASHES", "OPTIONS", "PRESETS", "Option", "Rules"]
