"""What is kept of a training run: its settings, its curve, and how well the network played."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from unolab.errors import ResourceError
from unolab.training.settings import Schedule, Settings


@dataclass(frozen=True)
class Point:
    """A point of the curve: what one rollout showed."""

    decisions: int
    seconds: float
    entropy: float
    value_loss: float
    critic_loss: float
    divergence: float
    clipped: float
    decisions_per_round: float
    drawn: float
    """How often a seat draws although it could play."""


@dataclass(frozen=True)
class Check:
    """How the network did against a bot, on the same deals from every seat."""

    decisions: int
    against: str
    rules: str
    players: int
    games: int
    win_rate: float
    interval: tuple[float, float]

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.win_rate:.2%} ± {(high - low) / 2:.2%} of {self.games:,} games against "
            f"{self.against} ({self.rules}, {self.players} players)"
        )


@dataclass
class Record:
    """What is known of a run."""

    settings: Settings
    lineups: list[str]
    """As ``lineups.write_lineup`` writes them."""
    start: str = ""
    """The hash of the network that it began with."""
    decisions: int = 0
    seconds: float = 0.0
    rollouts: int = 0
    hash: str = ""
    """That of the network now."""
    points: list[Point] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        return asdict(self)

    def write(self) -> str:
        """Return all of it as JSON."""
        return json.dumps(self.to_dict(), indent=1) + "\n"

    @classmethod
    def read(cls, file: Path) -> Record:
        """Read the record of a run."""
        try:
            found = json.loads(file.read_text("utf-8"))
            known = {one.name for one in fields(cls)}
            parts: dict[str, Any] = {name: found[name] for name in known}
            parts["settings"] = _read_settings(parts["settings"])
            for name in ("decisions", "rollouts", "seconds"):
                parts[name] = type(getattr(cls, name))(parts[name])
            if not parts["lineups"] or not all(isinstance(one, str) for one in parts["lineups"]):
                raise ValueError
            parts["points"] = [Point(**point) for point in parts["points"]]
            parts["checks"] = [
                Check(**check | {"interval": tuple(check["interval"])}) for check in parts["checks"]
            ]
        except OSError as error:
            raise ResourceError(f"{file} can't be read: {error.strerror}") from None
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ResourceError(f"{file} is not the record of a training run") from None
        return cls(**parts)


def _read_settings(found: dict[str, Any]) -> Settings:
    """Read settings, of which schedules are pairs."""
    values: dict[str, Any] = {
        name: Schedule(*value) if isinstance(value, list) else value
        for name, value in found.items()
    }
    return Settings(**values)
