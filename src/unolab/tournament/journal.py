"""Journal: the file from which a tournament resumes, however it was stopped.

The first line says what is played, every other one what some games came to. A line is written when
its games are over; one that was cut off is as if its games had not been played.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from os import SEEK_END
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO, Final, Self

from unolab import __version__
from unolab.errors import ResourceError, show
from unolab.tournament.conduct import Conduct
from unolab.tournament.part import Part, tally_from_dict, tally_to_dict
from unolab.tournament.plan import Heat, Plan

JOIN_WITHIN: Final = 0.5  # seconds for which parts of the same table may be put together


class Journal:
    """Lines of JSON that only ever grow, and beside them the file of games if one is kept."""

    def __init__(self, path: Path, plan: Plan, games: Path | None = None) -> None:
        """Open a journal, or start one."""
        self.path = path
        self.files = [path] if games is None else [path, games]
        self.plan = plan
        self._description = {
            **describe_plan(plan),
            "games_file": None if games is None else games.name,
        }
        self._places = {entry.name: place for place, entry in enumerate(plan.entries)}
        self._waiting: list[Part] = []
        self._since = monotonic()
        self._parts: list[dict[str, Any]] = []
        self._file: BinaryIO = path.open("ab")
        self._games: BinaryIO | None = None
        try:
            keep_others_out(self._file, path)
            self._file.truncate(self._read())
            if games is not None:
                self._games = games.open("ab")
                self._cut(games, self._games)
        except BaseException:
            self.close()
            raise
        if not self._file.tell():
            self._write({"unolab": __version__, **self._description})

    def _cut(self, path: Path, games: BinaryIO) -> None:
        """Cut off games whose results are not in the journal: they are played again."""
        ends = self._parts[-1].get("text_ends") if self._parts else 0
        if not isinstance(ends, int) or games.seek(0, SEEK_END) < ends:
            raise ResourceError(f"{path} is not the file that the games were written to before")
        games.truncate(ends)

    def _read(self) -> int:
        """Read what there is, and return how many bytes of it are whole lines."""
        whole = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    said = json.loads(line)
                except ValueError:
                    said = None
                if not isinstance(said, dict):
                    raise ResourceError(
                        f"{self.path}, line {number}: not the journal of a tournament"
                    )
                if number == 1:
                    self._compare(said)
                else:
                    self._parts.append(said)
                whole += len(line)
        return whole

    def _compare(self, said: dict[str, Any]) -> None:
        """Refuse to resume a different tournament."""
        wanted = json.loads(json.dumps(self._description))
        for key, value in wanted.items():
            before = said.get(key)
            if key == "code" and isinstance(before, dict) and before.keys() == value.keys():
                changed = [name for name in value if before[name] != value[name]]
                if changed:
                    raise ResourceError(
                        f"{self.path} belongs to another tournament: the code of "
                        f"{' and '.join(changed)} has changed since"
                    )
            elif before != value:
                raise ResourceError(
                    f"{self.path} belongs to another tournament: {key.replace('_', ' ')} then "
                    f"{show(before)}, now {show(value)}"
                )

    def parts(self) -> Iterator[Part]:
        """Return what was played already."""
        heats: dict[tuple[int, tuple[int, ...]], Heat] = {}
        ends: Counter[Heat] = Counter()
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
                if said["first"] != ends[heat]:
                    raise ValueError
                ends[heat] += said["games"]
                tally = tally_from_dict(said["tally"])
                yield Part(heat, said["first"], said["games"], tally, conduct)
            except (KeyError, TypeError, ValueError, IndexError):
                raise ResourceError(f"{self.path} is damaged: {show(said)}") from None

    def add(self, part: Part) -> None:
        """Write down what was played, at once or with the next games of the same table."""
        if self._waiting and self._waiting[-1].heat != part.heat:
            self.flush()
        self._waiting.append(part)
        # programs are told the points at the end of a span, also after the next start
        if (part.conduct and part.ends_span) or monotonic() - self._since >= JOIN_WITHIN:
            self.flush()

    def flush(self) -> None:
        """Write down what waits; it is taken first, so that nothing is written twice."""
        waiting, self._waiting = self._waiting, []
        if waiting:
            self._note(reduce(Part.join, waiting))
        self._since = monotonic()

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
    """Refuse a journal that another process writes to, where the system has such locks."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ResourceError(f"{path} is in use: that tournament is being played") from None


def describe_plan(plan: Plan) -> dict[str, Any]:
    """Describe what is played: results with equal descriptions can be combined."""
    return {
        "players": [str(entry) for entry in plan.entries],
        "code": {entry.name: entry.fingerprint for entry in plan.entries if entry.is_a_file},
        "games_at_a_table": plan.games,
        "rules": str(plan.rules),
        "seed": plan.seed,
        "form": plan.form,
        "seats": plan.seats,
        "match": plan.match,
        "limits": vars(plan.limits),
        "faults_that_disqualify": plan.faults,
    }
