"""The figures of docs/review.md: python docs/review_figures.py FOLDER [--games N] [--reviews N]

It measures on all cores and writes FOLDER/review.json; then, or with --plot-only, it draws that.
Only drawing needs Matplotlib. Every game depends on its number alone, not on the processes.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from unolab.bots.neural.evaluation import evaluate
from unolab.gameloop import play
from unolab.review import Judge, Review, measure_luck, review

SEED = 9_000_000  # deals that no training and no check has seen
CHUNK = 20
BINS = 10

TABLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("official", ("neural",) * 2),
    ("official", ("neural",) * 4),
    ("official", ("neural", "mixbot2")),
    ("official", ("neural", "mixbot2", "greedy", "random")),
    ("party", ("neural",) * 4),
    ("party", ("neural", "mixbot2")),
    ("unoai", ("neural",) * 4),
    ("unoai", ("neural", "mixbot2")),
)
RATED = tuple(
    ("official", (bot,) * players)
    for players in (2, 4)
    for bot in ("random", "greedy", "mixbot2", "neural")
)
PAIRS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("official", ("neural", "mixbot2")),
    ("official", ("neural", "random")),
    ("official", ("mixbot2", "greedy")),
    ("official", ("mixbot2", "random")),
    ("official", ("neural", "mixbot2", "mixbot2", "mixbot2")),
)

Task = tuple[str, str, tuple[str, ...], int, int]
"""What is measured, the rules, the bots, the first game and how many."""


# ── measuring ─────────────────────────────────────────────────────────────────────────────────────


def seat(bots: Sequence[str], number: int) -> list[str]:
    """Seat bots for a game: everyone sits everywhere equally often."""
    turn = number % len(bots)
    return [*bots[turn:], *bots[:turn]]


def predict(task: Task) -> list[list[float]]:
    """Return rows: what it is (0 critic, 1 View), the chance that it named, and the result."""
    _, rules, bots, first, games = task
    judge = Judge(draws=1, depth=0)
    rows = []
    for number in range(first, first + games):
        game = play(seat(bots, number), rules, SEED, number)
        chosen = random.Random(number)
        states = [game.start, *(state for _, state in game.steps())][:-1]
        for state in [states[0], *chosen.sample(states, min(3, len(states)))]:
            about = chosen.randrange(len(bots))
            result = float(judge.chances(game.state)[about])
            rows.append([0, float(judge.chances(state)[about]), result])
            view = state.view(state.turn)
            known = float(judge.chances(game.state)[state.turn])
            rows.append([1, evaluate(view).chances[state.turn], known])
    return rows


def rate(task: Task) -> list[list[float]]:
    """Return a row for every seat: decisions, lost, result less share, and the parts."""
    _, rules, bots, first, games = task
    rows = []
    for number in range(first, first + games):
        found = review(play(seat(bots, number), rules, SEED + 1, number))
        assert isinstance(found, Review)
        for one in found.seats:
            parts = [*one.parts.to_dict().values()]
            rows.append([one.decisions, one.lost, one.result - one.share, *parts])
    return rows


def compare(task: Task) -> list[list[float]]:
    """Return a row for every game: the result of the first bot, and its luck."""
    _, rules, bots, first, games = task
    judge = Judge(draws=1, depth=0)
    rows = []
    for number in range(first, first + games):
        game = play(seat(bots, number), rules, SEED + 2, number)
        about = -number % len(bots)
        luck = measure_luck(game)
        result = float(judge.chances(game.state)[about])
        rows.append([result, luck.deal[about], luck.draws[about]])
    return rows


MEASURES = {"predict": predict, "rate": rate, "compare": compare}


def work(task: Task) -> list[list[float]]:
    """Do a task."""
    return MEASURES[task[0]](task)


def measure(
    pool: ProcessPoolExecutor, kind: str, rules: str, bots: tuple[str, ...], games: int
) -> np.ndarray[Any, Any]:
    """Measure many games at once."""
    tasks = [(kind, rules, bots, at, min(CHUNK, games - at)) for at in range(0, games, CHUNK)]
    print(f"{kind}: {rules}, {', '.join(bots)}, {games:,} games", flush=True)
    return np.array([row for rows in pool.map(work, tasks) for row in rows])


# ── summing up ────────────────────────────────────────────────────────────────────────────────────


def name(rules: str, bots: Sequence[str]) -> dict[str, Any]:
    """Say what was played."""
    return {"rules": rules, "bots": list(bots), "players": len(bots)}


def calibrate(rows: np.ndarray[Any, Any]) -> Iterator[dict[str, Any]]:
    """Compare what was predicted with what happened, in tenths."""
    for kind, label in enumerate(("critic", "view")):
        mine = rows[rows[:, 0] == kind]
        tenth = np.clip((mine[:, 1] * BINS).astype(int), 0, BINS - 1)
        bins = []
        for place in range(BINS):
            inside = mine[tenth == place]
            if len(inside):
                predicted, happened = inside[:, 1].mean(), inside[:, 2].mean()
                error = inside[:, 2].std() / len(inside) ** 0.5
                row = (("predicted", predicted), ("happened", happened), ("error", error))
                bins.append({"positions": len(inside)} | {key: float(value) for key, value in row})
        off = sum(one["positions"] * abs(one["predicted"] - one["happened"]) for one in bins)
        brier = float(((mine[:, 1] - mine[:, 2]) ** 2).mean())
        total = len(mine)
        yield {"by": label, "positions": total, "error": off / total, "brier": brier, "bins": bins}


def sum_up(rows: np.ndarray[Any, Any], players: int) -> dict[str, Any]:
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


def weigh(rows: np.ndarray[Any, Any]) -> dict[str, Any]:
    """Say how much less results vary without luck."""
    result, luck = rows[:, 0], rows[:, 1] + rows[:, 2]
    games = len(rows)
    left = result - luck
    slope = float(np.cov(result, luck)[0, 1] / luck.var(ddof=1))
    best = result - slope * luck
    return {
        "games": games,
        "raw": {"mean": float(result.mean()), "error": float(result.std(ddof=1) / games**0.5)},
        "adjusted": {"mean": float(left.mean()), "error": float(left.std(ddof=1) / games**0.5)},
        "luck": {"mean": float(luck.mean()), "error": float(luck.std(ddof=1) / games**0.5)},
        "fewer_games": float(result.var() / left.var()),
        "slope": slope,
        "fewer_games_with_slope": float(result.var() / best.var()),
    }


def fit_accuracy(rated: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Find the constants of review/rating.py: random at 30, mixbot2 at 70."""
    loss = {
        bot: float(np.mean([one["loss"] for one in rated if one["bots"][0] == bot]))
        for bot in ("random", "mixbot2")
    }
    high, low = log(1 / 0.3), log(1 / 0.7)
    power = log(high / low) / log(loss["random"] / loss["mixbot2"])
    return {"SCALE": loss["mixbot2"] / low ** (1 / power), "POWER": power}


def measure_all(folder: Path, games: int, reviews: int, processes: int) -> None:
    """Measure everything, and write after each part what there is."""
    context = multiprocessing.get_context("spawn")
    found: dict[str, Any] = {"calibration": [], "reviews": [], "comparisons": []}
    work(("predict", *RATED[0], 0, 1))  # compiles before there are many who would
    with ProcessPoolExecutor(processes, context) as pool:
        for rules, bots in TABLES:
            rows = measure(pool, "predict", rules, bots, games)
            found["calibration"].append(name(rules, bots) | {"values": [*calibrate(rows)]})
        write(folder, found)
        for rules, bots in PAIRS:
            rows = measure(pool, "compare", rules, bots, games)
            found["comparisons"].append(name(rules, bots) | weigh(rows))
        write(folder, found)
        for rules, bots in RATED:
            rows = measure(pool, "rate", rules, bots, reviews)
            found["reviews"].append(name(rules, bots) | sum_up(rows, len(bots)))
        found["accuracy"] = fit_accuracy(found["reviews"])
    judge = Judge()
    found["network"], found["critic"] = judge.network.hash[:12], judge.critic.hash[:12]
    write(folder, found)


def write(folder: Path, found: Mapping[str, Any]) -> None:
    """Write the figures."""
    (folder / "review.json").write_text(json.dumps(found, indent=2) + "\n", "utf-8")


# ── drawing ───────────────────────────────────────────────────────────────────────────────────────


def draw(folder: Path) -> None:
    """Draw how well chances are predicted, and what a decision of each bot costs."""
    from unolab.simulation.plot import BLUE, GREEN, ORANGE, figure_of, label

    found = json.loads((folder / "review.json").read_text("utf-8"))
    figure = figure_of((11, 5))
    left, right = figure.subplots(1, 2)
    for axes, by, color in ((left, "critic", BLUE), (right, "view", GREEN)):
        axes.plot([0, 100], [0, 100], color=ORANGE, linewidth=1, linestyle="--")
        for table in found["calibration"]:
            bins = next(one for one in table["values"] if one["by"] == by)["bins"]
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
    for place, one in enumerate(found["reviews"]):
        low, high = (100 * end for end in one["interval"])
        axes.barh(place, 100 * one["loss"], color=BLUE if one["players"] == 2 else GREEN)
        axes.hlines(place, low, high, color=ORANGE, linewidth=3)
    names = [f"{one['bots'][0]}, {one['players']} players" for one in found["reviews"]]
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    label(axes, "points of chance lost per decision", "")
    figure.savefig(folder / "review-losses.png", dpi=150)


def main() -> None:
    """Measure and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--games", type=int, default=30_000, help="per table, of chances and comparisons"
    )
    parser.add_argument("--reviews", type=int, default=200, help="whole reviews per table")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--measure-only", action="store_true")
    parser.add_argument("--plot-only", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if not options.plot_only:
        measure_all(options.folder, options.games, options.reviews, options.processes)
    if not options.measure_only:
        draw(options.folder)


if __name__ == "__main__":
    main()
