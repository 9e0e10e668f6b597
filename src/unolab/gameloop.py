"""The loop that asks players: compiled bots play on by themselves, all others are asked in turn.

Games, simulations and tournaments all play their rounds here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from unolab.bots import Bot, Compiled, PlainBot, bots_of, minds_of
from unolab.bots.failure import failure, wrong_answer
from unolab.bots.plain import answer
from unolab.engine import calls
from unolab.engine.layout import NOBODY, OVER
from unolab.engine.record import Record, copy_record, hand_of, table_of
from unolab.engine.run import ASKED, NOTES_FULL, PASS
from unolab.errors import BotFailed
from unolab.game import Game, as_noted
from unolab.match import Match
from unolab.moves import Move
from unolab.reason import refuse
from unolab.rules import Rules
from unolab.shuffle import is_long
from unolab.state import State, View

TARGET: Final = 500  # points of a match where the rules name none

GoOn = Callable[[int], int]
"""Lets the compiled bots play on, after a seat that passed or NOBODY. It returns ASKED and a seat
that has to be asked, NOTES_FULL to be called again, a negative code for a bot that failed, or 0
when the round is over."""


class Round:
    """A round at a table of records, which change as it is played."""

    def __init__(self, rules: Rules, state: Record) -> None:
        """Sit down to what was dealt, or will be."""
        self._rules = rules
        self._state = state
        self._table = table_of(state)
        players = int(self._table["players"][0])
        self._hands = [hand_of(state, seat) for seat in range(players)]

    def finish(
        self,
        go_on: GoOn,
        bot_at: Callable[[int], Bot],
        explain_failure: Callable[[int], BotFailed],
        where: Callable[[], str],
        moved: Callable[[Move], None] = lambda move: None,
    ) -> None:
        """Play to the end.

        ``bot_at`` names the bot at a seat that has to be asked, ``explain_failure`` says why the
        compiled one at a seat could not go on, ``where`` names the game in errors, and ``moved``
        hears of the moves of those who were asked.
        """
        passed = NOBODY
        while code := go_on(passed):
            passed = NOBODY
            if code < 0:
                raise explain_failure(-1 - int(code))
            if code != NOTES_FULL:
                seat = int(code - ASKED)
                move = self._ask(bot_at(seat), seat, where)
                if move is None:
                    passed = seat
                else:
                    moved(move)

    def _ask(self, bot: Bot, seat: int, where: Callable[[], str]) -> Move | None:
        """Ask a bot and make its move; None if it lets a chance out of turn go by."""
        turn = int(self._table["turn"][0])
        view = View(self._rules, copy_record(self._table), copy_record(self._hands[seat]), seat)
        try:
            said = answer(bot, view)
        except BotFailed as error:
            raise BotFailed(f"{error} ({where()})") from error.__cause__
        if said == PASS:
            if seat == turn:
                raise wrong_answer(bot, view, None, f" in {where()}")
            return None
        if reason := calls.attempt(self._state, seat, said):
            why = refuse(int(reason), view, seat, Move(said))
            raise BotFailed(f"{bot} chose an illegal move in {where()}: {why}")
        return as_noted(Move(said).by(seat), turn)


def play(
    bots: Sequence[Bot | str | PlainBot | Compiled],
    rules: Rules | str = "official",
    seed: int = 0,
    number: int = 0,
    dealer: int | None = None,
) -> Game:
    """Let bots play a game and return it, finished; the same seed gives the same game."""
    players = bots_of(bots)
    check_seed(seed)
    return finish(Game(rules, len(players), seed, number, dealer), players)


def play_games(
    bots: Sequence[Bot | str | PlainBot | Compiled],
    rules: Rules | str = "official",
    seed: int = 0,
    games: int = 1,
) -> Iterator[Game]:
    """Let bots play the first games of a series, each a game of its own, and yield them.

    The deal is passed on from game to game, as the rules say.
    """
    players = bots_of(bots)
    dealer: int | None = None
    for number in range(games):
        game = play(players, rules, seed, number, dealer)
        yield game
        dealer = game.state.next_dealer


def play_match(
    bots: Sequence[Bot | str | PlainBot | Compiled],
    rules: Rules | str = "official",
    seed: int = 0,
    dealer: str | None = None,
    games: int | None = None,
) -> Match:
    """Let bots play a match and return it, finished; the same seed gives the same match.

    It goes to the target of the rules, or to 500 where they have none, unless ``games`` says how
    many rounds there are.
    """
    *_, last = play_rounds(bots, rules, seed, dealer, games)
    return last


def play_rounds(
    bots: Sequence[Bot | str | PlainBot | Compiled],
    rules: Rules | str = "official",
    seed: int = 0,
    dealer: str | None = None,
    games: int | None = None,
) -> Iterator[Match]:
    """Let bots play a match, and yield it after every round."""
    players = bots_of(bots)
    check_seed(seed)
    agreed = Rules.of(rules)
    if agreed.target == 0 and games is None:
        agreed = replace(agreed, target=TARGET)
    match = Match(agreed, len(players), seed, dealer, games)
    while True:
        match = match.with_game(finish(match.game, players))
        yield match
        if match.over:
            return
        match = match.next_round()


def play_on(state: State, bots: Sequence[Bot], seed: int = 0) -> State:
    """Let shipped bots play on from a position to the end, as if they had just sat down."""
    record = state.to_record()
    if code := calls.let_bots_finish(record, minds_of(bots, seed), NOBODY):
        raise BotFailed(f"the bots could not play on from {state} (code {int(code)})")
    return State.from_record(state.rules, record)


def check_seed(seed: int) -> None:
    """Refuse a seed that only people play with."""
    if type(seed) is int and is_long(seed):
        raise ValueError("bots among themselves play with a seed from 0 to 2**128 - 1")


def finish(game: Game, players: Sequence[Bot]) -> Game:
    """Let bots play a game that has just been dealt, and return it finished."""
    minds = minds_of(players, game.seed, game.number)
    record = game.start.to_record()
    table = table_of(record)
    own = any(bot.is_compiled and not bot.is_shipped for bot in players)
    moves: list[Move] = []
    before, minds_before = record, minds

    def go_on(passed: int) -> int:
        """Let the bots make one move after the other, so that the last one can be told."""
        nonlocal before, minds_before
        while table["phase"][0] != OVER:
            turn = int(table["turn"][0])
            before = copy_record(record)
            minds_before = copy_record(minds) if own else minds
            code = int(calls.let_bots_move(record, minds, passed))
            if not 0 <= code < ASKED:
                return code
            passed = NOBODY
            moves.append(as_noted(Move(code), turn))
        return 0

    def explain_failure(seat: int) -> BotFailed:
        view = State.from_record(game.rules, record).view(seat)
        return failure(players[seat], view, minds_before["each"][0, seat], str(game.deal))

    Round(game.rules, record).finish(
        go_on, players.__getitem__, explain_failure, lambda: str(game.deal), moves.append
    )
    return game.extended(moves, State.from_record(game.rules, record, before))
