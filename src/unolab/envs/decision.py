"""Decision: what a seat is asked, as a network sees it, from its View alone.

So whatever was trained in an environment plays wherever a bot can: see docs/learning.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from unolab.bots.observation.evidence import Evidence, watch_again
from unolab.bots.observation.layout import SIZE
from unolab.bots.observation.observe import RULES, observe, write_question
from unolab.bots.observation.question import (
    ACTIONS,
    ASKED,
    COLORS_AS_THEY_ARE,
    DECIDED,
    PASS,
    action_of,
    move_of,
    order_colors,
    question_for,
)
from unolab.bots.observation.ruleset import write_rules
from unolab.engine.jit import jit
from unolab.engine.layout import dtype_of
from unolab.engine.record import Record, make_record
from unolab.envs.actions import check_action, check_form, describe_action
from unolab.envs.check import decision_bits
from unolab.errors import BadOption
from unolab.moves import Move
from unolab.state import View

EVIDENCE: Final = dtype_of(Evidence)


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
        canonical = form == "canonical"
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
    table = tables[0]
    hand = hands[0]
    evidence = evidences[0]
    colors = order_colors(table, hand) if canonical else COLORS_AS_THEY_ARE
    watch_again(evidence, table)
    observe(table, hand, evidence, colors, row)
    write_rules(table.rules, row, RULES)
    return colors


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
    """Write what the holder of a hand sees and may do; return the move if none is asked, or ASKED.

    The second value is how colours are counted.
    """
    table = tables[0]
    hand = hands[0]
    colors = show_view(tables, hands, evidences, canonical, row)
    cards, more, move = question_for(table, hand, 0, decides)
    if move == ASKED:
        write_question(table, hand.seat, cards, more, colors, row, mask)
    return move, colors


@jit
def find_move(tables: Any, hands: Any, colors: int, action: int, decides: int) -> int:
    """Return the move that an action is."""
    return move_of(tables[0], hands[0].seat, colors, action, decides)


@jit
def find_action(tables: Any, hands: Any, colors: int, move: int) -> int:
    """Return the action that a move is."""
    return action_of(tables[0], hands[0].seat, colors, move)
