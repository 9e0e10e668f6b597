"""What RLCard's agents are offered, and how they are imported: for the players beside this file."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from unolab import Move, View
from unolab.envs.rlcard.words import name_action
from unolab.errors import BadBot
from unolab.moves import DRAW


@contextmanager
def importing(packages: str) -> Iterator[None]:
    """Import without running programs, and say in one sentence which packages are missing."""
    no_pip = mock.patch("subprocess.check_output", return_value=b"")
    no_git = mock.patch.dict("os.environ", GIT_PYTHON_REFRESH="quiet")
    try:
        # on import RLCard looks for PyTorch with pip and for git: nobody needs it, no player may
        with no_pip, no_git:
            yield
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        raise BadBot(f"pip install {packages} is needed: there is no {missing}") from None


def offers(view: View) -> dict[str, Move]:
    """Return what RLCard's game lets an agent play, by its names; nothing if it does not ask.

    That is to draw only if no card fits, and a wild draw four only if no other does.
    """
    plays = {name_action(move.action): move for move in view.legal if move.action < DRAW}
    others = {name: move for name, move in plays.items() if not name.endswith("wild_draw_4")}
    return others or plays
