"""Checking a result by replaying a sample of it.

Every game in the file is played again: the pool's players by themselves, the measured one by what
was written down, or by itself too where it comes with unolab. So the games are legal,
the members of the pool have made their own moves, and the games came to what is claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, Final

from unolab.bots import Bot
from unolab.errors import BotFailed, NotationError, UnolabError
from unolab.moves import Move
from unolab.simulation.chunk import ChunkPlayer
from unolab.state import View
from unolab.studies.benchmark.luck import measure_deal
from unolab.studies.benchmark.plan import Table
from unolab.studies.benchmark.play import moves_in, seat_names, simulate
from unolab.studies.benchmark.result import Result, Sample
from unolab.studies.benchmark.score import Score
from unolab.tournament.block import PLACEHOLDER, Block

FRESH_DEALS: Final = 10  # of every table, where the player can be played again from scratch

ABOUT_THE_SAME: Final = 0.02  # of a game's luck: another processor may add up in another order


class Tampered(NotationError):
    """A result that does not agree with its games."""


@dataclass(frozen=True)
class Checked:
    """What was played again, and agreed."""

    games: int
    fresh_deals: int

    def to_dict(self) -> dict[str, Any]:
        """Write it for JSON."""
        return {"games": self.games, "fresh_deals": self.fresh_deals}


class Script:
    """Sits in for a program and does what is written down; like one, it may be asked any time."""

    everything = True

    def __init__(self, moves: Sequence[Move], made: Callable[[], int]) -> None:
        """Take the moves of a game; ``made`` says how many of them have been made."""
        self.faults: list[Any] = []
        self._moves = moves
        self._made = made

    def begin(self, *_: object) -> None:
        """Begin a game."""

    def end(self, *_: object) -> None:
        """End a game."""

    def __call__(self, view: View) -> Move | None:
        """Make the next move if it is this seat's."""
        made = self._made()
        if made >= len(self._moves):
            raise Tampered(f"it breaks off after {made} moves")
        move = self._moves[made]
        if (view.turn if move.seat is None else move.seat) == view.seat:
            return move.by(None)
        if view.seat == view.turn:
            raise Tampered(f"move {made} is {move}, but seat {view.seat} is to move")
        return None


def check_result(
    result: Result,
    progress: Callable[[int, int], None] | None = None,
    fresh: int = FRESH_DEALS,
    random: Random | None = None,
) -> Checked:
    """Replay the sample, and of a bot that comes with unolab some deals that nobody could foresee.

    The first thing that does not agree is raised in a sentence that says where it is.
    """
    bot = None if result.player.bot is None else Bot.parse(result.player.bot)
    lots = random or SystemRandom()
    games = deals = 0
    wanted = sum(table.players for table in result.scores)
    for place, (table, score) in enumerate(result.scores.items()):
        try:
            check_sample(result, table, score, bot)
            games += table.players
            if bot is not None:
                deals += check_deals(result, table, score, bot, fresh, lots)
        except UnolabError as error:
            raise Tampered(f"tables.{place} ({table.name}): {error}") from None
        if progress:
            progress(games, wanted)
    return Checked(games, deals)


def check_sample(result: Result, table: Table, score: Score, bot: Bot | None) -> None:
    """Replay the games of a table, and compare what they come to with what is claimed."""
    sample = result.samples[table]
    names = seat_names(result.player.name, table)
    asked = range(table.copies) if bot is None else ()
    job = table.job(bot or Bot.parse(PLACEHOLDER), result.seed, score.deals)
    block = Block(job, names, asked, everything=True)
    played = Score(table.players)
    for rotation, text in enumerate(sample.games):
        try:
            replay(block, sample.deal * table.players + rotation, text, asked)
        except UnolabError as error:
            raise Tampered(f"deal {sample.deal}, game {rotation}: {error}") from None
    played.count(table, [block.tally])
    compare(played, score, sample)
    if score.luck:
        compare_luck(table, result.seed, score, sample)


def replay(block: Block, game: int, text: str, asked: Sequence[int]) -> None:
    """Play a game again; those who are ``asked`` do what is written down."""
    moves = [Move.parse(word) for word in text.split()]
    scripts: Any = {place: Script(moves, lambda: len(block.moves)) for place in asked}
    try:
        block.play(game, scripts)
    except BotFailed as error:
        if isinstance(error.__cause__, Tampered):
            raise error.__cause__ from None
        raise
    again = moves_in(block.texts[-1])
    if again != text:
        first, second = text.split(), again.split()
        pairs = enumerate(zip(first, second, strict=False))
        at = next((at for at, (one, two) in pairs if one != two), min(len(first), len(second)))
        one, two = (some[at] if at < len(some) else "nothing" for some in (first, second))
        raise Tampered(f"move {at} is {one}, but {two} is played there")


def compare(played: Score, score: Score, sample: Sample) -> None:
    """Compare a deal with what is claimed of it."""
    claimed = score.wins[sample.deal], score.losses[sample.deal]
    found = played.wins[0], played.losses[0]
    if claimed != found:
        raise Tampered(
            f"deal {sample.deal} is claimed to have {claimed[0]} games won and {claimed[1]} lost, "
            f"but its games have {found[0]} and {found[1]}"
        )


def compare_luck(table: Table, seed: int, score: Score, sample: Sample) -> None:
    """Compare the luck of a deal with what is claimed of it."""
    found = measure_deal(table, seed, sample.deal, sample.games)
    claimed = score.luck[sample.deal]
    if abs(claimed - found) > ABOUT_THE_SAME * table.players:
        raise Tampered(
            f"deal {sample.deal} is claimed to have {claimed} games won by luck, but it is {found}"
        )


def check_deals(
    result: Result, table: Table, score: Score, bot: Bot, count: int, lots: Random
) -> int:
    """Play some deals from scratch, and compare; return how many."""
    deals = sorted(lots.sample(range(score.deals), min(count, score.deals)))
    played = simulate(ChunkPlayer(table.job(bot, result.seed, score.deals)), table, deals)
    for at, deal in enumerate(deals):
        claimed, found = (
            (score.wins[deal], score.losses[deal]),
            (played.wins[at], played.losses[at]),
        )
        if claimed != found:
            raise Tampered(
                f"deal {deal} is claimed to have {claimed[0]} games won and {claimed[1]} lost, but "
                f"{bot} wins {found[0]} and loses {found[1]}"
            )
    return len(deals)
