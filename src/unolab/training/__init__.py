"""Training: networks that learn Uno by playing against themselves, or against a bot."""

from typing import TYPE_CHECKING

from unolab.lazy import import_on_use

if TYPE_CHECKING:
    from unolab.training.lineups import mix, mix_everything
    from unolab.training.loop import Opponent, Status, train
    from unolab.training.record import Check, Point, Record
    from unolab.training.run import Run
    from unolab.training.settings import Schedule, Settings

__all__ = [
    "Check",
    "Opponent",
    "Point",
    "Record",
    "Run",
    "Schedule",
    "Settings",
    "Status",
    "mix",
    "mix_everything",
    "train",
]

__getattr__ = import_on_use(
    globals(),
    {
        "Check": "record",
        "Opponent": "loop",
        "Point": "record",
        "Record": "record",
        "Run": "run",
        "Settings": "settings",
        "Schedule": "settings",
        "Status": "loop",
        "mix": "lineups",
        "mix_everything": "lineups",
        "train": "loop",
    },
)
