"""The command ``unolab tui``: what is wrong is said before the screen is taken."""

import pytest

from tests.command import run


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--new", "--resume"], "--new cannot be combined with --resume"),
        (["--join", "K7QMX"], "'K7QMX' names no room: its code is expected, as in http://"),
        (["--bot", "mixbot3"], "unknown bot 'mixbot3' (did you mean mixbot2?)"),
        (["--rules", "official+partners=true", "--opponents", "2"], "partners"),
        (["--opponents", "0"], "1 to 9 opponents can play, not 0"),
        (["--opponents", "10"], "1 to 9 opponents can play, not 10"),
        (["--name", ""], "a name has 1 to 20 visible characters"),
        ([], "unolab tui needs a terminal: unolab play --terminal works without one"),
    ],
)
def test_wrong_wishes_are_refused(arguments: list[str], problem: str) -> None:
    done = run("tui", *arguments)
    assert (done.code, done.out) == (2, "")
    assert problem in done.err
    assert done.err.count("\n") == 1
