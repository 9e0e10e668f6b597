"""A Result for people: tables and some sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isnan
from textwrap import wrap
from typing import Final

from unolab.simulation.text import columns, percent
from unolab.text.show import end_sentence, shorten
from unolab.tournament.plan import Heat
from unolab.tournament.result import Result, Standing

STRATEGY: Final = 30  # the letters of a strategy that a table has room for,
LEAST: Final = 10  # and so few are still worth a column
DISPENSABLE: Final = 5  # the columns from here on make room for it
MATRIX: Final = 10  # more players make a matrix that nobody reads in a terminal
FEW_DEALS: Final = 30  # deals, of which the intervals promise too much
DASH: Final = "\N{EN DASH}"  # where there is no figure
CELL: Final = 8  # the letters of a name above a column of the matrix

Column = tuple[int, str, list[str]]
"""How soon it is left out where there is no room, if ever; the heading; the cells."""


def lines(result: Result, width: int = 100) -> Iterator[str]:
    """Write a result, line by line, for a terminal of some width."""
    yield from wrap(write_heading(result), width)
    for table in (standings(result, width), matrix(result, width)):
        if rows := [row.rstrip() for row in table]:
            yield ""
            yield from rows
    for sentences in (stages(result), misdeeds(result), verdict(result)):
        if written := list(sentences):
            yield ""
        for sentence in written:
            yield from wrap(sentence, width, subsequent_indent="  ")


# ── what was played ───────────────────────────────────────────────────────────────────────────────


def write_heading(result: Result) -> str:
    """Say what was played, and how fast."""
    games = f"{result.games:,} {name_unit(result)}"
    if not result.complete:
        games = f"{result.games:,} of {result.games_wanted:,} {name_unit(result)}"
    if result.interrupted:
        games = f"stopped after {games}"
    pace = (
        f", {result.games_per_second:,.0f} {name_unit(result)}/s" if result.games_per_second else ""
    )
    plan = result.plan
    return f"{describe_form(result)}, {plan.rules}, seed {plan.seed}: {games}{pace}"


def describe_form(result: Result) -> str:
    """Name the form, with its tables."""
    plan, count = result.plan, len(result.names)
    if plan.form == "table":
        return f"{count} players at one table"
    if plan.form == "round-robin":
        tables = f"{len(plan.heats):,} table{'s' if len(plan.heats) > 1 else ''}"
        return f"Round robin of {count} players, {tables} of {plan.seats}"
    return f"Knock-out of {count} players at tables of {plan.seats}"


def name_unit(result: Result) -> str:
    """Say what is counted: a game, or a match to a target."""
    return "matches" if result.plan.match else "games"


# ── the standings ─────────────────────────────────────────────────────────────────────────────────


def standings(result: Result, width: int) -> Iterator[str]:
    """Write the standings, with as many columns as fit."""
    rows = result.standings
    numbers = figures(result)
    name = max(len(row.name) for row in rows)
    if (
        width - measure_columns(numbers) - name - 6 < LEAST
    ):  # then a strategy says more than some figures
        numbers = [column for column in numbers if column[0] < DISPENSABLE]
    left = width - measure_columns(numbers) - name - 6
    if left >= LEAST:
        most = min(left, STRATEGY)
        head = f"{'':{6 + name}}strategy"
        label = [f"{row.name:{name}}  {shorten(row.strategy, most)}" for row in rows]
    else:
        head = ""
        label = [row.name for row in rows]
        numbers = drop_columns(numbers, width - name - 4)
    yield from columns(
        [head, *(head for _, head, _ in numbers)],
        [
            [f"{write_rank(row):>2}  {label[at]}", *(cells[at] for _, _, cells in numbers)]
            for at, row in enumerate(rows)
        ],
        width,
    )


def figures(result: Result) -> list[Column]:
    """List all columns that there are."""
    rows = result.standings
    single = "match" if result.plan.match else "game"
    numbers: list[Column] = [
        (5, name_unit(result), [f"{row.games:,}" for row in rows]),
        (0, "won", [or_dash(row, percent(row.win_rate, 1)) for row in rows]),
        (3, "95 %", [or_dash(row, write_interval(row.win_interval)) for row in rows]),
        (4, "points", [f"{row.points:,}" for row in rows]),
        (0, f"a {single}", [or_dash(row, f"{row.points_per_game:.2f}") for row in rows]),
        (2, "± 95 %", [or_dash(row, f"{half_width(row.points_interval):.2f}") for row in rows]),
        (0, "rating", [or_dash(row, f"{row.rating:.0f}") for row in rows]),
        (1, "±", [or_dash(row, f"{half_width(row.rating_interval):.0f}") for row in rows]),
    ]
    if any(row.foreign for row in rows):
        numbers += [
            (0, "faults", [faults(row) for row in rows]),
            (6, "ms a move", [milliseconds(row.time_per_move) for row in rows]),
        ]
    return numbers


def write_rank(row: Standing) -> str:
    """Write a rank; the disqualified have none."""
    return DASH if row.disqualified else str(row.rank)


def or_dash(row: Standing, figure: str) -> str:
    """Return a figure, or a dash if no games were played."""
    return figure if row.games else DASH


def drop_columns(numbers: Sequence[Column], width: int) -> list[Column]:
    """Leave out columns, the least important first, until the others fit."""
    kept = list(numbers)
    while measure_columns(kept) > width and (last := max(kept, key=lambda column: column[0]))[0]:
        kept.remove(last)
    return kept


def measure_columns(numbers: Sequence[Column]) -> int:
    """Count the letters that columns take, with what is between them."""
    return sum(2 + max(map(len, (head, *cells))) for _, head, cells in numbers)


def write_interval(interval: tuple[float, float]) -> str:
    """Write an interval of shares in percent."""
    low, high = interval
    return f"{100 * low:.1f} to {100 * high:.1f}"


def half_width(interval: tuple[float, float]) -> float:
    """Return half the width of an interval."""
    return (interval[1] - interval[0]) / 2


def faults(row: Standing) -> str:
    """Count what somebody did wrong, with a mark for those who did so too often."""
    count = sum(row.faults.values())
    return f"{count:,}{' out' if row.disqualified else ''}" if row.foreign or count else ""


def milliseconds(seconds: float | None) -> str:
    """Write a time in milliseconds."""
    return "" if seconds is None else f"{1000 * seconds:.2f}"


# ── who won against whom ──────────────────────────────────────────────────────────────────────────


def matrix(result: Result, width: int) -> Iterator[str]:
    """Write how often the row was ahead of the column, where that can be read."""
    places = [result.names.index(row.name) for row in result.standings]
    names = [result.names[place] for place in places]
    cells = [
        [write_share(float(result.shares[place, other]), place == other) for other in places]
        for place in places
    ]
    heads = [shorten(name, CELL) for name in names]
    label = max(len("won against, %"), *map(len, names))
    if not 2 < len(names) <= MATRIX or label + sum(2 + max(4, len(h)) for h in heads) > width:
        return
    rows = [[name, *row] for name, row in zip(names, cells, strict=True)]
    yield from columns(["won against, %", *heads], rows, width)


def write_share(value: float, same: bool) -> str:
    """Write a share of the matrix; those who never met have none."""
    return "·" if same else "" if isnan(value) else f"{100 * value:.1f}"


def stages(result: Result) -> Iterator[str]:
    """Say who went on from which table of a knock-out."""
    if result.plan.form != "knockout":
        return
    for number, heats in rounds(result).items():
        on = {place for heat in rounds(result).get(number + 1, ()) for place in heat.players}
        last = len(heats) == 1 and not on
        for table, heat in enumerate(heats, 1):
            ranked = result.ranking(heat)
            stay = name_best(result, [place for place in ranked if place in on])
            out = name_best(result, [place for place in ranked if place not in on])
            where = "Final" if last else f"Stage {number + 1}, table {table}"
            yield f"{where}: " + (f"{stay} went on, {out} left." if on else f"{out}.")


def rounds(result: Result) -> dict[int, list[Heat]]:
    """Sort the tables of a knock-out by their stage."""
    found: defaultdict[int, list[Heat]] = defaultdict(list)
    for heat in result.outcomes:
        found[heat.stage].append(heat)
    return dict(sorted(found.items()))


def name_best(result: Result, places: Sequence[int]) -> str:
    """List the names of some, the best first."""
    return join_words(result.plan.names(places)) if places else "nobody"


def join_words(words: Sequence[str]) -> str:
    """Join words as a sentence does."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


# ── sentences ─────────────────────────────────────────────────────────────────────────────────────


def misdeeds(result: Result) -> Iterator[str]:
    """List the faults: whose, how often, and the first of each kind."""
    for place, (name, conduct) in enumerate(zip(result.names, result.conduct, strict=True)):
        if not conduct.faults:
            continue
        kinds = join_words([f"{kind} {count:,}" for kind, count in conduct.faults.most_common()])
        out = ", disqualified" if result.is_disqualified(place) else ""
        total = conduct.faults.total()
        yield f"{name}: {total:,} fault{'s' if total > 1 else ''}{out} ({kinds})."
        if conduct.details:
            first = conduct.details[0]
            game = f" in game {first.game}" if first.game else ""
            where = f" at {first.position}" if first.position else ""
            yield f"  The first{game}{where}: {end_sentence(first.text)}"


def verdict(result: Result) -> Iterator[str]:
    """Say who has won, by how much, and whether it could be chance."""
    if result.interrupted:
        yield "Stopped before the end: --resume continues from here."
    if not result.complete:
        return
    if not result.winners:
        yield "Nobody wins: all players are disqualified."
        return
    if len(result.winners) > 1:
        yield f"{join_words(result.winners)} share the first place."
        return
    first, second = result.standings[:2]
    if second.disqualified:
        yield f"{first.name} wins: nobody else is left."
        return
    decided = find_decisive(result)
    field = "wins" if result.plan.match else "points"
    one, other = (result.names.index(row.name) for row in (first, second))
    ahead, doubt = decided.difference(one, other, field)
    what = "points a game"
    if result.plan.match:
        ahead, doubt, what = 100 * ahead, 100 * doubt, "% of the matches"
    more = "fewer" if ahead < 0 else "more"  # that is good where points are bad
    where = " at the last table" if decided is not result else ""
    if decided.seated[one] < FEW_DEALS * result.plan.seats:  # whatever the interval promises
        chance = "too few games to be sure."
    elif abs(ahead) > doubt:
        chance = "that is more than chance."
    else:
        chance = "that can be chance, more games would tell."
    yield (
        f"{first.name} wins{where} with {abs(ahead):.2f} {what} {more} than {second.name} "
        f"(± {doubt:.2f}): {chance}"
    )


def find_decisive(result: Result) -> Result:
    """Return the games that decide: the last table of a knock-out, or all."""
    if result.plan.form != "knockout":
        return result
    heat = list(result.outcomes)[-1]
    return replace(result, outcomes={heat: result.outcomes[heat]})
