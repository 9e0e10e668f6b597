"""Replays: a finished game with all its cards, one frame for each move."""

from __future__ import annotations

from collections.abc import Iterator

from unolab import event as told
from unolab.errors import NotationError
from unolab.fairness import Proof, cards_of, commit_to, is_secret
from unolab.game import Game, seed_text
from unolab.server.refusal import Refusal
from unolab.server.rest import Frame, Replay
from unolab.server.shown import events_of, open_hands, shares_of, table_of
from unolab.server.sitting import Round
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
        seed=seed_text(played.game.seed),
        commitment=commit_to(played.secret),
        secret=played.secret,
        shares=shares_of(played.shares),
        known=played.known,
        frames=list(_frames(played.game)),
    )


def proof_of(played: Round) -> Proof:
    """Put together what it takes to check the cards of a round."""
    if not is_secret(played.secret):
        text = "nothing can be proved of this round: it was dealt from a seed, not from secrets"
        raise Refusal("no_proof", text)
    game = played.game
    return Proof(game, commit_to(played.secret), played.secret, played.shares, cards_of(game))


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
        seed=seed_text(game.seed),
        commitment=None,
        secret=None,
        shares=[],
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
