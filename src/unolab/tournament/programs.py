"""The programs that take part: their processes, what they did wrong, and who must not go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock

from unolab.foreign import Fault, Player, Program
from unolab.tournament.conduct import Conduct
from unolab.tournament.plan import Plan


class Programs:
    """Processes that wait for the next table, and a count of everyone's faults.

    Who has too many plays on by the fallback: the others' results are about the same games then.
    """

    faults: Counter[int]
    """How many faults every entry has so far."""

    def __init__(self, plan: Plan, hidden: Iterable[Path] = ()) -> None:
        """Start with nobody; processes are started when they are needed."""
        self.plan = plan
        self.hidden = tuple(hidden)
        self.faults = Counter()
        self._idle: dict[int, list[Player]] = {}
        self._busy: dict[int, list[Player]] = {}
        self._lock = Lock()

    @contextmanager
    def at_table(self, places: Iterable[int]) -> Iterator[dict[int, Player]]:
        """Lend a process of each of these entries."""
        lent = {place: self._take(place) for place in places}
        try:
            yield lent
        finally:
            with self._lock:
                for place, player in lent.items():
                    self._busy[place].remove(player)
                    self._idle[place].append(player)

    def _take(self, place: int) -> Player:
        with self._lock:
            idle = self._idle.setdefault(place, [])
            player = idle.pop() if idle else self._made(place)
            player.retired = self._is_out(place)
            self._busy.setdefault(place, []).append(player)
        player.moves, player.seconds, player.slowest = 0, 0.0, 0.0
        return player

    def _made(self, place: int) -> Player:
        entry = self.plan.entries[place]
        assert isinstance(entry.player, Program)
        program = replace(entry.player, hidden=self.hidden)
        return Player(program, entry.name, self.plan.rules, self.plan.limits)

    def _is_out(self, place: int) -> bool:
        return self.faults[place] >= self.plan.faults

    def note(self, place: int, player: Player, conduct: Conduct) -> list[Fault]:
        """Take a program's faults down; after too many it is asked no more, at any table."""
        faults, player.faults = player.faults, []
        conduct.note(faults)
        self.count(place, len(faults))
        return faults

    def count(self, place: int, faults: int) -> None:
        """Count some faults."""
        with self._lock:
            self.faults[place] += faults
            if self._is_out(place):
                for player in self._busy.get(place, []):
                    player.retired = True

    def stop(self) -> None:
        """Let tables that are still being played come to their end at once."""
        with self._lock:
            for players in self._busy.values():
                for player in players:
                    player.retired = True

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            for players in (*self._idle.values(), *self._busy.values()):
                for player in players:
                    player.close()
            self._idle.clear()
