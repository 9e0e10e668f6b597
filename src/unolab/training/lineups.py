"""What a network learns from: which rules, how many players, against whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from unolab.bots import Bot
from unolab.envs.lineup import LEARNS, Lineup
from unolab.errors import BadOption
from unolab.rules import OPTIONS, PRESETS, Rules

# How often, of the tables that the shipped network learns at
_OFFICIAL: Final = {2: 38, 3: 5, 4: 28, 5: 3, 6: 4, 7: 2, 8: 3, 9: 2, 10: 4}
_UNOAI: Final = {2: 6, 4: 3}
_PRESET: Final = {2: 1, 4: 1, 6: 1, 10: 1}
_MADE_UP: Final = 16  # rules by chance, at tables of any size

# It also sits alone among copies of the best published bot, so that it learns to beat not only
# itself. With two players it would learn to hoard against that one, and win in games without end.
_PUBLISHED: Final = "mixbot2"
_READ: Final = ("mixbot2", "ashtabna", "greedy", "random")
_OFFICIAL_AGAINST: Final = {3: 2, 4: 16}
_UNOAI_AGAINST: Final = {4: 2}


def mix_everything(seed: int = 0) -> list[Lineup]:
    """List the tables that the shipped network learns at.

    Most are official, because most people play so; all presets are there, and rules that nobody has
    thought of, so that it plays any. At some it sits alone among bots.
    """
    times = {"official": _OFFICIAL, "unoai": _UNOAI}
    tables = [
        (name, players, LEARNS)
        for name in PRESETS
        for players, often in times.get(name, _PRESET).items()
        for _ in range(often)
    ]
    rng = Random(seed)
    tables += [(str(make_up_rules(rng)), rng.randint(2, 10), LEARNS) for _ in range(_MADE_UP)]
    tables += [
        (name, players, _PUBLISHED)
        for name, sizes in (("official", _OFFICIAL_AGAINST), ("unoai", _UNOAI_AGAINST))
        for players, often in sizes.items()
        for _ in range(often)
    ]
    return [
        Lineup([LEARNS, *[other] * (players - 1)], rules)
        for rules, players, other in tables
        if fits(rules, players)
    ]


def mix_reading(seed: int = 0) -> list[Lineup]:
    """List the tables at which the shipped reader has learned to read hands.

    They are those of the network, more of the official ones, and some with every kind of bot.
    """
    seated = [(4, LEARNS)] * 20 + [(2, LEARNS)] * 10
    seated += [(players, bot) for bot in _READ for players in (2, 3, 4, 6)]
    return mix_everything(seed) + [
        Lineup([LEARNS, *[other] * (players - 1)], "official") for players, other in seated
    ]


def mix(rules: Sequence[str], players: Sequence[int], against: Sequence[str] = ()) -> list[Lineup]:
    """List a table for each of the rules with each number of players.

    Without opponents all seats learn; with some, one does, and each of them fills the others.
    One of them may be ``learner``: itself.
    """
    made = []
    for text in rules:
        for number in players:
            for bot in against or [LEARNS]:
                made.append(Lineup([LEARNS, *[bot] * (number - 1)], text))
    if not made:
        raise BadOption("a training needs rules and a number of players")
    return made


def write_lineup(lineup: Lineup) -> str:
    """Write who sits at a table and by which rules they play: ``learner, mixbot2: official``."""
    players = ", ".join(LEARNS if bot is None else str(bot) for bot in lineup.players)
    return f"{players}: {lineup.rules}"


def read_lineup(text: str) -> Lineup:
    """Read who sits at a table. The text may be from anybody: no bot in it runs a file."""
    players, _, rules = text.rpartition(": ")
    return Lineup([read_player(name) for name in split_bots(players)], rules)


def read_player(name: str) -> str | Bot:
    """Read who sits at a table: a learner, a bot of ours, or the weights of a network."""
    if name == LEARNS:
        return LEARNS
    return Bot.load(name) if name.endswith(".npz") else Bot.parse(name)


def split_bots(text: str) -> list[str]:
    """Split a list of bots at its commas; those in brackets are between settings."""
    return re.findall(r"[^,\s(]+(?:\([^)]*\))?", text)


def fits(rules: str, players: int) -> bool:
    """Whether so many can play by these rules."""
    try:
        Rules.of(rules).check_players(players)
    except ValueError:
        return False
    return True


def make_up_rules(rng: Random) -> Rules:
    """Make up rules: about half of the options official, the others by chance."""
    while True:
        chosen: dict[str, Any] = {}
        for name, option in OPTIONS.items():
            if name in ("target", "turn_limit") or rng.random() < 0.5:
                continue
            chosen[name] = rng.choice(option.values[:11] if option.kind is int else option.values)
        chosen["hand_size"] = rng.randint(5, 10)
        try:
            return Rules(**chosen)
        except ValueError:
            continue  # options that do not go together
