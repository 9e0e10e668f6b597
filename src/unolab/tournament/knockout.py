"""Who goes on in a knock-out."""

from __future__ import annotations

from collections.abc import Sequence

from unolab.tournament.plan import Heat
from unolab.tournament.result import Result


def choose_next(result: Result, heats: Sequence[Heat]) -> list[int]:
    """Return who goes on: the better half of every table, then the best of the others.

    Those of the same rank stand together, shifted from rank to rank, so that people from one table
    meet different ones.
    """
    rankings = [result.ranking(heat) for heat in heats]
    through = [ranking[: len(ranking) // 2] for ranking in rankings]
    keys = {place: result.key(heat, place) for heat in heats for place in heat.players}
    others = {place for ranking in rankings for place in ranking[len(ranking) // 2 :]}
    left = result.plan.count_survivors(len(keys)) - sum(map(len, through))
    order: list[int] = []
    for rank in range(max(map(len, through))):
        same = [some[rank] for some in through if len(some) > rank]
        shift = rank % len(same)
        order += same[shift:] + same[:shift]
    return order + sorted(others, key=keys.__getitem__)[:left]
