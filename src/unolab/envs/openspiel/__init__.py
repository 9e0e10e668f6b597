"""OpenSpiel's interface: importing this registers the game ``python_uno``.

    pyspiel.load_game("python_uno(players=3,rules=official+wd4:strict)")

``players`` is 2 to 10. ``rules`` is any rules text with a colon where it has an equals sign, which
OpenSpiel does not allow there. A round that is not won after 2,000 turns is void, unless the rules
have a limit of their own: OpenSpiel wants games to be finite.

Chance is explicit: each card that is dealt, turned up or drawn is an outcome, one of 54 kinds. So a
move that draws is followed by chance nodes and takes effect when its last card is chosen. Players
are asked what a Batch asks by default, with the same actions in the plain form: their turns,
challenges, swaps and jump-ins, where one could do something else. In between, forced moves are
made, "Uno" is said and whoever forgot it is caught. Who may act out of turn is asked one after the
other, in the order of the engine (``State.asked``), last the one whose turn it is.

The observation is the row of all our environments in the plain form (``unolab.envs.PARTS``). The
information state has besides, in the part ``log``, all that the player has seen and done: entries
of what, who, and which card, seat or number; in very long rounds the latest ones.
"""

from __future__ import annotations

from unolab.envs.extra import needs

with needs("OpenSpiel", "pyspiel"):
    import pyspiel

from unolab.envs.openspiel.game import GAME_TYPE, UnoGame, UnoState

__all__ = ["UnoGame", "UnoState"]

pyspiel.register_game(GAME_TYPE, UnoGame)
