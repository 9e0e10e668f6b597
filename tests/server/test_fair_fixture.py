"""Rounds for the tests of the page's own verification, which must agree with the one in Python.

python -m tests.server.test_fair_fixture    write them anew
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from unolab import Game
from unolab.cards import DECK
from unolab.fairness import Share, commit_to, is_secret, seed_of
from unolab.server.http.replays import proof_of, replay_of
from unolab.server.room.entries import Chair
from unolab.server.room.sitting import FinishedRound
from unolab.shuffle import choose_swaps, swap_places

FIXTURE = Path(__file__).parents[2] / "web/src/fair/fixture.json"


def secret_for(name: str) -> str:
    """Make a secret that is always the same."""
    return sha256(f"fixture {name}".encode()).hexdigest()


def share_of(seat: int | None, name: str, told: bool = True) -> Share:
    """Make what a device adds."""
    secret = secret_for(name)
    return Share(seat, commit_to(secret), secret if told else "")


def played(
    secret: str, shares: Sequence[Share], rules: str, players: int, number: int, moves: int
) -> FinishedRound:
    """Play a round at random, up to some moves."""
    chance = Random(7)
    game = Game(rules, players, seed_of(secret, shares), number, number % players)
    while not game.over and len(game.moves) < moves:
        game = game.play(chance.choice(game.state.legal))
    chairs = tuple(Chair(kind="person", name=f"P{seat}") for seat in range(players))
    return FinishedRound(game, chairs, False, secret, tuple(shares))


def happened(round: FinishedRound) -> set[str]:
    """List what kinds of things happened in a round."""
    return {event.kind for _, state in round.game.steps() for event in state.events}


def refused(round: FinishedRound) -> int:
    """Count the wilds that were turned up first and went to the bottom."""
    game = round.game
    deck = swap_places(DECK, choose_swaps(game.seed, game.number, 0))
    deck = deck[: len(deck) - game.players * game.rules.hand_size]
    return next(at for at, card in enumerate(reversed(deck)) if not card.is_wild)


def rounds() -> dict[str, FinishedRound]:
    """Play the rounds, each with something that a verification can get wrong."""
    two = [share_of(0, "Ada"), share_of(2, "Ben")]
    silent = [share_of(0, "Ada"), share_of(1, "Ben", told=False), share_of(2, "Cem")]
    tried = (secret_for(f"server {n}") for n in count())
    return {
        "plain": played(secret_for("server"), two, "official", 3, 0, 40),
        "reshuffled": next(
            round
            for secret in tried
            if "reshuffled"
            in happened(
                round := played(secret, [share_of(0, "Ada")], "official+hand_size=9", 10, 2, 40)
            )
        ),
        "refused": next(
            round
            for secret in tried
            if refused(round := played(secret, silent, "official+opening=no_wilds", 3, 1, 30)) > 1
        ),
        "opened": next(  # with a draw two, which made the first player draw
            round
            for secret in tried
            if (round := played(secret, [], "official", 2, 0, 10)).game.start.events
            and str(round.game.start.top)[1] == "D"
        ),
        "swapped": next(
            round
            for secret in tried
            if {"swapped", "rotated"}
            <= happened(round := played(secret, two, "official+seven_zero=true", 3, 0, 40))
        ),
        "watched": played(secret_for("bots"), [share_of(None, "Eve")], "official", 4, 0, 20),
    }


def shown(name: str, round: FinishedRound) -> dict[str, Any]:
    """Return what the page checks of a replay; the rest is left out to keep the file small."""
    replay: dict[str, Any] = json.loads(replay_of(f"{name.upper()}-1", round, lambda: None))
    for frame in replay["frames"]:
        frame["events"] = [
            {field: event[field] for field in ("kind", "seat", "card", "count", "cards")}
            for event in frame["events"]
        ]
        frame["table"] = {
            field: frame["table"][field] for field in ("hands", "top", "under", "stock")
        }
    fields = ("text", "seed", "commitment", "secret", "shares", "known", "frames")
    return {field: replay[field] for field in fields}


def written() -> str:
    """Write the fixture as it is kept."""
    data = {name: shown(name, round) for name, round in rounds().items()}
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def test_the_page_checks_the_rounds_that_python_deals() -> None:
    hint = "the fixture is out of date: python -m tests.server.test_fair_fixture"
    assert FIXTURE.read_text("utf-8") == written(), hint


def test_python_finds_no_fault_in_them() -> None:
    for round in rounds().values():
        assert is_secret(round.secret)
        failed = [check.name for check in proof_of(round).check() if not check.passed]
        assert failed == ([] if round.game.over else ["end"])  # some are cut off to be short


if __name__ == "__main__":
    FIXTURE.write_text(written(), "utf-8")
