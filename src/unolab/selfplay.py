"""Bots round a table, played to the end."""

from __future__ import annotations

from collections.abc import Sequence

from unolab.bots import check, minds_of
from unolab.engine import calls
from unolab.engine.layout import OVER
from unolab.game import Game, written
from unolab.moves import Move
from unolab.rules import Rules
from unolab.state import State
from unolab.table import copy_of


def play(
    bots: Sequence[str],
    rules: Rules | str = "official",
    seed: int = 0,
    number: int = 0,
    dealer: int | None = None,
) -> Game:
    """Let bots play a game and return it, finished; the same seed gives the same game."""
    if isinstance(bots, str):
        raise ValueError(f"bots are a list of names, one for each seat, not {bots!r:.40}")
    for bot in bots:
        check(bot)
    game = Game(rules, len(bots), seed, number, dealer)
    minds = minds_of(bots, seed, number)
    record = game.start.to_record()
    table = record["table"]
    before = record
    moves = []
    while table["phase"][0] != OVER:
        turn = int(table["turn"][0])
        before = copy_of(record)
        move = calls.let_bots_move(record, minds)
        if move < 0:
            raise RuntimeError(f"{bots[-1 - move]} made an illegal move in {game.deal}")
        moves.append(written(Move(move), turn))
    return game.extended(moves, State.from_record(game.rules, record, before))
