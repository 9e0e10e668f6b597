"""A result as a file that others can send in; what comes from a stranger is checked field by field.

Nothing in it is code, a path or a command. What it costs to check is limited: by its size, by the
tables there are, and because every game ends.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NoReturn

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from unolab import __version__
from unolab.bots import Bot
from unolab.errors import NotationError, ResourceError, UnolabError, show
from unolab.foreign import FAULT_KINDS
from unolab.shuffle import LONG_SEEDS
from unolab.studies.benchmark.luck import describe_judge
from unolab.studies.benchmark.plan import MOST_DEALS, TABLES, Table
from unolab.studies.benchmark.player import PlayerFacts
from unolab.studies.benchmark.pool import POOL_VERSION, describe_pool
from unolab.studies.benchmark.result import Result, Sample, draw_sample
from unolab.studies.benchmark.score import Score
from unolab.tournament.entry import LONGEST_PLAYER_NAME

FORMAT: Final = 1
MOST_BYTES: Final = 1 << 26
LONGEST_GAME: Final = 50_000  # characters: the turn limit allows fewer
DIGITS: Final = "0123456789a"  # games of a deal that somebody won, at most ten

BY_NAME: Final = {(t.rules, t.players, t.opponent, t.copies): t for t in TABLES}
Count = Annotated[int, Field(ge=0, le=10**15)]
Counts = Annotated[str, StringConstraints(pattern=r"^[0-9a]+$", max_length=MOST_DEALS)]
MOST_LUCK: Final = 1_000.0  # of a deal; a game has fewer draws that matter
Luck = Annotated[float, Field(ge=-MOST_LUCK, le=MOST_LUCK)]
Moves = Annotated[str, StringConstraints(max_length=LONGEST_GAME)]


class Part(BaseModel):
    """A part of a file: it has what is named here and nothing else, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class MemberPart(Part):
    """A member of the pool."""

    name: str
    version: int
    weights: str | None


class PoolPart(Part):
    """The pool that it was measured against."""

    version: int
    members: Annotated[list[MemberPart], Field(max_length=100)]


class PlayerPart(Part):
    """Who was measured."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_PLAYER_NAME)]
    bot: Annotated[str, StringConstraints(max_length=2_000)] | None
    code: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")] | None
    weights: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None


class JudgePart(Part):
    """The networks that said what luck is, by their hashes."""

    network: str
    critic: str


class SamplePart(Part):
    """The games of a deal."""

    deal: Count
    games: Annotated[list[Moves], Field(max_length=10)]


class TablePart(Part):
    """A table, with the games that were won and lost, a character for each deal."""

    rules: str
    players: int
    opponent: str
    copies: int
    wins: Counts
    losses: Counts
    turns: Count
    luck: Annotated[list[Luck], Field(max_length=MOST_DEALS)]
    sample: SamplePart


class FilePart(Part):
    """A file."""

    format: Literal["unolab benchmark 1"]
    version: Annotated[str, StringConstraints(max_length=40)]
    pool: PoolPart
    judge: JudgePart
    player: PlayerPart
    seed: Annotated[int, Field(ge=0, lt=LONG_SEEDS)]
    deals_wanted: Annotated[int, Field(ge=1, le=MOST_DEALS)]
    complete: bool
    disqualified: bool
    faults: dict[str, Count]
    seconds: Annotated[float, Field(ge=0)]
    seconds_per_move: Annotated[float, Field(ge=0)]
    tables: Annotated[list[TablePart], Field(min_length=1, max_length=len(TABLES))]


# ── writing ───────────────────────────────────────────────────────────────────────────────────────


def write_file(result: Result, path: Path) -> None:
    """Write a result; its samples are part of it."""
    path.write_text(json.dumps(describe(result), indent=1) + "\n", "utf-8")


def describe(result: Result) -> dict[str, Any]:
    """Return what a file has."""
    return {
        "format": f"unolab benchmark {FORMAT}",
        "version": __version__,
        "pool": describe_pool(),
        "judge": describe_judge(),
        "player": result.player._asdict(),
        "seed": result.seed,
        "deals_wanted": result.deals_wanted,
        "complete": result.complete,
        "disqualified": result.disqualified,
        "faults": dict(result.faults),
        "seconds": round(result.seconds, 3),
        "seconds_per_move": result.seconds_per_move,
        "tables": [
            {
                "rules": table.rules,
                "players": table.players,
                "opponent": table.opponent,
                "copies": table.copies,
                "wins": write_counts(score.wins),
                "losses": write_counts(score.losses),
                "turns": score.turns,
                "luck": score.luck,
                "sample": {
                    "deal": result.samples[table].deal,
                    "games": list(result.samples[table].games),
                },
            }
            for table, score in result.scores.items()
        ],
    }


def write_counts(counts: bytearray) -> str:
    """Write a character for each deal."""
    return "".join(DIGITS[count] for count in counts)


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


def read_file(path: Path) -> Result:
    """Read a result that may come from anybody, or say what is wrong with it and where."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ResourceError(f"{path} can't be read: {error.strerror or error}") from None
    if len(data) > MOST_BYTES:
        raise ResourceError(f"{path} is too large: a result has at most {MOST_BYTES >> 20} MB")
    try:
        return read_result(data)
    except UnolabError as error:
        raise NotationError(f"{path.name}: {error}") from None


def read_result(data: bytes) -> Result:
    """Read a result, and check everything that can be checked without playing."""
    try:
        said = json.loads(data, parse_constant=refuse, object_pairs_hook=refuse_duplicates)
    except UnolabError:
        raise
    except (ValueError, RecursionError):
        raise NotationError("not JSON, and so not the result of a benchmark") from None
    if not isinstance(said, dict) or not str(said.get("format")).startswith("unolab benchmark"):
        raise NotationError("not the result of a benchmark")
    try:
        file = FilePart.model_validate(said)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(show(part).strip("'") for part in first["loc"])
        raise NotationError(f"{where}: {first['msg'][:1].lower()}{first['msg'][1:]}") from None
    return as_result(file)


def refuse(constant: str) -> NoReturn:
    """Refuse what is no JSON, but Python reads."""
    raise NotationError(f"{constant} is not a number")


def refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object that says the same thing twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NotationError("an object has the same key twice")
    return found


def as_result(file: FilePart) -> Result:
    """Check what the fields say together."""
    if file.pool.model_dump() != describe_pool():
        raise NotationError(
            f"pool: measured against pool {file.pool.version} with members that differ from those "
            f"of pool {POOL_VERSION}, which this version of unolab has"
        )
    if any(part.luck for part in file.tables) and file.judge.model_dump() != describe_judge():
        raise NotationError("judge: luck was measured by other networks than this version has")
    player = PlayerFacts(**file.player.model_dump())
    check_player(player)
    for kind in file.faults:
        if kind not in FAULT_KINDS:
            raise NotationError(f"faults: there is no fault {show(kind)}")
    scores: dict[Table, Score] = {}
    samples: dict[Table, Sample] = {}
    for place, part in enumerate(file.tables):
        try:
            table = find_table(part)
            if table in scores:
                raise NotationError(f"the table {table.name} is there twice")
            scores[table] = read_score(part)
            samples[table] = Sample(part.sample.deal, tuple(part.sample.games))
        except NotationError as error:
            raise NotationError(f"tables.{place}: {error}") from None
    wanted = file.deals_wanted
    if any(score.deals > wanted for score in scores.values()):
        raise NotationError(f"deals_wanted: some table has more deals than {wanted}")
    if file.complete and any(score.deals < wanted for score in scores.values()):
        raise NotationError(f"complete: some table has fewer deals than {wanted}")
    result = Result(
        player,
        file.seed,
        scores,
        samples,
        dict(file.faults),
        file.seconds_per_move,
        file.seconds,
        wanted,
        file.complete,
        file.disqualified,
    )
    check_samples(result)
    return result


def check_player(player: PlayerFacts) -> None:
    """Refuse a player that is neither one of unolab's bots nor a program, or both."""
    if not player.name.isprintable() or "," in player.name:
        raise NotationError(f"player.name: {show(player.name)} has a comma or can't be printed")
    if (player.bot is None) == (player.code is None):
        raise NotationError("player: either bot or code is null, and the other is not")
    if player.bot is not None:
        try:
            bot = Bot.parse(player.bot)
            text = str(bot)
        except UnolabError as error:
            raise NotationError(f"player.bot: {error}") from None
        if text != player.bot:
            raise NotationError(f"player.bot: {show(player.bot)} is written {text}")
        if player.weights != bot.weights:
            raise NotationError(f"player.weights: {text} has others in this version of unolab")


def find_table(part: TablePart) -> Table:
    """Find the table that is meant."""
    key = (part.rules, part.players, part.opponent, part.copies)
    if key not in BY_NAME:
        raise NotationError(f"the benchmark has no table {show('/'.join(map(str, key)))}")
    return BY_NAME[key]


def read_score(part: TablePart) -> Score:
    """Read the games that were won and lost."""
    if len(part.wins) != len(part.losses):
        raise NotationError(f"wins has {len(part.wins):,} deals, and losses {len(part.losses):,}")
    wins, losses = (bytearray(map(DIGITS.index, counts)) for counts in (part.wins, part.losses))
    for deal, (won, lost) in enumerate(zip(wins, losses, strict=True)):
        if won + lost > part.players:
            raise NotationError(
                f"deal {deal} has {won + lost} games won, but only {part.players} are played"
            )
    if part.luck and len(part.luck) != len(wins):
        raise NotationError(f"luck has {len(part.luck):,} deals, and wins {len(wins):,}")
    return Score(part.players, wins, losses, part.turns, part.luck)


def check_samples(result: Result) -> None:
    """Refuse games of other deals than those that were drawn."""
    for place, (table, deal) in enumerate(draw_sample(result)):
        sample = result.samples[table]
        if sample.deal != deal:
            raise NotationError(
                f"tables.{place}.sample: deal {deal} was drawn, not {sample.deal}: "
                "the results were changed, or others were drawn from"
            )
        if len(sample.games) != table.players:
            raise NotationError(
                f"tables.{place}.sample: {table.players} games are expected, "
                f"not {len(sample.games)}"
            )
