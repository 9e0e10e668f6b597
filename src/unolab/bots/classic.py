"""ClassicPlayer: a strategy for the classroom tournament, run in this process for its author.

A tournament runs it in a process of its own. Here it is trusted like any Python code of one's own
and plays wherever a bot does; nothing is confined or timed.
"""

from __future__ import annotations

import json
from typing import Any

from unolab.bots.briefing import Briefing
from unolab.classroom.asking import Classic
from unolab.engine.log import LOG_SIZE
from unolab.engine.record import mark_legal
from unolab.moves import Move
from unolab.state import View


class ClassicPlayer:
    """Asks a class with ``play`` and ``call_color``; each seat in each round gets a new one."""

    def __init__(self, strategy: Any) -> None:
        """Store the class, or an object that is copied for every round."""
        self.strategy = strategy
        self.__doc__ = strategy.__doc__
        self._rounds: dict[int, ClassicRound] = {}

    def __call__(self, view: View) -> Move:
        """Ask for a move."""
        assert view.seat is not None
        known = self._rounds.get(view.seat)
        if known is None or not known.goes_on(view):
            known = self._rounds[view.seat] = ClassicRound(self.strategy, view.seat, view)
        return known.ask(view)


class ClassicRound:
    """A seat in one round: the order of its cards, and the colours that were called."""

    def __init__(self, strategy: Any, seat: int, view: View) -> None:
        """Start from a view."""
        totals = [*view.totals]
        self._briefing = Briefing(seat, view.players, 0, totals)
        self._classic = Classic(strategy)
        self._classic.begin({"seat": seat, "players": view.players, "totals": totals})
        self._heard = view._table["log"][0, :0].copy()
        self._number = 0

    def goes_on(self, view: View) -> bool:
        """Whether a view is a later one of this round: it continues what we have seen."""
        heard, table = len(self._heard), view._table
        logged = int(table["logged"][0])
        if logged > LOG_SIZE:
            return logged >= heard
        return logged >= heard and bool((table["log"][0, :heard] == self._heard).all())

    def ask(self, view: View) -> Move:
        """Ask as the protocol does, and return the answered move."""
        logged = int(view._table["logged"][0])
        self._heard = view._table["log"][0, : min(logged, LOG_SIZE)].copy()
        self._number += 1
        legal = mark_legal(view._table, view._hand).nonzero()[0].tolist()
        question = json.loads(self._briefing.question(view, self._number, legal))
        return Move.parse(self._classic.answer(question))
