"""Facts about games, for whoever watches: what the interfaces say in their ``info``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from unolab.engine.layout import NOBODY, OVER
from unolab.envs.batch import Batch
from unolab.envs.slot import PLAYING

Array = npt.NDArray[Any]

AT_START: Final = ("game",)
AT_END: Final = ("turns", "winner", "illegal")


def tell(batch: Batch, places: Any, names: tuple[str, ...]) -> dict[str, Array]:
    """Return facts about the games at some places by name, an array of each.

    ``game`` is the number in the seed's series, ``turns`` how many were begun, ``winner`` the
    player of the line-up who went out, or -1, and ``illegal`` whether an illegal action ended it.
    """
    slots, table = batch._slots, batch._slots["state"]["table"]
    facts = {}
    for name in names:
        if name == "game":
            facts[name] = slots["game"][places]
        elif name == "turns":
            facts[name] = table["turns"][places]
        elif name == "winner":
            seats = table["winner"][places]
            facts[name] = np.where(seats == NOBODY, NOBODY, slots["players"][places, seats])
        elif name == "illegal":
            ended = slots["status"][places] != PLAYING
            facts[name] = ended & (table["phase"][places] != OVER)
    return facts


def tell_one(batch: Batch, game: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Return facts about one game as plain values."""
    return {name: fact[0].item() for name, fact in tell(batch, [game], names).items()}
