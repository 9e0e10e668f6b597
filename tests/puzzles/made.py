"""A puzzle made by hand."""

from unolab import Game
from unolab.moves import Move
from unolab.puzzles.puzzle import Puzzle, PuzzleMove
from unolab.review.reasons import Reason


def make_puzzle() -> Puzzle:
    """Make one of the first decision of a round; its figures are invented."""
    game = Game("official", 3, 42)
    view = game.state.view(game.state.turn)
    first, *others = dict.fromkeys(Move(move.action) for move in view.legal)
    reasons = (Reason("own_color", color="red", cards=2),)
    moves = (PuzzleMove(first, 0.5, reasons), *(PuzzleMove(one, 0.25, ()) for one in others))
    return Puzzle(str(game), str(view), "endgame", 2, moves, 0.25, 0.01, 512, "none")
