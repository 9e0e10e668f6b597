"""Journal: the file from which a tournament goes on, however it was stopped.

The first line says what is played, every other one what some games came to. A line is written when
its games are over; one that was cut off is as if its games had not been played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO, Final, Self

from unolab import __version__
from unolab.errors import NotationError, show
from unolab.tournament.conduct import Conduct
from unolab.tournament.part import Part, tally_from_dict, tally_to_dict
from unolab.tournament.plan import Heat, Plan

PAUSE: Final = 0.5  # seconds for which parts of the same table may be put together


class Journal:
    """Lines of JSON that only ever grow, and beside them the file of games if one is kept."""

    def __init__(self, path: Path, plan: Plan, games: Path | None = None) -> None:
        """Open a journal, or begin one."""
        self.path = path
        self.files = [path] if games is None else [path, games]
        self.plan = plan
        self._places = {entry.name: place for place, entry in enumerate(plan.entries)}
        self._waiting: Part | None = None
        self._since = monotonic()
        self._parts: list[dict[str, Any]] = []
        fresh = not path.exists()
        whole = 0 if fresh else self._read()
        self._file: BinaryIO = path.open("ab")
        keep_others_out(self._file, path)
        self._file.truncate(whole)
        self._games: BinaryIO | None = None if games is None else games.open("ab")
        if self._games is not None:
            self._games.truncate(self._parts[-1]["text_ends"] if self._parts else 0)
        if not whole:
            self._write({"unolab": __version__, **described(plan)})

    def _read(self) -> int:
        """Read what there is, and return how many bytes of it are whole lines."""
        whole = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    said = json.loads(line)
                    if number == 1:
                        self._compare(said)
                    else:
                        self._parts.append(said)
                except (ValueError, TypeError) as error:
                    if isinstance(error, NotationError):
                        raise
                    raise NotationError(
                        f"{self.path}, line {number}: this is no journal of a tournament"
                    ) from None
                whole += len(line)
        return whole

    def _compare(self, said: Any) -> None:
        """Refuse to go on with another tournament than the one that was begun."""
        wanted = json.loads(json.dumps(described(self.plan)))
        if not isinstance(said, dict):
            raise TypeError
        for key, value in wanted.items():
            if said.get(key) != value:
                raise NotationError(
                    f"{self.path} is of another tournament: {key.replace('_', ' ')} then "
                    f"{show(said.get(key))}, now {show(value)}"
                )

    def parts(self) -> Iterator[Part]:
        """Return what was played already."""
        heats: dict[tuple[int, tuple[int, ...]], Heat] = {}
        for said in self._parts:
            try:
                place = tuple(self._places[name] for name in said["players"])
                heat = heats.setdefault(
                    (said["stage"], place), self.plan.heat(said["stage"], place)
                )
                conduct = {
                    self._places[name]: Conduct.from_dict(told)
                    for name, told in said["conduct"].items()
                }
                tally = tally_from_dict(said["tally"])
                yield Part(heat, said["first"], said["games"], tally, conduct)
            except (KeyError, TypeError, ValueError, IndexError):
                raise NotationError(f"{self.path} is damaged: {show(said)}") from None

    def add(self, part: Part) -> None:
        """Write down what was played, at once or with the next games of the same table."""
        before, self._waiting = self._waiting, part
        if before is not None and before.heat == part.heat:
            self._waiting = before.joined(part)
        elif before is not None:
            self._note(before)
        if part.conduct or part.texts or monotonic() - self._since >= PAUSE:
            self.flush()

    def flush(self) -> None:
        """Write down what waits."""
        if self._waiting is not None:
            self._note(self._waiting)
        self._waiting, self._since = None, monotonic()

    def _note(self, part: Part) -> None:
        ends = 0
        if self._games is not None:
            self._games.writelines(f"{text}\n".encode() for text in part.texts)
            self._games.flush()
            ends = self._games.tell()
        names = self.plan.names(part.heat.players)
        self._write(
            {
                "stage": part.heat.stage,
                "players": names,
                "first": part.first,
                "games": part.games,
                "tally": tally_to_dict(part.tally, len(names)),
                "conduct": {
                    self.plan.entries[place].name: conduct.to_dict()
                    for place, conduct in part.conduct.items()
                },
                "text_ends": ends,
            }
        )

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Write down what waits, and close the files."""
        self.flush()
        self._file.close()
        if self._games is not None:
            self._games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def keep_others_out(file: BinaryIO, path: Path) -> None:
    """Refuse a journal that another process writes to; where there are no such locks, trust."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise NotationError(f"{path} is in use: that tournament is being played") from None


def described(plan: Plan) -> dict[str, Any]:
    """Say in numbers and texts what is played: games of the same description fit together."""
    return {
        "players": [str(entry) for entry in plan.entries],
        "code": {entry.name: entry.fingerprint for entry in plan.entries if entry.is_foreign},
        "games_at_a_table": plan.games,
        "rules": str(plan.rules),
        "seed": plan.seed,
        "form": plan.form,
        "seats": plan.seats,
        "match": plan.match,
        "limits": vars(plan.limits),
        "faults_that_disqualify": plan.faults,
    }
