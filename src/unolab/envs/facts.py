"""Facts about games, for whoever watches: what the interfaces say in their ``info``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from unolab.engine.layout import OVER
from unolab.engine.record import Record
from unolab.envs.check import choose
from unolab.envs.loops import find_winners
from unolab.envs.slot import PLAYING

Array = npt.NDArray[Any]

AT_START: Final = ("game",)
AT_END: Final = ("turns", "rounds", "winner", "illegal")
FACTS: Final = (*AT_START, *AT_END)


def find_facts(slots: Record, setup: Array, places: Any, names: Sequence[str]) -> dict[str, Array]:
    """Return facts about the games at some places by name, an array of each.

    ``game`` is the number in the seed's series, ``turns`` how many were begun in the last round,
    ``rounds`` how many have ended, ``winner`` the player of the line-up who has won, the first of
    several, or -1, and ``illegal`` whether an illegal action ended the game.
    """
    places = np.asarray(places, np.int64)
    table = slots["state"]["table"]
    facts = {}
    for name in names:
        choose("a fact", name, FACTS)
        if name == "turns":
            facts[name] = table["turns"][places]
        elif name == "winner":
            facts[name] = np.zeros(len(places), np.int64)
            find_winners(slots, setup, places, facts[name])
        elif name == "illegal":
            ended = slots["status"][places] != PLAYING
            facts[name] = ended & (table["phase"][places] != OVER)
        else:
            facts[name] = slots[name][places]
    return facts
