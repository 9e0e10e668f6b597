"""Decision: what a seat is asked, as a network sees it, from its View alone.

So whatever was trained in an environment plays wherever a bot can: see docs/learning.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.look import EVIDENCE, look_at, write_view
from unolab.bots.observation.question import ACTIONS, ASKED, DECIDED, PASS, action_of, move_of
from unolab.engine.jit import jit
from unolab.engine.record import Record, make_record
from unolab.envs.actions import check_action, check_form, describe_action
from unolab.envs.check import decision_bits
from unolab.errors import BadOption
from unolab.moves import Move
from unolab.state import View


class Decision:
    """What the seat of a View has to decide: ``observation``, ``mask`` and what an action means.

    It is what the environments show at the same point, but for two things. Who decides calls itself
    is asked there in time whether to say "Uno"; here that is one of the answers on its own turn.
    And in very long rounds some evidence is missing (docs/adr/0029).
    """

    observation: npt.NDArray[np.uint8]
    """What the seat may see (layout.PARTS)."""
    mask: npt.NDArray[np.int8]
    """1 for every action that is legal, else 0."""
    forced: Move | None
    """The move to make without asking anyone; None if there is something to decide."""

    def __init__(
        self,
        view: View,
        form: str = "canonical",
        decides: Sequence[str] = DECIDED,
    ) -> None:
        """Look at the table as the environments show it; ``form`` and ``decides`` as there."""
        if getattr(view, "seat", None) is None or view.over:
            raise BadOption("nothing is decided here: it takes the View of a player in a round")
        self.observation = np.zeros(SIZE, np.uint8)
        self.mask = np.zeros(ACTIONS, np.int8)
        self._view = view
        self._bits = decision_bits(decides)
        self.form = check_form(form)
        canonical = self.form == "canonical"
        evidence = make_record(EVIDENCE)
        parts = view._table, view._hand, evidence
        move, self._colors = look(*parts, self._bits, canonical, self.observation, self.mask)
        self.forced = None if move == ASKED else Move(int(move))

    def move(self, action: int) -> Move | None:
        """Return the move that an action is; None lets a chance go by."""
        chosen = check_action(action)
        if not self.mask[chosen]:
            what = describe_action(chosen, self.form)
            raise BadOption(f"action {chosen} ({what}) is illegal here: {self._view}")
        if chosen == PASS:
            return None
        return Move(int(find_move(*self._records, self._colors, chosen, self._bits)))

    def action(self, move: Move | str | None) -> int:
        """Return the action that a move is."""
        if move is None:
            return PASS
        return int(find_action(*self._records, self._colors, Move.of(move).by(None)))

    @property
    def _records(self) -> tuple[Record, Record]:
        return self._view._table, self._view._hand


@jit
def show_view(tables: Any, hands: Any, evidences: Any, canonical: bool, row: Any) -> int:
    """Write what the holder of a hand sees; return how colours are counted."""
    return write_view(tables[0], hands[0], evidences[0], canonical, row)


@jit
def look(
    tables: Any,
    hands: Any,
    evidences: Any,
    decides: int,
    canonical: bool,
    row: Any,
    mask: Any,
) -> Any:
    """Write what the holder of a hand sees, be there a question or not; return as ``look_at``."""
    move, colors = look_at(tables[0], hands[0], evidences[0], decides, canonical, row, mask)
    if move != ASKED:
        colors = show_view(tables, hands, evidences, canonical, row)
    return move, colors


@jit
def find_move(tables: Any, hands: Any, colors: int, action: int, decides: int) -> int:
    """Return the move that an action is."""
    return move_of(tables[0], hands[0].seat, colors, action, decides)


@jit
def find_action(tables: Any, hands: Any, colors: int, move: int) -> int:
    """Return the action that a move is."""
    return action_of(tables[0], hands[0].seat, colors, move)
