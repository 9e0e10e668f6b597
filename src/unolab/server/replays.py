"""Replays: a finished game with all its cards, one frame for each move."""

from __future__ import annotations

from collections.abc import Iterator

from unolab import event as told
from unolab.errors import NotationError
from unolab.game import Game
from unolab.server.rest import Frame, Replay
from unolab.server.shown import events_of, open_hands, table_of
from unolab.server.sitting import Round, hash_of
from unolab.state import State

MOST_MOVES = 5_000


def replay_of(id: str, played: Round) -> Replay:
    """Show a round of a room."""
    return Replay(
        id=id,
        text=str(played.game),
        rules=str(played.game.rules),
        names=[chair.name for chair in played.chairs],
        avatars=[chair.avatar for chair in played.chairs],
        bots=[chair.kind == "bot" for chair in played.chairs],
        seed=str(played.game.seed),
        hash=hash_of(played.game.seed),
        known=played.known,
        frames=list(_frames(played.game)),
    )


def replay_from(text: str) -> Replay:
    """Show a game that was kept as text."""
    lines = [line for line in text.splitlines() if line.partition("#")[0].strip()]
    if len(lines) != 1:
        raise NotationError(f"one game is expected, not {len(lines)}: each stands in one line")
    if len(lines[0].split()) > MOST_MOVES:
        raise NotationError(f"a game of more than {MOST_MOVES} moves is not shown")
    game = Game.parse(lines[0])
    return Replay(
        id=None,
        text=str(game),
        rules=str(game.rules),
        names=[f"Seat {seat}" for seat in range(game.players)],
        avatars=list(range(game.players)),
        bots=[False] * game.players,
        seed=str(game.seed),
        hash=hash_of(game.seed),
        known=True,
        frames=list(_frames(game)),
    )


def _frames(game: Game) -> Iterator[Frame]:
    start = game.start
    dealt = told.Event("dealt", start.dealer, card=start.top)
    yield _frame(start, (dealt, *start.events), None, None)
    turn = start.turn
    for move, state in game.steps():
        seat = turn if move.seat is None else move.seat
        yield _frame(state, state.events, str(move), seat)
        turn = state.turn


def _frame(
    state: State, events: tuple[told.Event, ...], move: str | None, seat: int | None
) -> Frame:
    table = table_of(state.view(None), hands=open_hands(state), left=state.left)
    return Frame(move=move, seat=seat, events=events_of(events), table=table)
