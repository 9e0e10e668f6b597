"""What looking ahead is worth: python docs/expert_figures.py [--processes 16] [--seconds 240]

``expert`` plays alone against copies of ``neural``, every deal from every seat. The deals are the
same for all settings that are named, so that these can be compared. Two things are counted. One is
how many games it won. The other is exact as well but less noisy: wherever it moves otherwise than
``neural`` would, both moves are played on from the true cards, with other cards drawn each time,
and what that gains is added up. ``--weights`` are those of ``expert``, ``--against`` the others.

With ``--compare``, ``neural`` plays all seats and every setting is asked what it would do in each
of its positions. So many settings are compared in the same positions, at the price of leaving out
what a gain does to the rest of the game.

One line of JSON for each table and setting has sums: those of several machines, which begin at
another ``--first`` deal, add up with ``--add FILES``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from time import monotonic, thread_time
from typing import Any

import numpy as np

from unolab.bots import Bot, minds_of
from unolab.bots.neural.block import place_weights
from unolab.bots.neural.network import Critic, Network, Reader
from unolab.bots.observation.evidence import watch_again
from unolab.bots.own import play_network
from unolab.bots.search.judge import make_paths
from unolab.bots.search.path import let_pass, make_move
from unolab.bots.search.value import look_ahead
from unolab.bots.search.weigh import ROOT, TRIAL
from unolab.bots.strategies.neural import load_critic, load_network, load_reader
from unolab.engine import calls
from unolab.engine.jit import call, jit
from unolab.engine.layout import NOBODY, OVER, RNG, number
from unolab.engine.record import hand_of, table_of
from unolab.engine.rng import U, open_stream
from unolab.engine.run import PASS, first_asked, next_asked
from unolab.engine.setup import blank_state, words
from unolab.engine.step import step
from unolab.errors import BadOption, UnolabError
from unolab.rules import Rules
from unolab.simulation.statistics import student_t

SEED = 8_000_000  # deals that no training and no other check has seen
TABLES = "official/2", "official/4", "official/3"
SAMPLES = 32  # rounds that are played on after each of two moves
TO_THE_END = number(1_000_000)  # decisions


@dataclass
class Sums:
    """What a setting came to at a table; sums of parts add up."""

    deals: int = 0
    games: int = 0
    wins: int = 0
    wins_squared: int = 0
    """Squares of what a deal came to, for the interval."""
    gain: float = 0.0
    gain_squared: float = 0.0
    asked: int = 0
    searched: int = 0
    changed: int = 0
    seconds: float = 0.0
    """What all its moves took of a core."""
    longest: float = 0.0

    def __iadd__(self, other: Sums) -> Sums:
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            most = field.name == "longest"
            setattr(self, field.name, max(mine, theirs) if most else mine + theirs)
        return self

    def add_deal(self, games: int, wins: int, gain: float) -> None:
        """Count what a deal came to."""
        self.deals += 1
        self.games += games
        self.wins += wins
        self.wins_squared += wins * wins
        self.gain += gain
        self.gain_squared += gain * gain

    def figures(self) -> dict[str, float | None]:
        """Return what the sums mean."""
        games = max(self.games, 1)
        each = self.games / max(self.deals, 1) or 1
        return {
            "won_percent": 100 * self.wins / games,
            "won_margin": margin(self.wins, self.wins_squared, self.deals, each),
            "gain_points": 100 * self.gain / games,
            "gain_margin": margin(self.gain, self.gain_squared, self.deals, each),
            "searches_a_game": self.searched / games,
            "changes_a_game": self.changed / games,
            "ms_a_move": 1000 * self.seconds / max(self.asked, 1),
            "ms_a_search": 1000 * self.seconds / max(self.searched, 1),
            "ms_longest": 1000 * self.longest,
        }


def margin(total: float, squared: float, deals: int, games: float) -> float | None:
    """Return half the width of the 95 % interval in percent, with so many games to a deal."""
    if deals < 2:
        return None
    variance = max(0.0, squared - total * total / deals) / (deals - 1)
    return 100 * student_t(deals - 1) * float((variance / deals) ** 0.5) / games


# ── a game ────────────────────────────────────────────────────────────────────────────────────────


@jit
def play_to(states: Any, minds: Any, seat: int, passed: int) -> int:
    """Let the bots play until a seat is asked, or until anybody is if it is NOBODY.

    ``passed`` is who has just let a chance go by. Return who is asked; NOBODY: the round is over.
    """
    state = states[0]
    while state.table.phase != OVER:
        asked = first_asked(state) if passed == NOBODY else next_asked(state, passed)
        if seat == NOBODY or asked == seat:
            return asked
        mind = minds[0].each[minds[0].order[asked]]
        move = call(mind.bot, state.table, state.hands[asked], mind.memory, mind.rng)
        passed = asked
        if move != PASS or asked == state.table.turn:
            step(state, asked, move)
            passed = NOBODY
    return NOBODY


@jit
def make(states: Any, seat: int, move: int) -> None:
    """Make a move."""
    step(states[0], seat, move)


@jit
def compare(
    paths: Any,
    states: Any,
    seat: int,
    move: int,
    other: int,
    low: int,
    networks: Any,
    samples: int,
) -> float:
    """Return by how much likelier a seat wins with a move than with another, all cards known."""
    rng = np.empty(1, RNG)[0]
    chances = np.empty(10)
    paths[ROOT].state = states[0]
    watch_again(paths[ROOT].evidence, states[0].table)
    paths[ROOT].asked = seat
    total = 0.0
    for sample in range(samples):
        for which in range(2):
            paths[TRIAL] = paths[ROOT]
            path = paths[TRIAL]
            open_stream(rng, low, U(1), sample, 0)
            path.state.deck.rng.a = rng.a
            path.state.deck.rng.b = rng.b
            path.state.deck.shuffles = 0
            path.state.deck.ordered = 0
            made = move if which == 0 else other
            if made == PASS:
                let_pass(path)
            else:
                make_move(path, seat, made)
            look_ahead(path, TO_THE_END, NOBODY, networks[0], networks[1], chances)
            total += chances[seat] if which == 0 else -chances[seat]
    return total / samples


class Board:
    """A table at which a process plays: its records, and those who sit there."""

    def __init__(self, table: str, others: Network) -> None:
        rules, players = table.split("/")
        self.rules, self.players = Rules.parse(rules), int(players)
        self.rules.check_players(self.players)
        self.networks = np.array([place_weights(each) for each in (others, load_critic())])
        self.neural = Bot("neural", strategy=play_network(others))
        self.paths = make_paths()
        self.state = blank_state(self.rules, self.players)

    def begin(self, minds: Any, deal: int, rotation: int) -> int:
        """Deal; return where the bot in question sits, which is the first of all."""
        game = number(deal * self.players + rotation)
        calls.begin_game(self.state, minds, *words(SEED), game, number(self.players))
        return int(np.flatnonzero(minds["order"][0, : self.players] == 0)[0])

    def ask(self, minds: Any, seat: int, sums: Sums | None = None) -> int:
        """Ask the bot of a seat what it does."""
        rng = minds["each"]["rng"][0, minds["order"][0, seat]]
        before = rng.copy()
        start = thread_time()
        move = calls.ask_bot(table_of(self.state), hand_of(self.state, seat), minds, number(seat))
        taken = thread_time() - start
        if sums is not None:
            searched = bool(rng != before)
            sums.asked += 1
            sums.searched += searched
            sums.seconds += taken
            sums.longest = max(sums.longest, taken)
        return int(move)

    def gain(self, seat: int, move: int, other: int, samples: int) -> float:
        """Return what one move gains over another."""
        low = U(int(self.state["table"]["logged"][0]) + 1)
        moves = number(seat), number(move), number(other)
        return float(compare(self.paths, self.state, *moves, low, self.networks, number(samples)))


def gate(board: Board, bots: list[Bot], deal: int, samples: int) -> list[Sums]:
    """Let every bot play a deal from every seat."""
    found = []
    for bot in bots:
        sums, wins, gain = Sums(), 0, 0.0
        others = [board.neural] * (board.players - 1)
        minds = minds_of([bot, *others], SEED)
        plain = minds_of([board.neural, *others], SEED)
        for rotation in range(board.players):
            seat = board.begin(minds, deal, rotation)
            plain["order"] = minds["order"]
            passed = NOBODY
            while play_to(board.state, minds, number(seat), number(passed)) != NOBODY:
                move, usual = board.ask(minds, seat, sums), board.ask(plain, seat)
                if move != usual:
                    sums.changed += 1
                    gain += board.gain(seat, move, usual, samples)
                passed = seat if move == PASS else NOBODY
                if move != PASS:
                    make(board.state, number(seat), number(move))
            wins += int(board.state["table"]["winner"][0]) == seat
        sums.add_deal(board.players, wins, gain)
        found.append(sums)
    return found


def compare_settings(board: Board, bots: list[Bot], deal: int, samples: int) -> list[Sums]:
    """Let the network play a deal, and ask every bot what it would do instead."""
    found = [Sums() for _ in bots]
    gains = [0.0] * len(bots)
    everyone = [minds_of([bot] * board.players, SEED) for bot in bots]
    plain = minds_of([board.neural] * board.players, SEED)
    board.begin(plain, deal, 0)
    for minds in everyone:
        calls.seat_bots(minds, board.players, deal)
    passed = NOBODY
    while (seat := int(play_to(board.state, plain, NOBODY, number(passed)))) != NOBODY:
        usual = board.ask(plain, seat)
        known = {usual: 0.0}
        for place, minds in enumerate(everyone):
            move = board.ask(minds, seat, found[place])
            if move not in known:
                known[move] = board.gain(seat, move, usual, samples)
            found[place].changed += move != usual
            gains[place] += known[move]
        passed = seat if usual == PASS else NOBODY
        if usual != PASS:
            make(board.state, number(seat), number(usual))
    for sums, gain in zip(found, gains, strict=True):
        sums.add_deal(board.players, 0, gain)
    return found


# ── many of them ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Plan:
    """What is measured; every process has a part of the deals."""

    bots: tuple[str, ...]
    tables: tuple[str, ...]
    files: tuple[str, str, str] | None
    against: str
    compare: bool
    first: int
    deals: int
    seconds: float
    processes: int
    samples: int


@cache
def load(files: tuple[str, str, str] | None) -> tuple[Network, Critic, Reader]:
    """Load the networks of ``expert``."""
    if files is None:
        return load_network(), load_critic(), load_reader()
    return Network.load(files[0]), Critic.load(files[1]), Reader.load(files[2])


def make_bot(text: str, networks: tuple[Network, Critic, Reader]) -> Bot:
    """Make an expert of these networks, with the settings that are said."""
    settings = Bot.parse(text).settings
    return Bot("expert", settings=settings, strategy=play_network(*networks))


def measure(plan: Plan, process: int) -> dict[tuple[str, str], Sums]:
    """Play the deals of a process until the time is over."""
    networks = load(plan.files)
    bots = [make_bot(text, networks) for text in plan.bots]
    others = Bot.load(plan.against).network
    if others is None:
        raise BadOption(f"the others are a network, and {plan.against} is none")
    boards = [Board(table, others) for table in plan.tables]
    total = {(table, text): Sums() for table in plan.tables for text in plan.bots}
    way = compare_settings if plan.compare else gate
    for board in boards:  # compiles before the clock starts
        way(board, bots[:1], -1 - process, 1)
    end = monotonic() + plan.seconds
    for deal in range(plan.first + process, plan.first + plan.deals, plan.processes):
        for table, board in zip(plan.tables, boards, strict=True):
            if monotonic() > end:
                return total
            for text, sums in zip(plan.bots, way(board, bots, deal, plan.samples), strict=True):
                total[table, text] += sums
    return total


def run(plan: Plan) -> dict[tuple[str, str], Sums]:
    """Measure in all processes, and add up."""
    if plan.processes == 1:
        return measure(plan, 0)
    measure(replace(plan, first=0, deals=0, seconds=0.0, processes=1, samples=1), 0)  # compiles
    total: dict[tuple[str, str], Sums] = {}
    with ProcessPoolExecutor(plan.processes) as pool:
        for part in pool.map(measure, [plan] * plan.processes, range(plan.processes)):
            for key, sums in part.items():
                total.setdefault(key, Sums()).__iadd__(sums)
    return total


def read(files: list[str]) -> dict[tuple[str, str], Sums]:
    """Add up what several machines have printed, each from another deal on."""
    total: dict[tuple[str, str], Sums] = {}
    for line in lines_of(files):
        known = {field.name: line["sums"][field.name] for field in fields(Sums)}
        total.setdefault((line["table"], line["bot"]), Sums()).__iadd__(Sums(**known))
    return total


def lines_of(files: list[str]) -> Iterator[dict[str, Any]]:
    """Read lines of JSON."""
    for file in files:
        for line in Path(file).read_text("utf-8").splitlines():
            if line.startswith("{"):
                yield json.loads(line)


def describe(table: str, text: str, sums: Sums) -> str:
    """Write a row for people."""
    f = sums.figures()
    if f["won_margin"] is None or f["gain_margin"] is None:
        return f"{table:12} {text:44} {sums.games:7,} games: too few"
    won = f"  won {f['won_percent']:.2f} ± {f['won_margin']:.2f}" if sums.wins else ""
    return (
        f"{table:12} {text:44} {sums.games:7,} games{won}  gain {f['gain_points']:+.2f} ± "
        f"{f['gain_margin']:.2f}  searches {f['searches_a_game']:.1f}, changes "
        f"{f['changes_a_game']:.2f} a game, "
        f"{f['ms_a_move']:.1f} ms a move, {f['ms_a_search']:.0f} a search, "
        f"{f['ms_longest']:.0f} at most"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bots", nargs="+", default=["expert"], help="settings to be tried")
    parser.add_argument("--tables", nargs="+", default=[*TABLES], help="rules and players")
    parser.add_argument("--compare", action="store_true", help="in the positions of neural")
    parser.add_argument(
        "--weights", nargs=3, metavar=("NETWORK", "CRITIC", "READER"), help="of expert"
    )
    parser.add_argument("--against", default="neural", help="the network that the others are")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--samples", type=int, default=SAMPLES, help="rounds that judge a move")
    parser.add_argument("--add", nargs="+", metavar="FILE", help="add up what was printed before")
    options = parser.parse_args()
    if options.add:
        found = read(options.add)
    else:
        files = None if options.weights is None else tuple(options.weights)
        found = run(
            Plan(
                tuple(options.bots),
                tuple(options.tables),
                files,
                options.against,
                options.compare,
                *(options.first, options.deals, options.seconds),
                *(options.processes, options.samples),
            )
        )
    for (table, text), sums in found.items():
        row = {"table": table, "bot": text, "sums": asdict(sums), **sums.figures()}
        print(json.dumps(row), flush=True)
        print(describe(table, text, sums), file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except UnolabError as error:
        sys.exit(f"expert_figures: {error}")
