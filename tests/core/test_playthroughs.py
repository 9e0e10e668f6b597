"""Playthroughs: a whole game of every preset with all that can be asked on the way, as a file.

Whatever changes a rule, a text, an event or a view changes a file, and the difference can be read.
Write them anew with ``python -m tests.core.test_playthroughs`` and look at what git says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from unolab import PRESETS, Game, Move, State, play

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "playthroughs"
DEALS = (  # short games in which much happens
    "official/3/348",
    "swing/4/237",
    "kata/3/9",
    "unoai/3/356",
    "nifty/3/227",
    "duel/2/74",
    "classic2001/4/12",
    "lowscore/3/5",
    "stacking/3/9",
    "party/4/81",
)


def listed(name: str, things: Iterable[object]) -> Iterator[str]:
    """Write a row, unless there is nothing to write."""
    if text := " ".join(map(str, things)):
        yield f"{name:>8} {text}"


def shown(move: Move | None, state: State, seat: int) -> Iterator[str]:
    """Write a move and all that can be asked about the state after it."""
    yield "" if move is None else f"\n{move}"
    for event in state.events_for(seat):
        yield f"{'event':>8} {event}"
    yield from listed("state", [state])
    yield from listed("legal", state.legal)
    yield from listed("aside", state.out_of_turn)
    yield from listed(f"seat {seat}", [state.view(seat)])


def playthrough(deal: str) -> str:
    """Let random bots play a deal and write down the game; every seat is shown in turn."""
    start = Game.parse(deal)
    game = play(["random"] * start.players, start.rules, start.seed)
    rows = [f"# {start.players} random bots play one game. Events and view are those of one seat."]
    rows += [str(game), *shown(None, game.start, 0)]
    for number, (move, state) in enumerate(game.steps(), 1):
        rows += shown(move, state, number % start.players)
    rows += ["", *listed("scores", game.state.scores)]
    return "\n".join(rows) + "\n"


def path_of(deal: str) -> Path:
    return FOLDER / f"{Game.parse(deal).rules}.txt"


def test_every_preset_has_a_playthrough() -> None:
    assert [str(Game.parse(deal).rules) for deal in DEALS] == list(PRESETS)
    assert {*FOLDER.iterdir()} == {path_of(deal) for deal in DEALS}


@pytest.mark.slow
@pytest.mark.parametrize("deal", DEALS)
def test_a_game_goes_as_it_went(deal: str) -> None:
    written = path_of(deal).read_text("utf-8")
    assert playthrough(deal).splitlines() == written.splitlines()


if __name__ == "__main__":
    for deal in DEALS:
        path_of(deal).write_text(playthrough(deal), "utf-8")
