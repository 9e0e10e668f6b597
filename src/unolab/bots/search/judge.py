"""A judge: says what moves are worth, from what a seat knows or with all cards open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from unolab.bots.bot import Bot
from unolab.bots.neural.block import place_weights
from unolab.bots.neural.evaluation import evaluate
from unolab.bots.neural.network import Critic, Network, Reader
from unolab.bots.observation.question import ACTIONS
from unolab.bots.search import weigh
from unolab.bots.search.calibration import SHARPER, sharpen
from unolab.bots.search.path import PATH
from unolab.bots.seat import minds_of
from unolab.bots.strategies.neural import is_asked, load_critic, load_network, load_reader
from unolab.engine.jit import jit
from unolab.engine.layout import MINDS, NOBODY, number
from unolab.engine.record import Record, copy_record, make_record
from unolab.engine.rng import U
from unolab.errors import BadOption
from unolab.moves import Move
from unolab.public import PublicState
from unolab.state import State, View

Values = npt.NDArray[np.float64]

NOBODY_KNOWN: Final[Record] = make_record(MINDS)
"""Whoever plays is expected to play as the network does."""
MOST_DECISIONS: Final = 200
LEAST_LIKELY: Final = 1e-6
PRIOR: Final = 0.005
"""How much of a win a factor of e counts in how likely the network holds a move to be the best.

Of several moves that come out alike, the one that looks best is so partly by luck of the worlds.
"""
FIRST_WORLDS: Final = 8
OUT: Final = 2.0
"""Standard errors behind the best from which on a move is not tried in more worlds."""


@dataclass(frozen=True)
class Weighed:
    """What the moves of a decision came to, in worlds that fit what the seat knows."""

    seat: int
    moves: tuple[Move | None, ...]
    """None lets a chance out of turn go by."""
    values: tuple[Values, ...]
    """For every move, by world and seat: how likely that seat then wins.

    The first worlds are the same for all. What was known well enough was not tried in more.
    """
    priors: tuple[float, ...]
    """How likely the network holds each move to be the best."""
    bluffs: float
    """In how many of the worlds the wild draw four on top is a bluff, 0 to 1."""

    @property
    def worlds(self) -> int:
        """In how many worlds the best move was tried."""
        return max(map(len, self.values))

    @property
    def tried(self) -> list[int]:
        """The places of the moves that were tried in all worlds; the best is one of them."""
        return [place for place, values in enumerate(self.values) if len(values) == self.worlds]

    @property
    def usual(self) -> int:
        """The place of the move that the network would make."""
        return int(np.argmax(self.priors))

    @cached_property
    def best(self) -> int:
        """The place of the best move."""

        def rate(place: int) -> float:
            return float(self.values[place][:, self.seat].mean()) + self.favor(place)

        return max(self.tried, key=rate)

    def favor(self, place: int) -> float:
        """Return what a move is worth besides, because the network holds it to be likely."""
        return PRIOR * log(max(self.priors[place], LEAST_LIKELY))

    @cached_property
    def chances(self) -> Values:
        """By move and seat: how likely that seat then wins.

        A move that was not tried in all worlds is compared with the best in those it was tried in.
        """
        mean = self.values[self.best].mean(0)
        return np.stack(
            [mean - self.compare(self.best, place) for place in range(len(self.values))]
        )

    def rival(self, best: int, played: int | None = None) -> int | None:
        """Return the move to compare the best with: what was played instead, or the next best."""
        if played is not None and played != best:
            return played
        chances = self.chances[:, self.seat]
        others = [place for place in range(len(chances)) if place != best]
        return max(others, key=lambda place: float(chances[place]), default=None)

    def compare(self, place: int, other: int) -> Values:
        """Return by how much a move makes every seat likelier to win than another does."""
        mean: Values = self._pair(place, other).mean(0)
        return mean

    def gap(self, place: int, other: int) -> tuple[float, float]:
        """Return how much better a move is than another, and the standard error of that."""
        gaps = self._pair(place, other)[:, self.seat]
        return float(gaps.mean()), float(gaps.std(ddof=1) / len(gaps) ** 0.5)

    def _pair(self, place: int, other: int) -> Values:
        """Return how much more a move came to than another in each world in which both were."""
        here, there = self.values[place], self.values[other]
        common = min(len(here), len(there))
        return here[:common] - there[:common]


@dataclass(frozen=True)
class Judge:
    """Three networks that know the game, and how carefully they are asked.

    They judge the round by itself. Told the totals of a match, they would say who wins that, which
    the end of a round does not say.
    """

    worlds: int = 96
    """Ways that the hidden cards could lie, at most."""
    error: float = 0.01
    """Standard error with which it is known well enough how much worse a move is than the best."""
    decisions: int | None = None
    """Decisions that are played on before the critic is asked; None: until the seat is asked again.
    """
    draws: int = 16
    """Ways that cards could be drawn from the true stock, all hands open."""
    depth: int = 12
    """Decisions that are played on with all hands open before the critic is asked."""
    sharper: float = SHARPER
    """How much further from an equal share chances are than the critic holds them to be."""
    network: Network = field(default_factory=load_network, repr=False)
    critic: Critic = field(default_factory=load_critic, repr=False)
    reader: Reader = field(default_factory=load_reader, repr=False)

    def __post_init__(self) -> None:
        """Refuse what can't be computed."""
        limits = (
            ("worlds", 2, 100_000),
            ("decisions", 0, MOST_DECISIONS),
            ("draws", 1, 5000),
            ("depth", 0, MOST_DECISIONS),
        )
        if not 0 <= self.error <= 1:
            raise BadOption(f"error is a number from 0 to 1, not {self.error!r}")
        if not 0.1 <= self.sharper <= 10:
            raise BadOption(f"sharper is a number from 0.1 to 10, not {self.sharper!r}")
        for name, least, most in limits:
            value = getattr(self, name)
            if name == "decisions" and value is None:
                continue
            if type(value) is not int or not least <= value <= most:
                raise BadOption(f"{name} is a whole number from {least} to {most}, not {value!r}")

    @property
    def networks(self) -> tuple[int, int, int]:
        """Where the weights of the network, the critic and the reader are."""
        return (
            place_weights(self.network),
            place_weights(self.critic),
            place_weights(self.reader),
        )

    def weigh(
        self,
        view: View,
        played: Move | str | None = "",
        first: int = 0,
        thoroughly: bool = False,
    ) -> Weighed | None:
        """Weigh what a seat may decide, from its View alone; None if it has nothing to decide.

        A move is tried in more worlds until it is clearly worse than the best, or known well enough
        how much. If one was ``played``, only how much is lost by it matters: the others are dropped
        sooner where the network holds them to be unlikely. With ``thoroughly`` all are tried in all
        worlds. ``first`` is the number of the first world: others give other worlds.
        """
        if getattr(view, "seat", None) is None or view.over:
            raise BadOption("nothing is decided here: it takes the View of a player in a round")
        view = forget_totals(view)
        search = _Search(self, view, first)
        if not search.moves:
            return None
        found = evaluate(view, self.network).moves
        priors = tuple(found.get(move, 0.0) for move in search.moves)

        def is_open(place: int) -> bool:
            """Whether more has to be known of a move."""
            if thoroughly or place == weighed.best:
                return True
            gap, error = weighed.gap(weighed.best, place)
            if is_same(search.moves[place], played):
                return error > self.error
            if played != "":
                gap += weighed.favor(weighed.best) - weighed.favor(place)
            return error > self.error and gap <= OUT * error

        weighed = search.go_on([*range(len(priors))], min(FIRST_WORLDS, self.worlds), priors)
        while (left := self.worlds - weighed.worlds) > 0:
            places = [place for place in weighed.tried if is_open(place)]
            if len(places) == 1:
                break
            weighed = search.go_on(places, min(weighed.worlds, left), priors)
        return weighed

    def chances(self, state: State, known: Record = NOBODY_KNOWN) -> Values:
        """Return how likely every seat wins, for one who sees all cards but the order of draws.

        Where somebody is known to play (``know``), that is taken into account.
        """
        return self._try(state, None, weigh.NOTHING_DONE, known)

    def chances_after(
        self, state: State, seat: int, move: Move | None, known: Record = NOBODY_KNOWN
    ) -> Values:
        """Return the same after a move of a seat, before anybody knows what is drawn."""
        made = weigh.LETS_PASS if move is None else number(move.by(None))
        return self._try(state, seat, made, known)

    def _try(self, state: State, seat: int | None, move: Any, known: Record) -> Values:
        paths = make_paths()
        paths["state"][0] = state.to_record()[0]
        paths["state"]["table"]["totals"] = 0
        weigh.begin(paths, NOBODY if seat is None else seat)
        values = np.zeros((self.draws, state.players))
        network, critic, _ = self.networks
        depth = number(self.depth)
        rows = weigh.weigh_in_truth(paths, known, move, depth, network, critic, values)
        mean: Values = self.sharpen(values[: int(rows)], state).mean(0)
        return mean

    def sharpen(self, values: Values, state: PublicState) -> Values:
        """Make the critic's chances as large as they should be; results stay what they are."""
        sharper: Values = sharpen(values, 2.0 if state.rules.partners else 1.0, self.sharper)
        return sharper


class _Search:
    """Moves that are tried in more and more worlds."""

    def __init__(self, judge: Judge, view: View, first: int) -> None:
        assert view.seat is not None
        self._judge = judge
        self._view = view
        self._first = first
        self._paths = make_paths()
        self._paths["state"]["table"][0] = view._table[0]
        self._paths["state"]["hands"][0, view.seat] = view._hand[0]
        answers = np.zeros(ACTIONS, np.int64)
        count = int(begin(self._paths, view.seat, answers))
        moves = np.zeros(count, np.int64)
        weigh.name_answers(self._paths, answers, count, moves)
        self._answers = answers[:count]
        self._values = [np.zeros((0, view.players)) for _ in range(count)]
        self._bluffs = self._worlds = 0
        self.moves = tuple(None if move == weigh.LETS_PASS else Move(int(move)) for move in moves)

    def go_on(self, places: list[int], worlds: int, priors: tuple[float, ...]) -> Weighed:
        """Try some of the moves in more worlds."""
        judge, view = self._judge, self._view
        seat = view.seat
        assert seat is not None
        depth, until = MOST_DECISIONS, seat
        if judge.decisions is not None:
            depth, until = judge.decisions, NOBODY
        values = np.zeros((worlds, len(places), view.players))
        self._bluffs += int(
            weigh.weigh_in_worlds(
                self._paths,
                self._answers[places],
                number(self._first + self._worlds),
                number(depth),
                number(until),
                U(int(view._table["logged"][0]) * 16 + seat),
                U(0),
                *judge.networks,
                values,
            )
        )
        values = judge.sharpen(values, view)
        self._worlds += worlds
        for column, place in enumerate(places):
            self._values[place] = np.concatenate([self._values[place], values[:, column]])
        share = self._bluffs / self._worlds
        return Weighed(seat, self.moves, tuple(self._values), priors, share)


def know(bots: Sequence[str | None]) -> Record:
    """Say which bots that come with unolab play, by seat; None for who is not known.

    Those with a network play as ``neural`` does, as is expected of everyone.
    """
    players = [None if bot is None else Bot.parse(bot) for bot in bots]
    minds = minds_of([bot or Bot.parse("neural") for bot in players], seed=0)
    for seat, bot in enumerate(players):
        if bot is None or bot.name in ("neural", "expert"):
            minds["each"]["bot"][0, seat] = 0
    return minds


def is_same(move: Move | None, played: Move | str | None) -> bool:
    """Whether two moves are the same, whether "Uno" is said with them or not."""
    if move is None or played is None:
        return move is played
    return isinstance(played, Move) and move.action == played.action


def forget_totals(view: View) -> View:
    """Return what a seat sees of a round, as if it were all that is played."""
    if not any(view.totals):
        return view
    table = copy_record(view._table)
    table["totals"] = 0
    return View(view.rules, table, view._hand, view.seat)


def forget_call(state: State) -> State:
    """Return a state in which nobody owes a call any more: nobody said anything."""
    record = state.to_record()
    record["table"]["uno"] = NOBODY
    return State.from_record(state.rules, record)


def make_paths() -> Record:
    """Make what a search takes."""
    return np.zeros(weigh.PATHS, PATH)


@jit
def begin(paths: Any, seat: int, answers: Any) -> int:
    """Take in the round so far; list what the seat decides, and return how many answers it has."""
    weigh.begin(paths, seat)
    path = paths[weigh.ROOT]
    if path.asked == NOBODY or not is_asked(path.state.table, path.state.hands[path.asked]):
        return 0
    return weigh.list_answers(paths, answers)
