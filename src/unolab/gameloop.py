"""Bots round a table, played to the end."""

from __future__ import annotations

from collections.abc import Sequence

from unolab.bots import Bot, Compiled, Player, bots_of, minds_of
from unolab.bots.failure import failure, wrong_answer
from unolab.bots.plain import answer
from unolab.engine import calls
from unolab.engine.layout import NOBODY, OVER
from unolab.engine.record import copy_record
from unolab.engine.run import ASKED, PASS
from unolab.errors import BotFailed, IllegalMove
from unolab.game import Game, written
from unolab.moves import Move
from unolab.rules import Rules
from unolab.shuffle import is_long
from unolab.state import State


def play(
    bots: Sequence[Bot | str | Player | Compiled],
    rules: Rules | str = "official",
    seed: int = 0,
    number: int = 0,
    dealer: int | None = None,
) -> Game:
    """Let bots play a game and return it, finished; the same seed gives the same game."""
    players = bots_of(bots)
    if type(seed) is int and is_long(seed):
        raise ValueError("bots among themselves play with a seed from 0 to 2**128 - 1")
    game = Game(rules, len(players), seed, number, dealer)
    minds = minds_of(players, seed, number)
    record = game.start.to_record()
    table = record["table"]
    before = record
    own = any(bot.is_compiled and not bot.is_shipped for bot in players)
    moves: list[Move] = []
    passed = NOBODY
    while table["phase"][0] != OVER:
        turn = int(table["turn"][0])
        last, before = before, copy_record(record)
        minds_before = copy_record(minds) if own else minds
        code = calls.let_bots_move(record, minds, passed)
        passed = NOBODY
        if code >= ASKED:
            seat = int(code - ASKED)
            state = State.from_record(game.rules, before)
            said = answer(players[seat], state.view(seat))
            if said == PASS and seat != turn:
                before, passed = last, seat
                continue
            if said == PASS:
                raise wrong_answer(players[seat], state.view(seat), None, f" in {game.deal}")
            try:
                record = state.play(said, seat).to_record()
            except IllegalMove as error:
                raise BotFailed(
                    f"{players[seat]} wanted an illegal move in {game.deal}: {error}"
                ) from error
            table = record["table"]
            code = Move(said).by(seat)
        elif code < 0:
            seat = -1 - int(code)
            view = State.from_record(game.rules, record).view(seat)
            raise failure(players[seat], view, minds_before["each"][0, seat], str(game.deal))
        moves.append(written(Move(code), turn))
    return game.extended(moves, State.from_record(game.rules, record, before))
