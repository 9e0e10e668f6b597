"""Scenes: what a rendering of a game shows, and how it reads as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from unolab.envs.batch import Batch
from unolab.state import View
from unolab.text.show import describe_card

DEEDS: Final = {
    "color": "names the colour to begin with",
    "turn": "plays a card or draws",
    "drawn": "plays the card just drawn, or keeps it",
    "penalty": "answers, or takes what is due",
    "swap": "chooses whom to swap hands with",
}


class Scene(NamedTuple):
    """A table as the player who decides sees it."""

    view: View
    names: tuple[str, ...]
    """Who sits where."""
    ended: bool

    @property
    def seat(self) -> int:
        """The seat whose hand lies open."""
        assert self.view.seat is not None
        return self.view.seat

    @property
    def caption(self) -> str:
        """What is going on, in one sentence."""
        view = self.view
        if view.winner is not None:
            return f"{self.names[view.winner]} wins the round"
        if view.over:
            return "nobody wins the round"
        if self.ended:
            return "an illegal action has ended the game"
        name = self.names[self.seat]
        if view.uno is not None:
            return f"{name} may say Uno" if view.uno == self.seat else f"{name} may catch"
        if view.turn != self.seat:
            return f"{name} may jump in"
        return f"{name} {DEEDS[view.phase]}"


def make_scene(batch: Batch, game: int) -> Scene:
    """Show a game of a batch to the player who decides."""
    players = batch.lineup(game).players
    names = [""] * len(players)
    for player, bot in enumerate(players):
        named = f"player_{player}"
        names[batch.seat(game, player)] = named if bot is None else f"{named} ({bot})"
    return Scene(batch.view(game), tuple(names), batch.is_over(game))


def write_scene(scene: Scene) -> str:
    """Write a table as lines of text."""
    return "\n".join(_lines(scene))


def _lines(scene: Scene) -> Iterator[str]:
    view = scene.view
    top = "none" if view.top is None else describe_card(view.top)
    due = f", {view.due} due" if view.due else ""
    way = "clockwise" if view.direction > 0 else "anticlockwise"
    yield f"top card {top}{due}; {view.stock} in the stock; turn {view.turns}, {way}"
    width = max(map(len, scene.names))
    for seat, (name, size) in enumerate(zip(scene.names, view.sizes, strict=True)):
        mark = ">" if seat == scene.seat else " "
        cards = " ".join(map(str, view.hand)) if seat == scene.seat else ""
        points = f"  {view.totals[seat]:3} points" if any(view.totals) else ""
        yield f"{mark} {name:{width}} {size:3}{points}  {cards}".rstrip()
    yield scene.caption
