"""Results to be shown: real games, played by the simulation in the order of every table."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from unolab.engine.layout import TALLY
from unolab.engine.record import Record
from unolab.foreign import Fault
from unolab.simulation import simulate
from unolab.tournament.conduct import Conduct
from unolab.tournament.entry import Entry
from unolab.tournament.knockout import choose_next
from unolab.tournament.outcome import Outcome
from unolab.tournament.plan import Heat, Plan, plan_of
from unolab.tournament.result import Result

NAMES = ("Ada", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal", "Ida", "Jan")
BOTS = ("mixbot2", "ashtabna", "random", "greedy", "diversity", "scorebot")


def entries(count: int) -> list[Entry]:
    """Some players with bots in turn."""
    names = [*NAMES, *(f"Player {number}" for number in range(len(NAMES) + 1, count + 1))]
    return [Entry(name, BOTS[at % len(BOTS)]) for at, name in enumerate(names[:count])]


def planned(count: int = 4, games: int = 40, **more: Any) -> Plan:
    """A tournament of some players."""
    return plan_of(entries(count), games, **({"seed": 7} | more))


def tally_of(plan: Plan, heat: Heat, share: float = 1) -> Record:
    """Play the games of a table, or a part of them; a bot stands in for every program."""
    some = [plan.entries[place] for place in heat.players]
    bots = ["random" if entry.is_foreign else entry.strategy for entry in some]
    games = max(1, int(share * heat.games))
    return simulate(bots, games, plan.rules, heat.seed, duplicate=True).tally


def played(plan: Plan, conduct: Sequence[Conduct] | None = None, **more: Any) -> Result:
    """Play a tournament; of a knock-out, the better half goes on until one table is left."""
    known = conduct or [Conduct() for _ in plan.entries]
    outcomes: dict[Heat, Outcome] = {}
    lengths = np.zeros(TALLY["lengths"].shape, np.int64)
    heats = plan.heats
    while True:
        for heat in heats:
            tally = tally_of(plan, heat)
            outcomes[heat] = Outcome.of(tally, len(heat.players))
            lengths += tally["lengths"][0]
        facts = {"complete": True, "seconds": 2.0} | more
        result = Result(plan, outcomes, known, lengths, **facts)
        if plan.form != "knockout" or len(heats) == 1:
            break
        heats = plan.stage(heats[0].stage + 1, choose_next(result, heats))
    return result


def misconduct(kinds: dict[str, int]) -> Conduct:
    """What a program did wrong, with the first of every kind."""
    details = [
        Fault(kind, f"the program did this: {kind}", "R5 0> R7G3/7/7", "nifty/4/7.3")
        for kind in kinds
    ]
    return Conduct(Counter(kinds), 1_000, 0.25, 0.02, details)
