"""Observers: what players see and remember, as OpenSpiel's tensors with named parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel

from unolab.bots.observation.layout import PARTS, SIZE
from unolab.envs.openspiel.play import ENTRY, Play
from unolab.errors import BadOption

ENTRIES_PER_TURN: Final = 4  # two are usual, with the own cards


class UnoObserver:
    """Sees what a player may see; with perfect recall also everything it has seen and done."""

    tensor: npt.NDArray[np.float32] | None

    def __init__(self, kind: Any, turn_limit: int, params: Mapping[str, Any] | None) -> None:
        """Take a ``pyspiel.IIGObservationType``."""
        if params:
            raise BadOption(f"observations of python_uno have no parameters: {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info:
            raise BadOption("python_uno shows what lies open, and besides one hand or none")
        self._sees_hand = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self._sees_hand:
            self.tensor = None  # there is no row for a spectator
            return
        entries = turn_limit * ENTRIES_PER_TURN if self._recalls else 0
        self.tensor = np.zeros(SIZE + entries * ENTRY, np.float32)
        for name, part in PARTS.items():
            self.dict[name] = self.tensor[part.start : part.stop]
        if self._recalls:
            self.dict["log"] = self.tensor[SIZE:].reshape(entries, ENTRY)

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees into the tensor."""
        if self.tensor is None:
            return
        play: Play = state.play
        self.tensor[:SIZE] = play.observe(player)
        if self._recalls:
            log = self.dict["log"]
            log.fill(0)
            notes = play.notes[player] if play.notes else ()
            entries = [entry for note in notes for entry in note.entries][-len(log) :]
            if entries:
                log[: len(entries)] = entries

    def string_from(self, state: Any, player: int) -> str:
        """Write what a player sees as text."""
        play: Play = state.play
        if not self._sees_hand:
            return "" if play.state is None else str(play.state.view(None))
        return play.recall(player) if self._recalls else play.describe(player)
