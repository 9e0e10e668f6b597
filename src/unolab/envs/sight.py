"""Sight: what a seat may see whether it is asked or not, also when the round is over."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from unolab.engine.jit import jit
from unolab.engine.record import make_record
from unolab.envs.actions import FORMS
from unolab.envs.check import choose
from unolab.envs.decision import EVIDENCE, rules_of
from unolab.envs.evidence import watch_again
from unolab.envs.layout import SIZE
from unolab.envs.observe import observe
from unolab.envs.question import COLORS_AS_THEY_ARE, order_colors
from unolab.state import View


def see(view: View, form: str = "canonical") -> npt.NDArray[np.uint8]:
    """Return the observation of a seat that is not asked anything."""
    row = np.zeros(SIZE, np.uint8)
    canonical = choose("form", form, FORMS) == "canonical"
    evidence = make_record(EVIDENCE)
    watch(view._table, view._hand, evidence, rules_of(view.rules), canonical, row)
    return row


@jit
def watch(tables: Any, hands: Any, evidences: Any, rules: Any, canonical: bool, row: Any) -> None:
    """Write what the holder of a hand sees."""
    table = tables[0]
    hand = hands[0]
    evidence = evidences[0]
    colors = order_colors(table, hand) if canonical else COLORS_AS_THEY_ARE
    watch_again(evidence, table)
    observe(table, hand, evidence, colors, rules, row)
