"""Paths: rounds that are played on in thought, from one real decision to the next.

What is no decision is done at once, as in the learning environments: forced moves, calling "Uno"
and catching. A path holds all cards. Whoever must not know them deals them anew first (worlds.py).
"""

from __future__ import annotations

from typing import Any, Final

from unolab.bots.observation.evidence import Evidence, follow
from unolab.bots.observation.question import ASKED, PASS, move_of, question_for
from unolab.bots.observation.question import DECIDED_BITS as DECIDES
from unolab.engine.hand import NONE
from unolab.engine.jit import call, inlined, jit
from unolab.engine.layout import NOBODY, OVER, Mind, Small, StateRecord, dtype_of, number
from unolab.engine.run import PASS as LETS_PASS
from unolab.engine.run import first_asked, next_asked
from unolab.engine.step import step


class Path:
    """A round, what can be known of it by watching, and who decides."""

    state: StateRecord
    evidence: Evidence
    asked: Small  # the seat that decides, or NOBODY when the round is over


PATH: Final = dtype_of(Path)


@jit
def go_on(path: Path) -> Any:
    """Play to the next decision; return the cards that may be played and other answers as bits."""
    table = path.state.table
    while table.phase != OVER:
        seat = path.asked
        cards, more, move = question_for(table, path.state.hands[seat], 0, DECIDES)
        if move == ASKED:
            return cards, more
        make_move(path, seat, move)
    path.asked = NOBODY
    return NONE, number(0)


@inlined
def make_move(path: Path, seat: int, move: int) -> None:
    """Make a move while everyone watches, and find out who is asked then."""
    table = path.state.table
    since = table.logged
    step(path.state, seat, move)
    follow(path.evidence, table, since)
    path.asked = first_asked(path.state)


@inlined
def let_pass(path: Path) -> None:
    """Let the seat that is asked pass on its chance to jump in."""
    path.asked = next_asked(path.state, path.asked)


@jit
def take_action(path: Path, colors: int, action: int) -> None:
    """Do what the seat that is asked has decided; ``colors`` is how it counts them."""
    if action == PASS:
        let_pass(path)
    else:
        seat = path.asked
        make_move(path, seat, move_of(path.state.table, seat, colors, action, DECIDES))


@inlined
def ask_bot(path: Path, mind: Mind) -> None:
    """Do what a bot says at the seat that is asked."""
    seat = path.asked
    move = call(mind.bot, path.state.table, path.state.hands[seat], mind.memory, mind.rng)
    if move == LETS_PASS:
        let_pass(path)
    else:
        make_move(path, seat, move)
