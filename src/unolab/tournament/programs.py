"""The programs that take part: their processes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Final

from unolab.foreign import Player, Program
from unolab.tournament.plan import Plan

IDLE: Final = 64  # processes that may wait for their next game

Role = tuple[int, int]
"""Which entry, and in which rotation of the deals."""


class Programs:
    """Processes that wait for the next game.

    A process only ever plays one rotation of the deals. Else it would meet cards again that it held
    at another seat, and know the hands of the others.
    """

    def __init__(
        self, plan: Plan, hidden: Iterable[Path] = (), prints: Mapping[str, Path] | None = None
    ) -> None:
        """Start with nobody; ``hidden`` is what programs must not read.

        ``prints`` are files for what some of them print, by the names of the players.
        """
        self.plan = plan
        self.hidden = tuple(hidden)
        self.prints = prints or {}
        self.latest = ""  # the text of a game that was just played
        self._most = IDLE
        self._idle: list[tuple[Role, Player]] = []  # the longest idle first
        self._busy: list[tuple[Role, Player]] = []
        self._lock = Lock()

    @contextmanager
    def at_table(
        self, places: Iterable[int], rotation: int, out: Collection[int]
    ) -> Iterator[dict[int, Player]]:
        """Lend a process of each of these entries for a game; those ``out`` are not asked."""
        lent = [((place, rotation), self._take((place, rotation), out)) for place in places]
        try:
            yield {place: player for (place, _), player in lent}
        finally:
            with self._lock:
                for one in lent:
                    self._busy.remove(one)
                self._idle += lent
            self.close_idle(self._most)

    def _take(self, role: Role, out: Collection[int]) -> Player:
        with self._lock:
            known = next((place for place, one in enumerate(self._idle) if one[0] == role), None)
            player = self._make(role[0]) if known is None else self._idle.pop(known)[1]
            self._busy.append((role, player))
        player.retired = role[0] in out
        player.moves, player.seconds, player.slowest = 0, 0.0, 0.0
        return player

    def _make(self, place: int) -> Player:
        entry = self.plan.entries[place]
        assert isinstance(entry.player, Program)
        program = replace(entry.player, hidden=self.hidden, prints=self.prints.get(entry.name))
        return Player(program, entry.name, self.plan.rules, self.plan.limits)

    def retire(self, out: Collection[int] | None = None) -> None:
        """Let some programs, or all, finish their games at once by the fallback move."""
        with self._lock:
            for (place, _), player in self._busy:
                if out is None or place in out:
                    player.retired = True

    def make_room(self) -> bool:
        """Shrink the idle pool when resources run out; return whether any process was idle."""
        with self._lock:
            self._most = min(self._most, len(self._idle)) // 2
            waiting = bool(self._idle)
        self.close_idle(self._most)
        return waiting

    def close_idle(self, left: int = 0) -> None:
        """End the processes that have waited longest, all but so many."""
        with self._lock:
            split = max(0, len(self._idle) - left)
            ended, self._idle = self._idle[:split], self._idle[split:]
        for _, player in ended:
            player.close()

    def close(self) -> None:
        """End all processes."""
        self.close_idle()
        with self._lock:
            for _, player in self._busy:
                player.close()
