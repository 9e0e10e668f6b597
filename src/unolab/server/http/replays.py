"""Replays: a finished game with all its cards, one frame per move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from unolab import event as told
from unolab.errors import NotationError
from unolab.fairness import Proof, cards_of, commit_to, is_secret
from unolab.game import Game, seed_text
from unolab.public import team_of
from unolab.server.guard.workers import Checkpoint
from unolab.server.protocol.refusal import Refusal
from unolab.server.protocol.rest import MOST_MOVES, Frame, Replay, RoundShown
from unolab.server.room.shown import (
    deal_of,
    events_of,
    features_of,
    open_hands,
    shares_of,
    table_of,
    text_of,
)
from unolab.server.room.sitting import FinishedRound, Sitting
from unolab.state import State

LARGEST_REPLAY: Final = 8_000_000  # bytes; the longest replays with ten players are smaller
LISTED: Final = 20  # rounds of a room that are listed


def line_of(text: str) -> str:
    """Find the one game in a text, without parsing its moves yet."""
    lines = [line for line in text.splitlines() if line.partition("#")[0].strip()]
    if len(lines) != 1:
        raise NotationError(f"expected one game, not {len(lines)}; a game is one line")
    line = lines[0].partition("#")[0]
    if moves_in(line) > MOST_MOVES:
        raise NotationError(_too_long())
    return line


def moves_in(line: str) -> int:
    """Count the moves of a game given as text."""
    return len(line.partition(":")[2].split())


def rounds_of(code: str, sitting: Sitting) -> list[RoundShown]:
    """List the last finished rounds of a room, the latest first."""
    numbered = [*enumerate(sitting.rounds, 1)][-LISTED:]
    return [
        RoundShown(
            id=f"{code}-{number}",
            rules=text_of(played.game.rules),
            names=[chair.name for chair in played.chairs],
            winner=played.game.winner,
            points=played.game.state.points if played.game.rules.target else None,
            turns=played.game.state.turns,
            helped=played.helped,
        )
        for number, played in reversed(numbered)
    ]


def replay_of(id: str, played: FinishedRound, check: Checkpoint) -> bytes:
    """Show a round of a room, as JSON."""
    _check_length(played)
    return _write(
        Replay(
            id=id,
            text=str(played.game),
            rules=str(played.game.rules),
            names=[chair.name for chair in played.chairs],
            avatars=[chair.avatar for chair in played.chairs],
            bots=[chair.kind == "bot" for chair in played.chairs],
            strengths=[chair.strength for chair in played.chairs],
            teams=_teams(played.game),
            has=features_of(played.game.rules),
            seed=seed_text(played.game.seed),
            commitment=commit_to(played.secret),
            secret=played.secret,
            shares=shares_of(played.shares),
            known=played.known,
            frames=list(_frames(played.game, check)),
        )
    )


def proof_of(played: FinishedRound) -> Proof:
    """Return the proof of the cards of a round."""
    if not is_secret(played.secret):
        text = "this round has no proof: it was dealt from a seed, not from secrets"
        raise Refusal("no_proof", text)
    game = played.game
    return Proof(game, commit_to(played.secret), played.secret, played.shares, cards_of(game))


def prove(played: FinishedRound, check: Checkpoint) -> bytes:
    """Return the proof of the cards of a round, as JSON."""
    _check_length(played)
    check()
    return json.dumps(proof_of(played).to_json(), ensure_ascii=False).encode()


def replay_from(line: str, check: Checkpoint) -> bytes:
    """Show a game given as text, as JSON."""
    game = Game.parse(line)
    return _write(
        Replay(
            id=None,
            text=str(game),
            rules=str(game.rules),
            names=[f"Seat {seat}" for seat in range(game.players)],
            avatars=list(range(game.players)),
            bots=[False] * game.players,
            strengths=[None] * game.players,
            teams=_teams(game),
            has=features_of(game.rules),
            seed=seed_text(game.seed),
            commitment=None,
            secret=None,
            shares=[],
            known=True,
            frames=list(_frames(game, check)),
        )
    )


def _teams(game: Game) -> list[int | None]:
    return [team_of(seat, game.rules) for seat in range(game.players)]


def _write(replay: Replay) -> bytes:
    text = replay.model_dump_json().encode()
    if len(text) > LARGEST_REPLAY:
        raise Refusal("too_long", f"replays of more than {LARGEST_REPLAY:,} bytes are not shown")
    return text


def _check_length(played: FinishedRound) -> None:
    """Refuse a round that is too long, as one from an earlier version may be."""
    if len(played.game.moves) > MOST_MOVES:
        raise Refusal("too_long", f"{_too_long()}: download its text instead")


def _too_long() -> str:
    return f"games of more than {MOST_MOVES:,} moves are not shown"


def _frames(game: Game, check: Checkpoint) -> Iterator[Frame]:
    start = game.start
    yield _frame(start, (deal_of(start), *start.events), None, None)
    turn = start.turn
    for move, state in game.steps():
        check()
        seat = turn if move.seat is None else move.seat
        yield _frame(state, state.events, str(move), seat)
        turn = state.turn


def _frame(
    state: State, events: tuple[told.Event, ...], move: str | None, seat: int | None
) -> Frame:
    winners = state.winners if state.over else ()
    table = table_of(state.view(None), hands=open_hands(state), left=state.left, winners=winners)
    return Frame(move=move, seat=seat, events=events_of(events), table=table)
