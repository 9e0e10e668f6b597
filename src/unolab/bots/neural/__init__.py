"""The trained player: its network, its weights, and how it runs in compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unolab.lazy import import_on_use

if TYPE_CHECKING:
    from unolab.bots.neural.evaluation import Evaluation, evaluate
    from unolab.bots.neural.network import Network

__all__ = ["Evaluation", "Network", "evaluate"]

__getattr__ = import_on_use(
    globals(), {"Evaluation": "evaluation", "Network": "network", "evaluate": "evaluation"}
)
