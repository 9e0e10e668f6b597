"""Sight: what a seat may see whether it is asked or not, also when the round is over."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.look import EVIDENCE
from unolab.engine.record import make_record
from unolab.envs.actions import check_form
from unolab.envs.decision import show_view
from unolab.state import View


def see(view: View, form: str = "canonical") -> npt.NDArray[np.uint8]:
    """Return the observation of a seat that is not asked anything."""
    row = np.zeros(SIZE, np.uint8)
    canonical = check_form(form) == "canonical"
    evidence = make_record(EVIDENCE)
    show_view(view._table, view._hand, evidence, canonical, row)
    return row
