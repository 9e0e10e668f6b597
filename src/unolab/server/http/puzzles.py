"""Puzzles: positions to solve. What the solver is shown comes from a View, without the answer."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from unolab.moves import Move
from unolab.puzzles.puzzle import Puzzle
from unolab.puzzles.shipped import load_puzzles, puzzles_by_id
from unolab.puzzles.theme import find_danger
from unolab.server.protocol.coach import Reason
from unolab.server.protocol.puzzles import (
    Danger,
    DangerKey,
    PuzzleAnswer,
    PuzzleList,
    PuzzleListed,
    PuzzleMove,
    PuzzleShown,
)
from unolab.server.protocol.refusal import Refusal, refusing
from unolab.server.room.opponents import BOT_NAMES, FIRST_ROBOT
from unolab.server.room.shown import (
    deal_of,
    describe_rules,
    events_of,
    features_of,
    hand_of,
    table_of,
    text_of,
)

CACHED = 256


def list_puzzles(theme: str | None, strength: int | None) -> PuzzleList:
    """List the puzzles of a theme and a strength, or of any."""
    return PuzzleList(
        puzzles=[
            PuzzleListed(
                id=puzzle.id,
                number=number,
                theme=puzzle.theme,
                strength=puzzle.strength,
                rules=text_of(puzzle.rules),
                players=puzzle.players,
            )
            for number, puzzle in enumerate(load_puzzles(), 1)
            if theme in (None, puzzle.theme) and strength in (None, puzzle.strength)
        ]
    )


def find_puzzle(id: str) -> tuple[int, Puzzle]:
    """Find a puzzle and its number."""
    found = puzzles_by_id().get(id)
    if found is None:
        raise Refusal("no_puzzle", f"there is no puzzle {id}")
    return found


@lru_cache(CACHED)
def show_puzzle(id: str) -> PuzzleShown:
    """Show a puzzle to whoever solves it."""
    number, puzzle = find_puzzle(id)
    game, seat = puzzle.position, puzzle.seat
    view = game.state.view(seat)
    danger = find_danger(view)
    return PuzzleShown(
        id=puzzle.id,
        number=number,
        rules=text_of(game.rules),
        rules_said=describe_rules(game.rules),
        has=features_of(game.rules),
        names=list(BOT_NAMES[: game.players]),
        avatars=[FIRST_ROBOT + at for at in range(game.players)],
        danger=Danger(key=cast(DangerKey, danger.key), seat=danger.seat, cards=danger.cards),
        table=table_of(view),
        hand=hand_of(game.state, seat),
        events=events_of((deal_of(game.start), *puzzle.tell())),
    )


def judge_answer(id: str, text: str | None) -> PuzzleAnswer:
    """Say whether a move is right, and why; it has to be one that can be made."""
    _, puzzle = find_puzzle(id)
    return PuzzleAnswer(
        right=text is not None and puzzle.is_right(read_answer(puzzle, text)),
        best=str(puzzle.best),
        theme=puzzle.theme,
        strength=puzzle.strength,
        moves=[
            PuzzleMove(
                move=str(one.move),
                value=one.value,
                reasons=[Reason.model_validate(reason.to_dict()) for reason in one.reasons],
            )
            for one in puzzle.moves
        ],
        margin=puzzle.margin,
        error=puzzle.error,
        worlds=puzzle.worlds,
    )


def read_answer(puzzle: Puzzle, text: str) -> Move:
    """Read a move that can be made."""
    with refusing("wrong_answer"):
        move = Move.parse(text)
        puzzle.position.state.play(move, puzzle.seat)
    return move
