"""The figures of docs/review.md: python docs/review_figures.py FOLDER [--scale 0.1]

It measures on all cores, about 40 minutes on two, and keeps what it has in FOLDER/rows: killed, it
goes on where it was; ``--only chances`` and the like do a part. FOLDER/review.json is written after
every table. Then, or with --plot-only, it draws that, which needs Matplotlib. With --fit it prints
the constants of the package that follow from what was measured. Every game depends on its number
alone, not on the processes.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from unolab.bots.neural.evaluation import evaluate
from unolab.bots.search.calibration import sharpen
from unolab.gameloop import play
from unolab.review import Judge, Luck, Review, compare, measure_luck, review
from unolab.review.luck import list_results

SEED = 9_000_000  # deals that no training and no check has seen
CHUNK = 20
BINS = 10
FACTORS = np.arange(0.7, 2.0, 0.01)
PAUSE = 10.0  # seconds between two lines about progress
POSITIONS = 4  # of a game, the deal among them

TABLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("official", ("neural",) * 2),
    ("official", ("neural",) * 4),
    ("official", ("neural", "mixbot2")),
    ("official", ("neural", "mixbot2", "greedy", "random")),
    ("stacking", ("neural",) * 2),
    ("stacking", ("neural",) * 4),
    ("unoai", ("neural",) * 2),
    ("unoai", ("neural",) * 4),
)
RATED = tuple(
    ("official", (bot,) * players)
    for players in (2, 4)
    for bot in ("random", "greedy", "mixbot2", "neural")
)
PAIRS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("official", ("neural", "mixbot2")),
    ("official", ("mixbot2", "greedy")),
    ("official", ("neural", "mixbot2", "mixbot2", "mixbot2")),
)
BALANCED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("official", ("neural", "mixbot2")),
    ("official", ("neural",) * 4),
)

Task = tuple[str, str, tuple[str, ...], int, int]
"""What is measured, the rules, the bots, the first game and how many."""
Rows = list[list[float]]
Array = np.ndarray[Any, Any]


# ── measuring ─────────────────────────────────────────────────────────────────────────────────────


def seat(bots: Sequence[str], number: int) -> list[str]:
    """Seat bots for a game: everyone sits everywhere equally often."""
    turn = number % len(bots)
    return [*bots[turn:], *bots[:turn]]


def predict(task: Task) -> Rows:
    """Return rows: what it is (0 critic, 1 View), the chance that it named, and the result."""
    kind, rules, bots, first, games = task
    # what is shown is tested on other games than those that it is fitted to
    fits = kind == "fit"
    judge = Judge(draws=1, depth=0, sharper=1.0) if fits else Judge(draws=1, depth=0)
    rows = []
    for number in range(first, first + games):
        game = play(seat(bots, number), rules, SEED + 3 * fits, number)
        results = list_results(game)
        chosen = random.Random(number)
        states = [game.start, *(state for _, state in game.steps())][:-1]
        for state in [states[0], *chosen.sample(states, min(POSITIONS - 1, len(states)))]:
            about = chosen.randrange(len(bots))
            rows.append([0, float(judge.chances(state)[about]), results[about]])
            view = state.view(state.turn)
            seen = np.array(evaluate(view).chances)
            whole = sum(results)
            known = sharpen(seen * whole / seen.sum(), whole, judge.sharper)
            rows.append([1, float(known[state.turn]), results[state.turn]])
    return rows


def rate(task: Task, judge: Judge | None = None) -> Rows:
    """Return a row for every seat: decisions, lost, result less share, and the parts."""
    _, rules, bots, first, games = task
    rows = []
    for number in range(first, first + games):
        found = review(play(seat(bots, number), rules, SEED + 1, number), judge)
        assert isinstance(found, Review)
        for one in found.seats:
            parts = [*one.parts.to_dict().values()]
            rows.append([one.decisions, one.lost, one.result - one.share, *parts])
    return rows


def balance(task: Task) -> Rows:
    """Return the same of reviews with hardly any care: the means must be zero whatever it is."""
    return rate(task, Judge(worlds=2, draws=2, depth=4, decisions=0))


def compare_bots(task: Task) -> Rows:
    """Return a row for every game: the first bot's seat and result, and the luck of every seat.

    The luck comes twice: with everyone expected to play alike, and with the bots known.
    """
    _, rules, bots, first, games = task
    rows = []
    for number in range(first, first + games):
        players = seat(bots, number)
        game = play(players, rules, SEED + 2, number)
        about = -number % len(bots)
        row = [list_results(game)[about]]
        for known in ((), players):
            luck = measure_luck(game, bots=known)
            row += [luck.deal[about], luck.draws[about], luck.own[about]]
        rows.append(row)
    return rows


MEASURES = {
    "fit": predict,
    "chances": predict,
    "luck": compare_bots,
    "losses": rate,
    "sums": balance,
}


def work(task: Task) -> Rows:
    """Do a task."""
    return MEASURES[task[0]](task)


class Measurements:
    """Rows by table, kept in a folder as they come."""

    def __init__(self, folder: Path, pool: ProcessPoolExecutor | None) -> None:
        """Keep them there; without a pool nothing new is measured."""
        self._folder = folder / "rows"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._pool = pool

    def take(self, kind: str, rules: str, bots: tuple[str, ...], games: int) -> Array:
        """Return the rows of a table, and measure those that are not there yet."""
        file = self._folder / f"{kind}-{rules}-{'-'.join(bots)}.jsonl"
        done = read_rows(file)
        if self._pool is not None:
            firsts = [first for first in range(0, games, CHUNK) if first not in done]
            found = self._pool.map(work, [(kind, rules, bots, first, CHUNK) for first in firsts])
            shown = began = time.monotonic()
            for first, rows in zip(firsts, found, strict=True):
                done[first] = rows
                with file.open("a", encoding="utf-8") as out:
                    out.write(f"\n{json.dumps([first, rows])}")
                if time.monotonic() - shown > PAUSE or first == firsts[-1]:
                    shown = time.monotonic()
                    table = f"{kind}: {rules}, {', '.join(bots)}"
                    made = f"{len(done) * CHUNK:,} of {games:,} games"
                    print(f"{table}: {made}, {shown - began:.0f} s", flush=True)
        return np.array([row for _, rows in sorted(done.items()) for row in rows])


def read_rows(file: Path) -> dict[int, Rows]:
    """Read rows by the number of the first game; half a line, where it was killed, is nothing."""
    done: dict[int, Rows] = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        with suppress(ValueError):
            first, rows = json.loads(line)
            done[first] = rows
    return done


# ── summing up ────────────────────────────────────────────────────────────────────────────────────


def name(rules: str, bots: Sequence[str]) -> dict[str, Any]:
    """Say what was played."""
    return {"rules": rules, "bots": list(bots), "players": len(bots)}


def calibrate(rows: Array) -> dict[str, Any]:
    """Compare what was predicted with what happened, in tenths."""
    tenth = np.clip((rows[:, 1] * BINS).astype(int), 0, BINS - 1)
    bins = []
    for place in range(BINS):
        inside = rows[tenth == place]
        if len(inside):
            predicted, happened = inside[:, 1].mean(), inside[:, 2].mean()
            error = inside[:, 2].std() / len(inside) ** 0.5
            row = (("predicted", predicted), ("happened", happened), ("error", error))
            bins.append({"positions": len(inside)} | {key: float(value) for key, value in row})
    off = [abs(one["predicted"] - one["happened"]) for one in bins]
    return {
        "positions": len(rows),
        "error": float(np.average(off, weights=[one["positions"] for one in bins])),
        "most": max(off),
        "brier": float(((rows[:, 1] - rows[:, 2]) ** 2).mean()),
        "bins": bins,
    }


def calibrate_both(rows: Array) -> dict[str, Any]:
    """Do so for one who sees all cards, and for a View."""
    return {by: calibrate(rows[rows[:, 0] == at]) for at, by in enumerate(("critic", "view"))}


def measure_sharpness(rows: Array, players: int) -> Array:
    """Say how well results are foreseen, by how much further from a share chances are."""
    chances = np.clip(rows[:, 1], 1e-6, 1 - 1e-6)
    center = log(1 / players) - log(1 - 1 / players)
    logits = np.log(chances / (1 - chances)) - center

    def miss(factor: float) -> float:
        likely = 1 / (1 + np.exp(-center - logits * factor))
        return float(-(rows[:, 2] * np.log(likely) + (1 - rows[:, 2]) * np.log(1 - likely)).sum())

    return np.array([miss(factor) for factor in FACTORS])


def sum_up(rows: Array, players: int) -> dict[str, Any]:
    """Sum up reviews: the loss per decision with its interval, and the parts of the sum."""
    games = rows.reshape(-1, players, rows.shape[1]).sum(1)
    decisions, lost = games[:, 0], games[:, 1]
    loss = lost.sum() / decisions.sum()
    spread = (lost - loss * decisions).std(ddof=1) / decisions.mean() / len(games) ** 0.5
    names = ("deal", "draws", "hidden", "own", "others", "remainder")
    # by symmetry every part but the own and the others' is zero over all seats: one seat says more
    first = rows.reshape(-1, players, rows.shape[1])[:, 0, 3:]
    parts = {
        part: {
            "mean": float(first[:, at].mean()),
            "error": float(first[:, at].std(ddof=1) / len(first) ** 0.5),
            "deviation": float(first[:, at].std(ddof=1)),
        }
        for at, part in enumerate(names)
    }
    return {
        "games": len(games),
        "decisions": int(decisions.sum()),
        "loss": float(loss),
        "interval": [float(loss - 1.96 * spread), float(loss + 1.96 * spread)],
        "parts": parts,
    }


def weigh(rows: Array) -> dict[str, Any]:
    """Say how much less results vary without luck."""
    found: dict[str, Any] = {}
    for name_of, first in (("strangers", 1), ("known", 4)):
        games = [
            (row[0], Luck((row[first],), (row[first + 1],), (row[first + 2],)), 0)
            for row in rows.tolist()
        ]
        luck = rows[:, first] + rows[:, first + 1]
        found[name_of] = compare(games).to_dict() | {
            "luck": float(luck.mean()),
            "luck_error": float(luck.std(ddof=1) / len(luck) ** 0.5),
            "times_without_fit": float(rows[:, 0].var() / (rows[:, 0] - luck).var()),
        }
    return found


def fit_accuracy(rated: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Find the constants of review/rating.py: random at 30, mixbot2 at 70."""
    loss = {
        bot: float(np.mean([one["loss"] for one in rated if one["bots"][0] == bot]))
        for bot in ("random", "mixbot2")
    }
    high, low = log(1 / 0.3), log(1 / 0.7)
    power = log(high / low) / log(loss["random"] / loss["mixbot2"])
    return {"SCALE": loss["mixbot2"] / low ** (1 / power), "POWER": power}


def measure_all(folder: Path, only: Sequence[str], scale: float, processes: int) -> None:
    """Measure everything, and write after each table what there is."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context) as pool:
        for kind in only:
            work((kind, *RATED[0], 0, 1))  # compiles before there are many who would
            gather(folder, Measurements(folder, pool), kind, scale)


def gather(folder: Path, found: Measurements, kind: str, scale: float) -> None:
    """Sum up all tables of a kind, and write what there is after each."""
    tables, games = PLANS[kind]
    file = folder / "review.json"
    figures = json.loads(file.read_text("utf-8")) if file.exists() else {}
    judge = Judge()
    for name in ("network", "critic", "reader"):
        figures[name] = getattr(judge, name).hash[:12]
    figures[kind] = []
    groups: dict[int, list[Array]] = {}
    misses = np.zeros(len(FACTORS))
    for rules, bots in tables:
        rows = found.take(kind, rules, bots, max(CHUNK, round(games * scale)))
        if not len(rows):
            continue
        figures[kind].append(name(rules, bots) | SUMS[kind](rows, len(bots)))
        if kind == "chances":
            groups.setdefault(len(bots), []).append(rows)
            figures["calibration"] = [
                {"players": players} | calibrate_both(np.concatenate(parts))
                for players, parts in groups.items()
            ]
        if kind == "fit":
            misses = misses + measure_sharpness(rows[rows[:, 0] == 0], len(bots))
            figures["sharper"] = float(FACTORS[misses.argmin()])
        if kind == "losses" and len(figures[kind]) == len(tables):
            figures["accuracy"] = fit_accuracy(figures[kind])
        file.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")


SUMS: Mapping[str, Callable[[Array, int], dict[str, Any]]] = {
    "fit": lambda rows, players: calibrate_both(rows),
    "chances": lambda rows, players: calibrate_both(rows),
    "luck": lambda rows, players: weigh(rows),
    "losses": sum_up,
    "sums": sum_up,
}
PLANS = {
    "fit": (TABLES, 1000),
    "chances": (TABLES, 4000),
    "luck": (PAIRS, 2000),
    "losses": (RATED, 150),
    "sums": (BALANCED, 5000),
}
"""The tables of each part, and how many games."""


def show_constants(folder: Path) -> None:
    """Print the constants that follow."""
    figures = json.loads((folder / "review.json").read_text("utf-8"))
    for name_of, value in figures.get("accuracy", {}).items():
        print(f"review/rating.py: {name_of}: Final = {value:.4g}")
    if "sharper" in figures:
        print(f"bots/search/calibration.py: SHARPER: Final = {figures['sharper']:.2f}")


# ── drawing ───────────────────────────────────────────────────────────────────────────────────────


def draw(folder: Path) -> None:
    """Draw how well chances are predicted, and what a decision of each bot costs."""
    from unolab.simulation.plot import BLUE, GREEN, ORANGE, figure_of, label

    found = json.loads((folder / "review.json").read_text("utf-8"))
    figure = figure_of((11, 5))
    left, right = figure.subplots(1, 2)
    for axes, by, color in ((left, "critic", BLUE), (right, "view", GREEN)):
        axes.plot([0, 100], [0, 100], color=ORANGE, linewidth=1, linestyle="--")
        for table in found.get("calibration", ()):
            bins = table[by]["bins"]
            axes.errorbar(
                [100 * one["predicted"] for one in bins],
                [100 * one["happened"] for one in bins],
                [196 * one["error"] for one in bins],
                fmt="o-",
                color=color,
                alpha=0.5,
                markersize=3,
                linewidth=0.8,
            )
        sees = "all cards open" if by == "critic" else "from a View"
        label(axes, f"chance predicted, {sees}, in %", "won in %")
    figure.savefig(folder / "review-calibration.png", dpi=150)
    figure = figure_of((8, 4))
    axes = figure.subplots()
    for place, one in enumerate(found.get("losses", ())):
        low, high = (100 * end for end in one["interval"])
        axes.barh(place, 100 * one["loss"], color=BLUE if one["players"] == 2 else GREEN)
        axes.hlines(place, low, high, color=ORANGE, linewidth=3)
    names = [f"{one['bots'][0]}, {one['players']} players" for one in found.get("losses", ())]
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    label(axes, "points of chance lost per decision", "")
    figure.savefig(folder / "review-losses.png", dpi=150)


def main() -> None:
    """Measure and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, help="a part of the games")
    parser.add_argument("--only", nargs="*", choices=PLANS, default=[*PLANS], help="parts")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--measure-only", action="store_true")
    parser.add_argument("--plot-only", action="store_true")
    parser.add_argument("--fit", action="store_true", help="print the constants that follow")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if not options.plot_only:
        measure_all(options.folder, options.only, options.scale, options.processes)
    if options.fit:
        show_constants(options.folder)
    if not options.measure_only:
        draw(options.folder)


if __name__ == "__main__":
    main()
