"""Search: what is searched for, and on which deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

from unolab.bots import Bot, Compiled, PlainBot, bots_of
from unolab.errors import BadOption, show, suggestion
from unolab.rules import Rules
from unolab.studies.tune.samplers import SAMPLERS
from unolab.studies.tune.space import Space

OBJECTIVES: Final = ("win", "points")
FACTOR: Final = 4  # each rung is so many times as long as the last, and one in so many goes on
RUNGS: Final = 3
SHORTEST_RUNG: Final = 500  # games: below, a rung tells nothing


@dataclass(frozen=True)
class Search:
    """The settings of a bot that do best against some opponents are wanted."""

    bot: Bot
    against: tuple[Bot, ...]
    players: int
    rules: Rules
    objective: str
    sampler: str
    games: int
    space: Space
    seed: int

    @classmethod
    def of(
        cls,
        bot: Bot | str | Compiled,
        against: Sequence[Bot | str | PlainBot | Compiled] = ("random",),
        players: int = 4,
        rules: Rules | str = "official",
        objective: str = "win",
        sampler: str = "tpe",
        games: int = 256_000,
        parameters: Sequence[str] = (),
        seed: int = 0,
    ) -> Search:
        """Check everything and put it together; ``games`` is for those that reach the last rung."""
        agreed = Rules.parse(rules) if isinstance(rules, str) else rules
        agreed.check_players(players)
        one_of("the objective", objective, OBJECTIVES)
        one_of("the sampler", sampler, SAMPLERS)
        if games < 1:
            raise BadOption(f"expected at least one game, not {show(games)}")
        tuned, opponents = Bot.of(bot), tuple(bots_of(against))
        if not 1 <= len(opponents) < players:
            room = "1 opponent" if players == 2 else f"1 to {players - 1} opponents"
            raise BadOption(
                f"with {players} players there is room for {room}, not {len(opponents)}"
            )
        space = Space.of(tuned, parameters)
        return cls(tuned, opponents, players, agreed, objective, sampler, games, space, seed)

    @cached_property
    def opponents(self) -> list[Bot]:
        """Return who else sits at the table; a few take turns to fill it."""
        return list(islice(cycle(self.against), self.players - 1))

    @cached_property
    def rungs(self) -> list[int]:
        """Return how many games a trial has played at the end of each rung."""
        lengths = [self.games]
        while len(lengths) < RUNGS and lengths[0] // FACTOR >= SHORTEST_RUNG:
            lengths.insert(0, lengths[0] // FACTOR)
        return lengths

    @property
    def sign(self) -> int:
        """Return -1 where the fewest points are wanted, else 1."""
        return -1 if self.objective == "points" and self.rules.low_score_wins else 1

    def seed_for(self, purpose: str) -> int:
        """Return a seed for one purpose, so that no deal serves two."""
        text = f"unolab tune {purpose} of {self.seed}"
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")

    def to_dict(self) -> dict[str, Any]:
        """Write it down, so that another search can be told from it."""
        return {
            "bot": str(self.bot),
            "against": [str(bot) for bot in self.against],
            "players": self.players,
            "rules": str(self.rules),
            "objective": self.objective,
            "sampler": self.sampler,
            "games": self.games,
            "parameters": self.space.names,
            "seed": self.seed,
        }

    def fingerprints(self) -> dict[str, str]:
        """Return a digest of every file with a bot of one's own: it may change."""
        bots = self.bot, *self.against
        files = [bot.name.rpartition(".py:") for bot in bots]
        names = sorted(
            {f"{file}.py" for file, found, _ in files if found}
            | {bot.name for bot in bots if bot.network is not None and not bot.is_shipped}
        )
        return {n: blake2b(Path(n).read_bytes(), digest_size=8).hexdigest() for n in names}


def one_of(what: str, value: str, known: Iterable[str]) -> None:
    """Refuse a word that is none of the known ones."""
    known = list(known)
    if value not in known:
        hint = suggestion(value, known)
        raise BadOption(f"{what} is {' or '.join(known)}, not {show(value)}{hint}")
