"""Ask a bot in unolab's own interface, inside its process: a function of a View, or compiled."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from copy import deepcopy
from inspect import isclass
from typing import Any

import numpy as np

from unolab.bots import Bot, Compiled, seated
from unolab.bots.bot import read_settings
from unolab.bots.own import strategy_of
from unolab.engine.layout import HAND, TABLE
from unolab.moves import Move
from unolab.rules import Rules
from unolab.state import View


class Views:
    """Ask a bot with the View that the host has."""

    def __init__(self, bot: Any, name: str, rules: str, settings: str) -> None:
        """Find out whether it is compiled, and compile it before the clock runs."""
        self._name = name
        self._rules = Rules.parse(rules)
        self._fresh: Callable[[], object] = bot if isclass(bot) else lambda: deepcopy(bot)
        strategy = strategy_of(bot, name)
        given = read_settings(name, strategy, settings)
        self._compiled: Bot | None = None
        if isinstance(strategy, Compiled):
            self._compiled = Bot(name, settings=given, strategy=strategy)
        if self._compiled is not None:
            seated([self._compiled] * 2, 0)
        view = View.parse("R5 0> R7G3/2 - 103")
        _ = view.legal, view.out_of_turn, view.hand, view.drawn  # slow on first use
        everything = bool(getattr(strategy, "everything", False))
        self.hello = {"wants": "record", "everything": everything}

    def begin(self, game: dict[str, Any]) -> None:
        """Make a new player: nothing is remembered from one game to the next."""
        if self._compiled is None:
            self._ask: Callable[[View], Any] = strategy_of(self._fresh(), self._name)  # type: ignore[assignment]
        else:
            bots = [self._compiled] * game["players"]
            self._ask = seated(bots, game["seed"])[game["seat"]]

    def answer(self, question: dict[str, Any]) -> str | None:
        """Return the move that the bot wants."""
        record = bytearray(b64decode(question["record"]))
        table = np.ndarray(1, TABLE, record)
        hand = np.ndarray(1, HAND, record, TABLE.itemsize)
        said = self._ask(View(self._rules, table, hand, question["seat"]))
        return None if said is None else str(Move.of(said).by(None))
