"""Conduct: how a program behaved, in all of its processes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Self

from unolab.foreign import Fault


@dataclass
class Conduct:
    """What a program did wrong, by kind, and how long it took; parts add up in any order."""

    faults: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    details: list[Fault] = field(default_factory=list)  # the first of every kind

    def __add__(self, other: Conduct) -> Conduct:
        known = Counter(fault.kind for fault in self.details)
        new = [fault for fault in other.details if not known[fault.kind]]
        return Conduct(
            self.faults + other.faults,
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.slowest, other.slowest),
            self.details + new,
        )

    @property
    def time_per_move(self) -> float | None:
        """Seconds for an answer on average."""
        return self.seconds / self.moves if self.moves else None

    def note(self, faults: list[Fault]) -> None:
        """Count some faults, and keep the first of every kind."""
        for fault in faults:
            if not self.faults[fault.kind]:
                self.details.append(fault)
            self.faults[fault.kind] += 1

    def to_dict(self) -> dict[str, Any]:
        """Write it in numbers, texts and dictionaries."""
        return {
            "faults": dict(self.faults),
            "moves": self.moves,
            "seconds": self.seconds,
            "slowest": self.slowest,
            "details": [vars(fault) for fault in self.details],
        }

    @classmethod
    def from_dict(cls, written: dict[str, Any]) -> Self:
        """Read what ``to_dict`` wrote."""
        details = [Fault(**fault) for fault in written["details"]]
        return cls(
            Counter(written["faults"]),
            int(written["moves"]),
            float(written["seconds"]),
            float(written["slowest"]),
            details,
        )
